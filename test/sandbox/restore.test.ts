import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replay, startSandbox } from "svc-apps/sandbox";
import { linesOf } from "../../sandbox/machine/lines.js";
import { openRecording, playLine } from "../../sandbox/machine/recording.js";
import { call, listen, start } from "./support.js";

test("SBX-01 a snapshot put back while it runs is the world as it was, and streams are told to come back", async () => {
  const sandbox = await start();
  const { person, channelId, token } = sandbox.defaults;
  person.post(channelId, "kept");
  const before = sandbox.snapshot();
  person.post(channelId, "forgotten");
  const stream = await sandbox.openStream({
    method: "GET",
    url: "/api/apps/eventos?intents=messages",
    headers: { authorization: `Bearer ${token}`, "x-svc-api-version": "1" },
  });
  sandbox.restore(before);
  let text = "";
  for await (const chunk of stream.body) text += new TextDecoder().decode(chunk);
  expect(text).toContain("SERVER_RESTARTING");
  expect(sandbox.snapshot()).toBe(before);
  expect(sandbox.defaults.person.read(channelId).map(({ content }) => content)).toEqual(["kept"]);
  expect((await call(sandbox, "getMe")).status).toBe(200);
});

test("SBX-07 what was ordered to go wrong stands when a snapshot is put back, as far as it is not used up", async () => {
  const sandbox = await start({ record: true });
  const status = async (): Promise<number> => (await call(sandbox, "getMe")).status;
  const before = sandbox.snapshot();
  const ordered = sandbox.faults.serverError({ operation: "getMe", times: 2 });
  sandbox.faults.skewClock(5000);
  expect(await status()).toBe(503);
  sandbox.restore(before);
  expect(sandbox.faults.ordered.map(({ struck }) => struck)).toEqual([1]);
  expect(sandbox.faults.skewMs).toBe(5000);
  sandbox.faults.rateLimit({ operation: "listMessages" });
  expect(sandbox.faults.ordered).toHaveLength(2);
  expect([await status(), await status()]).toEqual([503, 200]);
  expect(ordered.struck).toBe(2);
  const skewed = sandbox.snapshot();
  sandbox.faults.clear();
  sandbox.restore(skewed);
  expect(sandbox.faults.ordered).toEqual([]);
  expect(sandbox.faults.skewMs).toBe(0);
  expect(await replay(sandbox.recording())).toBe(sandbox.recording());
});

test("SBX-01 a deadline of a snapshot that is put back ends its interaction by itself", async () => {
  const sandbox = await start();
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "Roll" } });
  await listen(sandbox);
  const { id } = sandbox.defaults.person.run("roll");
  const other = await start();
  other.restore(sandbox.snapshot());
  await other.clock.advance(4000);
  expect(other.log.last("interaction")?.detail).toMatchObject({ id, state: "expired" });
});

test("SBX-01 a snapshot of another sandbox brings its ids and credentials along", async () => {
  const other = await start({ seed: 2 });
  const sandbox = await start();
  const { token } = sandbox.defaults;
  sandbox.restore(other.snapshot());
  expect(sandbox.defaults.token).toBe(other.defaults.token);
  expect((await call(sandbox, "getMe")).status).toBe(200);
  expect((await call(sandbox, "getMe", {}, token)).status).toBe(401);
});

test("SBX-01 what is not a snapshot changes nothing", async () => {
  const sandbox = await start();
  const before = sandbox.snapshot();
  expect(() => sandbox.restore("no lines at all")).toThrow("is not a file of a sandbox's world");
  expect(() => sandbox.restore(`${before}[1,"shoes","1",{}]\n`)).toThrow("there is no table shoes");
  expect(sandbox.snapshot()).toBe(before);
});

test("SBX-12 a recording goes on over a snapshot that is put back, of another world too, and holds no credential", async () => {
  const other = await start({ seed: 2 });
  const sandbox = await start({ record: true });
  const own = sandbox.snapshot();
  const tokens = [sandbox.defaults.token, other.defaults.token];
  const say = (text: string): void => void sandbox.defaults.person.post(sandbox.defaults.channelId, text);
  say("before");
  sandbox.restore(other.snapshot());
  say("in the other world");
  expect((await call(sandbox, "getMe")).status).toBe(200);
  sandbox.restore(own);
  say("after");
  expect(() => sandbox.restore("no lines at all")).toThrow("is not a file of a sandbox's world");
  const recording = sandbox.recording();
  for (const token of tokens) {
    const secret = token.slice(token.lastIndexOf(".") + 1);
    for (const text of [recording, own, other.snapshot()]) expect(text).not.toContain(secret);
  }
  expect(await replay(recording)).toBe(recording);
  const { lines, ...opened } = openRecording(recording);
  const end = lines.reduce((world, line) => playLine(world, line).world, opened.world);
  expect(linesOf(end, sandbox.clock.now())).toBe(sandbox.snapshot());
});

test("SBX-01 a world that was put back is the one in the file, too", async () => {
  const folder = await mkdtemp(join(tmpdir(), "restore-"));
  const data = join(folder, "world.jsonl");
  const first = await startSandbox({ seed: 1, port: null, data });
  const before = first.snapshot();
  first.defaults.person.post(first.defaults.channelId, "forgotten");
  first.restore(before);
  first.defaults.person.post(first.defaults.channelId, "after");
  await first.stop();
  const second = await startSandbox({ port: null, data });
  expect(second.defaults.person.read(second.defaults.channelId).map(({ content }) => content)).toEqual(["after"]);
  await second.stop();
  await rm(folder, { recursive: true });
});

test("SBX-09 an open point is read in another way from one call to the next", async () => {
  const sandbox = await start();
  const refuse = async () => (await call(sandbox, "getMe", {}, "svc_app.1.wrong")).body;
  expect(await refuse()).toMatchObject({ code: "MISSING_CREDENTIAL" });
  sandbox.assume({ errorBodyShape: "nested" });
  expect(await refuse()).toMatchObject({ error: { code: "MISSING_CREDENTIAL" } });
  expect(sandbox.assumptions.errorBodyShape).toBe("nested");
  expect(() => sandbox.assume(JSON.parse('{"errorBodyShape":"round"}') as object)).toThrow(RangeError);
});

test("SBX-09 what ids of events count is switched: streams are told to come back, and start over with ids of the other kind", async () => {
  const sandbox = await start();
  const { person, channelId } = sandbox.defaults;
  const first = await listen(sandbox);
  person.post(channelId, "one");
  await sandbox.clock.settle();
  expect(first.frames.at(-1)?.id).toBe("1");
  const mailbox = (await call(sandbox, "openMailbox", { intents: "messages" })).body as { readonly mailbox: string };
  sandbox.assume({ eventIdScope: "app" });
  expect(sandbox.readersOf(sandbox.defaults.appId).streams).toHaveLength(1);
  sandbox.assume({ eventIdScope: "connection" });
  await sandbox.clock.settle();
  expect(first.frames.at(-1)).toMatchObject({ event: { type: "connection_close", code: "SERVER_RESTARTING" } });
  expect(sandbox.readersOf(sandbox.defaults.appId)).toMatchObject({ streams: [], mailboxes: [{}] });
  const second = await listen(sandbox, { lastEventId: "1" });
  person.post(channelId, "two");
  await sandbox.clock.settle();
  expect(second.types()).toEqual(["connection_open", "message_create"]);
  expect(second.frames.at(-1)?.id).toMatch(/^c\d+-1$/);
  sandbox.assume({ eventIdScope: "app" });
  const third = await listen(sandbox, { lastEventId: second.frames.at(-1)?.id ?? "" });
  expect(third.types()).toEqual(["connection_open"]);
  const read = await call(sandbox, "readMailbox", { mailbox: mailbox.mailbox, since: "0" });
  expect(read.status).not.toBe(409);
});

test("SBX-09 the route of reactions appears when it is assumed", async () => {
  const sandbox = await start();
  const { person, channelId, serverId, token } = sandbox.defaults;
  const { id } = person.post(channelId, "hello");
  const url = `/api/servidores/${serverId}/canais/${channelId}/mensagens/${id}/reacoes`;
  const headers = { authorization: `Bearer ${token}`, "x-svc-api-version": "1", "content-type": "application/json" };
  const toggle = async () => sandbox.request({ method: "POST", url, headers, body: '{"emoji":"👍"}' });
  expect((await toggle()).status).toBe(404);
  sandbox.assume({ reactionRoute: "POST /api/servidores/{servidor}/canais/{canal}/mensagens/{mensagem}/reacoes" });
  expect((await toggle()).status).not.toBe(404);
});
