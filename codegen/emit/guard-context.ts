import type { Schema } from "../model/model.js";
import { text } from "./writer.js";

/** What the writers of guard code need of the module that they write into. */
export interface GuardContext {
  /** Statements that return false unless the variable `value` satisfies `schema`. */
  statements(schema: Schema, value: string): string[];
  /** A condition that holds exactly when `value` satisfies `schema`. */
  condition(schema: Schema, value: string): string;
  /**
   * The same as a call, or as a constant: for a value about which the compiler has learned something already, so that
   * it would take a comparison in place for a mistake.
   */
  test(schema: Schema, value: string): string;
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
  return conditions.join(" && ");
}

/** One of the conditions. */
export function or(conditions: readonly string[]): string {
  const kept = [...new Set(conditions)].filter((condition) => condition !== "false");
  if (kept.includes("true")) return "true";
  return kept.length === 0 ? "false" : kept.join(" || ");
}

/** Leaves the function with `false` unless the condition holds. */
export function unless(condition: string): string {
  return condition === "false" ? "return false;" : `if (!(${condition})) return false;`;
}

/** Leaves the function with `false` where the first condition holds and the second does not; nothing if that cannot be. */
export function demand(when: string, condition: string): string[] {
  if (condition === "true") return [];
  return [condition === "false" ? `if (${when}) return false;` : `if (${when} && !(${condition})) return false;`];
}

/** What can be reached: nothing comes after a `return`. */
export function reachable(statements: readonly string[]): string[] {
  const end = statements.indexOf("return false;");
  return end === -1 ? [...statements] : statements.slice(0, end + 1);
}

/** Reads an own property, as JSON carries it; inherited ones do not count. */
export function access(value: string, name: string): string {
  if (name in Object.prototype) return `(Object.hasOwn(${value}, ${text(name)}) ? ${value}[${text(name)}] : undefined)`;
  return `${value}[${text(name)}]`;
}

/** Whether a piece of code uses a variable. */
export function mentions(code: string, variable: string): boolean {
  return code.split(/[^\w$]+/).includes(variable);
}

/** Statements one level further in. */
export function nested(statements: readonly string[]): string[] {
  return reachable(statements).map((line) => `  ${line}`);
}
