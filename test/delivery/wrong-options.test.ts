import { ArgumentError } from "svc-apps";
import { createDeliveryHandler, createKeyStore, createVerifier, fixedKeys } from "svc-apps/delivery";
import { signDelivery } from "svc-apps/testing";
import { describe, expect, test } from "vitest";
import { appId, keyA } from "./support.js";

/** What programs without types hand over. */
const loose = <Result>(make: (...given: never[]) => Result) => make as (...given: readonly unknown[]) => Result; // see above

describe("wrong options are refused at once", () => {
  const keys = fixedKeys([keyA.published]);
  const handle = (): undefined => {};

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
    expect(() => loose(createDeliveryHandler)({ keys, handle })).toThrow(needed);
    expect(() => loose(createVerifier)({ keys })).toThrow(needed);
  });

  const needs = "createDeliveryHandler() needs keys, such as createKeyStore(…), and handle, a function";
  test.each<[unknown, string]>([
    [undefined, "createDeliveryHandler() takes an object of options, got undefined"],
    [{ apps: appId, handle }, needs],
    [{ apps: appId, keys }, needs],
    [{ onUnconfimed: "defer" }, 'createDeliveryHandler() has no option "onUnconfimed". Did you mean "onUnconfirmed"?'],
    [{ budgets: { commandMs: 5 } }, 'budgets has no option "commandMs"; there are interactionMs, autocompleteMs'],
    [
      { keys: [keyA.published] },
      "keys must be a source of keys, such as fixedKeys(…) or createKeyStore(…), got object",
    ],
    [{ handle: { reply: "x" } }, "handle must be a function, got object"],
    [{ onThrow: "ignore" }, "onThrow must be one of decline, defer, neutral, got string"],
    [{ dedupe: true }, "dedupe must be a store, e.g. fileStore(), or false, got boolean"],
    [{ clock: Date }, "clock must be a clock, got function"],
  ])("of an endpoint: %o", (options, why) => {
    expect(() => loose(createDeliveryHandler)(options)).toThrow(new ArgumentError(why));
  });

  test("of a key store, in place of refusing every delivery", () => {
    for (const wrong of [undefined, {}, { fetchKeys: "https://chat.example" }]) {
      expect(() => loose(createKeyStore)(wrong)).toThrow(
        new ArgumentError("createKeyStore() needs fetchKeys, a function"),
      );
    }
  });

  test("of a delivery to sign", async () => {
    const sign = loose(signDelivery);
    await expect(sign()).rejects.toEqual(new ArgumentError("signDelivery() takes an object of options, got undefined"));
    await expect(sign({ appId, body: {} })).rejects.toEqual(new ArgumentError("signDelivery() needs keys and appId"));
    await expect(sign({ appId, body: {}, keys: keyA.published })).rejects.toEqual(
      new ArgumentError("keys must be a pair of createSigningPair(), or a list of them, got object"),
    );
  });
});
