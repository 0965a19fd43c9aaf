/** The one class of error that the package throws. */

/**
 * - `invalid-option`, `invalid-file`: the call is wrong; the message says how.
 * - `aborted`: the signal fired; `cause` is its reason, `report` tells what was done before.
 * - `freed`: used after `free()`.
 * - `dead`: the engine broke down (a Rust panic, a trap); create a new instance. `cause` is what happened.
 * - `wasm-load`, `model-load`: a file could not be found or used; the message names it.
 * - `no-model`: `embed` on an instance without a model.
 * - `worker`: the worker could not be started or ended by itself.
 * - `counter`: the token counter could not be loaded, failed, or gave no number.
 * - `session`: a text is no session that was saved.
 * - `snapshot-damaged`: bytes are no snapshot, or not a whole one.
 * - `snapshot-mismatch`: a snapshot was made by another version, model or set of languages, or under other options; the message names it.
 * - `store`: a byte store could not be opened, read or written.
 * - `read`: a folder could not be read (`nearfield/node` only).
 *
 * Codes that the engine gives for single files (`binary`, `ignored`, …) are reported, not thrown.
 */
export type NearfieldErrorCode =
  | "invalid-option"
  | "invalid-file"
  | "aborted"
  | "freed"
  | "dead"
  | "wasm-load"
  | "model-load"
  | "no-model"
  | "worker"
  | "counter"
  | "session"
  | "snapshot-damaged"
  | "snapshot-mismatch"
  | "store"
  | "read"
  // The engine has codes of its own for arguments it refuses.
  | (string & {});

/** An error with a stable `code` and a sentence that says what to do. */
export class NearfieldError extends Error {
  override readonly name = "NearfieldError";
  readonly code: NearfieldErrorCode;

  constructor(code: NearfieldErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** An `add` that was stopped by its signal. */
export class AbortedError<Report> extends NearfieldError {
  /** What was done before the stop. */
  readonly report: Report;

  constructor(report: Report, cause: unknown) {
    super("aborted", "The signal stopped the call between two files; what was indexed before stays.", { cause });
    this.report = report;
  }
}

/** The error of every call on an instance that broke down. */
export function deadError(cause: unknown, during: string): NearfieldError {
  return new NearfieldError(
    "dead",
    `The engine broke down while ${during}: ${firstLine(messageOf(cause))}. ` +
      "This instance is dead: create a new one with Nearfield.create() and add the files again.",
    { cause },
  );
}

export function freedError(what = "This instance"): NearfieldError {
  return new NearfieldError("freed", `${what} was freed and cannot be used any more: create a new one.`);
}

export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    // An object without a text of its own.
    return "a value that cannot be shown";
  }
}

function firstLine(text: string): string {
  return (text.trim().split("\n", 1)[0] ?? "").replace(/[.:]$/, "");
}

/** An error as plain data, for the way out of a worker. */
export interface ErrorData {
  code: string;
  message: string;
  cause?: string;
}

export function toData(error: unknown): ErrorData {
  if (!(error instanceof NearfieldError)) return { code: "worker", message: messageOf(error) };
  const data: ErrorData = { code: error.code, message: error.message };
  if (error.cause !== undefined) data.cause = messageOf(error.cause);
  return data;
}

export function fromData(data: ErrorData): NearfieldError {
  return new NearfieldError(data.code, data.message, data.cause === undefined ? {} : { cause: new Error(data.cause) });
}
