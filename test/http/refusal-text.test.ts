import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { asInteractionId, confirmInteraction, getMe } from "svc-apps";
import { refused } from "../support/fake-transport.js";
import { CANARY, canaryToken, outcomeOf, testClient } from "../support/test-client.js";

/** The text of a refusal that says `message`, once for each place where it may stand. */
async function textsFor(message: unknown): Promise<readonly string[]> {
  const shapes = [{ code: "INVALID_INPUT", message }, { error: { code: "INVALID_INPUT", message } }];
  const errors = shapes.map(async (shape) => {
    const { client } = testClient([{ status: 400, body: JSON.stringify(shape) }]);
    return inspect(await outcomeOf(getMe(client, {})));
  });
  return Promise.all(errors);
}

describe("a refusal quotes the sentence that the service has for people", () => {
  test("beside the code and before the advice, on one line whatever it holds", async () => {
    const { client } = testClient([refused(404, "NO_SUCH", {}, { message: "Não há\n\u001b[31mtal\u2028servidor." })]);
    expect(await outcomeOf(getMe(client, {}))).toMatchObject({
      code: "NO_SUCH",
      message:
        "getMe: refused: NO_SUCH (404): Não há [31mtal servidor; what was asked for is not there: check baseUrl and the ids",
    });
  });

  test.each([[undefined], [""], [" \n"], [7], [null], [{ a: 1 }]])(
    "but only a text that says something: %j",
    async (message) => {
      for (const text of await textsFor(message)) expect(text).toMatch(/getMe: refused: INVALID_INPUT \(400\)\n/);
    },
  );

  test("with its full stop where nothing follows", async () => {
    const { client } = testClient([refused(400, "NO_SUCH", {}, { message: "Não há." })]);
    expect(await outcomeOf(getMe(client, {}))).toMatchObject({ message: "getMe: refused: NO_SUCH (400): Não há." });
  });

  test("cut off above 200 characters, and not in the middle of one", async () => {
    const [least] = await textsFor("x".repeat(200));
    expect(least).toContain(`: ${"x".repeat(200)}\n`);
    for (const text of await textsFor("x".repeat(201))) expect(text).toContain(`: ${"x".repeat(200)}…\n`);
    for (const text of await textsFor(`${"x".repeat(199)}🎲🎲`)) expect(text).toContain(`: ${"x".repeat(199)}…\n`);
  });

  test("AUTH-03 ERR-12 without a credential, whoever's it is, and without the id of an interaction", async () => {
    const interactionId = asInteractionId("0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11");
    const message = `${canaryToken} and svc_app.72.another-one may not answer ${interactionId.toUpperCase()}`;
    const { client } = testClient([refused(400, "INVALID_INPUT", {}, { message })]);
    const error = await outcomeOf(confirmInteraction(client, { interactionId, type: "defer" }));
    const shown = inspect(error);
    for (const secret of [CANARY, "another-one", interactionId.slice(9), interactionId.slice(9).toUpperCase()]) {
      expect(shown).not.toContain(secret);
    }
    expect(shown).toContain("may not answer ***");
  });
});
