import { isRecord } from "../base/values.js";
import type { Clock, Operation, TransportAnswer } from "../abi/index.js";
import { parseRetryAfter } from "./retry/decide.js";

/** Characters of a body that is not JSON which an error keeps. */
const KEPT_TEXT = 16_384;

/** Characters of a code that an error keeps. */
const KEPT_CODE = 256;

/** The parts of a refusal's body. */
export interface RefusalBody {
  readonly code: string | undefined;
  /** The fields beside `code`. */
  readonly extras: Readonly<Record<string, unknown>>;
  /** The parsed body, or its text when it is not JSON. */
  readonly body: unknown;
}

/** The parsed JSON; undefined, which is not a JSON value, where the string is not JSON. */
export function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Finds `code` at the top level, else under `error`. Where codes and extras stand is not documented, so extras are
 * taken from both places, and the top level wins.
 */
export function readRefusal(text: string): RefusalBody {
  const body = tryParse(text);
  if (!isRecord(body))
    return { code: undefined, extras: {}, body: body === undefined ? text.slice(0, KEPT_TEXT) : body };
  const inner = isRecord(body["error"]) ? body["error"] : {};
  const code = [body["code"], inner["code"]].find((value) => typeof value === "string" && value !== "");
  return { code: (code as string | undefined)?.slice(0, KEPT_CODE), extras: { ...inner, ...body }, body }; // `find` keeps no proof of its test
}

/** Whether a number may have lost digits in JSON: beyond 2^53 and, unless it may have one, with a fraction. */
export const isRounded = (value: unknown, mayHaveFraction = false): boolean =>
  typeof value === "number" && !(mayHaveFraction ? Math.abs(value) < 2 ** 53 : Number.isSafeInteger(value));

/** Whether a body refuses with this code. Bodies that do not mention the code are not parsed. */
export const refusesWith = (code: string, text: string): boolean =>
  text.includes(code) && readRefusal(text).code === code;

/** Milliseconds that the answer asks to wait; undefined where it does not. */
export function retryAfterOf({ headers }: TransportAnswer, clock: Clock): number | undefined {
  const value = headers["retry-after"];
  return value === undefined ? undefined : parseRetryAfter(value, { nowMs: clock.now(), dateHeader: headers["date"] });
}

/** Whether a success may be empty: where that is described, and where something is deleted. */
export const mayBeEmpty = (operation: Operation): boolean =>
  operation.mayBeEmpty === true || operation.method === "DELETE";

type Fields = NonNullable<Operation["answer"]>[number];

/** What a body says that is no success, whatever its status. */
export const REFUSED = "ok: false";

/**
 * What a success lacks of the fields that the description requires, in words; undefined when nothing. Only the top
 * level is checked, which costs little: code that reads a list finds one.
 */
export function lackOf({ answer = [] }: Operation, result: Readonly<Record<string, unknown>>): string | undefined {
  let lack: string | undefined;
  if (ownField(result, "ok") === false) return REFUSED;
  for (const fields of answer) {
    const name = Object.keys(fields).find((field) => !isOf(fields[field], ownField(result, field)));
    if (name === undefined) return undefined;
    lack ??= ownField(result, name) === undefined ? `no ${name}` : `${name} that is no ${fields[name]}`;
  }
  return lack;
}

const ownField = (result: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(result, name) ? result[name] : undefined;

const isOf = (kind: Fields[string] | undefined, value: unknown): boolean =>
  kind === "array" ? Array.isArray(value) : kind === "object" ? isRecord(value) : value !== undefined;
