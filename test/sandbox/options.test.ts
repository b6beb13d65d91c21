import { startSandbox } from "svc-apps/sandbox";
import { App, ArgumentError } from "svc-apps";
import { testApp } from "svc-apps/testing";
import { describe, expect, test } from "vitest";

/** What programs without types hand over. */
const loose = <Result>(make: (...given: never[]) => Result) => make as (...given: readonly unknown[]) => Result; // see above

describe("options that would be passed over in silence are refused by name", () => {
  test.each<[object, RegExp]>([
    [{ clok: "virtual" }, /^startSandbox\(\) has no option "clok"; there are clock, startMs, seed, /],
    [{ clock: "virtul" }, /^clock must be "real", "virtual" or a clock, got "virtul"$/],
    [{ clock: null }, /^clock must be "real", "virtual" or a clock, got null$/],
    [{ parameters: { requestPerSecond: 3 } }, /^there is no parameter requestPerSecond; there are slotRetryAfterS, /],
    [{ seed: {} }, /^seed must be a number or a string, got object$/],
  ])("of a sandbox: %o", async (options, message) => {
    await expect(loose(startSandbox)({ port: null, ...options })).rejects.toThrow(message);
  });

  test.each<[object, string]>([
    [{ vai: "endpoint" }, 'testApp() has no option "vai". Did you mean "via"?'],
    [{ via: "websocket" }, "via must be one of gateway, mailbox, endpoint, got string"],
    [{ sandbox: "x" }, "sandbox must be an object, got string"],
  ])("of an App under test: %o", async (options, message) => {
    await expect(loose(testApp)(new App(), options)).rejects.toEqual(new ArgumentError(message));
  });

  test("and what is no App at all", async () => {
    for (const wrong of [undefined, {}]) {
      await expect(loose(testApp)(wrong)).rejects.toEqual(new ArgumentError("testApp() takes an App"));
    }
  });
});
