import { describe, expect, test } from "vitest";
import { type Documents, type Json, json, meaning, pop, push, remove } from "./library.js";

type Case = readonly [what: string, edit: (documents: Documents) => void, want: readonly string[]];

const limit = ({ openapi }: Documents): Json => openapi["x-limits"]!["booksPerShelf"]!;
const codes = ({ openapi }: Documents): Json => openapi["x-error-codes"]!;
const tables = ({ openapi }: Documents): Json => openapi["x-tables"]!;
const messages = ({ asyncapi }: Documents): Json => asyncapi["components"]!["messages"]!;
const events = ({ asyncapi }: Documents): Json => asyncapi["components"]!["schemas"]!;
const order = ({ assumptions }: Documents): Json => assumptions[0]!;
const feed = ({ asyncapi }: Documents): Json => asyncapi["channels"]!["feed"]!;
const webhook = ({ openapi }: Documents): Json => openapi["webhooks"]!["borrowed"]!["post"]!;
const content = (value: Json | undefined): Json => value!["content"]!["application/json"]!;

const limits: readonly Case[] = [
  ["a lower value", (d) => (limit(d)["value"] = json(9)), ["breaking limit booksPerShelf: is 9 instead of 10 count"]],
  [
    "a higher value",
    (d) => (limit(d)["value"] = json(11)),
    ["additive limit booksPerShelf: is 11 instead of 10 count"],
  ],
  [
    "another meaning",
    (d) => (limit(d)["meaning"] = json("At most.")),
    ["documentation limit booksPerShelf: has another meaning text"],
  ],
  [
    "another name",
    (d) => {
      d.openapi["x-limits"]!["booksPerRack"] = limit(d);
      remove(d.openapi["x-limits"], "booksPerShelf");
    },
    ["additive limit booksPerRack: is new", "breaking limit booksPerShelf: is gone"],
  ],
];

const refusals: readonly Case[] = [
  ["a new code", (d) => (codes(d)["BURNT"] = json({ condition: "Ashes." })), ["additive code BURNT: is new"]],
  ["a code less", (d) => remove(codes(d), "LOST"), ["breaking code LOST: is gone"]],
  [
    "another status",
    (d) => (codes(d)["LOST"]!["status"] = json(410)),
    ["breaking code LOST: has the status 410 instead of 404"],
  ],
  [
    "other extras",
    (d) => (codes(d)["TAKEN"]!["extras"] = json("#/components/schemas/OtherExtras")),
    ["breaking code TAKEN: carries OtherExtras instead of TakenExtras"],
  ],
  [
    "extras that come",
    (d) => (codes(d)["LOST"]!["extras"] = json("#/components/schemas/OtherExtras")),
    ["additive code LOST: carries OtherExtras instead of nothing"],
  ],
  [
    "another condition",
    (d) => (codes(d)["LOST"]!["condition"] = json("Gone.")),
    ["documentation code LOST: has other texts"],
  ],
];

const data: readonly Case[] = [
  [
    "a new entry",
    (d) => (tables(d)["colors"]!["green"] = json({ warm: false })),
    ["additive table colors green: is new"],
  ],
  [
    "a new entry called as what every object inherits",
    (d) => (tables(d)["colors"]!["toString"] = json({ warm: false })),
    ["additive table colors toString: is new"],
  ],
  ["an entry less", (d) => remove(tables(d)["colors"], "red"), ["breaking table colors red: is gone"]],
  [
    "another value",
    (d) => (tables(d)["colors"]!["red"]!["warm"] = json(false)),
    ["breaking table colors red.warm: is false instead of true"],
  ],
  [
    "another text",
    (d) => (tables(d)["colors"]!["red"]!["meaning"] = json("As wine.")),
    ["documentation table colors red.meaning: has another text"],
  ],
  [
    "a row more",
    (d) => push(tables(d)["moves"], { from: "desk", to: "shelf" }),
    ['additive table moves: has {"from":"desk","to":"shelf"}'],
  ],
  ["a row less", (d) => pop(tables(d)["moves"]), ['breaking table moves: no longer has {"from":"shelf","to":"desk"}']],
  ["a new table", (d) => (tables(d)["sizes"] = json([1])), ["additive table sizes: is new"]],
];

const choices: readonly Case[] = [
  [
    "another default",
    (d) => (order(d)["default"] = json("descending")),
    ['breaking assumption order: is "descending" by default instead of "ascending"'],
  ],
  [
    "an alternative more",
    (d) => (order(d)["alternatives"]!["random"] = json("None.")),
    ['additive assumption order: can be "random"'],
  ],
  [
    "an alternative less",
    (d) => remove(order(d)["alternatives"], "descending"),
    ['breaking assumption order: cannot be "descending" any more'],
  ],
  [
    "another explanation",
    (d) => (order(d)["unknown"] = json("Up or down.")),
    ["documentation assumption order: is explained another way"],
  ],
  [
    "another kind of value",
    (d) => (d.assumptions[1]!["type"] = json("number")),
    ["breaking assumption wait: is number in ms instead of integer in ms"],
  ],
  ["an assumption less", (d) => pop(d.assumptions), ["breaking assumption wait: is gone"]],
];

const happenings: readonly Case[] = [
  [
    "a new event",
    (d) => {
      const payload = { $ref: "#/components/schemas/LostEvent" };
      messages(d)["lost"] = json({ name: "lost", "x-union": "Happening", "x-family": "fires", payload });
      push(events(d)["Happening"]!["oneOf"], payload);
    },
    [
      "additive type Happening: may be LostEvent",
      "additive event lost: is new, of the family fires",
      "additive union Happening: knows `lost`",
    ],
  ],
  [
    "an event less",
    (d) => {
      remove(messages(d), "returned");
      remove(d.asyncapi["channels"]!["feed"]!["messages"], "returned");
      pop(events(d)["Happening"]!["oneOf"]);
    },
    [
      "breaking type Happening: is never ReturnedEvent any more",
      "breaking event returned: is gone",
      "breaking union Happening: no longer knows `returned`",
    ],
  ],
  [
    "another family",
    (d) => (messages(d)["lent"]!["x-family"] = json("desk")),
    ["breaking event lent: belongs to desk instead of loans"],
  ],
  [
    "another name on the wire",
    (d) => {
      messages(d)["lent"]!["name"] = json("given");
      events(d)["LentEvent"]!["properties"]!["type"]!["const"] = json("given");
    },
    [
      "additive event given: is new, of the family loans",
      "additive union Happening: knows `given`",
      "breaking event lent: is gone",
      "breaking type LentEvent type: is never lent any more",
      "breaking type LentEvent type: may be given",
      "breaking union Happening: no longer knows `lent`",
    ],
  ],
  [
    "a field of an event less",
    (d) => remove(events(d)["LentEvent"]!["properties"], "at"),
    ["breaking type LentEvent: no longer has `at`"],
  ],
];

const calls: readonly Case[] = [
  [
    "a webhook less",
    (d) => remove(d.openapi["webhooks"], "borrowed"),
    ["breaking webhook borrowed: no longer comes by POST"],
  ],
  [
    "a new webhook",
    (d) => (d.openapi["webhooks"]!["returned"] = json({ post: { responses: { "200": { description: "Fine." } } } })),
    ["additive webhook returned: comes by POST"],
  ],
  [
    "a field of its body that may be missing",
    (d) => (d.openapi["components"]!["schemas"]!["Borrowed"]!["required"] = json([])),
    ["breaking type Borrowed: may lack `by` now"],
  ],
  [
    "a field that its answer needs",
    (d) => (d.openapi["components"]!["schemas"]!["Thanks"]!["required"] = json(["word"])),
    ["breaking type Thanks: needs `word` now"],
  ],
  [
    "another body",
    (d) => (content(webhook(d)["requestBody"])["schema"] = json({ $ref: "#/components/schemas/Thanks" })),
    ["breaking webhook borrowed body application/json: is Thanks instead of Borrowed"],
  ],
  [
    "another answer",
    (d) => (webhook(d)["responses"]!["202"] = json({ description: "Later." })),
    ["additive webhook borrowed: may be answered with 202"],
  ],
  [
    "an answer less",
    (d) => (webhook(d)["responses"] = json({ "202": { description: "Later." } })),
    [
      "additive webhook borrowed: may be answered with 202",
      "breaking webhook borrowed: may no longer be answered with 200",
    ],
  ],
  [
    "a new header",
    (d) => (webhook(d)["parameters"] = json([{ name: "x-when", in: "header", schema: { type: "string" } }])),
    ["additive webhook borrowed header x-when: is new"],
  ],
];

const ways: readonly Case[] = [
  [
    "another address",
    (d) => (feed(d)["address"] = json("/news")),
    ["breaking channel feed: is at /news instead of /feed"],
  ],
  [
    "a message more",
    (d) => (feed(d)["messages"]!["burnt"] = json({ $ref: "#/components/messages/burnt" })),
    ["additive channel feed: brings burnt"],
  ],
  [
    "a message less",
    (d) => remove(feed(d)["messages"], "returned"),
    ["breaking channel feed: no longer brings returned"],
  ],
  [
    "a new channel",
    (d) => (d.asyncapi["channels"]!["box"] = json({ address: "/box" })),
    ["additive channel box: is new"],
  ],
  ["a channel less", (d) => remove(d.asyncapi["channels"], "feed"), ["breaking channel feed: is gone"]],
];

const ofTypesThatGoUnused = /type (Thanks|Borrowed|TakenExtras|OtherExtras): is (new|gone)/;

describe.each([
  ["limits", limits],
  ["error codes", refusals],
  ["tables", data],
  ["assumptions", choices],
  ["events", happenings],
  ["channels", ways],
  ["webhooks", calls],
])("what a change of %s means", (_, cases) => {
  test.each(cases)("%s", async (_what, edit, want) => {
    const lines = (await meaning(edit)).filter((line) => !ofTypesThatGoUnused.test(line));
    expect(lines.sort()).toEqual([...want].sort());
  });
});

test("another version of the description is documentation", async () => {
  const edit = ({ openapi }: Documents): void => void (openapi["info"]!["version"] = json("2"));
  expect(await meaning(edit)).toEqual(["documentation description Books: is Books 2 instead of Books 1"]);
});
