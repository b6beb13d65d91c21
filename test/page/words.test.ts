import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startSandbox, type Sandbox } from "svc-apps/sandbox";
import { failureOf, shortOf, wholeOf } from "../../sandbox/control/page/entries.js";
import { prepare } from "../../sandbox/page/calls/request.js";
import { labelOf, tookOf } from "../../sandbox/page/names.js";
import { writtenOptions } from "../../sandbox/page/chat/written.js";
import { laidOut, tokensOf } from "../../sandbox/page/text.js";
import { curlOf, literalOf, sendingOf, typescriptOf } from "../../sandbox/page/timeline/code.js";
import { pageFacts } from "../../tools/page-facts.js";
import { ask } from "./bot.js";

const start = async () => startSandbox({ seed: 1, clock: "virtual", allowLoopbackEndpoints: true });
const shown = (sandbox: Sandbox) =>
  sandbox.log.entries().map((entry) => {
    const { kind, title, outcome, tone } = shortOf(sandbox, entry);
    return `${kind} ${title}: ${outcome} (${tone})`;
  });

test("an entry says what was called and what came of it, in words", async () => {
  const sandbox = await start();
  const { person, channelId, serverId } = sandbox.defaults;
  sandbox.log.clear();
  await ask(sandbox, `POST /api/servidores/${serverId}/canais/${channelId}/mensagens`, { content: "hello" });
  await sandbox.request({ method: "GET", url: "/api/apps/me", headers: { "x-svc-api-version": "1" } });
  await ask(sandbox, "GET /api/nothing");
  person.post(channelId, "hi");
  const headers = { authorization: `Bearer ${sandbox.defaults.token}`, "x-svc-api-version": "1" };
  const stream = await sandbox.openStream({ method: "GET", url: "/api/apps/eventos?intents=members", headers });
  person.post(channelId, "again");
  stream.close();
  expect(shown(sandbox)).toEqual([
    "event message_create: no stream or mailbox is open (warn)",
    "request createMessage: 201 created (good)",
    "request getMe: 401 MISSING_CREDENTIAL (bad)",
    "request GET /api/nothing: 404 SANDBOX_NOT_FOUND (bad)",
    "event message_create: no stream or mailbox is open (warn)",
    "connection stream: opened (good)",
    "request openStream: 200 ok (good)",
    "event message_create: no handler asked for messages (warn)",
    "connection stream: closed by the App (plain)",
  ]);
  const about = sandbox.log.entries().map((entry) => shortOf(sandbox, entry).messageId);
  expect(about[0]).toMatch(/^\d+$/);
  expect(about[1]).toBe(about[0]); // the request of a message, and the event that told of it
  await sandbox.stop();
});

test("a fault names the call that it struck, and an interaction the time since it was opened", async () => {
  const sandbox = await start();
  await ask(sandbox, "POST /api/apps/me/comandos", { command: { type: "chat", name: "roll", description: "Roll" } });
  sandbox.log.clear();
  sandbox.faults.serverError({ status: 503, when: "before" });
  await ask(sandbox, "GET /api/apps/me");
  const { id } = sandbox.defaults.person.run("roll");
  await sandbox.clock.advance(120);
  await ask(sandbox, `POST /api/interacoes/${id}/confirmar`, { type: "decline" });
  expect(shown(sandbox)).toEqual([
    "fault fault at getMe: answer 503 (warn)",
    "interaction /roll: open (plain)",
    "event interaction_create: no stream or mailbox is open (warn)",
    "interaction /roll: declined (bad)",
    "request confirmInteraction: 200 ok (good)",
  ]);
  const declined = sandbox.log.entries("interaction").at(-1);
  expect(declined && shortOf(sandbox, declined).tookMs).toBe(120);
  await sandbox.stop();
});

test("a request says how long it took, once it is answered: as long as a fault lets it wait", async () => {
  const sandbox = await start();
  sandbox.log.clear();
  sandbox.faults.slow({ ms: 400, when: "after" });
  const answered = ask(sandbox, "GET /api/apps/me");
  await new Promise(setImmediate); // it has come, and waits
  const entry = sandbox.log.entries("request")[0];
  expect(entry && shortOf(sandbox, entry).tookMs).toBeUndefined();
  await sandbox.clock.advance(400);
  await answered;
  expect(entry && shortOf(sandbox, entry).tookMs).toBe(400);
  await sandbox.stop();
});

test("a delivery carries what was sent, without a credential, and says why it failed", async () => {
  const sandbox = await startSandbox({
    seed: 1,
    clock: "virtual",
    allowLoopbackEndpoints: true,
    post: async ({ body }) => Promise.resolve({ status: body.includes("probe") ? 200 : 500, body }),
  });
  const { appId, person } = sandbox.defaults;
  await sandbox.portal.saveEndpoint({ appId, url: "http://127.0.0.1:9/" });
  await sandbox.portal.probeEndpoint({ appId });
  await ask(sandbox, "POST /api/apps/me/comandos", { command: { type: "chat", name: "roll", description: "Roll" } });
  sandbox.log.clear();
  person.run("roll");
  await sandbox.idle();
  const entry = sandbox.log.last("delivery");
  expect(entry && failureOf(entry)).toBe("500 in 0 ms");
  expect(shown(sandbox)).toContain("delivery delivery: 500 (bad)");
  const whole = JSON.parse(entry ? wholeOf(sandbox, entry) : "{}") as { readonly delivery: { readonly body: string } };
  expect(JSON.parse(whole.delivery.body)).toMatchObject({ type: "interaction" });
  sandbox.portal.deliver({ appId, body: '{"type":"other"}' });
  await sandbox.idle();
  const again = sandbox.log.last("delivery");
  expect(again && sandbox.sentDelivery(String(again.detail["deliveryId"]))?.signed.body).toBe('{"type":"other"}');
  await sandbox.stop();
});

test("older entries are read in pieces down to the oldest, and none twice", async () => {
  const sandbox = await startSandbox({ seed: 1, clock: "virtual", parameters: { logEntries: 50 } });
  for (let n = 0; n < 170; n++) sandbox.defaults.person.post(sandbox.defaults.channelId, "hello");
  const { log } = sandbox;
  const all = log.entries().map(({ number }) => number);
  const read: number[] = [];
  for (let before = Number.POSITIVE_INFINITY; ; before = read[0] ?? 0) {
    const page = log.before(before, 7).map(({ number }) => number);
    if (page.length === 0) break;
    read.unshift(...page);
  }
  expect(read).toEqual(all);
  expect(log.oldest).toBe(all[0]);
  expect(log.entry(all[3] ?? 0)?.number).toBe(all[3]);
  expect(log.entry(1)).toBeUndefined();
  await sandbox.stop();
});

test("JSON is laid out as it was written: no digit, no escape and no place of a field changes", () => {
  expect(laidOut('{"id":12345678901234567890,"a":[1,{}],"e":[]}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "a": [\n    1,\n    {}\n  ],\n  "e": []\n}',
  );
  expect(tokensOf("no JSON")).toEqual([{ text: "no JSON", kind: "plain" }]);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.parse(laidOut(text))).toEqual(JSON.parse(text));
      if (typeof value === "object" && value !== null) expect(laidOut(text)).toBe(JSON.stringify(value, null, 2));
    }),
    { numRuns: 500 },
  );
});

test("a literal of TypeScript is the value, whatever its names are", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const read: unknown = runInNewContext(`(${literalOf(value)})`);
      expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 500 },
  );
});

test("a call, an event and a delivery are copied as a command line and as TypeScript, without a credential", async () => {
  const sandbox = await start();
  const facts = await pageFacts();
  const at = { service: "http://127.0.0.1:2", control: "http://127.0.0.1:1" };
  const { serverId, channelId, appId } = sandbox.defaults;
  await ask(sandbox, `POST /api/servidores/${serverId}/canais/${channelId}/mensagens`, { content: "it's" });
  const request = sandbox.log.last("request");
  const sending = request && sendingOf(shortOf(sandbox, request), request.detail);
  if (sending === undefined) throw new Error("a request can be sent again");
  expect(curlOf(sending, facts, at, "1")).toBe(
    `curl -X POST 'http://127.0.0.1:2/api/servidores/${serverId}/canais/${channelId}/mensagens' \\
  -H "authorization: Bearer $SVC_APP_TOKEN" \\
  -H 'x-svc-api-version: 1' \\
  -H 'content-type: application/json' \\
  --data '{"content":"it'\\''s"}'`,
  );
  expect(typescriptOf(sending, facts)).toBe(
    `import { createMessage } from "svc-apps";

await createMessage(client, {
  serverId: "${serverId}",
  channelId: "${channelId}",
  content: "it's",
});`,
  );
  const event = { kind: "event", appId, family: "messages", body: '{"type":"message_create"}' } as const;
  expect(curlOf(event, facts, at, "1")).toContain("'http://127.0.0.1:1/faults/streams/event'");
  expect(typescriptOf(event, facts)).toMatch(/^app\.on\("message_create"/);
  const delivery = { kind: "delivery", appId, body: "{}" } as const;
  expect(curlOf(delivery, facts, at, "1")).toContain(`{"appId":"${appId}","body":"{}"}`);
  expect(typescriptOf(delivery, facts)).toContain("sandbox.portal.deliver(");
  await sandbox.stop();
});

test("every route of the description has a form: each part of its path is a field, and a filled one leaves none open", async () => {
  const { routes, assumptions } = await pageFacts();
  expect(Object.keys(routes).length).toBeGreaterThan(25);
  for (const [id, route] of Object.entries(routes)) {
    const inPath = route.fields.filter((field) => field.in === "path");
    const values = Object.fromEntries(route.fields.map(({ name }) => [name, "1"]));
    const { path } = prepare(route, values);
    expect(path, id).not.toMatch(/[{}]/);
    if (route.path !== "") expect(inPath.length, id).toBe(route.path.split("{").length - 1);
    expect(route.says, id).not.toBe("");
  }
  expect(prepare(routes["openMailbox"] ?? fail(), { intents: ["messages", "members"] }).path).toBe(
    "/api/apps/eventos?format=json&intents=messages,members",
  );
  for (const [name, { says }] of Object.entries(assumptions)) expect(says, name).not.toBe("");
});

function fail(): never {
  throw new Error("the route is missing");
}

test("fields are named as a user would say it, and durations as they are read", () => {
  expect(["ownerId", "serverId", "ms", "termMs", "onlyRoleIds", "retryAfter"].map(labelOf)).toEqual([
    "Owner",
    "Server",
    "Milliseconds",
    "Term in milliseconds",
    "Only for roles",
    "Retry after",
  ]);
  expect([0, 0.43, 9.96, 120, 1500, 61_000].map(tookOf)).toEqual([
    "0 ms",
    "0.4 ms",
    "10 ms",
    "120 ms",
    "1.5 s",
    "1 min 1 s",
  ]);
});

test.each([
  ["", {}],
  [" place:Lua", { place: "Lua" }],
  [" place:Casa do Bacalhau time:noon", { place: "Casa do Bacalhau", time: "noon" }],
  [" Lua time: 12:30", { place: "Lua", time: "12:30" }],
  [" place: time:noon", { time: "noon" }],
])("what is written after the name of a command fills its options: %j", (text, expected) => {
  expect(writtenOptions(text, ["place", "time"])).toEqual(expected);
});

test("what is written after a command without options fills nothing", () => {
  expect(writtenOptions(" place:Lua", [])).toEqual({});
});
