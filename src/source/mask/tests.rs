//! Every secret here is put together when the test runs: what looks like one in a file is one to those who scan it.

use super::*;
use proptest::prelude::*;
use std::time::{Duration, Instant};

const LOWER: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
const UPPER: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const BOTH: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const RULE_OF_VALUES: &str = "assigned-secret";
const HEX: &[u8] = b"0123456789abcdef";

/// As many random characters of these.
fn random(of: &[u8], length: usize, seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(of[(state >> 33) as usize % of.len()])
    };
    (0..length).map(|_| next()).collect()
}

fn found(text: &str) -> Vec<&'static str> {
    let mut text = text.to_owned();
    mask(&mut text).into_iter().map(|masked| masked.rule).collect()
}

fn masked(text: &str) -> String {
    let mut text = text.to_owned();
    mask(&mut text);
    text
}

/// A token of each kind of the table.
fn tokens(seed: u64) -> Vec<(&'static str, &'static str, String)> {
    use super::tokens::{Body, TOKENS};
    let body = |token: &super::tokens::Token| {
        let of = match token.body {
            Body::Hex | Body::HexParts => HEX,
            _ if token.rule == "aws-access-key" || token.rule == "age-key" => UPPER,
            _ => BOTH,
        };
        let mut body = random(of, token.least.max(20).min(token.most), seed);
        if let Some(dot) = token.dot.filter(|dot| *dot < body.len()) {
            body.replace_range(dot..=dot, ".");
        }
        // Every key of some length has a digit; a short one of these might not.
        body.replace_range(3..5, "7b");
        if of == UPPER { body.to_uppercase() } else { body }
    };
    TOKENS.iter().map(|token| (token.rule, token.prefix, body(token))).collect()
}

#[test]
fn every_kind_of_token_is_masked_wherever_it_stands() {
    for seed in 1..40 {
        for (rule, prefix, body) in tokens(seed) {
            for (before, after) in [
                ("", ""),
                ("x = \"", "\";\n"),
                ("\"k\": \"a\\n", "\\n\""),
                ("KEY=", "\n"),
                ("see ", ".\n"),
                ("(`", "`)"),
            ] {
                let text = format!("{before}{prefix}{body}{after}");
                if super::value::is_made_up(body.as_bytes()) {
                    continue;
                }
                assert_eq!(found(&text), [rule], "{text}");
                assert_eq!(masked(&text), format!("{before}{prefix}{}{after}", "*".repeat(body.len())));
            }
        }
    }
}

#[test]
fn what_only_looks_like_a_token_stays() {
    for (rule, prefix, body) in tokens(7) {
        for text in [
            prefix.to_owned(),
            format!("{prefix}{}", "x".repeat(body.len())),
            format!("{prefix}[A-Za-z0-9_]{{{}}}", body.len()),
            format!("{prefix}${{TOKEN}}"),
            format!("{prefix}{}", "your-token-goes-right-here-please-0123".repeat(3)),
            format!("{prefix}<your token>"),
        ] {
            assert_eq!(found(&text), [""; 0], "{rule}: {text}");
        }
    }
    assert_eq!(found("AKIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"), [""; 0]);
    assert_eq!(found("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n"), [""; 0]);
}

#[test]
fn keys_of_letters_alone() {
    let letters = &BOTH[..52];
    for seed in 1..40 {
        assert_eq!(found(&format!("hf_{}", random(letters, 34, seed))), ["huggingface-token"], "{seed}");
        assert_eq!(found(&format!("AKIA{}", random(&UPPER[..26], 16, seed))), ["aws-access-key"], "{seed}");
    }
    assert_eq!(found("hf_nameofsomethinginaprogramthatislong"), [""; 0]);
}

#[test]
fn tokens_of_a_form_of_their_own() {
    let bot = format!("{}:AA{}", "7482915360", random(BOTH, 33, 5));
    assert_eq!(found(&format!("bot = '{bot}'")), ["telegram-token"]);
    assert!(masked(&bot).starts_with("7482915360:*"));
    // Nineteen digits in base64.
    let number = ["MTI4", "NTgz", "OTYx", "NDcy", "MDM4", "NTE5", "Nw"].concat();
    assert_eq!(found(&format!("'{number}.{}.{}'", random(BOTH, 6, 1), random(BOTH, 38, 2))), ["discord-token"]);
    assert_eq!(found(&format!("k={}-us12", random(HEX, 32, 3))), ["mailchimp-key"]);
}

#[test]
fn signed_tokens() {
    let header = ["eyJ", "hbGciOiJIUzI1NiJ9"].concat();
    let payload = ["eyJ", "pc3MiOiJhY21lIiwidWlkIjo0Mn0"].concat();
    let token = format!("{header}.{payload}.{}", random(BOTH, 43, 9));
    assert_eq!(found(&format!("const t = '{token}';")), ["jwt"]);
    assert_eq!(masked(&token), format!("eyJ{}", "*".repeat(token.len() - 3)));
    for other in [
        header.clone(),
        format!("{header}.{payload}"),
        format!("{header}.{payload}."),
        // No algorithm.
        format!("eyJhIjoxLCJiIjoyfQ.{payload}.{}", random(BOTH, 43, 9)),
        // What documentation shows.
        format!("{header}.{}.{}", ["eyJzdWIiOiIxMjM0", "NTY3ODkwIiwibmFtZSI6IkpvaG4ifQ"].concat(), random(BOTH, 43, 9)),
    ] {
        assert_eq!(found(&other), [""; 0], "{other}");
    }
}

#[test]
fn private_keys() {
    let dashes = "-----";
    for kind in ["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED "] {
        let (begin, end) =
            (format!("{dashes}BEGIN {kind}PRIVATE KEY{dashes}"), format!("{dashes}END {kind}PRIVATE KEY{dashes}"));
        let lines: Vec<String> = (0..6).map(|line| random(BOTH, if line == 5 { 9 } else { 64 }, line + 11)).collect();
        for (open, between, close) in [
            ("", "\n", "\n"),
            ("", "\r\n", "\r\n"),
            ("    ", "\n    ", "\n"),
            ("\"", "\\n", "\\n\""),
            ("\"", "\\n\" +\n  \"", "\""),
        ] {
            let text = format!("# a file\n{open}{begin}{between}{}{between}{end}{close}", lines.join(between));
            assert_eq!(found(&text), ["private-key"], "{text}");
            let hidden = masked(&text);
            assert!(hidden.contains(&begin) && hidden.contains(&end), "{hidden}");
            for line in &lines {
                assert!(!hidden.contains(line.as_str()), "{hidden}");
            }
        }
        // Programs that read keys.
        assert_eq!(
            found(&format!("const BEGIN = '{begin}';\nconst END = '{end}';\nreplaceAllOccurrencesOfThis(x);\n")),
            [""; 0]
        );
    }
    let head = format!("{dashes}BEGIN RSA PRIVATE KEY{dashes}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n");
    let hidden = masked(&format!("{head}{}\n{dashes}END RSA PRIVATE KEY{dashes}\n", random(BOTH, 64, 4)));
    assert!(hidden.starts_with(&head) && hidden.contains("****"), "{hidden}");
    let pgp = format!(
        "{dashes}BEGIN PGP PRIVATE KEY BLOCK{dashes}\nVersion: 1\n\n{}\n=aB3d\n{dashes}END PGP PRIVATE KEY BLOCK{dashes}\n",
        random(BOTH, 64, 4)
    );
    assert!(!masked(&pgp).contains("=aB3d"));
    assert_eq!(found(&format!("{dashes}BEGIN PUBLIC KEY{dashes}\n{}\n", random(BOTH, 64, 4))), [""; 0]);
}

#[test]
fn passwords_in_addresses() {
    let at =
        |scheme: &str, user: &str, password: &str, host: &str| format!("{scheme}:/{}{user}:{password}@{host}", '/');
    for (scheme, host) in [
        ("postgres", "db:5432/x"),
        ("mongodb+srv", "a.b.net/x?y=z"),
        ("redis", "localhost:6379"),
        ("https", "git.acme.io/a.git"),
    ] {
        let text = at(scheme, "ann", "Tr0ub4dor", host);
        assert_eq!(found(&text), ["connection-string"], "{text}");
        assert_eq!(masked(&text), at(scheme, "ann", "*********", host));
    }
    for (user, password, host) in [
        ("postgres", "postgres", "db"),
        ("user", "password", "db"),
        ("user", "pass123", "db"),
        ("ann", "${PASSWORD}", "db"),
        ("ann", "$PASSWORD", "db"),
        ("ann", "<password>", "db"),
        ("ann", "%s", "db"),
        ("ann", "****", "db"),
        ("ann", "Tr0ub4dor", "db.example.com"),
    ] {
        assert_eq!(found(&at("postgres", user, password, host)), [""; 0], "{password}");
    }
    assert_eq!(found("https://host:8080/a@b https://a.b/c:d@e s3://x@y"), [""; 0]);
    let settings = |password: &str| format!("\"Server=db;User Id=ann;Password={password};Timeout=3\"");
    assert_eq!(masked(&settings("Tr0ub4dor")), settings("*********"));
    for idle in ["{0}", "$(Password)", "password", ""] {
        assert_eq!(found(&settings(idle)), [""; 0], "{idle}");
    }
    assert_eq!(found("connect(host=host, user=user, password=settings.word)"), [""; 0]);
}

#[test]
fn values_of_secret_names() {
    let key = random(BOTH, 32, 21);
    for text in [
        format!("apiKey: \"{key}\","),
        format!("API_KEY={key}\n"),
        format!("export CLIENT_SECRET='{key}'"),
        format!("{{\"client_secret\": \"{key}\"}}"),
        format!("\"{{\\\"auth_token\\\":\\\"{key}\\\"}}\""),
        format!("const token: string = '{key}'"),
        format!("const TOKEN: &str = \"{key}\";"),
        format!("const TOKEN: &'static str = \"{key}\";"),
        format!("String password = \"{key}\";"),
        format!("var apiToken string = \"{key}\""),
        format!("char secret[] = \"{key}\";"),
        format!("headers.set(\"x-api-key\", \"{key}\")"),
        format!("setPassword(\"{key}\")"),
        format!("'secret' => '{key}',"),
        format!("config['secret_key'] = '{key}'"),
        format!("<password>{key}</password>"),
        format!("<add key=\"ApiKey\" value=\"{key}\"/>"),
        format!("- name: API_TOKEN\n  value: {key}\n"),
        format!("secret_key: {key}  # not for you\n"),
    ] {
        assert_eq!(found(&text), ["assigned-secret"], "{text}");
        assert!(!masked(&text).contains(&key));
    }
    let aws = format!("aws_secret_access_key = {}\n", random(BOTH, 40, 22));
    assert_eq!(found(&aws), ["aws-secret-key"], "{aws}");
    let azure = format!("AccountName=a;AccountKey={}==;End", random(BOTH, 86, 23));
    assert_eq!(found(&azure), ["azure-key"]);
    assert!(masked(&azure).ends_with("**;End"));
    let signed = format!("?sv=2024&sig={}%3D&se=1", random(BOTH, 43, 24));
    assert_eq!(found(&signed), ["azure-key"]);
    assert_eq!(found(&format!("Authorization: Bearer {key}\n")), ["authorization-header"]);
}

/// Sixteen of both cases, digits and signs, or fewer.
fn password(length: usize, seed: u64) -> String {
    let mut password = random(BOTH, length, seed);
    password.replace_range(1..6, "k8$Lq");
    // Chance makes words of some.
    if length > 9 {
        password.replace_range(8..10, "W3");
    }
    password
}

#[test]
fn passwords_that_are_short() {
    for seed in 1..60 {
        for length in [8, 10, 12, 15] {
            let value = password(length, seed);
            if super::value::is_made_up(value.as_bytes()) {
                continue;
            }
            for (before, after) in [
                ("db_password: '", "'\n"),
                ("PGPASSWORD=", " psql\n"),
                ("connect(\"host=db dbname=x user=ann password=", "\")"),
                ("<password>", "</password>"),
                ("{ \"password\" : \"", "\" }"),
                ("$config['dbpass'] = '", "';"),
                ("const passphrase = `", "`;"),
            ] {
                let text = format!("{before}{value}{after}");
                assert_eq!(found(&text), [RULE_OF_VALUES], "{text}");
                assert_eq!(masked(&text), format!("{before}{}{after}", "*".repeat(length)));
            }
        }
    }
}

#[test]
fn what_is_no_password_stays() {
    for text in [
        "password = readPassword2()",
        "password: String2Type<T>",
        "passwordField: 'k8$LqZ3x'",
        "compass = 'k8$LqZ3x'",
        "password == 'k8$LqZ3x'",
        "password = 'Password1!'",
        "password = 'P@ssw0rd99'",
        "password = '${DB_PASS1}'",
        "password=%k8LqZ3xW",
        "'password': 'p%40ss%2Fword%3F%23__'",
        "password = 'a sentence of 3 Words'",
        "password: userPassword2",
        "pass: 12345678",
    ] {
        assert_eq!(found(text), [""; 0], "{text}");
    }
}

#[test]
fn values_in_the_spellings_of_many_languages() {
    let value = "x9Kf3LmQ7pRt2VwZ8bNc4HjD6sGy1TaE";
    for (before, after) in [
        ("const apiKey = process.env.API_KEY || \"", "\";"),
        ("const apiKey = env.API_KEY ?? '", "';"),
        ("key = os.environ.get(\"API_KEY\") or \"", "\"\n"),
        ("key = ENV[\"API_KEY\"] || \"", "\"\n"),
        ("key=${API_KEY:-", "}\n"),
        ("SECRET_KEY = b\"", "\"\n"),
        ("SECRET_KEY = r'", "'\n"),
        ("const apiSecret =\n  \"", "\";\n"),
        ("apiSecret:\n    '", "',\n"),
        ("API_SECRET = (\n    \"", "\"\n)\n"),
        ("#define API_KEY \"", "\"\n"),
        ("std::string apiKey{\"", "\"};\n"),
        ("<Client apiKey={\"", "\"} />\n"),
        ("ENV API_KEY ", "\n"),
        ("apiKey: String(\"", "\")\n"),
        ("Authorization: token ", "\n"),
        ("\"Authorization\": \"ApiKey ", "\"\n"),
    ] {
        let text = format!("{before}{value}{after}");
        assert_eq!(masked(&text), format!("{before}{}{after}", "*".repeat(value.len())), "{text}");
    }
    for text in [
        format!("const hash = known || \"{value}\";"),
        format!("#define BUILD_ID \"{value}\""),
        format!("the token {value} of the lexer"),
        format!("render(apiKeyLabel, {{ id: \"{value}\" }})"),
        format!("return (\n  \"{value}\"\n)"),
    ] {
        assert_eq!(found(&text), [""; 0], "{text}");
    }
}

#[test]
fn private_json_web_keys() {
    let (d, n) = (random(BOTH, 86, 3), random(BOTH, 86, 4));
    let key = format!("{{ \"kty\": \"RSA\", \"n\": \"{n}\", \"e\": \"AQAB\",\n \"d\" : \"{d}\" }}");
    assert_eq!(found(&key), ["private-key"]);
    assert_eq!(masked(&key), key.replace(&d, &"*".repeat(86)));
    let shared = format!("{{\"k\":\"{d}\",\"kty\":\"oct\"}}");
    assert_eq!(masked(&shared), shared.replace(&d, &"*".repeat(86)));
    let public = format!("{{\"kty\":\"EC\",\"x\":\"{d}\",\"y\":\"{n}\"}} {{\"d\":\"{n}\"}}");
    assert_eq!(found(&public), [""; 0]);
}

#[test]
fn other_values_stay() {
    let (key, hash) = (random(BOTH, 32, 21), random(HEX, 64, 25));
    for text in [
        format!("integrity: \"sha512-{key}==\""),
        format!("checksum = \"{hash}\""),
        format!("key: \"{key}\""),
        format!("commit {hash}"),
        format!("password_hash = \"{hash}\""),
        format!("publicKey = \"{key}\""),
        format!("token_url = \"https://a.b/{key}\""),
        "password = process.env.DATABASE_PASSWORD1".to_owned(),
        "token = getTokenFromRequest2(request)".to_owned(),
        "secret: 'your-secret-key-goes-here-123'".to_owned(),
        "api_key = \"${API_KEY_OF_PRODUCTION_1}\"".to_owned(),
        "password: this-is-my-long-password-for-2024".to_owned(),
        "apiKey: 'xxxxxxxxxxxxxxxxxxxxxxxxx1x2'".to_owned(),
        "token: 550e8400-e29b-41d4-a716-446655440000".to_owned(),
        "secret = settings.credentials.secret_key_2".to_owned(),
        "passwordValidatorServiceFactory2 = newValidator42".to_owned(),
        "accessToken: AccessTokenResponseType2".to_owned(),
        "class MissingToken : io/ktor/server/auth/OAuth1aException {".to_owned(),
    ] {
        assert_eq!(found(&text), [""; 0], "{text}");
    }
}

#[test]
fn lines_are_told_and_positions_stay() {
    let (_, prefix, body) = tokens(3).swap_remove(45);
    let mut text = format!("één\r\n😀\n\"{prefix}{body}\"\nend\n");
    let before = text.clone();
    let told = mask(&mut text);
    assert_eq!(told.iter().map(|masked| masked.line).collect::<Vec<_>>(), [3]);
    assert_eq!((text.len(), text.encode_utf16().count()), (before.len(), before.encode_utf16().count()));
    assert!(text.starts_with("één\r\n😀\n\"") && text.ends_with("\"\nend\n"));
}

#[test]
fn every_rule_is_known_by_its_name() {
    for finding in rules() {
        assert_eq!(rule_of(finding), Some(finding));
    }
    assert_eq!(rule_of("nothing"), None);
}

/// A megabyte of a hostile text is done with: what looked back over all of it at every piece would take hours.
#[test]
fn hostile_texts_take_no_longer() {
    const MEGABYTE: usize = 1 << 20;
    for piece in [
        "xoxb-",
        "eyJ.eyJ.",
        "eyJhbGciOiJub25lIn0.",
        "a:b@",
        "://",
        "://a:",
        "x://a:b@",
        "sk-",
        "sk-a1",
        "-----BEGIN PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nMIIBabcdefghijklmnop",
        "PRIVATE KEY",
        "password=",
        ";password=",
        "token=\"",
        "AA:",
        "SG.",
        "ghp_",
        "a",
        "a1B2c3",
        "glpat-a1",
        "=",
        "\\n",
        "value=",
        "Bearer ",
        "Basic YTph",
        "MTIz.",
        "Password=a;User=b;",
        "é",
        "AKIA",
        "eyJ/",
        "'\"token\": '",
        "pwd=a&",
        "pwd=",
        "db_pass: ",
        "\"kty\"",
        "{\"kty\"",
        "\"kty\":{\"d\":",
        "hooks.slack.com/services/",
    ] {
        let mut text = piece.repeat(MEGABYTE / piece.len());
        let start = Instant::now();
        mask(&mut text);
        assert!(start.elapsed() < Duration::from_secs(60), "{piece} took {:?}", start.elapsed());
        assert_eq!(find(&text), [], "{piece}");
    }
}

/// Texts that have much of what rules look at.
fn suspicious() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(
        (1..4)
            .flat_map(tokens)
            .flat_map(|(_, prefix, body)| [prefix.to_owned(), body.clone(), format!("{prefix}{body}")])
            .chain(
                [
                    " ",
                    "\n",
                    "\r\n",
                    "\"",
                    "'",
                    "=",
                    ": ",
                    "://",
                    "@",
                    ":",
                    ".",
                    "-",
                    "_",
                    "/",
                    "\\n",
                    "password",
                    "apiKey",
                    "token",
                    "é",
                    "😀",
                    ";Password=",
                    "Server=",
                    "-----BEGIN PRIVATE KEY-----",
                    "-----END PRIVATE KEY-----",
                    "eyJhbGciOiJIUzI1NiJ9",
                    "Bearer ",
                    "value=",
                    "postgres://ann:",
                    "*",
                    "****",
                ]
                .map(str::to_owned),
            )
            .collect::<Vec<_>>(),
    );
    prop::collection::vec(pieces, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mask_fits_what_it_hides(text in prop_oneof![suspicious(), any::<String>(), "[ -~\n]{0,200}"]) {
        let mut hidden = text.clone();
        let places: Vec<_> = { let mut probe = text.clone(); mask(&mut probe); probe.char_indices().map(|(at, _)| at).collect() };
        prop_assert_eq!(places, text.char_indices().map(|(at, _)| at).collect::<Vec<_>>());
        let told = mask(&mut hidden);
        prop_assert_eq!(told.is_empty(), hidden == text);
        prop_assert_eq!(hidden.encode_utf16().count(), text.encode_utf16().count());
        for (now, before) in hidden.chars().zip(text.chars()) {
            prop_assert!(now == before || now == stand_in(before) && !before.is_whitespace());
        }
        let mut again = hidden.clone();
        prop_assert_eq!(mask(&mut again), []);
        prop_assert_eq!(again, hidden);
    }
}

/// Of random keys few may look like words.
#[test]
fn most_random_values_are_taken_for_secrets() {
    for (of, length, least) in [
        (BOTH, 16, 850),
        (BOTH, 20, 880),
        (BOTH, 32, 950),
        (BOTH, 40, 970),
        (LOWER, 16, 800),
        (LOWER, 32, 950),
        (HEX, 32, 980),
        (HEX, 64, 990),
    ] {
        let keys = (1..=1000).map(|seed| random(of, length, seed * 7 + length as u64));
        let all = keys.filter(|key| super::value::is_random(key.as_bytes())).count();
        assert!(all >= least, "{all} of 1000 with {length} of {} characters", of.len());
    }
}
