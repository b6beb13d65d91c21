import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import * as routes from "../../generated/routes.js";
import { operations } from "svc-apps/rest";
import * as validators from "svc-apps/validators";

/** Calls a route function and gives back what it handed to its caller. */
function handed(call: (caller: never) => unknown): { operation: unknown; params: object } {
  const seen: { operation: unknown; params: object }[] = [];
  const caller = {
    call: (operation: unknown, params: object) => {
      seen.push({ operation, params });
      return Promise.resolve(undefined);
    },
  };
  // The stand-in has all that route functions use of a caller.
  void call(caller as never);
  const [first] = seen;
  if (first === undefined) throw new Error("nothing was called");
  return first;
}

describe("route functions", () => {
  test("CMD-03 CMD-04 hand parameters on untouched: the definition under its own key, a global command without a server", () => {
    const command = { type: "user", name: "look", description: "" } as const;
    const { operation, params } = handed((caller) => routes.createCommand(caller, { command }));
    expect(operation).toBe(routes.createCommandOperation);
    expect(params).toEqual({ command });
    expect(params).not.toHaveProperty("serverId");
  });

  test("AUTH-24 ADM-26 REST-12 exist for no gesture of a portal, no route that refuses a credential, and no paginator", () => {
    const functions = Object.keys(routes).filter((name) => !name.endsWith("Operation"));
    expect(
      functions.filter((name) =>
        /install|credential|token|secret|rotat|revok|endpoint|visib|categor|upload|ban|kick|order|paginate|all/i.test(
          name,
        ),
      ),
    ).toEqual([]);
    expect(functions).toHaveLength(Object.keys(operations).length);
  });

  test("GEN-16 GEN-12 no path or parameter carries a version or a shard, and every path speaks the wire's words", () => {
    const paths = Object.values(operations).map(({ path }) => path);
    expect(paths.filter((path) => /\/v\d|version|shard/i.test(path))).toEqual([]);
    expect(paths.filter((path) => path !== "" && !path.startsWith("/api/"))).toEqual([]);
    const names = Object.values(operations).flatMap((operation) =>
      Object.values({ ...operation.pathParams, ...operation.queryParams }),
    );
    expect(names.filter((name) => /version|shard/i.test(name))).toEqual([]);
  });

  test("GEN-08 no public name offers to match the text of a message", async () => {
    const types = await readFile(new URL("../../generated/types.ts", import.meta.url), "utf8");
    expect(types).not.toMatch(/messagePattern|matchMessage|messageText/);
    expect(
      Object.keys(routes)
        .concat(Object.keys(validators))
        .filter((name) => /match/i.test(name)),
    ).toEqual([]);
  });
});

const interaction = {
  id: "0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11",
  type: "command",
  serverId: "1",
  channelId: "2",
  userId: "3",
  data: { command: { name: "roll" } },
  expiresInMs: 3000,
};

describe("guards of what arrives", () => {
  test("INT-01 a seventh kind of interaction is kept as unknown", () => {
    expect(validators.decodeInteraction(interaction)).toBe(interaction);
    const later = { ...interaction, type: "voice_button" };
    expect(validators.decodeInteraction(later)).toEqual({
      type: "unknown",
      wireType: "voice_button",
      reason: "type",
      payload: later,
    });
  });

  test("EVT-18 EVT-22 events and control events come through one decoder; no interaction has to come for the rest to", () => {
    const close = { type: "connection_close", code: "LATER", reconnect: true };
    expect(validators.decodeGatewayEvent(close)).toBe(close);
    const event = { type: "interaction_create", serverId: "1", appId: "2", interaction };
    expect(validators.decodeGatewayEvent(event)).toBe(event);
    const broken = { ...event, interaction: { ...interaction, id: 5 } };
    expect(validators.decodeGatewayEvent(broken)).toMatchObject({ wireType: "interaction_create", reason: "shape" });
  });

  test("GEN-04 GEN-03 an id that arrived as a number fails", () => {
    expect(validators.isMessage({ publicId: "1", channelId: "2", content: "" })).toBe(true);
    expect(validators.isMessage({ publicId: 1, channelId: "2", content: "" })).toBe(false);
  });

  test("GEN-06 UUIDs are checked loosely: any version, any case, unchanged", () => {
    const upper = "0D9F6F2E-6A6C-ED0E-FA53-2F2F4B0A7A11";
    expect(validators.asInteractionId(upper)).toBe(upper);
    expect(() => validators.asInteractionId("0d9f6f2e6a6c4d0e9a532f2f4b0a7a11")).toThrow(RangeError);
    expect(() => validators.asServerId("12 ")).toThrow("not the form of a ServerId");
    expect(() => validators.asServerId("")).toThrow(RangeError);
  });

  test("GEN-14 fields that nobody described pass and stay", () => {
    const message = { publicId: "1", channelId: "2", content: "", author: { id: 5 } };
    expect(validators.isMessage(message)).toBe(true);
    expect(message.author).toEqual({ id: 5 });
  });

  test("INT-17 a message id is absent or text, never null", () => {
    const outcome = { interaction: { id: interaction.id, state: "anything", followups: [], expiresAt: null } };
    expect(validators.isInteractionOutcome(outcome)).toBe(true);
    expect(validators.isInteractionOutcome({ ...outcome, messageId: "5" })).toBe(true);
    expect(validators.isInteractionOutcome({ ...outcome, messageId: null })).toBe(false);
  });

  test("EVT-02 opening takes one family at least", () => {
    const { intents } = validators.operationValidators.openMailbox.params;
    expect(intents(["messages"])).toBe(true);
    expect(intents(["later"])).toBe(true);
    expect(intents([])).toBe(false);
    expect(intents("messages")).toBe(false);
  });
});

describe("explanations", () => {
  test("say where and why, for the branch that was meant", async () => {
    expect(await validators.explain("Interaction", { ...interaction, expiresInMs: "3000" })).toEqual([
      { path: "/expiresInMs", message: "must be integer", keyword: "type" },
    ]);
  });

  test("name the kinds there are when none was meant", async () => {
    const [issue] = await validators.explain("Interaction", { type: "x" });
    expect(issue?.path).toBe("/type");
    expect(issue?.message).toContain("command_on_user");
  });

  test("are empty for what fits", async () => {
    expect(await validators.explain("Interaction", interaction)).toEqual([]);
  });

  test("hang on the error of an assertion, which shows nothing of the value", async () => {
    const secret = { publicId: 5, channelId: "2", content: "do not print me" };
    let error: unknown;
    try {
      validators.assert(validators.isMessage, secret);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(validators.ShapeError);
    expect(error).toBeInstanceOf(TypeError);
    const shape = error as InstanceType<typeof validators.ShapeError>;
    expect(shape.message).toBe("not a Message: publicId must be a string, got a number; explain() says why");
    expect(JSON.stringify(shape) + String(shape)).not.toContain("do not print me");
    expect(await shape.explain()).toEqual([{ path: "/publicId", message: "must be string", keyword: "type" }]);
  });
});
