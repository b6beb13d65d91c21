import { describe, expect, test } from "vitest";
import { createMessage, getMe } from "svc-apps";
import { outcomeOf } from "../support/test-client.js";
import { countMessages, start, whileTimePasses, type World } from "../support/world.js";

describe("faults", () => {
  const send = ({ client, place }: World, content = "x") => createMessage(client, { ...place, content });

  test.each([
    ["a broken connection before anything was done", (w: World) => w.sandbox.faults.reset({ when: "before" })],
    ["a broken connection after it was done", (w: World) => w.sandbox.faults.reset({ when: "after" })],
    ["an answer that breaks off", (w: World) => w.sandbox.faults.reset({ when: "mid-body" })],
    ["a 503 before it was done", (w: World) => w.sandbox.faults.serverError({ when: "before" })],
    ["a 503 after it was done", (w: World) => w.sandbox.faults.serverError({ when: "after" })],
    ["no answer at all", (w: World) => w.sandbox.faults.stall({ when: "before" })],
    ["no answer although it was done", (w: World) => w.sandbox.faults.stall({ when: "after" })],
    ["an answer that is too slow", (w: World) => w.sandbox.faults.slow({ ms: 15_000, when: "after" })],
    ["a 429 in seconds", (w: World) => w.sandbox.faults.rateLimit({ retryAfter: 3 })],
    [
      "a 429 by date",
      (w: World) => w.sandbox.faults.rateLimit({ retryAfter: new Date(w.sandbox.clock.now() + 4_000).toUTCString() }),
    ],
    ["a 429 without a wait", (w: World) => w.sandbox.faults.rateLimit({ retryAfter: null })],
    ["a 429 with nonsense", (w: World) => w.sandbox.faults.rateLimit({ retryAfter: "after lunch" })],
  ])("MSG-09 MSG-10 one message is written, once, in spite of %s", async (_what, order) => {
    const world = await start();
    const before = await countMessages(world);
    order(world);
    expect((await whileTimePasses(world, send(world))).message).toMatchObject({ content: "x" });
    expect(await countMessages(world)).toBe(before + 1);
  });

  test("MSG-11 a repeated send that is refused as a duplicate is an ambiguous refusal", async () => {
    const world = await start({}, { duplicateClientRef: "refusal" });
    world.sandbox.faults.reset({ when: "after" });
    const outcome = await whileTimePasses(world, outcomeOf(send(world)));
    expect(outcome).toMatchObject({ kind: "refusal", ambiguous: true, attempts: 2 });
    expect(await countMessages(world)).toBe(1);
  });

  test.each([
    [
      "a page instead of JSON",
      (w: World) => w.sandbox.faults.notJson({ operation: "getMe" }),
      { kind: "protocol", status: 200 },
    ],
    [
      "a redirect",
      (w: World) => w.sandbox.faults.redirect({ location: "http://evil.invalid/" }),
      { kind: "protocol", status: 302 },
    ],
    [
      "a wait that is too long",
      (w: World) => w.sandbox.faults.rateLimit({ retryAfter: 31 }),
      { name: "RateLimitedError", retryAfterMs: 31_000 },
    ],
    [
      "an absurd wait",
      (w: World) => w.sandbox.faults.rateLimit({ retryAfter: "9".repeat(30) }),
      { name: "RateLimitedError" },
    ],
    [
      "a code that nobody knows",
      (w: World) => w.sandbox.faults.add({ on: "rest", effect: "answer", status: 400, body: { code: "NEW" } }),
      { kind: "refusal", code: "NEW" },
    ],
    [
      "a refusal without code",
      (w: World) => w.sandbox.faults.add({ on: "rest", effect: "answer", status: 403, body: "no" }),
      { kind: "http", status: 403 },
    ],
    ["a cut body", (w: World) => w.sandbox.faults.truncate({ operation: "getMe", bytes: 5 }), {}],
  ])("%s is told for what it is", async (_what, order, expected) => {
    const world = await start({ retry: { retries: 0 } });
    order(world);
    expect(await whileTimePasses(world, outcomeOf(getMe(world.client, {})))).toMatchObject({
      operation: "getMe",
      attempts: 1,
      ...expected,
    });
  });

  test("an answer with fields and values from the future passes", async () => {
    const world = await start();
    world.sandbox.faults.edit({ operation: "getMe", set: { "/new": { a: [1] }, "/app/badge": null } });
    expect(await getMe(world.client, {})).toMatchObject({ new: { a: [1] }, app: { badge: null } });
  });

  test("with one fault in three, nothing is written twice and nothing is lost", async () => {
    const world = await start({ retry: { retries: 8, rateLimitRetries: 20 }, deadlineMs: 600_000 });
    const { faults } = world.sandbox;
    const before = await countMessages(world);
    const aim = { operation: "createMessage" };
    faults.add({ on: "rest", effect: "reset", when: "after", probability: 0.15, ...aim });
    faults.add({ on: "rest", effect: "answer", status: 502, when: "after", probability: 0.1, ...aim });
    faults.add({
      on: "rest",
      effect: "answer",
      status: 429,
      headers: { "retry-after": "1" },
      probability: 0.1,
      ...aim,
    });
    const calls = Array.from({ length: 60 }, (_, n) => send(world, `n${n}`));
    await whileTimePasses(world, Promise.all(calls), 600_000);
    faults.clear();
    expect(await countMessages(world)).toBe(before + 60);
  });

  test("AUTH-14 AUTH-17 a revoked credential is refused by code, and a route that takes none is told apart by asking", async () => {
    const world = await start();
    const { sandbox, client } = world;
    const category = {
      id: "createCategory",
      method: "POST",
      path: "/api/servidores/{servidor}/categorias",
      pathParams: { servidor: "serverId" },
      body: true,
      retry: "never",
    } as const;
    const refusal = await outcomeOf(client.call(category, { serverId: world.place.serverId, name: "x" }));
    expect(refusal).toMatchObject({ status: 401 });
    expect(await client.verifyCredential()).toMatchObject({ valid: true });
    sandbox.portal.swapCredential({ appId: sandbox.defaults.appId });
    expect(await outcomeOf(getMe(client, {}))).toMatchObject({ name: "MissingCredentialError", attempts: 1 });
  });
});
