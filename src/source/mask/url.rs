//! Passwords in addresses (`scheme://user:password@host`) and in connection strings (`Server=…;Password=…;`).

use super::Finding;
use super::value::is_idle_password;
use memchr::memmem;

pub const RULE: &str = "connection-string";

/// The longest user, password and host.
const LONGEST: usize = 512;

pub fn find(text: &[u8], found: &mut Vec<Finding>) {
    for at in memmem::find_iter(text, b"://") {
        found.extend(in_address(text, at));
    }
    for key in [&b"assword="[..], b"PASSWORD=", b"wd=", b"PWD="] {
        for at in memmem::find_iter(text, key) {
            found.extend(in_settings(text, at, at + key.len()));
        }
    }
}

fn in_address(text: &[u8], at: usize) -> Option<Finding> {
    let scheme = text[..at]
        .iter()
        .rev()
        .take(24)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(byte))
        .count();
    let scheme = &text[at - scheme..at];
    let start = at + "://".len();
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"/?#\"'`<>()[]{},;\\|".contains(byte);
    let rest = &text[start..];
    let rest = &rest[..rest.len().min(LONGEST)];
    let authority = &rest[..rest.iter().position(is_end).unwrap_or(rest.len())];
    let host = memchr::memrchr(b'@', authority)?;
    let user = memchr::memchr(b':', &authority[..host])?;
    let password = &authority[user + 1..host];
    if scheme.is_empty() || is_idle_password(password, &authority[..user]) {
        return None;
    }
    let web = [&b"http"[..], b"https", b"ftp", b"ws", b"wss"].contains(&scheme);
    if is_reserved(&authority[host + 1..], web) {
        return None;
    }
    Some(Finding { rule: RULE, range: start + user + 1..start + host })
}

/// Hosts of documentation and tests, which nobody can reach. A data base is often on this machine, or has a short name.
fn is_reserved(host: &[u8], web: bool) -> bool {
    let name = &host[..host.iter().position(|byte| *byte == b':').unwrap_or(host.len())];
    let ends =
        |end: &str| name.len() >= end.len() && name[name.len() - end.len()..].eq_ignore_ascii_case(end.as_bytes());
    web && (!name.contains(&b'.') || name == b"127.0.0.1")
        || ["example.com", "example.org", "example.net", ".example", ".test", ".invalid", ".localhost"]
            .iter()
            .any(|end| ends(end))
}

/// `key` is where the name's tail begins, `start` where the value does.
fn in_settings(text: &[u8], key: usize, start: usize) -> Option<Finding> {
    let line = &text[key.saturating_sub(LONGEST)..key];
    let line = &line[memchr::memrchr(b'\n', line).map_or(0, |at| at + 1)..];
    // `p` of `pwd` or of `password`, or nothing where all of the word was looked for.
    let line = line.strip_suffix(b"p").or(line.strip_suffix(b"P")).unwrap_or(line);
    let parted = line.trim_ascii_end();
    if !matches!(parted.last(), Some(b';' | b'?' | b'&')) {
        return None;
    }
    const BESIDE: &[&str] = &["server", "host", "source", "user", "uid", "user id", "username", "database", "catalog"];
    let ends = |named: &[u8], word: &str| {
        named.len() >= word.len() && named[named.len() - word.len()..].eq_ignore_ascii_case(word.as_bytes())
    };
    memchr::memchr_iter(b'=', parted).find(|&at| BESIDE.iter().any(|word| ends(&parted[..at], word)))?;
    let rest = &text[start..];
    let rest = &rest[..rest.len().min(LONGEST)];
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b";&\"'`<>(),\\".contains(byte);
    let value = &rest[..rest.iter().position(is_end)?];
    // A call is no value.
    if rest.get(value.len()) == Some(&b'(') || is_idle_password(value, b"") {
        return None;
    }
    Some(Finding { rule: RULE, range: start..start + value.len() })
}
