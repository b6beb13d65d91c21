import { ArgumentError } from "svc-apps";
import { createDispatcher, type Dispatcher, openEvents } from "svc-apps/events";
import { memoryStore } from "svc-apps/stores";
import { describe, expect, test } from "vitest";
import { FakeService } from "./kit/fake-service.js";
import { fileStore } from "svc-apps/stores";

/** What programs without types hand over. */
const loose = <Result>(make: (...given: never[]) => Result) => make as (...given: readonly unknown[]) => Result; // see above
const open = (options: unknown) => () => loose(openEvents)(new FakeService().client(), options);
const dispatcher = (options: unknown) => () => loose(createDispatcher)(options);
const handle = (): void => {};

describe("options that would be passed over in silence are refused by name", () => {
  test("of a stream, one that there is none of, with those that there are", () => {
    const why = /^openEvents\(\) has no option "history"; there are intents, transport, cursorStore, cursorKey, /;
    expect(open({ intents: ["messages"], history: true })).toThrow(why);
  });

  test.each<[object, string]>([
    [{ cursorStor: {} }, 'openEvents() has no option "cursorStor". Did you mean "cursorStore"?'],
    [{ transport: "gatway" }, "transport must be one of auto, gateway, mailbox, got string"],
    [{ intents: ["message"] }, 'intents has no family "message". Did you mean "messages"?'],
    [{ intents: "messages" }, "intents must be a list of families of events, got string"],
    [{ intents: undefined }, "intents must name at least one family of events"],
    [{ cursorStore: "./state" }, "cursorStore must be a store, e.g. fileStore(), got string"],
    [{ intents: [5] }, "intents must be a list of families of events, got object"],
    [{ queueLimit: "5" }, "queueLimit must be a number of at least 1, got string"],
    [{ backoff: { baseMS: 1, capMSs: 2 } }, 'backoff has no option "baseMS". Did you mean "baseMs"?'],
    [{ onGap: "backfil" }, 'onGap must be "report", "backfill" or { maxPages }, got string'],
    [{ onGap: { maxPage: 2 } }, 'onGap has no option "maxPage". Did you mean "maxPages"?'],
    [{ signal: true }, "signal must be an AbortSignal, got boolean"],
    [{ slots: {} }, "slots must be an object with tryTake() and take(), got object"],
    [{ onDiagnostic: {} }, "onDiagnostic must be a function, got object"],
  ])("of a stream: %o", (wrong, message) => {
    expect(open({ intents: ["messages"], ...wrong })).toThrow(new ArgumentError(message));
  });

  test.each<[unknown, string]>([
    [{}, "createDispatcher() needs handle, a function of an event"],
    [undefined, "createDispatcher() takes an object of options, got undefined"],
    [{ handle, ordr: "channel" }, 'createDispatcher() has no option "ordr". Did you mean "order"?'],
    [{ handle, order: "chanel" }, "order must be one of none, channel, got string"],
    [{ handle: "x" }, "handle must be a function, got string"],
    [
      { handle, interactions: { concurency: 1 } },
      'interactions has no option "concurency". Did you mean "concurrency"?',
    ],
    [{ handle, clock: {} }, "clock must be a clock, got object"],
    [{ handle, onFailure: "skp" }, 'onFailure must be "skip" or { retries }, got string'],
    [
      { handle, onFailure: { retries: 1, deadLeter: memoryStore() } },
      'onFailure has no option "deadLeter". Did you mean "deadLetter"?',
    ],
    [
      { handle, onFailure: { retries: 1, deadLetter: "./lost" } },
      "onFailure.deadLetter must be a store, e.g. fileStore(), got string",
    ],
  ])("of a dispatcher: %o", (options, message) => {
    expect(dispatcher(options)).toThrow(new ArgumentError(message));
  });

  test("of a store in files", () => {
    const cursors = loose(fileStore);
    for (const wrong of ["./x", {}, { foldr: "./x", pth: "./x" }]) {
      expect(() => cursors(wrong)).toThrow(new ArgumentError("fileStore() requires { folder }, a path"));
    }
    expect(() => cursors()).toThrow(new ArgumentError("fileStore() requires { folder }, a path"));
  });
});

test("what is no client, no options and no dispatcher is told in a sentence", async () => {
  expect(open(undefined)).toThrow(new ArgumentError("openEvents() takes an object of options, got undefined"));
  expect(() => loose(openEvents)()).toThrow(new ArgumentError("openEvents() takes a client, and options"));
  const stream = openEvents(new FakeService().client(), { intents: ["messages"] });
  for (const wrong of [undefined, () => {}]) {
    const running = stream.run(wrong as unknown as Dispatcher<unknown>); // no dispatcher
    await expect(running).rejects.toEqual(new ArgumentError("run() takes a dispatcher, made by createDispatcher()"));
  }
});

test("families of events that are not known here are asked for all the same", () => {
  expect(open({ intents: ["messages", "voices_of_tomorrow"] })).not.toThrow();
});
