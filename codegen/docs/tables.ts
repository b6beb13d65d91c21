import { code, plainText } from "../bundle/harmless.js";
import { blocks, dataMarkdown, factList, table } from "../bundle/markdown.js";
import { isRecord } from "../../runtime/base/values.js";
import type { Assumption, Mark, Table } from "../model/model.js";
import { machineOf, machinePage } from "./machines.js";
import { operationLinks } from "./operations.js";
import { type Page, type Reference, schemaLink } from "./reference.js";

/** Pages about the whole: codes, limits, tables, machines, assumptions, and what is not documented. */
export function tablePages(reference: Reference): Page[] {
  const { errorCodes, limits, tables, assumptions, undocumented, tensions } = reference.model;
  const machines = tables.filter(({ value }) => machineOf(value) !== undefined);
  const plain = tables.filter((one) => !machines.includes(one));
  const pages: (Page | undefined)[] = [
    errorCodes.length === 0 ? undefined : { path: "errors.md", text: errorPage(reference) },
    limits.length === 0 ? undefined : { path: "limits.md", text: limitPage(reference) },
    machines.length === 0 ? undefined : { path: "machines.md", text: machinePage(machines) },
    plain.length === 0 ? undefined : { path: "tables.md", text: tablePage(plain) },
    assumptions.length === 0 ? undefined : { path: "assumptions.md", text: assumptionPage(reference) },
    undocumented.length === 0
      ? undefined
      : {
          path: "undocumented.md",
          text: markPage(reference, "What is not documented", "What is not known", undocumented),
        },
    tensions.length === 0
      ? undefined
      : { path: "tensions.md", text: markPage(reference, "Statements that disagree", "What disagrees", tensions) },
  ];
  return pages.filter((page) => page !== undefined);
}

function errorPage(reference: Reference): string {
  const { operations, errorCodes } = reference.model;
  const parts = errorCodes.map(({ code: name, condition, advice, status, extras }) => {
    const stated = operations.filter((one) => one.errorCodes.includes(name)).map(({ id }) => id);
    const possible = operations.filter((one) => one.possibleCodes.includes(name)).map(({ id }) => id);
    const rows: [string, string][] = [
      ["When", condition],
      ["What to do", advice],
      ["Status", status === undefined ? "not documented" : code(String(status))],
      ["Carries", extras === undefined ? "" : schemaLink("errors.md", extras)],
      ["Stated for", operationLinks(reference, "errors.md", stated)],
      ["Possible for", operationLinks(reference, "errors.md", possible)],
    ];
    return blocks(`## ${plainText(name)}`, factList(rows));
  });
  return blocks(
    "# Codes of refusals",
    "Branch on the code, never on the message. Codes beyond these are possible.",
    ...parts,
  );
}

function limitPage({ model }: Reference): string {
  const rows = model.limits.map(({ name, value, unit, meaning, appliesTo }) => [
    code(name),
    String(value),
    unit,
    meaning,
    appliesTo,
  ]);
  return blocks("# Limits", table(["Limit", "Value", "Unit", "Meaning", "Applies to"], rows));
}

function tablePage(tables: readonly Table[]): string {
  const parts = tables.map(({ name, value, doc }) => blocks(`## ${plainText(name)}`, doc, nested(value)));
  return blocks("# Tables", ...parts);
}

/** Records of records are one table; other objects are listed, their parts below. */
function nested(value: unknown): string {
  if (!isRecord(value)) return dataMarkdown(value);
  const entries = Object.entries(value);
  const mixed = entries.some(([, item]) => isRecord(item)) && entries.some(([, item]) => !isRecord(item));
  if (!mixed) return dataMarkdown(value);
  const flat = Object.fromEntries(entries.filter(([, item]) => !isRecord(item)));
  const parts = entries.filter(([, item]) => isRecord(item));
  return blocks(
    dataMarkdown(flat),
    ...parts.map(([name, item]) => blocks(`### ${plainText(name)}`, dataMarkdown(item))),
  );
}

function assumptionPage(reference: Reference): string {
  const parts = reference.model.assumptions.map((one) =>
    blocks(`## ${plainText(one.name)}`, ...assumptionParts(reference, one)),
  );
  return blocks(
    "# Assumptions",
    "Where the description is silent and something must be chosen all the same. Each is an option with a default.",
    ...parts,
  );
}

function assumptionParts(reference: Reference, one: Assumption): string[] {
  const { unknown, alternatives, types, unit, default: standard, scopes, touches } = one;
  return [
    unknown,
    table(
      ["Value", "Meaning"],
      alternatives.map(({ value, meaning }) => [
        value === standard ? `${code(value)} (default)` : code(value),
        meaning,
      ]),
    ),
    alternatives.length > 0
      ? ""
      : `Type: ${types.join(" or ")}${unit === "" ? "" : `, in ${unit}`}. Default: ${code(JSON.stringify(standard))}.`,
    scopes.length === 0 ? "" : `Chosen by: ${scopes.join(", ")}.`,
    touches.length === 0 ? "" : `Concerns: ${operationLinks(reference, "assumptions.md", touches)}.`,
  ];
}

function markPage(reference: Reference, title: string, head: string, found: readonly Mark[]): string {
  const rows = found.flatMap(({ origin, reasons, symbol }) =>
    reasons.map((reason) => [reason, symbolLink(reference, symbol), origin]),
  );
  const pad = (value = ""): string => value.replace(/\d+/g, (digits) => digits.padStart(6, "0"));
  rows.sort((a, b) => (pad(a[0]) < pad(b[0]) ? -1 : 1));
  return blocks(`# ${title}`, `${rows.length} marks in the description.`, table([head, "Where", "In"], rows));
}

function symbolLink(reference: Reference, symbol: string): string {
  const [first = ""] = symbol.split(".");
  if (reference.schemas.has(first)) return `[${code(symbol)}](schemas/${first}.md)`;
  const operation = reference.model.operations.find(({ id, functionName }) => id === first || functionName === first);
  if (operation !== undefined) return `[${code(symbol)}](operations/${operation.functionName}.md)`;
  return symbol === "" ? "" : code(symbol);
}
