import { expect, test } from "vitest";
import type { EndpointAnswer, EndpointRequest } from "svc-apps/sandbox";
import { call, here, listen, start, type VirtualSandbox } from "./support.js";
import { verifies } from "./verify.js";

interface Endpoint {
  readonly sandbox: VirtualSandbox;
  readonly requests: EndpointRequest[];
  /** What the endpoint does with an interaction; probes it answers by itself. */
  answer: (request: EndpointRequest) => Promise<EndpointAnswer> | EndpointAnswer;
}

const ok = (body: unknown): EndpointAnswer => ({ status: 200, body: JSON.stringify(body) });

/** A sandbox with a command and an endpoint in this process, saved but not proven. */
async function withEndpoint(options: Parameters<typeof start>[0] = {}): Promise<Endpoint> {
  const sandbox = await start(options);
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "" } });
  const endpoint: Endpoint = { sandbox, requests: [], answer: () => ok({ type: "reply", content: "4" }) };
  const inProcess = async (request: EndpointRequest): Promise<EndpointAnswer> => {
    endpoint.requests.push(request);
    const body = JSON.parse(request.body) as { readonly type: string; readonly challenge?: string };
    return body.type === "probe" && probesAnswered ? ok({ challenge: body.challenge }) : endpoint.answer(request);
  };
  let probesAnswered = true;
  await sandbox.portal.saveEndpoint({ appId: sandbox.defaults.appId, url: "https://app.example/svc", inProcess });
  return endpoint;
}

async function active(options: Parameters<typeof start>[0] = {}): Promise<Endpoint> {
  const endpoint = await withEndpoint(options);
  await endpoint.sandbox.portal.probeEndpoint({ appId: endpoint.sandbox.defaults.appId });
  endpoint.requests.length = 0;
  return endpoint;
}

const stateOf = ({ sandbox }: Endpoint) => sandbox.portal.endpointOf({ appId: sandbox.defaults.appId })?.state;

const keysOf = async (sandbox: VirtualSandbox) =>
  (
    (await call(sandbox, "listSigningKeys")).body as {
      readonly keys: readonly { readonly key_id: string; readonly key: string }[];
    }
  ).keys;

/** Runs the command and waits until the delivery is over. */
async function roll({ sandbox }: Endpoint) {
  const interaction = sandbox.defaults.person.run("roll");
  await sandbox.clock.settle();
  return interaction;
}

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

test("END-14 off and probing go through the gateway, active through the endpoint alone, suspended nowhere", async () => {
  const endpoint = await withEndpoint();
  const { sandbox } = endpoint;
  const { appId } = sandbox.defaults;
  const stream = await listen(sandbox, { intents: "interactions" });
  const paths: unknown[] = [];
  const look = async (): Promise<void> => {
    const before = [stream.frames.length, endpoint.requests.length];
    const { path } = await roll(endpoint);
    paths.push([
      stateOf(endpoint),
      path,
      stream.frames.length - (before[0] ?? 0),
      endpoint.requests.length - (before[1] ?? 0),
    ]);
  };
  await look();
  await sandbox.portal.probeEndpoint({ appId });
  await look();
  sandbox.portal.suspendEndpoint({ appId });
  await look();
  sandbox.portal.disableEndpoint({ appId });
  await look();
  expect(paths).toEqual([
    ["probing", "gateway", 1, 0],
    ["active", "endpoint", 0, 1],
    ["suspended", "nowhere", 0, 0],
    ["off", "gateway", 1, 0],
  ]);
});

test("END-17 moderation switches the endpoint off from any state, and interactions come by the gateway again", async () => {
  for (const prepare of ["probing", "active", "suspended"] as const) {
    const endpoint = prepare === "probing" ? await withEndpoint() : await active();
    const { sandbox } = endpoint;
    const { appId } = sandbox.defaults;
    if (prepare === "suspended") sandbox.portal.suspendEndpoint({ appId });
    expect(stateOf(endpoint)).toBe(prepare);
    sandbox.portal.disableEndpoint({ appId });
    const stream = await listen(sandbox);
    expect((await roll(endpoint)).path).toBe("gateway");
    expect(stream.types()).toContain("interaction_create");
  }
});

test("END-18 a sanctioned App receives deliveries through no path", async () => {
  for (const endpoint of [await withEndpoint(), await active()]) {
    const { sandbox } = endpoint;
    const { appId } = sandbox.defaults;
    const { mailbox } = (await call(sandbox, "openMailbox", { intents: "interactions" })).body as {
      readonly mailbox: string;
    };
    endpoint.requests.length = 0;
    sandbox.portal.suspendApp({ appId, termMs: 10_000 });
    const interaction = await roll(endpoint);
    expect(interaction.path).toBe("nowhere");
    expect(endpoint.requests).toEqual([]);
    expect((await call(sandbox, "readMailbox", { mailboxId: mailbox, since: "0" })).status).toBe(409);
    await sandbox.clock.advance(10_000);
    const stream = await listen(sandbox, { lastEventId: "0" });
    expect(stream.types()).not.toContain("interaction_create");
  }
});

test("SBX-05 a probe must get its challenge back within three seconds", async () => {
  const cases = {
    OK: (request: EndpointRequest) =>
      ok({ challenge: (JSON.parse(request.body) as { readonly challenge: string }).challenge }),
    WRONG_CHALLENGE: () => ok({ challenge: "something" }),
    BAD_STATUS: () => ({ status: 401, body: "" }),
    NO_CONNECTION: () => Promise.reject(new Error("refused")),
    TIMEOUT: () => new Promise<never>(() => undefined),
  };
  for (const [code, inProcess] of Object.entries(cases)) {
    const sandbox = await start();
    const { appId } = sandbox.defaults;
    const requests: EndpointRequest[] = [];
    await sandbox.portal.saveEndpoint({
      appId,
      url: "https://app.example/",
      inProcess: (request) => {
        requests.push(request);
        return Promise.resolve(inProcess(request));
      },
    });
    const probing = sandbox.portal.probeEndpoint({ appId }).catch((error: unknown) => error);
    await sandbox.clock.advance(3000);
    const [request] = requests;
    expect(verifies("probe", appId, request?.headers ?? {}, request?.body ?? "", await keysOf(sandbox))).toEqual([
      true,
    ]);
    if (code === "OK") expect(await probing).toMatchObject({ state: "active" });
    else
      expect(await probing).toMatchObject({
        code: "ENDPOINT_UNREACHABLE",
        extras: { probe: { code, latencyMs: code === "TIMEOUT" ? 3000 : 0 } },
      });
    expect(JSON.stringify(await probing)).not.toContain("something");
  }
});

test.each([
  ["http://app.example/", "https"],
  ["https://app.example:8443/", "443"],
  ["https://user:pass@app.example/", "credential"],
  ["https://127.0.0.1/", "public"],
  ["https://10.1.2.3/", "public"],
  ["https://[::1]/", "public"],
  ["https://[::ffff:192.168.0.1]/", "public"],
  ["https://private.example/", "public"],
  ["https://nowhere.example/", "public"],
  ["not an address", "read"],
])("SBX-08 the address %s is ENDPOINT_REJECTED for %s, and the state stays", async (url, why) => {
  const hosts: Record<string, readonly string[]> = {
    "app.example": ["93.184.216.34"],
    "private.example": ["93.184.216.34", "10.0.0.1"],
  };
  const sandbox = await start({ resolve: (host) => Promise.resolve(hosts[host] ?? []) });
  const { appId } = sandbox.defaults;
  await expect(sandbox.portal.saveEndpoint({ appId, url })).rejects.toMatchObject({
    code: "ENDPOINT_REJECTED",
    message: expect.stringContaining(why) as unknown,
  });
  expect(sandbox.portal.endpointOf({ appId })).toBeUndefined();
  await expect(sandbox.portal.saveEndpoint({ appId, url: "https://app.example/" })).resolves.toMatchObject({
    state: "probing",
    address: "93.184.216.34",
  });
});

test("SBX-08 an endpoint on this machine is accepted only when asked for", async () => {
  const url = "http://127.0.0.1:8080/";
  const strict = await start();
  await expect(strict.portal.saveEndpoint({ appId: strict.defaults.appId, url })).rejects.toMatchObject({
    code: "ENDPOINT_REJECTED",
  });
  const open = await start({ allowLoopbackEndpoints: true });
  await expect(open.portal.saveEndpoint({ appId: open.defaults.appId, url })).resolves.toMatchObject({
    state: "probing",
  });
});

test("SBX-05 repeated failures suspend an active endpoint, and testing again is the way back", async () => {
  const endpoint = await active();
  const { sandbox } = endpoint;
  const { appId } = sandbox.defaults;
  endpoint.answer = () => ({ status: 500, body: "" });
  for (let failure = 1; failure <= 5; failure++) {
    expect(stateOf(endpoint)).toBe("active");
    await roll(endpoint);
  }
  expect(stateOf(endpoint)).toBe("suspended");
  expect(sandbox.log.last("notice")?.text).toContain("e-mail");
  await expect(sandbox.portal.probeEndpoint({ appId })).rejects.toMatchObject({ code: "SANDBOX_NOTHING_TO_PROBE" });
  await expect(sandbox.portal.retestEndpoint({ appId })).resolves.toMatchObject({ state: "active", failuresMs: [] });
});

test("SBX-05 a success in between clears the failures, and old ones do not count", async () => {
  const endpoint = await active();
  const fail = () => ({ status: 500, body: "" });
  for (let turn = 0; turn < 3; turn++) {
    endpoint.answer = fail;
    for (let failure = 0; failure < 4; failure++) await roll(endpoint);
    endpoint.answer = () => ok({ type: "defer" });
    await roll(endpoint);
  }
  endpoint.answer = fail;
  for (let failure = 0; failure < 8; failure++) {
    await roll(endpoint);
    await endpoint.sandbox.clock.advance(200_000);
  }
  expect(stateOf(endpoint)).toBe("active");
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
