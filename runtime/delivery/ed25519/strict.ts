/**
 * What every implementation must agree on before it is asked. The libraries differ on degenerate input: some accept
 * points of small order, some reduce encodings that are not canonical. The rules here are those of the Web
 * Cryptography algorithm for Ed25519 (no small order, no second encoding, S below the group order), checked by us, so
 * that the verdict is the same wherever the code runs.
 */

/** y coordinates of the points whose order divides 8, little-endian, sign bit cleared. */
const smallOrder = [
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
];
/** 2^255 - 19, the field, and the order of the group, both little-endian. */
const field = "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f";
const order = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";

const signBit = 0x80;

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}

const constants = /* @__PURE__ */ (() => ({
  smallOrder: smallOrder.map(fromHex),
  field: fromHex(field),
  order: fromHex(order),
}))();

/** Whether 32 bytes encode a point in the one canonical way, and none of small order. Not: whether it is on the curve. */
export function isSoundPoint(bytes: Uint8Array): boolean {
  return bytes.length === 32 && isPointSound(bytes);
}

/** Whether a signature has the form that every implementation must insist on: 64 bytes, sound R, S below the order. */
export function isSoundSignature(signature: Uint8Array): boolean {
  return signature.length === 64 && isPointSound(signature) && isBelow(signature, 32, constants.order, 0xff);
}

/** The first 32 bytes. */
function isPointSound(bytes: Uint8Array): boolean {
  return (
    isBelow(bytes, 0, constants.field, signBit - 1) && !constants.smallOrder.some((point) => isSamePoint(bytes, point))
  );
}

/** Compares little-endian numbers from the top; nearly always decided by the first byte. */
function isBelow(bytes: Uint8Array, from: number, limit: Uint8Array, topMask: number): boolean {
  for (let index = 31; index >= 0; index -= 1) {
    const mask = index === 31 ? topMask : 0xff;
    const difference = ((bytes[from + index] ?? 0) & mask) - (limit[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Whether the y coordinates are equal; nearly always decided by the first byte. */
function isSamePoint(bytes: Uint8Array, point: Uint8Array): boolean {
  for (let index = 0; index < 32; index += 1) {
    const mask = index === 31 ? signBit - 1 : 0xff;
    if (((bytes[index] ?? 0) & mask) !== point[index]) return false;
  }
  return true;
}
