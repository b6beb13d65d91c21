import { expect, test } from "vitest";
import { descriptor, json, object, one, text } from "./support/operation.js";

const nothing = { description: "" };
const app = { description: "", ...json(object({ app: text }, ["app"])) };
const answer = [{ app: "any" }];

test.each([
  ["a 204 alone", { "204": nothing }, { mayBeEmpty: true }],
  ["a 204 beside one with fields", { "200": app, "204": nothing }, { mayBeEmpty: true, answer }],
  ["one without content", { "200": nothing }, { mayBeEmpty: true }],
  ["one with fields alone", { "200": app }, { answer }],
])("a success may come without a body where one is described so: %s", async (_says, responses, want) => {
  const { mayBeEmpty, answer: shapes } = await descriptor(one({ responses }));
  expect({ mayBeEmpty, answer: shapes }).toEqual(want);
});
