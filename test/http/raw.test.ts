import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { ArgumentError } from "svc-apps";
import { createRawClient } from "svc-apps/raw";
import { netError, ok, refused, type Reply } from "../support/fake-transport.js";
import { CANARY, canaryToken, outcomeOf, testClient } from "../support/test-client.js";
import { start } from "../support/world.js";

const servidor = "7101000000000000001" as never;
const canal = "7102000000000000001" as never;

const make = (replies: readonly Reply[]) => {
  const parts = testClient(replies);
  return { ...parts, raw: createRawClient(parts.client) };
};

describe("the raw client", () => {
  test("goes through the same pipeline: credential, version, and nothing that a caller slips in", async () => {
    const { raw, requests } = make([ok({ app: { publicId: "1", name: "x" } })]);
    const { data, response } = await raw.GET("/api/apps/me", {
      headers: { authorization: "Bearer other", cookie: "a=b" },
    });
    expect([data?.app.name, response.status]).toEqual(["x", 200]);
    expect(requests[0]).toMatchObject({ method: "GET", url: "http://chat.example/api/apps/me" });
    expect(requests[0]?.headers).toEqual({
      accept: "application/json",
      authorization: `Bearer ${canaryToken}`,
      "x-svc-api-version": "1",
    });
  });

  test("fills path, query and body", async () => {
    const { raw, requests } = make([
      ok({ message: {} }, 201),
      ok({ mailbox: "m", events: [], next: "0", intents: [] }),
    ]);
    await raw.POST("/api/servidores/{servidor}/canais/{canal}/mensagens", {
      params: { path: { servidor, canal } },
      body: { content: "olá" },
    });
    await raw.GET("/api/apps/eventos", {
      params: { query: { format: "json", intents: ["messages", "interactions"] } },
    });
    expect(requests.map(({ url, body }) => [url, body])).toEqual([
      [
        "http://chat.example/api/servidores/7101000000000000001/canais/7102000000000000001/mensagens",
        '{"content":"olá"}',
      ],
      ["http://chat.example/api/apps/eventos?format=json&intents=messages,interactions", undefined],
    ]);
  });

  test("a thousand calls under one signal leave no listener on it, and it cancels them", async () => {
    const { raw } = make([ok({ app: {} })]);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 1_000 }, async () => raw.GET("/api/apps/me", { signal })));
    expect(getEventListeners(signal, "abort")).toEqual([]);
    const pending = new AbortController();
    const { raw: waiting } = make([() => new Promise(() => {})]);
    const outcome = outcomeOf(waiting.GET("/api/apps/me", { signal: pending.signal }));
    pending.abort();
    expect(await outcome).toMatchObject({ name: "NoAnswerError", reason: "aborted" });
  });

  test("names the request in the error for a success that is not JSON, and how often it was sent", async () => {
    const broken: Reply = { status: 200, headers: { "x-request-id": "r-3" }, body: "<html>" };
    const { raw, clock } = make([netError("ECONNRESET"), broken]);
    const outcome = outcomeOf(raw.GET("/api/apps/me"));
    await clock.advance(1_000);
    expect(await outcome).toMatchObject({ name: "ProtocolError", requestId: "r-3", attempts: 2 });
  });

  test.each([null, "", 7])("MSG-10 a message whose key is %j is refused and not sent", async (clientRef) => {
    const { raw, requests } = make([{ status: 502, body: "" }]);
    const body = { content: "x", clientRef: clientRef as string };
    const params = { path: { servidor, canal } };
    const outcome = outcomeOf(raw.POST("/api/servidores/{servidor}/canais/{canal}/mensagens", { params, body }));
    expect(await outcome).toMatchObject({
      name: "ArgumentError",
      message: expect.stringContaining("createMessage: clientRef must be a non-empty string"),
    });
    expect(requests).toEqual([]);
  });

  test("RATE-08 a mailbox is opened once and read as often as it takes, though both are one route", async () => {
    const opened = make([netError("ECONNRESET")]);
    const query = { format: "json", intents: ["messages"] } as const;
    const outcome = outcomeOf(opened.raw.GET("/api/apps/eventos", { params: { query } }));
    expect(await outcome).toMatchObject({ operation: "openMailbox", attempts: 1, ambiguous: true });
    const read = make([netError("ECONNRESET"), ok({ events: [], next: "1" })]);
    const position = { format: "json", mailbox: "m" as never, since: "0" as never } as const;
    const reading = read.raw.GET("/api/apps/eventos", { params: { query: position } });
    await read.clock.advance(1_000);
    expect((await reading).data).toEqual({ events: [], next: "1" });
  });

  test("returns a refusal, throws where no answer came", async () => {
    const { raw } = make([refused(409, "STALE_REVISION")]);
    const { error, response } = await raw.GET("/api/apps/me");
    expect([response.status, error]).toEqual([409, { code: "STALE_REVISION" }]);
    const broken = make([netError("ECONNRESET")]);
    const outcome = outcomeOf(
      broken.raw.POST("/api/apps/me/comandos", { body: { command: { type: "user", name: "a", description: "b" } } }),
    );
    expect(await outcome).toMatchObject({
      kind: "no-answer",
      operation: "createCommand",
      ambiguous: true,
      attempts: 1,
    });
  });

  test("repeats by the class of the operation, and a message only when it carries its key", async () => {
    const post = (raw: ReturnType<typeof make>["raw"], body: { content: string; clientRef?: string }) =>
      raw.POST("/api/servidores/{servidor}/canais/{canal}/mensagens", { params: { path: { servidor, canal } }, body });
    const keyed = make([netError("ECONNRESET"), ok({ message: {} }, 201)]);
    const call = post(keyed.raw, { content: "x", clientRef: "r" });
    await keyed.clock.advance(1_000);
    expect((await call).response.status).toBe(201);
    const bare = make([netError("ECONNRESET")]);
    expect(await outcomeOf(post(bare.raw, { content: "x" }))).toMatchObject({ attempts: 1, ambiguous: true });
  });

  test.each(["", ".", ".."])("GEN-11 refuses %j in a path", async (value) => {
    const { raw, requests } = make([ok({})]);
    const call = raw.GET("/api/servidores/{servidor}", { params: { path: { servidor: value as never } } });
    expect(await outcomeOf(call)).toBeInstanceOf(ArgumentError);
    expect(requests).toHaveLength(0);
  });

  test("AUTH-04 refuses to carry the credential to another address", async () => {
    const { raw, requests } = make([ok({})]);
    for (const baseUrl of ["http://evil.example", "http://chat.example.evil.example", "http://chat.example:81"]) {
      expect(await outcomeOf(raw.GET("/api/apps/me", { baseUrl }))).toMatchObject({ kind: "argument" });
    }
    expect(requests).toHaveLength(0);
  });

  test("AUTH-08 a redirect, and a success that is not JSON, are errors of ours, and show no secret", async () => {
    const redirect = make([{ status: 302, headers: { location: "/x" }, body: "" }]);
    expect(await outcomeOf(redirect.raw.GET("/api/apps/me"))).toMatchObject({ kind: "protocol", status: 302 });
    const page = make([{ status: 200, body: `<html>${CANARY}</html>` }]);
    const error = await outcomeOf(page.raw.GET("/api/apps/me"));
    expect(error).toMatchObject({ kind: "protocol", status: 200, operation: "getMe" });
    expect(String(error) + JSON.stringify(error)).not.toContain(CANARY);
  });

  test("ADM-27 calls what the description does not know; a GET is repeated, anything else is not", async () => {
    interface Elsewhere {
      "/api/elsewhere": {
        get: { responses: { 200: { content: { "application/json": { a: number } } } } };
        post: { responses: { 200: { content: { "application/json": { a: number } } } } };
      };
    }
    const parts = testClient([netError("ECONNRESET"), ok({ a: 1 })]);
    const raw = createRawClient<Elsewhere>(parts.client);
    const call = raw.GET("/api/elsewhere");
    await parts.clock.advance(1_000);
    expect((await call).data?.a).toBe(1);
    const broken = testClient([netError("ECONNRESET")]);
    expect(await outcomeOf(createRawClient<Elsewhere>(broken.client).POST("/api/elsewhere"))).toMatchObject({
      operation: "POST /api/elsewhere",
      attempts: 1,
    });
    const patient = createRawClient<Elsewhere>(parts.client, { retry: () => "safe" });
    expect((await patient.POST("/api/elsewhere")).data?.a).toBe(1);
  });

  test("works against the sandbox", async () => {
    const { client, place } = await start();
    const raw = createRawClient(client);
    const { data } = await raw.GET("/api/servidores/{servidor}", {
      params: { path: { servidor: place.serverId as never } },
    });
    expect(data?.channels.length).toBeGreaterThan(0);
    const deleted = await raw.DELETE("/api/apps/me/comandos/{comando}", {
      params: { path: { comando: "7199" as never } },
    });
    expect(deleted.response.status).toBeGreaterThanOrEqual(204);
  });
});

test("an address of one request's own gets no credential: the request is refused, and nothing is sent", async () => {
  const { raw, requests } = make([]);
  const elsewhere = { baseUrl: "https://other.example" };
  expect(await outcomeOf(raw.GET("/api/apps/me", elsewhere))).toMatchObject({ kind: "argument" });
  expect(requests).toEqual([]);
});
