import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyCommands,
  asServerId,
  type Command,
  type CommandDefinition,
  type CommandPlan,
  type DesiredCommand,
  planCommands,
  type PlanOptions,
  savedCommandId,
} from "svc-apps";
import { netError, ok, refused } from "../support/fake-transport.js";
import { testClient } from "../support/test-client.js";

const server = asServerId("7101000000000000001");
const roll: CommandDefinition = { type: "chat", name: "roll", description: "Roll a die" };
const greet: CommandDefinition = { type: "user", name: "greet", description: "Greet" };
const listed = (command: object, more: object = {}): Command =>
  ({
    publicId: "7106000000000000001",
    requiredPermission: null,
    serverId: null,
    ...command,
    ...more,
  }) as object as Command;
const plan = (desired: readonly DesiredCommand[], commands: readonly Command[], options: PlanOptions = {}) =>
  planCommands(desired, { commands, truncated: false }, options);
const actions = ({ steps }: CommandPlan) => steps.map(({ action }) => action);

test("CMD-09 applying a plan and planning again changes nothing, for any definitions and any state before", () => {
  const definition = fc.record({
    type: fc.constantFrom("chat", "user", "message"),
    name: fc.constantFrom("a", "b", "c"),
    description: fc.string(),
    requiredPermission: fc.constantFrom(null, "x"),
  });
  const scope = fc.constantFrom(undefined, server);
  const entry = fc.record({ definition, scope });
  const entries = fc.uniqueArray(entry, { selector: ({ definition: d, scope: s }) => `${d.type} ${d.name} ${s}` });
  fc.assert(
    fc.property(entries, entries, fc.boolean(), (wanted, present, prune) => {
      const desired = wanted.map(({ definition: command, scope: serverId }) => ({
        command: command as CommandDefinition,
        ...(serverId && { serverId }),
      }));
      let id = 0;
      let state = present.map((one) =>
        listed(one.definition, { publicId: `${(id += 1)}`, serverId: one.scope ?? null }),
      );
      // A list with at least one server in it says scopes; see the test above for one that does not.
      state.push(listed({ type: "chat", name: "z", description: "" }, { publicId: "0", serverId: server }));
      for (const step of plan(desired, state, { prune }).steps) {
        if (step.action === "create")
          state.push(listed(step.definition, { publicId: `${(id += 1)}`, serverId: step.key.serverId ?? null }));
        if (step.action === "delete") state = state.filter(({ publicId }) => publicId !== step.listed.publicId);
        if (step.action === "update") {
          state = state.map((one) => (one.publicId === step.listed.publicId ? { ...one, ...step.definition } : one));
        }
      }
      const again = plan(desired, state, { prune });
      expect(again.hasChanges).toBe(false);
      expect(actions(again).filter((action) => action === "keep")).toHaveLength(desired.length);
    }),
  );
});

describe("applying", () => {
  const three = plan(
    [{ command: roll, serverId: server }, { command: { ...greet, description: "New" } }],
    [listed(greet, { publicId: "2" }), listed({ ...roll, name: "old" }, { publicId: "3", serverId: server })],
    { prune: true, allScopes: true },
  );

  test("CMD-03 CMD-04 CMD-08 sends each change under its wrapper, and the server only where there is one", async () => {
    const { client, requests } = testClient([ok({}), ok({}), { status: 204, body: "" }]);
    const seen: string[] = [];
    const results = await applyCommands(client, three, {
      onStep: ({ step, ok: done }) => seen.push(`${step.action} ${done}`),
    });
    expect(results).toHaveLength(3);
    expect(seen).toEqual(["create true", "update true", "delete true"]);
    expect(requests.map(({ method, url, body }) => [method, new URL(url).pathname, body && JSON.parse(body)])).toEqual([
      ["POST", "/api/apps/me/comandos", { command: roll, serverId: server }],
      ["PATCH", "/api/apps/me/comandos/2", { command: { ...greet, description: "New" } }],
      ["DELETE", "/api/apps/me/comandos/3", undefined],
    ]);
    const global = testClient([ok({})]);
    await applyCommands(global.client, plan([{ command: roll }], []));
    expect(JSON.parse(global.requests[0]?.body ?? "")).toEqual({ command: roll });
  });

  test("CMD-16 one refusal does not keep the rest from being written, but nothing is deleted after it", async () => {
    const { client, requests } = testClient([refused(403, "APP_MISSING_SCOPE"), ok({})]);
    const results = await applyCommands(client, three);
    expect(results.map(({ ok: done }) => done)).toEqual([false, true, false]);
    expect(results[0]).toMatchObject({ error: { code: "APP_MISSING_SCOPE" } });
    expect(requests).toHaveLength(2);
  });

  test("a refused credential ends it at once", async () => {
    const { client, requests } = testClient([refused(401, "MISSING_CREDENTIAL")]);
    await expect(applyCommands(client, three)).rejects.toMatchObject({ code: "MISSING_CREDENTIAL" });
    expect(requests).toHaveLength(1);
  });

  test("CMD-22 a creation whose answer was lost is looked up, not repeated", async () => {
    const one = plan([{ command: roll }], []);
    const done = testClient([netError("ECONNRESET"), ok({ commands: [listed(roll)], truncated: false })]);
    expect(await applyCommands(done.client, one)).toMatchObject([{ ok: true }]);
    expect(done.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
    const lost = testClient([netError("ECONNRESET"), ok({ commands: [], truncated: false })]);
    expect(await applyCommands(lost.client, one)).toMatchObject([
      { ok: false, error: { kind: "no-answer", ambiguous: true } },
    ]);
    const blind = testClient([netError("ECONNRESET"), refused(403, "ODD"), ok({})]);
    expect(
      await applyCommands(blind.client, three),
      "what cannot be looked up keeps nothing from being written, and nothing is deleted after it",
    ).toMatchObject([{ ok: false, error: { kind: "no-answer", ambiguous: true } }, { ok: true }, { ok: false }]);
  });

  test("CMD-26 the id of a created command is found bare and wrapped, or not at all", () => {
    expect(savedCommandId({ publicId: "7" })).toBe("7");
    expect(savedCommandId({ command: { publicId: "7" } })).toBe("7");
    for (const other of [{}, undefined, { publicId: 7 }, { command: null }])
      expect(savedCommandId(other)).toBeUndefined();
  });
});
