import { expect, test } from "vitest";
import { active, ok, roll, withEndpoint } from "./endpoint-support.js";
import { call, listen } from "./support.js";

test("an interaction that nobody reads says so, and the state of the endpoint", async () => {
  const endpoint = await withEndpoint();
  const { sandbox } = endpoint;
  const interaction = await roll(endpoint);
  await sandbox.clock.advance(2999);
  expect(interaction.why).toBeUndefined();
  await sandbox.clock.advance(1);
  expect(interaction.why).toBe(
    "it was not received: the endpoint is probing, and no stream or mailbox of the App takes interactions",
  );
});

test("an interaction that is read and not confirmed is told apart from one that nobody reads", async () => {
  const endpoint = await withEndpoint();
  await listen(endpoint.sandbox, { intents: "interactions" });
  const interaction = await roll(endpoint);
  await endpoint.sandbox.clock.advance(3000);
  expect(interaction.why).toBe("it was sent by stream or mailbox, and was not confirmed in time");
});

test.each([
  [{ status: 500, body: "" }, "500 in 0 ms"],
  [ok({ hello: "there" }), "200 in 0 ms, unconfirmed"],
])("an endpoint that answers %j is told with its answer", async (answer, why) => {
  const endpoint = await active();
  endpoint.answer = () => answer;
  const interaction = await roll(endpoint);
  await endpoint.sandbox.clock.advance(3000);
  expect(interaction.why).toBe(`it was sent to the endpoint, which did not confirm it: ${why}`);
});

test("an interaction that was sent nowhere says whether the endpoint or a sanction is why", async () => {
  const endpoint = await active();
  const { sandbox } = endpoint;
  const { appId } = sandbox.defaults;
  sandbox.portal.suspendEndpoint({ appId });
  const suspended = await roll(endpoint);
  await sandbox.clock.advance(3000);
  expect(suspended.why).toMatch(/^it was not sent: the endpoint was suspended/);
  sandbox.portal.suspendApp({ appId, termMs: 60_000 });
  const sanctioned = await roll(endpoint);
  await sandbox.clock.advance(3000);
  expect(sanctioned.why).toBe("it was sent nowhere: the App is sanctioned");
});

test.each(["probing", "active"] as const)(
  "an interaction in a channel that its App does not reach is sent nowhere and says so, with an endpoint that is %s",
  async (state) => {
    const endpoint = await (state === "active" ? active() : withEndpoint());
    const { sandbox, requests } = endpoint;
    const { serverId, appId, owner, channelId } = sandbox.defaults;
    const stream = await listen(sandbox);
    const { roleId } = sandbox.portal.createRole({ serverId, name: "inner" });
    const inner = sandbox.portal.createChannel({ serverId, name: "inner", onlyRoleIds: [roleId] });
    const { body } = await call(sandbox, "createMessage", { serverId, channelId, content: "press me" });
    const { publicId } = (body as { readonly message: { readonly publicId: string } }).message;
    const hidden = owner.run("roll", {}, inner);
    sandbox.portal.uninstall({ appId, serverId });
    const pressed = owner.press(publicId, "yes");
    await sandbox.clock.advance(3000);
    for (const { path, why } of [hidden, pressed]) {
      expect([path, why]).toEqual([
        "nowhere",
        "it was sent nowhere: the App does not reach the channel, or is not installed in the server",
      ]);
    }
    expect(requests).toEqual([]);
    expect(stream.types()).not.toContain("interaction_create");
  },
);

test("a deferred interaction that is never answered says that", async () => {
  const endpoint = await withEndpoint();
  const { sandbox } = endpoint;
  const { id } = await roll(endpoint);
  await call(sandbox, "confirmInteraction", { interactionId: id, type: "defer" });
  await sandbox.clock.advance(60_000);
  expect(sandbox.interaction(id).why).toBe("it was deferred, and no answer was sent within 60 s");
});

test("one that was answered has nothing to explain", async () => {
  const endpoint = await active();
  const interaction = await roll(endpoint);
  await endpoint.sandbox.clock.advance(3000);
  expect([interaction.state, interaction.why]).toEqual(["confirmed", undefined]);
});

test("one that was declined sends its reader to the log of the App, which alone may know", async () => {
  const endpoint = await withEndpoint();
  const interaction = await roll(endpoint);
  await call(endpoint.sandbox, "confirmInteraction", { interactionId: interaction.id, type: "decline" });
  expect([interaction.state, interaction.why]).toEqual(["declined", "the App declined it; its log may say why"]);
});
