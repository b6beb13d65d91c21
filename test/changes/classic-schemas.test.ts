import { describe, expect, test } from "vitest";
import { type Case, judged, ok, answered, content, body, answer, object, text, field, header } from "./classic.js";

const requests: readonly Case[] = [
  [
    "a required field is added",
    body(object({})),
    body(object({ a: text }, ["a"])),
    ["breaking request-required-property-added"],
  ],
  ["an optional field is added", body(object({})), body(object({ a: text })), ["info request-property-added"]],
  ["a field is removed", body(field(text)), body(object({})), ["warning request-optional-property-removed"]],
  [
    "a field is removed from a closed object",
    body(field(text)),
    body({ ...object({}), additionalProperties: false }),
    ["breaking request-further-properties-refused", "breaking request-property-refused"],
  ],
  [
    "a field becomes required",
    body(field(text)),
    body(object({ a: text }, ["a"])),
    ["breaking request-property-became-required"],
  ],
  [
    "a field becomes optional",
    body(object({ a: text }, ["a"])),
    body(field(text)),
    ["info request-property-became-optional"],
  ],
  [
    "null is no longer taken",
    body(field({ type: ["string", "null"] })),
    body(field(text)),
    ["breaking request-became-not-nullable"],
  ],
  ["null is taken too", body(field(text)), body(field({ type: ["string", "null"] })), ["info request-became-nullable"]],
  [
    "a value is added",
    body(field({ enum: ["a"] })),
    body(field({ enum: ["a", "b"] })),
    ["info request-enum-value-added"],
  ],
  [
    "int32 becomes int64",
    body(field({ type: "integer", format: "int32" })),
    body(field({ type: "integer", format: "int64" })),
    ["breaking request-format-widened"],
  ],
  [
    "date-time becomes date",
    body(field({ type: "string", format: "date-time" })),
    body(field({ type: "string", format: "date" })),
    ["breaking request-format-changed"],
  ],
  ["a text becomes a number", body(field(text)), body(field({ type: "number" })), ["breaking request-type-changed"]],
  [
    "an integer becomes any number",
    body(field({ type: "integer" })),
    body(field({ type: "number" })),
    ["info request-type-widened"],
  ],
  [
    "any number becomes an integer",
    body(field({ type: "number" })),
    body(field({ type: "integer" })),
    ["breaking request-type-narrowed"],
  ],
  [
    "a pattern is added",
    body(field(text)),
    body(field({ ...text, pattern: "^a" })),
    ["breaking request-pattern-added"],
  ],
  [
    "a longest length is set",
    body(field(text)),
    body(field({ ...text, maxLength: 5 })),
    ["breaking request-bound-set"],
  ],
  [
    "a longest length grows",
    body(field({ ...text, maxLength: 5 })),
    body(field({ ...text, maxLength: 6 })),
    ["info request-bound-loosened"],
  ],
  [
    "a variant is removed",
    body({ oneOf: [text, { type: "integer" }] }),
    body({ oneOf: [text] }),
    ["breaking request-variant-removed"],
  ],
  ["a body becomes required", body(text), body(text, { required: true }), ["breaking body-became-required"]],
  [
    "a field becomes read-only",
    body(object({ a: text }, ["a"])),
    body(object({ a: { ...text, readOnly: true } }, ["a"])),
    ["warning request-property-removed"],
  ],
  [
    "nothing but the words differ",
    body({ allOf: [field(text), { required: ["a"] }] }),
    body(object({ a: text }, ["a"])),
    [],
  ],
];

const answers: readonly Case[] = [
  [
    "a required field is removed",
    answer(object({ a: text }, ["a"])),
    answer(object({})),
    ["breaking response-property-removed"],
  ],
  [
    "an optional field is removed",
    answer(field(text)),
    answer(object({})),
    ["warning response-optional-property-removed"],
  ],
  ["a field is added", answer(object({})), answer(field(text)), ["info response-property-added"]],
  [
    "a field may be missing",
    answer(object({ a: text }, ["a"])),
    answer(field(text)),
    ["breaking response-property-became-optional"],
  ],
  [
    "a field is always there",
    answer(field(text)),
    answer(object({ a: text }, ["a"])),
    ["info response-property-became-required"],
  ],
  [
    "a field may be null",
    answer(field(text)),
    answer(field({ type: ["string", "null"] })),
    ["breaking response-became-nullable"],
  ],
  [
    "a value is added",
    answer(field({ enum: ["a"] })),
    answer(field({ enum: ["a", "b"] })),
    ["warning response-enum-value-added"],
  ],
  [
    "a value is removed",
    answer(field({ enum: ["a", "b"] })),
    answer(field({ enum: ["a"] })),
    ["warning response-enum-value-removed"],
  ],
  [
    "int32 becomes int64",
    answer(field({ type: "integer", format: "int32" })),
    answer(field({ type: "integer", format: "int64" })),
    ["breaking response-format-widened"],
  ],
  [
    "date-time becomes date",
    answer(field({ type: "string", format: "date-time" })),
    answer(field({ type: "string", format: "date" })),
    ["breaking response-format-changed"],
  ],
  [
    "an integer becomes any number",
    answer(field({ type: "integer" })),
    answer(field({ type: "number" })),
    ["breaking response-type-widened"],
  ],
  [
    "a largest value grows",
    answer(field({ type: "integer", maximum: 5 })),
    answer(field({ type: "integer", maximum: 6 })),
    ["breaking response-bound-loosened"],
  ],
  [
    "a variant is added",
    answer({ oneOf: [text] }),
    answer({ oneOf: [text, { type: "integer" }] }),
    ["breaking response-variant-added"],
  ],
  [
    "a success is removed",
    answered(ok),
    answered({ "204": { description: "" } }),
    ["breaking success-status-removed", "info success-status-added"],
  ],
  ["an error is added", answered(ok), answered({ ...ok, "404": { description: "" } }), ["info error-status-added"]],
  [
    "a status is covered by its range",
    answered({ "200": { description: "", content: content(text) } }),
    answered({ "2XX": { description: "", content: content(text) } }),
    ["info success-status-added"],
  ],
  [
    "a media type is replaced",
    answered({ "200": { description: "", content: { "application/json": {} } } }),
    answered({ "200": { description: "", content: { "text/csv": {} } } }),
    ["breaking response-media-type-removed", "info response-media-type-added"],
  ],
  [
    "a required header is removed",
    header({ etag: { required: true, schema: text } }),
    header({}),
    ["breaking required-header-removed"],
  ],
  ["an optional header is removed", header({ etag: { schema: text } }), header({}), ["warning header-removed"]],
  [
    "a header may be missing",
    header({ etag: { required: true, schema: text } }),
    header({ ETag: { schema: text } }),
    ["breaking header-became-optional"],
  ],
  [
    "a header is of another type",
    header({ etag: { schema: text } }),
    header({ etag: { schema: { type: "integer" } } }),
    ["info response-written-type-changed"],
  ],
];

describe.each([
  ["requests", requests],
  ["answers", answers],
])("classic changes of %s", (_, cases) => {
  test.each(cases)("%s", async (_what, before, after, want) => {
    expect(await judged(before, after)).toEqual([...want].sort());
  });
});
