import { RETRY_MEANING } from "../bundle/operation.js";
import { code, fence, plainText } from "../bundle/harmless.js";
import { blocks, factList, inlineData, table } from "../bundle/markdown.js";
import { isRecord } from "../../runtime/base/values.js";
import { successes } from "../model/bodies.js";
import { textOf } from "../model/keywords.js";
import type { OperationModel } from "../model/model.js";
import { exampleBlocks, marks } from "./parts.js";
import { codeLink, type Page, pathTo, type Reference, schemaLink, slug, typeWords } from "./reference.js";
import { bodyTables } from "./schemas.js";
import { callSnippet } from "./snippet.js";

/** Where the page of an operation is. */
export function operationPath({ functionName }: OperationModel): string {
  return `operations/${functionName}.md`;
}

/** One page for each operation. */
export function operationPages(reference: Reference): Page[] {
  return reference.model.operations.map((operation) => ({
    path: operationPath(operation),
    text: operationPage(reference, operation),
  }));
}

function operationPage(reference: Reference, operation: OperationModel): string {
  const path = operationPath(operation);
  const route =
    operation.routeAssumption === undefined ? `${operation.method} ${operation.path}` : "route not documented";
  return blocks(
    `# ${operation.functionName}`,
    operation.summary,
    fence("http", `${route}${queryOf(operation)}`),
    operation.description,
    ...marks(operation),
    facts(reference, operation, path),
    "## Call",
    fence("ts", callSnippet(reference, operation)),
    parameters(reference, operation, path),
    body(reference, operation, path),
    "## Answers",
    answers(reference, operation, path),
    ...answerExamples(reference, operation),
    "## Refusals",
    refusals(reference, operation, path),
  );
}

function queryOf({ queryConst }: OperationModel): string {
  const pairs = Object.entries(queryConst).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** What a caller has to know besides parameters. */
function facts(reference: Reference, operation: OperationModel, path: string): string {
  const assumed = reference.model.assumptions.filter(
    ({ touches, name }) => touches.includes(operation.id) || name === operation.routeAssumption,
  );
  const link = (name: string): string => `[${code(name)}](${pathTo(path, `assumptions.md#${slug(name)}`)})`;
  const rows: [string, string][] = [
    ["Retry", `${code(operation.retry)}. ${RETRY_MEANING[operation.retry] ?? ""}`],
    ["Idempotency key", operation.idempotencyKey === undefined ? "" : code(operation.idempotencyKey)],
    ["Credential", operation.auth ? "is sent" : "is not sent"],
    ["Deadline", operation.urgent ? "It must arrive before one; a late call is refused." : ""],
    ["Assumptions", assumed.map(({ name }) => link(name)).join(", ")],
    ["Described in", code(operation.origin)],
  ];
  return factList(rows);
}

function parameters(reference: Reference, operation: OperationModel, path: string): string {
  if (operation.parameters.length === 0) return "";
  const shown = reference.shown(operation)["parameters"];
  const described = new Map(
    (Array.isArray(shown) ? shown.filter(isRecord) : []).map((one) => [
      String(one["name"]),
      textOf(one, "description"),
    ]),
  );
  const rows = operation.parameters.map((one) => [
    code(one.name),
    one.name === one.wireName ? "" : code(one.wireName),
    one.in,
    one.required ? "yes" : "no",
    typeWords(reference, path, one.schema),
    described.get(one.wireName) ?? one.doc,
  ]);
  return blocks("## Parameters", table(["Name", "On the wire", "In", "Required", "Type", "Description"], rows));
}

function body(reference: Reference, operation: OperationModel, path: string): string {
  if (operation.body === undefined) return "";
  const { schema, required, mediaType, flat } = operation.body;
  const shown = reference.shown(operation)["requestBody"];
  const content = isRecord(shown) && isRecord(shown["content"]) ? shown["content"] : {};
  return blocks(
    "## Body",
    `${code(mediaType)}, ${required ? "required" : "may be left out"}: ${typeWords(reference, path, schema)}. ${
      flat ? "Its fields are beside the other parameters." : `It is the parameter ${code("body")}.`
    }`,
    bodyTables(reference, path, schema),
    ...Object.values(content).flatMap((media) => exampleBlocks(media)),
  );
}

function answers(reference: Reference, operation: OperationModel, path: string): string {
  const good = new Set(successes(operation));
  const sorted = [...operation.answers].sort((a, b) => Number(good.has(b)) - Number(good.has(a)));
  const responses = reference.shown(operation)["responses"];
  const rows = sorted.map((answer) => {
    const shown = isRecord(responses) ? (responses[answer.status] ?? responses["200"]) : undefined;
    const exact = isRecord(responses) && answer.status in responses ? shown : undefined;
    const description = isRecord(exact) ? textOf(exact, "description") : undefined;
    const words = answer.schema === undefined ? "no body" : typeWords(reference, path, answer.schema);
    return [code(answer.status), description ?? answer.doc, words];
  });
  const chosen = Object.entries(operation.answerBy?.fields ?? {}).map(
    ([field, name]) => `Where ${code(field)} is sent, the answer is ${schemaLink(path, name)}.`,
  );
  return blocks(
    table(["Status", "When", "Body"], rows),
    ...chosen,
    operation.answerBy === undefined ? "" : `Otherwise it is ${schemaLink(path, operation.answerBy.otherwise)}.`,
    operation.mayBeEmpty ? "A success may come without a body." : "",
  );
}

function answerExamples(reference: Reference, operation: OperationModel): string[] {
  const responses = reference.shown(operation)["responses"];
  return Object.entries(isRecord(responses) ? responses : {}).flatMap(([status, response]) => {
    const content = isRecord(response) && status.startsWith("2") ? response["content"] : undefined;
    return Object.values(isRecord(content) ? content : {}).flatMap((media) => exampleBlocks(media));
  });
}

function refusals(reference: Reference, operation: OperationModel, path: string): string {
  const row = (codeName: string, stated: boolean): string[] => {
    const known = reference.model.errorCodes.find((entry) => entry.code === codeName);
    return [codeLink(reference, path, codeName), stated ? "stated" : "possible, not stated", known?.condition ?? ""];
  };
  const rows = [
    ...operation.errorCodes.map((one) => row(one, true)),
    ...operation.possibleCodes.map((one) => row(one, false)),
  ];
  return blocks(
    table(["Code", "For this operation", "When"], rows),
    rows.length === 0
      ? "No code is stated for this operation; any may come."
      : "Any other code may come too: the vocabulary is open.",
  );
}

/** Names of operations as links. */
export function operationLinks(reference: Reference, from: string, ids: readonly string[]): string {
  const found = new Map(reference.model.operations.map((one) => [one.id, one]));
  return ids
    .map((id) => {
      const operation = found.get(id);
      return operation === undefined ? inlineData(id) : `[${plainText(id)}](${pathTo(from, operationPath(operation))})`;
    })
    .join(", ");
}
