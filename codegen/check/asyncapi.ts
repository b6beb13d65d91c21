import { schemaShape } from "./json-schema.js";
import type { Kind, Shape, Shapes } from "./kinds.js";
import { SHARED } from "./shared.js";

type Name =
  | "Channel"
  | "Components"
  | "Contact"
  | "Discriminator"
  | "Decoder"
  | "Document"
  | "ExternalDocs"
  | "Info"
  | "License"
  | "Message"
  | "Operation"
  | "Parameter"
  | "Reply"
  | "Schema"
  | "Server"
  | "Tag"
  | "Variable"
  | "WithFormat";

/** A schema may be wrapped to say in which language it is written. */
const payload: Kind<Name> = { field: "schemaFormat", present: "WithFormat", absent: "Schema" };
const tags: Kind<Name> = { list: "Tag" };
const mark: Kind<Name> = { either: ["text", { list: "text" }] };

const variable = {
  enum: { list: "text" },
  default: "text",
  description: "text",
  examples: { list: "text" },
} as const satisfies Readonly<Record<string, Kind<Name>>>;

const titles = {
  title: "text",
  summary: "text",
  description: "text",
  tags,
  externalDocs: "ExternalDocs",
  bindings: "any",
  "x-tensions": mark,
  "x-undocumented": mark,
} as const satisfies Readonly<Record<string, Kind<Name>>>;

const named = (fields: Shape<Name>["fields"]): Shape<Name>["fields"] => ({ ...titles, ...fields });

/** Every object of an AsyncAPI 3 document that is read here; what is not read may hold anything. */
export const ASYNCAPI: Shapes<Name> = {
  Document: {
    called: "document",
    fields: {
      asyncapi: "text",
      id: "text",
      info: "Info",
      servers: { map: "Server" },
      defaultContentType: "text",
      channels: { map: "Channel" },
      operations: { map: "Operation" },
      components: "Components",
      "x-error-codes": "any",
      "x-limits": "any",
      "x-tables": { map: "any", keys: "name" },
      "x-union-decoders": { map: { either: ["Decoder", "nothing"] }, keys: "name" },
    },
    required: ["asyncapi", "info"],
  },
  Info: {
    called: "info",
    fields: {
      title: "text",
      version: "text",
      description: "text",
      termsOfService: "text",
      contact: "Contact",
      license: "License",
      tags,
      externalDocs: "ExternalDocs",
    },
    required: ["title", "version"],
  },
  License: { called: "license", fields: { name: "text", url: "text" }, required: ["name"] },
  Server: {
    called: "server",
    fields: named({
      host: "text",
      protocol: "text",
      protocolVersion: "text",
      pathname: "text",
      variables: { map: "Variable" },
      security: "any",
    }),
    required: ["host", "protocol"],
  },
  Variable: { called: "server variable", fields: variable },
  Channel: {
    called: "channel",
    fields: named({
      address: { either: ["text", "nothing"] },
      messages: { map: "Message" },
      servers: { list: { pointer: "Server" } },
      parameters: { map: "Parameter" },
    }),
  },
  Parameter: {
    called: "parameter",
    fields: { ...variable, location: "text", "x-tensions": mark, "x-undocumented": mark },
  },
  Operation: {
    called: "operation",
    fields: named({
      action: { words: ["send", "receive"] },
      channel: { pointer: "Channel" },
      security: "any",
      traits: "any",
      messages: { list: { pointer: "Message" } },
      reply: "Reply",
    }),
    required: ["action", "channel"],
  },
  Reply: {
    called: "reply",
    fields: { address: "any", channel: { pointer: "Channel" }, messages: { list: { pointer: "Message" } } },
  },
  Message: {
    called: "message",
    fields: named({
      name: "text",
      contentType: "text",
      headers: payload,
      payload,
      correlationId: "any",
      examples: "any",
      traits: "any",
      "x-family": "text",
      "x-union": "text",
    }),
  },
  WithFormat: {
    called: "schema with its format",
    fields: {
      schemaFormat: { matching: /schema\+?(json|yaml)?|asyncapi|openapi/i, called: "format of JSON Schema" },
      schema: "Schema",
    },
    required: ["schema"],
  },
  Components: {
    called: "set of components",
    fields: {
      schemas: { map: payload },
      servers: { map: "Server" },
      channels: { map: "Channel" },
      operations: { map: "Operation" },
      messages: { map: "Message" },
      parameters: { map: "Parameter" },
      serverVariables: { map: "Variable" },
      securitySchemes: "any",
      correlationIds: "any",
      replies: { map: "Reply" },
      replyAddresses: "any",
      externalDocs: { map: "ExternalDocs" },
      tags: { map: "Tag" },
      operationTraits: "any",
      messageTraits: "any",
      serverBindings: "any",
      channelBindings: "any",
      operationBindings: "any",
      messageBindings: "any",
    },
  },
  Tag: {
    called: "tag",
    fields: { name: "text", description: "text", externalDocs: "ExternalDocs" },
    required: ["name"],
  },
  ...SHARED,
  Schema: {
    ...schemaShape<Name>("Schema", {
      // AsyncAPI names the property alone; whoever shares schemas with an OpenAPI document writes it that way.
      discriminator: { either: ["property", "Discriminator"] },
      xml: "any",
      externalDocs: "ExternalDocs",
    }),
    ref: payload,
  },
};
