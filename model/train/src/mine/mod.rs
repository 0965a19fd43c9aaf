//! From packages to pairs: every documented definition that the engine finds.

mod comment;
pub mod common;
mod definition;
mod evaluated;
mod files;
mod select;

use std::path::{Path, PathBuf};

use nearfield::chunk::Chunker;

use crate::outcome::Outcome;
use crate::pair::Pair;
use crate::parallel;

/// Mines each folder of `corpora`, a package each. Pairs whose code stands in a folder of `without` are left out.
/// The order is that of packages, paths and lines.
pub fn run(corpora: &Path, without: Option<&Path>, threads: usize) -> Outcome<Vec<Pair>> {
    let packages = own_packages(corpora)?;
    let pairs = select::select(definitions(corpora, &packages, threads)?);
    let Some(without) = without else { return Ok(pairs) };
    let known = definitions(without, &self::packages(without)?, threads)?;
    Ok(select::without(pairs, &known))
}

/// The names of the folders, none of them a package of what is measured.
fn own_packages(corpora: &Path) -> Outcome<Vec<String>> {
    let packages = packages(corpora)?;
    if let Some(name) = packages.iter().find(|name| evaluated::is_package(name)) {
        return Err(format!(
            "{name} belongs to a project that the evaluation asks about and must not be trained on: take it out of {}.",
            corpora.display()
        )
        .into());
    }
    Ok(packages)
}

/// The documented definitions of some packages, in order.
fn definitions(corpora: &Path, packages: &[String], threads: usize) -> Outcome<Vec<Pair>> {
    let mut mined: Vec<Outcome<Vec<Pair>>> = packages.iter().map(|_| Ok(Vec::new())).collect();
    parallel::each(packages.iter().zip(&mut mined).collect(), threads, |(package, pairs)| {
        *pairs = of_package(&corpora.join(package), package);
    });
    Ok(mined.into_iter().collect::<Outcome<Vec<_>>>()?.concat())
}

fn of_package(folder: &Path, package: &str) -> Outcome<Vec<Pair>> {
    let mut chunker = Chunker::new();
    let mut pairs = Vec::new();
    for path in files::below(folder)? {
        if evaluated::is_copy(&path) {
            continue;
        }
        if let Some(source) = files::program(folder, &path)? {
            let symbols = chunker.chunk(&source).symbols;
            pairs.extend(symbols.iter().filter_map(|symbol| definition::pair(package, &source, symbol)));
        }
    }
    Ok(pairs)
}

/// The names of the folders, sorted.
fn packages(corpora: &Path) -> Outcome<Vec<String>> {
    let folders: Vec<PathBuf> = files::entries(corpora)?.into_iter().filter(|path| path.is_dir()).collect();
    let names: Vec<String> = folders.iter().filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
    if names.is_empty() {
        return Err(format!("{} holds no folder: unpack a package into one.", corpora.display()).into());
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn packages_of_several_languages_are_mined_in_order() {
        let home = std::env::temp_dir().join(format!("nearfield-train-mine-{}", std::process::id()));
        let put = |path: &str, text: &str| {
            let file = home.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        let rust = "/// Opens the file and reads its first line.\npub fn first(p: &Path) -> Line { open(p).line(0) }\n";
        put("beta/src/lib.rs", rust);
        put("beta/src/again.rs", rust);
        put("beta/fmt/copy.rs", "/// Formats a number with all its digits.\nfn digits(n: u8) -> Text { print(n) }\n");
        put(
            "alpha/a.py",
            "def close(file):\n    \"\"\"Flush and close the open file.\n\n    More.\"\"\"\n    file.flush()\n",
        );
        let java = "class A {\n  /**\n   * Sends a {@link Message} to the server.\n   * @param m it\n   */\n  void send(Message m) { server.post(m); }\n}\n";
        put("alpha/src/A.java", java);
        put(
            "alpha/tests/a.py",
            "def test():\n    \"\"\"Check that the file closes at the end.\"\"\"\n    assert closed\n",
        );
        let pairs = run(&home, None, 2).unwrap();
        let told: Vec<_> = pairs.iter().map(|p| (p.path.as_str(), p.sentence.as_str())).collect();
        assert_eq!(
            told,
            [
                ("a.py", "Flush and close the open file"),
                ("src/A.java", "Sends a Message to the server"),
                ("src/again.rs", "Opens the file and reads its first line"),
            ]
        );
        assert!(pairs.iter().all(|pair| !pair.code.contains(&pair.sentence)), "{pairs:?}");
        assert!(pairs[0].code.contains("file.flush()"));
        assert!(run(&home, Some(&home), 1).unwrap().is_empty());
        put("serde/src/lib.rs", rust);
        assert!(run(&home, None, 1).unwrap_err().to_string().contains("serde belongs"));
        fs::remove_dir_all(&home).unwrap();
    }
}
