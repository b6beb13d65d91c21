import {
  isConfirmation,
  isControlEvent,
  isDeliveryBody,
  isErrorBody,
  isGatewayEvent,
  operationValidators,
  type OperationValidators,
} from "../generated/validators.js";
import { invalidInput } from "./refusal.js";
import type { RestResult } from "./rest/call.js";
import type { Match } from "./rest/routes.js";
import type { Readings } from "./readings.js";
import type { Json } from "./world/records.js";

export { isConfirmation };

type Fields = { readonly [key: string]: Json };

const validators: Readonly<Record<string, OperationValidators>> = operationValidators;

/** Refuses a request whose parameters or body do not fit the description of its operation. */
export function checkRequest({ operation, path, query }: Match, body: Fields, readings: Readings): void {
  const expected = validators[operation.id];
  const params = { ...path, ...namedQuery(operation.queryParams ?? {}, query) };
  for (const [name, guard] of Object.entries(expected?.params ?? {})) {
    if (!meanings(params[name]).some((value) => guard(value))) {
      throw invalidInput(`${name} does not fit the description of ${operation.id}.`);
    }
  }
  if (expected?.body !== undefined && !expected.body(asDescribed(operation.id, body, query, readings))) {
    throw invalidInput(`The body does not fit the description of ${operation.id}.`);
  }
}

/** What a text of an address may stand for: itself, a list, a number, a truth. */
function meanings(text: string | undefined): readonly unknown[] {
  if (text === undefined) return [undefined];
  const scalar = /^(true|false|-?\d+(\.\d+)?)$/.test(text) ? [JSON.parse(text) as unknown] : [];
  return [text, text.split(",").filter(Boolean), ...scalar];
}

function namedQuery(
  names: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(names).flatMap(([wire, name]) => {
    const value = query[wire];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * The body as the description would have it, where a reading allows what the description does not say: its guard then
 * judges everything else.
 */
function asDescribed(
  operation: string,
  body: Fields,
  query: Readonly<Record<string, string>>,
  readings: Readings,
): Fields {
  const revision = query["revision"];
  const placed = body["revision"] === undefined && revision !== undefined ? { ...body, revision } : body;
  if (operation === "editChannel" && placed["categoryId"] === null && readings.channelCategoryRemoval === "null") {
    return { ...placed, categoryId: "0" };
  }
  const command = placed["command"];
  if (readings.commandDescription === "optional" && isFields(command) && command["type"] !== "chat") {
    return { ...placed, command: { description: "", ...command } };
  }
  return placed;
}

function isFields(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An answer, event or delivery of the sandbox's own that does not fit the description: always a mistake of ours. */
export class SandboxBug extends Error {
  override readonly name = "SandboxBug";
}

/** Throws unless a success fits the description of its operation. */
export function checkAnswer(operation: string, { status, body }: RestResult): void {
  const answers = validators[operation]?.answers ?? {};
  const described = Object.keys(answers).filter((key) => key.startsWith("2"));
  const key = described.find((candidate) => candidate === String(status) || candidate === "2XX");
  if (described.length === 0) return;
  if (key === undefined)
    throw new SandboxBug(`${operation} answered ${status}; the description has ${described.join(", ")}`);
  if (answers[key]?.(body) === true) return;
  throw new SandboxBug(`${operation} answered what its description does not have: ${JSON.stringify(body)}`);
}

/** Throws unless a refusal has the described shape. */
export function checkRefusal(body: Json): void {
  if (!isErrorBody(body)) throw new SandboxBug(`a refusal does not fit the description: ${JSON.stringify(body)}`);
}

/** Throws unless an event of the platform has the described shape. */
export function checkEvent(body: Json): void {
  if (!isGatewayEvent(body)) throw new SandboxBug(`an event does not fit the description: ${JSON.stringify(body)}`);
}

/** Throws unless an event about the connection has the described shape. */
export function checkControlEvent(body: Json): void {
  if (!isControlEvent(body))
    throw new SandboxBug(`a control event does not fit the description: ${JSON.stringify(body)}`);
}

/** Throws unless the body of a delivery has the described shape. */
export function checkDelivery(body: Json): void {
  if (!isDeliveryBody(body)) throw new SandboxBug(`a delivery does not fit the description: ${JSON.stringify(body)}`);
}
