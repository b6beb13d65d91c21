import { declaration, fileOf, type Files, openapi } from "./describe.js";

export const text = { type: "string" };
export const json = (schema: unknown): object => ({ content: { "application/json": { schema } } });
export const ok = (schema: unknown): object => ({ "200": { description: "", ...json(schema) } });

/** A document with one operation. */
export function one(operation: object, path = "/things", method = "post", rest: object = {}): Files {
  return {
    "openapi.yaml": openapi({
      paths: { [path]: { [method]: { operationId: "doThing", responses: {}, ...operation } } },
      ...rest,
    }),
  };
}

/** A declared type on one line. */
export async function types(files: Files, name: string): Promise<string> {
  return declaration(await fileOf("types.ts", files), name).replace(/\s+/g, " ");
}
