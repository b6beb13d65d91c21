import { STATUS } from "../model/status.js";
import { schemaShape } from "./json-schema.js";
import type { Kind, Shapes } from "./kinds.js";
import { SECURITY } from "./security.js";
import { SHARED } from "./shared.js";

/** Sorts of objects in an OpenAPI document. */
export type OpenApiName =
  | "Callback"
  | "Components"
  | "Contact"
  | "Discriminator"
  | "Decoder"
  | "Document"
  | "Encoding"
  | "ExternalDocs"
  | "Flow"
  | "Flows"
  | "Header"
  | "Info"
  | "License"
  | "Link"
  | "MediaType"
  | "Operation"
  | "Parameter"
  | "PathItem"
  | "Paths"
  | "RequestBody"
  | "Response"
  | "Responses"
  | "Schema"
  | "SecurityScheme"
  | "Server"
  | "Tag"
  | "Variable"
  | "Variant"
  | "Xml";

const mark: Kind<OpenApiName> = { either: ["text", { list: "text" }] };
const marks = { "x-tensions": mark, "x-undocumented": mark } as const;
const requirements: Kind<OpenApiName> = { list: { map: { list: "text" } } };
const servers: Kind<OpenApiName> = { list: "Server" };
const styles = (...words: readonly string[]): Kind<OpenApiName> => ({ words });

const operation = {
  tags: { list: "text" },
  summary: "text",
  description: "text",
  externalDocs: "ExternalDocs",
  operationId: "text",
  parameters: { list: "Parameter" },
  requestBody: "RequestBody",
  responses: "Responses",
  callbacks: { map: "Callback" },
  deprecated: "flag",
  security: requirements,
  servers,
  "x-answer-by": { map: "text" },
  "x-error-codes": { list: "text" },
  "x-idempotency-key": "text",
  "x-may-be-empty": "flag",
  "x-never-sends": { map: "text" },
  "x-placement": { map: "text" },
  "x-possible-codes": { list: "text" },
  "x-query-variants": { list: "Variant" },
  "x-retry": { words: ["safe", "with-client-ref", "after-reread", "never"] },
  "x-route-assumption": "text",
  ...marks,
  "x-urgent": "flag",
  "x-within-ms": "number",
} as const satisfies Readonly<Record<string, Kind<OpenApiName>>>;

const value = {
  description: "text",
  required: "flag",
  deprecated: "flag",
  explode: "flag",
  schema: "Schema",
  example: "any",
  examples: { map: "any" },
  content: { map: "MediaType" },
  ...marks,
} as const satisfies Readonly<Record<string, Kind<OpenApiName>>>;

/** How the parts of a form are written: by name and, in 3.2, by place. */
const encodings = {
  encoding: { map: "Encoding" },
  prefixEncoding: { list: "Encoding" },
  itemEncoding: "Encoding",
} as const satisfies Readonly<Record<string, Kind<OpenApiName>>>;

/** Every object of an OpenAPI 3.1 or 3.2 document, and the words that these generators add. */
export const OPENAPI: Shapes<OpenApiName> = {
  Document: {
    called: "document",
    fields: {
      openapi: "text",
      $self: "text",
      info: "Info",
      jsonSchemaDialect: "text",
      servers,
      paths: "Paths",
      webhooks: { map: "PathItem" },
      components: "Components",
      security: requirements,
      tags: { list: "Tag" },
      externalDocs: "ExternalDocs",
      "x-error-codes": "any",
      "x-limits": "any",
      "x-tables": { map: "any", keys: "name" },
      "x-union-decoders": { map: { either: ["Decoder", "nothing"] }, keys: "name" },
      "x-unrouted": { map: "Operation" },
    },
    required: ["openapi", "info"],
  },
  Info: {
    called: "info",
    fields: {
      title: "text",
      summary: "text",
      description: "text",
      termsOfService: "text",
      contact: "Contact",
      license: "License",
      version: "text",
    },
    required: ["title", "version"],
  },
  License: { called: "license", fields: { name: "text", identifier: "text", url: "text" }, required: ["name"] },
  Server: {
    called: "server",
    fields: { url: "text", name: "text", description: "text", variables: { map: "Variable" } },
    required: ["url"],
  },
  Variable: {
    called: "server variable",
    fields: { enum: { list: "text" }, default: "text", description: "text" },
    required: ["default"],
  },
  Components: {
    called: "set of components",
    fields: {
      schemas: { map: "Schema" },
      responses: { map: "Response" },
      parameters: { map: "Parameter" },
      examples: { map: "any" },
      requestBodies: { map: "RequestBody" },
      headers: { map: "Header" },
      securitySchemes: { map: "SecurityScheme" },
      links: { map: "Link" },
      callbacks: { map: "Callback" },
      pathItems: { map: "PathItem" },
      mediaTypes: { map: "MediaType" },
    },
  },
  Paths: {
    called: "set of paths",
    fields: {},
    others: { kind: "PathItem", keys: { matching: /^\//, called: "path: paths begin with a slash" } },
  },
  PathItem: {
    called: "path",
    fields: {
      summary: "text",
      description: "text",
      get: "Operation",
      put: "Operation",
      post: "Operation",
      delete: "Operation",
      options: "Operation",
      head: "Operation",
      patch: "Operation",
      trace: "Operation",
      query: "Operation",
      additionalOperations: { map: "Operation" },
      servers,
      parameters: { list: "Parameter" },
      "x-undocumented": mark,
    },
  },
  Operation: { called: "operation", fields: operation },
  Variant: {
    called: "variant of an operation",
    fields: {
      ...operation,
      accept: "text",
      answer: "Schema",
      const: { map: "any" },
      params: { list: "text" },
    },
    required: ["operationId"],
  },
  Parameter: {
    called: "parameter",
    fields: {
      ...value,
      name: "text",
      in: { words: ["path", "query", "querystring", "header", "cookie"] },
      allowEmptyValue: "flag",
      allowReserved: "flag",
      style: styles("form", "simple", "label", "matrix", "spaceDelimited", "pipeDelimited", "deepObject", "cookie"),
      "x-name": "text",
      "x-required-in": { list: "text" },
      "x-transport": "flag",
    },
    required: ["name", "in"],
    hints: { required: "Write `required: true`: a path parameter always is." },
    oneOf: ["schema", "content"],
    when: { field: "in", needs: { path: ["required"] } },
  },
  Header: { called: "header", fields: { ...value, style: styles("simple") }, oneOf: ["schema", "content"] },
  RequestBody: {
    called: "request body",
    fields: {
      description: "text",
      content: { map: "MediaType" },
      required: "flag",
      ...marks,
    },
    required: ["content"],
  },
  MediaType: {
    called: "media type",
    fields: { schema: "Schema", itemSchema: "Schema", example: "any", examples: { map: "any" }, ...encodings },
  },
  Encoding: {
    called: "encoding",
    fields: {
      contentType: "text",
      headers: { map: "Header" },
      style: styles("form", "spaceDelimited", "pipeDelimited", "deepObject"),
      explode: "flag",
      allowReserved: "flag",
      ...encodings,
    },
  },
  Responses: {
    called: "set of responses",
    fields: { default: "Response" },
    others: {
      kind: "Response",
      keys: { matching: STATUS, called: "status: write 200, 2XX or default", needed: true },
    },
  },
  Response: {
    called: "response",
    fields: {
      summary: "text",
      description: "text",
      headers: { map: "Header" },
      content: { map: "MediaType" },
      links: { map: "Link" },
      ...marks,
    },
    required: ["description"],
    hints: { description: "Add it: it has to be there. An empty text will do." },
  },
  Callback: { called: "callback", fields: {}, others: { kind: "PathItem", keys: { matching: /^/, called: "" } } },
  Link: {
    called: "link",
    fields: {
      operationRef: "text",
      operationId: "text",
      parameters: { map: "any" },
      requestBody: "any",
      description: "text",
      server: "Server",
    },
  },
  Tag: {
    called: "tag",
    fields: {
      name: "text",
      summary: "text",
      description: "text",
      parent: "text",
      kind: "text",
      externalDocs: "ExternalDocs",
    },
    required: ["name"],
  },
  Xml: {
    called: "form in XML",
    fields: {
      name: "text",
      namespace: "text",
      prefix: "text",
      attribute: "flag",
      wrapped: "flag",
      nodeType: { words: ["element", "attribute", "text", "cdata", "none"] },
    },
  },
  ...SHARED,
  ...SECURITY,
  Schema: schemaShape<OpenApiName>("Schema", {
    discriminator: "Discriminator",
    xml: "Xml",
    externalDocs: "ExternalDocs",
  }),
};
