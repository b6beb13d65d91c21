import type { Filter } from "./model/filter.js";

/** What the value of a key has to be. */
export type KeyKind =
  "file" | "flag" | "text" | "texts" | "names" | "filter" | { readonly words: readonly [string, ...string[]] };

/** One key of a configuration. */
export interface KeyRule {
  readonly kind: KeyKind;
  /** What it is for, in one sentence. */
  readonly says: string;
}

/** Every key that a configuration can have. The first of several words is the default. */
export const CONFIG_KEYS = {
  openapi: { kind: "file", says: "OpenAPI document: 3.0, 3.1, 3.2 or Swagger 2.0, YAML or JSON." },
  asyncapi: { kind: "file", says: "AsyncAPI document with the events: 3, or 2 by conversion." },
  overlays: { kind: "texts", says: "Overlays (OpenAPI Overlay 1.0) to apply to the document, in this order." },
  files: { kind: "texts", says: "Folders besides that of the document whose files it may refer to." },
  remote: { kind: "flag", says: "Loads documents of other machines, each pinned by its hash in codegen.lock." },
  assumptions: { kind: "file", says: "Choices to make where the description is silent." },
  out: { kind: "file", says: "Folder to write to." },
  runtime: {
    kind: "text",
    says: "Import specifier of the types that generated functions use; a path is relative to the output folder.",
  },
  undocumented: { kind: "file", says: "File for the report of places marked x-undocumented." },
  base: {
    kind: "file",
    says: "Folder that file names in generated files are relative to; that of the configuration if absent.",
  },
  format: { kind: { words: ["none", "prettier"] }, says: "Who lays the files out." },
  bigint: { kind: "flag", says: "Whole numbers of the format int64 are bigints." },
  dates: { kind: "flag", says: "Texts of the format date-time are Dates." },
  open: { kind: "flag", says: "Types of what is received admit fields that are not described." },
  paths: { kind: "flag", says: "Adds types of every path, in the form that openapi-fetch takes." },
  clashes: {
    kind: { words: ["settle", "nest", "error"] },
    says: "What becomes of body fields that share a name with a parameter: renamed, the body nested, or refused.",
  },
  params: {
    kind: { words: ["flat", "grouped"] },
    says: "Whether parameters are one flat object, or have path, query, headers, cookies and body apart.",
  },
  strict: { kind: "flag", says: "Refuses what the format forbids instead of warning of it." },
  skipUnsupported: { kind: "flag", says: "Leaves out what cannot be generated, with a warning each." },
  include: { kind: "filter", says: "Only these operations, by tag, path or id." },
  exclude: { kind: "filter", says: "Not these operations, by tag, path or id." },
  formats: { kind: "texts", says: "Formats that are notes only." },
  rename: { kind: "names", says: "Names by place (`#/components/schemas/a-b`) or operationId." },
  substitutions: { kind: "names", says: "The value of `{{name}}`, anywhere in the description." },
  emitters: {
    kind: "texts",
    says: "What is generated besides: fakers, groups, msw, webhooks, or modules with an emitter.",
  },
  command: { kind: "text", says: "What a check says to run when files are out of date." },
} as const satisfies Readonly<Record<string, KeyRule>>;

export type ConfigKey = keyof typeof CONFIG_KEYS;

/** What the value of a key comes to. */
type ValueOf<Kind> = Kind extends "file" | "text"
  ? string
  : Kind extends "flag"
    ? boolean
    : Kind extends "texts"
      ? readonly string[]
      : Kind extends "names"
        ? Readonly<Record<string, string>>
        : Kind extends { readonly words: readonly (infer Word)[] }
          ? Word
          : Filter;

/** Kinds whose keys may be left out, with nothing in their place. */
type Optional = "file" | "text" | "filter";

/** Everything that the keys of a configuration come to: what has no value without one may be absent. */
export type ConfigValues = {
  readonly [Key in ConfigKey as (typeof CONFIG_KEYS)[Key]["kind"] extends Optional ? never : Key]: ValueOf<
    (typeof CONFIG_KEYS)[Key]["kind"]
  >;
} & {
  readonly [Key in ConfigKey as (typeof CONFIG_KEYS)[Key]["kind"] extends Optional ? Key : never]?: ValueOf<
    (typeof CONFIG_KEYS)[Key]["kind"]
  >;
};

/** Parts of a filter. */
export const FILTER_KEYS = ["tags", "paths", "operations"] as const;

/** The configuration as a JSON Schema, for editors. */
export function configSchema(): object {
  const text = { type: "string" };
  const texts = { type: "array", items: text };
  const schemaOf = (kind: KeyKind): object => {
    if (typeof kind === "object") return { enum: kind.words, default: kind.words[0] };
    if (kind === "flag") return { type: "boolean", default: false };
    if (kind === "names") return { type: "object", additionalProperties: text };
    if (kind === "filter") {
      const properties = Object.fromEntries(FILTER_KEYS.map((key) => [key, texts]));
      return { type: "object", properties, additionalProperties: false };
    }
    return kind === "texts" ? texts : text;
  };
  const properties = Object.entries<KeyRule>(CONFIG_KEYS).map(
    ([key, { kind, says }]) => [key, { description: says, ...schemaOf(kind) }] as const,
  );
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Configuration of the code generators",
    type: "object",
    required: ["out"],
    anyOf: [{ required: ["openapi"] }, { required: ["asyncapi"] }],
    properties: { $schema: text, ...Object.fromEntries(properties) },
    additionalProperties: false,
  };
}
