//! A secret in a file is in nothing that comes out: no answer in any format, no list, no figure, no snapshot.

use nearfield::assemble::verify::{Claim, Verdict};
use nearfield::assemble::{Format, SearchOptions};
use nearfield::engine::{Engine, EngineOptions, Loader, RankOptions};
use nearfield::source::mask::Masked;

/// Put together here: what looks like a secret in a file is one to those who scan it.
fn token() -> String {
    ["gh", "p_", "Zk3vR8tLq1", "Xw5mN7bJ0c", "Hd2fGy9sPa", "Ue4i6K"].concat()
}

/// The part that must not be seen.
fn secret() -> String {
    token()[4..].to_owned()
}

fn program() -> String {
    format!(
        "/// Talks to the forge.\npub fn forge_client() -> Client {{\n    // Rotated token {0}.\n    Client::new(\"{0}\")\n}}\n\n\
         pub const FORGE_{1}: &str = \"{0}\";\n",
        token(),
        "URL"
    )
}

fn files() -> Vec<(&'static str, String)> {
    vec![
        ("src/forge.rs", program()),
        ("docs/forge.md", format!("# The forge\n\nUse `{}` as the forge client's token.\n", token())),
        ("conf/forge.yaml", format!("forge:\n  client:\n    token: {}\n", token())),
        ("notes.txt", format!("forge client {}\n", token())),
        ("src/other.rs", "pub fn other() {}\n".to_owned()),
    ]
}

fn options(mask_secrets: Option<bool>) -> EngineOptions {
    EngineOptions { mask_secrets, ..EngineOptions::default() }
}

fn fed(mask_secrets: Option<bool>) -> Engine {
    let mut engine = Engine::new(&options(mask_secrets), None, None).unwrap();
    for (path, text) in files() {
        assert!(engine.add(path, text.as_bytes()).unwrap().indexed, "{path}");
    }
    engine
}

fn everything(engine: &mut Engine) -> String {
    let mut said = String::new();
    for format in [Format::Markdown, Format::Json, Format::Xml, Format::Plain] {
        for budget in [80.0, 400.0, 4000.0] {
            let content = serde_json::json!({ "content": "all", "explain": true, "budget": budget });
            let options = SearchOptions { format, ..serde_json::from_value(content).unwrap() };
            for question in ["where is the forge client", "forge token", &token()] {
                let mut context = serde_json::to_value(engine.search(question, &options, None).unwrap()).unwrap();
                // What was asked is the asker's own, and may be said again.
                if *question == token() {
                    context = context["blocks"].take();
                }
                said += &context.to_string();
            }
        }
    }
    let all: RankOptions = serde_json::from_value(serde_json::json!({ "content": "all", "limit": 50 })).unwrap();
    said += &serde_json::to_string(&engine.rank("forge client", &all).unwrap()).unwrap();
    said += &serde_json::to_string(&engine.related("src/forge.rs", 2, &all).unwrap()).unwrap();
    said += &serde_json::to_string(&engine.stats()).unwrap();
    for (path, _) in files() {
        said += engine.text(path).unwrap();
    }
    said + &String::from_utf8_lossy(&engine.save())
}

#[test]
fn a_secret_is_in_nothing_that_comes_out() {
    let said = everything(&mut fed(None));
    assert!(said.contains("ghp_****") && said.contains("github-token"));
    assert!(!said.contains(&secret()) && !said.to_lowercase().contains(&secret().to_lowercase()));
    // Nor any of it.
    for part in secret().as_bytes().windows(10) {
        assert!(!said.contains(std::str::from_utf8(part).unwrap()));
    }
    assert!(everything(&mut fed(Some(false))).contains(&secret()));
}

#[test]
fn reports_tell_what_was_masked_and_where() {
    let mut engine = fed(None);
    let masked = |lines: &[u32]| lines.iter().map(|&line| Masked { rule: "github-token", line }).collect::<Vec<_>>();
    let report = engine.add("src/forge.rs", program().as_bytes()).unwrap();
    assert_eq!(report.masked, masked(&[3, 4, 7]));
    let at = |engine: &Engine| {
        engine.stats().masked.iter().map(|one| format!("{}:{}", one.path, one.masked.line)).collect::<Vec<_>>()
    };
    let places =
        ["conf/forge.yaml:3", "docs/forge.md:3", "notes.txt:1", "src/forge.rs:3", "src/forge.rs:4", "src/forge.rs:7"];
    assert_eq!(at(&engine), places);
    // Saved and loaded, made anew from what was saved, and moved.
    let bytes = engine.save();
    assert_eq!(at(&Engine::load(&bytes, &options(None), None, None).unwrap()), places);
    let mut other = Engine::new(&EngineOptions { max_file_bytes: Some(9e6), ..options(None) }, None, None).unwrap();
    let mut loader = Loader::new(true);
    loader.push(&mut other, &bytes).unwrap();
    loader.finish(&mut other).unwrap();
    assert_eq!(at(&other), places);
    let moved = engine.rename("src/forge.rs", "lib/forge.rs").unwrap();
    assert_eq!(moved[0].masked, masked(&[3, 4, 7]));
    let unmasked = fed(Some(false)).stats();
    assert!(unmasked.masked.is_empty());
}

#[test]
fn a_snapshot_knows_whether_it_was_masked() {
    let open = fed(Some(false)).save();
    let error = Engine::load(&open, &options(None), None, None).map(|_| ()).unwrap_err();
    assert_eq!(error.code(), "snapshot-mismatch");
    // Made anew it is masked.
    let mut engine = Engine::new(&options(None), None, None).unwrap();
    let mut loader = Loader::new(true);
    loader.push(&mut engine, &open).unwrap();
    loader.finish(&mut engine).unwrap();
    assert_eq!(engine.save(), fed(None).save());
}

#[test]
fn what_was_shown_is_verified_against_the_bytes_as_they_are() {
    let mut engine = fed(None);
    let options: SearchOptions =
        serde_json::from_value(serde_json::json!({ "content": "all", "budget": 4000 })).unwrap();
    let context = engine.search("where is the forge client", &options, None).unwrap();
    let context = serde_json::to_value(&context).unwrap();
    let mut checked = 0;
    for block in context["blocks"].as_array().unwrap() {
        let wanted =
            ["startLine", "endLine", "start", "end", "hash"].map(|name| (name.to_owned(), block[name].clone()));
        let claim: Claim = serde_json::from_value(serde_json::Value::Object(wanted.into_iter().collect())).unwrap();
        let (_, text) = files().into_iter().find(|(path, _)| block["path"] == *path).unwrap();
        assert_eq!(engine.verify(&[claim], Some(text.as_bytes())), [Verdict::Same]);
        checked += 1;
    }
    assert!(checked >= 3);
}
