import type { TypeNode } from "typescript";

/** The part of a schema that decides about its type here. */
interface Marked {
  readonly "x-open"?: unknown;
  readonly enum?: readonly unknown[];
}

/**
 * Types of every path by openapi-typescript, for calls of routes that are not generated. Slow to load, so loaded here and
 * by nobody else.
 */
export async function pathTypes(document: object): Promise<string> {
  const [{ default: openapiTS, astToString }, { default: ts }] = await Promise.all([
    import("openapi-typescript"),
    import("typescript"),
  ]);
  const text = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  const openText = ts.factory.createParenthesizedType(
    ts.factory.createIntersectionTypeNode([text, ts.factory.createTypeLiteralNode([])]),
  );
  const literalOf = (value: unknown): TypeNode =>
    ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(String(value)));
  const nodes = await openapiTS(JSON.stringify(document), {
    silent: true,
    defaultNonNullable: false,
    immutable: true,
    emptyObjectsUnknown: true,
    transform: (schema) => {
      const { "x-open": open, enum: values }: Marked = schema;
      if (open !== true || values === undefined) return undefined;
      return ts.factory.createUnionTypeNode([...values.map(literalOf), openText]);
    },
  });
  return astToString(nodes);
}
