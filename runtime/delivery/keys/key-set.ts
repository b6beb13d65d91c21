import { isRecord } from "../../base/values.js";
import { decodeBase64url } from "../core/base64url.js";
import { keyIdPrefix } from "../core/wire.js";
import type { Ed25519, VerifyKey } from "../ed25519/edge.js";
import { isSoundPoint } from "../ed25519/strict.js";

/** The published keys by id. A key is accepted if, and only if, it is in the set. */
export type KeySet = ReadonlyMap<string, VerifyKey>;

/** Why an entry of a published list was skipped. */
export type SkippedKeyReason = "not-an-entry" | "key-id" | "key-bytes" | "duplicate-id" | "unusable" | "too-many";

/** A skipped entry. The others stay usable. */
export interface SkippedKey {
  /** Index in the list. */
  readonly index: number;
  readonly reason: SkippedKeyReason;
}

/** The set of a published list, and the entries that were skipped. */
export interface ReadKeySet {
  readonly keys: KeySet;
  readonly skipped: readonly SkippedKey[];
}

/** More keys than any rotation needs. The rest of a longer list is skipped. */
const maxKeys = 64;

/**
 * Imports the keys of a published list. `state`, `since` and `until` are ignored: they never decide.
 *
 * @returns `undefined` when the value holds no list: it then tells nothing about which keys are published
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

/** The list of keys, bare or in a body of the key route. */
export function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const keys: unknown = isRecord(value) ? value["keys"] : undefined;
  return Array.isArray(keys) ? keys : undefined;
}

async function readEntry(
  entry: unknown,
  keys: Map<string, VerifyKey>,
  ed25519: Ed25519,
): Promise<SkippedKeyReason | undefined> {
  if (!isRecord(entry)) return "not-an-entry";
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

/** What a key source may do on behalf of one delivery. */
export interface KeyUse {
  /** How long this delivery can wait for keys, in milliseconds. Called only where there is something to wait for. */
  readonly patienceMs: () => number;
  /** Keeps a fetch alive that outlasts its request. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** Provides a verifier with keys: a store that follows the public route, or a fixed set. */
export interface KeySource {
  /** The current set; `undefined` until there is one. */
  current(): KeySet | undefined;
  /** Called before each verdict. A promise only where the verdict should wait: without a set, or with one too old. */
  beforeUse(use?: KeyUse): Promise<void> | undefined;
  /**
   * Called when no entry of a delivery verifies and one names an unknown key. A promise while a new set is fetched;
   * `undefined` where it was fetched a moment ago.
   */
  renew(use?: KeyUse): Promise<void> | undefined;
  /** Called when a delivery verifies and also names an unknown key, which is the next one of a rotation. */
  renewInBackground?(use?: KeyUse): void;
  /** Fetches the set now, so that the first delivery need not wait. Never rejects. */
  prefetch(): Promise<void>;
}
