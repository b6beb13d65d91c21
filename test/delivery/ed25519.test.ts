import * as nodeCrypto from "node:crypto";
import { readFileSync } from "node:fs";
import * as noble from "@noble/ed25519";
import fc from "fast-check";
import { type Ed25519, nobleEd25519, nodeEd25519, pickEd25519, webCryptoEd25519 } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import type { CryptoOfNode } from "../../runtime/delivery/ed25519/node.js";
import { isSoundPoint, isSoundSignature } from "../../runtime/delivery/ed25519/strict.js";
import { supportsEd25519 } from "../../runtime/delivery/ed25519/webcrypto.js";

const edges: readonly Ed25519[] = [
  nodeEd25519(nodeCrypto),
  webCryptoEd25519(nodeCrypto.webcrypto.subtle),
  await nobleEd25519(),
];

interface Case {
  readonly pk: string;
  readonly msg: string;
  readonly sig: string;
}

const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

/** What the verifier would say, step by step, with one implementation. */
async function verdict(edge: Ed25519, { pk, msg, sig }: Case): Promise<boolean> {
  if (!isSoundPoint(hex(pk)) || !isSoundSignature(hex(sig))) return false;
  try {
    const key = await edge.importKey(hex(pk));
    return await key.verify(hex(msg), hex(sig));
  } catch {
    return false;
  }
}

/** The one verdict of all implementations; fails when they differ. */
async function agreed(one: Case): Promise<boolean> {
  const verdicts = await Promise.all(edges.map((edge) => verdict(edge, one)));
  expect(new Set(verdicts).size, `${JSON.stringify(one)}: ${verdicts.join()}`).toBe(1);
  return verdicts[0] === true;
}

/** Figures of others; where they come from stands in test/vectors/README.md. */
const publicVectors = <Shape>(name: string): Shape =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), "utf8")) as Shape; // a file of known shape

type Verified = (error: Error | null, valid: boolean) => void;

/** A crypto to which every signature is good, and whose pool never ends a check by itself. */
const heldCrypto = (inPool: (() => void)[]): CryptoOfNode => ({
  createPublicKey: () => ({}),
  verify(_none: null, _message: Uint8Array, _key: unknown, _signature: Uint8Array, callback?: Verified): boolean {
    if (callback !== undefined) inPool.push(() => callback(null, true));
    return true;
  },
});

describe("public vectors", () => {
  test("SIG-14 every Wycheproof vector gets its verdict from every implementation", async () => {
    const { cases } = publicVectors<{ cases: readonly (Case & { tcId: number; result: string })[] }>(
      "wycheproof-ed25519.json",
    );
    expect(cases).toHaveLength(151);
    for (const one of cases) expect(await agreed(one), `vector ${one.tcId}`).toBe(one.result === "valid");
  });

  test("SIG-14 degenerate points, foreign encodings and large S get one verdict everywhere", async () => {
    const { cases } = publicVectors<{ cases: readonly (Case & { index: number })[] }>("ed25519-speccheck.json");
    const accepted: number[] = [];
    for (const one of cases) if (await agreed(one)) accepted.push(one.index);
    // 3 has a torsion part in A and R and satisfies the equation without cofactor: nothing forbids it.
    expect(accepted).toEqual([3]);
  });
});

describe("encodings", () => {
  const order = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
  const field = "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f";
  const base = "5866666666666666666666666666666666666666666666666666666666666666";
  const sound = (r: string, s: string) => isSoundSignature(hex(r + s));

  test("SIG-19 S is taken below the group order, and refused at it and above", () => {
    expect(sound(base, `ec${order.slice(2)}`)).toBe(true);
    expect(sound(base, "00".repeat(32))).toBe(true);
    for (const s of [order, `ee${order.slice(2)}`, "ff".repeat(32), `${"00".repeat(31)}11`])
      expect(sound(base, s)).toBe(false);
  });

  test("SIG-18 y is taken below the field's prime, and refused at it and above, whatever the sign", () => {
    expect(isSoundPoint(hex(`eb${field.slice(2)}`))).toBe(true);
    expect(isSoundPoint(hex(`eb${field.slice(2, -2)}ff`))).toBe(true);
    for (const y of [field, `ee${field.slice(2)}`, `${field.slice(0, -2)}ff`, "ff".repeat(32)]) {
      expect(isSoundPoint(hex(y))).toBe(false);
      expect(sound(y, "01".padEnd(64, "0"))).toBe(false);
    }
  });

  test("SIG-18 SIG-19 keys and R of small order are refused, with either sign, and their neighbours are not", () => {
    const small = [
      "00".repeat(32),
      `01${"00".repeat(31)}`,
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
      `ec${field.slice(2)}`,
    ];
    for (const y of small) {
      const signed = hex(y).with(31, (hex(y)[31] ?? 0) | 0x80);
      const beside = hex(y).with(7, (hex(y)[7] ?? 0) ^ 1);
      expect([isSoundPoint(hex(y)), isSoundPoint(signed), isSoundPoint(beside)]).toEqual([false, false, true]);
      expect(sound(y, "01".padEnd(64, "0"))).toBe(false);
    }
  });

  test("SIG-18 SIG-19 any other length is refused", () => {
    for (const length of [0, 31, 33, 63, 65]) {
      expect(isSoundPoint(new Uint8Array(length).fill(0x58))).toBe(false);
      expect(isSoundSignature(new Uint8Array(length).fill(0x05))).toBe(false);
    }
    expect(isSoundSignature(new Uint8Array(64).fill(0x05))).toBe(true);
  });
});

describe("RFC 8032", () => {
  const rfc: readonly Case[] = [
    {
      pk: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
      msg: "",
      sig: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    },
    {
      pk: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      msg: "72",
      sig: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    },
    {
      pk: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
      msg: "af82",
      sig: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    },
  ];

  test("SIG-14 the vectors of the standard verify, and fail with any bit of message or signature turned", async () => {
    for (const one of rfc) {
      expect(await agreed(one)).toBe(true);
      for (const at of [0, 31, 32, 63]) {
        const sig = hex(one.sig).with(at, (hex(one.sig)[at] ?? 0) ^ 1);
        expect(await agreed({ ...one, sig: Buffer.from(sig).toString("hex") })).toBe(false);
      }
      expect(await agreed({ ...one, msg: `${one.msg}00` })).toBe(false);
    }
  });
});

describe("generated vectors", () => {
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

  test("SIG-14 all implementations verify the same signatures, and refuse them after one flipped bit", async () => {
    const turn = fc.nat({ max: 64 * 8 - 1 });
    await fc.assert(
      fc.asyncProperty(seed, fc.uint8Array(), turn, async (secret, message, bit) => {
        const sig = await noble.signAsync(message, secret);
        const pk = toHex(await noble.getPublicKeyAsync(secret));
        expect(await agreed({ pk, msg: toHex(message), sig: toHex(sig) })).toBe(true);
        const turned = sig.with(bit >> 3, (sig[bit >> 3] ?? 0) ^ (1 << (bit & 7)));
        expect(await agreed({ pk, msg: toHex(message), sig: toHex(turned) })).toBe(false);
      }),
      { numRuns: 25 },
    );
  });

  test("SIG-14 random keys and signatures are refused by all, and never throw", async () => {
    const arbitrary = fc.record({
      pk: seed,
      msg: fc.uint8Array(),
      sig: fc.uint8Array({ minLength: 64, maxLength: 64 }),
    });
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ pk, msg, sig }) => {
        expect(await agreed({ pk: toHex(pk), msg: toHex(msg), sig: toHex(sig) })).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  test("SIG-14 points with a torsion part in the key or in R get one verdict everywhere", async () => {
    const { Point } = noble;
    const order = Point.CURVE().n;
    const torsion = Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
    const accepted: string[] = [];
    for (let at = 0; at < 64; at += 1) {
      const secret = BigInt(1_000_003 + at);
      const nonce = BigInt(2_000_003 + 7 * at);
      const key = Point.BASE.multiply(secret).add(torsion.multiply(BigInt(at % 8), false));
      const r = Point.BASE.multiply(nonce).add(torsion.multiply(BigInt((at >> 3) % 8), false));
      const message = Uint8Array.of(at);
      const hash = await noble.hashes.sha512Async(noble.etc.concatBytes(r.toBytes(), key.toBytes(), message));
      const k = noble.etc.mod(BigInt(`0x${toHex(hash.toReversed())}`), order);
      const s = noble.etc.mod(nonce + k * secret, order);
      const sBytes = Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse();
      const one = { pk: toHex(key.toBytes()), msg: toHex(message), sig: toHex(r.toBytes()) + toHex(sBytes) };
      if (await agreed(one)) accepted.push(`${at % 8}/${(at >> 3) % 8}`);
    }
    expect(accepted).toContain("0/0");
    expect(accepted).not.toContain("0/1");
    expect(accepted.length).toBeLessThan(20);
  });
});

describe("choice", () => {
  test("node:crypto is used on Node, determined once", async () => {
    expect((await pickEd25519()).name).toBe("node");
    expect(await pickEd25519()).toBe(await pickEd25519());
  });

  test("a Web Cryptography without Ed25519 is not used", async () => {
    const { subtle } = nodeCrypto.webcrypto;
    expect(await supportsEd25519(subtle)).toBe(true);
    const without = { importKey: () => Promise.reject(new Error("unsupported")) };
    expect(await supportsEd25519(without as unknown as typeof subtle)).toBe(false); // only importKey is asked
  });

  test("a burst leaves the main thread after 24 checks, and single checks never do", async () => {
    const edge = nodeEd25519(nodeCrypto);
    const secret = new Uint8Array(32).fill(9);
    const key = await edge.importKey(await noble.getPublicKeyAsync(secret));
    const message = Uint8Array.of(1);
    const signature = await noble.signAsync(message, secret);
    const burst = Array.from({ length: 32 }, () => key.verify(message, signature));
    expect(burst.filter((answer) => typeof answer === "boolean")).toHaveLength(24);
    expect(await Promise.all(burst.map(async (answer) => answer))).toEqual(Array.from({ length: 32 }, () => true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(key.verify(message, signature)).toBe(true);
  });

  test("while eight checks are in the pool, the main thread does up to eight of its own in a turn of the event loop", async () => {
    const inPool: (() => void)[] = [];
    const key = await nodeEd25519(heldCrypto(inPool)).importKey(new Uint8Array(32));
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
    const burst = (count: number) =>
      Array.from({ length: count }, () => (key.verify(Uint8Array.of(1), Uint8Array.of(2)) === true ? "here" : "away"));
    const here = (count: number): string[] => Array.from({ length: count }, () => "here");
    const away = (count: number): string[] => Array.from({ length: count }, () => "away");

    expect(burst(24 + 1 + 6)).toEqual([...here(24), ...away(7)]);
    await nextTurn(); // the one that waited for it is done now
    expect(inPool).toHaveLength(6);
    expect(burst(2 + 9)).toEqual([...away(2), ...here(7), ...away(2)]); // with the one that waited, eight in this turn
    await nextTurn();
    expect(burst(9)).toEqual([...here(8), ...away(1)]);
    await nextTurn();
    for (const done of inPool.splice(7)) done(); // seven of eleven are left
    expect(burst(1)).toEqual(away(1));
    expect(burst(1)).toEqual(here(1));
  });
});
