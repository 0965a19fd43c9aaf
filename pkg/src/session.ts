/** The memory of a conversation, as a handle on what the host keeps. */

import { NearfieldError, freedError } from "./errors.js";
import type { Host } from "./host/host.js";
import type { Session } from "./types.js";

export class HostSession implements Session {
  readonly #host: Host;
  readonly #id: number;
  #freed = false;

  constructor(host: Host, id: number) {
    this.#host = host;
    this.#id = id;
  }

  async clear(): Promise<void> {
    if (this.#freed) throw freedError("This session");
    await this.#host.clearSession(this.#id);
  }

  async forget(): Promise<void> {
    if (this.#freed) throw freedError("This session");
    await this.#host.forgetSession(this.#id);
  }

  async save(): Promise<string> {
    if (this.#freed) throw freedError("This session");
    return this.#host.saveSession(this.#id);
  }

  free(): void {
    if (this.#freed) return;
    this.#freed = true;
    // A host that has ended in the meantime keeps nothing any more.
    this.#host.freeSession(this.#id).catch(() => {});
  }

  /** The number by which `host` knows `session`. */
  static idOf(session: Session, host: Host): number {
    if (!(session instanceof HostSession) || session.#host !== host) {
      throw new NearfieldError("invalid-option", 'The option "session" must come from session() of the same instance.');
    }
    if (session.#freed) throw freedError("This session");
    return session.#id;
  }

  declare [Symbol.dispose]: () => void;
  static {
    disposeBy(this.prototype, this.prototype.free);
  }
}

/** `using` works where the runtime knows `Symbol.dispose`; elsewhere nothing is defined. */
export function disposeBy(prototype: object, free: () => void): void {
  if (typeof Symbol.dispose === "symbol") {
    Object.defineProperty(prototype, Symbol.dispose, { value: free, configurable: true, writable: true });
  }
}
