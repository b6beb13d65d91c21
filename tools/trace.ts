/**
 * `npm run trace -- <document>`: each fact of the description beside the lines of the platform's document that it comes
 * from, and what those lines do not hold. For whoever audits the description; needs the document, which is not here.
 */
import { readFileSync } from "node:fs";
import { parameterFacts, schemaFacts, statusFacts } from "../test/spec/facts.js";
import { isRecord, readYaml } from "../test/spec/read.js";

const path = process.argv[2];
if (path === undefined) {
  console.error("usage: npm run trace -- <document of the platform>");
  process.exit(2);
}
const lines = readFileSync(path, "utf8").split("\n");
const words = new Map([...schemaFacts(), ...parameterFacts(), ...statusFacts()].map(({ name, word }) => [name, word]));
const trace = readYaml("trace.yaml");
const doubtful: string[] = [];
for (const [section, entries] of Object.entries(isRecord(trace) ? trace : {})) {
  if (section === "document" || !isRecord(entries)) continue;
  console.log(`\n## ${section}`);
  for (const [fact, origin] of Object.entries(entries)) {
    const cited = linesOf(isRecord(origin) ? origin["lines"] : origin);
    console.log(`\n${fact}${cited.length === 0 ? ": undocumented" : ""}`);
    for (const line of cited) console.log(`  ${line}: ${lines[line - 1] ?? "(no such line)"}`);
    const word = words.get(fact);
    const missing = word !== undefined && !cited.some((line) => lines[line - 1]?.includes(word) === true);
    if (cited.length > 0 && missing) doubtful.push(`${section} ${fact}`);
  }
}
console.log(`\n## Lines that do not hold the word: ${doubtful.length === 0 ? "none" : ""}`);
for (const one of doubtful) console.log(`- ${one}`);
process.exitCode = doubtful.length === 0 ? 0 : 1;

function linesOf(value: unknown): number[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((item) => {
    const [from = 0, to = from] = String(item).split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}
