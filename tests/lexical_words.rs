//! The matrix of names: what each gives, in order.
use nearfield::lexical::{composed, words};
use proptest::prelude::*;

fn terms(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    words(text, &mut |w: &str| out.push(w.to_owned()));
    out
}

#[track_caller]
fn gives(text: &str, expected: &str) {
    assert_eq!(terms(text).join(" "), expected, "{text}");
}

#[test]
fn camel_and_pascal() {
    gives("unlockWithBiometrics", "unlockwithbiometrics unlock with biometrics");
    gives("GitHub", "github git hub");
    gives("HTTPServer", "httpserver http server");
    gives("getHTTPResponse", "gethttpresponse get http response");
    gives("XMLParser", "xmlparser xml parser");
    gives("parseXML", "parsexml parse xml");
    gives("URLs userIDs", "urls userids user ids");
    gives("iPhone OAuth2", "iphone i phone oauth2 o auth2 auth 2");
    gives("HTTP", "http");
    gives("The", "the");
}

#[test]
fn snake_and_kebab() {
    gives("user_id", "user_id user id");
    gives("BACKOFF_BASE_MS", "backoff_base_ms backoff base ms");
    gives("GITHUB_TOKEN", "github_token github token");
    gives("my_userId", "my_userid my userid user id");
    gives("a__b", "a__b a b");
    gives("kebab-case-name", "kebab-case-name kebab case name");
    gives("--max-count=3", "max-count max count 3");
    // No name: arithmetic, dates, arrows, ranges.
    gives("i-1", "i 1");
    gives("x-y", "x y");
    gives("2024-01-02", "2024 01 02");
    gives("next->prev", "next prev");
    gives("count--", "count");
}

#[test]
fn underscores_around() {
    gives("_private", "_private private");
    gives("__init__", "__init__ init");
    gives("_user_id_", "_user_id_ user_id user id");
    gives("_getHTTP", "_gethttp gethttp get http");
}

#[test]
fn digits() {
    gives("utf8", "utf8 utf 8");
    gives("sha256", "sha256 sha 256");
    gives("i18n", "i18n i 18 n");
    gives("decodeUtf8String", "decodeutf8string decode utf8 utf 8 string");
    gives("sha256Hash", "sha256hash sha256 sha 256 hash");
    gives("HTTP2Server", "http2server http2 http 2 server");
    gives("v8 x1", "v8 v 8 x1 x 1");
    gives("1.5", "1 5");
}

#[test]
fn other_scripts() {
    gives("привет Мир", "привет мир");
    gives("получитьИмя", "получитьимя получить имя");
    gives("naïveParser", "naïveparser naïve parser");
    gives("Straße ÉCOLE", "strasse école");
    gives("ΛΌΓΟΣ λόγος", "λογοσ λογοσ");
    gives("ｇｅｔＮａｍｅ ｶﾀｶﾅ", "getname get name カタ タカ カナ");
    gives("كَلِمَةُ", "كلمه");
    gives("مرحبا بالعالم", "مرحبا بالعالم");
    // Marks stay: Devanagari's virama; an accent written apart is one letter with its own.
    gives("cafe\u{301}s", "caf\u{e9}s");
    gives("नमस्ते दुनिया", "नमस्ते दुनिया");
    gives("x\u{200d}y", "xy");
}

#[test]
fn scripts_without_spaces_go_by_pairs() {
    gives("日本語のコメント", "日本 本語 語の のコ コメ メン ント");
    gives("猫", "猫");
    gives("猫。犬", "猫 犬");
    gives("検索、全文", "検索 全文");
    gives("データベース", "デー ータ タベ ベー ース");
    gives("か\u{3099}く", "\u{304c}く");
    gives("검색 엔진", "검색 엔진");
    gives("getユーザー名", "get ユー ーザ ザー ー名");
    gives("第3章", "第 3 章");
    gives("中文comment", "中文 comment");
    gives("สวัสดี", "สว วั ัส สด ดี");
}

#[test]
fn the_parts_are_found_from_the_compound_and_the_compound_from_itself() {
    for (text, query) in [
        ("unlockWithBiometrics", "biometrics"),
        ("user_id", "id"),
        ("HTTPServer", "httpserver"),
        ("GitHub", "github"),
        ("GitHub", "git"),
        ("全文検索エンジン", "検索"),
        ("поиск по коду", "Поиск"),
    ] {
        let found = terms(text);
        assert!(terms(query).iter().all(|q| found.contains(q)), "{query} in {text}");
    }
}

proptest! {
    #[test]
    fn any_text_gives_bounded_lower_case_terms(text in any::<String>()) {
        for term in terms(&text) {
            prop_assert!(!term.is_empty() && term.len() <= nearfield::lexical::words::MAX_TERM);
            prop_assert!(!term.chars().any(char::is_whitespace));
            prop_assert!(!term.chars().any(|c| c.is_ascii_uppercase()));
        }
    }

    #[test]
    fn names_of_any_make_end(text in "[a-zA-Z0-9_ \\-éÉ日本\u{301}]{0,60}") {
        // Every letter and digit of the text is in some term.
        let all = terms(&text).concat();
        for c in composed(&text).chars().filter(|c| c.is_alphanumeric()) {
            prop_assert!(c.to_lowercase().all(|l| all.contains(l)), "{c}");
        }
    }

    #[test]
    fn a_line_break_separates(a in "[a-zA-Z0-9_\\-]{0,20}", b in "[a-zA-Z0-9_\\-日]{0,20}") {
        let mut apart = terms(&a);
        apart.extend(terms(&b));
        prop_assert_eq!(terms(&format!("{a}\n{b}")), apart);
    }
}
