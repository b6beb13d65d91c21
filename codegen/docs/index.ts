import { harmlessData, plainText } from "../bundle/harmless.js";
import { bundleAll } from "../bundle/index.js";
import { blocks, table } from "../bundle/markdown.js";
import type { Loaded } from "../model/build.js";
import { messagePages } from "./messages.js";
import { operationPages } from "./operations.js";
import { type Page, type Reference, type ReferenceOptions, referenceOf } from "./reference.js";
import { schemaPages } from "./schemas.js";
import { tablePages } from "./tables.js";

export type { Page } from "./reference.js";

/** Every page of the reference of a description, sorted by path. Links are relative, from file to file. */
export function referencePages(loaded: Loaded, options: ReferenceOptions = {}): readonly Page[] {
  const reference = referenceOf(harmlessData(loaded.model), harmlessData(bundleAll(loaded)), options);
  const pages = [
    ...operationPages(reference),
    ...messagePages(reference),
    ...schemaPages(reference),
    ...tablePages(reference),
  ];
  const all = [...pages, { path: "index.md", text: indexPage(reference, pages) }];
  const sources = `<!-- Generated from ${loaded.model.sources.join(", ").replaceAll("--", "- -")}. Do not edit. -->`;
  return all
    .map(({ path, text }) => ({ path, text: `${text}\n\n${sources}\n` }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function indexPage({ model }: Reference, pages: readonly Page[]): string {
  const operations = model.operations.map((one) => [
    `[${one.functionName}](operations/${one.functionName}.md)`,
    one.summary,
    one.retry,
  ]);
  const listed = (folder: string): string =>
    pages
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .map(({ path }) => `[${path.slice(folder.length + 1, -3)}](${path})`)
      .join(", ");
  const whole = pages.filter(({ path }) => !path.includes("/"));
  return blocks(
    `# ${plainText(model.title)}`,
    `Version ${plainText(model.version)}.`,
    "## Operations",
    table(["Operation", "What it does", "Retry"], operations),
    ...section("Events", listed("events")),
    ...section("Deliveries", listed("deliveries")),
    ...section("About the whole", whole.map(({ path, text }) => `- [${titleOf(text)}](${path})`).join("\n")),
    ...section("Schemas", listed("schemas")),
  );
}

function section(title: string, body: string): string[] {
  return body === "" ? [] : [`## ${title}`, body];
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? "";
}
