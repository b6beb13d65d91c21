import { expect, test } from "vitest";
import { HEAD, ok, toldOf } from "./classic.js";
import { routeRows } from "./told-routes.js";
import { answerRows, requestRows, type Row, securityRows } from "./told-rows.js";

type Json = Readonly<Record<string, unknown>>;

const documentOf = (more: Json): Json => ({ ...HEAD, paths: { "/books": { get: { responses: ok } } }, ...more });
const operationOf = (more: Json): Json => ({
  ...HEAD,
  servers: [{ url: "/a" }],
  paths: { "/books": { post: { responses: ok, ...more } } },
});

const webhookOf = (more: Json): Json => ({ ...HEAD, webhooks: { news: { post: { responses: ok, ...more } } } });

/** What is told of each row, there and back. */
async function told(rows: readonly Row[], whole: (part: Json) => Json): Promise<string> {
  const texts: string[] = [];
  for (const [what, before, after] of rows) {
    texts.push(`# ${what}`, ...(await toldOf(whole(before), whole(after))), "and back");
    texts.push(...(await toldOf(whole(after), whole(before))), "");
  }
  return texts.join("\n");
}

// What is wanted stands in fixtures/told, rule by rule, with the places in both documents.
test.each([
  ["security", securityRows, documentOf],
  ["answers", answerRows, operationOf],
  ["requests", requestRows, operationOf],
  ["webhooks", requestRows, webhookOf],
  ["routes", routeRows, documentOf],
] as const)("what is told of %s stands in the fixtures", async (name, rows, whole) => {
  await expect(await told(rows, whole)).toMatchFileSnapshot(`fixtures/told/${name}.txt`);
});
