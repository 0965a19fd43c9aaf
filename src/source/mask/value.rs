//! Whether a value can be a secret: random enough, and not put there to be replaced.

/// The longest that is looked at: what is longer is data.
pub const LONGEST: usize = 512;

/// Words that nobody's generator writes: what holds one stands for a secret, or was made up.
const MADE_UP: &[&str] = &[
    "example",
    "sample",
    "placeholder",
    "changeme",
    "change_me",
    "change-me",
    "your",
    "xxxx",
    "dummy",
    "fake",
    "redact",
    "replace",
    "insert",
    "0000000",
    "....",
    "****",
    "1234567",
    "7654321",
    "abcdefg",
    "deadbeef",
    "cafebabe",
    "foobar",
    "not-a-real",
    "notreal",
    "lorem",
];

/// And words that name what they stand for.
const NAMES: &[&str] =
    &["secret", "passw", "ssw0rd", "token", "apikey", "api_key", "api-key", "test", "mock", "hello", "default"];

/// Bits a character.
pub fn entropy(value: &[u8]) -> f64 {
    let mut counts = [0u32; 256];
    value.iter().for_each(|&byte| counts[usize::from(byte)] += 1);
    let all = value.len() as f64;
    counts.iter().filter(|&&count| count > 0).map(|&count| f64::from(count) / all).map(|p| -p * libm::log2(p)).sum()
}

/// Whether it plainly was made up: a documented example, a row of letters, one character many times.
pub fn is_made_up(value: &[u8]) -> bool {
    if holds(value, MADE_UP) {
        return true;
    }
    let steps = value.windows(2).filter(|pair| pair[1] == pair[0] || pair[1] == pair[0].wrapping_add(1)).count();
    steps * 9 > value.len() * 4
}

fn holds(value: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| {
        let word = word.as_bytes();
        value.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
    })
}

/// Whether what follows a vendor's prefix can be a key. The prefix has said most already.
pub fn is_key(value: &[u8]) -> bool {
    let least = if value.len() < 24 { 2.5 } else { 3.0 };
    // Some vendors take letters alone; words have their capitals where they begin.
    let has_digit = value.iter().any(u8::is_ascii_digit);
    let letters = value.iter().any(u8::is_ascii_lowercase) && changes(value) * 8 >= value.len();
    value.iter().any(u8::is_ascii_alphabetic)
        && (has_digit || letters || value.iter().all(u8::is_ascii_uppercase))
        && !is_made_up(value)
        && entropy(value) >= least
}

/// Whether a value says by itself that it is a secret, given that it is assigned to the name of one.
pub fn is_random(value: &[u8]) -> bool {
    if value.len() < super::scan::LEAST || value.len() > LONGEST || is_uuid(value) {
        return false;
    }
    let count = |is: fn(&u8) -> bool| value.iter().filter(|byte| is(byte)).count();
    let (digits, lower, upper) =
        (count(u8::is_ascii_digit), count(u8::is_ascii_lowercase), count(u8::is_ascii_uppercase));
    let letters = lower + upper;
    let others = value.len() - digits - letters;
    let mixed = lower > 0 && upper > 0;
    // Every fourth key of 16 letters of both cases and digits has only one of the latter.
    if digits < if mixed { 1 } else { 2 } || letters < 2 || others * 6 > value.len() || is_path(value) {
        return false;
    }
    if value.iter().all(u8::is_ascii_hexdigit) {
        return value.len() >= 20 && entropy(value) >= 2.8 && !is_made_up(value);
    }
    let least = if mixed { 26 } else { 20 };
    changes(value) * 100 >= value.len() * least && entropy(value) >= 3.2 && !is_made_up(value) && !holds(value, NAMES)
}

/// Whether a password says by itself that it is one, given that it is assigned to the name of one. Without quotes it may
/// be a name of the program, and has to be less like a word.
pub fn is_mixed(value: &[u8], bare: bool) -> bool {
    let has = |is: fn(&u8) -> bool| value.iter().any(is);
    let signs = value.iter().filter(|byte| byte.is_ascii_punctuation() && !matches!(byte, b'_' | b'-' | b'.')).count();
    let kinds = usize::from(has(u8::is_ascii_digit))
        + usize::from(has(u8::is_ascii_lowercase))
        + usize::from(has(u8::is_ascii_uppercase))
        + usize::from(signs > 0);
    let digits = value.iter().filter(|byte| byte.is_ascii_digit()).count();
    // `p%40ss%2Fword`: part of an address.
    let is_hex = |part: &&[u8]| part[0] == b'%' && part[1..].iter().all(u8::is_ascii_hexdigit);
    let is_escaped = value.windows(3).filter(is_hex).count() > 1;
    let least = if bare && signs == 0 { 40 } else { 30 };
    value.iter().all(u8::is_ascii_graphic)
        && !is_escaped
        && digits > 0
        && kinds >= 3
        && signs * 2 <= value.len()
        && changes(value) * 100 >= value.len() * least
        && entropy(value) >= 2.4
        && !is_path(value)
        && !is_made_up(value)
        && !holds(value, NAMES)
}

/// How often its characters change their kind. Words change from letters to digits, or from small to capital letters,
/// where they begin; keys do everywhere.
fn changes(value: &[u8]) -> usize {
    let kind = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_uppercase(), byte.is_ascii_alphanumeric());
    let begins = |pair: &&[u8]| {
        kind(pair[0]) != kind(pair[1]) && !(pair[0].is_ascii_uppercase() && pair[1].is_ascii_lowercase())
    };
    value.windows(2).filter(begins).count()
}

/// `8-4-4-4-12`: most are names of things.
pub fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// A path, a host or an address.
fn is_path(value: &[u8]) -> bool {
    let starts = |word: &str| value.starts_with(word.as_bytes());
    if ["/", "./", "../", "~/", "@", "#", "$", "%", "-"].iter().any(|start| starts(start)) {
        return true;
    }
    // `io/ktor/auth/OAuth1aException`.
    let is_word = |part: &&[u8]| part.len() > 1 && part.iter().all(u8::is_ascii_lowercase);
    if value.split(|byte| *byte == b'/').filter(is_word).count() > 1 {
        return true;
    }
    // Dots part names, versions and hosts; keys of the kinds that have them carry a prefix.
    value.iter().filter(|byte| **byte == b'.').count() > 1
}

/// Whether a password in an address says nothing: the word itself, the user's name, a place to fill in.
pub fn is_idle_password(password: &[u8], user: &[u8]) -> bool {
    const IDLE: &[&str] = &[
        "",
        "pass",
        "pas",
        "password",
        "passwd",
        "passw",
        "passwort",
        "pw",
        "pwd",
        "secret",
        "user",
        "username",
        "root",
        "admin",
        "test",
        "testing",
        "tester",
        "guest",
        "postgres",
        "postgresql",
        "mysql",
        "redis",
        "mongo",
        "mongodb",
        "rabbitmq",
        "example",
        "changeme",
        "foo",
        "bar",
        "baz",
        "foobar",
        "token",
        "key",
        "apikey",
        "api_key",
        "api-key",
        "none",
        "null",
        "undefined",
        "default",
        "p",
        "pa",
        "x",
        "qwerty",
        "hello",
        "world",
        "abc",
        "abcd",
        "some",
        "somepass",
        "mypass",
        "mypassword",
        "my-password",
        "my_password",
        "userpass",
        "dbpass",
        "db_password",
        "sekret",
        "s3cret",
        "s3cr3t",
        "p@ssword",
        "p@ss",
        "passphrase",
        "letmein",
        "hunter",
        "access_token",
        "accesstoken",
        "authtoken",
        "auth_token",
        "credential",
        "credentials",
        "port",
        "host",
        "dev",
        "prod",
        "demo",
        "local",
    ];
    let reference = password.first().is_none_or(|first| b"$<{[(%*&#@.:".contains(first)) || password.contains(&b'{');
    let digits = password.iter().rev().take_while(|byte| byte.is_ascii_digit() || **byte == b'!').count();
    let word = &password[..password.len() - digits];
    reference
        || password.len() < 4
        || password.eq_ignore_ascii_case(user)
        || IDLE.iter().any(|idle| idle.as_bytes().eq_ignore_ascii_case(word))
        || is_made_up(password)
        || password.iter().all(|byte| *byte == password[0])
}
