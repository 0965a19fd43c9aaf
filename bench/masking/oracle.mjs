// Masking against secretlint's recommended rules, over secrets made up here: what each of the two finds.
//
//   npm install --prefix FOLDER @secretlint/core @secretlint/secretlint-rule-preset-recommend
//   cargo build --release --example masking
//   node bench/masking/oracle.mjs FOLDER target/release/examples/masking
import { spawnSync } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program] = process.argv.slice(2);
if (!folder || !program) throw new Error("Give the folder where secretlint is installed, and the built example.");
const require = createRequire(join(resolve(folder), "x.js"));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { lintSource } = await load("@secretlint/core");
const { creator: preset } = await load("@secretlint/secretlint-rule-preset-recommend");

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const random = (length, of = LETTERS + "0123456789") => [...randomBytes(length)].map((byte) => of[byte % of.length]).join("");
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

const TIMES = 20;
const work = mkdtempSync(join(tmpdir(), "masking-"));
try {
  console.log(`Of ${TIMES} texts a kind, how many hold a secret by\n\n| kind | nearfield | secretlint |\n|---|---:|---:|`);
  for (const [kind, make] of Object.entries(kinds)) {
    let [ours, theirs] = [0, 0];
    for (let at = 0; at < TIMES; at++) {
      const content = make() + "\n";
      const file = join(work, "settings.txt");
      // A text that begins with a key is refused as a whole.
      writeFileSync(file, "text\n" + content);
      const found = spawnSync(program, ["--list", work], { encoding: "utf8" }).stdout.includes("settings.txt:");
      if (!found) console.error(`missed: ${content}`);
      ours += found ? 1 : 0;
      const { messages } = await lintSource({
        source: { filePath: file, content, ext: ".txt", contentType: "text" },
        options: { config: { rules: [{ id: "preset", rule: preset }] } },
      });
      theirs += messages.length > 0 ? 1 : 0;
    }
    console.log(`| ${kind} | ${ours} | ${theirs} |`);
  }
} finally {
  rmSync(work, { recursive: true });
}
