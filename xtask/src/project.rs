//! Where things lie in the repository and in cargo's target folder.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::outcome::{Context, Outcome};
use crate::tool::Tool;

/// The target that the package's core is compiled for.
pub const WASM: &str = "wasm32-unknown-unknown";

/// The repository, as the build program sees it.
pub struct Project {
    /// The folder of the workspace's Cargo.toml.
    pub root: PathBuf,
    /// cargo's target folder.
    pub target: PathBuf,
    /// Scratch space of the build program, inside the target folder.
    pub scratch: PathBuf,
    metadata: Value,
}

impl Project {
    /// Finds the repository and asks cargo about it.
    pub fn open() -> Outcome<Self> {
        // `cargo run` tells where this package lies now; the compiled-in folder may have been moved since.
        let here = env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
        let root = Path::new(&here).parent().unwrap_or(Path::new(".")).to_path_buf();
        let text = Tool::new(cargo())
            .args(["metadata", "--format-version", "1"])
            .args(["--filter-platform", WASM])
            .dir(&root)
            .read()?;
        let metadata: Value = serde_json::from_str(&text).context("reading the answer of cargo metadata")?;
        let target = PathBuf::from(metadata["target_directory"].as_str().unwrap_or("target"));
        let scratch = target.join("xtask");
        fs::create_dir_all(&scratch).context(format!("making {}", scratch.display()))?;
        Ok(Project { root, target, scratch, metadata })
    }

    /// The folder where the source of a dependency lies.
    pub fn source_of(&self, package: &str) -> Option<PathBuf> {
        let packages = self.metadata["packages"].as_array()?;
        let found = packages.iter().find(|p| p["name"] == package)?;
        let manifest = Path::new(found["manifest_path"].as_str()?);
        manifest.parent().map(Path::to_path_buf)
    }

    /// The npm package.
    pub fn pkg(&self) -> PathBuf {
        self.root.join("pkg")
    }

    /// The page.
    pub fn www(&self) -> PathBuf {
        self.root.join("www")
    }
}

/// The cargo that runs this program, so that every step uses one toolchain.
pub fn cargo() -> PathBuf {
    env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from)
}

/// cargo's own folder, with its cache of crates.
pub fn cargo_home() -> Option<PathBuf> {
    env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")))
}
