const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const invalid = 255;

const values = /* @__PURE__ */ (() => {
  const table = new Uint8Array(128).fill(invalid);
  for (let index = 0; index < alphabet.length; index += 1) table[alphabet.charCodeAt(index)] = index;
  return table;
})();

/**
 * Decodes base64url into exactly `length` bytes, or gives `undefined`. Stricter than the decoders of runtimes: no other
 * alphabet, no whitespace, padding complete or absent, unused bits zero. Each value has one encoding.
 */
export function decodeBase64url(text: string, length: number): Uint8Array | undefined {
  const digits = Math.ceil((length * 8) / 6);
  const padding = (4 - (digits % 4)) % 4;
  if (text.length !== digits) {
    if (text.length !== digits + padding || !text.endsWith("=".repeat(padding))) return undefined;
  }
  const bytes = new Uint8Array(length);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let index = 0; index < digits; index += 1) {
    const value = values[text.charCodeAt(index)] ?? invalid;
    if (value === invalid) return undefined;
    held = (held << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at] = held >> bits;
      at += 1;
      held &= (1 << bits) - 1;
    }
  }
  return held === 0 ? bytes : undefined;
}

/** Encodes bytes as base64url without padding. */
export function encodeBase64url(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += alphabet.charAt((held >> bits) & 63);
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet.charAt((held << (6 - bits)) & 63);
}
