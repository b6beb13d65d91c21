import { expect, test } from "vitest";
import { call, listen, start, type VirtualSandbox } from "./support.js";

interface Opened {
  readonly mailbox: string;
  readonly events: readonly unknown[];
  readonly next: string;
  readonly intents: readonly string[];
}

const open = async (sandbox: VirtualSandbox, intents = "messages"): Promise<Opened> =>
  (await call(sandbox, "openMailbox", { intents })).body as Opened;
const read = (sandbox: VirtualSandbox, mailboxId: string, since: string, token?: string) =>
  call(sandbox, "readMailbox", { mailboxId, since }, token);
const batchOf = (answer: { readonly body: unknown }) =>
  answer.body as {
    readonly events: readonly { readonly type: string; readonly message: { readonly content: string } }[];
    readonly next: string;
  };

const expired = { status: 409, body: { code: "MAILBOX_EXPIRED" } };

test("SBX-04 a mailbox gives the same events as the stream, in the same order, and moves forward only", async () => {
  const sandbox = await start();
  const { person, channelId } = sandbox.defaults;
  const stream = await listen(sandbox, { intents: "messages" });
  const { mailbox, events, next, intents } = await open(sandbox);
  expect([events, intents]).toEqual([[], ["messages"]]);
  for (const text of ["a", "b", "c"]) person.post(channelId, text);
  await sandbox.clock.settle();
  const first = batchOf(await read(sandbox, mailbox, next));
  expect(first.events).toEqual(stream.frames.slice(1).map(({ event }) => event));
  expect(batchOf(await read(sandbox, mailbox, next))).toEqual(first);
  person.post(channelId, "d");
  expect(batchOf(await read(sandbox, mailbox, first.next)).events).toMatchObject([{ message: { content: "d" } }]);
  expect(await read(sandbox, mailbox, next)).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
});

test.each([
  [44_999, 200],
  [45_000, 409],
])("SBX-04 SBX-02 a mailbox not read for %d ms answers %d", async (ms, status) => {
  const sandbox = await start();
  const { mailbox, next } = await open(sandbox);
  await sandbox.clock.advance(ms);
  expect((await read(sandbox, mailbox, next)).status).toBe(status);
});

test("SBX-04 a read that is held until an event comes leaves no timer behind", async () => {
  const sandbox = await start({ assumptions: { mailboxRead: "held" } });
  const { person, channelId } = sandbox.defaults;
  const { mailbox, next } = await open(sandbox);
  const before = sandbox.clock.pendingTimers;
  const reading = read(sandbox, mailbox, next);
  await sandbox.clock.settle();
  expect(sandbox.clock.pendingTimers).toBe(before + 1);
  person.post(channelId, "at last");
  expect(batchOf(await reading).events).toMatchObject([{ message: { content: "at last" } }]);
  expect(sandbox.clock.pendingTimers).toBe(before);
});

test("SBX-04 SBX-02 each read begins the 45 seconds anew", async () => {
  const sandbox = await start();
  const { mailbox, next } = await open(sandbox);
  for (let turn = 0; turn < 4; turn++) {
    await sandbox.clock.advance(44_000);
    expect((await read(sandbox, mailbox, next)).status).toBe(200);
  }
});

test("SBX-04 400 events between two reads are kept, one more and all are lost", async () => {
  const sandbox = await start();
  const { person, channelId } = sandbox.defaults;
  const { mailbox, next } = await open(sandbox);
  for (let number = 0; number < 400; number++) person.post(channelId, "x");
  const full = batchOf(await read(sandbox, mailbox, next));
  expect(full.events).toHaveLength(400);
  for (let number = 0; number < 401; number++) person.post(channelId, "y");
  expect(await read(sandbox, mailbox, full.next)).toMatchObject(expired);
  expect(await read(sandbox, mailbox, full.next)).toMatchObject(expired);
});

test("SBX-04 the 91st read in a minute is 429 with a wait that suffices", async () => {
  const sandbox = await start();
  const { mailbox, next } = await open(sandbox);
  const burst = async (): Promise<void> => {
    for (let number = 0; number < 45; number++) expect((await read(sandbox, mailbox, next)).status).toBe(200);
  };
  await burst();
  await sandbox.clock.advance(20_000);
  await burst();
  await sandbox.clock.advance(10_500);
  const refused = await read(sandbox, mailbox, next);
  expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "30" } });
  await sandbox.clock.advance(29_499);
  expect((await read(sandbox, mailbox, next)).status).toBe(429);
  await sandbox.clock.advance(1);
  expect((await read(sandbox, mailbox, next)).status).toBe(200);
});

test("SBX-04 a mailbox takes a slot, reading takes none, closing and expiry give it back", async () => {
  const sandbox = await start();
  const first = await open(sandbox);
  await open(sandbox);
  expect((await listen(sandbox)).status).toBe(429);
  expect((await read(sandbox, first.mailbox, first.next)).status).toBe(200);
  expect(await call(sandbox, "closeMailbox", { mailboxId: first.mailbox })).toMatchObject({
    status: 204,
    body: undefined,
  });
  expect((await listen(sandbox)).status).toBe(200);
  expect((await listen(sandbox)).status).toBe(429);
  await sandbox.clock.advance(45_000);
  expect((await listen(sandbox)).status).toBe(200);
  expect(await call(sandbox, "closeMailbox", { mailboxId: first.mailbox })).toMatchObject(expired);
});

test("SBX-04 a mailbox gets no close frame: the dead credential that opened it learns from a 409", async () => {
  const sandbox = await start();
  const { token, appId } = sandbox.defaults;
  const { mailbox, next } = await open(sandbox);
  sandbox.portal.suspendApp({ appId, termMs: 60_000 });
  expect(await read(sandbox, mailbox, next, token)).toMatchObject(expired);
  expect(await call(sandbox, "getMe", {}, token)).toMatchObject({ status: 401, body: { code: "MISSING_CREDENTIAL" } });
  expect(await read(sandbox, "mb-unknown", "0", token)).toMatchObject({ status: 401 });
});

test("SBX-04 another App's mailbox is as good as gone", async () => {
  const sandbox = await start();
  const { mailbox, next } = await open(sandbox);
  const { id: appId } = sandbox.portal.createApp({ name: "Other", ownerId: sandbox.defaults.owner.id });
  const { token } = sandbox.portal.issueCredential({ appId });
  expect(await read(sandbox, mailbox, next, token)).toMatchObject(expired);
  expect((await read(sandbox, mailbox, next)).status).toBe(200);
});
