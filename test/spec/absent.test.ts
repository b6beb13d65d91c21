import { describe, expect, test } from "vitest";
import { isRecord, objectsIn, readFolder, readText, readYaml } from "./read.js";

describe("what is not there", () => {
  test("MSG-01 a page takes no limit and no cursor", () => {
    const page = readYaml("paths/messages.yaml");
    const get = isRecord(page) && isRecord(page["messages"]) ? page["messages"]["get"] : undefined;
    expect(isRecord(get) ? get["parameters"] : undefined).toEqual([{ $ref: "../parameters.yaml#/Before" }]);
  });

  test("MSG-14 nothing in the description takes a file", () => {
    const texts = [...readFolder("").keys()].map(readText).join("\n");
    expect(/multipart|octet-stream|format: binary|contentEncoding/u.exec(texts)).toBeNull();
  });

  test("EVT-40 no event of private conversations, presence or voice is described", () => {
    const events = readYaml("schemas/events.yaml");
    expect(
      Object.keys(isRecord(events) ? events : {}).filter((name) => /private|presence|voice|direct/iu.test(name)),
    ).toEqual([]);
  });

  test("G-17 G-23 AUTH-24 the description has no route of the portal", () => {
    const document = readYaml("openapi.yaml");
    const paths = isRecord(document) && isRecord(document["paths"]) ? Object.keys(document["paths"]) : [];
    expect(paths.length).toBeGreaterThan(15);
    expect(paths.filter((path) => /endpoint|credencia|instal|visib/iu.test(path))).toEqual([]);
  });

  test("G-29 MSG-19 CMD-21 no ceiling is made up for texts, names or counts in what is sent", () => {
    const sent = ["schemas/message.yaml", "schemas/command.yaml", "schemas/answer.yaml"].map(readText).join("\n");
    expect(sent.match(/maxLength: \d+|maxItems: \d+|maximum: \d+/gu)).toEqual(["maxItems: 50"]);
  });

  test("G-39 no default is written down for what is left out, but for the version header, which must have a value", () => {
    const stated = [...readFolder("")].flatMap(([file, content]) =>
      [...objectsIn(content)].filter(([, schema]) => "default" in schema && "type" in schema).map(() => file),
    );
    expect(stated.filter((file) => file !== "assumptions.yaml")).toEqual(["parameters.yaml"]);
    const texts = [...readFolder("schemas/").keys()].map(readText).join("\n");
    expect(texts).not.toMatch(/Default: /u);
  });

  test("G-40 ADM-24 a rank is stated for giving a role to a person alone", () => {
    const stated = [...objectsIn(readYaml("paths/roles.yaml"))].filter(([, { description }]) =>
      String(description).includes("rank"),
    );
    expect(stated.map(([, { operationId }]) => operationId)).toEqual(["assignMemberRole"]);
  });
});
