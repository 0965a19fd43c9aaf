// Masking against secretlint's recommended rules, over secrets made up here: whatever these rules find is masked.
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { before, test } from "node:test";
import { lintSource } from "@secretlint/core";
import { creator as preset } from "@secretlint/secretlint-rule-preset-recommend";
import { Nearfield } from "nearfield";
import { random as seeded } from "./environment.mjs";

const TIMES = 10;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const next = seeded(7);
const random = (length, of = LETTERS + "0123456789") => Array.from({ length }, () => of[next(of.length)]).join("");
const hex = (length) => random(length, "0123456789abcdef");
const upper = (length) => random(length, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
const base64url = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const key = (type = "pkcs8") => generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({ type, format: "pem" });

// A kind of secret, and a text that holds one.
const kinds = {
  "aws access key id": () => `const id = "AKIA${upper(16)}";`,
  "aws secret key": () => `AWS_SECRET_ACCESS_KEY = "${random(40)}"`,
  "gcp service account": () => JSON.stringify({ type: "service_account", project_id: "p", private_key_id: hex(40), private_key: key(), client_email: "a@p.iam.gserviceaccount.com", client_id: "1", auth_uri: "a", token_uri: "b" }),
  "google api key": () => `key: "AIza${random(35)}"`,
  "private key": () => key(),
  "rsa private key": () => key("pkcs1"),
  "npm token": () => `//registry/:_authToken=npm_${random(36)}`,
  "basic auth in an address": () => `https://ann:${random(12)}@git.acme.io/x`,
  "slack bot token": () => `xoxb-${random(12, "123456789")}-${random(12, "123456789")}-${random(24)}`,
  "slack app token": () => `xapp-1-A${upper(10)}-${random(13, "123456789")}-${hex(64)}`,
  "slack webhook": () => `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${random(24)}`,
  "sendgrid key": () => `SG.${random(22)}.${random(43)}`,
  "shopify token": () => `shpat_${hex(32)}`,
  "github token": () => `ghp_${random(36)}`,
  "github fine-grained": () => `github_pat_${random(22)}_${random(59)}`,
  "gitlab token": () => `glpat-${random(20)}`,
  "grafana token": () => `glsa_${random(32)}_${hex(8)}`,
  "openai project key": () => `sk-proj-${random(74)}T3BlbkFJ${random(74)}`,
  "openai key": () => `sk-${random(20)}T3BlbkFJ${random(20)}`,
  "anthropic key": () => `sk-ant-api03-${random(93)}AA`,
  "groq key": () => `gsk_${random(52)}`,
  "huggingface token": () => `hf_${random(34, LETTERS)}`,
  "linear key": () => `lin_api_${random(40)}`,
  "notion token": () => `ntn_${random(11, "123456789")}${random(35)}`,
  "1password token": () => `ops_${base64url({ signInAddress: "acme.1password.com", secretKey: random(40), deviceUuid: random(26), muk: random(200) })}`,
  "postgres address": () => `postgresql://ann:${random(12)}@db.acme.io:5432/x`,
  "mongodb address": () => `mongodb+srv://ann:${random(12)}@cluster.acme.io/x`,
  "mysql address": () => `mysql://ann:${random(12)}@db.acme.io/x`,
  "vault token": () => `hvs.${random(95)}`,
  "databricks token": () => `dapi${hex(32)}`,
  "docker token": () => `dckr_pat_${random(27)}`,
  "figma token": () => `figd_${random(40)}`,
  "vercel token": () => `vcp_${random(56)}`,
  jwt: () => `"${base64url({ alg: "HS256" })}.${base64url({ iss: "acme", n: random(8) })}.${random(43)}"`,
  "stripe key": () => `sk_live_${random(24)}`,
  "pypi token": () => `pypi-AgEIcHlwaS5vcmc${random(160)}`,
  "assigned value": () => `clientSecret: "${random(32)}"`,
};

// What secretlint leaves to options of its rules or has no rule for.
const unknownToTheOracle = ["aws access key id", "google api key", "1password token", "jwt", "stripe key", "pypi token", "assigned value"];

const texts = Object.entries(kinds).flatMap(([kind, make]) =>
  // A text that begins with a key is refused as a whole.
  Array.from({ length: TIMES }, (_, at) => ({ kind, path: `${kind.replaceAll(" ", "-")}/${at}.txt`, content: `text\n${make()}\n` })),
);
const masked = new Set();

before(async () => {
  const nf = await Nearfield.create({ model: "none", worker: false });
  try {
    const report = await nf.add(texts);
    assert.deepEqual(report.skipped, []);
    for (const { path } of report.masked) masked.add(path);
  } finally {
    nf.free();
  }
});

for (const kind of Object.keys(kinds)) {
  test(kind, async () => {
    const own = texts.filter((text) => text.kind === kind);
    for (const { path, content } of own) assert.ok(masked.has(path), content);
    const { messages } = await lintSource({
      source: { filePath: own[0].path, content: own[0].content, ext: ".txt", contentType: "text" },
      options: { config: { rules: [{ id: "preset", rule: preset }] } },
    });
    assert.equal(messages.length > 0, !unknownToTheOracle.includes(kind));
  });
}
