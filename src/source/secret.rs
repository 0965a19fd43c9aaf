//! Files that hold secrets are refused, mostly by name alone: before anything reads them.

use super::language::{Content, Language};
use super::path::{ends_with_ignore_case, extension, file_name, find_ignore_case, starts_with_ignore_case};

/// Whether a file's name promises a secret: key stores, private keys, credentials, environment files.
///
/// Programs are never refused by this (`keystore.ts`, `credentials.py`, `.env.d.ts`), nor are templates
/// (`.env.example`) and public keys (`id_rsa.pub`, `public.pem`).
pub fn is_secret_name(path: &str) -> bool {
    let name = file_name(path);
    is_environment(name) || is_key(name) || is_credentials(path, name)
}

/// Whether the text of an admitted name turns out to be a secret: a private key, or a package manager's settings with a
/// literal token in them.
pub fn is_secret_text(path: &str, text: &str) -> bool {
    let name = file_name(path);
    let start = text.trim_start();
    if start.starts_with("-----BEGIN ") && start.lines().next().is_some_and(|line| line.contains("PRIVATE KEY")) {
        return true;
    }
    if is_any(extension(name).unwrap_or_default(), KEY_ENDINGS) && text.contains("PRIVATE KEY-----") {
        return true;
    }
    is_any(name, &[".npmrc", ".yarnrc", ".yarnrc.yml", "nuget.config", "pip.conf"]) && text.lines().any(sets_a_token)
}

fn is_any(word: &str, list: &[&str]) -> bool {
    list.iter().any(|entry| entry.eq_ignore_ascii_case(word))
}

/// A template is meant to be read and filled in.
fn is_template(name: &str) -> bool {
    const ENDINGS: &[&str] =
        &["example", "examples", "sample", "template", "tmpl", "tpl", "dist", "defaults", "schema", "md"];
    let last = name.rsplit(['.', '-', '_']).next().unwrap_or(name);
    is_any(last, ENDINGS)
}

fn is_program(name: &str) -> bool {
    let language = Language::of_path(name, "");
    language != Language::Unknown && language.content() == Content::Code
}

/// `.env`, `.env.local`, `.env-prod`, `.envrc`, `prod.env`.
fn is_environment(name: &str) -> bool {
    if is_any(name, &[".env", ".envrc", ".dev.vars", ".secret", ".secrets"]) {
        return true;
    }
    let family = [".env.", ".env-", ".env_", ".dev.vars."].iter().any(|family| starts_with_ignore_case(name, family));
    if family {
        return !is_template(name) && !is_program(name);
    }
    // `example.env`, `sample.env` and `template.env` are templates too.
    match name.rsplit_once('.') {
        Some((stem, ending)) => ending.eq_ignore_ascii_case("env") && !is_template(stem),
        None => false,
    }
}

const KEY_ENDINGS: &[&str] = &["pem", "key"];

fn is_key(name: &str) -> bool {
    const STORES: &[&str] = &[
        "p12", "pfx", "p8", "pkcs12", "jks", "jceks", "bks", "keystore", "kdbx", "kdb", "ppk", "keychain", "ovpn",
        "agekey", "asc.key",
    ];
    const SSH: &[&str] = &["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk", "identity"];
    let ending = extension(name).unwrap_or_default();
    if is_any(ending, KEY_ENDINGS) {
        // Certificates and public keys: their text is looked at as well.
        let stem = &name[..name.len() - ending.len() - 1];
        let public = |word: &str| {
            is_any(
                word,
                &["public", "pub", "publickey", "cert", "certs", "certificate", "ca", "cacert", "fullchain", "chain"],
            )
        };
        return !stem.split(['.', '-', '_', ' ']).any(public);
    }
    if is_any(ending, STORES) {
        return true;
    }
    // `id_rsa`, and a copy for one purpose such as `id_rsa_github`; not `id_rsa.pub`, not `id_rsa_parser.py`.
    let key = SSH.iter().any(|ssh| {
        name.eq_ignore_ascii_case(ssh) && *ssh != "identity"
            || (starts_with_ignore_case(name, ssh)
                && ssh.starts_with("id_")
                && extension(name).is_none()
                && name[ssh.len()..].starts_with(['_', '-']))
    });
    key || (is_any(ending, &["bak", "old", "backup"])
        && SSH.iter().any(|ssh| starts_with_ignore_case(name, ssh) && ssh.starts_with("id_")))
}

fn is_credentials(path: &str, name: &str) -> bool {
    const NAMES: &[&str] = &[
        ".netrc",
        "_netrc",
        ".pgpass",
        ".my.cnf",
        ".mylogin.cnf",
        ".htpasswd",
        ".git-credentials",
        ".dockercfg",
        ".pypirc",
        ".s3cfg",
        ".boto",
        ".vault-token",
        ".vault_pass",
        ".vault-pass",
        ".vault_pass.txt",
        ".rediscli_auth",
        ".terraformrc",
        "terraform.rc",
        ".credentials",
        "credentials",
        "kubeconfig",
        "terraform.tfstate",
        "terraform.tfstate.backup",
        "rootkey.csv",
        "accesskeys.csv",
        "service-account.json",
        "service_account.json",
        "serviceaccount.json",
        "serviceaccountkey.json",
        "service-account-key.json",
        "application_default_credentials.json",
        "secring.gpg",
        "wallet.dat",
        "cloud-credentials",
        "credentials.yml.enc",
    ];
    if is_any(name, NAMES) {
        return true;
    }
    const FOLDERS: &[&str] =
        &[".aws/credentials", ".docker/config.json", ".kube/config", ".config/gh/hosts.yml", ".ssh/config"];
    if FOLDERS.iter().any(|tail| ends_with_folder(path, tail)) {
        return true;
    }
    // Data files of these names; a program of the same name is a program.
    const STEMS: &[&str] = &["credentials", "credential", "secrets", "secret", "client_secret", "client_secrets"];
    const DATA: &[&str] =
        &["json", "yml", "yaml", "toml", "ini", "cfg", "conf", "csv", "txt", "xml", "properties", "plist", "xcconfig"];
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    is_any(ending, DATA)
        && (is_any(stem, STEMS)
            || starts_with_ignore_case(stem, "client_secret_")
            || ends_with_ignore_case(stem, "-service-account")
            || ends_with_ignore_case(stem, "-credentials"))
        && !path.split('/').any(|part| is_any(part, &["locales", "i18n", "docs", "schemas"]))
}

/// `path` is `tail` or ends with it at a folder's border.
fn ends_with_folder(path: &str, tail: &str) -> bool {
    ends_with_ignore_case(path, tail)
        && (path.len() == tail.len() || path.as_bytes()[path.len() - tail.len() - 1] == b'/')
}

/// `//host/:_authToken=abc`, `npmAuthToken: abc`; a reference such as `${TOKEN}` is no secret.
fn sets_a_token(line: &str) -> bool {
    let line = line.trim();
    if line.starts_with(['#', ';']) {
        return false;
    }
    let Some(at) = ["_auth", "authtoken", "authident", "_password", "cleartextpassword"]
        .iter()
        .find_map(|key| find_ignore_case(line, key))
    else {
        return false;
    };
    let Some((_, value)) = line[at..].split_once(['=', ':']) else {
        return false;
    };
    let value = value.trim_matches([' ', '"', '\'', '/', '>']);
    !value.is_empty() && !value.starts_with(['$', '%', '<'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_by_name() {
        for path in [
            ".env",
            "app/.env.local",
            ".ENV",
            ".env.production",
            ".env-prod",
            ".env.test",
            ".env.example.local",
            "prod.env",
            "docker/db.env",
            ".envrc",
            "id_rsa",
            ".ssh/id_ed25519",
            "keys/id_rsa_github",
            "id_rsa.bak",
            "server.pem",
            "tls/private.key",
            "privkey.pem",
            "release.keystore",
            "app.jks",
            "cert.p12",
            "a.pfx",
            "vault.kdbx",
            "AuthKey_AB12.p8",
            ".netrc",
            "home/.pgpass",
            ".htpasswd",
            ".git-credentials",
            ".pypirc",
            ".aws/credentials",
            "credentials",
            "credentials.json",
            "config/secrets.yml",
            "secret.toml",
            "client_secret_123.json",
            "infra/terraform.tfstate",
            ".kube/config",
            "my-service-account.json",
            "putty.ppk",
            "client.ovpn",
            ".dev.vars",
        ] {
            assert!(is_secret_name(path), "{path}");
        }
    }

    #[test]
    fn names_that_only_resemble_secrets() {
        for path in [
            ".env.example",
            ".env.sample",
            ".env.template",
            ".env.local.example",
            ".env.dist",
            "example.env",
            "sample.env",
            ".env.d.ts",
            ".env.ts",
            "src/env.ts",
            "src/env.rs",
            "environment.yml",
            "key.rs",
            "src/key.ts",
            "keystore.ts",
            "KeyStore.java",
            "keys.json",
            "credentials.py",
            "credentials.go",
            "secrets.rs",
            "secrets.py",
            "secret.go",
            "secrets.md",
            "docs/secrets.txt",
            "id_rsa.pub",
            "id_rsa_parser.py",
            "public.pem",
            "ca-cert.pem",
            "jwt.public.key",
            "cert.crt",
            "tokens.json",
            "locales/en/credentials.json",
            "netrc.py",
            "netrc.c",
            "pgpass.go",
            "envrc.md",
            "config.json",
            "hosts.yml",
            "monkey",
            "keyboard.key.ts",
            "pem.py",
            "identity",
            ".npmrc",
            "package.json",
            "database.yml",
        ] {
            assert!(!is_secret_name(path), "{path}");
        }
    }

    #[test]
    fn secrets_by_text() {
        let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----\n";
        assert!(is_secret_text("tests/data/fixture.txt", key));
        assert!(is_secret_text(
            "public.pem",
            &format!("-----BEGIN CERTIFICATE-----\nAB\n-----END CERTIFICATE-----\n{key}")
        ));
        assert!(!is_secret_text("public.pem", "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n"));
        assert!(!is_secret_text("src/pem.rs", "const START: &str = \"-----BEGIN PRIVATE KEY-----\";\n"));
    }

    #[test]
    fn settings_with_a_token() {
        assert!(is_secret_text(".npmrc", "save-exact=true\n//npm.example/:_authToken=npm_abc\n"));
        assert!(is_secret_text(".yarnrc.yml", "npmAuthToken: \"abc\"\n"));
        assert!(!is_secret_text(".npmrc", "save-exact=true\n"));
        assert!(!is_secret_text(".npmrc", "//npm.example/:_authToken=${NPM_TOKEN}\n# _authToken=x\n"));
        assert!(!is_secret_text("src/npmrc.ts", "const key = '_authToken=abc'"));
    }
}
