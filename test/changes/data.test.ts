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
  [
    "a lower value",
    (d) => (limit(d)["value"] = json(9)),
    ["breaking limit-lowered limit booksPerShelf: is 9 count instead of 10 count"],
  ],
  [
    "a higher value",
    (d) => (limit(d)["value"] = json(11)),
    ["info limit-raised limit booksPerShelf: is 11 count instead of 10 count"],
  ],
  [
    "another meaning",
    (d) => (limit(d)["meaning"] = json("At most.")),
    ["info text-changed limit booksPerShelf: has another meaning"],
  ],
  [
    "another name",
    (d) => {
      d.openapi["x-limits"]!["booksPerRack"] = limit(d);
      remove(d.openapi["x-limits"], "booksPerShelf");
    },
    ["breaking limit-removed limit booksPerShelf: is gone", "info limit-added limit booksPerRack: is new"],
  ],
];

const refusals: readonly Case[] = [
  ["a new code", (d) => (codes(d)["BURNT"] = json({ condition: "Ashes." })), ["info code-added code BURNT: is new"]],
  ["a code less", (d) => remove(codes(d), "LOST"), ["breaking code-removed code LOST: is gone"]],
  [
    "another status",
    (d) => (codes(d)["LOST"]!["status"] = json(410)),
    ["breaking code-status-changed code LOST: has the status 410 instead of 404"],
  ],
  [
    "other extras",
    (d) => (codes(d)["TAKEN"]!["extras"] = json("#/components/schemas/OtherExtras")),
    [
      "breaking response-property-removed OtherExtras: no longer has `by`",
      "breaking code-extras-changed code TAKEN: carries OtherExtras instead of TakenExtras",
      "info response-property-added OtherExtras: also has `since`",
    ],
  ],
  [
    "extras that come",
    (d) => (codes(d)["LOST"]!["extras"] = json("#/components/schemas/OtherExtras")),
    ["info code-extras-added code LOST: carries OtherExtras"],
  ],
  [
    "another condition",
    (d) => (codes(d)["LOST"]!["condition"] = json("Gone.")),
    ["info text-changed code LOST: has another condition"],
  ],
];

const data: readonly Case[] = [
  [
    "a new entry",
    (d) => (tables(d)["colors"]!["green"] = json({ warm: false })),
    ["info table-added table colors green: is new"],
  ],
  [
    "a new entry called as what every object inherits",
    (d) => (tables(d)["colors"]!["toString"] = json({ warm: false })),
    ["info table-added table colors toString: is new"],
  ],
  ["an entry less", (d) => remove(tables(d)["colors"], "red"), ["breaking table-removed table colors red: is gone"]],
  [
    "another value",
    (d) => (tables(d)["colors"]!["red"]!["warm"] = json(false)),
    ["breaking table-value-changed table colors red.warm: is false instead of true"],
  ],
  [
    "another text",
    (d) => (tables(d)["colors"]!["red"]!["meaning"] = json("As wine.")),
    ["info text-changed table colors red.meaning: has another text"],
  ],
  [
    "a row more",
    (d) => push(tables(d)["moves"], { from: "desk", to: "shelf" }),
    ['info table-row-added table moves: has {"from":"desk","to":"shelf"}'],
  ],
  [
    "a row less",
    (d) => pop(tables(d)["moves"]),
    ['breaking table-row-removed table moves: no longer has {"from":"shelf","to":"desk"}'],
  ],
  ["a new table", (d) => (tables(d)["sizes"] = json([1])), ["info table-added table sizes: is new"]],
];

const choices: readonly Case[] = [
  [
    "another default",
    (d) => (order(d)["default"] = json("descending")),
    ['breaking assumption-default-changed assumption order: is "descending" by default instead of "ascending"'],
  ],
  [
    "an alternative more",
    (d) => (order(d)["alternatives"]!["random"] = json("None.")),
    ['info assumption-value-added assumption order: can be "random"'],
  ],
  [
    "an alternative less",
    (d) => remove(order(d)["alternatives"], "descending"),
    ['breaking assumption-value-removed assumption order: cannot be "descending" any more'],
  ],
  [
    "another explanation",
    (d) => (order(d)["unknown"] = json("Up or down.")),
    ["info text-changed assumption order: has another explanation"],
  ],
  [
    "another kind of value",
    (d) => (d.assumptions[1]!["type"] = json("number")),
    ["breaking assumption-kind-changed assumption wait: is number in ms instead of integer in ms"],
  ],
  ["an assumption less", (d) => pop(d.assumptions), ["breaking assumption-removed assumption wait: is gone"]],
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
      "info event-added event lost: is new, of the family fires",
      "info union-value-added union Happening: knows `lost`",
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
      "breaking event-removed event returned: is gone",
      "breaking union-value-removed union Happening: no longer knows `returned`",
    ],
  ],
  [
    "another family",
    (d) => (messages(d)["lent"]!["x-family"] = json("desk")),
    ["breaking event-family-changed event lent: belongs to desk instead of loans"],
  ],
  [
    "another name on the wire",
    (d) => {
      messages(d)["lent"]!["name"] = json("given");
      events(d)["LentEvent"]!["properties"]!["type"]!["const"] = json("given");
    },
    [
      "breaking event-removed event lent: is gone",
      "breaking union-value-removed union Happening: no longer knows `lent`",
      "info event-added event given: is new, of the family loans",
      "info union-value-added union Happening: knows `given`",
    ],
  ],
  [
    "a field of an event less",
    (d) => remove(events(d)["LentEvent"]!["properties"], "at"),
    ["warning response-optional-property-removed LentEvent: no longer has `at`, which was optional"],
  ],
];

const calls: readonly Case[] = [
  [
    "a webhook less",
    (d) => remove(d.openapi["webhooks"], "borrowed"),
    ["breaking webhook-removed webhook POST borrowed: is no longer sent"],
  ],
  [
    "a new webhook",
    (d) => (d.openapi["webhooks"]!["returned"] = json({ post: { responses: { "200": { description: "Fine." } } } })),
    ["info webhook-added webhook POST returned: comes now"],
  ],
  [
    "a field of its body that may be missing",
    (d) => (d.openapi["components"]!["schemas"]!["Borrowed"]!["required"] = json([])),
    ["breaking response-property-became-optional Borrowed: no longer requires `by`"],
  ],
  [
    "a field that its answer needs",
    (d) => (d.openapi["components"]!["schemas"]!["Thanks"]!["required"] = json(["word"])),
    ["breaking request-property-became-required Thanks: requires `word` now"],
  ],
  [
    "another body",
    (d) => (content(webhook(d)["requestBody"])["schema"] = json({ $ref: "#/components/schemas/Thanks" })),
    [
      "breaking response-property-removed Thanks: no longer has `by`",
      "warning response-optional-property-removed Thanks: no longer has `until`, which was optional",
      "info response-property-added Thanks: also has `word`",
    ],
  ],
  [
    "another answer",
    (d) => (webhook(d)["responses"]!["202"] = json({ description: "Later." })),
    ["info success-status-added webhook POST borrowed: may answer 202"],
  ],
  [
    "an answer less",
    (d) => (webhook(d)["responses"] = json({ "202": { description: "Later." } })),
    [
      "breaking success-status-removed webhook POST borrowed: no longer answers 200",
      "info success-status-added webhook POST borrowed: may answer 202",
    ],
  ],
  [
    "a new header",
    (d) => (webhook(d)["parameters"] = json([{ name: "x-when", in: "header", schema: { type: "string" } }])),
    ["info header-added webhook POST borrowed: has the header x-when"],
  ],
];

const ways: readonly Case[] = [
  [
    "another address",
    (d) => (feed(d)["address"] = json("/news")),
    ["breaking channel-address-changed channel feed: is at /news instead of /feed"],
  ],
  [
    "a message more",
    (d) => (feed(d)["messages"]!["burnt"] = json({ $ref: "#/components/messages/burnt" })),
    ["info channel-message-added channel feed: brings burnt"],
  ],
  [
    "a message less",
    (d) => remove(feed(d)["messages"], "returned"),
    ["breaking channel-message-removed channel feed: no longer has returned"],
  ],
  [
    "a new channel",
    (d) => (d.asyncapi["channels"]!["box"] = json({ address: "/box" })),
    ["info channel-added channel box: is new"],
  ],
  ["a channel less", (d) => remove(d.asyncapi["channels"], "feed"), ["breaking channel-removed channel feed: is gone"]],
];

const ofTypesThatGoUnused = /type-(added|removed) (Thanks|Borrowed|TakenExtras|OtherExtras):/;

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

test("another version of the description is told, and breaks nothing", async () => {
  const edit = ({ openapi }: Documents): void => void (openapi["info"]!["version"] = json("2"));
  expect(await meaning(edit)).toEqual(["info title-changed the API: is Books 2 instead of Books 1"]);
});
