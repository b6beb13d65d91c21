import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { asChannelId, asMessageId, asServerId, createClient, createMessage, listMessages, settle } from "svc-apps";
import type { TransportAnswer } from "../../runtime/abi/index.js";
import { expect, test } from "vitest";
import { run } from "../../cli/learn.js";
import { shapeOf } from "../../cli/learn/shape.js";
import { start, call, here, listen } from "../sandbox/support.js";
import { recordTo } from "../../cli/learn/record.js";
import { description, tapped, temporaryFolder } from "./tapped.js";
import { opened } from "../sandbox/assumptions-support.js";

const CANARY = "canary";

/** The text of every file below a folder. */
async function everyText(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  return (await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name), "utf8")))).join("\n");
}

test("no value of the traffic is in the recording, in the report or in an overlay", async () => {
  const { sandbox, file, recording } = await tapped(
    await start({ assumptions: { messageAuthor: "authorId", permissionsShape: "map", revisionShape: "number" } }),
  );
  const { person, channelId, serverId } = sandbox.defaults;
  const stream = await listen(sandbox);
  person.post(channelId, `${CANARY} in a message`);
  await call(sandbox, "createMessage", { ...here(sandbox), content: `${CANARY}-sent`, clientRef: `${CANARY}-ref` });
  await call(sandbox, "listMessages", { ...here(sandbox), before: `${CANARY}-before` });
  const options = [{ type: "string", name: `${CANARY}-option`, description: CANARY }];
  await call(sandbox, "createCommand", { command: { type: "chat", name: CANARY, description: CANARY, options } });
  const triggered = person.run(CANARY, { [`${CANARY}-option`]: `${CANARY}-argument` });
  const fields = [{ type: "text", id: `${CANARY}_field`, label: CANARY }];
  await call(sandbox, "confirmInteraction", {
    interactionId: triggered.id,
    type: "modal",
    modal: { id: `${CANARY}Form`, title: CANARY, fields },
  });
  person.submit(triggered, { [`${CANARY}_field`]: `${CANARY} typed` });
  await call(sandbox, "createRole", {
    serverId,
    name: CANARY,
    permissions: [],
    revision: CANARY,
    [CANARY]: { [CANARY]: 1 },
  });
  await call(sandbox, "getServer", { serverId });
  await opened(sandbox);
  await sandbox.clock.settle();
  stream.close();

  const folder = join(file, "..");
  let said = "";
  const write = (text: string) => void (said += text);
  await run([file, "--out", join(folder, "overlays")], write, write);
  await run([file, "--json"], write, write);
  const all = (await everyText(folder)) + said;
  expect((await recording()).exchanges.length).toBeGreaterThan(6);
  expect(all.match(/authorId/g)?.length).toBeGreaterThan(4);
  expect(all).not.toMatch(new RegExp(CANARY, "i"));
  for (const value of [serverId, channelId, person.id, sandbox.defaults.token, triggered.id])
    expect(all).not.toContain(value);
});

const shape = async (value: unknown) => shapeOf(value, [], { description: await description, direction: "response" });

test.each<readonly [string, unknown]>([
  ["values of one type", { ada: 1, bob: 2 }],
  ["ids", { "7101000000000000001": { a: 1 }, x: "y" }],
  ["addresses", { "ada@example.org": true, other: 1 }],
  ["one value alone", { ada: "x" }],
])("keys of a map are written *: %s", async (_what, value) => {
  expect(Object.keys((await shape(value)).kinds?.[""] ?? {})).toEqual(["*"]);
});

test("a word is written where the description lists it at that place, and nowhere else", async () => {
  const known = await description;
  const places = known.events.flatMap((schema) => known.places(schema));
  const message = { publicId: "1", channelId: "2", content: "message_create" };
  const seen = shapeOf({ type: "message_create", serverId: "3", message }, places, {
    description: known,
    direction: "response",
  });
  expect(seen.kinds?.["message_create"]?.["type"]?.words).toEqual(["message_create"]);
  expect(JSON.stringify(seen.kinds?.["message_create"]?.["message"])).not.toContain("message_create");
  const unknown = shapeOf({ type: "ada_joined", who: "Ada" }, places, { description: known, direction: "response" });
  expect(JSON.stringify(unknown)).not.toMatch(/ada/i);
});

/** Answers in which every value is a secret. */
const answers: readonly (readonly [string, Partial<TransportAnswer>])[] = [
  ["a code", { status: 400, body: JSON.stringify({ code: CANARY, message: CANARY, error: { code: CANARY } }) }],
  ["a media type", { headers: { "content-type": `text/${CANARY}` }, body: CANARY }],
  ["values of headers", { headers: { "x-other": CANARY, "retry-after": CANARY }, body: "{}" }],
  ["JSON that breaks off", { body: `{"messages": "${CANARY}` }],
  ["a list of texts", { body: JSON.stringify([CANARY, [CANARY]]) }],
  ["a text alone", { body: JSON.stringify(CANARY) }],
  ["keys of a map beside what is described", { body: JSON.stringify({ messages: [], reactions: { [CANARY]: {} } }) }],
  ["keys of a map that is not described", { body: JSON.stringify({ messages: [], more: { [CANARY]: CANARY } }) }],
  ["ids as keys", { body: JSON.stringify({ messages: [], [`${CANARY}12345`]: 1, [`${CANARY} x`]: 2 }) }],
  [
    "an unknown event",
    { body: JSON.stringify({ events: [{ type: CANARY, [`${CANARY}9999`]: CANARY }], next: CANARY }) },
  ],
];

test.each(answers)("no value is recorded of an answer with %s", async (_what, answer) => {
  const file = join(await temporaryFolder(), "learnt.json");
  const token = `svc_app.1.${CANARY}`;
  const client = createClient({
    baseUrl: "https://platform.example",
    token,
    transport: () => Promise.resolve({ status: 200, headers: {}, body: "", ...answer }),
    middleware: [await recordTo(file, await description, () => 0)],
  });
  const place = { serverId: asServerId("1"), channelId: asChannelId("2") };
  const options = { retry: false } as const;
  await settle(listMessages(client, { ...place, before: asMessageId("990077") }, options));
  await settle(createMessage(client, { ...place, content: CANARY, clientRef: CANARY }, options));
  const request = { method: "GET", url: `https://platform.example/x/${CANARY}?${CANARY}=${CANARY}`, headers: {} };
  const operation = { id: `GET /x/${CANARY}1`, method: "GET", path: `/x/${CANARY}1`, retry: "never" } as const;
  await settle(client.carry(operation, request, options));
  const text = await readFile(file, "utf8");
  expect(text).toContain("createMessage");
  expect(text).toContain("/x/");
  expect(text).not.toMatch(new RegExp(`${CANARY}|990077`, "i"));
});

test("no value is recorded of a stream, whatever comes by it", async () => {
  const file = join(await temporaryFolder(), "learnt.json");
  const learning = await recordTo(file, await description, () => 0);
  const events = [
    { type: CANARY, [CANARY]: CANARY },
    { type: "connection_open", connectionId: CANARY, version: CANARY },
  ];
  const frames = [...events.map((event) => JSON.stringify(event)), `{"${CANARY}`, CANARY];
  const text = frames.map((data) => `event: ${CANARY}\nid: ${CANARY}\n: ${CANARY}\ndata: ${data}\n\n`).join("");
  const headers = { "content-type": "text/event-stream" };
  const open = learning.streams(() =>
    Promise.resolve({ status: 200, headers, body: chunks(text), close: () => undefined }),
  );
  const url = `https://platform.example/api/apps/eventos?${CANARY}`;
  const { body } = await open({ method: "GET", url, headers: { "last-event-id": CANARY } });
  let received = "";
  for await (const chunk of body) received += new TextDecoder().decode(chunk);
  expect(received).toBe(text);
  const learnt = await readFile(file, "utf8");
  expect(learnt).toContain("connection_open");
  expect(learnt).toContain("events that are not JSON");
  expect(learnt).not.toMatch(new RegExp(CANARY, "i"));
});

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}
