//! The code bases that retrieval is measured on: source in registry archives, under permissive licences.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{NUMPY, Pinned, RIPGREP, ZOD, corpus, crates, npm, pypi};
use crate::outcome::{Context, Outcome};
use crate::progress::step;
use crate::project::Project;
use crate::setup::Node;

/// Where archives come from.
enum Registry {
    Crates,
    Npm,
    PyPi,
}

/// A code base by the name of its folder.
struct CodeBase {
    name: &'static str,
    registry: Registry,
    parts: &'static [Pinned],
}

const fn npm_package(
    name: &'static str,
    version: &'static str,
    sha256: &'static str,
    only: &'static [&'static str],
) -> Pinned {
    Pinned { name, version, sha256, folder: "", only }
}

const SRC: &[&str] = &["src/"];

const CODE_BASES: [CodeBase; 15] = [
    // Python and C; its build tools are left out.
    CodeBase { name: "numpy", registry: Registry::PyPi, parts: &[Pinned { only: &["numpy/"], ..NUMPY }] },
    // Rust.
    CodeBase { name: "ripgrep", registry: Registry::Crates, parts: &RIPGREP },
    // TypeScript.
    CodeBase { name: "zod", registry: Registry::Npm, parts: &[ZOD] },
    CodeBase {
        name: "effect",
        registry: Registry::Npm,
        parts: &[npm_package(
            "effect",
            "4.1.0",
            "41705a35c964192dfc742863f0e099727ccda7ff2bd67a06d09b093a336f2b0e",
            SRC,
        )],
    },
    CodeBase {
        name: "immer",
        registry: Registry::Npm,
        parts: &[npm_package(
            "immer",
            "11.2.13",
            "7aafee379780f7b290fd76c5f57fea4ef9f2599c021ae70038739c6e5e96009a",
            SRC,
        )],
    },
    CodeBase {
        name: "mobx",
        registry: Registry::Npm,
        parts: &[npm_package("mobx", "7.1.3", "bbd07665d8851ee01df2fd4e12db106c60fd878839610dd8b899548969625616", SRC)],
    },
    CodeBase {
        name: "query-core",
        registry: Registry::Npm,
        parts: &[npm_package(
            "@tanstack/query-core",
            "5.108.4",
            "7660b37f747ce33f1e5456299009dbe217a08514f402c13e633ae95727e361e0",
            SRC,
        )],
    },
    CodeBase {
        name: "redux-toolkit",
        registry: Registry::Npm,
        parts: &[npm_package(
            "@reduxjs/toolkit",
            "2.15.0",
            "20424372851b608ae3b504eb06d93d6bb80f53217e4a0c3f3a558303a115b87e",
            SRC,
        )],
    },
    CodeBase {
        name: "rxjs",
        registry: Registry::Npm,
        parts: &[npm_package("rxjs", "7.8.2", "2312f8ffd9726ffd7bd53ea12c5f13663d09a3dc3326f448c70b88f5ef6fac82", SRC)],
    },
    // JavaScript.
    CodeBase {
        name: "lodash",
        registry: Registry::Npm,
        parts: &[npm_package(
            "lodash-es",
            "4.18.1",
            "b0c810e5cd4cd580ed7b18fc71384b9a80c151dc5c85b1729bd656a49e3f16f8",
            &[],
        )],
    },
    CodeBase {
        name: "three-mesh-bvh",
        registry: Registry::Npm,
        parts: &[npm_package(
            "three-mesh-bvh",
            "0.9.17",
            "c0679f5fa2e12062f41becd20f1737f5254a6ca5d7a4152b8949fb7db6df11aa",
            SRC,
        )],
    },
    // Java, and Swift with Objective-C.
    CodeBase {
        name: "capacitor",
        registry: Registry::Npm,
        parts: &[
            Pinned {
                folder: "android",
                ..npm_package(
                    "@capacitor/android",
                    "8.5.2",
                    "ebb2113aa97526ce66b11653b26f7f763d976788ee69b1725aa88c0bc5347efe",
                    &[],
                )
            },
            Pinned {
                folder: "ios",
                ..npm_package(
                    "@capacitor/ios",
                    "8.5.2",
                    "e81986966d6ab96083351ca686b179f1d952b1d037368e9c21b531ea0c935e51",
                    &[],
                )
            },
        ],
    },
    // Kotlin, Swift and C++.
    CodeBase {
        name: "expo-modules-core",
        registry: Registry::Npm,
        parts: &[npm_package(
            "expo-modules-core",
            "3.0.0",
            "c4fbfb3c0aa7a681e7e00a7f032f5104ac1f4a90b0e73a347a2ffa2d957f894a",
            &["android/", "common/", "ios/"],
        )],
    },
    // C++ with Python.
    CodeBase {
        name: "pybind11",
        registry: Registry::PyPi,
        parts: &[Pinned {
            name: "pybind11",
            version: "3.1.0",
            sha256: "a1cc06b524ab3edca51f8ad3895f9c4fa20b8b19283173dff4ae781449dc9639",
            folder: "",
            only: &[],
        }],
    },
    // C.
    CodeBase {
        name: "zstd",
        registry: Registry::Crates,
        parts: &[Pinned {
            name: "zstd-sys",
            version: "2.1.3+zstd.1.5.7",
            sha256: "f729a06d0257428fd9d997ac8db7e1407bd0262ab016b085b36bc52957c0052d",
            folder: "",
            only: &["zstd/"],
        }],
    },
];

/// Texts in Chinese, Japanese and Korean, of which the code bases have few; tokens alone are counted on them.
const TEXTS: [Pinned; 3] = [
    npm_package(
        "kuroshiro",
        "1.2.0",
        "100b7b528a7a08a0f5ccf217d5c96d7167355eb7089eee73265b8ad1b2be9c8c",
        &["README.jp.md", "README.zh-cn.md"],
    ),
    npm_package(
        "es-hangul",
        "2.4.0",
        "be282295c0126605e4a86c88db1ef152fcea2de36605aa2dc971ab1755342a5c",
        &["README.md", "dist/index.d.ts"],
    ),
    npm_package(
        "umi-request",
        "1.4.0",
        "c343de3630ba78366abfc4badedd6c380549b6a66841862e5e038908d959b8f7",
        &["README.md", "types/"],
    ),
];

/// Fetches the texts that tokens are counted on into `texts` of the folder.
pub fn fetch_texts(project: &Project, node: &Node, home: &Path) -> Outcome {
    step("Texts in other scripts", || {
        fs::create_dir_all(home.join("texts")).context("making the folder for texts")?;
        TEXTS.iter().try_for_each(|text| {
            corpus(&home.join("texts").join(text.name), std::slice::from_ref(text), |one| {
                npm::fetch(project, node, one)
            })
        })
    })
}

/// Fetches all code bases into `repos` of one folder, with a list of their versions; returns the folder.
pub fn fetch(project: &Project, node: &Node) -> Outcome<PathBuf> {
    let home = project.scratch.join("eval");
    let repos = home.join("repos");
    step("Code bases to measure retrieval on", || {
        fs::create_dir_all(&repos).context(format!("making {}", repos.display()))?;
        for base in CODE_BASES {
            corpus(&repos.join(base.name), base.parts, |one| match base.registry {
                Registry::Crates => crates::fetch(project, one),
                Registry::Npm => npm::fetch(project, node, one),
                Registry::PyPi => pypi::fetch(project, one),
            })?;
        }
        let versions = serde_json::to_string_pretty(&json!(versions())).context("listing versions")?;
        fs::write(home.join("versions.json"), versions + "\n").context("writing versions.json")
    })?;
    Ok(home)
}

/// The versions by the names that the evaluation has for its roots.
fn versions() -> BTreeMap<String, String> {
    let mut versions = BTreeMap::new();
    for base in CODE_BASES {
        // Of many parts the first names the whole.
        let told = format!("{} {}", base.parts[0].name, base.parts[0].version);
        versions.insert(format!("docs/{}", base.name), format!("{told} without the queried comments"));
        versions.insert(format!("repos/{}", base.name), told);
    }
    for text in TEXTS {
        versions.insert(format!("texts/{}", text.name), format!("{} {}", text.name, text.version));
    }
    versions
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_code_bases_share_a_folder_or_an_archive() {
        let names: BTreeSet<&str> = CODE_BASES.iter().map(|base| base.name).collect();
        let parts: Vec<&str> = CODE_BASES.iter().flat_map(|base| base.parts).map(|part| part.sha256).collect();
        assert_eq!(names.len(), CODE_BASES.len());
        assert_eq!(parts.iter().collect::<BTreeSet<_>>().len(), parts.len());
        assert!(parts.iter().all(|sha256| sha256.len() == 64));
    }
}
