import type { Body, NamedSchema, Parameter, Schema } from "../../../codegen/model/model.js";
import { bodyWith, named, parameterWith } from "./handmade.js";

/** A body, what the type of a call with it is, and what else is described. */
export type Row = readonly [
  says: string,
  body: Body,
  want: string,
  rest?: { readonly schemas?: readonly NamedSchema[]; readonly parameters?: readonly Parameter[] },
];

const text = { type: "string" };
const bytes = { type: "string", format: "binary" };
const thing = { type: "object", properties: { b: text, a: text } };
const asking = { ...thing, required: ["a"] };
const schemas = [
  named("Thing", thing),
  named("Asking", asking),
  named("Either", { oneOf: [{ $ref: "Thing" }] }),
  named("Any", { anyOf: [{ $ref: "Thing" }] }),
  named("All", { allOf: [{ $ref: "Thing" }] }),
];
const parameters = [parameterWith("id", text, { required: true })];
const beside = { schemas, parameters };

const flat = (schema: Schema, required = true): Body => bodyWith(schema, { flat: true, required });
const FIELDS = "  readonly b?: string | undefined;\n  readonly a?: string | undefined;\n}";
const NONE = "{ readonly a?: undefined; readonly b?: undefined }";

export const bodyRows: readonly Row[] = [
  ["whole", bodyWith(text), "SendParams {\n  readonly id: string;\n  readonly body: string;\n}", beside],
  [
    "whole, where it may be left out",
    bodyWith({ ...thing, description: "All; of it." }, { required: false }),
    `SendParams {
  /** All; of it. */
  readonly body?: {
    readonly b?: string | undefined;
    readonly a?: string | undefined;
  } | undefined;
}`,
  ],
  [
    "bytes, which may be read while they are sent",
    bodyWith({ ...bytes, description: "All; of it." }),
    "SendParams {\n  /** All; of it. */\n  readonly body: Blob | ReadableStream<Uint8Array>;\n}",
  ],
  [
    "bytes, beside a schema of that name",
    bodyWith(bytes),
    "SendParams {\n  readonly body: Blob | globalThis.ReadableStream<Uint8Array>;\n}",
    { schemas: [named("ReadableStream", true)] },
  ],
  [
    "one of several forms",
    bodyWith(text, { others: [{ mediaType: "application/octet-stream", schema: bytes }] }),
    `SendParams = {
  readonly body: string;
  readonly contentType?: "application/json" | undefined;
} | {
  readonly body: Blob | ReadableStream<Uint8Array>;
  readonly contentType: "application/octet-stream";
};`,
  ],
  [
    "one of several forms, with parameters",
    bodyWith(text, { required: false, others: [{ mediaType: "text/plain", schema: text }] }),
    `SendParams = {
  readonly id: string;
  readonly more?: string | undefined;
} & ({
  readonly body?: string | undefined;
  readonly contentType?: "application/json" | undefined;
} | {
  readonly body?: string | undefined;
  readonly contentType: "text/plain";
});`,
    { parameters: [...parameters, parameterWith("more", text)] },
  ],
  ["its fields", flat(thing), `SendParams {\n  readonly id: string;\n${FIELDS}`, beside],
  ["the fields of what it refers to", flat({ $ref: "Thing" }), `SendParams {\n${FIELDS}`, { schemas }],
  ["a reference to one of several", flat({ $ref: "Either" }), "SendParams = (Fields$<Either>);", { schemas }],
  ["a reference to any of several", flat({ $ref: "Any" }), "SendParams = (Fields$<Any>);", { schemas }],
  [
    "a reference to all of several, with parameters",
    flat({ $ref: "All" }),
    "SendParams = {\n  readonly id: string;\n  readonly more?: string | undefined;\n} & (Fields$<All>);",
    { schemas, parameters: [...parameters, parameterWith("more", text)] },
  ],
  ["a reference to nobody", flat({ $ref: "Nobody" }), "SendParams = (Fields$<Nobody>);"],
  ["anything", flat(true), "SendParams = (unknown);"],
  ["its fields, where none must come", flat(thing, false), `SendParams {\n${FIELDS}`],
  [
    "those of a reference, where none must come",
    flat({ $ref: "Thing" }, false),
    `SendParams {\n${FIELDS}`,
    { schemas },
  ],
  [
    "its fields, or none of them",
    flat({ $ref: "Asking" }, false),
    `SendParams = ({\n  readonly b?: string | undefined;\n  readonly a: string;\n} | ${NONE});`,
    { schemas },
  ],
  ...["oneOf", "anyOf", "allOf"].map((keyword): Row => [
    `its fields, as ${keyword} says, or none of them`,
    flat({ [keyword]: [{ $ref: "Thing" }] }, false),
    `SendParams = (Fields$<Thing> | ${NONE});`,
    { schemas },
  ]),
  [
    "a named choice, or none",
    flat({ $ref: "Either" }, false),
    `SendParams = (Fields$<Either> | ${NONE});`,
    { schemas },
  ],
  [
    "the fields of one group, or none of them",
    flat({ ...thing, "x-exclusive": [["a", "b"]] }, false),
    `SendParams = ({\n${FIELDS} | ${NONE});`,
  ],
];

/** Bodies that need not come, and whether a call needs no parameter then. */
export const needRows: readonly (readonly [says: string, body: Body | undefined, want: boolean])[] = [
  ["no body", undefined, true],
  ["a body that must come", flat(thing), false],
  ["a whole body that must come", bodyWith(asking), false],
  ["a whole body that need not come", bodyWith(asking, { required: false }), true],
  ["fields of its own that need not come", flat(thing, false), true],
  ["fields of its own of which one must come", flat(asking, false), false],
  ["fields that need not come", flat({ $ref: "Thing" }, false), true],
  ["fields of which one must come", flat({ $ref: "Asking" }, false), false],
  ["a choice", flat({ $ref: "Either" }, false), false],
  ["anything", flat(true, false), true],
];
export const needSchemas: ReadonlyMap<string, Schema> = new Map(schemas.map(({ name, schema }) => [name, schema]));
