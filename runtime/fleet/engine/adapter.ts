import { digest } from "../../base/digest.js";
import { isRecord } from "../../base/values.js";
import { tryParse } from "../../http/answer.js";
import { FleetError } from "../errors.js";
import type { AgreedSettings, EngineSettings, Bucket } from "./contract.js";

/** @throws FleetError `argument` unless it can be part of the names of streams and keys of every engine. */
export function checkFleetName(name: string): void {
  if (/^[A-Za-z0-9_-]{1,40}$/.test(name)) return;
  throw new FleetError("argument", `name must be 1 to 40 letters, digits, "-" and "_", got "${name.slice(0, 60)}"`);
}

/** Most characters of what becomes part of a key, a subject or a header: a server of NATS ends a connection over 4 kB. */
const LONGEST = 200;

/** An id from outside, as it can be a key of an engine: a longer one is its beginning and a hash of the whole. */
export function boundedId(id: string): string {
  if (id.length <= LONGEST) return id;
  // Of a kind for which no client can choose two ids with one key.
  return `${id.slice(0, LONGEST - 40)}~${digest(id)}`;
}

/** FNV-1a over UTF-16 units. Part of the wire format: all members must put a channel into the same partition. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // The low bits alone are poor for ids that differ in their last digits.
  return (value ^ (value >>> 15)) >>> 0;
}

const PLAIN = /^[A-Za-z0-9_-]+$/;

/** Any text as a key of letters, digits, `-`, `_` and `=`, which every engine takes. */
export function encodeKey(text: string): string {
  const key = boundedId(text);
  return PLAIN.test(key) ? key : `=${Buffer.from(key, "utf8").toString("base64url")}`;
}

export function decodeKey(encoded: string): string {
  return encoded.startsWith("=") ? Buffer.from(encoded.slice(1), "base64url").toString("utf8") : encoded;
}

/** Settings that all members must share: with two numbers of partitions, one channel would be in two of them. */
const SHARED: readonly (keyof AgreedSettings)[] = [
  "partitions",
  "ackWaitMs",
  "leaseMs",
  "maxLagEvents",
  "deadLetterMs",
];

export const SETTINGS_KEY = "settings";

/**
 * Writes down the settings of the first member, and holds those of every other against them.
 * @throws FleetError `mismatch` when they differ
 */
export async function agree(state: Bucket, settings: EngineSettings): Promise<void> {
  const mine = Object.fromEntries(SHARED.map((name) => [name, settings[name]]));
  if ((await state.put(SETTINGS_KEY, JSON.stringify(mine))) !== undefined) return;
  const entry = await state.get(SETTINGS_KEY);
  checkShared(settings, entry === undefined ? mine : fieldsOf(entry.value));
}

/** @throws FleetError `mismatch` when a member wants other settings than those that it must share */
export function checkShared(settings: EngineSettings, theirs: Partial<Record<keyof AgreedSettings, unknown>>): void {
  for (const name of SHARED) {
    if (theirs[name] === settings[name]) continue;
    throw new FleetError(
      "mismatch",
      `The fleet "${settings.name}" exists with ${name} ${String(theirs[name])}, and this member has ${settings[name]}. Use the same settings for all members, or another fleet for this one.`,
    );
  }
}

/** The settings in the string that {@link agree} wrote; undefined when it cannot be read. */
export function readSettings(text: string): AgreedSettings | undefined {
  const known = fieldsOf(text);
  const entries = SHARED.map((name) => [name, known[name]] as const);
  if (!entries.every(([, number]) => typeof number === "number")) return undefined;
  return Object.fromEntries(entries) as AgreedSettings; // all names, each with a number: checked above
}

/** The fields of a JSON object in a text that another member wrote; none when it is something else. */
export function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  const value = tryParse(text);
  return isRecord(value) ? value : {};
}

/** The part of a log for a partition. @throws FleetError `argument` when there is none */
export function partOf<Part>(parts: readonly Part[], partition: number): Part {
  const part = parts[partition];
  if (part === undefined) throw new FleetError("argument", `There is no partition ${partition}.`);
  return part;
}

/** Listeners by topic. What a listener throws is its own. */
export class Topics {
  readonly #listeners = new Map<string, Set<(text: string) => void>>();

  add(topic: string, listener: (text: string) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(topic);
    };
  }

  tell(topic: string, text: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) {
      try {
        listener(text);
      } catch {
        // A listener's fault is its own.
      }
    }
  }
}
