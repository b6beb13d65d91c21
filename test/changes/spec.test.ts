import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Change, changesBetween } from "../../codegen/changes/index.js";
import { readConfig } from "../../codegen/config.js";
import { Problems } from "../../codegen/load/problems.js";
import { buildModel } from "../../codegen/model/build.js";
import type { Model } from "../../codegen/model/model.js";

/** Our own description, with a text of one of its files replaced before it is read. */
async function edited(file?: string, from = "", to = ""): Promise<Model> {
  let met = file === undefined;
  const read = async (path: string): Promise<string> => {
    const text = await readFile(path, "utf8");
    if (file === undefined || relative("spec", path) !== file) return text;
    if (!text.includes(from)) throw new Error(`${file} does not say ${from}`);
    met = true;
    return text.replace(from, to);
  };
  const model = await buildModel({ ...(await readConfig("spec/codegen.yaml")), read }, new Problems());
  if (!met) throw new Error(`${file} was not read`);
  return model;
}

const line = ({ group, kind, name, at, what }: Change): string =>
  `${group} ${kind} ${name}${at === "" ? "" : ` ${at}`}: ${what}`;

let before: Model;
beforeAll(async () => void (before = await edited()));

describe("one fact of our own description changed", () => {
  test.each([
    [
      "openapi.yaml",
      "heartbeatMs: { value: 25000",
      "heartbeatMs: { value: 30000",
      "additive limit heartbeatMs: is 30000 instead of 25000 ms",
    ],
    ["openapi.yaml", "  MAILBOX_EXPIRED:", "  MAILBOX_GONE:", "breaking code MAILBOX_EXPIRED: is gone"],
    [
      "openapi.yaml",
      "FATAL_ERROR: { reconnect: false",
      "FATAL_ERROR: { reconnect: true",
      "breaking table closeCodes FATAL_ERROR.reconnect: is true instead of false",
    ],
    ["openapi.yaml", 'recipeVersion: "1"', 'recipeVersion: "2"', 'breaking table recipeVersion: is "2" instead of "1"'],
    [
      "paths/keys.yaml",
      "operationId: listSigningKeys",
      "operationId: listKeys",
      "breaking function listSigningKeys: is called listKeys now",
    ],
    [
      "paths/events.yaml",
      "operationId: openMailbox",
      "operationId: openBox",
      "breaking function openMailbox: is called openBox now",
    ],
    [
      "paths/keys.yaml",
      "security: []",
      "security: [{ credential: [] }]",
      "breaking function listSigningKeys: needs a credential now",
    ],
    [
      "schemas/events.yaml",
      "required: [type, serverId, message]",
      "required: [type, message]",
      "breaking type MessageCreateEvent: may lack `serverId` now",
    ],
    [
      "schemas/command.yaml",
      "enum: [string, integer]",
      "enum: [string, integer, boolean]",
      "additive type OptionType: may be boolean",
    ],
    [
      "asyncapi.yaml",
      "x-family: messages",
      "x-family: talk",
      "breaking event message_create: belongs to talk instead of messages",
    ],
    ["asyncapi.yaml", "name: reaction_update", "name: reaction_counted", "breaking event reaction_update: is gone"],
    [
      "assumptions.yaml",
      'default: "body"',
      'default: "query"',
      'breaking assumption revisionPlacement: is "query" by default instead of "body"',
    ],
  ])("%s: %s becomes %s", async (file, from, to, want) => {
    const lines = changesBetween(before, await edited(file, from, to)).map(line);
    expect(lines).toContain(want);
    expect(lines.length).toBeLessThan(6);
  });

  test("every limit, table, code, event and function that goes missing is told by its name", () => {
    const parts = ["limits", "tables", "messages", "operations", "schemas"] as const;
    for (const part of parts)
      for (const entry of before[part]) {
        const after = { ...before, [part]: (before[part] as readonly unknown[]).filter((one) => one !== entry) };
        const name = "functionName" in entry ? entry.functionName : "type" in entry ? entry.type : entry.name;
        const gone = changesBetween(before, after).filter(({ group }) => group === "breaking");
        expect(gone.map((change) => `${change.name} ${change.what}`)).toContain(`${name} is gone`);
      }
  });

  test("no change is found where there is none", async () => {
    expect(changesBetween(before, await edited())).toEqual([]);
  });

  test("a change of a shared type names every function and event that reaches it", async () => {
    const after = await edited("schemas/message.yaml", "content: { type: string", "content: { type: [string, 'null']");
    const change = changesBetween(before, after).find(({ name, kind }) => kind === "type" && name === "Message");
    expect(change).toMatchObject({ group: "breaking", at: "content" });
    expect(change?.affects).toEqual(
      expect.arrayContaining(["createMessage", "editMessage", "listMessages", "message_create"]),
    );
  });
});
