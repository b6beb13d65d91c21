import { Check } from "typebox/schema";

/** A third opinion: the same schemas, judged by typebox. Asked only where the other two differ. */
export function judgeByTypebox(schemas: Readonly<Record<string, unknown>>, name: string, value: unknown): boolean {
  const schema = { components: { schemas }, $ref: `#/components/schemas/${name}` };
  return Check(schema, value);
}
