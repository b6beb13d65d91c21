/** Round constants of SHA-256: the fractional parts of the cube roots of the first 64 primes. */
let constants: Uint32Array | undefined;

/**
 * The first 24 bytes of the SHA-256 of a text, as 32 characters that fit anywhere. Synchronous, where the platform's own
 * is not: a call is a call at once. Of a text that others write, no weaker hash would keep two apart.
 */
export function digest(text: string): string {
  const state = initial();
  const block = new Uint32Array(64);
  const bytes = padded(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += 64) compress(state, block, view, at);
  const words = Array.from(state.subarray(0, 6));
  const binary = words.flatMap((word) => [24, 16, 8, 0].map((shift) => String.fromCharCode((word >>> shift) & 0xff)));
  return btoa(binary.join("")).replaceAll("+", "-").replaceAll("/", "_");
}

/** A one, zeros, and the length in bits at the end of the last block of 64 bytes. */
function padded(bytes: Uint8Array): Uint8Array {
  const filled = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  filled.set(bytes);
  filled[bytes.length] = 0x80;
  const view = new DataView(filled.buffer);
  view.setUint32(filled.length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(filled.length - 4, bytes.length << 3);
  return filled;
}

const fraction = (root: number): number => (root - Math.floor(root)) * 2 ** 32;

function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let one = 2; found.length < count; one += 1) if (found.every((prime) => one % prime !== 0)) found.push(one);
  return found;
}

const initial = (): Uint32Array => Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function compress(state: Uint32Array, block: Uint32Array, view: DataView, at: number): void {
  constants ??= Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
  const word = (index: number): number => block[index] ?? 0; // always there: typed arrays are read with a doubt
  for (let index = 0; index < 16; index += 1) block[index] = view.getUint32(at + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [word(index - 15), word(index - 2)];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    block[index] = word(index - 16) + first + word(index - 7) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const chosen = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const one = h + chosen + (constants[index] ?? 0) + word(index);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value;
}
