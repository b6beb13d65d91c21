import { expect, test } from "vitest";
import { pathTypes } from "../../codegen/emit/paths.js";

test("types of paths leave an open list open to any text, and every other list closed", async () => {
  const schemas = {
    Open: { type: "string", enum: ["a", "b"], "x-open": true },
    Closed: { type: "string", enum: ["a", "b"], "x-open": false },
    Unlisted: { type: "string", "x-open": true },
    Free: { type: "object" },
    Given: { type: "object", properties: { size: { type: "number", default: 5 }, all: { type: "array", items: {} } } },
  };
  const text = await pathTypes({
    openapi: "3.1.0",
    info: { title: "Fixture", version: "1" },
    paths: {},
    components: { schemas },
  });
  expect(text).toBe(`export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        readonly Open: "a" | "b" | (string & {});
        /** @enum {string} */
        readonly Closed: "a" | "b";
        readonly Unlisted: string;
        readonly Free: Record<string, unknown>;
        readonly Given: {
            /** @default 5 */
            readonly size?: number;
            readonly all?: readonly unknown[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
`);
});
