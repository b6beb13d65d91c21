import { describe, expect, test } from "vitest";
import {
  App,
  ArgumentError,
  chatCommand,
  createClient,
  isArgumentError,
  type NoAnswerError,
  settle,
  silentLogger,
} from "svc-apps";
import { netError } from "../support/fake-transport.js";
import { canaryToken, outcomeOf } from "../support/test-client.js";
import { createVirtualClock } from "../support/virtual-clock.js";

const baseUrl = "https://chat.example";

/** What a call throws that came without types. */
const thrownBy = (call: (...given: never[]) => unknown, ...given: unknown[]): Error => {
  try {
    Reflect.apply(call, undefined, given);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("threw no error");
};

/** The first place of a stack that is not Node's own; "" where it has none. */
const firstPlace = (error: unknown): string => {
  const stack = error instanceof Error ? String(error.stack) : "";
  const places = [...stack.matchAll(/\n +at (.*)/g)].map(([, place = ""]) => place);
  return places.find((place) => !place.includes("node:internal")) ?? "";
};

describe("an address without its scheme", () => {
  test.each([
    ["localhost:3000", "http://localhost:3000"],
    ["localhost", "http://localhost"],
    ["localhost:3000/base", "http://localhost:3000"],
    ["127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["chat.example:8443", "https://chat.example:8443"],
  ])("%s is answered with %s", (given, meant) => {
    expect(thrownBy(createClient, { baseUrl: given, token: canaryToken }).message).toMatch(
      new RegExp(`^baseUrl must be .*; did you mean ${meant}\\?$`),
    );
  });

  test.each([
    "eyJhbGci.eyJzdWIi.c2lnbmF0dXJl",
    canaryToken,
    "hush",
    "hush:12",
    "7100000000000000001",
    "ftp://hush.example",
  ])("what may be a secret is not shown: %#", (given) => {
    const { message } = thrownBy(createClient, { baseUrl: given, token: canaryToken });
    expect(message).not.toContain("did you mean");
    expect(message).not.toContain(given);
  });
});

describe("options without types", () => {
  test.each([
    [{ baseURL: baseUrl, token: canaryToken }, 'createClient() has no option "baseURL". Did you mean "baseUrl"?'],
    [{ baseUrl, token: canaryToken, timeout: 5 }, 'createClient() has no option "timeout". Did you mean "timeoutMs"?'],
    [undefined, "createClient() takes one object of options: { baseUrl, token }"],
    ["http://chat.example", "createClient() takes one object of options: { baseUrl, token }"],
  ])("a slip is refused: %j", (given, why) => {
    const error = thrownBy(createClient, given);
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error.message).toBe(why);
  });

  // Such an option would have no effect, also where the one that was meant stands beside it.
  test.each([
    [{ tokn: "svc_app.7.b" }, 'createClient() has no option "tokn". Did you mean "token"?'],
    [{ colour: "red" }, 'createClient() has no option "colour"; there are baseUrl, token, allowInsecure, '],
  ])("an option that it has not is refused: %j", (more, why) => {
    const error = thrownBy(createClient, { baseUrl, token: canaryToken, ...more });
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error.message.slice(0, why.length)).toBe(why);
  });
});

test.each([[5], [undefined], [null], [{ ok: true }], [() => {}]])(
  "settle() takes calls and nothing else: %#",
  async (given) => {
    const settled = Reflect.apply(settle, undefined, [given]) as Promise<unknown>; // what comes without types
    const error = await outcomeOf(settled);
    expect(isArgumentError(error)).toBe(true);
    expect(String(error)).toContain("settle() takes the promise that a route function returns");
  },
);

describe("the stack of a configuration that cannot work begins where it was given", () => {
  test("to createClient()", () => {
    const error = thrownBy(() => createClient({ baseUrl: "nowhere", token: canaryToken }));
    expect(firstPlace(error)).toContain("slips.test.ts");
    expect(String(error.stack)).toMatch(/^ArgumentError: baseUrl must be/);
  });

  test("to new App(), and to a class made of it", () => {
    class Mine extends App {}
    const slip = { baseUr: "", token: canaryToken };
    expect(firstPlace(thrownBy(() => new App(slip)))).toContain("slips.test.ts");
    expect(firstPlace(thrownBy(() => new Mine(slip)))).toMatch(/new Mine .*slips\.test\.ts/);
  });

  test("to an App that is started, whether somebody awaits it or not", async () => {
    const app = new App({ baseUrl, token: "abc" });
    const begun = app.start({ signals: false });
    expect(firstPlace(await outcomeOf(begun))).toContain("slips.test.ts");
    const awaited = async () => void (await app.start({ signals: false }));
    expect(firstPlace(await outcomeOf(awaited()))).toContain("slips.test.ts");
  });

  test("and so does that of a service that cannot be reached, where somebody awaits the start", async () => {
    const options = {
      transport: () => Promise.reject(netError("ECONNREFUSED")),
      clock: createVirtualClock(),
      logger: silentLogger,
    };
    const retry = { retries: 0 };
    const app = new App({ baseUrl, token: canaryToken, syncCommands: true, events: false, retry, ...options });
    app.command(chatCommand({ name: "x", description: "x" }), () => {});
    const awaited = async () => void (await app.start({ signals: false }));
    const error = await outcomeOf(awaited());
    expect(error).toMatchObject({ name: "NoAnswerError", reason: "unreachable" } satisfies Partial<NoAnswerError>);
    expect(firstPlace(error)).toContain("slips.test.ts");
    // Where nobody does there is no such place, and the others are kept.
    expect(firstPlace(await outcomeOf(app.start({ signals: false })))).not.toBe("");
  });
});
