import { describe, expect, test } from "vitest";
import { operation, servers, toldOf } from "./classic.js";

type Document = Readonly<Record<string, unknown>>;
type Row = readonly [what: string, before: Document, after: Document, ...want: readonly string[]];

const plain = operation({});
const old = operation({ deprecated: true });
const until = (date: unknown, more: Document = {}): Document =>
  operation({ deprecated: true, "x-sunset": date, ...more });
const there = "(/paths/~1books/get, /paths/~1books/get)";
const unreadable = (date: string): string =>
  `sunset-unreadable GET /books: has a sunset date that is not a date: ${date} ${there}`;

const life: readonly Row[] = [
  ["is deprecated", plain, old, `deprecated GET /books: is deprecated ${there}`],
  ["is deprecated no longer", old, plain, `no-longer-deprecated GET /books: is no longer deprecated ${there}`],
  ["gets a last day", old, until("2027-01-01"), `sunset-set GET /books: has the sunset date 2027-01-01 ${there}`],
  [
    "gets one by its other name",
    old,
    operation({ deprecated: true, "x-sunset-date": "2027-01-01" }),
    `sunset-set GET /books: has the sunset date 2027-01-01 ${there}`,
  ],
  [
    "gets one by both names",
    old,
    until("2027-01-01", { "x-sunset-date": "2028-01-01" }),
    `sunset-set GET /books: has the sunset date 2027-01-01 ${there}`,
  ],
  [
    "loses its last day",
    until("2027-01-01"),
    old,
    `sunset-removed GET /books: has no sunset date any more; it was 2027-01-01 ${there}`,
  ],
  [
    "is kept after all",
    until("2027-01-01"),
    plain,
    `no-longer-deprecated GET /books: is no longer deprecated ${there}`,
  ],
  [
    "lives longer",
    until("2027-01-01"),
    until("2027-01-02"),
    `sunset-later GET /books: has the later sunset date 2027-01-02 instead of 2027-01-01 ${there}`,
  ],
  [
    "ends earlier",
    until("2027-01-02"),
    until("2027-01-01"),
    `sunset-earlier GET /books: has the earlier sunset date 2027-01-01 instead of 2027-01-02 ${there}`,
  ],
  ["ends when it did", until("2027-01-02"), until("2027-01-02")],
  ["ends on no day", old, until("soon"), unreadable("soon")],
  ["ends in no month", old, until("2027-13-01"), unreadable("2027-13-01")],
  ["ends in words", old, until("1 January 2027-01-01"), unreadable("1 January 2027-01-01")],
  ["ends in a year of more digits", old, until("+002027-01-01"), unreadable("+002027-01-01")],
  ["ends in a year", old, until("2027"), unreadable("2027")],
  ["ends at a number", old, until(2027)],
  ["has another summary", plain, operation({ summary: "A" }), `text-changed GET /books: has another summary ${there}`],
  [
    "has no description",
    operation({ description: "A" }),
    plain,
    `text-changed GET /books: has another description ${there}`,
  ],
  [
    "is described elsewhere",
    operation({ externalDocs: { url: "/a" } }),
    operation({ externalDocs: { url: "/b" } }),
    `text-changed GET /books: has another externalDocs ${there}`,
  ],
  [
    "is said to be undocumented",
    plain,
    operation({ "x-undocumented": "A" }),
    `text-changed GET /books: has another x-undocumented ${there}`,
  ],
  [
    "is a tension",
    plain,
    operation({ "x-tensions": ["A"] }),
    `text-changed GET /books: has another x-tensions ${there}`,
  ],
];

const withVariables = (variables: unknown): Document => ({ ...plain, servers: [{ url: "/{a}", variables }] });
const variable = (values: readonly string[] | undefined, byDefault = "x"): Document =>
  withVariables({ a: { default: byDefault, ...(values && { enum: values }) } });
const first = "(/servers/0, /servers/0)";

const places: readonly Row[] = [
  ["one more", servers("/a"), servers("/a", "/b"), "server-added the API: the server /b is new (, /servers/1)"],
  [
    "one further down",
    servers("/a"),
    servers("/a", "/a/b/c"),
    "server-added the API: the server /a/b/c is new (, /servers/1)",
  ],
  ["one less", servers("/a", "/b"), servers("/a"), "server-removed the API: the server /b is gone (/servers/1, )"],
  ["the first of all", plain, servers("/a"), "server-added the API: the server /a is new (, /servers/0)"],
  [
    "another order",
    servers("/a", "/b"),
    servers("/b", "/a"),
    `default-server-changed the API: the first server is /b instead of /a ${first}`,
  ],
  [
    "another one",
    servers("/a"),
    servers("/b"),
    "server-removed the API: the server /a is gone (/servers/0, )",
    "server-added the API: the server /b is new (, /servers/0)",
  ],
  ["one more before", servers("/a"), servers("/b", "/a"), "server-added the API: the server /b is new (, /servers/0)"],
  [
    "the first gone",
    servers("/b", "/a"),
    servers("/a"),
    "server-removed the API: the server /b is gone (/servers/0, )",
  ],
  ["another slash at the end", servers("/a/"), servers("/a")],
  [
    "the root, which is its slash",
    servers("/"),
    servers(""),
    "server-removed the API: the server / is gone (/servers/0, )",
    "server-added the API: the server  is new (, /servers/0)",
  ],
  [
    "a value less",
    variable(["x", "y"]),
    variable(["x"]),
    `server-variable-value-removed the API server /{a}: the server variable \`a\` is never y any more ${first}`,
  ],
  [
    "a value more",
    variable(["x"]),
    variable(["x", "y"]),
    `server-variable-value-added the API server /{a}: the server variable \`a\` may be y ${first}`,
  ],
  [
    "another default",
    variable(undefined),
    variable(undefined, "y"),
    `server-variable-default-changed the API server /{a}: the server variable \`a\` is y by default, not x ${first}`,
  ],
  ["any value", variable(["x"]), variable(undefined)],
  ["only some values", variable(undefined), variable(["x"])],
  ["another variable", variable(undefined), withVariables({ b: { default: "y" } })],
  ["no variables", variable(undefined), withVariables(undefined)],
  ["variables", withVariables(undefined), variable(undefined)],
  ["a variable that is none", withVariables({ a: "x" }), variable(undefined)],
  ["a variable that is none now", variable(undefined), withVariables({ a: "x" })],
];

describe.each([
  ["an operation that", life],
  ["servers:", places],
])("%s", (_, rows) => {
  test.for(rows)("%s", async ([, before, after, ...want]) => {
    expect(await toldOf(before, after)).toEqual(want);
  });
});
