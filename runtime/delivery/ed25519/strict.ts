/**
 * Checks of encodings that are made before any implementation is called. Implementations differ on degenerate input: some
 * accept points of small order, some reduce encodings that are not canonical. The rules here are those of the Web
 * Cryptography algorithm for Ed25519 (no small order, canonical encodings only, S below the group order), so that the
 * verdict is the same on every runtime.
 */

/** y coordinates of the points whose order divides 8, little-endian, without the sign bit. */
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

/** Whether 32 bytes are a canonical encoding, and not of a point of small order. They need not be on the curve. */
export function isSoundPoint(bytes: Uint8Array): boolean {
  return bytes.length === 32 && beginsWithSoundPoint(bytes);
}

/** Whether a signature is 64 bytes with a sound R and an S below the group order. */
export function isSoundSignature(signature: Uint8Array): boolean {
  return signature.length === 64 && beginsWithSoundPoint(signature) && isBelow(signature, 32, constants.order, 0xff);
}

/** {@link isSoundPoint} for the first 32 bytes. */
function beginsWithSoundPoint(bytes: Uint8Array): boolean {
  return (
    isBelow(bytes, 0, constants.field, signBit - 1) && !constants.smallOrder.some((point) => isSamePoint(bytes, point))
  );
}

/** Compares little-endian numbers from the highest byte, which nearly always decides. */
function isBelow(bytes: Uint8Array, from: number, limit: Uint8Array, topMask: number): boolean {
  for (let index = 31; index >= 0; index -= 1) {
    const mask = index === 31 ? topMask : 0xff;
    const difference = ((bytes[from + index] ?? 0) & mask) - (limit[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Whether the y coordinates are equal. The first byte nearly always decides. */
function isSamePoint(bytes: Uint8Array, point: Uint8Array): boolean {
  for (let index = 0; index < 32; index += 1) {
    const mask = index === 31 ? signBit - 1 : 0xff;
    if (((bytes[index] ?? 0) & mask) !== point[index]) return false;
  }
  return true;
}
