import { parse } from "yaml";
import { EVERY_FEATURE } from "./every-feature.js";

const text = { type: "string" };
const payload = (type: string, rest: object = {}): object => ({
  type: "object",
  properties: { type: { const: type }, body: { type: "string", pattern: "^a+$" }, ...rest },
  required: ["type"],
  patternProperties: { "^x-": text },
  additionalProperties: false,
});

/** An AsyncAPI document with every feature that is read. */
const ASYNCAPI = {
  asyncapi: "3.0.0",
  info: { title: "Events", version: "1", description: "All of them." },
  defaultContentType: "application/json",
  servers: { main: { host: "example.test", protocol: "https", description: "The only one." } },
  channels: {
    feed: { address: "/feed/{id}", title: "Feed", messages: { made: { $ref: "#/components/messages/made" } } },
  },
  operations: { receiveMade: { action: "receive", channel: { $ref: "#/channels/feed" }, summary: "Receives." } },
  components: {
    messages: {
      made: {
        name: "thing_made",
        title: "Made",
        summary: "A thing was made.",
        "x-family": "things",
        "x-union": "Event",
        payload: { $ref: "#/components/schemas/Made" },
        examples: [{ name: "one", payload: { type: "made", body: "a" } }],
      },
    },
    schemas: {
      Made: payload("made", { when: { type: "string", format: "date-time", description: "When." } }),
      Gone: { ...payload("gone"), "x-undocumented": "what goes" },
      Event: { oneOf: [{ $ref: "#/components/schemas/Made" }, { $ref: "#/components/schemas/Gone" }] },
    },
  },
  "x-union-decoders": { Event: { of: ["Event"], unknown: "UnknownEvent" } },
  "x-tables": { sizes: { description: "Sizes.", value: { small: "s", list: ["a"] } } },
};

/** A Swagger 2 document with every feature that is read. */
const SWAGGER = {
  swagger: "2.0",
  info: { title: "Old", version: "1", description: "An old one." },
  host: "example.test",
  basePath: "/v1",
  schemes: ["https"],
  consumes: ["application/json"],
  produces: ["application/json"],
  securityDefinitions: {
    key: { type: "apiKey", in: "header", name: "x-key" },
    oauth: {
      type: "oauth2",
      flow: "application",
      tokenUrl: "https://example.test/token",
      scopes: { read: "Reads." },
    },
  },
  security: [{ key: [] }],
  tags: [{ name: "things", description: "Things." }],
  paths: {
    "/things/{id}": {
      get: {
        operationId: "getThing",
        tags: ["things"],
        summary: "Gets one.",
        description: "Exactly one.",
        parameters: [
          { name: "id", in: "path", required: true, type: "string" },
          { name: "sort", in: "query", type: "array", items: text, collectionFormat: "csv", description: "By what." },
          { name: "x-trace", in: "header", type: "string" },
        ],
        responses: {
          200: { description: "One.", schema: { $ref: "#/definitions/Thing" } },
          404: { description: "None.", schema: { $ref: "#/definitions/Error" } },
        },
      },
      put: {
        operationId: "putThing",
        parameters: [
          { name: "id", in: "path", required: true, type: "string" },
          { name: "body", in: "body", required: true, schema: { $ref: "#/definitions/Thing" } },
        ],
        responses: { default: { description: "Whatever.", schema: text } },
      },
    },
  },
  definitions: {
    Thing: {
      type: "object",
      description: "A thing.",
      required: ["id"],
      properties: {
        id: { type: "string", pattern: "^[a-z]+$", "x-brand": "ThingId" },
        kind: { type: "string", enum: ["a", "b"], "x-enum-varnames": ["First", "Second"], default: "a" },
        count: { type: "integer", format: "int64", example: 3 },
        made: { type: "string", format: "date-time" },
      },
    },
    Error: { type: "object", properties: { code: text }, additionalProperties: text },
    Animal: { type: "object", discriminator: "kind", required: ["kind"], properties: { kind: text } },
    Cat: { allOf: [{ $ref: "#/definitions/Animal" }, { type: "object", properties: { lives: { type: "integer" } } }] },
  },
};

const NO_ROUTES = { openapi: "3.1.0", info: { title: "None", version: "1" }, paths: {} };

/** Documents of each format, and the file that each is. */
export const DOCUMENTS = {
  "OpenAPI 3.1": { name: "openapi.yaml", document: parse(EVERY_FEATURE) as unknown, others: {} },
  AsyncAPI: { name: "asyncapi.yaml", document: ASYNCAPI as unknown, others: { "openapi.yaml": NO_ROUTES } },
  "Swagger 2": { name: "openapi.yaml", document: SWAGGER as unknown, others: {} },
} as const;
