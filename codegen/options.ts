/**
 * The options of every command that reads a description, as data: `parseArgs` reads them, and so do help pages and shell
 * completion. This file imports nothing, so that help needs no optional package.
 */

/** Options by which a document is loaded that is on another machine, or changed first. */
export const DOCUMENT_OPTIONS = {
  overlay: {
    type: "string",
    multiple: true,
    value: "<file>",
    says: "OpenAPI Overlay 1.0 to apply first; repeatable",
  },
  "allow-files": {
    type: "string",
    multiple: true,
    value: "<folder>",
    says: "let documents refer to files of this folder too, beside those below their own; repeatable",
  },
  "allow-remote": { type: "boolean", says: "load documents over http(s) too, as pinned in codegen.lock" },
  "update-lock": { type: "boolean", says: "the same, and pin what was loaded" },
} as const;

/** Options of every command that reads a description and writes something made from it. */
export const DESCRIBED_OPTIONS = {
  openapi: {
    type: "string",
    value: "<file>",
    says: "OpenAPI document, YAML or JSON: 3.0, 3.1, 3.2 or Swagger 2.0; - for standard input",
  },
  asyncapi: { type: "string", value: "<file>", says: "AsyncAPI document with the events: 3 or 2" },
  assumptions: { type: "string", value: "<file>", says: "choices where the description is silent" },
  config: {
    type: "string",
    value: "<file>",
    says: "configuration file instead of documents (default: spec/codegen.yaml, where it exists)",
  },
  out: { type: "string", value: "<folder>", says: "where to write" },
  json: { type: "boolean", says: "print one JSON document: changed files and problems with their places" },
  ...DOCUMENT_OPTIONS,
} as const;

/** Every command takes it. */
export const HELP_OPTION = { help: { type: "boolean", short: "h", says: "show this help" } } as const;

/** Options of the generator. */
export const GENERATE_OPTIONS = {
  ...DESCRIBED_OPTIONS,
  runtime: { type: "string", value: "<import>", says: "module that generated functions import their types from" },
  tag: {
    type: "string",
    multiple: true,
    value: "<name>",
    says: "only operations with this tag; * matches anything; repeatable",
  },
  path: { type: "string", multiple: true, value: "<path>", says: "only operations of this path; likewise" },
  operation: { type: "string", multiple: true, value: "<id>", says: "only this operation; likewise" },
  emit: {
    type: "string",
    multiple: true,
    value: "<name>",
    words: ["fakers", "msw", "webhooks", "groups"],
    says: "generate in addition: fakers, msw, webhooks or groups, or the result of your own module (./path.js); repeatable",
  },
  "skip-unsupported": { type: "boolean", says: "leave out what cannot be generated, and report it" },
  strict: { type: "boolean", says: "refuse what the format forbids, instead of warning" },
  verbose: { type: "boolean", says: "show every warning" },
  clashes: {
    type: "string",
    value: "<way>",
    words: ["nest", "error"],
    says: "where body fields share a name with a parameter: nest keeps the body whole instead of renaming them, error refuses",
  },
  params: {
    type: "string",
    value: "<way>",
    words: ["grouped"],
    says: "grouped: parameters are one object with path, query, headers, cookies and body",
  },
  bigint: { type: "boolean", says: "integers of the format int64 are bigints" },
  dates: { type: "boolean", says: "strings of the format date-time are Dates" },
  open: { type: "boolean", says: "types of what is received admit fields that are not described" },
  paths: { type: "boolean", says: "add types of every path, in the form that openapi-fetch takes" },
  check: { type: "boolean", says: "write nothing; fail when something would change, and show what" },
  watch: { type: "boolean", says: "generate again whenever a file of the description changes" },
} as const;

/** Options of the reference. */
export const DOCS_OPTIONS = {
  ...DESCRIBED_OPTIONS,
  module: { type: "string", value: "<name>", says: "module that the snippets import from" },
} as const;
