import { describe, expect, test } from "vitest";
import { asServerId, type Command, type CommandDefinition, type DesiredCommand, planCommands } from "svc-apps";
import { changedFields, scopesOf } from "../../runtime/http/conveniences/commands/compare.js";

const server = asServerId("7101000000000000001");
const roll: CommandDefinition = { type: "chat", name: "roll", description: "Roll a die" };
const greet: CommandDefinition = { type: "user", name: "greet", description: "Greet" };

/** As a list has it; as a definition, with whatever a caller from plain JavaScript leaves out or adds. */
const listed = (command: object, publicId = "1", more: object = { serverId: null }): Command =>
  ({ publicId, requiredPermission: null, ...command, ...more }) as object as Command;
const unscoped = (command: object, publicId = "1"): Command => listed(command, publicId, {});
const defined = (command: object): CommandDefinition => command as CommandDefinition;

describe("CMD-08 CMD-09 what differs between a definition and what is listed", () => {
  const option = (more: object) => ({ type: "string", name: "o", description: "O", ...more });
  const withOptions = (...options: readonly object[]) => ({ ...roll, options });
  const two = withOptions(option({}), option({ name: "p" }));

  test.each<readonly [what: string, definition: object, command: object, want: readonly string[]]>([
    ["nothing, where neither has a description", { type: "user", name: "a" }, { type: "user", name: "a" }, []],
    ["nothing, where neither has options", roll, roll, []],
    ["nothing, where only a chat command can have options", { ...greet, options: [option({})] }, greet, []],
    [
      "nothing, where both require the same",
      { ...roll, requiredPermission: "x" },
      { ...roll, requiredPermission: "x" },
      [],
    ],
    [
      "what is required",
      { ...roll, requiredPermission: "x" },
      { ...roll, requiredPermission: "y" },
      ["requiredPermission"],
    ],
    ["an option too many", withOptions(option({})), two, ["options"]],
    ["an option too few", two, withOptions(option({})), ["options"]],
    ["the second option", two, withOptions(option({}), option({ name: "q" })), ["options"]],
  ])("%s", (_, definition, command, want) => {
    expect(changedFields(defined(definition), listed(command), true)).toEqual(want);
  });

  test.each<readonly [what: string, one: unknown, other: unknown, same: boolean]>([
    ["lists of the same items", [1, 2], [1, 2], true],
    ["empty lists", [], [], true],
    ["lists of which one goes on", [1], [1, 2], false],
    ["lists of which one ends early", [1, 2], [1], false],
    ["lists that differ in one item", [1, 2], [1, 3], false],
    ["an empty list and an empty text", [], "", false],
    ["an empty text and an empty list", "", [], false],
    ["objects, whatever the order of their keys", { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ["empty objects", {}, {}, true],
    ["objects of which one has a key more", { a: 1 }, { a: 1, b: 2 }, false],
    ["objects of which one has a key less", { a: 1, b: 2 }, { a: 1 }, false],
    ["objects with other keys", { a: 1 }, { b: 1 }, false],
    ["objects that differ in one value", { a: 1, b: 2 }, { a: 1, b: 3 }, false],
    ["an empty object and a number", {}, 5, false],
    ["a number and an empty object", 5, {}, false],
  ])("a field of an option, of any shape: %s", (_, one, other, same) => {
    const changed = changedFields(
      defined(withOptions(option({ x: one }))),
      listed(withOptions(option({ x: other }))),
      true,
    );
    expect(changed).toEqual(same ? [] : ["options"]);
  });
});

test("CMD-06 a record without a server is of no known scope where some name a server and some say null", () => {
  const records = [listed(roll, "1", { serverId: server }), listed(roll, "2"), unscoped(roll, "3")];
  expect([...scopesOf(records).values()]).toEqual([server, null, undefined]);
});

describe("what a plan comes to", () => {
  const plan = (desired: readonly DesiredCommand[], commands: readonly Command[], options = {}, truncated = false) =>
    planCommands(desired, { commands, truncated }, options);
  const old = { ...roll, description: "Old" };

  test("it has changes where one of its steps creates, updates or deletes", () => {
    const kept = [{ command: greet }];
    const changes = [
      plan([...kept, { command: roll }], [listed(greet)]),
      plan([...kept, { command: roll }], [listed(greet), listed(old, "2")]),
      plan(kept, [listed(greet), listed(roll, "2")], { prune: true }),
    ];
    expect(changes.map(({ hasChanges, isBlocked }) => [hasChanges, isBlocked])).toEqual(
      changes.map(() => [true, false]),
    );
    expect(changes.map(({ steps }) => steps[1]?.action)).toEqual(["create", "update", "delete"]);
  });

  test("a definition may name the very scope of the plan", () => {
    const { steps } = plan([{ command: roll, serverId: server }], [], { scope: server });
    expect(steps).toMatchObject([{ action: "create", key: { serverId: server } }]);
  });

  test("without prune, what the list says no scope of is left", () => {
    const command = unscoped(greet);
    const key = { serverId: undefined, type: "user", name: "greet" };
    expect(plan([], [command]).steps).toEqual([{ key, action: "leave", listed: command }]);
  });

  test("commands and definitions that share only a name, or only a type, are others", () => {
    const namesake = unscoped({ ...greet, name: "roll" });
    expect(plan([{ command: roll }], [namesake]).steps.map(({ action }) => action)).toEqual(["create", "leave"]);
    const desired = [
      { command: roll },
      { command: { ...greet, name: "roll" } },
      { command: { ...roll, name: "other" } },
    ];
    expect(plan(desired, [unscoped(roll)]).steps[0]?.action).toBe("keep");
  });

  test("what is blocked says why, which commands it is about, and what to do", () => {
    const problems = ({ steps }: ReturnType<typeof plan>) =>
      steps.flatMap((step) => (step.action === "blocked" ? [step.problem] : []));
    const way =
      "if the App has commands in no other scope, say so (onlyScope, --only-scope); otherwise edit or delete by id";
    const desired = [{ command: roll }];
    expect(problems(plan(desired, [listed(roll, "1"), listed(roll, "2")]))).toEqual([
      "registered 2 times (1, 2); delete all but one",
    ]);
    expect(problems(plan(desired, [unscoped(old, "1"), unscoped(old, "2")]))).toEqual([
      `a command of this name is registered (1, 2), but the list does not say in which scope; ${way}`,
    ]);
    expect(problems(plan(desired, [], {}, true))).toEqual([
      "the list was cut off, so it may exist already; force to create it",
    ]);
    expect(problems(plan(desired, [listed({ ...old, requiredPermission: "desconhecida" })]))).toEqual([
      "no one may trigger it, because the service does not know what it requires, and an edit would lift that; " +
        "state requiredPermission (a name, or null) in its definition",
    ]);
    expect(problems(plan([], [unscoped(roll)], { prune: true }))).toEqual([
      `the list does not say in which scope it is, so it is not deleted; ${way}`,
    ]);
    expect(problems(plan([], [listed(roll)], { prune: true }, true))).toEqual([
      "the list was cut off, so nothing is deleted; force to do it",
    ]);
  });
});
