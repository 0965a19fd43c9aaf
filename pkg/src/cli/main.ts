#!/usr/bin/env node
/** The command line: thin over the façade. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { NearfieldError, messageOf } from "../errors.js";
import { openFolder } from "../node/folder.js";
import type { NearfieldBase } from "../nearfield.js";
import type { AddReport, Context, Session } from "../types.js";
import { UsageError, parse, type Command } from "./arguments.js";
import { help } from "./help.js";
import { count, here, indexText, progressLine, rankText, suggestionsText } from "./print.js";

const FOUND = 0;
const NOTHING = 1;
const USAGE = 2;
const PATH = 3;
const ENGINE = 4;

const MOST_HELPERS = 6;

async function run(command: Command): Promise<number> {
  if (command.name === "help") return print(help);
  if (command.name === "version") return print(`${version()}\n`);

  const { name, path, json, create } = command;
  const line = progressLine(process.stderr);
  // Only `index` puts a folder into the cache; the others use what is there, and keep it up to date.
  const opened = openFolder(path, {
    ...create,
    helpers: helpers(),
    cache: command.cache,
    fillCache: name === "index",
    onProgress: line.show,
  });
  const { nearfield, report, cache } = await opened.finally(line.clear);
  for (const note of cache?.notes ?? []) complain(note);
  if (name === "index") {
    print(json ? toJson({ ...report, ...(cache && { cache }) }) : indexText(report, cache, command.list));
    return report.files > 0 ? FOUND : NOTHING;
  }
  if (command.name === "rank" || command.name === "related") {
    const hits =
      command.name === "rank"
        ? await nearfield.rank(command.query, command.options)
        : await nearfield.related(await indexed(nearfield, command), command.line, command.options);
    print(json ? toJson(hits) : rankText(hits));
    const asked = command.name === "related" ? `${command.file}:${command.line}` : command.query;
    return hits.length > 0 ? FOUND : nothing(asked, path, report);
  }
  const session = command.session === undefined ? undefined : await resume(nearfield, command.session);
  const context = await nearfield.search(command.query, { ...command.options, ...(session && { session }) });
  if (session && command.session !== undefined) writeFileSync(command.session, await session.save());
  const found = context.blocks.length > 0;
  if (json) print(toJson(context));
  else if (found) print(context.text.endsWith("\n") ? context.text : context.text + "\n");
  return found ? FOUND : nothing(command.query, path, report, context);
}

/** One a processor, and no more than the main thread can take the work of. */
function helpers(): number {
  const processors = availableParallelism();
  return processors > 1 ? Math.min(processors, MOST_HELPERS) : 0;
}

/** The conversation that a file keeps; a new one if there is no file. */
async function resume(nearfield: NearfieldBase, file: string): Promise<Session> {
  return existsSync(file) ? nearfield.session(readFileSync(file, "utf8")) : nearfield.session();
}

/** The file's path in the index: as typed, or as seen from the folder. */
async function indexed(nearfield: NearfieldBase, { file, path }: { file: string; path: string }): Promise<string> {
  if ((await nearfield.text(file)) !== undefined) return file;
  const inside = relative(path, file).replaceAll("\\", "/");
  return (await nearfield.text(inside)) === undefined ? file : inside;
}

function nothing(query: string, path: string, report: AddReport, context?: Context): number {
  complain(
    report.files === 0
      ? `no file was indexed in "${path}" (${report.skipped.length} left out; \`nearfield index "${path}" --list\` says why).`
      : `nothing found for "${query}" in ${count(report.files, "file")}.${(context?.notes ?? []).map((note) => ` ${here(note)}`).join("")}`,
  );
  process.stderr.write(suggestionsText(context?.suggestions ?? []));
  return NOTHING;
}

function print(text: string): number {
  process.stdout.write(text);
  return FOUND;
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}

function complain(sentence: string): void {
  process.stderr.write(`nearfield: ${sentence}\n`);
}

function version(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

function fail(error: unknown): number {
  if (error instanceof UsageError) {
    complain(`${error.message.replace(/\.$/, "")} (see nearfield --help)`);
    return USAGE;
  }
  complain(here(messageOf(error)));
  if (!(error instanceof NearfieldError)) return ENGINE;
  if (error.code === "read") return PATH;
  return error.code === "invalid-option" ? USAGE : ENGINE;
}

// A reader that has seen enough, like `head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") complain(error.message);
  process.exit(error.code === "EPIPE" ? process.exitCode : PATH);
});

// Not process.exit: what was written to a pipe must arrive first.
Promise.resolve(process.argv.slice(2))
  .then(parse)
  .then(run)
  .catch(fail)
  .then((code) => {
    process.exitCode = code;
  });
