import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asServerId,
  type Command,
  type CommandDefinition,
  type CommandPlan,
  type DesiredCommand,
  formatPlan,
  planCommands,
  type PlanOptions,
  readPermission,
} from "svc-apps";

const server = asServerId("7101000000000000001");
const roll: CommandDefinition = {
  type: "chat",
  name: "roll",
  description: "Roll a die",
  options: [{ type: "integer", name: "sides", description: "How many", required: true, minValue: 2 }],
};
const greet: CommandDefinition = { type: "user", name: "greet", description: "Greet" };
const listed = (command: object, more: object = {}): Command =>
  ({
    publicId: "7106000000000000001",
    requiredPermission: null,
    serverId: null,
    ...command,
    ...more,
  }) as object as Command;

/** As a list has it that does not say scopes. */
const unscoped = (command: object, more: object = {}): Command => listed(command, { ...more, serverId: undefined });

const plan = (
  desired: readonly DesiredCommand[],
  commands: readonly Command[],
  options: PlanOptions = {},
  truncated = false,
) => planCommands(desired, { commands, truncated }, options);
const actions = ({ steps }: CommandPlan) => steps.map(({ action }) => action);

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

  test("a definition that asks for nothing differs from a command that no one may trigger", () => {
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
    expect(formatPlan(made)).toContain("no one may trigger it");
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

test("CMD-23 a command registered twice is reported, never deleted; two definitions of one are a mistake here", () => {
  const made = plan([{ command: roll }], [listed(roll), listed(roll, { publicId: "7106000000000000002" })], {
    prune: true,
  });
  expect(made.steps).toMatchObject([{ action: "blocked", problem: expect.stringContaining("registered 2 times") }]);
  expect(() => plan([{ command: roll }, { command: roll }], [])).toThrow(
    "two definitions of the command chat /roll (global)",
  );
});

test("a plan reads like one of an infrastructure tool", () => {
  const made = plan(
    [{ command: roll }, { command: { ...greet, description: "Greet well" } }],
    [listed(greet), listed({ ...roll, name: "old" }, { serverId: server })],
    { prune: true, allScopes: true },
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

const other = asServerId("7101000000000000002");
const elsewhere = [
  listed(roll, { publicId: "1", description: "Global" }),
  listed(greet, { publicId: "2" }),
  listed(roll, { publicId: "3", serverId: other, description: "Of another server" }),
];

describe("CMD-06 a plan has one scope and touches nothing outside it", () => {
  test("the command of that name in another scope is neither edited nor deleted, pruned or not", () => {
    for (const prune of [false, true]) {
      const made = plan([{ command: roll }], elsewhere, { scope: server, prune });
      expect(made.steps).toMatchObject([
        { action: "create", key: { serverId: server, name: "roll" } },
        { action: "leave", key: { serverId: null, name: "roll" } },
        { action: "leave", key: { serverId: null, name: "greet" } },
        { action: "leave", key: { serverId: other, name: "roll" } },
      ]);
    }
  });

  test("null is a scope like any other: pruning the global commands leaves those of servers alone", () => {
    for (const options of [{ prune: true }, { prune: true, scope: null }]) {
      const made = plan([{ command: roll }], elsewhere, options);
      expect(made.steps).toMatchObject([
        { action: "update", key: { serverId: null }, listed: { publicId: "1" } },
        { action: "delete", key: { serverId: null, name: "greet" } },
        { action: "leave", key: { serverId: other } },
      ]);
    }
  });

  test("where records without a server stand beside some with one, they are global", () => {
    const list = [unscoped(roll, { publicId: "1" }), listed(roll, { publicId: "3", serverId: other })];
    expect(actions(plan([{ command: roll }], list, { scope: server }))).toEqual(["create", "leave", "leave"]);
    expect(actions(plan([], list, { prune: true }))).toEqual(["delete", "leave"]);
  });

  test("deleting in every scope has to be asked for by name", () => {
    const made = plan([{ command: roll }], elsewhere, { scope: server, prune: true, allScopes: true });
    expect(actions(made)).toEqual(["create", "delete", "delete", "delete"]);
    const without = plan([{ command: roll }], elsewhere, { scope: server, allScopes: true });
    expect(actions(without), "and nothing is deleted without prune").toEqual(["create", "leave", "leave", "leave"]);
  });

  test("definitions of several scopes are each looked for in their own, and then nothing is pruned", () => {
    const made = plan([{ command: roll }, { command: greet, serverId: server }], elsewhere, { prune: true });
    expect(actions(made)).toEqual(["update", "create", "leave", "leave"]);
  });

  test("a definition outside the named scope is an argument error", () => {
    expect(() => plan([{ command: roll, serverId: other }], [], { scope: server })).toThrow(
      `chat /roll (server ${other}) is outside the scope of the plan, server ${server}`,
    );
    expect(() => plan([{ command: roll, serverId: null }], [], { scope: server })).toThrow("(global) is outside");
    expect(() => plan([{ command: roll }, { command: greet, serverId: server }], [], { onlyScope: true })).toThrow(
      "onlyScope: the definitions are of several scopes",
    );
  });

  test("nothing outside the scope is written, for any definitions, any state and any list", () => {
    const scope = fc.constantFrom(null, server, other);
    const name = fc.constantFrom("a", "b");
    const says = fc.constantFrom("all", "servers", "nothing");
    const present = fc.array(fc.record({ name, scope, description: fc.constantFrom("x", "y") }), { maxLength: 6 });
    fc.assert(
      fc.property(present, fc.uniqueArray(name), scope, says, fc.boolean(), (state, wanted, mine, form, prune) => {
        const real = new Map(state.map((one, at) => [String(at), one.scope]));
        const commands = state.map((one, at) => {
          const record = { type: "chat", name: one.name, description: one.description };
          const isSaid = form === "all" || (form === "servers" && one.scope !== null);
          return isSaid
            ? listed(record, { publicId: String(at), serverId: one.scope })
            : unscoped(record, { publicId: String(at) });
        });
        // A list that names servers but none of this App's says as little as one that names none.
        const desired = wanted.map((of) => ({ command: { type: "chat", name: of, description: "x" } as const }));
        for (const step of plan(desired, commands, { scope: mine, prune }).steps) {
          if (step.action === "update" || step.action === "delete") expect(real.get(step.listed.publicId)).toBe(mine);
          if (step.action === "create") expect(step.key.serverId).toBe(mine);
        }
      }),
    );
  });
});

describe("CMD-06 where the list does not say scopes, what could hit another scope is blocked, with the way out", () => {
  const changed = { command: { ...roll, description: "New" } };
  test.each([null, server])("in the scope %j", (scope) => {
    const made = plan(
      [changed, { command: greet }],
      [unscoped(roll), unscoped(greet), unscoped({ ...greet, name: "old" })],
      {
        scope,
        prune: true,
      },
    );
    expect(actions(made), "what is equal is kept: that touches nothing").toEqual(["blocked", "keep", "blocked"]);
    expect(made).toMatchObject({ hasChanges: false, isBlocked: true });
    for (const step of made.steps) {
      if (step.action === "blocked")
        expect(step.problem).toMatch(/does not say in which scope.*onlyScope, --only-scope/);
    }
    expect(formatPlan(made)).toContain("- user old (scope not listed)".replace("-", "!"));
  });

  test("onlyScope says that there is no other, and lets it be done", () => {
    const list = [unscoped(roll), unscoped({ ...greet, name: "old" })];
    const made = plan([changed], list, { scope: server, prune: true, onlyScope: true });
    expect(made.steps).toMatchObject([
      { action: "update", key: { serverId: server } },
      { action: "delete", key: { serverId: server } },
    ]);
    expect(actions(plan([changed], list, { onlyScope: true }))).toEqual(["update", "leave"]);
  });

  test("one command cannot be the one of two definitions", () => {
    const both = [{ command: roll, serverId: server }, { command: roll }];
    expect(actions(plan(both, [unscoped(roll)]))).toEqual(["blocked", "blocked"]);
    expect(actions(plan(both, [unscoped(roll), unscoped(roll, { publicId: "2" })]))).toEqual(["keep", "keep"]);
  });
});
