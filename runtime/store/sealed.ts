import { ArgumentError } from "../base/errors.js";
import type { KeyValue } from "./contract.js";
import { StoreError } from "./errors.js";

/** A key that seals values. */
export interface SealingKey {
  /** Stored with each value, to find its key again. Letters, digits, `-` and `_`. */
  readonly id: string;
  /** 32 random bytes, or their base64: `openssl rand -base64 32`. */
  readonly secret: Uint8Array | string;
}

/** What a sealed value begins with. */
const MARK = "sealed1.";

/** Bytes of the nonce, of the tag of AES-GCM, and of mark and key id. */
const NONCE = 12;
const OVERHEAD = 200;

/**
 * A store whose values are encrypted by AES-GCM before they leave the process: conversations and dead letters hold private
 * messages. Keys of entries stay readable; they consist of ids. A value opens under its own key of entry only, so that
 * a writer of the database cannot exchange two values.
 *
 * The first key seals; all of them open. To replace a key, put the new one first, and drop the old one once nothing is
 * sealed by it any more.
 *
 * @example
 * const store = sealed(redisStore(client), { keys: [{ id: "2026-11", secret: process.env.STORE_SECRET }] });
 * @throws ArgumentError without a key, or for one that is not 32 bytes
 */
export function sealed(store: KeyValue, { keys }: { readonly keys: readonly SealingKey[] }): KeyValue {
  const ring = new Map(checked(keys).map(({ id, bytes }) => [id, lazy(async () => imported(bytes))] as const));
  const [first = ""] = ring.keys();
  const inner = store.maxValueBytes ?? 1_000_000;

  const seal = async (key: string, value: string): Promise<string> => {
    const iv = globalThis.crypto.getRandomValues(new Uint8Array(NONCE));
    const secret = await ring.get(first)?.();
    if (secret === undefined) throw new ArgumentError("sealed() requires a key"); // never: it was checked
    const data = new TextEncoder().encode(value);
    const closed = await globalThis.crypto.subtle.encrypt(
      { name: "AES-GCM", iv, additionalData: bound(key) },
      secret,
      data,
    );
    return `${MARK}${first}.${toBase64(iv)}${toBase64(new Uint8Array(closed))}`;
  };
  const open = async (key: string, text: string): Promise<string> => {
    const [, id = "", iv = "", closed = ""] = /^sealed1\.([\w-]+)\.(.{16})(.+)$/.exec(text) ?? [];
    if (id === "") throw unreadable(key, "is not sealed");
    const secret = await ring.get(id)?.();
    if (secret === undefined) throw unreadable(key, `is sealed by the key "${id}", which is not among the keys`);
    try {
      const algorithm = { name: "AES-GCM", iv: fromBase64(iv), additionalData: bound(key) };
      return new TextDecoder().decode(await globalThis.crypto.subtle.decrypt(algorithm, secret, fromBase64(closed)));
    } catch (cause) {
      throw unreadable(key, `cannot be opened by the key "${id}": it was changed, or moved from another entry`, cause);
    }
  };
  return {
    maxValueBytes: Math.floor((inner - OVERHEAD) * 0.75),
    async get(key) {
      const found = await store.get(key);
      return found && { value: await open(key, found.value), etag: found.etag };
    },
    async put(key, value, options) {
      return store.put(key, await seal(key, value), options);
    },
    delete: async (key, options) => store.delete(key, options),
    list: (prefix) => store.list(prefix),
  };
}

const unreadable = (key: string, why: string, cause?: unknown): StoreError =>
  new StoreError("unreadable", `The value under "${key}" ${why}. It is left as it is.`, { cause });

const bound = (key: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(key);

function checked(keys: unknown): readonly { readonly id: string; readonly bytes: Uint8Array<ArrayBuffer> }[] {
  if (!Array.isArray(keys) || keys.length === 0) throw new ArgumentError("sealed() requires { keys }, at least one");
  const ids = new Set<string>();
  return keys.map((key: unknown, index) => {
    const { id, secret }: { id?: unknown; secret?: unknown } = Object(key);
    if (typeof id !== "string" || !/^[\w-]{1,60}$/.test(id))
      throw new ArgumentError(`sealed(): keys[${index}].id must be a name of letters, digits, "-" and "_"`);
    if (ids.has(id)) throw new ArgumentError(`sealed(): two keys have the id "${id}"`);
    ids.add(id);
    const bytes = bytesOf(secret);
    if (bytes?.length !== 32)
      throw new ArgumentError(`sealed(): keys[${index}].secret must be 32 bytes, as a Uint8Array or in base64`);
    return { id, bytes };
  });
}

function bytesOf(secret: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (secret instanceof Uint8Array) return Uint8Array.from(secret);
  if (typeof secret !== "string") return undefined;
  try {
    return fromBase64(secret);
  } catch {
    return undefined;
  }
}

async function imported(bytes: Uint8Array<ArrayBuffer>) {
  return globalThis.crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

function lazy<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
