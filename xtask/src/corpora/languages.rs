//! Real code of every language, to hold what is found in it to other tools: `seen` packages were looked at while the
//! queries were written, `held` ones are only reported.

use std::fs;
use std::path::PathBuf;

use super::{Pinned, ZOD, archive, corpus_by, crates, debian, npm, pypi};
use crate::digest;
use crate::outcome::{Context, Outcome};
use crate::progress::step;
use crate::project::Project;
use crate::setup::Node;
use crate::setup::apt::Suite;

/// Debian's suite that packages come from.
pub const SUITE: &str = "bookworm";

/// Where a package comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Registry {
    /// What a Debian source package was made from.
    Source,
    /// A Debian package, which holds the sources as they are run.
    Deb,
    Npm,
    Crates,
    PyPi,
}

/// A package by the folder it goes to.
struct Package {
    folder: &'static str,
    registry: Registry,
    part: Pinned,
}

const fn package(
    registry: Registry,
    folder: &'static str,
    name: &'static str,
    version: &'static str,
    sha256: &'static str,
    only: &'static [&'static str],
) -> Package {
    Package { folder, registry, part: Pinned { name, version, sha256, folder: "", only } }
}

use Registry::{Crates, Deb, Npm, PyPi, Source};

#[rustfmt::skip]
const PACKAGES: &[Package] = &[
    Package { folder: "seen/zod", registry: Npm, part: ZOD },
    package(Source, "seen/aeson", "haskell-aeson", "2.0.3.0",
        "19760a2b84764fa3cee65c63df0c80d45497e2f0c3b95d4e6dc2083b8604b325", &["src/"]),
    package(Source, "seen/cobra", "golang-github-spf13-cobra", "1.6.1",
        "f38f8b26895903be06089ff20882fc771dbca12f41cf81d7bd823be65e6cec52", &[]),
    package(Source, "seen/commons-lang", "libcommons-lang3-java", "3.12.0",
        "f7c22574707611b63bae19ff17f59e24cdd32e2b0e61a50ec9b1b525fbc909d1", &["src/main/"]),
    package(Source, "seen/composer", "composer", "2.5.5",
        "9d24f477e5a3c1c2ab12c1cf734a0d66d4572740d9edad44e462c5dc60983bce", &["src/"]),
    package(Source, "seen/coroutines", "kotlinx-coroutines", "1.0.1",
        "361a1e02f2d223c0d8ee16f5cd3987202264f037a4eff5de0e29334c38d16782", &[]),
    package(Deb, "seen/dkms", "dkms", "3.0.10-8+deb12u1",
        "12da620048a926afa72f1f46f3477fb9ad3d2a6b3446da56cc43fe1a413b6944", &[]),
    package(Source, "seen/elixir", "elixir-lang", "1.14.0.dfsg",
        "3dfa724f36b90d1bc41b9626a8ea0c293255c3a21a4d608c576ce39e2a23e5c9", &["lib/elixir/lib/"]),
    package(Npm, "seen/express", "express", "5.3.0",
        "62450d99e36dc393295f1ddd93cb9291e658c169f3b700b0110c1ae8fa799930", &[]),
    package(Source, "seen/fmtlib", "fmtlib", "9.1.0+ds1",
        "84ce1c2d0be3a9863935137969dcec6970125caac032f82474640bfc81463583", &["include/", "src/"]),
    package(Deb, "seen/git-extras", "git-extras", "6.5.0-1",
        "6abea9af191fb92a6a605e20be9f55a5307d9a6f9234f3e580ddd21fe03ac146", &[]),
    package(Crates, "seen/grep-printer", "grep-printer", "0.3.1",
        "fd76035e87871f51c1ee5b793e32122b3ccf9c692662d9622ef1686ff5321acb", &[]),
    package(Crates, "seen/ignore", "ignore", "0.4.35",
        "df0a7d5f105e76bda602bed0a44af048542d3c9af12ec35aaf16f106c6f34270", &[]),
    package(Source, "seen/jinja2", "jinja2", "3.1.2",
        "31351a702a408a9e7595a8fc6150fc3f43bb6bf7e319770cbc0db9df9437e852", &["src/"]),
    package(Source, "seen/leveldb", "leveldb", "1.23",
        "9a37f8a6174f09bd622bc723b55881dc541cd50747cbd08831c2a82d620f6d76", &[]),
    package(Source, "seen/libgit2", "libgit2", "1.5.1+ds",
        "96369433500bb528f036c16be9921bd437c098b745f1aaeccb91290815518970", &["src/util/", "src/libgit2/"]),
    package(Npm, "seen/lodash", "lodash", "4.18.1",
        "696942c2a488c9d7428e9ca5f12ccf03b52de01dcdbfe4d4751d392f0491ae16", &[]),
    package(Npm, "seen/lottie", "lottie-ios", "4.6.1",
        "1ef421ad2aca8959447cd941282717853bf94cafba8afb7de4995be3d28ee0ca", &[]),
    package(Source, "seen/newtonsoft-json", "newtonsoft-json", "6.0.8+dfsg",
        "3b7c77da971bbe1c6fdbb5cbb634d106a86aa30c82647abd9b23d2f31be0c630", &["Src/Newtonsoft.Json/"]),
    package(Deb, "seen/penlight", "lua-penlight", "1.13.1-3",
        "69918434ee650d06aa470d49ba05a1a16ae43e66b8216e135cc5075f7d5d9ff3", &[]),
    package(PyPi, "seen/pydust", "ziggy_pydust", "0.26.0",
        "21644420f550705dbe418ad6daa8c4cec933adb67e8a129b2c69329554ca9c4d", &["pydust/src/types/"]),
    package(Deb, "seen/rack", "ruby-rack", "2.2.22-0+deb12u1",
        "18bab2c3caffa2b1a35cd73d49652d749909e87fd2d5b57dd4a594a02a6ad157", &[]),
    package(Npm, "seen/rxjs", "rxjs", "7.8.2",
        "2312f8ffd9726ffd7bd53ea12c5f13663d09a3dc3326f448c70b88f5ef6fac82", &["src/"]),
    package(Source, "seen/scala-library", "scala", "2.11.12",
        "b8db9faffd136d376a1885c04b2cced1b25fee5e61295c1c2a66bceaf99e7301", &["src/library/scala/"]),
    package(Source, "seen/xmonad", "xmonad", "0.17.1",
        "884a32837e41410bab622b26a4b5dc38bd88f1b78a6efd5c552f1456b1e7f8aa", &[]),
    package(Source, "held/abseil", "abseil", "20220623.1",
        "abfe2897f3a30edaa74bc34365afe3c2a3cd012091a97dc7e008f7016adcd5fe", &["absl/"]),
    package(Deb, "held/attrs", "python3-attr", "22.2.0-1",
        "6a12ea96a8a909445a982975279f96d7b9a1ff96c912efff39abc8d92372694a", &[]),
    package(Deb, "held/awesome", "awesome", "4.3-7",
        "22805bf78d0c6b45965d00050901fe5a3c6d45ff2e12367d935e78500a317a59", &[]),
    package(Source, "held/bash-completion", "bash-completion", "2.11",
        "16adefabf43ec8ffb473704f5724d775c2f47e9f750d7d608f0251ec21fe8813", &[]),
    package(Deb, "held/bats", "bats", "1.8.2-1",
        "9dc9e0421a621dae0878378a79deba0450b07aabd41be26e960add5aebc616a6", &[]),
    package(Deb, "held/busted", "lua-busted", "2.1.1-1",
        "2bd80d74768b090024c3c6852032c681d323fc0a94506a727d17809e9c9a69b3", &[]),
    package(Crates, "held/clap_builder", "clap_builder", "4.6.7",
        "ec0797fb7aeb1406c84efac526901f7ec3ead2124f946b494e72879d4b54704d", &[]),
    package(Npm, "held/commander", "commander", "14.0.3",
        "5849703c500e0f324eb01340d8bda1f9ec48fc37bb7be9712eb0dd52aad92f6c", &[]),
    package(Source, "held/conduit", "haskell-conduit", "1.3.4.3",
        "aca2a086a6ee065a5d1f1efc0632bccf52a8f961e4134a4fb60447765987907d", &["src/"]),
    package(Source, "held/dbus-sharp", "dbus-sharp", "0.8.1",
        "0866c001f2d6e01a6f1b4d080db08d25ba1422e34c7d03020e0e70f3de3a9859", &[]),
    package(Deb, "held/flask", "python3-flask", "2.2.2-3",
        "2c8c9a408c2373d8b42f0d3434f17fc1a710bc81e52273b96597b25c57b399d7", &[]),
    package(Source, "held/gin", "golang-github-gin-gonic-gin", "1.8.1",
        "9f6a9a6c2b96c323902d8ee1728152bafdf1894130554a93af5d3f1807c0403b", &[]),
    package(Crates, "held/hyper", "hyper", "1.12.0",
        "2c3e324da4c95177d6291d4c8730197c0d1822f8a9766814a4a44fa5ab797c9c", &[]),
    package(Deb, "held/jekyll", "jekyll", "4.3.1+dfsg-3+deb12u1",
        "9bc095fb673699262901b182aa0e147c189708caa21dccaca21d86592be85984", &[]),
    package(Source, "held/kotlin", "kotlin", "1.3.31+ds1",
        "2c45fa552ee4bdb0990ec6c0d62a23b9ad5f52eafc7d0434a3176c71e1cc393c", &["compiler/frontend"]),
    package(Source, "held/lens", "haskell-lens", "5.0.1",
        "ec543d933636419d686a9f00898f9a81cbbde65a24960f43a9f0a27216e9fc3f", &["src/"]),
    package(Source, "held/mix", "elixir-lang", "1.14.0.dfsg",
        "3dfa724f36b90d1bc41b9626a8ea0c293255c3a21a4d608c576ce39e2a23e5c9", &["lib/mix/lib/", "lib/ex_unit/lib/"]),
    package(Npm, "held/mobx", "mobx", "7.1.3",
        "bbd07665d8851ee01df2fd4e12db106c60fd878839610dd8b899548969625616", &["src/"]),
    package(Source, "held/monolog", "php-monolog", "2.9.1",
        "55d7d62eee001d4e68fe0d53841ede53bd583f4e0e3a172877d9a939f4b3c79e", &["src/"]),
    package(Deb, "held/neofetch", "neofetch", "7.1.0-4",
        "977499a6860467a709c68ec278bdce2c837a23ddc6fc5bd6039f5777757244aa", &[]),
    package(Source, "held/nunit", "nunit", "2.6.4+dfsg",
        "daebaa04b4a4ccd2ecf120e8d6f315ef51092d06a6aa42223a12fc2cee3dd361", &["src/NUnitCore/", "src/ClientUtilities/"]),
    package(Source, "held/okhttp", "libokhttp-java", "3.13.1",
        "d9689d25e6f910eed426a8326c7695ea3212e5a9c4a6cf1ff20f6541c14e1d09", &["okhttp/src/main/"]),
    package(Source, "held/phpunit", "phpunit", "9.6.7",
        "2e94011459b6cae0bafe6ab667d8111083a927fec138cc397044cc7a03e568b7", &["src/"]),
    package(Source, "held/prometheus-common", "golang-github-prometheus-common", "0.39.0",
        "32d5c7df2d4dc28012a0b61c030e395992961e79f0eedc858562ec623e2b2437", &[]),
    package(Deb, "held/prosody", "prosody", "0.12.3-1+deb12u1",
        "ee51edd4acc3633a27c3acb13af6652fcde2434dc49b3e3c5572eb0b56a803e2", &[]),
    package(PyPi, "held/pydust", "ziggy_pydust", "0.26.0",
        "21644420f550705dbe418ad6daa8c4cec933adb67e8a129b2c69329554ca9c4d", &["pydust/src/attributes", "pydust/src/builtins", "pydust/src/conversions", "pydust/src/discovery", "pydust/src/errors", "pydust/src/functions", "pydust/src/mem", "pydust/src/modules", "pydust/src/pydust", "pydust/src/pytypes", "pydust/src/trampoline"]),
    package(Npm, "held/query-core", "@tanstack/query-core", "5.108.4",
        "7660b37f747ce33f1e5456299009dbe217a08514f402c13e633ae95727e361e0", &["src/"]),
    package(Source, "held/redis", "redis", "7.0.15",
        "4b1dc4ee6d622a09fff9c6777191209750fb5e5a725ef78ea012d6eef4c22982", &["src/"]),
    package(Source, "held/scala-compiler", "scala", "2.11.12",
        "b8db9faffd136d376a1885c04b2cced1b25fee5e61295c1c2a66bceaf99e7301", &["src/compiler/scala/"]),
    package(Source, "held/servant", "haskell-servant", "0.19",
        "4bb61941761a1bdf83555cdf89e17607bd896511d10e53ac547db06d06b150e5", &["src/"]),
    package(Deb, "held/sinatra", "ruby-sinatra", "3.0.5-3+deb12u1",
        "7980ec9e78c5e48bf9062111c68296c183c8fb2bb0b522f85e3dc04129221323", &[]),
    package(Source, "held/spdlog", "spdlog", "1.10.0+ds",
        "620ca6842b5c21014470bd42eb4716024674214fb973b5ffa3aaea33310ad327", &[]),
    package(Source, "held/tmux", "tmux", "3.3a",
        "e4fd347843bd0772c4f48d6dde625b0b109b7a380ff15db21e97c11a4dcdf93f", &[]),
    package(Deb, "held/tornado", "python3-tornado", "6.2.0-3+deb12u4",
        "15e223bca534873c2a951881e6e7a83e64bee00874257b61a5d3759ea46b2f84", &[]),
    package(Npm, "held/vision-camera", "react-native-vision-camera", "5.2.3",
        "7528052ef249a25f5f9cf4d3a4887407498b929aa0453213401e16d567ede9c1", &["ios/", "android/"]),
    package(Npm, "held/ws", "ws", "8.23.0",
        "b8bd105a274ae9ca114f8c6ce4d9dbb0c764fe5118ba633c557e1703e297c587", &[]),
];

/// Fetches the packages into `seen` and `held` of one folder; returns the folder.
pub fn fetch(project: &Project, node: &Node) -> Outcome<PathBuf> {
    let home = project.scratch.join("languages");
    step("Real code in every language", || {
        let mut suite = None;
        for Package { folder, registry, part } in PACKAGES {
            corpus_by(&home.join(folder), std::slice::from_ref(part), |part, into| {
                let archive = match registry {
                    Source | Deb => {
                        if suite.is_none() {
                            suite = Some(Suite::open(SUITE, &project.scratch.join("apt"))?);
                        }
                        let Some(suite) = &suite else { return Ok(()) };
                        let unpack = if *registry == Deb { debian::unpack } else { debian::unpack_source };
                        return unpack(suite, part, into);
                    }
                    Npm => npm::fetch(project, node, part)?,
                    Crates => crates::fetch(project, part)?,
                    PyPi => pypi::fetch(project, part)?,
                };
                archive::unpack(&digest::read_pinned(&archive, part.sha256)?, into, part.only)
            })?;
        }
        Ok(())
    })?;
    let named =
        PACKAGES.iter().map(|package| format!("{}\t{} {}\n", package.folder, package.part.name, package.part.version));
    fs::write(home.join("versions.tsv"), named.collect::<String>()).context("listing versions")?;
    Ok(home)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_package_has_a_folder_of_its_own_in_one_of_the_sets() {
        let folders: BTreeSet<&str> = PACKAGES.iter().map(|package| package.folder).collect();
        assert_eq!(folders.len(), PACKAGES.len());
        assert!(folders.iter().all(|folder| folder.starts_with("seen/") || folder.starts_with("held/")));
        assert!(PACKAGES.iter().all(|package| package.part.sha256.len() == 64));
    }
}
