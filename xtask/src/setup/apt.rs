//! Debian's package manager: installing, and looking into suites that the machine does not list.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::outcome::{Context, Failure, Outcome};
use crate::progress::say;
use crate::tool::{Tool, which};

/// Whether this machine has apt.
pub fn present() -> bool {
    which("apt-get").is_some()
}

/// Installs packages, as root or through sudo.
pub fn install(packages: &[&str]) -> Outcome {
    let list = packages.join(" ");
    let advice = format!("apt-get install {list}");
    if !present() {
        return Err(Failure::new("This machine has no apt-get."));
    }
    refresh().map_err(|failure| failure.by_hand(&advice))?;
    say(format!("apt-get install {list}"));
    as_root("apt-get")?
        .args(["install", "-y", "--no-install-recommends", "-q"])
        .args(packages)
        .quietly()
        .map_err(|failure| failure.by_hand(&advice))
}

/// Whether the machine's own lists (after one refresh) offer all of these packages.
pub fn offers(packages: &[&str]) -> bool {
    present()
        && refresh().is_ok()
        && packages.iter().all(|package| {
            Tool::new("apt-cache")
                .args(["policy", package])
                .read()
                .is_ok_and(|answer| answer.contains("Candidate:") && !answer.contains("Candidate: (none)"))
        })
}

/// Refreshes the package lists, once per run: an old list names files that the mirror no longer has.
fn refresh() -> Outcome {
    static DONE: OnceLock<Outcome> = OnceLock::new();
    DONE.get_or_init(|| {
        say("apt-get update");
        as_root("apt-get")?.args(["update", "-q"]).quietly()
    })
    .clone()
}

/// A command that runs as root: directly where we are root, else through sudo.
pub fn as_root(program: &str) -> Outcome<Tool> {
    let user = Tool::new("id").arg("-u").read().unwrap_or_default();
    if user.trim() == "0" {
        return Ok(Tool::new(program).env("DEBIAN_FRONTEND", "noninteractive"));
    }
    if which("sudo").is_none() {
        return Err(Failure::new("Installing system packages needs root, and there is no sudo."));
    }
    Ok(Tool::new("sudo").interactive().args(["DEBIAN_FRONTEND=noninteractive", program]))
}

/// One suite of the machine's own mirror, asked through private lists: the system's are left alone.
pub struct Suite {
    name: String,
    dir: PathBuf,
}

impl Suite {
    /// Reads the suite's package list into `dir`. Needs no root.
    pub fn open(name: &str, dir: &Path) -> Outcome<Self> {
        let Some(mirror) = mirror() else {
            return Err(Failure::new("The machine's apt sources name no Debian mirror."));
        };
        let dir = dir.join(name);
        for part in ["lists/partial", "archives/partial"] {
            fs::create_dir_all(dir.join(part)).context(format!("making {}", dir.display()))?;
        }
        let mut source = format!("Types: deb deb-src\nURIs: {}\nSuites: {name}\nComponents: main\n", mirror.uri);
        if let Some(keys) = &mirror.signed_by {
            source.push_str(&format!("Signed-By: {keys}\n"));
        }
        fs::write(dir.join("suite.sources"), source).context("writing a private apt source")?;
        let suite = Suite { name: name.to_owned(), dir };
        suite.apt("apt-get").args(["update", "-q"]).quietly()?;
        Ok(suite)
    }

    /// The suite's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version of `package` whose upstream part is `upstream` (`1.95.0`), if the suite has one.
    pub fn version(&self, package: &str, upstream: &str) -> Option<String> {
        let listing = self.apt("apt-cache").args(["madison", package]).read().ok()?;
        // `rust-src | 1.95.0+dfsg1-1~bpo13+1 | <mirror> trixie-backports/main amd64 Packages`
        listing
            .lines()
            .filter_map(|line| line.split('|').nth(1))
            .map(str::trim)
            .find(|version| {
                version
                    .strip_prefix(upstream)
                    .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
            })
            .map(str::to_owned)
    }

    /// Downloads one package and unpacks it into `into`, without installing it.
    pub fn unpack(&self, package: &str, version: &str, into: &Path) -> Outcome {
        extract(&self.download(&format!("{package}={version}"))?, into)
    }

    /// Downloads one package: `NAME`, or `NAME=VERSION`. Returns where it lies until the next download.
    pub fn download(&self, package: &str) -> Outcome<PathBuf> {
        let command = self.apt("apt-get").args(["download", "-q", package]);
        self.downloaded(command, |name| name.ends_with(".deb"))?
            .ok_or_else(|| Failure::new(format!("apt-get downloaded no {package}.")))
    }

    /// Downloads the upstream archive that a source package was made from. Returns where it lies until the next download.
    pub fn source(&self, package: &str) -> Outcome<PathBuf> {
        let command =
            self.apt("apt-get").args(["source", "-q", "--download-only", "--tar-only", "--only-source", package]);
        self.downloaded(command, |name| name.contains(".orig.tar."))?
            .ok_or_else(|| Failure::new(format!("apt-get downloaded no source of {package}.")))
    }

    fn downloaded(&self, command: Tool, is_wanted: impl Fn(&str) -> bool) -> Outcome<Option<PathBuf>> {
        let downloads = self.dir.join("downloads");
        let _ = fs::remove_dir_all(&downloads);
        fs::create_dir_all(&downloads).context("making a folder for a Debian package")?;
        command.dir(&downloads).quietly()?;
        let entries = fs::read_dir(&downloads).context("looking for the downloaded package")?.flatten();
        Ok(entries.filter(|entry| is_wanted(&entry.file_name().to_string_lossy())).map(|entry| entry.path()).next())
    }

    fn apt(&self, program: &str) -> Tool {
        let option = |name: &str, path: &Path| format!("-o{name}={}", path.display());
        Tool::new(program).args([
            option("Dir::State::Lists", &self.dir.join("lists")),
            option("Dir::Cache", &self.dir),
            option("Dir::Etc::SourceList", &self.dir.join("suite.sources")),
            "-oDir::Etc::SourceParts=/dev/null".to_owned(),
            "-oDir::Etc::Preferences=/dev/null".to_owned(),
            "-oDir::Etc::PreferencesParts=/dev/null".to_owned(),
            // Everything is written below our own folder; root's sandbox user may not enter it.
            "-oAPT::Sandbox::User=root".to_owned(),
            "-oDebug::NoLocking=true".to_owned(),
        ])
    }
}

/// Unpacks a package that was downloaded, without installing it.
pub fn extract(archive: &Path, into: &Path) -> Outcome {
    Tool::new("dpkg").arg("-x").arg(archive).arg(into).quietly()
}

struct Mirror {
    uri: String,
    signed_by: Option<String>,
}

/// The first mirror of the distribution's main archive in the machine's own sources.
fn mirror() -> Option<Mirror> {
    let mut files = vec![PathBuf::from("/etc/apt/sources.list")];
    if let Ok(entries) = fs::read_dir("/etc/apt/sources.list.d") {
        files.extend(entries.flatten().map(|entry| entry.path()));
    }
    files.sort();
    files.iter().find_map(|file| {
        let text = fs::read_to_string(file).ok()?;
        match file.extension()?.to_str()? {
            "sources" => text.split("\n\n").find_map(mirror_of_stanza),
            "list" => text.lines().find_map(mirror_of_line),
            _ => None,
        }
    })
}

/// A deb822 stanza: `Types: deb`, `URIs: …`, `Suites: …`, perhaps `Signed-By: …`.
fn mirror_of_stanza(stanza: &str) -> Option<Mirror> {
    let field = |name: &str| {
        stanza.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let types = field("Types")?;
    let uri = field("URIs")?.split_whitespace().next()?.to_owned();
    let usable = types.split_whitespace().any(|kind| kind == "deb")
        && field("Enabled").is_none_or(|value| value != "no")
        && is_main_archive(&uri, &field("Suites")?);
    // A key that stands in the stanza itself spans lines; the system's keyring serves then.
    let signed_by = field("Signed-By").filter(|keys| keys.starts_with('/'));
    usable.then_some(Mirror { uri, signed_by })
}

/// A line `deb [signed-by=…] URI SUITE COMPONENT…`.
fn mirror_of_line(line: &str) -> Option<Mirror> {
    let rest = line.trim().strip_prefix("deb ")?.trim_start();
    let (options, rest) = match rest.strip_prefix('[') {
        Some(bracket) => bracket.split_once(']')?,
        None => ("", rest),
    };
    let mut words = rest.split_whitespace();
    let uri = words.next()?.to_owned();
    let suite = words.next()?;
    let signed_by = options.split_whitespace().find_map(|option| option.strip_prefix("signed-by=")).map(str::to_owned);
    is_main_archive(&uri, suite).then_some(Mirror { uri, signed_by })
}

fn is_main_archive(uri: &str, suites: &str) -> bool {
    let path = uri.trim_end_matches('/');
    path.ends_with("/debian")
        && suites.split_whitespace().any(|suite| !suite.ends_with("-security") && !suite.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_mirror_in_both_formats() {
        let stanza = "Types: deb deb-src\n# note\nURIs: file:/mirror/debian\nSuites: bookworm bookworm-updates\nComponents: main\nSigned-By: /usr/share/keyrings/a.gpg";
        let found = mirror_of_stanza(stanza).map(|m| (m.uri, m.signed_by));
        let keys = Some("/usr/share/keyrings/a.gpg".to_owned());
        assert_eq!(found, Some(("file:/mirror/debian".to_owned(), keys)));
        let line = "deb [arch=amd64 signed-by=/k.gpg] file:/mirror/debian/ bookworm main";
        let found = mirror_of_line(line).map(|m| (m.uri, m.signed_by));
        assert_eq!(found, Some(("file:/mirror/debian/".to_owned(), Some("/k.gpg".to_owned()))));
    }

    #[test]
    fn leaves_security_and_foreign_archives_alone() {
        assert!(mirror_of_line("deb file:/mirror/debian-security bookworm-security main").is_none());
        assert!(mirror_of_line("deb file:/other/tools stable main").is_none());
        assert!(mirror_of_line("# deb file:/mirror/debian bookworm main").is_none());
        let disabled = "Enabled: no\nTypes: deb\nURIs: file:/mirror/debian\nSuites: sid";
        assert!(mirror_of_stanza(disabled).is_none());
    }
}
