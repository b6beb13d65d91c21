import { beforeAll, describe, expect, test } from "vitest";
import type { OutputFile } from "../../codegen/emit/index.js";
import { type DescribeOptions, type Files, filesOf } from "./support/describe.js";
import { project } from "./support/project.js";
import { changed } from "./support/symbols.js";

let files: Files;
let options: DescribeOptions;
let before: readonly OutputFile[];

beforeAll(async () => {
  ({ files, options } = await project());
  before = await filesOf(files, options);
});

type Node = Record<string, unknown>;

/** The output after one change to the description, as the names of what differs. */
async function after(file: string, change: (data: Node) => void): Promise<string[]> {
  const copy = structuredClone(files[file]) as Node;
  change(copy);
  return changed(before, await filesOf({ ...files, [file]: copy }, options));
}

/** The object at the end of a path of keys. */
function at(data: unknown, ...keys: readonly (string | number)[]): Node {
  let node = data;
  for (const key of keys) node = (node as Node)[key];
  if (typeof node !== "object" || node === null) throw new Error(`nothing at ${keys.join("/")}`);
  return node as Node;
}

const inTypes = (...names: string[]): string[] => names.map((name) => `types.ts ${name}`);
const inGuards = (...names: string[]): string[] => names.map((name) => `validators/guards.ts is${name}`);

describe("a change of one fact shows in the symbol it belongs to, and nowhere else", () => {
  test("every limit", async () => {
    const found = await after("openapi.yaml", (data) => {
      for (const name of Object.keys(at(data, "x-limits"))) {
        const limit = at(data, "x-limits", name);
        limit["value"] = Number(limit["value"]) + 1;
      }
    });
    expect(found).toEqual(["tables.ts limits"]);
  });

  test("every close code's reconnect flag", async () => {
    const found = await after("openapi.yaml", (data) => {
      for (const code of Object.keys(at(data, "x-tables", "closeCodes"))) {
        const entry = at(data, "x-tables", "closeCodes", code);
        entry["reconnect"] = entry["reconnect"] !== true;
      }
    });
    expect(found).toEqual(["tables.ts closeCodes"]);
  });

  test("a transition", async () => {
    const found = await after("openapi.yaml", (data) => {
      at(data, "x-tables", "transitions", "mailbox", 0)["to"] = "elsewhere";
    });
    expect(found).toEqual(["tables.ts transitions"]);
  });

  test("a new code of refusals, its type and its body", async () => {
    const found = await after("openapi.yaml", (data) => {
      at(data, "x-error-codes")["NEW_CODE"] = { condition: "It is new." };
    });
    expect(found).toEqual(["tables.ts errorCodes", "types.ts ErrorBodyNewCode", "types.ts KnownErrorBody"]);
  });

  test("the retry class of an operation", async () => {
    const found = await after("paths/messages.yaml", (data) => {
      at(data, "messages", "post")["x-retry"] = "never";
    });
    expect(found).toEqual(["routes.ts createMessage", "routes.ts createMessageOperation"]);
  });

  test("the codes of an operation", async () => {
    const found = await after("paths/servers.yaml", (data) => {
      at(data, "members", "get")["x-error-codes"] = ["MISSING_CREDENTIAL", "APP_NOT_FOUND"];
    });
    expect(found).toEqual(["routes.ts listMembers", "types.ts ListMembersCode"]);
  });

  test("the wire name of a parameter stays out of the types", async () => {
    const found = await after("parameters.yaml", (data) => {
      at(data, "Before")["name"] = "atéDe";
    });
    expect(found).toEqual(["routes.ts listMessagesOperation"]);
  });

  test("the English name of a parameter shows wherever it is passed", async () => {
    const found = await after("parameters.yaml", (data) => {
      at(data, "Before")["x-name"] = "olderThan";
    });
    expect(found).toEqual(
      [
        "routes.ts listMessagesOperation",
        "types.ts ListMessagesParams",
        "validators/operations.ts operationValidators",
      ].sort(),
    );
  });

  test("a field that becomes required", async () => {
    const found = await after("schemas/message.yaml", (data) => {
      at(data, "Message")["required"] = ["publicId", "channelId", "content", "clientRef"];
    });
    expect(found).toEqual([...inTypes("Message"), ...inGuards("Message"), "validators/schemas.ts schemas"]);
  });

  test("a new value of an open enum", async () => {
    const found = await after("schemas/server.yaml", (data) => {
      at(data, "ChannelType")["enum"] = ["text", "voice"];
    });
    expect(found).toEqual(inTypes("ChannelType", "KnownChannelType"));
  });

  test("the form of an id", async () => {
    const found = await after("schemas/ids.yaml", (data) => {
      at(data, "ServerId")["pattern"] = "^s[0-9]+$";
    });
    expect(found).toContain("validators/guards.ts isServerId");
    expect(found.filter((name) => name.startsWith("types.ts"))).toEqual([]);
  });

  test("a new event: its type, its guard, its decoder, its family", async () => {
    const events = structuredClone(files["schemas/events.yaml"]) as Node;
    const stream = structuredClone(files["asyncapi.yaml"]) as Node;
    events["MemberJoinEvent"] = {
      type: "object",
      required: ["type", "serverId"],
      properties: { type: { const: "member_join" }, serverId: { $ref: "./ids.yaml#/ServerId" } },
    };
    (at(events, "GatewayEvent")["oneOf"] as unknown[]).push({ $ref: "#/MemberJoinEvent" });
    at(stream, "components", "messages")["memberJoin"] = {
      name: "member_join",
      "x-union": "GatewayEvent",
      "x-family": "members",
      payload: { $ref: "./schemas/events.yaml#/MemberJoinEvent" },
    };
    const found = changed(
      before,
      await filesOf({ ...files, "schemas/events.yaml": events, "asyncapi.yaml": stream }, options),
    );
    expect(found).toEqual(
      expect.arrayContaining([
        "tables.ts eventFamilies",
        "types.ts GatewayEvent",
        "types.ts MemberJoinEvent",
        "validators/decode.ts decodeGatewayEvent",
        "validators/guards.ts isGatewayEvent",
        "validators/guards.ts isMemberJoinEvent",
      ]),
    );
  });

  test("a new route: function, descriptor, types, guards and its place in the table", async () => {
    const found = await after("openapi.yaml", (data) => {
      at(data, "paths")["/api/servidores/{servidor}/emblema"] = {
        parameters: [{ $ref: "./parameters.yaml#/Server" }],
        get: {
          operationId: "getBadge",
          summary: "Reads the badge.",
          responses: {
            "2XX": {
              description: "",
              content: { "application/json": { schema: { $ref: "./schemas/app.yaml#/App" } } },
            },
          },
        },
      };
    });
    expect(found).toEqual(
      expect.arrayContaining([
        "routes.ts getBadge",
        "routes.ts getBadgeOperation",
        "tables.ts operations",
        "types.ts GetBadgeParams",
        "types.ts GetBadgeResult",
        "validators/operations.ts operationValidators",
      ]),
    );
  });

  test("the default of an assumption", async () => {
    const found = await after("assumptions.yaml", (data) => {
      const entry = Object.values(data).find((item) => at(item)["key"] === "revisionPlacement");
      at(entry)["default"] = "query";
    });
    // It is one of both: what a client assumes, and what the sandbox plays.
    expect(found).toEqual([
      "tables.ts assumptionDefaults",
      "tables.ts clientAssumptionDefaults",
      "tables.ts sandboxAssumptionDefaults",
      "types.ts Assumptions",
    ]);
  });
});

test("GEN-18 a mark that is taken away leaves the report, and a new one enters it with its symbol", async () => {
  const report = (output: readonly OutputFile[]): string => output.find(({ path }) => path.endsWith(".md"))?.text ?? "";
  const schemas = structuredClone(files["schemas/server.yaml"]) as Node;
  delete at(schemas, "ChannelType")["x-undocumented"];
  at(schemas, "MemberList")["x-undocumented"] = "G-99 something new";
  const output = report(await filesOf({ ...files, "schemas/server.yaml": schemas }, options));
  expect(report(before)).toContain("| `ChannelType` | schemas/server.yaml#/ChannelType |");
  expect(output).not.toContain("schemas/server.yaml#/ChannelType |");
  expect(output).toContain("| G-99 something new | `MemberList` | schemas/server.yaml#/MemberList |");
});
