import { type Fields, isFields, parseJson } from "../json.js";
import type { Tx } from "../machine/tx.js";
import type { Actor, CredentialRecord, Json } from "../world/records.js";
import { invalidInput, tooLarge } from "../refusal.js";

/** One authenticated call, read and checked. */
export interface RestCall {
  readonly tx: Tx;
  readonly app: Actor;
  readonly credential: CredentialRecord;
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters by their wire names. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: Fields;
  readonly headers: Readonly<Record<string, string>>;
}

/** What an operation answers: a status, and a JSON body unless there is none. */
export interface RestResult {
  readonly status: number;
  readonly body?: Json;
}

export const ok = (body: Json): RestResult => ({ status: 200, body });
export const created = (body: Json): RestResult => ({ status: 201, body });
export const noContent: RestResult = { status: 204 };

/** The path parameter of that name; the route table guarantees that it is there. */
export function pathOf(call: RestCall, name: string): string {
  const value = call.path[name];
  if (value === undefined) throw new Error(`the route of this operation has no parameter ${name}`);
  return value;
}

const readAs =
  <T extends Json>(is: (value: unknown) => value is T) =>
  ({ body }: RestCall, name: string): T | undefined => {
    const value = body[name];
    return is(value) ? value : undefined;
  };

/** A body field as text, as true or false, as a number, as a list, as an object: when it is one. */
export const textOf = readAs((value) => typeof value === "string");
export const flagOf = readAs((value) => typeof value === "boolean");
export const numberOf = readAs((value) => typeof value === "number");
export const listOf = readAs((value): value is readonly Json[] => Array.isArray(value));
export const objectOf = readAs(isFields);

/** Deeper nesting than this is refused, so that nothing stored can overflow whoever writes it out again. */
const deepest = 64;

/** Reads a JSON object from a body, within bounds. Without a body there is an empty one. */
export function readBody(text: string | undefined, contentType: string | undefined, limitBytes: number): Fields {
  if (text === undefined || text === "") return {};
  if (Buffer.byteLength(text) > limitBytes) throw tooLarge();
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) throw invalidInput("The body must be application/json.");
  if (isDeep(text)) throw invalidInput("The body is nested too deeply.");
  const value = parseJson(text);
  if (value === undefined) throw invalidInput("The body is not JSON.");
  if (!isFields(value)) throw invalidInput("The body must be a JSON object.");
  return value;
}

/** Counts brackets outside strings, without building anything. */
function isDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") {
      if (++depth > deepest) return true;
    } else if (character === "}" || character === "]") depth--;
  }
  return false;
}
