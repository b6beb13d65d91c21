import { brand } from "../../generated/tables.js";
import { DELIVERY_OPTIONS } from "../delivery/handler/check-options.js";
import { checkEventsOptions } from "../events/check-options.js";
import { ArgumentError } from "../base/errors.js";
import { isRecord, typeName } from "../base/values.js";
import { checkOptions } from "../http/check-options.js";
import { APP_OPTIONS, COMMANDS_OPTIONS, CONVERSATION_OPTIONS, EVENTS_OPTIONS } from "./option-kinds.js";
import type { AppEnvironment, AppOptions, Rewiring } from "./options.js";

/** What an App is made with: its options, or a function of the environment that gives them. */
export type AppOptionsSource = AppOptions | ((env: AppEnvironment) => AppOptions);

/**
 * The options of an App. A function is called with the bindings that a worker was given, and elsewhere with the
 * variables of the process.
 *
 * @throws ArgumentError when the name of an option or of an intent is misspelled, or an option stands in the wrong place or
 *   cannot be what it is. What the client is made of, it checks itself.
 */
export function resolveAppOptions(source: AppOptionsSource, env: AppEnvironment | undefined): AppOptions {
  const options = typeof source === "function" ? source(env ?? variables()) : source;
  const given: unknown = options; // without the types it may be anything
  if (!isRecord(given))
    throw new ArgumentError(
      `new App() takes an object of options, or a function that gives it, not ${typeName(options)}`,
    );
  refuseUnopened(options);
  refuseMisplaced(options);
  checkOptions(options, APP_OPTIONS, { of: "new App()", prefix: "", mayHoldMore: true });
  refuseWrongEvents(options);
  refuseWrongCommands(options);
  return { ...options, ...commandsAsked(options, (env ?? variables())[SYNC_COMMANDS]) };
}

/** `prune`, as `dev` sets it for its local platform, also deletes global commands that the code no longer defines. */
function commandsAsked({ syncCommands }: AppOptions, variable: string | undefined): Pick<AppOptions, "syncCommands"> {
  if (variable === "prune" && (syncCommands ?? true) === true) return { syncCommands: { prune: true } };
  return variable === "1" && syncCommands === undefined ? { syncCommands: true } : {};
}

function refuseWrongEvents({ events }: AppOptions): void {
  if (typeof events === "object") checkEventsOptions(events, EVENTS_OPTIONS, { of: "events", prefix: "events." });
}

/** A promise of a fleet has none of its methods, and those who forgot to await it are told that. */
function refuseUnopened({ fleet }: { readonly fleet?: unknown }): void {
  if (typeof Reflect.get(Object(fleet), "then") !== "function") return;
  throw new ArgumentError("fleet must be what `await openFleet()` gives, got a promise of it: await it");
}

/** A scope under a name that does not exist would be no scope, and `prune` would delete what it should not. */
function refuseWrongCommands({ syncCommands }: AppOptions): void {
  if (syncCommands === undefined || typeof syncCommands === "boolean") return;
  if (!isRecord(syncCommands)) {
    throw new ArgumentError(`syncCommands must be true, false or an object, got ${typeName(syncCommands)}`);
  }
  checkOptions(syncCommands, COMMANDS_OPTIONS, { of: "syncCommands", prefix: "syncCommands." });
}

/** Options that stand one level down, by the option that they belong to. */
const BELOW: Readonly<Record<string, object>> = {
  events: EVENTS_OPTIONS,
  delivery: DELIVERY_OPTIONS,
  syncCommands: COMMANDS_OPTIONS,
  conversations: CONVERSATION_OPTIONS,
};

/** What is written at the top and belongs below: told where, before it is looked for among the others. */
function refuseMisplaced(options: object): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(APP_OPTIONS, name)) continue;
    const [place] = Object.entries(BELOW).find(([, below]) => Object.hasOwn(below, name)) ?? [];
    if (place === undefined) continue;
    throw new ArgumentError(`new App() has no option "${name}"; it belongs to "${place}": { ${place}: { ${name} } }`);
  }
}

/** Set to 1 or `prune` for an App whose options leave open how its commands are registered. */
const SYNC_COMMANDS = `${brand.value.toUpperCase()}_SYNC_COMMANDS`;

/** Reaches into an App from `svc-apps/testing`; not for anybody else. */
export const REWIRE: unique symbol = Symbol.for("svc-apps.rewire");

/** The options with what a test puts in place of the world. */
export function rewired(options: AppOptions, rewiring: Rewiring | undefined): AppOptions {
  if (!rewiring) return options;
  const { onDiagnostic, ...others } = rewiring;
  const both: AppOptions["onDiagnostic"] = (diagnostic) => {
    onDiagnostic?.(diagnostic);
    options.onDiagnostic?.(diagnostic);
  };
  return { ...options, ...others, onDiagnostic: both };
}

/**
 * The bindings among what a runtime hands over beside the request: of a worker, `(request, env, ctx)`, the first of the
 * two. What others put there (a server, a connection, parameters of a route) is no environment.
 */
export function environmentOf(given: readonly unknown[]): AppEnvironment | undefined {
  const [env, context] = given;
  const isWorker = typeof context === "object" && context !== null && "waitUntil" in context;
  return isWorker && typeof env === "object" && env !== null
    ? (env as AppEnvironment) // bindings have any shape; the App's own function knows which
    : undefined;
}

/** The variables of the process; none where there is no process. */
function variables(): AppEnvironment {
  const found: unknown = Reflect.get(globalThis, "process");
  const env: unknown = typeof found === "object" && found !== null ? Reflect.get(found, "env") : undefined;
  return typeof env === "object" && env !== null ? (env as AppEnvironment) : {}; // texts by name, in every runtime
}
