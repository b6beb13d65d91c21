import { describe, expect, test } from "vitest";
import {
  applyCommands,
  asCommandId,
  asServerId,
  chatCommand,
  type Command,
  type CommandDefinition,
  createCommand,
  editCommand,
  formatPlan,
  hasMember,
  planCommands,
} from "svc-apps";
import { lost } from "../support/doors.js";
import { ok, refused, type Reply } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";
import { ways } from "../support/ways.js";

const definition = (name: string, more: object = {}): CommandDefinition =>
  ({ type: "user", name, description: "x", ...more }) as CommandDefinition;
const listed = (publicId: string, name: string, more: object = {}): Command =>
  ({ publicId, type: "user", name, description: "x", requiredPermission: null, serverId: null, ...more }) as never;
const list = (...commands: readonly Command[]) => ({ commands, truncated: false });

describe("desconhecida is only read", () => {
  const unknown = definition("greet", { requiredPermission: "desconhecida" });

  test("CMD-09 chatCommand() and planCommands() refuse it", () => {
    const input = { name: "roll", description: "x", requiredPermission: "desconhecida" };
    expect(() => chatCommand(input)).toThrow(/requiredPermission "desconhecida", which is only read/);
    expect(() => planCommands([{ command: unknown }], list())).toThrow(/only read, and never sent/);
  });

  test("CMD-09 createCommand() and editCommand() send nothing, and send it as text of another field", async () => {
    const { client, requests } = testClient([ok({ publicId: "1", type: "user", name: "greet", command: {} })]);
    const error = { name: "ArgumentError", message: expect.stringContaining("requiredPermission must not be") };
    expect(await outcomeOf(createCommand(client, { command: unknown }))).toMatchObject(error);
    const edit = { commandId: asCommandId("1"), command: unknown };
    expect(await outcomeOf(editCommand(client, edit))).toMatchObject(error);
    expect(requests).toEqual([]);
    await createCommand(client, {
      command: definition("greet", { description: '"requiredPermission":"desconhecida"' }),
    });
    expect(requests).toHaveLength(1);
  });
});

test("a listed record with changed fields is sent without the service's own", () => {
  const record = { ...listed("1", "greet", { version: "7" }), description: "new" } as unknown as CommandDefinition;
  const before = list(listed("1", "greet", { version: "7" }));
  const [edit] = planCommands([{ command: record }], before).steps;
  expect(edit).toMatchObject({ action: "update", definition: { name: "greet", description: "new" } });
  const [create] = planCommands([{ command: record }], list()).steps;
  for (const step of [edit, create]) {
    const sent = step && "definition" in step ? Object.keys(step.definition) : undefined;
    expect(sent?.filter((name) => /publicId|version|serverId/.test(name))).toEqual([]);
  }
});

test.each([null, undefined, true, 0])("a list whose truncated is %j deletes nothing", (truncated) => {
  const one = { commands: [listed("1", "old")], truncated: truncated as never };
  expect(planCommands([], one, { scope: null, prune: true }).steps).toMatchObject([{ action: "blocked" }]);
  expect(hasMember({ members: [], roles: [], truncated: truncated as never }, () => true)).toBe("unknown");
});

describe("carrying out", () => {
  const run = async (replies: readonly Reply[], names: readonly string[], before: readonly Command[]) => {
    const { client, clock, requests } = testClient(replies, { retry: { retries: 0 } });
    const commands = names.map((name) => ({ command: definition(name) }));
    const results = applyCommands(client, planCommands(commands, list(...before), { scope: null, prune: true }));
    await clock.advance(60_000);
    return { results: await results, methods: requests.map(({ method }) => method) };
  };

  test("nothing is deleted after a write that failed", async () => {
    const { results, methods } = await run([refused(400, "INVALID_INPUT"), ok(list())], ["new"], [listed("1", "old")]);
    expect(results.map(({ ok: isOk }) => isOk)).toEqual([false, false]);
    expect(results[1]).toMatchObject({ error: { message: expect.stringContaining("not sent") } });
    expect(methods).not.toContain("DELETE");
  });

  test("a delete that is answered 404 is done, another refusal is not", async () => {
    expect((await run([refused(404, "NOT_FOUND")], [], [listed("1", "old")])).results).toMatchObject([{ ok: true }]);
    expect((await run([{ status: 404, body: "" }], [], [listed("1", "old")])).results).toMatchObject([{ ok: true }]);
    expect((await run([refused(403, "NO")], [], [listed("1", "old")])).results).toMatchObject([{ ok: false }]);
  });

  test("a delete whose answer was lost is done if the list lacks it", async () => {
    expect((await run([lost, ok(list())], [], [listed("1", "old")])).results).toMatchObject([{ ok: true }]);
    const still = await run([lost, ok(list(listed("1", "old")))], [], [listed("1", "old")]);
    expect(still.results).toMatchObject([{ ok: false }]);
    const cut = await run([lost, ok({ commands: [], truncated: null })], [], [listed("1", "old")]);
    expect(cut.results).toMatchObject([{ ok: false }]);
  });

  test("what another process created at the same time is no failure", async () => {
    const created = list(listed("1", "a"));
    expect((await run([refused(409, "NAME_TAKEN"), ok(created)], ["a"], [])).results).toMatchObject([{ ok: true }]);
    const other = list(listed("1", "a", { description: "other" }));
    expect((await run([refused(409, "NAME_TAKEN"), ok(other)], ["a"], [])).results).toMatchObject([{ ok: false }]);
  });
});

test("a registration that is skipped for an equal command of unknown scope says so", () => {
  const before = { commands: [listed("1", "greet", { serverId: undefined })], truncated: false };
  const plan = planCommands([{ command: definition("greet") }], before, { scope: asServerId("7101000000000000001") });
  expect(plan.steps).toMatchObject([{ action: "keep", note: expect.stringContaining("does not say in which scope") }]);
  expect(formatPlan(plan)).toContain("an equal command is registered");
  const global = planCommands([{ command: definition("greet") }], before, { scope: null });
  expect(formatPlan(global)).not.toContain("an equal command");
});

test.each(Object.entries(ways))("a code of a megabyte is cut in %s", async (name, make) => {
  const code = "X".repeat(1_000_000);
  const { read } = make([{ status: 403, body: JSON.stringify({ code }) }]);
  const error = await outcomeOf(read());
  const isRaw = name === "createRawClient";
  expect(isRaw || (error as { code: string }).code.length).toBe(isRaw || 256);
});
