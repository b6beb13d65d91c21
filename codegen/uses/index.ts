/** What of the changes between two descriptions touches a program. */
import type { Finding } from "../changes/finding.js";
import type { Loaded } from "../model/build.js";
import { collectUses } from "./collect.js";
import { readProgram } from "./program.js";
import { type TouchedFinding, touching } from "./touched.js";

export type { TouchedFinding } from "./touched.js";

/** The changes that touch the program in a folder, and what could not be seen there, in words. */
export function findingsTouching(
  findings: readonly Finding[],
  [before, after]: readonly [before: Loaded, after: Loaded],
  folder: string,
): { readonly touched: readonly TouchedFinding[]; readonly unseen: readonly string[] } {
  const uses = collectUses(readProgram(folder));
  const unseen = uses.computed.map(
    ({ use: { file, line, column }, type }) =>
      `${file}:${line}:${column}: which field of ${type} is read here is known only at run time: all of them count as used`,
  );
  return { touched: touching(findings, [before.model, after.model], uses), unseen };
}
