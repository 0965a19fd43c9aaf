//! What vendors' tokens begin with, and how they go on: from the vendors' documentation of their formats.

use super::scan::set;

/// The characters of a token after its prefix.
#[derive(Clone, Copy)]
pub enum Body {
    /// Small letters a to f and digits.
    Hex,
    /// Letters and digits.
    Alnum,
    /// These and `_`.
    Word,
    /// These and `-`.
    Url,
    /// These and `.`, `=`, `+`, `/`, `%`.
    Wide,
    /// Hex and `-`.
    HexParts,
    /// Letters, digits and `/`.
    Path,
}

const HEX: [bool; 256] = {
    let mut hex = [false; 256];
    let mut at = 0;
    while at < 16 {
        hex[b"0123456789abcdef"[at] as usize] = true;
        at += 1;
    }
    hex
};
const HEX_PARTS: [bool; 256] = {
    let mut parts = HEX;
    parts[b'-' as usize] = true;
    parts
};
const ALNUM: [bool; 256] = set(b"");
const WORD: [bool; 256] = set(b"_");
const URL: [bool; 256] = set(b"_-");
const WIDE: [bool; 256] = set(b"_-.=+/%");
const PATH: [bool; 256] = set(b"/");

impl Body {
    /// Whether a token goes on with a byte.
    pub const fn table(self) -> &'static [bool; 256] {
        match self {
            Body::Hex => &HEX,
            Body::Alnum => &ALNUM,
            Body::Word => &WORD,
            Body::Url => &URL,
            Body::Wide => &WIDE,
            Body::HexParts => &HEX_PARTS,
            Body::Path => &PATH,
        }
    }
}

/// A kind of token.
pub struct Token {
    pub rule: &'static str,
    /// Stays readable.
    pub prefix: &'static str,
    pub body: Body,
    /// How long the rest is.
    pub least: usize,
    pub most: usize,
    /// Where a dot stands in the rest, if that is part of the format.
    pub dot: Option<usize>,
}

const fn exact(rule: &'static str, prefix: &'static str, body: Body, length: usize) -> Token {
    Token { rule, prefix, body, least: length, most: length, dot: None }
}

const fn open(rule: &'static str, prefix: &'static str, body: Body, least: usize) -> Token {
    Token { rule, prefix, body, least, most: usize::MAX, dot: None }
}

const fn between(rule: &'static str, prefix: &'static str, body: Body, least: usize, most: usize) -> Token {
    Token { rule, prefix, body, least, most, dot: None }
}

const fn dotted(rule: &'static str, prefix: &'static str, least: usize, most: usize, dot: usize) -> Token {
    Token { rule, prefix, body: Body::Wide, least, most, dot: Some(dot) }
}

use Body::{Alnum, Hex, HexParts, Path, Url, Wide, Word};

/// By the first byte of the prefix, of two that begin alike the longer one first.
pub const TOKENS: &[Token] = &[
    open("google-key", "1//0", Url, 40),
    exact("age-key", "AGE-SECRET-KEY-1", Alnum, 58),
    exact("aws-access-key", "ABIA", Alnum, 16),
    exact("aws-access-key", "ACCA", Alnum, 16),
    exact("aws-access-key", "AKIA", Alnum, 16),
    exact("aws-access-key", "ASIA", Alnum, 16),
    between("artifactory-token", "AKCp", Alnum, 60, 80),
    open("atlassian-token", "ATATT3", Url, 100),
    open("atlassian-token", "ATCTT3", Url, 100),
    exact("atlassian-token", "ATBB", Alnum, 32),
    exact("google-key", "AIza", Url, 35),
    open("circleci-token", "CCIPAT_", Word, 40),
    exact("contentful-token", "CFPAT-", Url, 43),
    exact("clojars-token", "CLOJARS_", Hex, 60),
    exact("easypost-key", "EZAK", Alnum, 54),
    exact("google-key", "GOCSPX-", Url, 28),
    open("gitlab-token", "GR1348941", Url, 20),
    open("heroku-key", "HRKU-", Url, 36),
    exact("newrelic-key", "NRAK-", Alnum, 27),
    exact("postman-key", "PMAK-", HexParts, 59),
    dotted("sendgrid-key", "SG.", 60, 70, 22),
    exact("twilio-key", "SK", Hex, 32),
    exact("adafruit-key", "aio_", Alnum, 28),
    exact("huggingface-token", "api_org_", Alnum, 34),
    open("terraform-token", "atlasv1.", Url, 60),
    exact("buildkite-token", "bkua_", Hex, 40),
    exact("crates-token", "cio", Alnum, 32),
    open("discord-webhook", "discord.com/api/webhooks/", Wide, 70),
    open("discord-webhook", "discordapp.com/api/webhooks/", Wide, 70),
    open("docker-token", "dckr_oat_", Url, 27),
    open("docker-token", "dckr_pat_", Url, 27),
    exact("digitalocean-token", "doo_v1_", Hex, 64),
    exact("digitalocean-token", "dop_v1_", Hex, 64),
    exact("digitalocean-token", "dor_v1_", Hex, 64),
    between("databricks-token", "dapi", HexParts, 32, 34),
    between("doppler-token", "dp.ct.", Alnum, 40, 44),
    between("doppler-token", "dp.pt.", Alnum, 40, 44),
    between("doppler-token", "dp.sa.", Alnum, 40, 44),
    dotted("dynatrace-token", "dt0c01.", 80, 100, 24),
    open("figma-token", "figd_", Url, 36),
    open("flyio-token", "fm2_", Wide, 60),
    open("flyio-token", "fo1_", Url, 40),
    open("github-token", "github_pat_", Word, 60),
    between("github-token", "gho_", Alnum, 36, 255),
    between("github-token", "ghp_", Alnum, 36, 255),
    between("github-token", "ghr_", Alnum, 36, 255),
    between("github-token", "ghs_", Alnum, 36, 255),
    between("github-token", "ghu_", Alnum, 36, 255),
    open("gitlab-token", "glagent-", Url, 40),
    open("gitlab-token", "glcbt-", Url, 20),
    open("gitlab-token", "gldt-", Url, 20),
    open("gitlab-token", "glffct-", Url, 20),
    open("gitlab-token", "glft-", Url, 20),
    open("gitlab-token", "glimt-", Url, 20),
    open("gitlab-token", "gloas-", Url, 40),
    open("gitlab-token", "glpat-", Wide, 20),
    open("gitlab-token", "glptt-", Url, 20),
    open("gitlab-token", "glrt-", Wide, 20),
    open("gitlab-token", "glsoat-", Url, 20),
    open("grafana-token", "glc_", Wide, 40),
    exact("grafana-token", "glsa_", Word, 41),
    exact("groq-key", "gsk_", Alnum, 52),
    open("slack-webhook", "hooks.slack.com/services/", Path, 30),
    open("slack-webhook", "hooks.slack.com/triggers/", Path, 30),
    open("slack-webhook", "hooks.slack.com/workflows/", Path, 30),
    between("huggingface-token", "hf_", Alnum, 34, 40),
    open("vault-token", "hvb.", Url, 24),
    open("vault-token", "hvr.", Url, 24),
    open("vault-token", "hvs.", Url, 24),
    exact("mailgun-key", "key-", Hex, 32),
    exact("linear-key", "lin_api_", Alnum, 40),
    open("linear-key", "lin_oauth_", Alnum, 40),
    between("langsmith-key", "lsv2_pt_", Word, 40, 48),
    between("langsmith-key", "lsv2_sk_", Word, 40, 48),
    exact("netlify-token", "nfp_", Alnum, 36),
    exact("npm-token", "npm_", Alnum, 36),
    between("notion-token", "ntn_", Alnum, 40, 60),
    exact("nuget-key", "oy2", Alnum, 43),
    open("onepassword-token", "ops_eyJ", Url, 100),
    exact("prefect-key", "pnu_", Alnum, 36),
    exact("perplexity-key", "pplx-", Alnum, 48),
    open("planetscale-token", "pscale_oauth_", Wide, 32),
    open("planetscale-token", "pscale_pw_", Wide, 32),
    open("planetscale-token", "pscale_tkn_", Wide, 32),
    exact("pulumi-token", "pul-", Hex, 40),
    open("pypi-token", "pypi-AgE", Url, 50),
    dotted("airtable-token", "pat", 79, 79, 14),
    exact("replicate-token", "r8_", Alnum, 37),
    between("readme-key", "rdme_", Alnum, 60, 80),
    between("stripe-key", "rk_live_", Alnum, 24, 255),
    between("stripe-key", "rk_test_", Alnum, 24, 255),
    exact("rubygems-key", "rubygems_", Hex, 48),
    exact("notion-token", "secret_", Alnum, 43),
    open("supabase-key", "sb_secret_", Url, 24),
    exact("supabase-key", "sbp_", Hex, 40),
    open("sentry-token", "sntrys_", Wide, 60),
    exact("sentry-token", "sntryu_", Hex, 64),
    exact("sourcegraph-token", "sgp_", Word, 40),
    exact("shopify-token", "shpat_", Hex, 32),
    exact("shopify-token", "shpca_", Hex, 32),
    exact("shopify-token", "shppa_", Hex, 32),
    exact("shopify-token", "shpss_", Hex, 32),
    open("mapbox-token", "sk.eyJ", Wide, 60),
    open("openai-key", "sk-admin-", Url, 40),
    open("anthropic-key", "sk-ant-", Url, 40),
    exact("openrouter-key", "sk-or-v1-", Hex, 64),
    open("openai-key", "sk-proj-", Url, 40),
    open("openai-key", "sk-svcacct-", Url, 40),
    between("openai-key", "sk-", Alnum, 32, 64),
    between("stripe-key", "sk_live_", Alnum, 16, 255),
    between("stripe-key", "sk_test_", Alnum, 16, 255),
    open("dropbox-token", "sl.", Url, 120),
    exact("sonar-token", "sqa_", Hex, 40),
    exact("sonar-token", "sqp_", Hex, 40),
    exact("sonar-token", "squ_", Hex, 40),
    between("square-token", "sq0atp-", Url, 22, 43),
    between("square-token", "sq0csp-", Url, 43, 44),
    open("typeform-token", "tfp_", Url, 40),
    open("tailscale-key", "tskey-", Url, 24),
    dotted("cloudflare-key", "v1.0-", 160, 180, usize::MAX),
    open("vercel-token", "vca_", Alnum, 24),
    open("vercel-token", "vci_", Alnum, 24),
    open("vercel-token", "vck_", Alnum, 24),
    open("vercel-token", "vcp_", Alnum, 24),
    open("vercel-token", "vcr_", Alnum, 24),
    between("stripe-key", "whsec_", Wide, 24, 80),
    exact("xai-key", "xai-", Alnum, 80),
    open("slack-token", "xapp-", Url, 30),
    between("brevo-key", "xkeysib-", Url, 64, 90),
    open("slack-token", "xoxa-", Url, 20),
    open("slack-token", "xoxb-", Url, 20),
    open("slack-token", "xoxc-", Url, 20),
    open("slack-token", "xoxd-", Wide, 20),
    open("slack-token", "xoxe-", Url, 20),
    open("slack-token", "xoxe.xox", Url, 20),
    open("slack-token", "xoxo-", Url, 20),
    open("slack-token", "xoxp-", Url, 20),
    open("slack-token", "xoxr-", Url, 20),
    open("slack-token", "xoxs-", Url, 20),
];

/// The tokens that begin with a byte: the first and one past the last.
pub const BY_FIRST: [(u8, u8); 256] = {
    let mut places = [(0u8, 0u8); 256];
    let mut at = 0;
    while at < TOKENS.len() {
        let first = TOKENS[at].prefix.as_bytes()[0] as usize;
        if places[first].1 == 0 {
            places[first].0 = at as u8;
        }
        // What is not in order would take in what stands between.
        assert!(places[first].1 == 0 || places[first].1 as usize == at);
        at += 1;
        places[first].1 = at as u8;
    }
    places
};
