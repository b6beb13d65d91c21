import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyCommands,
  asServerId,
  type Command,
  type CommandDefinition,
  type CommandPlan,
  type DesiredCommand,
  formatPlan,
  planCommands,
  type PlanOptions,
  readPermission,
  savedCommandId,
} from "svc-apps";
import { netError, ok, refused } from "../support/fake-transport.js";
import { testClient } from "../support/test-client.js";

const server = asServerId("7101000000000000001");
const roll: CommandDefinition = {
  type: "chat",
  name: "roll",
  description: "Roll a die",
  options: [{ type: "integer", name: "sides", description: "How many", required: true, minValue: 2 }],
};
const greet: CommandDefinition = { type: "user", name: "greet", description: "Greet" };
const listed = (command: object, more: object = {}): Command =>
  ({ publicId: "7106000000000000001", requiredPermission: null, ...command, ...more }) as Command;

const plan = (
  desired: readonly DesiredCommand[],
  commands: readonly Command[],
  options: PlanOptions = {},
  truncated = false,
) => planCommands(desired, { commands, truncated }, options);
const actions = ({ steps }: CommandPlan) => steps.map(({ action }) => action);

test("CMD-04 CMD-06 what is missing is created, in its scope; the same name in two scopes is two commands", () => {
  const made = plan([{ command: roll }, { command: roll, serverId: server }], [listed(roll, { serverId: server })]);
  expect(made.steps).toMatchObject([
    { action: "create", key: { serverId: undefined, name: "roll" }, definition: roll },
    { action: "keep", key: { serverId: server } },
  ]);
});

test("CMD-09 VER-07 what is equal is left alone, however the service writes defaults and extra fields", () => {
  const echoed = listed(
    {
      name: "roll",
      version: 7,
      options: [
        {
          maxValue: null,
          autocomplete: false,
          minValue: 2,
          required: true,
          description: "How many",
          name: "sides",
          type: "integer",
          extra: 1,
        },
      ],
      description: "Roll a die",
      type: "chat",
    },
    { requiredPermission: null },
  );
  const made = plan([{ command: roll }], [echoed]);
  expect(actions(made)).toEqual(["keep"]);
  expect(made.hasChanges).toBe(false);
});

test.each([
  [{ description: "Other" }, ["description"]],
  [{ options: [] }, ["options"]],
  [{ options: undefined, description: undefined }, ["description", "options"]],
  [{ options: [{ ...roll.options?.[0], minValue: 3 }] }, ["options"]],
  [{ options: [{ ...roll.options?.[0], required: false }] }, ["options"]],
])("CMD-08 %j is changed by sending the whole definition", (difference, changed) => {
  const made = plan([{ command: roll }], [listed(roll, difference)]);
  expect(made.steps).toMatchObject([{ action: "update", changed, definition: roll }]);
});

describe("CMD-12 CMD-13 CMD-14 the requirement of a command has three readings, and desconhecida is none of the others", () => {
  test("read apart", () => {
    expect(readPermission({ requiredPermission: null })).toEqual({ kind: "none" });
    expect(readPermission({ requiredPermission: "gerenciar_canais" })).toEqual({
      kind: "permission",
      name: "gerenciar_canais",
    });
    expect(readPermission({ requiredPermission: "desconhecida" })).toEqual({ kind: "unknown" });
    expect(readPermission({})).toEqual({ kind: "not-stated" });
  });

  test("a definition that asks for nothing differs from a command that nobody may trigger", () => {
    const made = plan(
      [{ command: { ...roll, requiredPermission: null } }],
      [listed(roll, { requiredPermission: "desconhecida" })],
    );
    expect(made.steps).toMatchObject([
      { action: "update", changed: ["requiredPermission"], definition: { requiredPermission: null } },
    ]);
  });

  test("an edit that would open such a command by the way is blocked", () => {
    const locked = listed(roll, { requiredPermission: "desconhecida", description: "Old" });
    const made = plan([{ command: roll }], [locked]);
    expect(made.isBlocked).toBe(true);
    expect(formatPlan(made)).toContain("nobody may trigger it");
    expect(actions(plan([{ command: roll }], [listed(roll, { requiredPermission: "desconhecida" })]))).toEqual([
      "keep",
    ]);
  });

  test("desconhecida is never sent, and a requirement that is not managed is kept", () => {
    const kept = plan(
      [{ command: roll }],
      [listed(roll, { requiredPermission: "gerenciar_canais", description: "Old" })],
    );
    expect(kept.steps).toMatchObject([{ definition: { requiredPermission: "gerenciar_canais" } }]);
    const omitted = plan(
      [{ command: { ...roll, requiredPermission: "x" } }],
      [listed(roll, { requiredPermission: "desconhecida", description: "Old" })],
      { commandPermission: "omitted" },
    );
    expect(
      JSON.stringify(omitted.steps[0] && "definition" in omitted.steps[0] && omitted.steps[0].definition),
    ).not.toContain("requiredPermission");
  });
});

describe("CMD-07 a list that was cut off", () => {
  test("proves neither that something is missing nor that it may be deleted", () => {
    const made = plan(
      [{ command: roll }, { command: greet }],
      [listed(greet), listed({ ...roll, name: "old" })],
      { prune: true },
      true,
    );
    expect(actions(made)).toEqual(["blocked", "keep", "blocked"]);
    expect(made).toMatchObject({ isBlocked: true, hasChanges: false, truncated: true });
  });

  test("still lets what it names be edited, and can be taken for the whole", () => {
    const old = [listed(roll, { description: "Old" }), listed({ ...greet, name: "old" })];
    expect(actions(plan([{ command: roll }], old, {}, true))).toEqual(["update", "leave"]);
    expect(actions(plan([{ command: roll }, { command: greet }], old, { prune: true, force: true }, true))).toEqual([
      "update",
      "create",
      "delete",
    ]);
  });
});

test("deleting what is not defined has to be asked for", () => {
  expect(actions(plan([], [listed(roll)]))).toEqual(["leave"]);
  expect(actions(plan([], [listed(roll)], { prune: true }))).toEqual(["delete"]);
});

test("CMD-23 a command registered twice is reported, never deleted; two definitions of one are a mistake here", () => {
  const made = plan([{ command: roll }], [listed(roll), listed(roll, { publicId: "7106000000000000002" })], {
    prune: true,
  });
  expect(made.steps).toMatchObject([{ action: "blocked", problem: expect.stringContaining("registered 2 times") }]);
  expect(() => plan([{ command: roll }, { command: roll }], [])).toThrow(
    "two definitions of the command chat /roll (global)",
  );
});

test("CMD-06 a list that names no servers is matched by type and name where that is clear", () => {
  expect(actions(plan([{ command: roll, serverId: server }], [listed(roll)]))).toEqual(["keep"]);
  expect(
    actions(plan([{ command: roll, serverId: server }, { command: greet }], [listed(roll), listed(greet)])),
  ).toEqual(["keep", "keep"]);
  expect(actions(plan([{ command: roll, serverId: server }, { command: roll }], [listed(roll)]))).toEqual([
    "create",
    "keep",
  ]);
});

test("a plan reads like one of an infrastructure tool", () => {
  const made = plan(
    [{ command: roll }, { command: { ...greet, description: "Greet well" } }],
    [listed(greet), listed({ ...roll, name: "old" }, { serverId: server })],
    { prune: true },
  );
  expect(formatPlan(made)).toBe(
    [
      "  + chat /roll (global)",
      "  ~ user greet (global)  changes description",
      "  - chat /old (server 7101000000000000001)",
      "Plan: 1 to create, 1 to change, 1 to delete, 0 unchanged.",
    ].join("\n"),
  );
});

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
    { prune: true },
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

  test("CMD-16 one refusal does not keep the rest from being done", async () => {
    const { client, requests } = testClient([refused(403, "APP_MISSING_SCOPE"), ok({}), { status: 204, body: "" }]);
    const results = await applyCommands(client, three);
    expect(results.map(({ ok: done }) => done)).toEqual([false, true, true]);
    expect(results[0]).toMatchObject({ error: { code: "APP_MISSING_SCOPE" } });
    expect(requests).toHaveLength(3);
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
    const blind = testClient([netError("ECONNRESET"), refused(403, "ODD"), ok({}), { status: 204, body: "" }]);
    expect(
      await applyCommands(blind.client, three),
      "what cannot be looked up keeps nothing from being done",
    ).toMatchObject([{ ok: false, error: { kind: "no-answer", ambiguous: true } }, { ok: true }, { ok: true }]);
  });

  test("CMD-26 the id of a created command is found bare and wrapped, or not at all", () => {
    expect(savedCommandId({ publicId: "7" })).toBe("7");
    expect(savedCommandId({ command: { publicId: "7" } })).toBe("7");
    for (const other of [{}, undefined, { publicId: 7 }, { command: null }])
      expect(savedCommandId(other)).toBeUndefined();
  });
});
