import { decodeBase64url } from "./base64url.js";
import { type Refusal, refuse } from "./refusal.js";
import { keyIdPrefix, maxSignatureEntries } from "./wire.js";

/** A well-formed entry: a key id and the 64 bytes of a signature. */
export interface SignatureEntry {
  readonly keyId: string;
  readonly signature: Uint8Array;
}

const signatureLength = 64;
/** Far more than four entries need. */
const maxHeaderLength = 2_048;
/** What follows the prefix of a key id is not documented: any visible character but a separator. */
const keyIdTail = /^[!-+\--:<-~]{1,120}$/;
/** Which of these separates entries is not documented, so all of them do. */
const separators = /[,;\s]+/;

/**
 * Parses the signature header. Malformed entries are skipped, but count towards the limit: a header of more than four
 * entries is refused before any of them is parsed.
 */
export function parseSignatureHeader(text: string): readonly SignatureEntry[] | Refusal {
  if (text.length > maxHeaderLength) return refuse("signature-header");
  const only = parseEntry(text); // for speed: nearly every header is one entry
  if (only !== undefined) return [only];
  const tokens = text.split(separators).filter((token) => token !== "");
  if (tokens.length > maxSignatureEntries) return refuse("signature-entries");
  const entries: SignatureEntry[] = [];
  for (const token of tokens) {
    const entry = parseEntry(token);
    if (entry !== undefined) entries.push(entry);
  }
  return entries.length > 0 ? entries : refuse("signature-header");
}

function parseEntry(token: string): SignatureEntry | undefined {
  const cut = token.indexOf("=");
  const keyId = token.slice(0, Math.max(0, cut));
  if (!keyId.startsWith(keyIdPrefix) || !keyIdTail.test(keyId.slice(keyIdPrefix.length))) return undefined;
  const signature = decodeBase64url(token.slice(cut + 1), signatureLength);
  return signature && { keyId, signature };
}
