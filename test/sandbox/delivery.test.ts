import { expect, test } from "vitest";
import { active, keysOf, ok, roll, stateOf } from "./endpoint-support.js";
import { call, here, listen } from "./support.js";
import { verifies } from "./verify.js";

test("SBX-05 a delivery is signed with Ed25519 over label, App, delivery, timestamp and raw body", async () => {
  const endpoint = await active();
  const { sandbox } = endpoint;
  const { appId } = sandbox.defaults;
  const interaction = await roll(endpoint);
  const [request] = endpoint.requests;
  expect(request?.headers).toMatchObject({
    "content-type": "application/json",
    "x-svc-app": appId,
    "x-svc-version": "1",
    "x-svc-timestamp": String(Math.floor(sandbox.clock.now() / 1000)),
  });
  expect(request?.headers["x-svc-delivery"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(request?.headers["x-svc-delivery"]).not.toBe(interaction.id);
  expect(JSON.parse(request?.body ?? "")).toMatchObject({
    type: "interaction",
    interaction: { id: interaction.id, expiresInMs: 3000 },
  });
  const keys = await keysOf(sandbox);
  expect(verifies("interaction", appId, request?.headers ?? {}, request?.body ?? "", keys)).toEqual([true]);
  expect(verifies("probe", appId, request?.headers ?? {}, request?.body ?? "", keys)).toEqual([false]);
  expect(verifies("interaction", "1", request?.headers ?? {}, request?.body ?? "", keys)).toEqual([false]);
});

test("SBX-05 the body of a 2xx confirms, as the confirm route would", async () => {
  const endpoint = await active();
  const interaction = await roll(endpoint);
  expect(interaction.texts).toMatchObject([{ content: "4", private: false }]);
  expect((await call(endpoint.sandbox, "listMessages", here(endpoint.sandbox))).body).toMatchObject({
    messages: [{ content: "4" }],
  });
});

test("SBX-06 the two doors race for one transition, and the later one loses whichever it is", async () => {
  const restFirst = await active();
  restFirst.answer = async (request) => {
    const { interaction } = JSON.parse(request.body) as { readonly interaction: { readonly id: string } };
    const answer = await call(restFirst.sandbox, "confirmInteraction", {
      interactionId: interaction.id,
      type: "reply",
      content: "rest",
    });
    expect(answer.status).toBe(200);
    return ok({ type: "reply", content: "body" });
  };
  const first = await roll(restFirst);
  await restFirst.sandbox.clock.settle();
  expect(first.texts.map(({ content }) => content)).toEqual(["rest"]);

  const bodyFirst = await active();
  const second = await roll(bodyFirst);
  const late = await call(bodyFirst.sandbox, "confirmInteraction", {
    interactionId: second.id,
    type: "reply",
    content: "rest",
  });
  expect(late).toMatchObject({ status: 409, body: { code: "INTERACTION_ALREADY_CONFIRMED" } });
  expect(second.texts.map(({ content }) => content)).toEqual(["4"]);
});

test("SBX-06 a 2xx whose body does not fit is no failure, but the interaction stays open and expires", async () => {
  const endpoint = await active();
  const { appId } = endpoint.sandbox.defaults;
  endpoint.answer = () => ({ status: 500, body: "" });
  await roll(endpoint);
  expect(endpoint.sandbox.portal.endpointOf({ appId })?.failuresMs).toHaveLength(1);
  for (const body of ["", "fine", '{"type":"reply"}', '{"type":"suggest","choices":[]}']) {
    endpoint.answer = () => ({ status: 204, body });
    const interaction = await roll(endpoint);
    expect(endpoint.sandbox.portal.endpointOf({ appId })?.failuresMs).toEqual([]);
    expect(interaction.state).toBe("open");
    await endpoint.sandbox.clock.advance(3000);
    expect(interaction.state).toBe("expired");
  }
});

test("SBX-05 a failure is not tried again, nor sent through the gateway", async () => {
  const endpoint = await active();
  const stream = await listen(endpoint.sandbox);
  endpoint.answer = () => ({ status: 500, body: '{"type":"reply","content":"no"}' });
  const interaction = await roll(endpoint);
  await endpoint.sandbox.clock.advance(10_000);
  expect(endpoint.requests).toHaveLength(1);
  expect(stream.types()).toEqual(["connection_open"]);
  expect(interaction.state).toBe("expired");
});

test("SBX-02 SBX-05 an answer after the window is a failure and confirms nothing", async () => {
  for (const [delayMs, state] of [
    [2999, "confirmed"],
    [3000, "expired"],
  ] as const) {
    const endpoint = await active();
    const { clock, portal, defaults } = endpoint.sandbox;
    endpoint.answer = () =>
      new Promise((resolve) => void clock.schedule(() => resolve(ok({ type: "reply", content: "4" })), delayMs));
    const interaction = await roll(endpoint);
    await clock.advance(4000);
    expect(interaction.state).toBe(state);
    expect(portal.endpointOf({ appId: defaults.appId })?.failuresMs).toHaveLength(state === "expired" ? 1 : 0);
  }
});

test("SBX-05 in a rotation a delivery carries two signatures, and both keys are published until it is finished", async () => {
  const endpoint = await active();
  const { sandbox } = endpoint;
  const { appId } = sandbox.defaults;
  sandbox.portal.rotateKeys();
  await roll(endpoint);
  const keys = await keysOf(sandbox);
  expect(keys).toMatchObject([
    { key_id: "ed25519-sandbox-1", state: "previous", until: expect.any(String) as unknown },
    { key_id: "ed25519-sandbox-2", state: "current" },
  ]);
  const { headers = {}, body = "" } = endpoint.requests[0] ?? {};
  expect(verifies("interaction", appId, headers, body, keys)).toEqual([true, true]);
  sandbox.portal.finishRotation();
  expect(await keysOf(sandbox)).toMatchObject([{ key_id: "ed25519-sandbox-2" }]);
});

test("SBX-05 an emergency rotation withdraws the old key at once, and for a while failures do not count", async () => {
  const endpoint = await active();
  const { sandbox } = endpoint;
  const { appId } = sandbox.defaults;
  sandbox.portal.rotateKeysInEmergency();
  expect(await keysOf(sandbox)).toMatchObject([{ key_id: "ed25519-sandbox-2", state: "current" }]);
  endpoint.answer = () => ({ status: 401, body: "" });
  for (let failure = 0; failure < 10; failure++) await roll(endpoint);
  expect(sandbox.portal.endpointOf({ appId })).toMatchObject({ state: "active", failuresMs: [], failuresTotal: 10 });
  await sandbox.clock.advance(3_600_000);
  for (let failure = 0; failure < 5; failure++) await roll(endpoint);
  expect(stateOf(endpoint)).toBe("suspended");
});
