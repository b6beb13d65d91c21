import { nearest } from "../base/nearest.js";
import { checkOptions } from "../base/options.js";
import { brand } from "../../generated/tables.js";
import { checkIntents } from "../events/options.js";
import { ArgumentError } from "../base/errors.js";
import { isRecord, typeName } from "../base/values.js";
import {
  appCommandsOptions,
  appDeliveryOptions,
  type AppEnvironment,
  appEventsOptions,
  appOptions,
  type AppOptions,
  type Rewiring,
} from "./options.js";
import { conversationOptions } from "./conversations/conversations.js";

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
      `new App() takes an object of options, or a function that returns one, got ${typeName(options)}`,
    );
  refuseUnopened(options);
  refuseMisplaced(options);
  checkOptions(withoutForeign(options), appOptions, { of: "new App()" });
  checkIntents(Object(options.events), "events.");
  return { ...options, ...commandsAsked(options, (env ?? variables())[SYNC_COMMANDS]) };
}

/** `prune`, as `dev` sets it for its local platform, also deletes global commands that the code no longer defines. */
function commandsAsked({ syncCommands }: AppOptions, variable: string | undefined): Pick<AppOptions, "syncCommands"> {
  if (variable === "prune" && (syncCommands ?? true) === true) return { syncCommands: { prune: true } };
  return variable === "1" && syncCommands === undefined ? { syncCommands: true } : {};
}

/** A promise of a fleet has none of its methods: the error says to await it. */
function refuseUnopened({ fleet }: { readonly fleet?: unknown }): void {
  if (typeof Reflect.get(Object(fleet), "then") !== "function") return;
  throw new ArgumentError("fleet must be the result of `await openFleet()`, got its promise: await it");
}

/** The object may hold settings for others too: an unknown name counts as a slip where it is near a name that is missing. */
function withoutForeign(options: object): object {
  const known = Object.keys(appOptions);
  const isOurs = (name: string) => {
    const meant = known.includes(name) ? name : nearest(name, known);
    return meant !== undefined && (meant === name || !Object.hasOwn(options, meant));
  };
  return Object.fromEntries(Object.entries(options).filter(([name]) => isOurs(name)));
}

/** Options that stand one level down, by the option that they belong to. */
const BELOW: Readonly<Record<string, object>> = {
  events: appEventsOptions,
  delivery: appDeliveryOptions,
  syncCommands: appCommandsOptions,
  conversations: conversationOptions,
};

/** What is written at the top and belongs below: told where, before it is looked for among the others. */
function refuseMisplaced(options: object): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(appOptions, name)) continue;
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
