import { createVerifier, fixedKeys, isVerified } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import { appId, commandBody, deliveryId, keyA, probeBody, sign, startS, steppedClock } from "./support.js";

const verifier = () => createVerifier({ apps: appId, keys: fixedKeys([keyA.published]), clock: steppedClock() });
const verdictOf = async (body: unknown, label: "interaction" | "probe") =>
  verifier().verify(await sign({ body, label }));

describe("label and body", () => {
  test("SIG-22 a probe verifies under the label of probes, with the layout of an interaction", async () => {
    expect(await verdictOf(probeBody, "probe")).toMatchObject({
      ok: true,
      delivery: { label: "probe", type: "probe" },
    });
  });

  test("SIG-22 SIG-23 a probe signed as an interaction is refused, and an interaction signed as a probe too", async () => {
    const mismatch = { ok: false, reason: "label-mismatch" };
    expect(await verdictOf(probeBody, "interaction")).toEqual(mismatch);
    expect(await verdictOf(commandBody(), "probe")).toEqual(mismatch);
  });

  test("SIG-22 under the probe label nothing but a probe passes, unknown kinds and broken bodies included", async () => {
    const mismatch = { ok: false, reason: "label-mismatch" };
    for (const body of [{ type: "news" }, { type: 1 }, {}, [], "null", "{", '"probe"']) {
      expect(await verdictOf(body, "probe")).toEqual(mismatch);
    }
  });

  test("SIG-23 of two types in one body, the one that JSON.parse takes is checked against the label", async () => {
    const mismatch = { ok: false, reason: "label-mismatch" };
    expect(await verdictOf('{"type":"interaction","type":"probe","challenge":"x"}', "interaction")).toEqual(mismatch);
    expect(await verdictOf('{"type":"probe","type":"interaction"}', "probe")).toEqual(mismatch);
  });

  test("END-01 a body of an unknown kind passes under the interaction label, and one without a kind is malformed", async () => {
    expect(await verdictOf({ type: "news" }, "interaction")).toMatchObject({ ok: true, delivery: { type: "news" } });
    for (const body of [{ type: 1 }, {}, [], "null", "{", "", '"interaction"', Uint8Array.of(0xff)]) {
      expect(await verdictOf(body, "interaction")).toEqual({ ok: "malformed", appId, deliveryId });
    }
  });
});

describe("the verified type", () => {
  test("SIG-31 isVerified tells what the verifier has created from what only looks like it", async () => {
    const verdict = await verdictOf(commandBody(), "interaction");
    if (verdict.ok !== true) throw new Error("expected to be accepted");
    const { delivery } = verdict;
    expect(isVerified(delivery)).toBe(true);
    expect(delivery).toMatchObject({ appId, deliveryId, timestampS: startS, keyId: keyA.keyId, type: "interaction" });
    const copies: unknown[] = [
      Object.assign({}, delivery),
      structuredClone(delivery),
      Object.create(delivery as object),
      null,
      "x",
    ];
    for (const copy of copies) expect(isVerified(copy)).toBe(false);
  });

  test("SIG-31 the class of verified deliveries cannot be instantiated by others", async () => {
    const verdict = await verdictOf(commandBody(), "interaction");
    if (verdict.ok !== true) throw new Error("expected to be accepted");
    const Class = verdict.delivery.constructor as new (...args: unknown[]) => unknown; // reached the way an attacker would
    expect(() => new Class(Symbol("mine"), {})).toThrow(/only the verifier creates/);
    expect(() => new Class()).toThrow(/only the verifier creates/);
  });

  test("SIG-31 its facts cannot be changed", async () => {
    const verdict = await verdictOf(commandBody(), "interaction");
    if (verdict.ok !== true) throw new Error("expected to be accepted");
    expect(() => Object.assign(verdict.delivery, { appId: "1" })).toThrow(TypeError);
    expect(verdict.delivery.appId).toBe(appId);
  });
});
