import { expect, test } from "vitest";
import type { EndpointAnswer, EndpointRequest } from "svc-apps/sandbox";
import { active, keysOf, ok, roll, stateOf, withEndpoint } from "./endpoint-support.js";
import { call, listen, start } from "./support.js";
import { verifies } from "./verify.js";

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

test("SBX-08 suspending an endpoint that is not there, or switched off, is refused", async () => {
  const sandbox = await start();
  const { appId } = sandbox.defaults;
  const suspend = () => sandbox.portal.suspendEndpoint({ appId });
  const refusal = expect.objectContaining({ code: "SANDBOX_NO_ENDPOINT" }) as unknown as Error;
  expect(suspend).toThrowError(refusal);
  const endpoint = await active();
  endpoint.sandbox.portal.disableEndpoint({ appId });
  expect(() => endpoint.sandbox.portal.suspendEndpoint({ appId })).toThrowError(refusal);
  expect(stateOf(endpoint)).toBe("off");
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
  const sayings: Readonly<Record<string, RegExp>> = {
    WRONG_CHALLENGE: /^The probe did not close: 200 in \d+ ms, without the challenge as it was sent\.$/,
    BAD_STATUS: /^The probe did not close: 401 in \d+ ms\.$/,
    NO_CONNECTION: /^The probe did not close: failed after \d+ ms: refused\.$/,
    TIMEOUT: /^The probe did not close: no answer in 3000 ms\.$/,
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
        message: expect.stringMatching(sayings[code] ?? /never/) as unknown,
        extras: { probe: { code, latencyMs: code === "TIMEOUT" ? 3000 : 0 } },
      });
    expect(JSON.stringify(await probing)).not.toContain("something");
  }
});

/** An endpoint whose answers are held back, oldest first, until a test lets one go. */
function heldBack() {
  const waiting: ((answer: EndpointAnswer) => void)[] = [];
  const inProcess = () => new Promise<EndpointAnswer>((resolve) => waiting.push(resolve));
  return { waiting, inProcess };
}

test("SBX-05 a probe that closes late proves neither another address nor an endpoint that moderation switched off", async () => {
  const sandbox = await start({ resolve: () => Promise.resolve(["93.184.216.34"]) });
  const { portal, defaults, clock } = sandbox;
  const { appId } = defaults;
  const requests: EndpointRequest[] = [];
  const { waiting, inProcess } = heldBack();
  const probe = async () => {
    await portal.saveEndpoint({
      appId,
      url: "https://app.example/",
      inProcess: (request) => (requests.push(request), inProcess()),
    });
    const probing = portal.probeEndpoint({ appId });
    await clock.settle();
    return { probing, close: () => waiting.shift()?.({ status: 200, body: requests.at(-1)?.body ?? "" }) };
  };
  const moved = await probe();
  await portal.saveEndpoint({ appId, url: "https://other.example/" });
  moved.close();
  expect(await moved.probing).toMatchObject({ url: "https://other.example/", state: "probing" });
  const disabled = await probe();
  portal.disableEndpoint({ appId });
  disabled.close();
  await expect(disabled.probing).rejects.toMatchObject({ code: "SANDBOX_NO_ENDPOINT" });
  expect(portal.endpointOf({ appId })).toMatchObject({ state: "off" });
});

test("SBX-05 of two probes at once a failing one takes nothing from the one that closed", async () => {
  const sandbox = await start();
  const { portal, defaults, clock } = sandbox;
  const { appId } = defaults;
  const { waiting, inProcess } = heldBack();
  const bodies: string[] = [];
  await portal.saveEndpoint({
    appId,
    url: "https://app.example/",
    inProcess: ({ body }) => (bodies.push(body), inProcess()),
  });
  const [closes, fails] = [
    portal.probeEndpoint({ appId }),
    portal.probeEndpoint({ appId }).catch((error: unknown) => error),
  ];
  await clock.settle();
  waiting.shift()?.({ status: 200, body: bodies[0] ?? "" });
  expect(await closes).toMatchObject({ state: "active" });
  waiting.shift()?.({ status: 500, body: "" });
  expect(await fails).toMatchObject({ code: "ENDPOINT_UNREACHABLE" });
  expect(portal.endpointOf({ appId })).toMatchObject({ state: "active" });
});

test("SBX-05 a delivery to a former address counts neither for nor against the new one", async () => {
  const endpoint = await active();
  const { portal, defaults, clock } = endpoint.sandbox;
  const { appId } = defaults;
  const { waiting, inProcess } = heldBack();
  endpoint.answer = inProcess;
  await roll(endpoint);
  await portal.saveEndpoint({ appId, url: "https://other.example/", inProcess: () => Promise.resolve(ok({})) });
  waiting.shift()?.({ status: 500, body: "" });
  await clock.settle();
  expect(portal.endpointOf({ appId })).toMatchObject({ failuresMs: [], failuresTotal: 0 });
});

test.each([
  ["http://app.example/", "https"],
  ["https://app.example:8443/", "443"],
  ["https://user:pass@app.example/", "credential"],
  ["https://127.0.0.1/", "public"],
  ["https://10.1.2.3/", "public"],
  ["https://[::1]/", "public"],
  ["https://[::ffff:192.168.0.1]/", "public"],
  ["https://[64:ff9b::192.168.0.1]/", "public"],
  ["https://[64:ff9b::7f00:1]/", "public"],
  ["https://[2002:a9fe:a9fe::1]/", "public"],
  ["https://nat64.example/", "public"],
  ["https://private.example/", "public"],
  ["https://nowhere.example/", "public"],
  ["not an address", "read"],
  ["", "saving the same one again sends interactions by the stream"],
])("SBX-08 the address %s is ENDPOINT_REJECTED for %s, and the state stays", async (url, why) => {
  const hosts: Record<string, readonly string[]> = {
    "app.example": ["93.184.216.34"],
    "private.example": ["93.184.216.34", "10.0.0.1"],
    "nat64.example": ["64:ff9b::a9fe:a9fe"],
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

test.each([
  [
    "http://127.0.0.1:8080/",
    false,
    "use https. For one on this machine start the sandbox with allowLoopbackEndpoints (--allow-loopback-endpoints).",
  ],
  ["http://app.example/", false, "use https."],
  ["ftp://app.example/", true, "use https. An address on this machine may also use http."],
  ["ftp://localhost/", true, "use https. An address on this machine may also use http."],
])("the refusal of %s says what this sandbox would take (loopback allowed: %s)", async (url, allowed, why) => {
  const sandbox = await start({ allowLoopbackEndpoints: allowed });
  const saved = sandbox.portal.saveEndpoint({ appId: sandbox.defaults.appId, url });
  await expect(saved).rejects.toMatchObject({ message: `The address must ${why}` });
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
