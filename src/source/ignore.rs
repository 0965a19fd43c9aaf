//! Which files do the repository's own ignore files exclude? Git's semantics, fed as data.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::rc::Rc;

use ::ignore::Match;
use ::ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::braces::alternatives;
use super::path::{clean, file_name};
use super::pattern::{patterns, translate};

/// The rule files of one folder, strongest first.
const KINDS: [&str; 3] = [".nearfieldignore", ".ignore", ".gitignore"];

/// Folders that tools make and own, whatever the repository. The weakest of all rules: `!node_modules/` in a rule file
/// overrides one. Names that people also give to their sources (`build`, `lib`, `bin`, `dist`, `target`, `vendor`) are
/// left to the repository's own rules.
const BUILT_IN: &str = "\
.git
.hg/
.svn/
.jj/
.bzr/
CVS/
node_modules/
bower_components/
jspm_packages/
.yarn/
.pnpm-store/
__pycache__/
.venv/
.tox/
.nox/
.mypy_cache/
.pytest_cache/
.ruff_cache/
.ipynb_checkpoints/
.eggs/
*.egg-info/
.next/
.nuxt/
.svelte-kit/
.turbo/
.parcel-cache/
.angular/
.gradle/
.terraform/
.terragrunt-cache/
.dart_tool/
.stack-work/
.zig-cache/
zig-cache/
elm-stuff/
.cache/
.DS_Store
";

/// How many rules are compiled into one matcher: a broken batch is halved until its broken rule stands alone.
const BATCH: usize = 512;

/// The ignore rules of an index: every rule file by its folder, and the built-in rules below them.
///
/// As in git, the last matching rule of a file decides, a deeper file is stronger than one above it, and what lies in an
/// excluded folder is excluded, whatever rules say about it. In one folder .nearfieldignore is stronger than .ignore,
/// and that than .gitignore. Letter case counts.
#[derive(Clone, Debug)]
pub struct IgnoreRules {
    folders: BTreeMap<String, Folder>,
    /// Compiled when first asked.
    built_in: OnceCell<RuleFile>,
    /// For each folder asked about, the rule that excludes it. Folders are asked about once per file in them.
    verdicts: RefCell<HashMap<String, Option<Rc<str>>>>,
}

/// A pattern as written, after its line.
pub type Rule = (u32, Box<str>);

/// The rule files of one folder, in the order of [`KINDS`].
type Folder = [Option<RuleFile>; KINDS.len()];

impl Default for IgnoreRules {
    fn default() -> Self {
        Self::new()
    }
}

impl IgnoreRules {
    /// The built-in rules alone.
    pub fn new() -> Self {
        Self { folders: BTreeMap::new(), built_in: OnceCell::new(), verdicts: RefCell::default() }
    }

    /// Whether a path names a file that [`set`](Self::set) takes: .gitignore, .ignore or .nearfieldignore.
    pub fn is_rule_file(path: &str) -> bool {
        kind(path.rsplit(['/', '\\']).next().unwrap_or(path)).is_some()
    }

    /// Adds a rule file or replaces it; `false` if its rules stay as they were. A path that is none changes nothing.
    pub fn set(&mut self, path: &str, text: &str) -> bool {
        self.put(path, Some(rules(text)))
    }

    /// The rule files with their patterns as written and the lines of these, in the order of folders and strength.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[Rule])> {
        let files = self.folders.values().flatten().flatten();
        files.map(|file| (file.path.as_str(), file.rules.as_slice()))
    }

    /// Adds a rule file as [`files`](Self::files) gave it.
    pub fn restore(&mut self, path: &str, rules: Vec<Rule>) {
        self.put(path, Some(rules));
    }

    /// Forgets a rule file; `false` if there is none.
    pub fn remove(&mut self, path: &str) -> bool {
        self.put(path, None)
    }

    /// Whether something changes.
    fn put(&mut self, path: &str, rules: Option<Vec<Rule>>) -> bool {
        let Ok(path) = clean(path, false) else { return false };
        let name = file_name(&path);
        let Some(kind) = kind(name) else { return false };
        let folder = path[..path.len() - name.len()].trim_end_matches('/');
        let known = self.folders.get(folder).and_then(|files| files[kind].as_ref());
        if known.map(|file| &file.rules) == rules.as_ref() {
            return false;
        }
        let files = self.folders.entry(folder.to_owned()).or_default();
        files[kind] = rules.map(|rules| RuleFile::of_rules(&path, rules));
        if files.iter().all(Option::is_none) {
            self.folders.remove(folder);
        }
        self.verdicts.get_mut().clear();
        true
    }

    /// The rule that excludes a file, or a folder if `is_dir`, and where it stands: "`*.log` (src/.gitignore:3)".
    /// `None` when it is let in, and for a path that is no path.
    ///
    /// A folder's verdict is kept until the rules change: a file costs one look-up and a match of its name.
    pub fn is_ignored(&self, path: &str, is_dir: bool) -> Option<String> {
        let path = clean(path, is_dir).ok()?;
        if let Some((folder, _)) = path.rsplit_once('/')
            && let Some(rule) = self.folder_verdict(folder)
        {
            return Some(rule.as_ref().to_owned());
        }
        self.own_verdict(&path, is_dir).map(Cow::into_owned)
    }

    /// The rule that excludes a folder, by itself or with one above it.
    fn folder_verdict(&self, folder: &str) -> Option<Rc<str>> {
        if let Some(known) = self.verdicts.borrow().get(folder) {
            return known.clone();
        }
        let mut verdicts = self.verdicts.borrow_mut();
        let ends = folder.match_indices('/').map(|(at, _)| at).chain([folder.len()]);
        let mut verdict: Option<Rc<str>> = None;
        for prefix in ends.map(|end| &folder[..end]) {
            verdict = match (verdict, verdicts.get(prefix)) {
                (Some(above), _) => Some(above),
                (None, Some(known)) => known.clone(),
                (None, None) => self.own_verdict(prefix, true).map(Rc::from),
            };
            verdicts.entry(prefix.to_owned()).or_insert_with(|| verdict.clone());
        }
        verdict
    }

    /// The rule that excludes exactly this path, given that the folders above it are let in.
    fn own_verdict(&self, path: &str, is_dir: bool) -> Option<Cow<'_, str>> {
        let folders = path.rmatch_indices('/').map(|(at, _)| (&path[..at], &path[at + 1..])).chain([("", path)]);
        for (folder, inside) in folders {
            let files = self.folders.get(folder).into_iter().flatten().flatten();
            if let Some(verdict) = files.filter_map(|file| file.verdict(inside, is_dir)).next() {
                return verdict;
            }
        }
        self.built_in.get_or_init(|| RuleFile::new("built in", BUILT_IN)).verdict(path, is_dir).flatten()
    }
}

/// A rule file's place in [`KINDS`].
fn kind(name: &str) -> Option<usize> {
    KINDS.iter().position(|kind| *kind == name)
}

/// The rules of a text.
fn rules(text: &str) -> Vec<Rule> {
    patterns(text).map(|(line, pattern)| (line, Box::from(pattern))).collect()
}

/// One rule file, compiled.
#[derive(Clone, Debug)]
struct RuleFile {
    path: String,
    rules: Vec<Rule>,
    /// Matchers over consecutive rules; a glob's `from` is the index of its rule.
    matchers: Vec<Gitignore>,
}

impl RuleFile {
    fn new(path: &str, text: &str) -> Self {
        Self::of_rules(path, rules(text))
    }

    fn of_rules(path: &str, rules: Vec<Rule>) -> Self {
        let mut file = Self { path: path.to_owned(), rules, matchers: Vec::new() };
        let indices: Vec<usize> = (0..file.rules.len()).collect();
        for batch in indices.chunks(BATCH) {
            file.compile(batch);
        }
        file
    }

    /// Compiles a run of rules. What the `ignore` crate cannot compile (a pattern of absurd size) matches nothing.
    fn compile(&mut self, indices: &[usize]) {
        let mut builder = GitignoreBuilder::new("");
        for index in indices {
            for line in translate(&self.rules[*index].1) {
                // An error concerns this line alone and leaves the builder as it was.
                let _ = builder.add_line(Some(PathBuf::from(index.to_string())), &line);
            }
        }
        match builder.build() {
            Ok(matcher) if matcher.is_empty() => {}
            Ok(matcher) => self.matchers.push(matcher),
            Err(_) if indices.len() > 1 => {
                let (first, second) = indices.split_at(indices.len() / 2);
                self.compile(first);
                self.compile(second);
            }
            Err(_) => {}
        }
    }

    /// What this file alone says about a path given from its own folder: nothing, "let in" (`Some(None)`), or the rule
    /// that excludes it.
    fn verdict(&self, path: &str, is_dir: bool) -> Option<Option<Cow<'_, str>>> {
        self.matchers.iter().rev().find_map(|matcher| match matcher.matched(path, is_dir) {
            Match::None => None,
            Match::Whitelist(_) => Some(None),
            Match::Ignore(glob) => {
                let index = glob.from().and_then(|from| from.to_str()).and_then(|from| from.parse::<usize>().ok());
                let rule = index.and_then(|index| self.rules.get(index));
                Some(Some(rule.map_or(Cow::Borrowed(self.path.as_str()), |rule| Cow::Owned(self.describe(rule)))))
            }
        })
    }

    fn describe(&self, (line, pattern): &(u32, Box<str>)) -> String {
        if kind(file_name(&self.path)).is_some() {
            format!("`{pattern}` ({}:{line})", self.path)
        } else {
            format!("`{pattern}` (built in)")
        }
    }
}

/// Patterns in the language of ignore files that name what takes part: `src/**`, `*.rs`, `!tests/`.
///
/// The last matching pattern decides. A path that none matches takes part only if every pattern begins with `!`.
#[derive(Clone, Debug)]
pub struct PathPatterns {
    patterns: Vec<RuleFile>,
    otherwise: bool,
}

impl PathPatterns {
    /// Compiles patterns. People write them as they write paths: with `./` before, or with the separators of Windows, and
    /// with braces. A string of several lines is several patterns.
    ///
    /// # Errors
    /// The pattern that says nothing, such as a comment, or can match nothing, such as one whose `[` is not closed.
    pub fn new(patterns: &[String]) -> Result<Self, &str> {
        let mut said = Vec::new();
        for given in patterns {
            let lines = given.lines().filter(|line| !matches!(line.trim(), "" | "!") && !line.starts_with('#'));
            let before = said.len();
            for line in lines {
                let pattern = as_pattern(line);
                if pattern.is_empty() {
                    // `./` is everything.
                    said.push("*".to_owned());
                    continue;
                }
                let written = alternatives(&pattern, MOST_ALTERNATIVES.saturating_sub(said.len())).ok_or(line)?;
                let written: Vec<String> = written.into_iter().filter(|pattern| !pattern.is_empty()).collect();
                if written.iter().any(|pattern| translate(pattern).is_empty()) {
                    return Err(line);
                }
                said.extend(written);
            }
            if said.len() == before {
                return Err(given);
            }
        }
        Ok(PathPatterns {
            patterns: said.iter().map(|line| RuleFile::new("paths", line)).collect(),
            otherwise: said.iter().all(|line| line.starts_with('!')),
        })
    }

    /// Whether a canonical path takes part: by itself or by a folder that it lies in.
    pub fn matches(&self, path: &str) -> bool {
        let says = |pattern: &RuleFile| {
            let folders = path.rmatch_indices('/').map(|(at, _)| (&path[..at], true));
            let verdict = [(path, false)].into_iter().chain(folders).find_map(|(part, dir)| pattern.verdict(part, dir));
            verdict.map(|rule| rule.is_some())
        };
        self.patterns.iter().rev().find_map(says).unwrap_or(self.otherwise)
    }
}

/// Patterns with braces may stand for so many, all together: compiling more takes seconds.
const MOST_ALTERNATIVES: usize = 500;

/// A path as a pattern: `./src` is `src`, and a backslash before a letter or at the end separates, where it could escape
/// nothing.
fn as_pattern(line: &str) -> String {
    let (not, line) = line.strip_prefix('!').map_or(("", line), |rest| ("!", rest));
    let line = line.strip_prefix("./").or_else(|| line.strip_prefix(".\\")).unwrap_or(line);
    let mut pattern = not.to_owned();
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        let separates = c == '\\' && rest.peek().is_none_or(|next| next.is_alphanumeric() || matches!(next, '_' | '.'));
        pattern.push(if separates { '/' } else { c });
        if c == '\\' && !separates {
            pattern.extend(rest.next());
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    #[test]
    fn paths_are_taken_as_people_write_them() {
        for (pattern, path) in [
            ("./src/", "src/a.rs"),
            ("src\\", "src/a.rs"),
            (".\\src\\a.rs", "src/a.rs"),
            ("lib/\nsrc/", "src/a.rs"),
            ("app/\\[id\\]/a.ts", "app/[id]/a.ts"),
            ("src\\.config\\a.rs", "src/.config/a.rs"),
            ("./", "src/a.rs"),
            ("# all but tests\n!tests/", "src/a.rs"),
            ("{src,lib}/**", "src/a.rs"),
        ] {
            assert!(PathPatterns::new(&[pattern.to_owned()]).unwrap().matches(path), "{pattern}");
        }
        assert!(PathPatterns::new(&["src/".to_owned(), "./".to_owned()]).unwrap().matches("lib/a.rs"));
        for pattern in ["", " ", "!", "#src/", "[", "lib/[", "!x[", &"{a,b}".repeat(40)] {
            assert_eq!(PathPatterns::new(&[pattern.to_owned()]).unwrap_err(), pattern);
        }
        assert!(!PathPatterns::new(&["!./src/".to_owned()]).unwrap().matches("src/a.rs"));
        assert!(!PathPatterns::new(&["!tests/\nsrc/".to_owned()]).unwrap().matches("lib/a.rs"));
    }

    use super::*;

    fn rules(files: &[(&str, &str)]) -> IgnoreRules {
        let mut rules = IgnoreRules::new();
        for (path, text) in files {
            rules.set(path, text);
        }
        rules
    }

    fn ignored(rules: &IgnoreRules, path: &str) -> bool {
        rules.is_ignored(path, false).is_some()
    }

    #[test]
    fn the_rule_and_its_place_are_named() {
        let rules = rules(&[(".gitignore", "# logs\n*.log\r\n"), ("src/.gitignore", "/gen/  \n")]);
        assert_eq!(rules.is_ignored("a/b.log", false).as_deref(), Some("`*.log` (.gitignore:2)"));
        assert_eq!(rules.is_ignored("src/gen/deep/a.rs", false).as_deref(), Some("`/gen/` (src/.gitignore:1)"));
        assert_eq!(rules.is_ignored("gen/a.rs", false), None);
        assert_eq!(rules.is_ignored("node_modules/a/b.js", false).as_deref(), Some("`node_modules/` (built in)"));
    }

    #[test]
    fn a_folder_that_is_out_cannot_be_entered_again() {
        let rules =
            rules(&[(".gitignore", "/out/\n!/out/keep.txt\n/most/*\n!/most/keep.txt\n"), ("out/.gitignore", "!*\n")]);
        assert!(ignored(&rules, "out/keep.txt"));
        assert!(ignored(&rules, "most/a.txt"));
        assert!(!ignored(&rules, "most/keep.txt"));
    }

    #[test]
    fn the_deeper_file_wins_and_in_one_folder_the_nearer_to_us() {
        let rules = rules(&[
            (".nearfieldignore", "*.txt\n"),
            (".ignore", "!*.log\n"),
            (".gitignore", "*.log\n*.tmp\n"),
            ("a/.gitignore", "!*.txt\n*.log\n"),
        ]);
        assert!(ignored(&rules, "b.txt") && !ignored(&rules, "b.log") && ignored(&rules, "b.tmp"));
        assert!(!ignored(&rules, "a/b.txt") && ignored(&rules, "a/b.log"));
    }

    #[test]
    fn built_in_rules_can_be_overridden() {
        let mut rules = IgnoreRules::new();
        assert!(
            ignored(&rules, "web/node_modules/x/index.js")
                && ignored(&rules, ".git/config")
                && ignored(&rules, "a/.git")
        );
        assert!(!ignored(&rules, "lib/a.rs") && !ignored(&rules, "vendor/a.go") && !ignored(&rules, "build/a.py"));
        rules.set(".gitignore", "!node_modules/\n");
        assert!(!ignored(&rules, "web/node_modules/x/index.js"));
    }

    #[test]
    fn changes_take_effect_at_once() {
        let mut rules = IgnoreRules::new();
        rules.set("src\\.gitignore", "a/\n");
        assert!(ignored(&rules, "src/a/b/c.rs") && ignored(&rules, ".\\src\\a\\b\\c.rs"));
        rules.set("src/.gitignore", "b/\n");
        assert_eq!(rules.is_ignored("src/a/b/c.rs", false).as_deref(), Some("`b/` (src/.gitignore:1)"));
        assert!(!ignored(&rules, "src/a/c.rs"));
        rules.remove("src/.gitignore");
        assert!(!ignored(&rules, "src/a/b/c.rs"));
    }

    #[test]
    fn folders_and_files_differ() {
        let rules = rules(&[(".gitignore", "build/\n")]);
        assert!(rules.is_ignored("build", true).is_some() && rules.is_ignored("a/build/", true).is_some());
        assert!(rules.is_ignored("build", false).is_none());
    }

    #[test]
    fn a_folder_whose_name_starts_like_the_rule_files_own() {
        let rules = rules(&[("foo/.gitignore", "x\n")]);
        assert!(ignored(&rules, "foo/x") && !ignored(&rules, "foobar/x") && !ignored(&rules, "x"));
    }

    #[test]
    fn only_named_rule_files_count() {
        assert!(IgnoreRules::is_rule_file("a\\.gitignore") && IgnoreRules::is_rule_file(".nearfieldignore"));
        assert!(!IgnoreRules::is_rule_file(".prettierignore") && !IgnoreRules::is_rule_file("a.gitignore"));
        let rules = rules(&[(".prettierignore", "*\n"), ("../.gitignore", "*\n"), ("", "*\n")]);
        assert!(!ignored(&rules, "a.ts"));
    }

    #[test]
    fn patterns_name_what_takes_part() {
        let matches = |patterns: &[&str], path: &str| {
            PathPatterns::new(&patterns.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>()).unwrap().matches(path)
        };
        assert!(matches(&["src/"], "src/a/b.rs") && !matches(&["src/"], "lib/b.rs"));
        assert!(matches(&["*.ts", "!*.test.ts"], "a/x.ts") && !matches(&["*.ts", "!*.test.ts"], "a/x.test.ts"));
        assert!(matches(&["!tests/"], "src/x.rs") && !matches(&["!tests/"], "tests/x.rs"));
        assert!(matches(&["src/**", "!src/gen/"], "src/x.rs") && !matches(&["src/**", "!src/gen/"], "src/gen/x.rs"));
        assert!(matches(&[], "anything"));
    }

    #[test]
    fn absurd_rules_do_no_harm() {
        let long = format!("{}\n*.log\n[\n\\\n!\n{}\n", "a*?".repeat(20_000), "/".repeat(5_000));
        let rules = rules(&[(".gitignore", &long)]);
        assert!(ignored(&rules, "b.log") && !ignored(&rules, "b.txt"));
        assert!(!ignored(&rules, &"x/".repeat(4_000)));
    }
}
