//! The ignore rules against git itself: random trees, random rule files, every verdict compared with
//! `git check-ignore`, down to the line of the deciding rule.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nearfield::source::IgnoreRules;

/// Trees in the random test; the environment variable `NEARFIELD_IGNORE_TREES` asks for more.
const TREES: u64 = 200;

/// A small generator of its own, so that a seed names a case for ever.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// A repository in a temporary folder, removed when dropped.
struct Repository(PathBuf);

impl Repository {
    fn new(name: &str) -> Self {
        // In memory where there is such a place: the test makes thousands of folders.
        let memory = Some(PathBuf::from("/dev/shm")).filter(|folder| folder.is_dir());
        let base = memory.unwrap_or_else(std::env::temp_dir);
        let root = base.join(format!("nearfield-ignore-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("a temporary folder");
        let repository = Self(root);
        let init = repository.git(&["init", "--quiet"]).output();
        let init = init.expect("this test compares with git: install git, so that `git --version` works");
        assert!(init.status.success(), "git init failed: {}", String::from_utf8_lossy(&init.stderr));
        repository
    }

    fn git(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        // The user's own settings and ignore files must not speak.
        command.current_dir(&self.0).args(["-c", "core.excludesFile=", "-c", "core.ignoreCase=false"]).args(arguments);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null").env_remove("GIT_DIR");
        command
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// For each path that a rule decides: the file and line of that rule, and whether it excludes.
    fn verdicts(&self, paths: &[String]) -> BTreeMap<String, (String, bool)> {
        let mut child = self
            .git(&["check-ignore", "--no-index", "--verbose", "-z", "--stdin"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("git check-ignore");
        let mut input = child.stdin.take().expect("its input");
        let list = paths.join("\0") + "\0";
        let writer = std::thread::spawn(move || input.write_all(list.as_bytes()));
        let output = child.wait_with_output().expect("git check-ignore");
        writer.join().expect("the writer").expect("git reads all paths");
        assert!(matches!(output.status.code(), Some(0 | 1)), "git check-ignore failed");
        let text = String::from_utf8(output.stdout).expect("UTF-8 from git");
        let fields: Vec<&str> = text.split_terminator('\0').collect();
        let records = fields.chunks_exact(4);
        records.map(|r| (r[3].to_owned(), (format!("{}:{}", r[0], r[1]), !r[2].starts_with('!')))).collect()
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a comparison found.
struct Compared {
    paths: usize,
    excluded: usize,
    differences: Vec<String>,
}

/// Compares every verdict in one repository, for its files and its folders.
fn compare(name: &str, rule_files: &[(String, String)], files: &[String]) -> Compared {
    let repository = Repository::new(name);
    let mut rules = IgnoreRules::new();
    let mut paths = BTreeMap::new();
    for (path, text) in rule_files {
        repository.write(path, text);
        rules.set(path, text);
    }
    // git asks the disk only whether a path is a folder.
    for (folder, _) in files.iter().filter_map(|file| file.rsplit_once('/')) {
        fs::create_dir_all(repository.0.join(folder)).expect("a folder");
    }
    for path in rule_files.iter().map(|(path, _)| path).chain(files) {
        paths.insert(path.clone(), false);
        paths.extend(path.match_indices('/').map(|(at, _)| (path[..at].to_owned(), true)));
    }
    let list: Vec<String> = paths.keys().cloned().collect();
    let verdicts = repository.verdicts(&list);
    let mut compared = Compared { paths: paths.len(), excluded: 0, differences: Vec::new() };
    for (path, is_dir) in &paths {
        let ours = rules.is_ignored(path, *is_dir);
        let theirs = verdicts.get(path);
        let place = ours.as_deref().and_then(|rule| rule.rsplit_once('('));
        let place = place.map(|(_, place)| place.trim_end_matches(')'));
        let wanted = theirs.filter(|(_, excludes)| *excludes).map(|(place, _)| place.as_str());
        compared.excluded += usize::from(wanted.is_some());
        if place != wanted {
            compared.differences.push(format!("{path:?} (folder: {is_dir}): ours {ours:?}, git {theirs:?}"));
        }
    }
    compared
}

const NAMES: &[&str] = &[
    "a", "b", "ab", "abc", "foo", "foobar", "Foo", "bar", "a.b", "x.log", "y.log", "a b", "é", "[a]", "{a,b}", "#a",
    "!a", "-", "a-b", ".hid", "]", "^",
];

fn random_path(random: &mut Random) -> String {
    let depth = 1 + random.below(4);
    (0..depth).map(|_| random.pick(NAMES)).collect::<Vec<_>>().join("/")
}

/// A pattern made of pieces of real ones and of git's oddities.
fn random_pattern(random: &mut Random) -> String {
    const PIECES: &[&str] = &[
        "a",
        "b",
        "ab",
        "foo",
        "bar",
        "*",
        "*",
        "?",
        "**",
        "*.log",
        ".log",
        "x",
        "[ab]",
        "[!a]",
        "[^b]",
        "[a-c]",
        "[]a]",
        "[!]]",
        "[a-]",
        "[[:alpha:]]",
        "[[:upper:][:digit:]]",
        "[[:nope:]]",
        "[\\]a]",
        "[a",
        "[z-a]",
        "[--a]",
        "[+-9]",
        "[^-]",
        "{a,b}",
        "{",
        "}",
        ",",
        "\\a",
        "\\*",
        "\\[a]",
        "\\!",
        "\\#a",
        "#a",
        "!a",
        "é",
        "[é]",
        "[!é]",
        " ",
        "a b",
        "a\\ ",
        ".",
        ".hid",
        "***",
        "-",
        "^",
        "[^^]",
        "[!!]",
        "[\\!^]",
        "[[]",
        "[[:]",
        "[a[:digit:]",
    ];
    let mut pattern = String::new();
    if random.chance(20) {
        pattern.push('!');
    }
    if random.chance(20) {
        pattern.push('/');
    }
    let pieces = 1 + random.below(3) + random.below(3);
    for i in 0..pieces {
        if i > 0 && random.chance(40) {
            pattern.push('/');
        }
        pattern.push_str(random.pick(PIECES));
    }
    if random.chance(25) {
        pattern.push('/');
    }
    if random.chance(5) {
        pattern.push_str("  ");
    }
    pattern
}

/// A pattern that is likely to match: a part of a real path with wildcards put in.
fn derived_pattern(random: &mut Random, files: &[String]) -> String {
    let path = &files[random.below(files.len())];
    let components: Vec<&str> = path.split('/').collect();
    let first = random.below(components.len());
    let last = first + 1 + random.below(components.len() - first);
    let mut pattern = String::from(random.pick(&["", "", "", "!", "!", "/", "!/", "**/", "!**/", "*/"]));
    for (i, component) in components[first..last].iter().enumerate() {
        if i > 0 {
            pattern.push('/');
        }
        match random.below(10) {
            0 => pattern.push('*'),
            1 => pattern.push_str("**"),
            2 => pattern.push_str(&format!("{component}**")),
            3 => pattern.push_str(&format!("**{component}")),
            4 => pattern.push_str(&format!("**/{component}")),
            _ => {
                for c in component.chars() {
                    match random.below(16) {
                        0 => pattern.push('?'),
                        1 => pattern.push('*'),
                        2 => pattern.push_str(&format!("[{c}]")),
                        3 => pattern.push_str(&format!("\\{c}")),
                        4 => pattern.push_str(&format!("[!{c}]")),
                        5 => pattern.push_str(&format!("[\\{c}-z]")),
                        _ => pattern.push(c),
                    }
                }
            }
        }
    }
    pattern.push_str(random.pick(&["", "", "", "/", "/*", "/**", "*", "**", " "]));
    pattern
}

fn random_rules(random: &mut Random, files: &[String]) -> String {
    let line_end = if random.chance(20) { "\r\n" } else { "\n" };
    let mut text = String::new();
    if random.chance(10) {
        text.push('\u{feff}');
    }
    for _ in 0..1 + random.below(7) {
        match random.below(14) {
            0 => text.push_str("# a note"),
            1 => {}
            2 => text.push_str(&format!("!{}", random.pick(NAMES))),
            3 => text.push_str(&format!("/{}/*", random.pick(NAMES))),
            4..=7 => text.push_str(&random_pattern(random)),
            _ => text.push_str(&derived_pattern(random, files)),
        }
        text.push_str(line_end);
    }
    text
}

/// Files whose folders do not collide with files.
fn random_files(random: &mut Random) -> Vec<String> {
    let mut files: Vec<String> = vec!["a/b/foo/x.log".to_owned()];
    for _ in 0..40 {
        let path = random_path(random);
        let clashes = |other: &String| {
            *other == path || other.starts_with(&format!("{path}/")) || path.starts_with(&format!("{other}/"))
        };
        if !files.iter().any(clashes) {
            files.push(path);
        }
    }
    files
}

/// Each tree is a folder of one repository, so that git starts once.
#[test]
fn agrees_with_git_on_random_trees() {
    let asked = std::env::var("NEARFIELD_IGNORE_TREES").ok();
    let trees = asked.and_then(|n| n.parse().ok()).unwrap_or(TREES);
    let mut rule_files: Vec<(String, String)> = Vec::new();
    let mut files = Vec::new();
    for seed in 0..trees {
        let mut random = Random(seed);
        let own_files = random_files(&mut random);
        let mut own = BTreeMap::from([(".gitignore".to_owned(), random_rules(&mut random, &own_files))]);
        for _ in 0..random.below(3) {
            let file = &own_files[random.below(own_files.len())];
            let Some((folder, name)) = file.rsplit_once('/') else {
                continue;
            };
            own.insert(format!("{folder}/.gitignore"), random_rules(&mut random, &[name.to_owned()]));
        }
        files.extend(own_files.into_iter().map(|path| format!("{seed}/{path}")));
        rule_files.extend(own.into_iter().map(|(path, text)| (format!("{seed}/{path}"), text)));
    }
    let compared = compare("random", &rule_files, &files);
    let share = compared.excluded * 100 / compared.paths;
    assert!((10..=90).contains(&share), "{share} % excluded: the random rules test nothing");
    if let Some(first) = compared.differences.first() {
        let tree = first.trim_start_matches('"').split('/').next().unwrap_or_default().to_owned() + "/";
        let rules: Vec<_> = rule_files.iter().filter(|(path, _)| path.starts_with(&tree)).collect();
        let count = compared.differences.len();
        panic!(
            "{count} of {} verdicts differ:\n{}\n{rules:#?}",
            compared.paths,
            compared.differences[..count.min(20)].join("\n")
        );
    }
}

fn check(name: &str, rule_files: &[(&str, &str)], files: &[&str]) {
    let rule_files: Vec<_> = rule_files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let files: Vec<_> = files.iter().map(|path| (*path).to_owned()).collect();
    let differences = compare(name, &rule_files, &files).differences;
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Reported against other tools: nested files, negations, folders that cannot be entered again.
#[test]
fn agrees_with_git_on_reported_cases() {
    check(
        "nested",
        &[
            (".gitignore", "lib/\n*.log\n!keep.log\n"),
            ("packages/a/.gitignore", "dist\n!x.log\n"),
            ("packages/a/src/.gitignore", "*\n!*.ts\n!.gitignore\n"),
        ],
        &[
            "lib/a.js",
            "src/lib/b.js",
            "a.log",
            "keep.log",
            "packages/a/dist/x.js",
            "packages/a/x.log",
            "packages/a/src/a.ts",
            "packages/a/src/deep/b.ts",
            "packages/b/dist/y.js",
        ],
    );
    check(
        "again",
        &[
            (".gitignore", "/*\n!/src\n/src/*\n!/src/keep/\nnode_modules\n!node_modules/x\n"),
            ("node_modules/.gitignore", "!*\n"),
        ],
        &["a.txt", "src/a.ts", "src/keep/b.ts", "src/keep/node_modules/x/i.js", "node_modules/x/i.js"],
    );
    check(
        "stars",
        &[(".gitignore", "**/logs\nlogs2/**\n!logs2/a\na/**/b\nfoo**/bar\nx/foo**\n/**/deep\n!x/foo1/keep\n")],
        &[
            "logs/a",
            "q/logs/b",
            "logs2/a",
            "logs2/b/c",
            "a/b",
            "a/x/b",
            "a/x/y/b",
            "foobar",
            "foo1/bar",
            "foo1/z/bar",
            "q/foobar",
            "x/foo1/keep",
            "x/foo",
            "z/deep/k",
        ],
    );
    check(
        "brackets",
        &[(".gitignore", "app/[id]/\n\\[slug\\].tsx\n*.py[cod]\n{a,b}.txt\n")],
        &["app/[id]/page.tsx", "app/i/page.tsx", "[slug].tsx", "s.tsx", "a.pyc", "a.py", "a.txt", "{a,b}.txt"],
    );
    check("case", &[(".gitignore", "Build/\n*.LOG\n")], &["build/a", "Build/b", "a.log", "b.LOG"]);
}

/// `src\a.ts` on Windows is `src/a.ts`, in rules' places and in paths.
#[test]
fn backslashes_change_nothing() {
    let mut rules = IgnoreRules::new();
    rules.set("packages\\a\\.gitignore", "dist/\n/gen\n");
    for path in ["packages\\a\\dist\\x.js", "packages/a/dist/x.js", ".\\packages\\a\\gen", "packages\\a/gen"] {
        assert!(rules.is_ignored(path, false).is_some(), "{path}");
    }
    assert!(rules.is_ignored("packages\\b\\dist\\x.js", false).is_none());
}

/// Tens of thousands of files are asked about one by one; nothing may be compiled or walked anew for each.
#[test]
fn many_files_are_cheap() {
    let mut rules = IgnoreRules::new();
    rules.set(".gitignore", &(0..500).map(|i| format!("gen{i}/\n*.tmp{i}\n/only/{i}/**/x?\n")).collect::<String>());
    rules.set("packages/p0/.gitignore", "*.log\n");
    let mut excluded = 0;
    for file in 0..50_000 {
        let path = format!(
            "packages/p{}/src/module{}/deep/file{file}.{}",
            file % 40,
            file % 400,
            if file % 10 == 0 { "log" } else { "ts" }
        );
        excluded += usize::from(rules.is_ignored(&path, false).is_some());
    }
    // Every 40th file is in p0, and each of those numbers ends in 0.
    assert_eq!(excluded, 1250);
}
