/** A whole folder in one call. */

import { AbortedError } from "../errors.js";
import { Nearfield } from "../entry/node.js";
import type { NearfieldBase } from "../nearfield.js";
import type { AddOptions, AddReport, CreateOptions, Skipped } from "../types.js";
import { walk } from "./walk.js";

/** Indexes a folder: `create`, then `addFolder`. Rejects with the codes of both; nothing stays behind then. */
export async function openFolder(
  path: string,
  options: CreateOptions & AddOptions = {},
): Promise<{ nearfield: Nearfield; report: AddReport }> {
  const { signal, onProgress, ...create } = options;
  const nearfield = await Nearfield.create(create);
  try {
    const report = await addFolder(nearfield, path, {
      ...(create.maxFileBytes !== undefined && { maxFileBytes: create.maxFileBytes }),
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    });
    return { nearfield, report };
  } catch (error) {
    nearfield.free();
    throw error;
  }
}

/**
 * Adds the files below `path`; ignore files are obeyed on the way down. The report's `skipped` names every file and
 * folder that was left out; files above `maxFileBytes` (default 16 MiB) are not even read. Rejects with `read` when the
 * folder cannot be read, else like `add`.
 */
export async function addFolder(
  nearfield: NearfieldBase,
  path: string,
  options: AddOptions & { maxFileBytes?: number } = {},
): Promise<AddReport> {
  const { maxFileBytes, ...adding } = options;
  const left: Skipped[] = [];
  const account = (report: AddReport): AddReport => ({
    ...report,
    skipped: [...report.skipped, ...left].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)),
  });
  try {
    const files = walk(path, nearfield, {
      ...(maxFileBytes !== undefined && { maxFileBytes }),
      onSkipped: (one) => left.push(one),
    });
    return account(await nearfield.add(files, adding));
  } catch (error) {
    if (error instanceof AbortedError) throw new AbortedError(account(error.report as AddReport), error.cause);
    throw error;
  }
}
