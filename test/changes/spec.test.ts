import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Finding, changesBetween } from "../../codegen/changes/index.js";
import { readConfig } from "../../codegen/config.js";
import { Problems } from "../../codegen/load/problems.js";
import { load, type Loaded } from "../../codegen/model/build.js";
import { TODAY } from "./library.js";

/** Our own description, with a text of one of its files replaced before it is read. */
async function edited(file?: string, from = "", to = ""): Promise<Loaded> {
  let met = file === undefined;
  const read = async (path: string): Promise<string> => {
    const text = await readFile(path, "utf8");
    if (file === undefined || relative("spec", path) !== file) return text;
    if (!text.includes(from)) throw new Error(`${file} does not say ${from}`);
    met = true;
    return text.replace(from, to);
  };
  const loaded = await load({ ...(await readConfig("spec/codegen.yaml")), read }, new Problems());
  if (!met) throw new Error(`${file} was not read`);
  return loaded;
}

const line = ({ level, rule, subject, at, message }: Finding): string =>
  `${level} ${rule} ${subject}${at === "" ? "" : ` ${at}`}: ${message}`;

let before: Loaded;
beforeAll(async () => void (before = await edited()));

describe("one fact of our own description changed", () => {
  test.each([
    [
      "openapi.yaml",
      "heartbeatMs: { value: 25000",
      "heartbeatMs: { value: 30000",
      "info limit-raised limit heartbeatMs: is 30000 ms instead of 25000 ms",
    ],
    ["openapi.yaml", "  MAILBOX_EXPIRED:", "  MAILBOX_GONE:", "breaking code-removed code MAILBOX_EXPIRED: is gone"],
    [
      "openapi.yaml",
      "FATAL_ERROR: { reconnect: false",
      "FATAL_ERROR: { reconnect: true",
      "breaking table-value-changed table closeCodes FATAL_ERROR.reconnect: is true instead of false",
    ],
    [
      "openapi.yaml",
      'recipeVersion: "1"',
      'recipeVersion: "2"',
      'breaking table-value-changed table recipeVersion: is "2" instead of "1"',
    ],
    [
      "paths/keys.yaml",
      "operationId: listSigningKeys",
      "operationId: listKeys",
      "breaking function-renamed listSigningKeys: is called listKeys instead of listSigningKeys",
    ],
    [
      "paths/events.yaml",
      "operationId: openMailbox",
      "operationId: openBox",
      "breaking function-renamed openMailbox: is called openBox instead of openMailbox",
    ],
    [
      "paths/keys.yaml",
      "security: []",
      "security: [{ credential: [] }]",
      "breaking security-required GET /api/chaves-de-assinatura: needs a credential now: credential",
    ],
    [
      "schemas/events.yaml",
      "required: [type, serverId, message]",
      "required: [type, message]",
      "breaking response-property-became-optional MessageCreateEvent: no longer requires `serverId`",
    ],
    [
      "schemas/command.yaml",
      "enum: [string, integer]",
      "enum: [string, integer, boolean]",
      "info request-known-value-added OptionType: may be boolean, among others",
    ],
    [
      "asyncapi.yaml",
      "x-family: messages",
      "x-family: talk",
      "breaking event-family-changed event message_create: belongs to talk instead of messages",
    ],
    [
      "asyncapi.yaml",
      "name: reaction_update",
      "name: reaction_counted",
      "breaking event-removed event reaction_update: is gone",
    ],
    [
      "assumptions.yaml",
      'default: "body"',
      'default: "query"',
      'breaking assumption-default-changed assumption revisionPlacement: is "query" by default instead of "body"',
    ],
  ])("%s: %s becomes %s", async (file, from, to, want) => {
    const lines = changesBetween(before, await edited(file, from, to), TODAY).map(line);
    expect(lines).toContain(want);
    expect(lines.length).toBeLessThan(6);
  });

  test("every limit, table, code, event and type that goes missing is told by its name", () => {
    const parts = ["limits", "tables", "errorCodes", "assumptions", "schemas"] as const;
    for (const part of parts) {
      const gone = changesBetween(before, { ...before, model: { ...before.model, [part]: [] } }, TODAY);
      const lines = gone
        .filter(({ level }) => level === "breaking")
        .map(({ subject, message }) => `${subject} ${message}`);
      for (const entry of before.model[part]) {
        const name = "code" in entry ? entry.code : entry.name;
        expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^(\\w+ )?${name} is gone$`)));
      }
    }
  });

  test("no change is found where there is none", async () => {
    expect(changesBetween(before, await edited(), TODAY)).toEqual([]);
  });

  test("a change of a shared type names every function and event that reaches it", async () => {
    const after = await edited("schemas/message.yaml", "content: { type: string", "content: { type: [string, 'null']");
    const change = changesBetween(before, after, TODAY).find(({ subject }) => subject === "Message");
    expect(change).toMatchObject({ rule: "response-became-nullable", level: "breaking", at: "content" });
    expect(change?.affects).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^GET .*mensagens$/),
        expect.stringMatching(/^PATCH .*mensagem\}$/),
        expect.stringMatching(/^POST .*mensagens$/),
        "event message_create",
      ]),
    );
  });
});
