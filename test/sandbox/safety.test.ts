import { connect } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startSandbox } from "svc-apps/sandbox";
import { operations } from "svc-apps/rest";
import { call, headersOf, here, send, start } from "./support.js";

test("SBX-11 it listens on this machine only, and elsewhere only when told so", async () => {
  const sandbox = await start({ port: 0 });
  expect(new URL(sandbox.baseUrl).hostname).toBe("127.0.0.1");
  for (const host of ["0.0.0.0", "::", "192.0.2.1", "example.org"]) {
    await expect(startSandbox({ host })).rejects.toThrow("loopback only");
  }
  const open = await startSandbox({ host: "0.0.0.0", allowRemote: true });
  expect(new URL(open.baseUrl).hostname).toBe("0.0.0.0");
  await open.stop();
});

test("SBX-11 a taken port is refused with the port in the message", async () => {
  const sandbox = await start({ port: 0 });
  const port = Number(new URL(sandbox.baseUrl).port);
  await expect(startSandbox({ port })).rejects.toThrow(String(port));
});

test("SBX-11 a body over the limit is refused, announced or not, and the next request is served", async () => {
  const sandbox = await start({ port: 0, parameters: { bodyLimitBytes: 1000 } });
  const { serverId, channelId, token } = sandbox.defaults;
  const url = `${sandbox.baseUrl}/api/servidores/${serverId}/canais/${channelId}/mensagens`;
  const post = (body: string | ReadableStream) =>
    fetch(url, {
      method: "POST",
      body,
      headers: { ...headersOf(token), "content-type": "application/json" },
      duplex: "half",
    });
  const text = (length: number): string => JSON.stringify({ content: "x".repeat(length - 14) });
  expect((await post(text(1000))).status).toBe(201);
  expect((await post(text(1001))).status).toBe(413);
  const large = await post(text(100_000));
  expect([large.status, await large.json()]).toMatchObject([413, { code: "SANDBOX_TOO_LARGE" }]);
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(10_000)) });
  const outcome = await post(endless).then(
    ({ status }) => status,
    () => "closed",
  );
  expect([413, "closed"]).toContain(outcome);
  expect((await post(text(500))).status).toBe(201);
});

test.each([
  ["[]", "application/json"],
  ["nonsense", "application/json"],
  ['{"content":"x"}', "text/plain"],
  [`{"content":"x","attachments":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "application/json"],
  ['{"content":5}', "application/json"],
  ["{}", "application/json"],
  ["\ud800", "application/json"],
])("SBX-11 the body %.40s as %s is INVALID_INPUT", async (body, contentType) => {
  const sandbox = await start();
  const { serverId, channelId, token } = sandbox.defaults;
  const url = `/api/servidores/${serverId}/canais/${channelId}/mensagens`;
  const answer = await sandbox.request({
    method: "POST",
    url,
    body,
    headers: { ...headersOf(token), "content-type": contentType },
  });
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { code: "INVALID_INPUT" }]);
});

test("SBX-11 what looks like a prototype is data like any other", async () => {
  const sandbox = await start();
  const { serverId } = sandbox.defaults;
  const { revision } = (await call(sandbox, "getServer", { serverId })).body as { readonly revision: string };
  const body = `{"name":"r","permissions":{"__proto__":{"gerenciar_canais":true},"constructor":true},"revision":${JSON.stringify(revision)}}`;
  const { status, body: answer } = await send(sandbox, "POST", `/api/servidores/${serverId}/cargos`, body);
  expect(status).toBe(201);
  expect(JSON.stringify(answer)).toContain('"permissions":{"__proto__":{"gerenciar_canais":true},"constructor":true}');
  expect(({} as { readonly gerenciar_canais?: unknown }).gerenciar_canais).toBeUndefined();
});

test.each([
  "/api/servidores/%zz",
  "/api/servidores/..%2f..",
  "//evil/api",
  "/api/servidores/1/canais/%00/mensagens",
  "/",
  "/api/apps/me/",
  "/API/apps/me",
])("SBX-11 the path %s is refused, not found or invalid", async (path) => {
  const sandbox = await start();
  expect([400, 404]).toContain((await send(sandbox, "GET", path)).status);
});

test("SBX-11 half a request, and lines that are no HTTP, leave the service running", async () => {
  const sandbox = await start({ port: 0 });
  const { port, hostname } = new URL(sandbox.baseUrl);
  for (const bytes of [
    "GET /api/apps/me HTTP/1.1\r\nHost: x\r\nAuthor",
    "\u0000\u0001\u0002\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc",
  ]) {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
    socket.destroy();
  }
  const answer = await fetch(`${sandbox.baseUrl}/api/apps/me`, { headers: headersOf(sandbox.defaults.token) });
  expect(answer.status).toBe(200);
});

test("SBX-11 a reader on a socket that stops reading is hung up on, and costs the others nothing", async () => {
  const sandbox = await start({ port: 0, parameters: { streamBufferBytes: 200_000 } });
  const { person, channelId, token } = sandbox.defaults;
  const { port, hostname } = new URL(sandbox.baseUrl);
  const socket = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => socket.on("error", () => undefined).on("close", () => resolve()));
  socket.pause();
  const lines = Object.entries({ host: "sandbox", ...headersOf(token) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`GET /api/apps/eventos?intents=messages HTTP/1.1\r\n${lines.join("")}\r\n`);
  const lagging = () => sandbox.log.entries("connection").some(({ detail }) => detail["end"] === "lagging");
  for (let round = 0; round < 2000 && !lagging(); round++) {
    person.post(channelId, "x".repeat(20_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(lagging()).toBe(true);
  socket.resume();
  await closed;
  const answer = await fetch(`${sandbox.baseUrl}/api/apps/me`, { headers: headersOf(token) });
  expect(answer.status).toBe(200);
});

test("SBX-11 whatever is asked, the answer is described and no mistake of the sandbox", async () => {
  const sandbox = await start({
    assumptions: { reactionRoute: "POST /api/servidores/{servidor}/canais/{canal}/mensagens/{mensagem}/reacoes" },
  });
  const { defaults } = sandbox;
  const id = fc.constantFrom(
    defaults.serverId,
    defaults.channelId,
    defaults.appId,
    defaults.person.id,
    "0",
    "-1",
    "x",
    "%",
    "",
  );
  const paths = [...new Set(Object.values(operations).map(({ path }) => path))];
  const path = fc.tuple(fc.constantFrom(...paths), fc.array(id, { minLength: 4, maxLength: 4 }));
  const method = fc.constantFrom("GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS");
  const query = fc.constantFrom(
    "",
    "?",
    "?format=json",
    "?format=json&intents=messages",
    "?format=json&mailbox=a&since=0",
    "?antesDe=5",
    "?revision=r1",
    "?intents=,",
  );
  const field = fc.constantFrom(
    "content",
    "revision",
    "name",
    "type",
    "command",
    "permissions",
    "emoji",
    "clientRef",
    "choices",
    "modal",
    "categoryId",
    "attachments",
    "__proto__",
  );
  const body = fc.option(
    fc.oneof(fc.dictionary(field, fc.jsonValue({ maxDepth: 3 })), fc.jsonValue()).map((value) => JSON.stringify(value)),
    { nil: undefined },
  );
  await fc.assert(
    fc.asyncProperty(method, path, query, body, async (verb, [template, ids], search, text) => {
      let at = 0;
      const filled = template.replace(/\{\w+\}/g, () => ids[at++ % ids.length] ?? "");
      // Takes what opens a stream and what does not, as the server does.
      const answer = await sandbox.openStream({
        method: verb,
        url: filled + search,
        headers: headersOf(defaults.token, text),
        ...(text === undefined ? {} : { body: text }),
      });
      answer.close();
      expect(answer.status).toBeLessThan(500);
    }),
    { numRuns: 1500 },
  );
  expect(sandbox.log.entries("bug")).toEqual([]);
});

test("SBX-11 the log is bounded", async () => {
  const sandbox = await start({ parameters: { logEntries: 10 } });
  for (let number = 0; number < 100; number++) await call(sandbox, "createMessage", { ...here(sandbox), content: "x" });
  expect(sandbox.log.entries().length).toBeLessThan(20);
  expect(sandbox.log.entries().at(-1)?.number).toBeGreaterThan(190);
});

test("SBX-11 an answer of the sandbox that does not fit the description fails stop()", async () => {
  const sandbox = await startSandbox({ port: null, clock: "virtual" });
  const { token } = sandbox.defaults;
  // A role whose name is not a string cannot come in through any door; through the restored file of another hand it can.
  const broken = sandbox.snapshot().replace('"name":"Apps"', '"name":7');
  await sandbox.stop();
  const { mkdtemp, writeFile, rm } = await import("node:fs/promises");
  const folder = await mkdtemp("sandbox-broken-");
  try {
    await writeFile(`${folder}/world`, broken);
    const again = await startSandbox({ from: `${folder}/world`, port: null, clock: "virtual" });
    expect(await call(again, "getServer", { serverId: again.defaults.serverId }, token)).toMatchObject({
      status: 500,
      body: { code: "SANDBOX_BUG" },
    });
    await expect(again.stop()).rejects.toThrow("getServer answered what its description does not have");
  } finally {
    await rm(folder, { recursive: true });
  }
});
