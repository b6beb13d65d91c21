import { expect, test } from "vitest";
import type { EndpointAnswer, EndpointRequest } from "svc-apps/sandbox";
import { call, listen, start } from "./support.js";

const hourMs = 3_600_000;

test("SBX-02 SBX-06 SBX-08 a day in the life of an App", async () => {
  const sandbox = await start();
  const { portal, clock, defaults } = sandbox;
  const { serverId, owner, person, channelId } = defaults;
  const state = () => portal.endpointOf({ appId })?.state;

  // Morning: the App is born, installed and listens.
  const { id: appId } = portal.createApp({ name: "Helper", ownerId: owner.id });
  portal.install({ appId, serverId, scopes: ["gerenciar_mensagens"] });
  const first = portal.issueCredential({ appId }).token;
  const made = await call(
    sandbox,
    "createCommand",
    { command: { type: "chat", name: "help", description: "" } },
    first,
  );
  expect(made).toMatchObject({ status: 201 });
  const morning = await listen(sandbox, { token: first });
  const helped = person.run("help");
  await clock.advance(500);
  expect(
    (await call(sandbox, "confirmInteraction", { interactionId: helped.id, type: "reply", content: "here" }, first))
      .status,
  ).toBe(200);
  await clock.advance(4 * hourMs);
  expect(morning.comments).toHaveLength((4 * hourMs) / 25_000);

  // Noon: the credential is rotated without a missed event.
  const second = portal.issueCredential({ appId }).token;
  const noon = await listen(sandbox, { token: second, lastEventId: morning.frames.at(-1)?.id ?? "" });
  portal.revokeCredential({ appId, slot: 1 });
  person.post(channelId, "after the rotation");
  await clock.settle();
  expect(morning.frames.at(-1)?.event).toMatchObject({ type: "connection_close", code: "CREDENTIAL_REVOKED" });
  expect(noon.types()).toEqual(["connection_resume", "message_create"]);

  // Afternoon: it moves to an endpoint, which then breaks until it is suspended.
  let healthy = true;
  const inProcess = ({ body }: EndpointRequest): Promise<EndpointAnswer> => {
    const probe = body.startsWith('{"type":"probe"');
    return Promise.resolve(
      healthy ? { status: 200, body: probe ? body : '{"type":"reply","content":"signed"}' } : { status: 500, body: "" },
    );
  };
  await portal.saveEndpoint({ appId, url: "https://helper.example/", inProcess });
  await portal.probeEndpoint({ appId });
  const signed = person.run("help", {}, { appId });
  await clock.advance(1000);
  expect([signed.path, signed.texts[0]?.content]).toEqual(["endpoint", "signed"]);
  healthy = false;
  for (let failure = 0; failure < 5; failure++) {
    person.run("help");
    await clock.advance(10_000);
  }
  expect(state()).toBe("suspended");
  const lost = person.run("help");
  await clock.advance(3000);
  expect([lost.path, lost.state]).toEqual(["nowhere", "expired"]);

  // Evening: it is mended and comes back.
  healthy = true;
  await portal.retestEndpoint({ appId });
  expect(person.run("help").path).toBe("endpoint");
  await clock.advance(1000);

  // Night: it is sanctioned, sleeps through the term, and is released by time alone.
  portal.suspendApp({ appId, termMs: 8 * hourMs });
  await clock.settle();
  expect(noon.frames.at(-1)?.event).toMatchObject({ code: "APP_SANCTIONED", reconnect: false });
  expect((await call(sandbox, "getMe", {}, second)).status).toBe(401);
  expect(person.run("help").path).toBe("nowhere");
  await clock.advance(8 * hourMs);
  expect((await call(sandbox, "getMe", {}, second)).status).toBe(200);
  const next = person.run("help");
  await clock.advance(100);
  expect([next.path, next.state]).toEqual(["endpoint", "confirmed"]);
  expect((await listen(sandbox, { token: second })).types()).toEqual(["connection_open"]);

  expect(clock.monotonicMs()).toBeGreaterThan(12 * hourMs);
});
