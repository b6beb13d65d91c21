import type { Interaction } from "../../../generated/types.js";
import type { AppCommand, CommandType } from "../definitions/commands.js";
import type { ComponentTarget, DefinedComponent, SelectOption } from "../definitions/components.js";
import type { FieldSpec } from "../definitions/modal.js";
import { commandWarnings, formWarnings } from "../definitions/warnings.js";
import { checkHandler, refuseDefinition } from "../definitions/check.js";
import { digest } from "../../base/digest.js";
import { wrapHandler, type Middleware, type Run } from "./middleware.js";
import { labelOf, type IdMatcher } from "../definitions/matcher.js";
import { Router } from "./router.js";

/** A handler with what its context is made from. */
export interface InteractionRoute {
  /** For logs and errors, e.g. `command roll`. */
  readonly label: string;
  readonly run: Run;
  readonly command?: AppCommand;
  readonly fields?: readonly FieldSpec[];
  readonly options?: readonly SelectOption[];
}

/** Ids that have a handler, as they were registered. */
export interface HandledIds {
  readonly type: "component" | "form";
  readonly matcher: IdMatcher;
  readonly options?: readonly SelectOption[] | undefined;
}

/** An event handler folded into one function of its context, which carries the event. */
export interface EventRoute {
  readonly label: string;
  /** The same with the name of its function, where it has one. */
  readonly name: string;
  /** Tells its writes from those of the other handlers of the event, after a deploy too. */
  readonly writes: string;
  readonly run: Run;
}

/** Wire type of the interactions that a command type causes. */
export const interactionTypeOf = {
  chat: "command",
  user: "command_on_user",
  message: "command_on_message",
} as const satisfies Record<CommandType, Interaction["type"]>;

export const INTERACTION_TYPES: readonly Interaction["type"][] = [
  ...Object.values(interactionTypeOf),
  "autocomplete",
  "component",
  "form",
];

export class Registry {
  readonly router = new Router<InteractionRoute>();
  readonly #commands = new Map<string, AppCommand>();
  readonly #ids: HandledIds[] = [];
  readonly #events = new Map<string, EventRoute[]>();
  #warnings: string[] = [];
  readonly #warnedOf = new WeakSet<object>();
  /** By wire type, as they were registered. */
  readonly #names = new Map<string, string[]>();
  #middleware: readonly Middleware<never>[] = [];
  #fallback: Run | undefined;

  get commands(): readonly AppCommand[] {
    return [...this.#commands.values()];
  }
  get ids(): readonly HandledIds[] {
    return this.#ids;
  }
  get eventTypes(): readonly string[] {
    return [...this.#events.keys()].filter((type) => type !== "unknown");
  }
  get takesInteractions(): boolean {
    return this.#names.size > 0 || this.#fallback !== undefined;
  }
  get autocompletes(): boolean {
    return this.#names.has("autocomplete");
  }
  get fallback(): Run | undefined {
    return this.#fallback;
  }

  use(middleware: Middleware<never>): void {
    checkHandler("use()", middleware);
    this.#middleware = [...this.#middleware, middleware];
  }

  addCommand(command: AppCommand, run: Run, suggestions: Readonly<Record<string, Run>>): void {
    checkSuggestions(command, suggestions);
    const type = interactionTypeOf[command.type];
    this.router.addCommand(type, command.name, this.#route(type, command.name, run, { command }));
    for (const [option, suggest] of Object.entries(suggestions)) {
      const route = this.#route("autocomplete", `${command.name}.${option}`, suggest, { command });
      this.router.addCommand("autocomplete", command.name, route, option);
    }
    this.#commands.set(`${command.type} ${command.name}`, command);
    this.#warnings.push(...commandWarnings(command));
  }

  addId(type: "component" | "form", matcher: IdMatcher, run: Run, fields?: readonly FieldSpec[]): void {
    const label = labelOf(matcher);
    this.router.addId(type, matcher, this.#route(type, label, run, fields ? { fields } : {}));
    this.#ids.push({ type, matcher });
    this.#warnings.push(...formWarnings(label, fields ?? []));
  }

  addComponent(given: IdMatcher | ComponentTarget, run: Run): void {
    if (!isTarget(given)) return this.addId("component", given, run);
    const { component, options } = given;
    const label = labelOf(component);
    this.router.addId("component", component, this.#route("component", label, run, options ? { options } : {}));
    this.#ids.push({ type: "component", matcher: component, options });
  }

  addType(type: Interaction["type"], run: Run): void {
    this.router.addType(type, this.#route(type, "", run, {}));
  }

  /** `unknown`: those that this version does not know. */
  addEvent(type: string, handler: (event: never, context: never) => unknown): void {
    const routes = this.#events.get(type) ?? [];
    const writes = uniqueAmong(routes, writesOf(handler));
    const run: Run = (context) => handler(Reflect.get(context, "event") as never, context as never); // dispatched by type
    const label = type === "unknown" ? "unknown event" : type;
    const name = handler.name === "" ? label : `${label} ${handler.name}`;
    routes.push({ label, name, writes, run: wrapHandler(this.#middleware, run) });
    this.#events.set(type, routes);
  }

  setFallback(run: Run): void {
    checkHandler("The fallback", run);
    if (this.#fallback) refuseDefinition("The App", "has a fallback already");
    this.#fallback = wrapHandler(this.#middleware, run);
  }

  eventRoutes(type: string): readonly EventRoute[] {
    return this.#events.get(type) ?? [];
  }

  /** What in the definitions was probably meant otherwise, each told once. */
  takeWarnings(): readonly string[] {
    const warnings = this.#warnings;
    this.#warnings = [];
    return warnings;
  }

  /** Of components that were sent, those that nothing handles when their handler is done; each definition told once. */
  unhandled(sent: readonly DefinedComponent[], waits: { hasTarget(definition: object): boolean }): readonly string[] {
    if (sent.length === 0 || this.#fallback) return [];
    const left = sent.filter(({ id, definition }) => {
      if (this.#warnedOf.has(definition) || waits.hasTarget(definition)) return false;
      if (this.router.find({ type: "component", id })) return false;
      this.#warnedOf.add(definition);
      return true;
    });
    return left.map(
      ({ id }) => `A component "${id}" was sent, and nothing handles it: app.component() or waitFor() does.`,
    );
  }

  /** Names of what has a handler among the interactions of a wire type. */
  namesOf(type: string): readonly string[] {
    return this.#names.get(type) ?? [];
  }

  #route(type: string, name: string, run: Run, rest: Omit<InteractionRoute, "label" | "run">): InteractionRoute {
    const label = `${type} ${name}`.trimEnd();
    checkHandler(label, run);
    this.#names.set(type, [...this.namesOf(type), name]);
    return { label, run: wrapHandler(this.#middleware, run), ...rest };
  }
}

/** The name of a function stays the same when its code is changed; of one without, only the code tells it from others. */
const writesOf = (handler: (...given: never[]) => unknown): string => handler.name || digest(String(handler));

/** Of handlers that nothing tells apart, the one that was registered later has a number. */
function uniqueAmong(routes: readonly EventRoute[], writes: string): string {
  const equals = routes.filter((route) => route.writes === writes || route.writes.startsWith(`${writes} `)).length;
  return equals === 0 ? writes : `${writes} ${equals + 1}`;
}

/** Without the types it may be anything. */
const isTarget = (given: IdMatcher | ComponentTarget): given is ComponentTarget =>
  Reflect.get(Object(given), "component") !== undefined;

/** What the types refuse, for those who come without them: options and suggestion handlers must match both ways. */
function checkSuggestions(command: AppCommand, suggestions: Readonly<Record<string, unknown>>): void {
  const what = `Command "${command.name}"`;
  const asked = (command.options ?? []).filter((option) => option.autocomplete === true).map((option) => option.name);
  for (const name of asked) {
    if (!Object.hasOwn(suggestions, name) || typeof suggestions[name] !== "function")
      refuseDefinition(what, `has autocomplete on "${name}" and no handler for it`);
  }
  for (const name of Object.keys(suggestions)) {
    if (!asked.includes(name))
      refuseDefinition(what, `has a handler for "${name}", which is no option with autocomplete: true`);
  }
}
