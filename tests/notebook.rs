//! Notebooks: their cells at the lines of the file, without what they put out.

use nearfield::assemble::SearchOptions;
use nearfield::assemble::verify::{Claim, Verdict};
use nearfield::engine::{Engine, EngineOptions, RankOptions};
use serde_json::{Value, json};

/// A notebook as editors write it.
const BOATS: &str = r##"{
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": [
    "# Boats\n",
    "\n",
    "What floats, and *why*."
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "metadata": {},
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "def secret_output(): pass\n"
     ]
    }
   ],
   "source": [
    "import math\n",
    "\n",
    "def reef(knots):\n",
    "    \"\"\"Takes in sail: \u00e9.\"\"\"\n",
    "    return math.ceil(knots / 10)"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": [
    "%%bash\n",
    "function hoist() {\n",
    "  echo up\n",
    "}"
   ]
  },
  {
   "cell_type": "raw",
   "metadata": {},
   "source": []
  }
 ],
 "metadata": {
  "kernelspec": { "display_name": "Python 3", "language": "python", "name": "python3" }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
"##;

fn engine() -> Engine {
    Engine::new(&EngineOptions::default(), None, None).expect("default options")
}

fn with(path: &str, text: &str) -> Engine {
    let mut engine = engine();
    let report = engine.add(path, text.as_bytes()).expect("a file");
    assert!(report.indexed, "{:?}", report.reason);
    engine
}

fn symbols(engine: &Engine, path: &str) -> Vec<(String, u32)> {
    let file = engine.index().catalog().file(path).expect("it is indexed");
    file.symbols.iter().map(|symbol| (symbol.qualified.clone(), symbol.line)).collect()
}

fn degraded(engine: &Engine) -> String {
    engine.stats().degraded.into_iter().map(|one| one.message).collect()
}

/// The line of the file that holds the text.
fn line_of(text: &str, words: &str) -> u32 {
    text[..text.find(words).expect("it is there")].matches('\n').count() as u32 + 1
}

fn claims(engine: &mut Engine, query: &str) -> Vec<Claim> {
    let context = engine.search(query, &SearchOptions::default(), None).expect("valid options");
    assert!(!context.blocks.is_empty());
    context.blocks.iter().map(|block| serde_json::from_value(serde_json::to_value(block).unwrap()).unwrap()).collect()
}

#[test]
fn cells_stand_at_the_lines_of_the_file() {
    for text in [BOATS.to_owned(), BOATS.replace('\n', "\r\n"), format!("\u{feff}{BOATS}")] {
        let engine = with("boats.ipynb", &text);
        let mut expected =
            vec![("Boats".to_owned(), line_of(&text, "# Boats")), ("reef".to_owned(), line_of(&text, "def reef"))];
        if cfg!(feature = "full") {
            expected.push(("hoist".to_owned(), line_of(&text, "function hoist")));
        }
        assert_eq!(symbols(&engine, "boats.ipynb"), expected);
        assert_eq!(degraded(&engine), "");
        let derived = engine.text("boats.ipynb").unwrap();
        for (number, line) in
            (1..).zip(derived.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with("# %%"))
        {
            let spelled = text.lines().nth(number - 1).unwrap();
            let string: String = serde_json::from_str(spelled.trim().trim_end_matches(',')).expect("a string in JSON");
            assert_eq!(string.trim_end_matches('\n'), line);
        }
        assert!(derived.contains("Takes in sail: é.") && !derived.contains("secret_output"));
        assert!(!derived.contains("execution_count"));
    }
}

#[test]
fn blocks_and_hits_have_the_lines_of_the_file() {
    let mut engine = with("boats.ipynb", BOATS);
    let hits = engine.rank("reef", &RankOptions::default()).unwrap();
    assert!(hits[0].symbols.iter().any(|symbol| symbol.name == "reef" && symbol.line == line_of(BOATS, "def reef")));
    let claims = claims(&mut engine, "reef knots");
    assert_eq!(engine.verify(&claims, Some(BOATS.as_bytes())), vec![Verdict::Same; claims.len()]);
    assert_eq!(engine.verify(&claims, None), vec![Verdict::Gone; claims.len()]);
    // What is put out now is none of it; other code is.
    let output = BOATS.replace("def secret_output(): pass", "something else");
    assert_eq!(engine.verify(&claims, Some(output.as_bytes())), vec![Verdict::Same; claims.len()]);
    let changed = BOATS.replace("knots / 10", "knots / 20");
    assert!(engine.verify(&claims, Some(changed.as_bytes())).contains(&Verdict::Changed));
    let moved = BOATS.replacen("\"metadata\": {},", "\"metadata\": {\n    \"a\": 1\n   },", 1);
    let moved = engine.verify(&claims, Some(moved.as_bytes()));
    assert!(moved.iter().all(|verdict| !matches!(verdict, Verdict::Gone)), "{moved:?}");
}

/// The same JSON without line breaks, or with each cell in one string.
#[test]
fn a_notebook_in_one_line_says_how_lines_are_counted() {
    let value: Value = serde_json::from_str(BOATS).unwrap();
    let mut joined = value.clone();
    for cell in joined["cells"].as_array_mut().unwrap() {
        let all: String = cell["source"].as_array().unwrap().iter().map(|part| part.as_str().unwrap()).collect();
        cell["source"] = json!(all);
    }
    let texts = [value.to_string(), joined.to_string(), serde_json::to_string_pretty(&joined).unwrap()];
    for text in texts {
        let engine = with("boats.ipynb", &text);
        let symbols = symbols(&engine, "boats.ipynb");
        assert_eq!(symbols[..2], [("Boats".to_owned(), 2), ("reef".to_owned(), 8)]);
        assert!(degraded(&engine).contains("lines are counted in the text of the cells"), "{}", degraded(&engine));
        let expected = "# %% [markdown]\n# Boats\n\nWhat floats, and *why*.\n# %% [python]\nimport math\n";
        assert!(engine.text("boats.ipynb").unwrap().starts_with(expected));
    }
}

#[test]
fn what_is_no_notebook_stays_as_it_is_and_says_so() {
    for text in [&BOATS[..BOATS.len() / 2], "{}", "[1]", "import math\n", "{\"nbformat\": 4, \"cells\": 3}"] {
        let engine = with("broken.ipynb", text);
        assert_eq!(engine.text("broken.ipynb"), Some(text));
        assert_eq!(degraded(&engine), "It is no notebook that can be read: it is indexed as it stands.");
    }
    let odd = json!({ "nbformat": 4, "cells": [{ "cell_type": "code", "source": [1, {}] }] }).to_string();
    assert!(degraded(&with("odd.ipynb", &odd)).contains("no notebook"));
    for text in [
        "{\"nbformat\": 4, \"cells\": []}",
        "{\"nbformat\": 4, \"cells\": [{\"cell_type\": \"code\", \"source\": []}]}",
    ] {
        let report = engine().add("empty.ipynb", text.as_bytes()).unwrap();
        assert_eq!(report.reason.expect("it has no cells").code, "empty");
    }
}

#[test]
fn other_kernels_and_older_formats() {
    let julia = json!({ "nbformat": 4, "metadata": { "language_info": { "name": "julia" } },
        "cells": [{ "cell_type": "code", "source": "f(x) = x" }] });
    assert!(with("a.ipynb", &julia.to_string()).text("a.ipynb").unwrap().starts_with("# %% [julia]\nf(x) = x\n"));
    let old = json!({ "nbformat": 3, "metadata": {}, "worksheets": [{ "cells": [
        { "cell_type": "heading", "source": ["Boats"] },
        { "cell_type": "code", "input": ["def reef():\n", "    pass"], "outputs": [] }] }] });
    assert_eq!(symbols(&with("a.ipynb", &old.to_string()), "a.ipynb"), [("reef".to_owned(), 4)]);
}

/// Renamed, saved and loaded, or masked, it is the same as anew.
#[test]
fn it_stays_what_it_is() {
    let pretty = BOATS.to_owned();
    let compact = serde_json::from_str::<Value>(BOATS).unwrap().to_string();
    for text in [pretty, compact, BOATS[..300].to_owned()] {
        let fresh = with("b.ipynb", &text).save();
        let mut renamed = with("a.ipynb", &text);
        renamed.rename("a.ipynb", "b.ipynb").unwrap();
        assert_eq!(renamed.save(), fresh);
        let mut again = with("b.ipynb", &text);
        let revision = again.revision();
        assert!(again.add("b.ipynb", text.as_bytes()).unwrap().indexed);
        assert_eq!(again.revision(), revision, "the same bytes are the same text");
    }
    let token = format!("ghp_{}", "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2");
    let secret = BOATS.replace("import math", &format!("token = '{token}'"));
    let engine = with("a.ipynb", &secret);
    assert!(!engine.text("a.ipynb").unwrap().contains(&token));
    assert_eq!(engine.stats().masked[0].masked.line, line_of(&secret, "token = "));
}

#[test]
fn absurd_notebooks_end() {
    let cell = |i: usize| json!({ "cell_type": "code", "metadata": {}, "outputs": [], "source": [format!("def f{i}():\n"), "    pass"] });
    let many = json!({ "nbformat": 4, "metadata": {}, "cells": (0..6_000).map(cell).collect::<Vec<_>>() });
    let engine = with("many.ipynb", &serde_json::to_string_pretty(&many).unwrap());
    assert_eq!(symbols(&engine, "many.ipynb").len(), 4_000);
    assert!(degraded(&engine).contains("Of 6000 parts"));
    let output = json!({ "nbformat": 4, "metadata": {}, "cells": [
        { "cell_type": "code", "outputs": [{ "text": (0..60_000).map(|i| format!("{i}\n")).collect::<Vec<_>>() }], "source": ["x = 1\n", "y = 2"] },
        cell(1)] });
    let mut engine = with("output.ipynb", &serde_json::to_string_pretty(&output).unwrap());
    assert_eq!(symbols(&engine, "output.ipynb").last().unwrap().0, "f1");
    assert!(!engine.rank("f1", &RankOptions::default()).unwrap().is_empty());
    let deep = format!("{{\"nbformat\": 4, \"cells\": {}", "[\n".repeat(100_000));
    assert!(degraded(&with("deep.ipynb", &format!("{deep}\nx"))).contains("no notebook"));
}

#[test]
fn a_notebook_that_becomes_another_file_is_to_be_fed_again() {
    for to in ["b.json", "b.py", "b.md", "b.txt"] {
        let mut engine = Engine::new(&EngineOptions::default(), None, None).unwrap();
        engine.add("a.ipynb", BOATS.as_bytes()).unwrap();
        let reports = engine.rename("a.ipynb", to).unwrap();
        let reason = reports[0].reason.as_ref().unwrap();
        assert_eq!((reports[0].path.as_str(), reason.code), (to, "refeed"));
        assert!(engine.text(to).is_none() && engine.text("a.ipynb").is_none());
        assert!(engine.add(to, BOATS.as_bytes()).unwrap().indexed);
        assert_eq!(engine.text(to), Some(BOATS));
    }
}
