import ts from "typescript";
import { emitAll, OPTIONAL } from "../../../codegen/emit/index.js";
import { DescriptionError } from "../../../codegen/load/problems.js";
import type { Model } from "../../../codegen/model/model.js";
import { type Files, modelOf } from "./describe.js";

/** A string or a key of a document, by the way that leads to it. */
export interface Place {
  readonly way: readonly (string | number)[];
  readonly isKey: boolean;
}

/** Every string and every key of a document. */
export function placesOf(value: unknown, way: readonly (string | number)[] = []): readonly Place[] {
  if (typeof value === "string") return [{ way, isKey: false }];
  if (typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, item]: [string, unknown]) => {
    const next = [...way, isList ? Number(name) : name];
    return [...(isList ? [] : [{ way: next, isKey: true }]), ...placesOf(item, next)];
  });
}

/** The document with `tail` after the string at one place; references follow a key that is renamed. */
export function withTail(document: unknown, { way, isKey }: Place, tail: string): unknown {
  const name = String(way.at(-1));
  const escaped = (text: string): string => text.replaceAll("~", "~0").replaceAll("/", "~1");
  const pointer = `/${escaped(name)}`;
  const copy = (value: unknown, at: readonly (string | number)[]): unknown => {
    const isHere = at.length === way.length && at.every((step, index) => step === way[index]);
    if (typeof value === "string") {
      if (isHere && !isKey) return value + tail;
      const follows = isKey && value.startsWith("#/") && `${value}/`.includes(`${pointer}/`);
      return follows ? `${value}/`.replace(`${pointer}/`, `${pointer}${escaped(tail)}/`).slice(0, -1) : value;
    }
    if (Array.isArray(value)) return value.map((item, index) => copy(item, [...at, index]));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, item]: [string, unknown]) => {
      const inside = [...at, key];
      const renamed = isKey && inside.length === way.length && inside.every((step, index) => step === way[index]);
      return [renamed ? key + tail : key, copy(item, inside)] as const;
    });
    return Object.fromEntries(entries);
  };
  return copy(document, []);
}

/** All that is generated from a description, by path; undefined where it is refused. */
export async function generated(files: Files): Promise<ReadonlyMap<string, string> | undefined> {
  let model: Model;
  try {
    ({ model } = await modelOf(files, { strict: false, bigint: true, dates: true }));
  } catch (error) {
    if (error instanceof DescriptionError) return undefined;
    throw error;
  }
  const emitted = emitAll(model, { runtime: "./abi.js" }, OPTIONAL);
  return new Map(emitted.map(({ path, text }) => [path, text]));
}

/** The syntax of a module, with placeholders for literals and identifiers. Throws where it cannot be parsed. */
export function syntaxOf(path: string, text: string): string {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, false, ts.ScriptKind.TS);
  const faults: unknown = Reflect.get(file, "parseDiagnostics");
  if (!Array.isArray(faults) || faults.length > 0) throw new Error(`${path} cannot be parsed`);
  const parts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isComputedPropertyName(node) && ts.isStringLiteral(node.expression)) parts.push("_");
    else if (ts.isLiteralExpression(node) || ts.isIdentifier(node)) parts.push("_");
    else {
      parts.push(`${node.kind}(`);
      ts.forEachChild(node, visit);
      parts.push(")");
    }
  };
  visit(file);
  return parts.join(" ");
}
