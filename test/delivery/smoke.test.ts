import { createDeliveryHandler, createSigningPair, fixedKeys, signDelivery } from "svc-apps/delivery";
import { expect, test } from "vitest";

test("a signed delivery reaches the handler and its answer goes out", async () => {
  const key = await createSigningPair("ed25519-a");
  const events: unknown[] = [];
  const handler = createDeliveryHandler({
    apps: "123",
    keys: fixedKeys([key.published]),
    handle: ({ interaction }) => ({ type: "reply", content: interaction.type }),
    onEvent: (event) => events.push(event),
  });
  const interaction = { id: "0", type: "command", expiresInMs: 2900 };
  const signed = await signDelivery({ keys: key, appId: "123", body: { type: "interaction", interaction } });
  const answer = await handler.deliver(signed);
  expect(answer).toMatchObject({ status: 200, body: '{"type":"reply","content":"command"}' });
  expect((await handler.deliver(signed)).status).toBe(204);
  const response = await handler(new Request("https://x/", { ...signed, duplex: "half" } as RequestInit));
  expect(response.status).toBe(204);
  const probe = await signDelivery({ keys: key, appId: "123", body: { type: "probe", challenge: "x" } });
  expect((await handler.deliver(probe)).body).toBe('{"challenge":"x"}');
});
