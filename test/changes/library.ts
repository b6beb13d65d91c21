import { changesBetween } from "../../codegen/changes/index.js";
import { Problems } from "../../codegen/load/problems.js";
import { load, type Loaded } from "../../codegen/model/build.js";

/** Any part of a description, for tests to bend as they like: whatever is reached for is there. */
export interface Json {
  [key: string]: Json;
}

/** Makes a value part of a description. */
export const json = (value: unknown): Json => value as Json; // test data

const list = (value: Json | undefined): unknown[] => value as unknown as unknown[]; // the test knows that it is one

export const push = (to: Json | undefined, item: unknown): void => void list(to).push(item);
export const pop = (from: Json | undefined): void => void list(from).pop();
export const reverse = (value: Json | undefined): void => void list(value).reverse();
export const remove = (from: Json | undefined, key: string): void => void delete (from as Record<string, unknown>)[key];

/** A small service of books, so that nothing here rests on the platform. */
const openapi = {
  openapi: "3.1.0",
  info: { title: "Books", version: "1" },
  security: [{ token: [] }],
  "x-limits": { booksPerShelf: { value: 10, unit: "count", meaning: "Books on a shelf." } },
  "x-tables": {
    colors: { red: { warm: true, meaning: "As blood." }, blue: { warm: false, meaning: "As the sea." } },
    moves: [{ from: "shelf", to: "desk" }],
  },
  "x-error-codes": {
    LOST: { condition: "The book is lost.", advice: "Look again.", status: 404 },
    TAKEN: { condition: "Somebody has it.", advice: "Wait.", extras: "#/components/schemas/TakenExtras" },
  },
  paths: {
    "/books/{book}": {
      parameters: [
        {
          name: "book",
          in: "path",
          required: true,
          "x-name": "bookId",
          schema: { $ref: "#/components/schemas/BookId" },
        },
      ],
      get: {
        operationId: "getBook",
        summary: "Gets a book.",
        "x-retry": "safe",
        "x-error-codes": ["LOST"],
        parameters: [
          { name: "lang", in: "query", schema: { type: "string", enum: ["en", "pt"] } },
          { name: "page", in: "query", schema: { type: "integer", minimum: 1 } },
        ],
        responses: {
          "200": {
            description: "A book.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Book" } } },
          },
        },
      },
      put: {
        operationId: "editBook",
        summary: "Edits a book.",
        "x-retry": "after-reread",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/EditBody" } } },
        },
        responses: { "204": { description: "Done." } },
      },
    },
  },
  webhooks: {
    borrowed: {
      post: {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Borrowed" } } } },
        responses: {
          "200": {
            description: "Fine.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Thanks" } } },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: {
      BookId: { type: "string", "x-brand": "BookId" },
      Book: {
        type: "object",
        description: "A book.",
        required: ["id", "title"],
        properties: {
          id: { $ref: "#/components/schemas/BookId" },
          title: { type: "string", maxLength: 100 },
          kind: { type: "string", enum: ["novel", "poem"] },
          mood: { type: "string", enum: ["glad", "sad"], "x-open": true },
          authors: { type: "array", items: { $ref: "#/components/schemas/Author" } },
          place: { oneOf: [{ $ref: "#/components/schemas/Shelf" }, { $ref: "#/components/schemas/Desk" }] },
        },
      },
      Author: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
      Shelf: { type: "object", required: ["on"], properties: { on: { const: "shelf" }, row: { type: "integer" } } },
      Desk: { type: "object", required: ["on"], properties: { on: { const: "desk" } } },
      Floor: { type: "object", required: ["on"], properties: { on: { const: "floor" } } },
      EditBody: {
        type: "object",
        required: ["title"],
        properties: {
          title: { type: "string", minLength: 1, maxLength: 100 },
          note: { type: ["string", "null"], default: "none" },
          author: { $ref: "#/components/schemas/Author" },
        },
      },
      Borrowed: { type: "object", required: ["by"], properties: { by: { type: "string" }, until: { type: "string" } } },
      Thanks: { type: "object", properties: { word: { type: "string" } } },
      TakenExtras: { type: "object", required: ["by"], properties: { by: { type: "string" } } },
      OtherExtras: { type: "object", properties: { since: { type: "string" } } },
    },
  },
};

const message = (name: string, schema: string, family = "loans"): unknown => ({
  name,
  "x-union": "Happening",
  "x-family": family,
  payload: { $ref: `#/components/schemas/${schema}` },
});
const event = (type: string): unknown => ({
  type: "object",
  required: ["type"],
  properties: { type: { const: type }, at: { type: "string" } },
});

const asyncapi = {
  asyncapi: "3.0.0",
  info: { title: "Books", version: "1" },
  channels: {
    feed: {
      address: "/feed",
      messages: { lent: { $ref: "#/components/messages/lent" }, returned: { $ref: "#/components/messages/returned" } },
    },
  },
  "x-union-decoders": { Happening: null },
  components: {
    messages: {
      lent: message("lent", "LentEvent"),
      returned: message("returned", "ReturnedEvent"),
      burnt: message("burnt", "BurntEvent"),
    },
    schemas: {
      Happening: {
        oneOf: ["LentEvent", "BurntEvent", "ReturnedEvent"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
      },
      LentEvent: event("lent"),
      ReturnedEvent: event("returned"),
      BurntEvent: event("burnt"),
      LostEvent: event("lost"),
    },
  },
};

const assumptions = [
  {
    key: "order",
    unknown: "Which way lists run.",
    alternatives: { ascending: "From the first.", descending: "From the last." },
    default: "ascending",
    scope: ["client"],
  },
  { key: "wait", unknown: "How long to wait.", type: "integer", unit: "ms", default: 5, scope: ["client"] },
];

/** The three documents of a description. */
export interface Documents {
  openapi: Json;
  asyncapi: Json;
  assumptions: Json;
}

/** A fresh copy of the books. */
export function books(): Documents {
  return structuredClone({ openapi, asyncapi, assumptions }) as unknown as Documents; // plain JSON, made deep and writable
}

async function loadedOf(documents: Documents): Promise<Loaded> {
  const texts = new Map(Object.entries(documents).map(([name, value]) => [`/${name}.json`, JSON.stringify(value)]));
  const read = (path: string): Promise<string> => Promise.resolve(texts.get(path) ?? "");
  const options = { openapi: "/openapi.json", asyncapi: "/asyncapi.json", assumptions: "/assumptions.json", base: "/" };
  return load({ ...options, read }, new Problems());
}

/** What an edit of the books, or of what `start` makes of them, means, as lines of `level rule subject at: message`. */
export async function meaning(edit: Edit, start: Edit = () => undefined): Promise<string[]> {
  const [before, after] = [books(), books()];
  start(before);
  start(after);
  edit(after);
  const found = changesBetween(await loadedOf(before), await loadedOf(after), TODAY);
  return found.map(
    ({ level, rule, subject, at, message }) => `${level} ${rule} ${subject}${at === "" ? "" : ` ${at}`}: ${message}`,
  );
}

/** The day on which sunset dates are compared. */
export const TODAY = "2026-06-15";

type Edit = (documents: Documents) => void;
