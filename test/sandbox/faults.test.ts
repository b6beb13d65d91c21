import { expect, test } from "vitest";
import type { EndpointRequest } from "svc-apps/sandbox";
import { call, headersOf, here, listen, send, start, type VirtualSandbox } from "./support.js";

const countMessages = async (sandbox: VirtualSandbox): Promise<number> =>
  ((await call(sandbox, "listMessages", here(sandbox))).body as { readonly messages: readonly unknown[] }).messages
    .length;
const write = (sandbox: VirtualSandbox) => call(sandbox, "createMessage", { ...here(sandbox), content: "x" });

test.each(["7", "Wed, 01 Jan 2031 00:00:00 GMT", "-5", "soon", "1e999", ""])(
  "SBX-07 429 comes with Retry-After %j exactly as ordered, and nothing is done",
  async (retryAfter) => {
    const sandbox = await start();
    sandbox.faults.rateLimit({ operation: "createMessage", retryAfter });
    expect(await write(sandbox)).toMatchObject({ status: 429, headers: { "retry-after": retryAfter } });
    expect(await countMessages(sandbox)).toBe(0);
  },
);

test.each([
  ["flat", { code: "SANDBOX_FAULT" }],
  ["nested", { error: { code: "SANDBOX_FAULT" } }],
] as const)("SBX-07 a 429 has the body that errorBodyShape: %s says", async (errorBodyShape, body) => {
  const sandbox = await start({ assumptions: { errorBodyShape } });
  sandbox.faults.rateLimit();
  expect((await write(sandbox)).body).toEqual(body);
});

test("SBX-07 a fault that is ordered no times does not strike", async () => {
  const sandbox = await start();
  const { struck } = sandbox.faults.rateLimit({ times: 0 });
  expect([struck, (await write(sandbox)).status, sandbox.faults.ordered]).toEqual([0, 201, []]);
});

test("SBX-07 429 can come without Retry-After", async () => {
  const sandbox = await start();
  sandbox.faults.rateLimit({ retryAfter: null });
  expect((await write(sandbox)).headers).not.toHaveProperty("retry-after");
});

test.each([
  ["before", 0],
  ["after", 1],
] as const)("SBX-07 a 5xx %s the commit leaves %d messages behind, and looks the same", async (when, count) => {
  const sandbox = await start();
  sandbox.faults.serverError({ operation: "createMessage", when, status: 502 });
  expect(await write(sandbox)).toMatchObject({ status: 502, body: undefined });
  expect(await countMessages(sandbox)).toBe(count);
});

test.each([
  ["before", 0],
  ["after", 1],
  ["mid-body", 1],
] as const)("SBX-07 a reset %s leaves %d messages behind", async (when, count) => {
  const sandbox = await start();
  sandbox.faults.reset({ operation: "createMessage", when });
  await expect(write(sandbox)).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(await countMessages(sandbox)).toBe(count);
});

test("SBX-07 over HTTP a reset breaks the socket, and a cut body is shorter than it was announced", async () => {
  const sandbox = await start({ port: 0 });
  const get = async () =>
    (await fetch(`${sandbox.baseUrl}/api/apps/me`, { headers: headersOf(sandbox.defaults.token) })).text();
  sandbox.faults.reset();
  await expect(get()).rejects.toThrow("fetch failed");
  sandbox.faults.truncate({ bytes: 5 });
  await expect(get()).rejects.toThrow(/terminated|closed/);
  expect(await get()).toContain("publicId");
});

test("SBX-07 a stalled request never answers: only the caller's own patience ends it", async () => {
  const sandbox = await start();
  sandbox.faults.stall({ times: 2 });
  const url = `${sandbox.baseUrl}/api/apps/me`;
  const headers = headersOf(sandbox.defaults.token);
  const timedOut = sandbox.request({ method: "GET", url, headers, timeoutMs: 5000 }).catch((error: unknown) => error);
  await sandbox.clock.advance(5000);
  expect(await timedOut).toMatchObject({ name: "TimeoutError" });
  const abort = new AbortController();
  const aborted = sandbox
    .request({ method: "GET", url, headers, signal: abort.signal })
    .catch((error: unknown) => error);
  await sandbox.clock.advance(60_000);
  abort.abort();
  expect(await aborted).toMatchObject({ name: "AbortError" });
});

test("SBX-07 a slow answer takes as long as ordered", async () => {
  const sandbox = await start();
  sandbox.faults.slow({ ms: 1500 });
  let answered = false;
  const answer = call(sandbox, "getMe").finally(() => (answered = true));
  await sandbox.clock.advance(1499);
  expect(answered).toBe(false);
  await sandbox.clock.advance(1);
  expect((await answer).status).toBe(200);
});

test("SBX-07 an answer can be no JSON, a redirect, or carry what nobody has documented", async () => {
  const sandbox = await start();
  const headers = headersOf(sandbox.defaults.token);
  const raw = () => sandbox.request({ method: "GET", url: "/api/apps/me", headers });
  sandbox.faults.notJson();
  expect(await raw()).toMatchObject({
    status: 200,
    headers: { "content-type": "text/html" },
    body: "<html>hello</html>",
  });
  sandbox.faults.redirect({ location: "https://elsewhere.example/" });
  expect(await raw()).toMatchObject({ status: 302, headers: { location: "https://elsewhere.example/" } });
  sandbox.faults.edit({ set: { "/app/mood": "fine", "/app/name": undefined, "/extra": [1] } });
  expect((await call(sandbox, "getMe")).body).toEqual({
    app: { publicId: sandbox.defaults.appId, mood: "fine" },
    extra: [1],
  });
  sandbox.faults.edit({ operation: "getServer", set: { "/code": "BRAND_NEW_CODE" } });
  expect((await call(sandbox, "getServer", { serverId: "1" })).body).toMatchObject({ code: "BRAND_NEW_CODE" });
  sandbox.faults.edit({ operation: "listMembers", set: { "/truncated": true, "/members/0": undefined } });
  expect((await call(sandbox, "listMembers", { serverId: sandbox.defaults.serverId })).body).toMatchObject({
    truncated: true,
    members: [{ name: "Bruno" }, {}],
  });
});

test("SBX-07 a fault strikes once, n times, or with a seeded probability, and at its operation only", async () => {
  const sandbox = await start();
  const twice = sandbox.faults.serverError({ operation: "getMe", times: 2 });
  await write(sandbox);
  const statuses = [];
  for (let number = 0; number < 4; number++) statuses.push((await call(sandbox, "getMe")).status);
  expect([statuses, twice.struck]).toEqual([[503, 503, 200, 200], 2]);
  const pattern = async (seed: number): Promise<string> => {
    const other = await start({ seed });
    const fault = other.faults.serverError({ operation: "getMe", probability: 0.5 });
    let text = "";
    for (let number = 0; number < 40; number++) text += (await call(other, "getMe")).status === 200 ? "." : "x";
    fault.remove();
    expect((await call(other, "getMe")).status).toBe(200);
    return text;
  };
  const first = await pattern(5);
  expect(first).toMatch(/x/);
  expect(first).toMatch(/\./);
  expect(await pattern(5)).toBe(first);
  expect(await pattern(6)).not.toBe(first);
});

test("SBX-07 a stream can be cut in the middle of a frame, end without close frame, or stall in silence", async () => {
  const sandbox = await start();
  const cut = await listen(sandbox);
  sandbox.faults.streams.cut({ midFrame: true });
  await sandbox.clock.settle();
  expect(cut.ended()).toMatchObject({ code: "ECONNRESET" });
  expect(cut.text()).toMatch(/"mess$/);
  const ended = await listen(sandbox);
  sandbox.faults.streams.end();
  await sandbox.clock.settle();
  expect([ended.ended(), ended.types()]).toEqual(["end", ["connection_open"]]);
  const stalled = await listen(sandbox);
  sandbox.faults.streams.stall();
  sandbox.defaults.person.post(sandbox.defaults.channelId, "x");
  await sandbox.clock.advance(100_000);
  expect([stalled.ended(), stalled.types(), stalled.comments]).toEqual([undefined, ["connection_open"], []]);
});

test("SBX-07 a half-open stream is silent while its slot is free again", async () => {
  const sandbox = await start();
  const first = await listen(sandbox);
  await listen(sandbox);
  sandbox.faults.streams.halfOpen();
  expect((await listen(sandbox)).status).toBe(200);
  expect((await listen(sandbox)).status).toBe(200);
  expect(first.ended()).toBeUndefined();
});

test("SBX-07 a stream can open silently, with another content type, be refused, or break after some bytes", async () => {
  const sandbox = await start();
  sandbox.faults.add({ on: "stream", effect: "silent" });
  const silent = await listen(sandbox);
  sandbox.defaults.person.post(sandbox.defaults.channelId, "x");
  await sandbox.clock.advance(60_000);
  expect([silent.status, silent.text()]).toEqual([200, ""]);
  silent.close();
  sandbox.faults.add({ on: "stream", effect: "content-type", value: "text/html" });
  expect((await listen(sandbox)).headers["content-type"]).toBe("text/html");
  sandbox.faults.add({ on: "stream", effect: "answer", status: 503, headers: { "retry-after": "9" } });
  expect(await listen(sandbox)).toMatchObject({ status: 503, headers: { "retry-after": "9" } });
  sandbox.faults.add({ on: "stream", effect: "cut-after", bytes: 10 });
  const cut = await listen(sandbox);
  expect([cut.text().length, cut.ended()]).toMatchObject([10, { code: "ECONNRESET" }]);
});

test("SBX-07 a resume can be denied, or repeat what was carried before", async () => {
  const sandbox = await start();
  const { person, channelId } = sandbox.defaults;
  const stream = await listen(sandbox);
  for (const text of ["a", "b", "c"]) person.post(channelId, text);
  await sandbox.clock.settle();
  stream.close();
  const lastEventId = stream.frames.at(-1)?.id ?? "";
  sandbox.faults.add({ on: "stream", effect: "duplicate", events: 2 });
  const again = await listen(sandbox, { lastEventId });
  expect(again.frames.map(({ id }) => id)).toEqual([undefined, "2", "3"].map((id) => id ?? again.frames[0]?.id));
  again.close();
  sandbox.faults.add({ on: "stream", effect: "out-of-window" });
  expect((await listen(sandbox, { lastEventId })).types()).toEqual(["connection_open"]);
});

test("SBX-07 events, close frames and bytes that nobody has documented can be sent", async () => {
  const sandbox = await start();
  const stream = await listen(sandbox);
  sandbox.faults.streams.event({ type: "member_teleported", where: "moon" });
  const gesture = { id: "x", type: "gesture", expiresInMs: 0, data: {} };
  sandbox.faults.streams.event({ type: "interaction_create", interaction: gesture }, { family: "interactions" });
  sandbox.faults.streams.raw("event: odd\r\nretry: 5\r\n\r\n");
  sandbox.faults.streams.strangeCloseFrame({ code: "SOLAR_FLARE", reconnect: false });
  await sandbox.clock.settle();
  expect(stream.frames.slice(1).map(({ event }) => event)).toEqual([
    { type: "member_teleported", where: "moon" },
    { type: "interaction_create", interaction: gesture },
    { type: "connection_close", code: "SOLAR_FLARE", reconnect: false },
  ]);
});

test("SBX-07 the service's clock can be off, in Date headers and in timestamps of deliveries", async () => {
  const sandbox = await start();
  const { appId } = sandbox.defaults;
  sandbox.faults.skewClock(-600_000);
  const { headers } = await call(sandbox, "getMe");
  expect(Date.parse(headers["date"] ?? "")).toBe(sandbox.clock.now() - 600_000);
  const requests: EndpointRequest[] = [];
  await sandbox.portal.saveEndpoint({
    appId,
    url: "https://app.example/",
    inProcess: (request) => (requests.push(request), Promise.resolve({ status: 200, body: request.body })),
  });
  await sandbox.portal.probeEndpoint({ appId });
  expect(Number(requests[0]?.headers["x-svc-timestamp"])).toBe(sandbox.clock.now() / 1000 - 600);
});

test("SBX-07 calling everything off leaves a service without faults", async () => {
  const sandbox = await start();
  sandbox.faults.serverError({ times: Number.POSITIVE_INFINITY });
  sandbox.faults.skewClock(5000);
  expect((await send(sandbox, "GET", "/api/apps/me")).status).toBe(503);
  sandbox.faults.clear();
  const { status, headers } = await send(sandbox, "GET", "/api/apps/me");
  expect([status, Date.parse(headers["date"] ?? "")]).toEqual([200, sandbox.clock.now()]);
});
