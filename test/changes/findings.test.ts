import { describe, expect, test } from "vitest";
import { clientOf } from "../../codegen/changes/client.js";
import { type Draft, Findings, isAtLeast, opposite, shown } from "../../codegen/changes/finding.js";
import type { Level } from "../../codegen/changes/rules.js";
import type { Origin } from "../../codegen/load/problems.js";
import { Problems } from "../../codegen/load/problems.js";
import { SourceFile } from "../../codegen/load/source.js";
import { load } from "../../codegen/model/build.js";

const LEVELS: readonly Level[] = ["breaking", "warning", "info"];
const before = new SourceFile("/a/old.json", "old.json", '{\n  "a": 1,\n  "b": 2\n}');
const after = new SourceFile("/a/new.json", "new.json", '{ "a": 1 }');
const at = (file: SourceFile, pointer: string): Origin => ({ file, pointer });
const draft = (more: Partial<Draft>): Draft => ({
  rule: "operation-removed",
  subject: "GET /a",
  at: "",
  origins: [at(before, "/b"), at(after, "")],
  ...more,
});

test.each([
  ["breaking", ["breaking"]],
  ["warning", ["breaking", "warning"]],
  ["info", ["breaking", "warning", "info"]],
] as const)("of levels, those are as grave as %s that stand before it, and itself", (least, want) => {
  expect(LEVELS.filter((level) => isAtLeast(level, least))).toEqual(want);
});

test("what answers a request is a response, and the other way round", () => {
  expect([opposite("request"), opposite("response")]).toEqual(["response", "request"]);
});

test.each([
  [undefined, "none"],
  ["", "none"],
  [0, "0"],
  [null, "null"],
  ["a", "a"],
  [["a", 1, null, true], "a, 1, null, true"],
  [[1, [2]], "[1,[2]]"],
  [{ a: "b" }, '{"a":"b"}'],
  ["x".repeat(60), "x".repeat(60)],
  ["x".repeat(61), `${"x".repeat(59)}…`],
])("a sentence shows %j as %s", (value, want) => {
  expect(shown(value)).toBe(want);
});

describe("findings", () => {
  test("have a sentence, a level, a side and two places", () => {
    const findings = new Findings();
    findings.add(draft({ rule: "union-unknown-renamed", at: "x", before: "A", after: "" }));
    expect(findings.all).toEqual([
      {
        rule: "union-unknown-renamed",
        level: "breaking",
        side: "client",
        subject: "GET /a",
        at: "x",
        message: "calls what it does not know  instead of A",
        name: "A",
        before: { file: "old.json", pointer: "/b", line: 3, column: 8 },
        after: { file: "new.json", pointer: "", line: 1, column: 1 },
        affects: [],
      },
    ]);
  });

  test("tell one fact once, with all that it reaches", () => {
    const findings = new Findings();
    findings.add(draft({ subject: "A" }), ["GET /c", "GET /b"]);
    findings.add(draft({ subject: "B" }), ["GET /a"]);
    expect(findings.all).toMatchObject([{ subject: "A", affects: ["GET /a", "GET /b", "GET /c"] }]);
  });

  test("name what one reaches where it is another than its subject", () => {
    const reached = (...names: readonly string[]): unknown => {
      const findings = new Findings();
      findings.add(draft({}), names);
      return findings.all[0]?.affects;
    };
    expect([reached("GET /a"), reached("GET /b"), reached("GET /b", "GET /a"), reached()]).toEqual([
      [],
      ["GET /b"],
      ["GET /a", "GET /b"],
      [],
    ]);
  });

  test("without reach are one for each subject", () => {
    const findings = new Findings();
    for (const subject of ["A", "B", "A"]) findings.add(draft({ subject }));
    expect(findings.all).toMatchObject([
      { subject: "A", affects: [] },
      { subject: "B", affects: [] },
    ]);
  });

  test.each<readonly [string, Partial<Draft>]>([
    ["rule", { rule: "deprecated" }],
    ["place inside the subject", { at: "x" }],
    ["name", { name: "x" }],
    ["value before", { before: "x" }],
    ["value after", { after: "x" }],
    ["place before", { origins: [at(before, "/a"), at(after, "")] }],
    ["place after", { origins: [at(before, "/b"), at(after, "/a")] }],
    ["file", { origins: [at(after, "/b"), at(after, "")] }],
  ])("of another %s are other ones", (_, more) => {
    const findings = new Findings();
    findings.add(draft({}), ["x"]);
    findings.add(draft(more), ["x"]);
    expect(findings.all).toHaveLength(2);
  });

  test("stand by level, subject, place, rule and sentence", () => {
    const drafts: readonly Partial<Draft>[] = [
      { rule: "type-added", subject: "A" },
      { rule: "operation-removed", subject: "B" },
      { rule: "operation-removed", subject: "A b" },
      { rule: "channel-removed", subject: "A", at: "y" },
      { rule: "channel-removed", subject: "A", at: "x" },
      { rule: "body-removed", subject: "A", at: "y" },
      { rule: "parameter-removed", subject: "A", before: "b" },
      { rule: "parameter-removed", subject: "A", before: "a" },
    ];
    const orders = [drafts, [...drafts].reverse()].map((list) => {
      const findings = new Findings();
      for (const one of list) findings.add(draft(one));
      return findings.all.map(({ level, subject, at: place, message }) => `${level} ${subject} ${place} ${message}`);
    });
    expect(orders[0]).toEqual([
      "breaking A x is gone",
      "breaking A y no longer takes a body",
      "breaking A y is gone",
      "breaking A b  is gone",
      "breaking B  is gone",
      "warning A  no longer takes the a parameter `none`",
      "warning A  no longer takes the b parameter `none`",
      "info A  is new",
    ]);
    expect(orders[1]).toEqual(orders[0]);
  });
});

describe("what is said of the client", () => {
  const head = { info: { title: "Books", version: "1" } };
  const texts: Readonly<Record<string, unknown>> = {
    "/openapi.json": {
      openapi: "3.1.0",
      ...head,
      paths: {},
      components: { schemas: { A: { $ref: "more.json#/B" } } },
    },
    "/more.json": { B: { type: "string" } },
    "/asyncapi.json": { asyncapi: "3.0.0", ...head, channels: {} },
  };
  const read = (path: string): Promise<string> => Promise.resolve(JSON.stringify(texts[path]));
  const loaded = () => load({ openapi: "/openapi.json", asyncapi: "/asyncapi.json", base: "/", read }, new Problems());

  test.each([
    [undefined, "openapi.json#"],
    ["/info/title", "openapi.json#/info/title"],
    ["/channels", "asyncapi.json#/channels"],
    ["/nowhere", "openapi.json#"],
    ["more.json#/B", "more.json#/B"],
    ["asyncapi.json#/info", "asyncapi.json#/info"],
    ["unknown.json#/channels", "asyncapi.json#/channels"],
    ["#/channels", "asyncapi.json#/channels"],
  ])("stands at %s in %s", async (place, want) => {
    const findings = new Findings();
    const [old, now] = [await loaded(), await loaded()];
    const client = clientOf([old, now], findings);
    expect([client.before, client.after]).toEqual([old.model, now.model]);
    client.say("type-renamed", { subject: "A", places: [place, "/info"] }, { before: "A", after: "B" });
    client.say("type-renamed", { subject: "A", at: "x", places: ["/info", place] });
    const [first, second] = findings.all;
    const shownPlace = (one: { file: string; pointer: string } | undefined) => `${one?.file}#${one?.pointer}`;
    expect([first, second].map((one) => [one?.at, one?.message])).toEqual([
      ["", "is called B instead of A"],
      ["x", "is called none instead of none"],
    ]);
    expect([shownPlace(first?.before), shownPlace(second?.after)]).toEqual([want, want]);
    expect([shownPlace(first?.after), shownPlace(second?.before)]).toEqual([
      "openapi.json#/info",
      "openapi.json#/info",
    ]);
  });
  test.each(["openapi", "asyncapi"])("stands in the only document, %s", async (name) => {
    const findings = new Findings();
    const alone = await load({ [name]: `/${name}.json`, base: "/", read }, new Problems());
    const client = clientOf([alone, alone], findings);
    client.say("type-removed", { subject: "A", places: ["/nowhere", "/info"] });
    expect(findings.all.map((one) => [one.before.file, one.before.pointer, one.after.pointer])).toEqual([
      [`${name}.json`, "", "/info"],
    ]);
  });
});
