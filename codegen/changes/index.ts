import type { Located } from "../load/files.js";
import type { Loaded } from "../model/build.js";
import { clientOf } from "./client.js";
import { compareData } from "./data.js";
import { compareDocuments } from "./documents.js";
import { compareEventDocuments, compareUnions } from "./events.js";
import type { Finding } from "./finding.js";
import { compareFunctions } from "./functions.js";
import { compareTypes } from "./types.js";
import { type Both, Wire } from "./wire.js";

export { type Finding, isAtLeast, withLevels } from "./finding.js";
export { isRule, type Level, rulesMarkdown, type Side } from "./rules.js";

/** Every difference between two descriptions that somebody on the wire or at the generated client could notice. */
export function changesBetween(before: Loaded, after: Loaded, today: string): Finding[] {
  const wire = new Wire([before, after], today);
  for (const [key, compare] of [
    ["openapi", compareDocuments],
    ["asyncapi", compareEventDocuments],
  ] as const) {
    const documents = [before, after].map(({ sources }) => sources[key]);
    if (areBoth(documents)) compare(wire, documents);
  }
  const findings = wire.finish();
  const client = clientOf([before, after], findings);
  compareFunctions(client);
  compareTypes(client);
  compareUnions(client);
  compareData(client);
  const [old, now] = [before.model, after.model];
  const title = ({ title: name, version }: typeof old): string => `${name} ${version}`;
  if (title(old) !== title(now))
    client.say(
      "title-changed",
      { subject: "the API", places: ["/info", "/info"] },
      { before: title(old), after: title(now) },
    );
  return findings.all;
}

const areBoth = (pair: readonly (Located | undefined)[]): pair is Both => pair.every((one) => one !== undefined);
