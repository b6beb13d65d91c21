import { ArgumentError } from "svc-apps";
import { createDeliveryHandler, createVerifier, fileDedupeStore, fixedKeys } from "svc-apps/delivery";
import { signDelivery } from "svc-apps/delivery/testing";
import { describe, expect, test } from "vitest";
import { appId, keyA } from "./support.js";

/** What programs without types hand over. */
const loose = <Result>(make: (...given: never[]) => Result) => make as (...given: readonly unknown[]) => Result; // see above

describe("what is missing or of another kind is told where it is given", () => {
  test("of fixed keys, in place of refusing every delivery", () => {
    const make = loose(fixedKeys);
    for (const wrong of [undefined, keyA.published, "abc"]) {
      expect(() => make(wrong)).toThrow(new ArgumentError("fixedKeys() takes a list of published keys"));
    }
    expect(() => make([keyA.published, "abc"])).toThrow(
      new ArgumentError("fixedKeys: entry 1 is not a usable key (not-an-entry)"),
    );
  });

  test("of an endpoint and a verifier without the id of an App", () => {
    const needed = new ArgumentError("apps: at least one Application ID is needed");
    const keys = fixedKeys([keyA.published]);
    expect(() => loose(createDeliveryHandler)({ keys, handle: () => undefined })).toThrow(needed);
    expect(() => loose(createVerifier)({ keys })).toThrow(needed);
  });

  test("of a store of claims", () => {
    const make = loose(fileDedupeStore);
    for (const wrong of [undefined, "./x", {}, { foldr: "./x" }]) {
      expect(() => make(wrong)).toThrow(new ArgumentError("fileDedupeStore() takes { folder }, a path"));
    }
  });

  test("of a delivery to sign", async () => {
    const sign = loose(signDelivery);
    await expect(sign()).rejects.toEqual(new ArgumentError("signDelivery() takes an object of options"));
    await expect(sign({ appId, body: {} })).rejects.toEqual(new ArgumentError("signDelivery() needs keys and appId"));
    await expect(sign({ appId, body: {}, keys: keyA.published })).rejects.toEqual(
      new ArgumentError("keys must be a pair of createSigningPair(), or a list of them, got object"),
    );
  });
});
