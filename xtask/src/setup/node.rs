//! Node, and the npm packages of the lock file.

use std::fs;
use std::path::{Path, PathBuf};

use crate::digest;
use crate::outcome::{Advice, Context, Failure, Outcome};
use crate::progress::say;
use crate::project::Project;
use crate::tool::{Tool, which};

const OLDEST: u32 = 20;

/// Node and npm.
pub struct Node {
    /// The program `node`.
    pub node: PathBuf,
    /// The program `npm`.
    pub npm: PathBuf,
    /// The version, as `20.20.2`.
    pub version: String,
}

impl Node {
    /// Runs a script of a workspace's package.json.
    pub fn script(&self, project: &Project, workspace: &str, script: &str) -> Tool {
        Tool::new(&self.npm).args(["run", "--silent", script, "--workspace", workspace]).dir(&project.root)
    }

    /// Runs a JavaScript file.
    pub fn file(&self, file: &Path) -> Tool {
        Tool::new(&self.node).arg(file)
    }
}

/// Checks Node's version and brings node_modules in step with package-lock.json.
pub fn ensure(project: &Project) -> Outcome<Node> {
    let node = find()?;
    say(format!("using Node {}", node.version));
    packages(project, &node)?;
    Ok(node)
}

/// Looks for Node and npm, and checks the version.
pub fn find() -> Outcome<Node> {
    let advise = |what: String| {
        Failure::new(what)
            .by_hand("apt-get install nodejs npm   (Debian 13; older releases ship an older Node)")
            .by_hand("or install a current Node with your version manager (nvm, fnm, volta, mise)")
    };
    let (Some(node), Some(npm)) = (which("node"), which("npm")) else {
        return Err(advise(format!("Node {OLDEST} or newer with npm is needed, and is not on the PATH.")));
    };
    let answer = Tool::new(&node).arg("--version").read()?;
    let version = answer.trim().trim_start_matches('v').to_owned();
    let major = version.split('.').next().and_then(|text| text.parse().ok());
    if major.is_none_or(|major: u32| major < OLDEST) {
        return Err(advise(format!("Node {OLDEST} or newer is needed; {} is {version}.", node.display())));
    }
    Ok(Node { node, npm, version })
}

/// `npm ci`, unless node_modules already is what the lock file says.
fn packages(project: &Project, node: &Node) -> Outcome {
    let read = |name: &str| fs::read(project.root.join(name)).context(format!("reading {name}"));
    let mut state = read("package-lock.json")?;
    state.extend(read("package.json")?);
    // Packages with compiled parts differ by machine.
    state.extend(format!("{} {}", std::env::consts::OS, std::env::consts::ARCH).bytes());
    let state = digest::of_bytes(&state);
    let stamp = project.root.join("node_modules/.lock-digest");
    if fs::read_to_string(&stamp).is_ok_and(|text| text == state) {
        say("npm packages are in step with package-lock.json");
        return Ok(());
    }
    say("npm ci");
    Tool::new(&node.npm)
        .args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])
        .dir(&project.root)
        .quietly()
        .or_by_hand("npm ci   (in the repository; npm's own configuration says which registry it asks)")?;
    fs::write(&stamp, state).context("noting the state of node_modules")
}
