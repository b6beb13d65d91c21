import { type Clock, systemClock } from "../../abi/index.js";
import type { DiagnosticSink } from "../../diagnostics/reporter.js";
import { isRecord } from "../../base/values.js";
import type { KeyValue } from "../../store/contract.js";
import { boundedKey } from "../../store/keys.js";
import { Records } from "../../store/records.js";
import type { Task } from "./context.js";
import { stackOf, wordsOf } from "./words.js";

/** An event whose handler failed in every run. Plain data. */
export interface DeadLetter<E> {
  readonly event: E;
  /** The same for every delivery of the event. */
  readonly identity: string;
  /** What the last attempt failed with. */
  readonly error: { readonly name: string; readonly message: string; readonly stack?: string };
  /** How often its handler was run. */
  readonly attempts: number;
  /** Wall-clock time of the last attempt, milliseconds since the epoch. */
  readonly failedAtMs: number;
}

/** The last failure of an event. */
export interface GivenUp {
  readonly error: unknown;
  readonly attempts: number;
  readonly failedAtMs: number;
}

export function deadLetterOf<E>(task: Task<E>, { error, attempts, failedAtMs }: GivenUp): DeadLetter<E> {
  const stack = stackOf(error);
  const shown = { ...wordsOf(error), ...(stack !== undefined && { stack }) };
  return { event: task.event, identity: task.identity, error: shown, attempts, failedAtMs };
}

/** Letters of a store, each under the identity of its event: one that is added again is there once. */
export class DeadLetterBox<E> {
  readonly #records: Records<DeadLetter<E>>;

  constructor(store: KeyValue, parts: { readonly clock: Clock; readonly sink: DiagnosticSink<never> }) {
    this.#records = new Records(store, { ...parts, use: "dead-letter", read: readLetter<E> });
  }

  async add(letter: DeadLetter<E>): Promise<void> {
    await this.#records.put(await boundedKey(letter.identity), letter, { expected: null });
  }

  async *list(): AsyncGenerator<DeadLetter<E>, void, undefined> {
    for await (const key of this.#records.list()) {
      const found = await this.#records.get(key);
      if (found !== undefined) yield found.value;
    }
  }

  async remove(identity: string): Promise<boolean> {
    const key = await boundedKey(identity);
    const found = await this.#records.get(key);
    return found !== undefined && this.#records.delete(key, { expected: found.etag });
  }
}

/** What {@link deadLetters} returns. */
export interface DeadLetters<E> {
  /** All letters, in any order. Throws at one that this version cannot read. */
  list(): AsyncIterable<DeadLetter<E>>;
  /** Removes one; false when there is none, or when another caller has just removed it. */
  remove(identity: string): Promise<boolean>;
}

/** The dead letters in a store, to look at and to remove. `onFailure.deadLetter` of a dispatcher or an App writes them. */
export function deadLetters<E>(store: KeyValue): DeadLetters<E> {
  return new DeadLetterBox<E>(store, { clock: systemClock, sink: { wants: () => false, report: () => undefined } });
}

function readLetter<E>(value: unknown): DeadLetter<E> | undefined {
  if (!isRecord(value) || typeof value["identity"] !== "string" || !isRecord(value["error"])) return undefined;
  return value as unknown as DeadLetter<E>; // written by `add`; the event is whatever the dispatcher was given
}
