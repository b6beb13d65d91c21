import type { Model } from "../model/model.js";
import { type Change, Findings, inOrder } from "./change.js";
import { compareData } from "./data.js";
import { compareEvents } from "./events.js";
import { compareFunctions } from "./functions.js";
import { reach } from "./reach.js";
import { compareTypes, type Pair } from "./types.js";
import { compareWebhooks } from "./webhooks.js";

export { type Change, gravest, type Group } from "./change.js";

/** Every difference between two descriptions that somebody who uses the generated client could notice, in order. */
export function changesBetween(before: Model, after: Model): Change[] {
  const find = (model: Model): Pair["sides"]["before"] => {
    const schemas = new Map(model.schemas.map(({ name, schema }) => [name, schema]));
    return (name) => schemas.get(name);
  };
  const decoded = new Set([...before.unions, ...after.unions].flatMap(({ name, of }) => [name, ...of]));
  const pair: Pair = {
    before,
    after,
    sides: { before: find(before), after: find(after) },
    reach: reach(before, after),
    decoded,
  };
  const findings = new Findings();
  findings.take(compareFunctions(pair));
  findings.take(compareTypes(pair));
  findings.take(compareEvents(pair));
  findings.take(compareWebhooks(pair));
  findings.take(compareData(before, after));
  if (before.title !== after.title || before.version !== after.version)
    findings.add(
      "documentation",
      "description",
      after.title,
      `is ${after.title} ${after.version} instead of ${before.title} ${before.version}`,
    );
  return inOrder(findings.all);
}
