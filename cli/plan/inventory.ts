import { readFile, writeFile } from "node:fs/promises";
import { restoredMatcher, storedMatcher, type StoredMatcher } from "../../runtime/app/conversations/record.js";
import { fillId, idReader } from "../../runtime/app/definitions/ids.js";
import { compileMatcher, type IdMatcher, labelOf } from "../../runtime/app/definitions/matcher.js";
import type { HandledIds, Registry } from "../../runtime/app/routing/registry.js";
import { isRecord } from "../../runtime/base/values.js";
import { codeOf, messageOf } from "../message.js";
import { UsageError } from "../usage-error.js";

const FORMAT = 1;

/** Ids that a build handles, as data. */
interface KnownIds {
  readonly type: "component" | "form";
  readonly matcher: StoredMatcher;
  /** What may be chosen, of a select. */
  readonly values?: readonly string[];
}

/** Something in messages that the new build does not handle as the running one does. */
export interface LostIds {
  readonly type: KnownIds["type"];
  readonly id: string;
  readonly problem: string;
}

/** Writes what a build handles, to be compared with the next one. */
export async function saveInventory(file: string, { ids }: Registry): Promise<number> {
  const known = ids.map(({ type, matcher, options }): KnownIds => {
    const values = options?.map(({ value }) => value);
    return { type, matcher: storedMatcher(matcher), ...(values && { values }) };
  });
  await writeFile(file, `${JSON.stringify({ format: FORMAT, ids: known }, null, 2)}\n`);
  return known.length;
}

/** @throws UsageError when there is no such file, or it holds something else */
export async function readInventory(file: string): Promise<readonly KnownIds[]> {
  let document: unknown;
  try {
    document = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw new UsageError(`${file} is not a state file: ${messageOf(error)}`);
    throw new UsageError(
      `there is no state file ${file}; write it for the running build: plan <its file> --state ${file} --save`,
    );
  }
  const ids: unknown = isRecord(document) && document["format"] === FORMAT ? document["ids"] : undefined;
  if (!Array.isArray(ids) || !ids.every(isKnown))
    throw new UsageError(`${file} is not a state file of this version: write it again with --save`);
  return ids;
}

function isKnown(value: unknown): value is KnownIds {
  if (!isRecord(value) || (value["type"] !== "component" && value["type"] !== "form")) return false;
  const { matcher, values } = value;
  if (values !== undefined && !(Array.isArray(values) && values.every((one) => typeof one === "string"))) return false;
  try {
    compileMatcher(restoredMatcher(matcher as StoredMatcher)); // throws for anything else
    return true;
  } catch {
    return false;
  }
}

/** What is compared by example where two matchers are not the same. */
const EXAMPLES = ["1", "a", "0b5e-77", "two words"];

/** What the running build handles and the new one does not. */
export function lostIn(known: readonly KnownIds[], registry: Registry): readonly LostIds[] {
  if (registry.fallback) return [];
  return known.flatMap(({ type, matcher: stored, values }) => {
    const matcher = restoredMatcher(stored);
    const problem = problemOf({ type, matcher }, values ?? [], registry);
    return problem === undefined ? [] : [{ type, id: labelOf(matcher), problem }];
  });
}

function problemOf({ type, matcher }: HandledIds, values: readonly string[], registry: Registry): string | undefined {
  const { shape } = compileMatcher(matcher);
  const same = registry.ids.find((one) => one.type === type && compileMatcher(one.matcher).shape === shape);
  if (same)
    return missingValues(
      values,
      same.options?.map(({ value }) => value),
    );
  const found = examplesOf(matcher).map((id) => registry.router.find({ type, id })?.handler);
  if (found.length === 0) {
    // Of an expression no example is known: only a handler of all ids certainly takes what it took.
    return registry.router.find({ type }) ? undefined : "no handler with this expression; others were not compared";
  }
  if (found.every((one) => one === undefined)) return "has no handler";
  if (found.includes(undefined)) return "has no handler for some of its ids";
  return missingValues(
    values,
    found[0]?.options?.map(({ value }) => value),
  );
}

function missingValues(before: readonly string[], now: readonly string[] | undefined): string | undefined {
  const missing = before.filter((value) => now !== undefined && !now.includes(value));
  return missing.length === 0 ? undefined : `no longer takes ${missing.map((one) => JSON.stringify(one)).join(", ")}`;
}

function examplesOf(matcher: IdMatcher): readonly string[] {
  if (matcher instanceof RegExp) return [];
  if (typeof matcher === "object") return EXAMPLES.map((rest) => matcher.prefix + rest);
  const { names } = idReader(matcher);
  if (names.length === 0) return [matcher];
  return EXAMPLES.map((example) => {
    const values = Object.fromEntries(names.map((name) => [name, example]));
    return fillId<string>(matcher, values as never); // of any template: its names are those that were read
  });
}
