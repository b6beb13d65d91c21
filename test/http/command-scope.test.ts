import { expect, test } from "vitest";
import { asServerId, type Command, type DesiredCommand, planCommands, type PlanOptions } from "svc-apps";

const server = asServerId("7101000000000000001");
const roll = { type: "chat", name: "roll", description: "Roll a die" } as const;
const greet = { type: "user", name: "greet", description: "Greet" } as const;
const listed = (command: object, more: object = {}) =>
  ({ publicId: "7106000000000000001", serverId: null, ...command, ...more }) as object as Command;
const plan = (desired: readonly DesiredCommand[], commands: readonly Command[], options: PlanOptions = {}) =>
  planCommands(desired, { commands, truncated: false }, options);

test.each<[object, string]>([
  [{ prun: true }, 'planCommands() has no option "prun". Did you mean "prune"?'],
  [{ server: "7101000000000000001", prune: true }, 'planCommands() has no option "server"; there are scope, prune'],
  [{ scope: undefined, prune: true }, "scope must be the id of a server, or null for global, got undefined"],
  [{ scope: "" }, "scope must be the id of a server, or null for global, got string"],
  [{ scope: 7 }, "scope must be the id of a server, or null for global, got 7"],
  [{ prune: "yes" }, "prune must be true or false, got string"],
  [{ allScopes: 1 }, "allScopes must be true or false, got 1"],
])("CMD-06 a plan with the options %j is refused: a scope that nothing names is not every scope", (options, why) => {
  const refused = () => plan([{ command: roll }], [listed(greet)], options as PlanOptions);
  expect(refused).toThrow(expect.objectContaining({ name: "ArgumentError", message: expect.stringContaining(why) }));
});

test.each(["", 7, {}])(
  "CMD-06 a definition for the server %j is refused, and not planned as a global one",
  (serverId) => {
    const refused = () => plan([{ command: roll, serverId: serverId as never }], []);
    expect(refused).toThrow(/serverId must be the id of a server, or null for global/);
  },
);

test.each(["", 7, {}, true])(
  "CMD-06 a listed command whose server reads %j is of no known scope, and stays",
  (serverId) => {
    const commands = [
      listed(roll, { serverId, description: "old" }),
      listed(greet, { publicId: "2", serverId: server }),
    ];
    for (const scope of [null, server]) {
      const { steps } = plan([{ command: roll }], commands, { scope, prune: true });
      const hit = steps.filter((step) => "listed" in step && step.listed === commands[0]);
      expect(hit.map(({ action }) => action).filter((action) => action !== "leave")).toEqual([]);
      expect(steps.find(({ key }) => key.name === "roll")?.action).toBe("blocked");
    }
  },
);

test.each([null, 7, []])("GEN-10 a list that holds %j in the place of a command is no list to plan by", (odd) => {
  expect(() => plan([], [listed(roll), odd as never])).toThrow(
    expect.objectContaining({
      kind: "protocol",
      operation: "listCommands",
      message: "listCommands: a command is not an object",
    }),
  );
});
