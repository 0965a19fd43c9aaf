//! Whether a name is that of a secret.

/// The words of a name, small: `apiKey`, `API_KEY`, `api-key`, `X-Api-Key`.
fn words(name: &[u8]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = b' ';
    for (at, &byte) in name.iter().enumerate() {
        let next_small = name.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        let begins = byte.is_ascii_uppercase()
            && (last.is_ascii_lowercase() || last.is_ascii_digit() || last.is_ascii_uppercase() && next_small);
        if !byte.is_ascii_alphanumeric() {
            last = b' ';
            continue;
        }
        let small = char::from(byte.to_ascii_lowercase());
        match words.last_mut() {
            Some(word) if !begins && last != b' ' => word.push(small),
            _ => words.push(small.to_string()),
        }
        last = byte;
    }
    words
}

/// What such a name is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A secret of any kind.
    Any,
    /// One of Amazon's.
    Aws,
    /// One of Azure's storage and buses.
    Azure,
    /// One of Heroku's, which are UUIDs.
    Heroku,
    /// The signature of a signed address.
    Signature,
}

const SECRETS: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "passwort",
    "pwd",
    "secret",
    "secrets",
    "token",
    "credential",
    "credentials",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "authkey",
    "apitoken",
    "authtoken",
    "accesstoken",
    "clientsecret",
    "userpass",
    "dbpass",
    "bearer",
];

/// These only where nothing comes after.
const LAST: &[&str] = &["pass", "auth", "authorization", "pat", "psk"];

/// What a key has before it that is no key of a table.
const KEYS: &[&str] = &[
    "api",
    "access",
    "secret",
    "private",
    "auth",
    "account",
    "shared",
    "signing",
    "sign",
    "encryption",
    "encrypt",
    "master",
    "client",
    "service",
    "app",
    "admin",
    "webhook",
    "session",
    "cookie",
    "storage",
    "deploy",
    "jwt",
    "hmac",
    "aes",
    "subscription",
    "license",
    "integration",
    "write",
    "server",
    "management",
    "ingest",
    "rest",
];

/// Ends of names of things that a secret has, beside itself.
const BESIDE: &[&str] = &[
    "name",
    "names",
    "path",
    "paths",
    "file",
    "filename",
    "dir",
    "url",
    "uri",
    "endpoint",
    "host",
    "type",
    "kind",
    "field",
    "header",
    "prefix",
    "suffix",
    "label",
    "length",
    "size",
    "len",
    "count",
    "pattern",
    "regex",
    "re",
    "format",
    "hint",
    "placeholder",
    "message",
    "error",
    "class",
    "id",
    "ids",
    "hash",
    "digest",
    "checksum",
    "sha",
    "sha1",
    "sha256",
    "md5",
    "algorithm",
    "alg",
    "expiry",
    "expires",
    "ttl",
    "time",
    "date",
    "version",
    "index",
    "title",
    "text",
    "description",
    "icon",
    "selector",
    "fingerprint",
    "thumbprint",
    "policy",
    "strategy",
    "provider",
    "manager",
    "arg",
    "env",
    "var",
    "ref",
    "arn",
    "start",
    "end",
];

/// And what makes a name that of something that may be known.
const KNOWN: &[&str] =
    &["public", "pub", "hash", "hashed", "fake", "dummy", "mock", "example", "sample", "tokenizer", "publishable"];

/// What a name is about; `None` if it is not the name of a secret.
pub fn kind(name: &[u8]) -> Option<Kind> {
    let words = words(name);
    let last = words.last()?.as_str();
    let has = |word: &str| words.iter().any(|other| other == word);
    if last == "sig" || last == "signature" {
        return Some(Kind::Signature);
    }
    let is_vault = words.len() >= 2 && words[words.len() - 2] == "secret" && last == "id";
    if BESIDE.contains(&last) && !is_vault || KNOWN.iter().any(|word| has(word)) {
        return None;
    }
    let keyed = |pair: &[String]| pair[1] == "key" && KEYS.contains(&pair[0].as_str());
    let whole = words.concat();
    let is_secret = words.iter().any(|word| SECRETS.contains(&word.as_str()))
        || LAST.contains(&last)
        || words.windows(2).any(keyed)
        || ["password", "passwd", "secretkey", "apikey", "authtoken", "accesstoken", "accesskey"]
            .iter()
            .any(|word| whole.ends_with(word));
    if !is_secret {
        return None;
    }
    let is = |end: &str| whole.ends_with(end);
    Some(match () {
        () if has("aws") || is("secretaccesskey") => Kind::Aws,
        () if is("accountkey") || is("sharedaccesskey") => Kind::Azure,
        () if has("heroku") => Kind::Heroku,
        () => Kind::Any,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets() {
        for name in [
            "password",
            "DB_PASSWORD",
            "dbPassword",
            "apiKey",
            "API_KEY",
            "x-api-key",
            "X-API-KEY",
            "client_secret",
            "clientSecret",
            "authToken",
            "_authToken",
            "npmAuthToken",
            "secret_key_base",
            "SECRET_KEY",
            "privateKey",
            "signing_key",
            "secret_id",
            "rootpw.password",
            "config.auth.token",
            "MYSQL_ROOT_PASSWORD",
            "encryptionKey",
            "accesstoken",
            "db_pass",
        ] {
            assert_eq!(kind(name.as_bytes()), Some(Kind::Any), "{name}");
        }
        assert_eq!(kind(b"AWS_SECRET_ACCESS_KEY"), Some(Kind::Aws));
        assert_eq!(kind(b"AccountKey"), Some(Kind::Azure));
        assert_eq!(kind(b"HEROKU_API_KEY"), Some(Kind::Heroku));
        assert_eq!(kind(b"sig"), Some(Kind::Signature));
    }

    #[test]
    fn names_of_other_things() {
        for name in [
            "",
            "key",
            "cacheKey",
            "primaryKey",
            "keyboard",
            "tokens",
            "tokenizer",
            "tokenType",
            "token_url",
            "passwordField",
            "secretName",
            "public_key",
            "publicKey",
            "password_hash",
            "hashedPassword",
            "secret_path",
            "author",
            "authority",
            "integrity",
            "checksum",
            "compass",
            "bypass",
            "secretary",
            "passenger",
            "token_id",
            "x",
        ] {
            assert_eq!(kind(name.as_bytes()), None, "{name}");
        }
    }
}
