import * as nodeCrypto from "node:crypto";
import { readFileSync } from "node:fs";
import { createDeliveryHandler, createKeyStore, type Ed25519, nodeEd25519 } from "svc-apps/delivery";
import { describe, expect, onTestFinished, test } from "vitest";
import { allFrameworks } from "./frameworks.js";
import { appId, commandBody, names, sign, steppedClock } from "./support.js";

interface Vector {
  readonly pk: string;
  readonly msg: string;
  readonly sig: string;
}

const read = <Case extends Vector>(name: string): readonly Case[] =>
  (JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), "utf8")) as { cases: Case[] }).cases; // of known shape

const wycheproof = read<Vector & { readonly tcId: number; readonly result: string }>("wycheproof-ed25519.json");
const speccheck = read<Vector & { readonly index: number }>("ed25519-speccheck.json");

/** What must be taken of all: the same as in `ed25519.test.ts`, where each implementation is asked alone. */
const vectors = [
  ...wycheproof.map((one) => ({ ...one, name: `Wycheproof ${one.tcId}`, isGood: one.result === "valid" })),
  ...speccheck.map((one) => ({ ...one, name: `speccheck ${one.index}`, isGood: one.index === 3 })),
];
const keyIds = new Map([...new Set(vectors.map(({ pk }) => pk))].map((pk, index) => [pk, `ed25519-${index}`]));
const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "hex"));
const base64url = (text: string): string => Buffer.from(text, "hex").toString("base64url");

/**
 * Nobody has the keys of the vectors to sign deliveries with: each delivery names its vector, and its signature is held
 * against the message of that one in place of the delivery's own bytes. All else is as it always is.
 */
const edge: Ed25519 = {
  name: "node",
  async importKey(raw) {
    const key = await nodeEd25519(nodeCrypto).importKey(raw);
    return {
      verify(bytes, signature) {
        const [, index] = /"vector":(\d+)/.exec(Buffer.from(bytes).toString()) ?? [];
        const vector = vectors[Number(index)] ?? expect.fail("the signed bytes are not those of the delivery");
        return key.verify(hex(vector.msg), signature);
      },
    };
  },
};

async function handler() {
  const published = [...keyIds].map(([pk, keyId]) => ({ key_id: keyId, key: base64url(pk) }));
  const clock = steppedClock(); // nothing here is late, however busy the machine
  const keys = createKeyStore({ fetchKeys: async () => Promise.resolve({ keys: published }), ed25519: edge, clock });
  await keys.prefetch();
  return createDeliveryHandler({ apps: appId, keys, clock, handle: () => ({ type: "defer" }) });
}

const { headers: plain } = await sign();

/** The vector as a delivery: its key named, its signature in the header. */
function deliveryOf({ pk, sig }: Vector, index: number): RequestInit {
  const signature = `${keyIds.get(pk) ?? ""}=${base64url(sig)}`;
  const headers = { ...plain, [names.delivery]: crypto.randomUUID(), [names.signature]: signature };
  return {
    method: "POST",
    headers,
    body: JSON.stringify({ ...commandBody({ id: crypto.randomUUID() }), vector: index }),
  };
}

describe.each(Object.entries(allFrameworks))("%s", (_name, mount) => {
  test("SIG-14 SIG-18 SIG-19 every public vector gets its verdict as a whole delivery", async () => {
    const { port, close } = await mount(await handler());
    onTestFinished(close);
    const waiting = vectors.entries();
    const wrong: string[] = [];
    const lane = async (): Promise<void> => {
      for (const [index, vector] of waiting) {
        const response = await fetch(`http://127.0.0.1:${port}/deliveries`, deliveryOf(vector, index));
        const text = await response.text();
        const is = response.status === 200 && text === '{"type":"defer"}';
        if (vector.isGood ? !is : response.status !== 401) wrong.push(`${vector.name}: ${response.status} ${text}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    expect(wrong).toEqual([]);
  });
});

test("the vectors hold valid and invalid signatures, and keys that must be refused", () => {
  expect(vectors.filter(({ isGood }) => isGood).length).toBeGreaterThan(50);
  expect(vectors.filter(({ isGood }) => !isGood).length).toBeGreaterThan(50);
  expect(keyIds.size).toBeLessThanOrEqual(64);
});
