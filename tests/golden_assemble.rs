//! The seven equations against reference values computed with numpy.

use ndarray::{Array1, ArrayView1};
use nearfield::assemble::Tier;
use nearfield::assemble::distribution::{n_eff, nucleus, softmax};
use nearfield::assemble::proportional::{Costs, proportional};
use nearfield::assemble::session::blend;
use nearfield::rank::{Blend, standardize};
use serde_json::Value;

fn cases(kind: &str) -> Vec<Value> {
    let text = include_str!("golden/adaptive-core.json");
    let golden: Value = serde_json::from_str(text).expect("the golden file is JSON");
    let cases = golden["cases"].as_array().expect("cases");
    let found: Vec<Value> = cases.iter().filter(|c| c["kind"] == kind).cloned().collect();
    assert!(found.len() >= 20, "the golden file has only {} cases of {kind}", found.len());
    found
}

fn numbers(value: &Value) -> Array1<f64> {
    value.as_array().expect("an array").iter().map(|x| x.as_f64().expect("a number")).collect()
}

fn indices(value: &Value) -> Vec<usize> {
    value.as_array().expect("an array").iter().map(|x| x.as_u64().expect("an index") as usize).collect()
}

#[track_caller]
fn close(got: f64, wanted: f64) {
    let scale = wanted.abs().max(1.0);
    assert!((got - wanted).abs() <= 1e-9 * scale, "{got} is not {wanted}");
}

#[track_caller]
fn all_close(got: ArrayView1<f64>, wanted: &Array1<f64>) {
    assert_eq!(got.len(), wanted.len());
    got.iter().zip(wanted).for_each(|(&g, &w)| close(g, w));
}

#[test]
fn distributions_agree() {
    for case in cases("distribution") {
        let standardized = standardize(numbers(&case["scores"]).view());
        all_close(standardized.view(), &numbers(&case["standardized"]));
        let weights = softmax(standardized.view(), case["tau"].as_f64().unwrap());
        all_close(weights.view(), &numbers(&case["weights"]));
        close(n_eff(weights.view()), case["n_eff"].as_f64().unwrap());
        let cut = nucleus(weights.view(), case["p"].as_f64().unwrap(), case["k_min"].as_u64().unwrap() as usize);
        assert_eq!(cut.k as u64, case["k"].as_u64().unwrap(), "{case}");
        close(cut.epsilon, case["epsilon"].as_f64().unwrap());
        if !case["selected"].is_null() {
            assert_eq!(cut.selected(), indices(&case["selected"]));
        }
    }
}

#[test]
fn hybrids_agree() {
    for case in cases("hybrid") {
        let (semantic, lexical) = (numbers(&case["semantic"]), numbers(&case["lexical"]));
        let blended = Blend::new(semantic.view(), lexical.view(), case["alpha"].as_f64().unwrap()).scores();
        all_close(blended.view(), &numbers(&case["hybrid"]));
        all_close(standardize(blended.view()).view(), &numbers(&case["standardized"]));
    }
}

#[test]
fn session_blends_agree() {
    for case in cases("session") {
        let (scores, memory) = (numbers(&case["scores"]), numbers(&case["memory"]));
        let blended = blend(scores.view(), memory.view(), case["lambda_max"].as_f64().unwrap());
        close(blended.lambda, case["lambda_"].as_f64().unwrap());
        all_close(standardize(blended.scores.view()).view(), &numbers(&case["restandardized"]));
        if blended.lambda == 0.0 {
            all_close(blended.scores.view(), &numbers(&case["blended"]));
        } else {
            all_close(blended.scores.view(), &numbers(&case["restandardized"]));
        }
    }
}

#[test]
fn allocations_agree() {
    for case in cases("allocation") {
        let selected = indices(&case["selected"]);
        let weights = numbers(&case["weights"]);
        let [full, signature, stub] = ["full", "signature", "stub"].map(|tier| indices(&case[tier]));
        let costs: Vec<Costs> = selected
            .iter()
            .map(|&i| Costs { full: full[i] as u32, signature: signature[i] as u32, stub: stub[i] as u32 })
            .collect();
        let masses: Vec<f64> = selected.iter().map(|&i| weights[i]).collect();
        let tiers = proportional(&masses, &costs, case["budget"].as_u64().unwrap());
        for (&i, tier) in selected.iter().zip(&tiers) {
            let wanted = match case["tiers"].get(i.to_string()).and_then(Value::as_str) {
                None => None,
                Some("full") => Some(Tier::Full),
                Some("sig") => Some(Tier::Signature),
                Some("stub") => Some(Tier::Stub),
                Some(other) => panic!("an unknown tier: {other}"),
            };
            assert_eq!(*tier, wanted, "chunk {i} of {case}");
        }
    }
}
