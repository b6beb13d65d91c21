import { createHash } from "node:crypto";

/**
 * Everything that looks random in a sandbox comes from here: a hash of the seed, a purpose and a counter. The same
 * seed and the same sequence of acts give the same ids, secrets and keys, on every machine and after a restart.
 */
export function deriveBytes(seed: string, purpose: string, counter: number): Buffer {
  return createHash("sha256").update(`${seed}\n${purpose}\n${counter}`).digest();
}

/** A number in [0, 1) from the same source. */
export function deriveFraction(seed: string, purpose: string, counter: number): number {
  return deriveBytes(seed, purpose, counter).readUIntBE(0, 6) / 2 ** 48;
}

/** A version 4 UUID from the same source, in lower case. */
export function deriveUuid(seed: string, purpose: string, counter: number): string {
  const bytes = deriveBytes(seed, purpose, counter).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Fixed instant from which sandbox snowflakes count, so that they never depend on the clock. */
const snowflakeBaseMs = 280_000_000_000n;

/**
 * A snowflake: 19 digits, rising with `counter`, with seeded noise in the low bits so that two sandboxes with
 * different seeds do not share ids.
 */
export function deriveSnowflake(seed: string, counter: number): string {
  const noise = deriveBytes(seed, "snowflake", counter).readUInt32BE(0) & 0x3f_ffff;
  return (((snowflakeBaseMs + BigInt(counter)) << 22n) | BigInt(noise)).toString();
}
