import type { LogEntry } from "../log.js";
import { pathOnly } from "../rest/routes.js";
import type { Witnessed } from "../rest/wire.js";
import type { Sandbox } from "../sandbox.js";
import { judgeRequest } from "./passive.js";
import { VerdictBook } from "./verdicts.js";

/** How often a condition is looked at again, milliseconds. */
const lookMs = 50;

/** What all scenes share: the sandbox, everything seen so far, and the book of verdicts. */
export class Stage {
  readonly sandbox: Sandbox;
  readonly book = new VerdictBook();
  readonly seen: Witnessed[] = [];
  readonly #say: (text: string) => void;

  constructor(sandbox: Sandbox, say: (text: string) => void) {
    this.sandbox = sandbox;
    this.#say = say;
  }

  /** Takes a request in. */
  witness(seen: Witnessed): void {
    this.seen.push(seen);
    judgeRequest(this.book, seen);
  }

  /** Tells the audience what is being played. */
  say(text: string): void {
    this.#say(text);
  }

  now(): number {
    return this.sandbox.clock.monotonicMs();
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.sandbox.clock.schedule(resolve, ms));
  }

  /** Waits until `test` holds, no longer than `withinMs`; says whether it did. */
  async until(test: () => boolean, withinMs: number): Promise<boolean> {
    for (const endMs = this.now() + withinMs; !test();) {
      if (this.now() >= endMs) return false;
      await this.wait(lookMs);
    }
    return true;
  }

  /** A place in what was seen so far, to look on from. */
  mark(): number {
    return this.seen.length;
  }

  /** Requests of an operation that came after a mark. */
  after(mark: number, operation: string): readonly Witnessed[] {
    return this.seen.slice(mark).filter((one) => one.operation === operation);
  }

  /** Attempts to confirm one interaction. */
  confirmations(interactionId: string): readonly Witnessed[] {
    return this.seen.filter(
      ({ operation, request }) => operation === "confirmInteraction" && pathOnly(request.url).includes(interactionId),
    );
  }

  /** Log entries of a kind that came after one. */
  logged(kind: LogEntry["kind"], afterNumber: number): readonly LogEntry[] {
    return this.sandbox.log.entries(kind).filter(({ number }) => number > afterNumber);
  }

  /** Whether a stream of the App is open. */
  get streaming(): boolean {
    const last = this.sandbox.log.last("connection");
    return last !== undefined && "how" in last.detail;
  }
}
