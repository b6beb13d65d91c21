import { descriptorFields } from "../../../codegen/emit/routes.js";
import { declaration, type DescribeOptions, fileOf, type Files, modelOf, openapi } from "./describe.js";

export const text = { type: "string" };
export const object = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  required,
  properties,
});
export const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
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
export async function types(files: Files, name: string, options: DescribeOptions = {}): Promise<string> {
  return declaration(await fileOf("types.ts", files, options), name).replace(/\s+/g, " ");
}

/** What a client is told about the only operation. */
export async function descriptor(files: Files): Promise<Readonly<Record<string, unknown>>> {
  const [operation] = (await modelOf(files, { strict: false })).model.operations;
  if (operation === undefined) throw new Error("there is no operation");
  return descriptorFields(operation);
}
