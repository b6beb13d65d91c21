import {
  isConfirmation,
  isControlEvent,
  isDeliveryBody,
  isErrorBody,
  isGatewayEvent,
  isModal,
  operationValidators,
  type OperationValidators,
} from "../generated/validators.js";
import { type Fields, given, isFields } from "./json.js";
import { invalidInput } from "./refusal.js";
import type { Assumptions } from "./settings.js";
import type { RouteOperation } from "./spec.js";
import type { Json } from "./world/records.js";

export { isConfirmation, isModal };

const validators: Readonly<Record<string, OperationValidators>> = operationValidators;

/** A request that was recognized. */
interface Asked {
  readonly operation: RouteOperation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Refuses a request whose parameters or body do not fit the description of its operation. */
export function checkRequest({ operation, path, query }: Asked, body: Fields, assumptions: Assumptions): void {
  const expected = validators[operation.id];
  const params = { ...path, ...namedQuery(operation.queryParams ?? {}, query) };
  for (const [name, guard] of Object.entries(expected?.params ?? {})) {
    if (!meanings(params[name]).some((value) => guard(value))) {
      throw invalidInput(`${name} does not fit the description of ${operation.id}.`);
    }
  }
  if (expected?.body !== undefined && !expected.body(asDescribed(operation.id, body, query, assumptions))) {
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
): Readonly<Record<string, string | undefined>> {
  return given(Object.fromEntries(Object.entries(names).map(([wire, name]) => [name, query[wire]])));
}

/**
 * The body as the description would have it, where an assumption allows what the description does not say: its guard then
 * judges everything else.
 */
function asDescribed(
  operation: string,
  body: Fields,
  query: Readonly<Record<string, string>>,
  assumptions: Assumptions,
): Fields {
  const revision = query["revision"];
  const placed = body["revision"] === undefined && revision !== undefined ? { ...body, revision } : body;
  if (operation === "editChannel" && placed["categoryId"] === null && assumptions.channelCategoryRemoval === "null") {
    return { ...placed, categoryId: "0" };
  }
  const command = placed["command"];
  if (assumptions.commandDescription === "optional" && isFields(command) && command["type"] !== "chat") {
    return { ...placed, command: { description: "", ...command } };
  }
  return placed;
}

/** An answer, event or delivery of the sandbox's own that does not fit the description: always a mistake of ours. */
export class SandboxBug extends Error {
  override readonly name = "SandboxBug";
}

/** Throws unless a success fits the description of its operation. */
export function checkAnswer(
  operation: string,
  { status, body }: { readonly status: number; readonly body?: Json },
): void {
  const answers = validators[operation]?.answers ?? {};
  const described = Object.keys(answers).filter((key) => key.startsWith("2"));
  const key = described.find((candidate) => candidate === String(status) || candidate === "2XX");
  if (described.length === 0) return;
  if (key === undefined)
    throw new SandboxBug(`${operation} answered ${status}; the description has ${described.join(", ")}`);
  if (answers[key]?.(body) === true) return;
  throw new SandboxBug(`${operation} answered what its description does not have: ${JSON.stringify(body)}`);
}

/** Throws unless a body that the sandbox made has the described shape. */
const check = (what: string, isDescribed: (body: unknown) => boolean) => (body: Json) => {
  if (!isDescribed(body)) throw new SandboxBug(`${what} does not fit the description: ${JSON.stringify(body)}`);
};

export const checkRefusal = check("a refusal", isErrorBody);
export const checkEvent = check("an event", isGatewayEvent);
export const checkControlEvent = check("a control event", isControlEvent);
export const checkDelivery = check("a delivery", isDeliveryBody);
