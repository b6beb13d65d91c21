import { expect, test } from "vitest";
import { type Case, judged, object, operation, text } from "./classic.js";

const FORM = "application/x-www-form-urlencoded";
const whole = (schema: object, { name = "filter", media = FORM, ...more } = {}): Case[1] => ({
  ...operation({ parameters: [{ name, in: "querystring", content: { [media]: { schema } }, ...more }] }),
  openapi: "3.2.0",
});
const filter = object({ q: text });
const apart: Case[1] = {
  ...operation({ parameters: [{ name: "filter", in: "query", schema: filter }] }),
  openapi: "3.2.0",
};
const none: Case[1] = { ...operation({}), openapi: "3.2.0" };

const cases: readonly Case[] = [
  ["nothing", whole(filter), whole(filter), []],
  [
    "its name, which only the client has",
    whole(filter),
    whole(filter, { name: "search" }),
    ["breaking parameter-renamed"],
  ],
  [
    "a field of it that must be there now",
    whole(filter),
    whole(object({ q: text }, ["q"])),
    ["breaking request-property-became-required"],
  ],
  ["a new field of it", whole(filter), whole(object({ q: text, page: text })), ["info request-property-added"]],
  [
    "that it must be there now",
    whole(filter),
    whole(filter, { required: true } as object),
    ["breaking parameter-became-required"],
  ],
  ["that it has come", none, whole(filter), ["info parameter-added"]],
  ["that it is gone", whole(filter), none, ["warning parameter-removed"]],
  ["that it was one parameter of the query", apart, whole(filter), ["breaking parameter-moved"]],
];

test.each(cases)("of a whole query is told: %s", async (_, before, after, want) => {
  expect(await judged(before, after)).toEqual(want);
});
