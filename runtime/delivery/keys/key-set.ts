import { decodeBase64url } from "../core/base64url.js";
import { keyIdPrefix } from "../core/wire.js";
import type { Ed25519, VerifyKey } from "../ed25519/edge.js";
import { isSoundPoint } from "../ed25519/strict.js";

/** The published keys, by id. Being in it is the only thing that makes a key acceptable. */
export type KeySet = ReadonlyMap<string, VerifyKey>;

/** Why an entry of a published set was left out. */
export type SkippedKeyReason = "not-an-entry" | "key-id" | "key-bytes" | "duplicate-id" | "unusable" | "too-many";

/** An entry that was left out; the others stay usable. */
export interface SkippedKey {
  /** Position in the list. */
  readonly index: number;
  readonly reason: SkippedKeyReason;
}

/** A set read from what the service published, and what could not be read. */
export interface ReadKeySet {
  readonly keys: KeySet;
  readonly skipped: readonly SkippedKey[];
}

/** More keys than any rotation needs; the rest of a longer list is left out. */
const maxKeys = 64;

/**
 * Builds the keys of a published list. `state`, `since` and `until` are not even read: they decide nothing.
 *
 * @returns `undefined` when the value is no list of keys at all, which says nothing about which keys are published
 */
export async function readKeySet(value: unknown, ed25519: Ed25519): Promise<ReadKeySet | undefined> {
  const list = entriesOf(value);
  if (list === undefined) return undefined;
  const keys = new Map<string, VerifyKey>();
  const skipped: SkippedKey[] = [];
  for (const [index, entry] of list.entries()) {
    const outcome = keys.size >= maxKeys ? "too-many" : await readEntry(entry, keys, ed25519);
    if (outcome !== undefined) skipped.push({ index, reason: outcome });
    if (outcome === "too-many") break;
  }
  return { keys, skipped };
}

/** The list, bare or as the body of the key route. */
export function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const keys: unknown = isObject(value) ? value["keys"] : undefined;
  return Array.isArray(keys) ? keys : undefined;
}

async function readEntry(
  entry: unknown,
  keys: Map<string, VerifyKey>,
  ed25519: Ed25519,
): Promise<SkippedKeyReason | undefined> {
  if (!isObject(entry)) return "not-an-entry";
  const id = entry["key_id"];
  if (typeof id !== "string" || !id.startsWith(keyIdPrefix)) return "key-id";
  if (keys.has(id)) return "duplicate-id";
  const text = entry["key"];
  const bytes = typeof text === "string" ? decodeBase64url(text, 32) : undefined;
  if (bytes === undefined || !isSoundPoint(bytes)) return "key-bytes";
  try {
    keys.set(id, await ed25519.importKey(bytes));
    return undefined;
  } catch {
    return "unusable";
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** What one delivery allows a key source to do on its behalf. */
export interface KeyUse {
  /** Longest that this delivery can wait for keys, milliseconds; asked only when there is something to wait for. */
  readonly patienceMs: () => number;
  /** Keeps a fetch alive that outlasts the request which began it. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** Where a verifier gets its keys: a store that follows the public route, or a fixed set. */
export interface KeySource {
  /** The set now in force; `undefined` until the first one is had. */
  current(): KeySet | undefined;
  /** Called before a verdict. A promise only when the verdict should wait: no set yet, or one too old. */
  beforeUse(use?: KeyUse): Promise<void> | undefined;
  /**
   * Called when a delivery names keys that are not in the set, and nothing else in it verifies. A promise when the set
   * is being asked for again; `undefined` when it was asked for a moment ago.
   */
  renew(use?: KeyUse): Promise<void> | undefined;
  /** Called when a delivery that verifies also names a key that is not in the set: one that comes next. */
  renewInBackground?(use?: KeyUse): void;
  /** Asks for the set now, so that the first delivery need not wait. Never rejects. */
  prefetch(): Promise<void>;
}
