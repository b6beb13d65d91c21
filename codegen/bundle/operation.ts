import { isRecord } from "../../runtime/base/values.js";
import { textOf, textsOf } from "../model/keywords.js";
import type { Json } from "./gather.js";
import { code } from "./harmless.js";
import { blocks, codes, markSentences } from "./markdown.js";
import { liftSchema } from "./schema.js";

/** What the words of `x-retry` mean. */
export const RETRY_MEANING: Readonly<Record<string, string>> = {
  safe: "Repeating it changes nothing more.",
  "with-client-ref": "May be repeated as long as the same idempotency key is sent.",
  "after-reread": "Only after reading the state again.",
  never: "A repeated request may be carried out twice.",
};

/** An operation, a webhook included, whose marks stand in its descriptions and whose extensions are gone. */
export function liftOperation(operation: Json): Json {
  const { parameters, requestBody, responses, ...rest } = plain(operation);
  const description = blocks(textOf(operation, "description"), ...operationNotes(operation));
  return {
    ...rest,
    ...(description === "" ? {} : { description }),
    ...(Array.isArray(parameters) ? { parameters: parameters.map(lift) } : {}),
    ...(isRecord(requestBody) ? { requestBody: lift(requestBody) } : {}),
    ...(isRecord(responses) ? { responses: successFirst(responses) } : {}),
  };
}

/** Everything that the extensions of an operation say, as Markdown. */
export function operationNotes(operation: Json): string[] {
  const retry = textOf(operation, "x-retry");
  const key = textOf(operation, "x-idempotency-key");
  const route = textOf(operation, "x-route-assumption");
  const stated = textsOf(operation, "x-error-codes");
  const possible = textsOf(operation, "x-possible-codes");
  return [
    ...markSentences(operation),
    route === undefined ? "" : `**Route:** set by the caller, as the assumption ${code(route)}.`,
    retry === undefined ? "" : `**Retry:** ${code(retry)}. ${RETRY_MEANING[retry] ?? ""}`,
    key === undefined ? "" : `**Idempotency key:** ${code(key)}.`,
    stated.length === 0 ? "" : `**Refused with:** ${codes(stated)}.`,
    possible.length === 0
      ? ""
      : `**May be refused with any other code too**, ${codes(possible)} among them; that is not documented.`,
    ...pairs(operation["x-placement"]).map(
      ([name, key]) => `**Placement:** where ${code(name)} goes is the assumption ${code(key)}.`,
    ),
    ...pairs(operation["x-answer-by"]).map(([field, name]) =>
      field === "otherwise"
        ? `**Answer:** otherwise ${code(name)}.`
        : `**Answer:** ${code(name)} where ${code(field)} is sent.`,
    ),
    operation["x-may-be-empty"] === true ? "**Answer:** a success may come without a body." : "",
    operation["x-urgent"] === true ? "**Urgent:** it must arrive before a deadline." : "",
  ];
}

function pairs(value: unknown): [string, string][] {
  return isRecord(value) ? Object.entries(value).map(([name, item]) => [name, String(item)]) : [];
}

/** The object without its extensions. */
export function plain(value: Json): Json {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith("x-")));
}

/** Anything inside an operation: marks go to descriptions, schemas are lifted, extensions are left out. */
export function lift(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lift);
  if (!isRecord(value)) return value;
  const description = blocks(textOf(value, "description"), ...markSentences(value));
  const entries = Object.entries(plain(value)).map(([key, item]): [string, unknown] => {
    if (key === "schema" || key === "payload") return [key, liftSchema(item)];
    if (key === "example" || key === "examples") return [key, item];
    // The names of headers are theirs, whatever they begin with.
    if (key === "headers" && isRecord(item))
      return [key, Object.fromEntries(Object.entries(item).map(([name, header]) => [name, lift(header)]))];
    return [key, lift(item)];
  });
  return { ...Object.fromEntries(entries), ...(description === "" ? {} : { description }) };
}

/**
 * Hosts show answers in the order of their numbers, ranges last: a range of successes would come after every refusal. It
 * is written as 200, and its description says so.
 */
function successFirst(responses: Json): Json {
  const statuses = Object.keys(responses);
  const ranged = statuses.find((status) => /^2XX$/i.test(status));
  const entries = Object.entries(responses).map(([status, response]) => [status, lift(response)] as const);
  if (ranged === undefined || statuses.some((status) => /^2\d\d$/.test(status))) return Object.fromEntries(entries);
  const renamed = entries.map(([status, response]) => {
    if (status !== ranged || !isRecord(response)) return [status, response] as const;
    const description = blocks(
      textOf(response, "description"),
      "**Not documented:** which status of 200 to 299 it is; any of them is success, and 200 stands here for all.",
    );
    return ["200", { ...response, description }] as const;
  });
  return Object.fromEntries(renamed);
}
