import { fieldsOf, isFields, ownOf } from "../json.js";
import { invalidInput } from "../refusal.js";
import type { FaultInjector } from "../faults/faults.js";
import type { RestEffect, StreamEffect } from "../faults/shapes.js";
import type { LiveFaults } from "../faults/rules.js";
import { closeCodes, type KnownIntentFamily, operations } from "../spec.js";
import { missigned } from "../delivery/sign.js";
import type { CallSpec, ParameterKind } from "./spec.js";

/** One request to the control interface, read and let in. */
export interface ControlCall {
  /** Parts of the path by the names that the route gives them. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Whether the caller would rather have a page than data. */
  readonly wantsPage: boolean;
}

/** Header of every answer of the control interface, by which callers know that it is one. */
export const controlHeader = "x-sandbox-control";

/** How to call it, in words: `run <command> [option=value…]`. */
export function usageOf(name: string, { takes, rest }: CallSpec): string {
  return [name, ...Object.keys(takes).map((one) => `<${one}>`), ...restOf(rest)].join(" ");
}

const restOf = (rest: CallSpec["rest"]): readonly string[] =>
  rest === undefined ? [] : [rest.needed === undefined ? `[${rest.shown}]` : rest.shown];

/**
 * Refuses arguments from outside that do not fit, by their place in the body: a caller in another language never sees the
 * command line. What comes behind those of the table is not looked at.
 */
export function checkArguments(name: string, { takes, rest }: CallSpec, args: readonly unknown[]): void {
  const kinds = Object.entries(takes);
  const at = kinds.findIndex(([, kind], n) => !fits(kind, args[n]));
  const [field, missing] = kinds[at] ?? [];
  if (missing !== undefined) throw invalidInput(`${name} needs ${field}, ${nameOf(missing)}, as args[${at}].`);
  const more = args[kinds.length];
  if (rest === undefined || (more === undefined && rest.needed === undefined)) return;
  if (rest.as === "list" ? !Array.isArray(more) : !isFields(more))
    throw invalidInput(`${name} takes ${shapeOf(rest)} as args[${kinds.length}].`);
  const { fields = {}, needed = "" } = rest;
  const kind = fields[needed];
  if (kind !== undefined && fieldsOf(more)[needed] === undefined)
    throw invalidInput(`${name} needs ${needed}, ${nameOf(kind)}, in args[${kinds.length}].`);
  if (rest.fields !== undefined) checkFields(name, fields, Object.entries(fieldsOf(more)));
}

/** That one more argument as it stands in a body. */
function shapeOf({ as, shown, under }: NonNullable<CallSpec["rest"]>): string {
  if (as === "list") return `a list, [${shown}],`;
  const values = `{${shown.replaceAll(" ", ", ").replaceAll("=", ": ")}}`;
  return `an object, ${under === undefined ? values : `{${under}: ${values}}`},`;
}

function checkFields(
  name: string,
  fields: Readonly<Record<string, ParameterKind>>,
  given: readonly (readonly [name: string, value: unknown])[],
): void {
  for (const [field, value] of given) {
    const kind = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (kind === undefined)
      throw invalidInput(`${name} has no field ${field}; there are ${Object.keys(fields).join(", ")}.`);
    if (!fits(kind, value))
      throw invalidInput(`${name} takes ${nameOf(kind)} as ${field}, got ${JSON.stringify(value)}.`);
  }
}

const isText = (value: unknown): boolean => typeof value === "string";

export function fits(kind: ParameterKind, value: unknown): boolean {
  if (typeof kind !== "string") return kind.some((one) => one === value);
  return tests[kind](value);
}

type Kind = Extract<ParameterKind, string>;

const tests: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: isText,
  number: Number.isFinite,
  flag: (value) => typeof value === "boolean",
  list: (value) => Array.isArray(value) && value.every(isText),
  command: (value) => isText(value) || isText(fieldsOf(value)["name"]),
  object: isFields,
  any: (value) => value !== undefined,
};

export const nameOf = (kind: ParameterKind): string =>
  typeof kind === "string" ? kindNames[kind] : `one of ${kind.join(", ")}`;

const kindNames: Readonly<Record<Kind, string>> = {
  text: "a string",
  number: "a number",
  flag: "true or false",
  list: "a list of texts",
  command: "the name of a command",
  object: "an object",
  any: "any value",
};

/** A name that is added to the description is missing here until it is added too. */
const families: Readonly<Record<KnownIntentFamily, true>> = { messages: true, members: true, interactions: true };

/** What a field takes, in whatever fault it stands. */
const kinds: Readonly<Record<string, ParameterKind>> = {
  appId: "text",
  body: "any",
  bytes: "number",
  family: Object.keys(families),
  location: "text",
  midFrame: "flag",
  ms: "number",
  operation: Object.keys(operations),
  probability: "number",
  retryAfter: "any",
  set: "object",
  status: "number",
  times: "number",
  when: ["before", "after"],
};

function fields(shown: string, own: Readonly<Record<string, ParameterKind>> = {}) {
  const names = [...shown.matchAll(/(\w+)=/g)].flatMap(([, name]) => name ?? []);
  const known = names.map((name) => [name, own[name] ?? kinds[name] ?? "any"] as const);
  return { as: "values" as const, shown, fields: Object.fromEntries(known) };
}
const needed = (one: string, shown: string) => ({ ...fields(shown), needed: one });
const on = "operation=… appId=… times=… probability=…";
const anyApp = fields("appId=…");
const deliveryEffects = [...Object.keys(missigned), "replay", "unknown-type"];

const effects = {
  rest: ["answer", "delay", "reset", "stall", "truncate", "edit"] satisfies readonly RestEffect["effect"][],
  stream: [
    "answer",
    "silent",
    "content-type",
    "out-of-window",
    "duplicate",
    "cut-after",
    "reset",
    "stall",
  ] satisfies readonly StreamEffect["effect"][],
  delivery: deliveryEffects,
};

/** Refuses a fault from outside that would never strike, or strike without any effect. */
export function checkFault({ on: where, effect, operation }: Readonly<Record<string, unknown>>): void {
  const here = ownOf<readonly string[]>(effects, String(where));
  if (here === undefined) throw invalidInput(`A fault is on ${nameOf(Object.keys(effects))}.`);
  if (!fits(here, effect)) throw invalidInput(`A fault on ${String(where)} has as effect ${nameOf(here)}.`);
  const known = Object.keys(operations);
  if (operation !== undefined && !fits(known, operation))
    throw invalidInput(`A fault has as operation ${nameOf(known)}.`);
}

/** What can be ordered to go wrong from outside. */
export const faults = {
  add: { says: "any fault, as an object", takes: { fault: "object" } },
  clear: { says: "call off all that was ordered", takes: {} },
  skewClock: { says: "the service's clock is off by so much", takes: { ms: "number" } },
  rateLimit: { says: "429", takes: {}, rest: fields(`retryAfter=1 ${on}`) },
  serverError: {
    says: "a 5xx, before anything is done or after",
    takes: {},
    rest: fields(`status=503 when=before body=… ${on}`),
  },
  notJson: { says: "an answer that is not JSON", takes: {}, rest: fields(on) },
  redirect: {
    says: "an answer that leads elsewhere",
    takes: {},
    rest: needed("location", `location=… status=302 ${on}`),
  },
  slow: { says: "the answer comes later", takes: {}, rest: needed("ms", `ms=… when=before ${on}`) },
  reset: {
    says: "the connection breaks",
    takes: {},
    rest: fields(`when=before ${on}`, { when: ["before", "after", "mid-body"] }),
  },
  stall: { says: "no answer ever comes", takes: {}, rest: fields(`when=before ${on}`) },
  truncate: { says: "the body breaks off", takes: {}, rest: fields(`bytes=… ${on}`) },
  edit: {
    says: "replace places of the answer",
    takes: {},
    rest: needed("set", `set={"/pointer":value} status=… ${on}`),
  },
  delivery: {
    says: "make the next delivery badly",
    takes: { effect: deliveryEffects },
    rest: fields("appId=… times=… probability=…"),
  },
} as const satisfies { readonly [Name in keyof FaultInjector]?: CallSpec };

/** What can be done to the open streams from outside. */
export const streamFaults = {
  cut: { says: "the line breaks", takes: {}, rest: fields("midFrame=true appId=…") },
  end: { says: "the stream ends without a close frame", takes: {}, rest: anyApp },
  stall: { says: "the line carries nothing more", takes: {}, rest: anyApp },
  halfOpen: { says: "the same, and the slot is free", takes: {}, rest: anyApp },
  closeFrame: { says: "a close frame with a documented code", takes: { code: Object.keys(closeCodes) }, rest: anyApp },
  strangeCloseFrame: { says: "a close frame of any content, as an object", takes: { fields: "object" }, rest: anyApp },
  event: {
    says: "an event of any content, as an object",
    takes: { event: "object" },
    rest: fields("family=messages appId=…"),
  },
  raw: { says: "bytes as they are", takes: { text: "text" }, rest: anyApp },
} as const satisfies { readonly [Name in keyof LiveFaults]?: CallSpec };
