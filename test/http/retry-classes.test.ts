import { expect, test } from "vitest";
import { asCommandId, editCommand, openMailbox } from "svc-apps";
import { operations } from "svc-apps/rest";
import { netError } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";

test("RATE-08 every operation states how far it may be repeated, and only sends with a key use it", () => {
  const classes = Object.fromEntries(Object.values(operations).map(({ id, retry }) => [id, retry]));
  expect(classes).toMatchObject({
    createMessage: "with-client-ref",
    toggleReaction: "never",
    createCommand: "never",
    openMailbox: "never",
    openStream: "never",
    editCommand: "after-reread",
    followUpInteraction: "never",
    assignMemberRole: "after-reread",
    removeMemberRole: "after-reread",
    assignAppRole: "after-reread",
    removeAppRole: "after-reread",
    createChannel: "after-reread",
    editChannel: "after-reread",
    deleteChannel: "after-reread",
    createRole: "after-reread",
    editRole: "after-reread",
    deleteRole: "after-reread",
    deleteMessage: "safe",
    getMe: "safe",
  });
  for (const { retry, idempotencyKey } of Object.values(operations)) {
    expect(["safe", "with-client-ref", "after-reread", "never"]).toContain(retry);
    expect(idempotencyKey !== undefined).toBe(retry === "with-client-ref");
  }
});

test("RATE-08 what takes a connection or raises a version is not repeated after an unknown outcome", async () => {
  const command = { type: "user", name: "greet", description: "Greet" } as const;
  for (const reply of [netError("ECONNRESET"), { status: 502, body: "" }]) {
    const { client, requests } = testClient([reply]);
    const outcomes = [
      outcomeOf(openMailbox(client, { intents: ["messages"] })),
      outcomeOf(editCommand(client, { commandId: asCommandId("7106000000000000001"), command })),
    ];
    for (const outcome of outcomes) expect(await outcome).toMatchObject({ attempts: 1, ambiguous: true });
    expect(requests).toHaveLength(2);
  }
});
