import type { Schema } from "../model/model.js";
import { text } from "./writer.js";

/** What the writers of guard code need of the module that they write into. */
export interface GuardContext {
  /** Statements that return false unless the variable `value` satisfies `schema`. */
  statements(schema: Schema, value: string): string[];
  /** A condition that holds exactly when `value` satisfies `schema`. */
  condition(schema: Schema, value: string): string;
  lookUp(name: string): Schema | undefined;
  /** The call that asks whether `value` is of a named schema. */
  call(name: string, value: string): string;
  /** A function of its own for a part of a schema; gives back the call of it. */
  helper(schema: Schema, value: string): string;
  /** A helper of the support module. */
  support(name: string): string;
  /** A constant that holds a regular expression. */
  pattern(source: string): string;
  /** A constant that holds a set of scalars. */
  constantSet(values: readonly unknown[]): string;
  /** A variable name that is free in the function being written. */
  variable(name: string): string;
}

/** All of the conditions. */
export function and(conditions: readonly string[]): string {
  const kept = conditions.filter((condition) => condition !== "true");
  return kept.length === 0 ? "true" : kept.join(" && ");
}

/** Leaves the function with `false` unless the condition holds. */
export function unless(condition: string): string {
  return condition === "false" ? "return false;" : `if (!(${condition})) return false;`;
}

/** Reads a property. */
export function access(value: string, name: string): string {
  return `${value}[${text(name)}]`;
}

/** Statements one level further in. */
export function nested(statements: readonly string[]): string[] {
  return statements.map((line) => `  ${line}`);
}
