import { StoreError } from "./errors.js";

/** Characters of a key as a store sees it: file names, bucket keys and columns take as many. */
const MAX_KEY = 200;

/**
 * A key of any characters in the alphabet of every store: `a-z`, `0-9` and `-` stay, each byte of any other character
 * becomes `_` and two hexadecimal digits. Capitals are encoded too, because some file systems do not distinguish them.
 * The encoded form of a prefix is a prefix of the encoded form.
 *
 * @throws StoreError `too-large`
 */
export function encodeKey(use: string, key: string): string {
  const encoded = `${use}.${inAlphabet(key)}`;
  if (encoded.length <= MAX_KEY) return encoded;
  throw new StoreError("too-large", `The key "${key.slice(0, 60)}…" of ${use} exceeds ${MAX_KEY} encoded characters.`);
}

const inAlphabet = (key: string): string =>
  key.replace(/[^a-z0-9-]+/g, (part) =>
    Array.from(new TextEncoder().encode(part), (byte) => `_${byte.toString(16).padStart(2, "0")}`).join(""),
  );

/** The key of an encoded one; undefined for what {@link encodeKey} did not make for this use. */
export function decodeKey(use: string, encoded: string): string | undefined {
  if (!encoded.startsWith(`${use}.`)) return undefined;
  try {
    return decodeURIComponent(encoded.slice(use.length + 1).replaceAll("_", "%"));
  } catch {
    return undefined;
  }
}

/** Encoded characters of an id that stays as it is as a key. */
const LONGEST_ID = 150;

/** An id of any length as a key: a long one is its beginning and a hash of the whole. */
export async function boundedKey(id: string): Promise<string> {
  if (inAlphabet(id).length <= LONGEST_ID) return id;
  const hash = await globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(id));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${id.slice(0, 16)}-${hex}`;
}
