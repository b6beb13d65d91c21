import { readFile } from "node:fs/promises";
import { isRecord } from "../../runtime/base/values.js";
import { codeOf, messageOf } from "../message.js";
import { UsageError } from "../usage-error.js";
import { merged, type Shape } from "./shape.js";

/** Requests of one operation and form, and what they were answered with. */
export interface Exchange {
  readonly operation: string;
  readonly method: string;
  /** The template of the path, never with ids filled in. */
  readonly path: string;
  /** Names of the query, sorted. */
  readonly query: readonly string[];
  readonly body?: Shape;
  readonly status: number;
  /** The code of a refusal, where the description lists it. */
  readonly code?: string;
  /** What comparing it with others showed, in the words of `recorder.ts` and `memory.ts`, sorted. */
  readonly notes: readonly string[];
  /** What the answer was if it was not JSON: `empty`, `binary`, or a media type that is known. */
  readonly media?: string;
  /** Names of the headers of the answer, sorted. */
  readonly headers: readonly string[];
  readonly answer?: Shape;
}

/** All that was learnt of a service. A file of it holds names and types, and no value. */
export interface Recording {
  readonly exchanges: readonly Exchange[];
  /** Payloads of events of streams. */
  readonly events?: Shape;
  /** What comparing events with each other showed, in the words of `streams.ts` and `memory.ts`, sorted. */
  readonly facts: readonly string[];
  /** What could not be looked at, in words without values, sorted. */
  readonly unseen: readonly string[];
}

export const EMPTY: Recording = { exchanges: [], facts: [], unseen: [] };

/** Different exchanges that a recording keeps. */
const MOST_EXCHANGES = 3_000;

const FULL = `more than ${MOST_EXCHANGES} kinds of exchanges: later ones are missing`;

/** What tells two exchanges apart; answers of the same key are merged. */
const keyOf = ({ answer: _answer, headers: _headers, ...rest }: Exchange): string => JSON.stringify(rest);

/** Gathers a recording. */
export class Gathering {
  readonly #exchanges = new Map<string, Exchange>();
  readonly #facts: Set<string>;
  readonly #unseen: Set<string>;
  #events: Shape | undefined;
  #changes = 0;

  constructor(...recordings: readonly Recording[]) {
    this.#facts = new Set(recordings.flatMap(({ facts }) => facts));
    this.#unseen = new Set(recordings.flatMap(({ unseen }) => unseen));
    for (const { exchanges, events } of recordings) {
      for (const exchange of exchanges) this.exchange(exchange);
      if (events !== undefined) this.event(events);
    }
  }

  /** Goes up with everything new. */
  get changes(): number {
    return this.#changes;
  }

  exchange(exchange: Exchange): void {
    const key = keyOf(exchange);
    const known = this.#exchanges.get(key);
    if (known === undefined && this.#exchanges.size >= MOST_EXCHANGES) return this.unseen(FULL);
    const headers = [...new Set([...(known?.headers ?? []), ...exchange.headers])].sort();
    const answer = mergedMaybe(known?.answer, exchange.answer);
    const next = { ...exchange, headers, ...(answer && { answer }) };
    if (JSON.stringify(next) === JSON.stringify(known)) return;
    this.#exchanges.set(key, next);
    this.#changes += 1;
  }

  event(shape: Shape): void {
    const next = mergedMaybe(this.#events, shape);
    if (JSON.stringify(next) === JSON.stringify(this.#events)) return;
    this.#events = next;
    this.#changes += 1;
  }

  fact(what: string): void {
    this.#add(this.#facts, what);
  }

  unseen(what: string): void {
    this.#add(this.#unseen, what);
  }

  #add(list: Set<string>, what: string): void {
    if (list.has(what)) return;
    list.add(what);
    this.#changes += 1;
  }

  get recording(): Recording {
    const byKey = [...this.#exchanges].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      exchanges: byKey.map(([, exchange]) => exchange),
      ...(this.#events && { events: this.#events }),
      facts: [...this.#facts].sort(),
      unseen: [...this.#unseen].sort(),
    };
  }
}

const mergedMaybe = (one: Shape | undefined, other: Shape | undefined): Shape | undefined =>
  one !== undefined && other !== undefined ? merged(one, other) : (one ?? other);

/** The name under which a file says that it is a recording, with the version of its form. */
const MARK = "svc-apps-learn";
const VERSION = 1;

export const textOf = (recording: Recording): string =>
  `${JSON.stringify({ [MARK]: VERSION, ...recording }, null, 1)}\n`;

/**
 * Reads a recording; an empty one where there is no file.
 *
 * @throws UsageError for a file that is not a recording
 */
export async function readRecording(file: string, mayBeMissing = false): Promise<Recording> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (mayBeMissing && codeOf(error) === "ENOENT") return EMPTY;
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  const data = parsed(text);
  if (!isRecord(data) || !(MARK in data)) {
    throw new UsageError(
      `${file} is not a recording: write one with learnTo(), or with svc-apps listen --learn ${file}`,
    );
  }
  if (data[MARK] !== VERSION || !["exchanges", "facts", "unseen"].every((name) => Array.isArray(data[name]))) {
    throw new UsageError(`${file} is a recording of another version: delete it and record again`);
  }
  return data as unknown as Recording; // written by this version
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
