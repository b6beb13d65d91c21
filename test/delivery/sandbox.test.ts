import { createClient } from "svc-apps";
import {
  createDeliveryHandler,
  createKeyStore,
  type DeliveryDiagnostic,
  type DeliveryHandlerOptions,
  type KeysDiagnostic,
} from "svc-apps/delivery";
import { createCommand, listSigningKeys } from "svc-apps/rest";
import { startSandbox } from "svc-apps/sandbox";
import { describe, expect, onTestFinished, test } from "vitest";

/** The platform, an App with one command, and an endpoint of ours that has proven itself. */
async function deployed(options: Partial<DeliveryHandlerOptions> = {}) {
  const sandbox = await startSandbox({ clock: "virtual", seed: 7, port: null });
  onTestFinished(() => sandbox.stop());
  const { appId, token } = sandbox.defaults;
  const { clock } = sandbox;
  const transport = sandbox.request;
  const client = createClient({ baseUrl: sandbox.baseUrl, token, transport, clock });
  await createCommand(client, { command: { type: "chat", name: "roll", description: "Roll a die" } });

  const keyEvents: KeysDiagnostic[] = [];
  const keys = createKeyStore({
    fetchKeys: ({ signal }) => listSigningKeys(client, {}, { signal }),
    clock,
    onDiagnostic: (event) => keyEvents.push(event),
  });
  const events: DeliveryDiagnostic[] = [];
  const handler = createDeliveryHandler({
    apps: appId,
    keys,
    clock,
    handle: () => ({ type: "reply", content: "4" }),
    onDiagnostic: (event) => events.push(event),
    ...options,
  });
  const inProcess = async ({ headers, body }: { headers: Readonly<Record<string, string>>; body: string }) =>
    handler.deliver({ method: "POST", headers, body: Buffer.from(body) });
  await keys.prefetch();
  await sandbox.portal.saveEndpoint({ appId, url: "https://app.example/deliveries", inProcess });
  await sandbox.portal.probeEndpoint({ appId });

  /** Somebody runs the command; resolves once its delivery is over. */
  const roll = async () => {
    const interaction = sandbox.defaults.person.run("roll");
    await sandbox.idle();
    return interaction;
  };
  const refusals = () => events.flatMap((event) => (event.type === "delivery.refused" ? [event.reason] : []));
  const standing = () => sandbox.portal.endpointOf({ appId })?.state;
  return { sandbox, client, keys, keyEvents, handler, events, roll, refusals, standing, clock, appId };
}

describe("against the platform's own signer", () => {
  test("END-02 END-04 an endpoint answers the probe, and confirms an interaction by its body", async () => {
    const { standing, roll, handler } = await deployed();
    expect(standing()).toBe("active");
    const interaction = await roll();
    expect(interaction.state).toBe("confirmed");
    expect(handler.counts()).toMatchObject({ probe_answered: 1, answered: 1, refused: 0 });
  });

  test("SIG-01 SIG-14 every invalid delivery of the sandbox is refused for its reason", async () => {
    const { sandbox, roll, refusals, events, appId } = await deployed();
    const reasons = {
      "wrong-label": "label-mismatch",
      "other-app": "bad-signature",
      "unknown-app": "app",
      milliseconds: "timestamp-format",
      "too-old": "timestamp-window",
      "too-new": "timestamp-window",
      "five-entries": "signature-entries",
      "unknown-key": "unknown-key",
      "no-signature": "signature-header",
      "forged-signature": "bad-signature",
      "altered-body": "bad-signature",
      "reserialized-body": "bad-signature",
      "spliced-delivery-id": "delivery-id",
      "wrong-recipe": "version",
      "missing-headers": "timestamp-format",
    } as const;
    const seen: Record<string, string | undefined> = {};
    for (const effect of Object.keys(reasons) as (keyof typeof reasons)[]) {
      // keys of a const object
      sandbox.faults.add({ on: "delivery", effect, appId });
      const interaction = await roll();
      expect(interaction.state).toBe("open");
      seen[effect] = refusals().at(-1);
      expect((await roll()).state).toBe("confirmed"); // and so the endpoint keeps its standing
    }
    expect(seen).toEqual(reasons);
    expect(events.filter(({ type }) => type === "delivery.answered")).toHaveLength(Object.keys(reasons).length);
  });

  test("SIG-13 END-01 END-11 odd but valid deliveries are accepted: an unknown key beside a known one, an unknown kind, a replay", async () => {
    const { sandbox, roll, events, appId } = await deployed();
    sandbox.faults.add({ on: "delivery", effect: "unknown-key-beside", appId });
    expect((await roll()).state).toBe("confirmed");
    sandbox.faults.add({ on: "delivery", effect: "unknown-type", appId });
    expect((await roll()).state).toBe("open");
    sandbox.faults.add({ on: "delivery", effect: "replay", appId });
    expect((await roll()).state).toBe("confirmed");
    expect(events.map(({ type }) => type.replace("delivery.", ""))).toEqual([
      "probe_answered",
      "answered",
      "unknown_type",
      "answered",
      "duplicate",
    ]);
  });
});

describe("rotation", () => {
  test("SIG-13 SIG-17 a planned rotation loses no delivery", async () => {
    const { sandbox, roll, keys, clock, handler } = await deployed();
    sandbox.portal.rotateKeys();
    expect((await roll()).state).toBe("confirmed");
    await clock.advance(300_000);
    expect((await roll()).state).toBe("confirmed");
    await clock.advance(0); // the refresh goes on behind the delivery's back
    expect(keys.current()?.size).toBe(2);
    sandbox.portal.finishRotation();
    expect((await roll()).state).toBe("confirmed");
    await clock.advance(600_000);
    expect((await roll()).state).toBe("confirmed");
    expect(keys.current()?.size).toBe(1);
    expect(handler.counts().refused).toBe(0);
  });

  test("SIG-17 SIG-20 an emergency rotation is followed by the first delivery under the new key", async () => {
    const { sandbox, roll, keys, clock, handler, standing } = await deployed();
    await clock.advance(31_000);
    const [before] = [...(keys.current()?.keys() ?? [])];
    const { keyId } = sandbox.portal.rotateKeysInEmergency();
    expect((await roll()).state).toBe("confirmed");
    expect([...(keys.current()?.keys() ?? [])]).toEqual([keyId]);
    expect(keyId).not.toBe(before);
    expect(handler.counts().refused).toBe(0);
    expect(standing()).toBe("active");
  });

  test("SIG-20 END-25 an emergency rotation right after a fetch costs nothing, a second one those of one cool-down", async () => {
    const { sandbox, roll, clock, keys, refusals } = await deployed();
    sandbox.portal.rotateKeysInEmergency();
    expect((await roll()).state).toBe("confirmed");
    sandbox.portal.rotateKeysInEmergency();
    const fetched = keys.fetchCount;
    expect((await roll()).state).toBe("open");
    expect((await roll()).state).toBe("open");
    expect(refusals()).toEqual(["unknown-key", "unknown-key"]);
    expect(keys.fetchCount).toBe(fetched);
    await clock.advance(30_000);
    expect((await roll()).state).toBe("confirmed");
  });
});

describe("outages of the key route", () => {
  test("SIG-21 while it is down or answers nonsense, the last good set serves", async () => {
    const { sandbox, roll, keyEvents, clock, handler } = await deployed();
    const { faults } = sandbox;
    const operation = "listSigningKeys";
    const outages = [
      () => faults.serverError({ operation, times: 20 }),
      () => faults.notJson({ operation, times: 20 }),
      () => faults.rateLimit({ operation, times: 20, retryAfter: 3_600 }),
      () => faults.add({ on: "rest", effect: "reset", operation, times: 20 }),
    ];
    for (const outage of outages) {
      const ordered = outage();
      await clock.advance(301_000);
      const rolling = roll();
      await clock.advance(400);
      expect((await rolling).state).toBe("confirmed");
      await clock.advance(10_000);
      expect(keyEvents.at(-1)).toMatchObject({ type: "keys.fetch_failed", keptCount: 1 });
      ordered.remove();
    }
    expect(handler.counts().refused).toBe(0);
  });

  test("SIG-14 SIG-21 an emergency rotation during an outage refuses, fails closed, and recovers with the route", async () => {
    const { sandbox, roll, refusals, clock } = await deployed();
    await clock.advance(31_000);
    const ordered = sandbox.faults.serverError({ operation: "listSigningKeys", times: 100 });
    sandbox.portal.rotateKeysInEmergency();
    const refused = roll();
    await clock.advance(2_900);
    expect((await refused).state).toBe("open");
    expect(refusals()).toEqual(["unknown-key"]);
    ordered.remove();
    await clock.advance(40_000);
    expect((await roll()).state).toBe("confirmed");
  });

  test("SIG-21 a route that stalls holds a delivery under a new key for two seconds, within its window", async () => {
    const { sandbox, roll, refusals, clock } = await deployed();
    await clock.advance(31_000);
    sandbox.faults.add({ on: "rest", effect: "stall", operation: "listSigningKeys", times: 10 });
    sandbox.portal.rotateKeysInEmergency();
    const refused = roll();
    await clock.advance(2_000);
    expect((await refused).state).toBe("open");
    expect(refusals()).toEqual(["unknown-key"]);
    await clock.advance(10_000);
  });
});

describe("suspension", () => {
  test("END-07 END-08 END-13 a handler that always throws never gets its endpoint suspended", async () => {
    const { roll, standing, handler } = await deployed({ handle: () => Promise.reject(new Error("mine")) });
    for (let round = 0; round < 60; round += 1) expect((await roll()).state).toBe("declined");
    expect(standing()).toBe("active");
    expect(handler.counts()).toMatchObject({ handler_failed: 60, refused: 0 });
  });

  test("END-05 END-07 a handler that never ends never gets its endpoint suspended", async () => {
    const { roll, standing, clock } = await deployed({ handle: () => new Promise(() => undefined) });
    for (let round = 0; round < 60; round += 1) {
      const rolling = roll();
      await clock.advance(2_500);
      expect((await rolling).state).toBe("declined");
    }
    expect(standing()).toBe("active");
  });

  test("END-08 a neutral 2xx keeps the endpoint, and the interaction expires", async () => {
    const { roll, standing, clock } = await deployed({ handle: () => undefined, onUnconfirmed: "neutral" });
    const interaction = await roll();
    await clock.advance(3_001);
    expect([interaction.state, standing()]).toEqual(["expired", "active"]);
  });

  test("END-13 T-08 a clock that is wrong by more than the tolerance refuses everything, and that does suspend", async () => {
    const { sandbox, roll, standing, refusals } = await deployed();
    sandbox.faults.skewClock(-301_000);
    for (let round = 0; round < 60 && standing() === "active"; round += 1) await roll();
    expect(standing()).toBe("suspended");
    expect(new Set(refusals())).toEqual(new Set(["timestamp-window"]));
  });
});
