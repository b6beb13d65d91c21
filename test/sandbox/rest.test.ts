import { expect, test } from "vitest";
import { headersOf, send, start } from "./support.js";

test("SBX-01 a message written over HTTP is read back in process", async () => {
  const sandbox = await start({ port: 0 });
  const { serverId, channelId, token } = sandbox.defaults;
  const path = `/api/servidores/${serverId}/canais/${channelId}/mensagens`;
  const body = JSON.stringify({ content: "hello", clientRef: "a" });
  const written = await fetch(sandbox.baseUrl + path, { method: "POST", headers: headersOf(token, body), body });
  expect(written.status).toBe(201);
  expect((await send(sandbox, "GET", path)).body).toMatchObject({
    messages: [{ content: "hello", channelId }],
    reactions: {},
  });
});

const stream = "/api/apps/eventos?intents=messages";

test("SBX-04 a stream that is asked for with an aborted signal takes no connection", async () => {
  const sandbox = await start();
  const { token, appId } = sandbox.defaults;
  const request = { method: "GET", url: stream, headers: headersOf(token), signal: AbortSignal.abort() };
  await expect(sandbox.openStream(request)).rejects.toMatchObject({ name: "AbortError" });
  await expect(sandbox.openStream({ ...request, url: "/api/apps/me" })).rejects.toMatchObject({ name: "AbortError" });
  expect(sandbox.readersOf(appId).streams).toEqual([]);
  expect(sandbox.log.entries("request")).toEqual([]);
});

test("SBX-11 a stream that is asked of request() is the caller's mistake, and no mistake of the sandbox", async () => {
  const sandbox = await start();
  await expect(send(sandbox, "GET", stream)).rejects.toThrow("this request opens a stream: hand it to openStream()");
  expect(sandbox.log.entries("bug")).toEqual([]);
});

test("SBX-04 a format of events that there is not is INVALID_INPUT", async () => {
  const answer = await send(await start(), "GET", "/api/apps/eventos?format=xml&intents=messages");
  expect(answer).toMatchObject({
    status: 400,
    body: { code: "INVALID_INPUT", message: "format is json or left out." },
  });
});
