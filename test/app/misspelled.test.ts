import { App, type AppOptions, chatCommand, type ClientOptions, consoleLogger, fillId, modal } from "svc-apps";
import { memoryStore } from "svc-apps/stores";
import { nearest } from "../../runtime/base/nearest.js";
import { expect, test } from "vitest";
import { appOn, platform } from "./kit/world.js";

const loose = (app: App) => app as unknown as Record<string, (...given: unknown[]) => App>; // as plain JavaScript would
const own = () => {};

test("an option of an App that is nearly a known one is refused with the one that was meant", () => {
  const made = (options: object) => () => new App(options as AppOptions);
  expect(made({ syncComands: true })).toThrow('new App() has no option "syncComands". Did you mean "syncCommands"?');
  expect(made({ baseURL: "x" })).toThrow('new App() has no option "baseURL". Did you mean "baseUrl"?');
  expect(made({ logLevel: "debug", region: "eu" })).not.toThrow();
  expect(made({ token: "x", tokens: 5 })).not.toThrow(); // what was meant is there
});

test("every option that an App has of its own is taken, also one that is nearly another of the client's", async () => {
  const sandbox = await platform();
  const own: Required<Omit<AppOptions, "fleet" | keyof ClientOptions>> = {
    events: "gateway",
    delivery: {},
    syncCommands: false,
    eventConcurrency: 2,
    queueLimit: 10,
    order: "channel",
    interactionConcurrency: 2,
    handlerTimeoutMs: 1_000,
    autoDefer: false,
    autoDeferLeadMs: 300,
    marginMs: 100,
    runExpired: true,
    enforceFollowUps: false,
    failureText: false,
    failureInChannel: true,
    sendAfterLostRace: true,
    decoders: {},
    conversations: {},
    logger: consoleLogger({ write: () => {} }),
    around: async (_about, run) => run(),
  };
  for (const [name, value] of Object.entries(own)) {
    const { app, start } = appOn(sandbox, { [name]: value });
    app.on("message_create", () => {});
    await expect(start(), name).resolves.not.toThrow();
    await app.stop({ graceMs: 0 });
  }
});

test.each([
  [{ toleranceS: "300" }, "delivery.toleranceS must be a number from 1 to 300, got string"],
  [{ toleranceS: 301 }, "delivery.toleranceS must be a number from 1 to 300, got 301"],
  [{ toleranceS: 0 }, "delivery.toleranceS must be a number from 1 to 300, got 0"],
  [{ bodyLimitBytes: NaN }, "delivery.bodyLimitBytes must be a number above zero, got NaN"],
  [{ budgets: 5 }, "delivery.budgets must be an object, got 5"],
  [{ budgets: { interactionMs: "1s" } }, "delivery.budgets.interactionMs must be a number above zero, got string"],
  [{ toleranceMs: 5 }, 'delivery has no option "toleranceMs"'],
])("an App refuses wrong options of deliveries before the first delivery comes: %j", (delivery, why) => {
  expect(() => new App({ delivery: delivery as object })).toThrow(why);
});

const store = "conversations.store must be a store, e.g. fileStore(), got";
const events = 'events must be "auto", "gateway", "mailbox", false or an object, got';

test.each<[unknown, string]>([
  [null, "new App() takes an object of options, or a function that returns one, got null"],
  [5, "new App() takes an object of options, or a function that returns one, got number"],
  [{ events: "mailbx" }, `${events} string`],
  [{ events: true }, `${events} boolean`],
  [{ events: null }, `${events} null`],
  [{ events: { transport: "mailbx" } }, "events.transport must be one of auto, gateway, mailbox, got string"],
  [{ events: { intents: "messages" } }, "events.intents must be a list of families of events, got string"],
  [{ events: { onGap: true } }, 'events.onGap must be "report", "backfill" or { maxPages }, got boolean'],
  [{ events: { onGap: { maxpages: 3 } } }, 'events.onGap has no option "maxpages". Did you mean "maxPages"?'],
  [{ events: { onFailure: { attempts: 3 } } }, 'events.onFailure has no option "attempts"; there are retries, backoff'],
  [{ events: { onFailure: 3 } }, 'events.onFailure must be "skip" or { retries }, got 3'],
  [{ events: { cursorStore: {} } }, "events.cursorStore must be a store, e.g. fileStore(), got object"],
  [{ order: "chanel" }, "order must be one of none, channel, got string"],
  [{ conversations: { stor: memoryStore() } }, 'conversations has no option "stor". Did you mean "store"?'],
  [{ conversations: { to: 1 } }, 'conversations has no option "to"; there are store, interruptedText'],
  [{ conversations: true }, "conversations must be an object, got boolean"],
  [{ conversations: { store: {} } }, `${store} object`],
  [{ conversations: { store: memoryStore } }, `${store} function`],
  [{ conversations: { interruptedText: 3 } }, "interruptedText must be a non-empty string, or false, got 3"],
  [{ interruptedText: "Sorry" }, 'new App() has no option "interruptedText"; it belongs to "conversations"'],
  [{ retry: { retry: 3 } }, 'retry has no option "retry"; there are retries'],
  [{ handlerTimeoutMs: -1 }, "handlerTimeoutMs must be a number of at least 0, got -1"],
  [{ eventConcurrency: 0 }, "eventConcurrency must be a number of at least 1, got 0"],
  [{ around: 3 }, "around must be a function, got 3"],
  [{ delivery: true }, "delivery must be an object, got boolean"],
  [
    { delivery: { keys: 3 } },
    "delivery.keys must be a source of keys, such as fixedKeys(…) or createKeyStore(…), got 3",
  ],
  [{ delivery: { mode: "ack" } }, "delivery.mode must be one of by-body, ack-then-rest, got string"],
  [{ delivery: { dedupe: true } }, "delivery.dedupe must be a store, e.g. fileStore(), or false, got boolean"],
  [{ autoDefer: "no" }, "autoDefer must be true or false, got string"],
  [{ onDiagnostic: "x" }, "onDiagnostic must be a function, got string"],
  [{ decoders: { form: "x" } }, "decoders.form must be a function, got string"],
  [{ logger: {} }, "logger must be a logger, with debug(), info(), warn() and error(), or false, got object"],
  [{ baseUrl: 3 }, "baseUrl must be an absolute http(s) address, got 3"],
  [{ fleet: Promise.resolve({}) }, "fleet must be the result of `await openFleet()`, got its promise: await it"],
  [{ fleet: {} }, "fleet must be the result of `await openFleet()`, got object"],
  [{ fleet: true }, "fleet must be the result of `await openFleet()`, got boolean"],
])("an option of an App that cannot be what it is is refused where the App is made: %j", (options, why) => {
  expect(() => new App(options as AppOptions)).toThrow(
    expect.objectContaining({ name: "ArgumentError", message: expect.stringContaining(why) as unknown }),
  );
});

test("what an option of an App may be by its methods may be of any class, and what is undefined is left out", () => {
  class Mine {
    debug() {}
    info() {}
    warn() {}
    error() {}
  }
  const logger = Object.assign(() => {}, console);
  for (const given of [new Mine(), logger, console]) expect(() => new App({ logger: given })).not.toThrow();
  const none = { events: undefined, fleet: undefined, conversations: undefined, retry: undefined, baseUrl: null };
  expect(() => new App(none as object)).not.toThrow();
  expect(() => new App({ baseUrl: new URL("https://chat.example"), retry: { retries: 0 } } as object)).not.toThrow();
});

test("an option in the wrong place, and an intent that is nearly a known one, are refused with what was meant", () => {
  const made = (options: object) => () => new App(options as AppOptions);
  expect(made({ cursorStore: {} })).toThrow(
    'new App() has no option "cursorStore"; it belongs to "events": { events: { cursorStore } }',
  );
  expect(made({ intents: ["messages"] })).toThrow('it belongs to "events"');
  expect(made({ toleranceS: 5 })).toThrow('it belongs to "delivery"');
  expect(made({ prune: true })).toThrow('it belongs to "syncCommands"');
  expect(made({ events: { cursorStor: {} } })).toThrow(
    'events has no option "cursorStor". Did you mean "cursorStore"?',
  );
  expect(made({ events: { intents: ["mesages"] } })).toThrow(
    'events.intents has no family "mesages". Did you mean "messages"?',
  );
  expect(made({ events: { intents: ["messages", "voice"] }, transport: () => {} })).not.toThrow();
});

test.each<[unknown, string]>([
  [{ serverID: "7101000000000000001", prune: true }, 'syncCommands has no option "serverID". Did you mean "serverId"?'],
  [
    { scope: "7101000000000000001", prune: true },
    'syncCommands has no option "scope"; there are serverId, prune, onlyScope',
  ],
  [{ prune: "yes" }, "syncCommands.prune must be true or false, got string"],
  [{ onlyScope: 1 }, "syncCommands.onlyScope must be true or false, got 1"],
  ["true", "syncCommands must be true, false or an object, got string"],
  [null, "syncCommands must be true, false or an object, got null"],
  [["x"], "syncCommands must be true, false or an object, got object"],
])("CMD-06 commands are not synced by %j: what was meant to name a scope must not become every scope", (given, why) => {
  expect(() => new App({ syncCommands: given as never })).toThrow(
    expect.objectContaining({ name: "ArgumentError", message: why }),
  );
});

test("commands that nobody has registered are told at the start, unless somebody else is said to do it", async () => {
  const sandbox = await platform();
  const listed = ["here", "there"].map((name) => chatCommand({ name, description: "x" }));
  const told = async (options: AppOptions, commands = listed) => {
    const { app, start, notices } = appOn(sandbox, options);
    for (const command of commands) app.command(command, own);
    await start();
    await sandbox.clock.settle();
    await app.stop({ graceMs: 0 });
    return notices.flatMap(({ type, message }) => (type === "app.commands_unregistered" ? [message] : []));
  };
  expect(await told({ syncCommands: true }, listed.slice(0, 1))).toEqual([]);
  expect(await told({ syncCommands: undefined as never })).toEqual([
    expect.stringMatching(/^Not registered, so users cannot run "there"\. Set syncCommands: true/),
  ]);
  expect(await told({ syncCommands: false })).toEqual([]);
  expect(await told({ syncCommands: undefined as never }, listed.slice(0, 1))).toEqual([]);
  const body = { commands: [], truncated: true };
  sandbox.faults.add({ on: "rest", effect: "answer", operation: "listCommands", status: 200, body });
  expect(await told({ syncCommands: undefined as never })).toEqual([]); // CMD-07: a list that was cut off says nothing of the rest
});

test("CMD-17 INT-14 what is nearly a known type or field is doubted when the App starts, and registered as written", async () => {
  const sandbox = await platform();
  const lines: string[] = [];
  const { app, start } = appOn(sandbox, {
    logger: consoleLogger({ level: "warn", write: (line) => void lines.push(line.slice(13)) }),
  });
  const option = (name: string, more: object) => ({ name, description: "x", ...more });
  const options = [
    option("count", { type: "int" }),
    option("size", { type: "integer", minvalue: 3 }),
    option("long", { type: "duration", unit: "s" }),
    option("plain", { type: "string", secret: true }),
  ];
  const order = chatCommand({ name: "order", description: "x", options: options as never });
  const fields = [
    { type: "paragaph", id: "a", label: "A" },
    { type: "text", id: "b", label: "B", requird: true },
    { type: "date", id: "c", label: "C" },
  ];
  app.command(order, own).form(modal({ id: "where:{count}", title: "Where?", fields: fields as never }), own);
  await start();
  expect(lines).toEqual([
    'warn  Option "count" of command "order" has the type "int", which this version does not know. Did you mean "integer"?',
    'warn  Option "size" of command "order" has a field "minvalue", which no integer is known to have. Did you mean "minValue"?',
    'warn  Field "a" of form "where:{count}" has the type "paragaph", which this version does not know. Did you mean "paragraph"?',
    'warn  Field "b" of form "where:{count}" has a field "requird", which no text is known to have. Did you mean "required"?',
  ]);
  expect(app.commands[0]?.options).toEqual(options);
});

test("an event or a type of interaction that does not exist is refused with those that do", () => {
  expect(() => loose(new App())["on"]?.("mesage_create", own)).toThrow(
    /^on\("mesage_create"\) does not exist; there are .*message_create.*, unknown for all others\. Did you mean "message_create"\?$/,
  );
  expect(() => loose(new App())["interaction"]?.("compnent", own)).toThrow(
    'interaction("compnent") does not exist; there are command, command_on_user, command_on_message, autocomplete, component, form. Did you mean "component"?',
  );
});

test("what is no definition, no id and no function is refused where it is registered", () => {
  const call = (method: string, ...given: unknown[]) => {
    return () => loose(new App())[method]?.(...given);
  };
  const command = "command() takes a definition made with chatCommand(), userCommand() or messageCommand(), not";
  expect(call("command", "order", own)).toThrow(`${command} "order"`);
  expect(call("command", undefined, own)).toThrow(`${command} undefined`);
  expect(call("form", "where:{count}", own)).toThrow(
    'form() takes a definition made with modal(), not "where:{count}"',
  );
  expect(call("component", undefined, own)).toThrow(
    /^The id undefined is not an id matcher: expected a string, a template such as/,
  );
  expect(call("component", { prefix: "" }, own)).toThrow(/is not an id matcher: expected a string/);
  expect(call("onError", "log")).toThrow("onError() needs a function as its handler, not string");
  expect(() => modal({ id: "f", title: "F" } as never)).toThrow('Modal "f" needs a list of fields');
});

test("a brace without its other half is refused in every template", () => {
  const why = /has a brace without its other half; a handler finds ids with braces of their own by \{ prefix \}/;
  for (const id of ["k:{id", "k:id}", "{a}:{", "{{a}}"]) {
    expect(() => new App().component(id, own)).toThrow(why);
    expect(() => fillId(id as string, { id: "1", a: "1" } as never)).toThrow(why);
    expect(() => modal({ id, title: "F", fields: [] })).toThrow(why);
  }
  expect(() => new App().component("k:{id}", own).component({ prefix: "{" }, own)).not.toThrow();
});

test("a second handler for a pattern that takes the same ids would never run, and is refused", () => {
  const app = new App()
    .component("z:{id}", own)
    .component({ prefix: "z:" }, own)
    .component(/z:(?<n>\d)/, own);
  expect(() => app.component("z:{x}", own)).toThrow('The component "z:{x}" has a handler already, as "z:{id}"');
  expect(() => app.component({ prefix: "z:" }, own)).toThrow(/"z:…" has a handler already/);
  expect(() => app.component(/z:(?<n>\d)/, own)).toThrow(/has a handler already/);
  expect(() => app.component("z:{x}:{y}", own).component({ prefix: "z" }, own)).not.toThrow();
  expect(() => app.form(modal({ id: "z:{x}", title: "F", fields: [] }), own)).not.toThrow();
});

test("what was meant is a slip for every three letters away, or the word's beginning", () => {
  const types = ["string", "integer"];
  expect(["int", "Integer", "interger", "strng", "str", "string"].map((word) => nearest(word, types))).toEqual([
    "integer",
    "integer",
    "integer",
    "string",
    "string",
    "string",
  ]);
  expect(["in", "number", "boolean", "text", "", "x".repeat(9_999)].map((word) => nearest(word, types))).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
  expect(nearest("ab", ["ac"])).toBeUndefined(); // two words of two letters are two words
  expect(nearest("messgae", ["message", "massage"])).toBe("message"); // swapped
});
