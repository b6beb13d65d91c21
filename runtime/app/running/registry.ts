import type { Interaction } from "../../../generated/types.js";
import type { AppCommand, CommandType } from "../definitions/commands.js";
import type { FieldSpec } from "../definitions/modal.js";
import { commandDoubts, formDoubts } from "../definitions/doubts.js";
import { checkHandler, refuse } from "../definitions/check.js";
import { compose } from "../routing/middleware.js";
import type { Middleware, Run } from "../routing/middleware.js";
import { labelOf } from "../routing/matcher.js";
import type { IdMatcher } from "../routing/matcher.js";
import { Router } from "../routing/router.js";

/** A handler with what its context is made from. */
export interface Route {
  /** For logs and errors, e.g. `command roll`. */
  readonly label: string;
  readonly run: Run;
  readonly command?: AppCommand;
  readonly fields?: readonly FieldSpec[];
}

/** An event handler folded into one function of its context, which carries the event. */
export interface EventRoute {
  readonly label: string;
  readonly run: Run;
}

/** Wire type of the interactions that a command type causes. */
export const interactionTypeOf = {
  chat: "command",
  user: "command_on_user",
  message: "command_on_message",
} as const satisfies Record<CommandType, Interaction["type"]>;

/** Wire types of all interactions that an App can have handlers for. */
export const INTERACTION_TYPES: readonly Interaction["type"][] = [
  ...Object.values(interactionTypeOf),
  "autocomplete",
  "component",
  "form",
];

/** Everything registered on an App. */
export class Registry {
  readonly router = new Router<Route>();
  readonly #commands = new Map<string, AppCommand>();
  readonly #events = new Map<string, EventRoute[]>();
  readonly #unknownEvents: EventRoute[] = [];
  #doubts: string[] = [];
  /** By wire type, as they were registered. */
  readonly #names = new Map<string, string[]>();
  #middleware: readonly Middleware<never>[] = [];
  #fallback: Run | undefined;
  #takesInteractions = false;
  #autocompletes = false;

  get commands(): readonly AppCommand[] {
    return [...this.#commands.values()];
  }
  get eventTypes(): readonly string[] {
    return [...this.#events.keys()];
  }
  get takesInteractions(): boolean {
    return this.#takesInteractions;
  }
  get autocompletes(): boolean {
    return this.#autocompletes;
  }
  get takesUnknownEvents(): boolean {
    return this.#unknownEvents.length > 0;
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
      this.#autocompletes = true;
    }
    this.#commands.set(`${command.type} ${command.name}`, command);
    this.#doubts.push(...commandDoubts(command));
  }

  addId(type: "component" | "form", matcher: IdMatcher, run: Run, fields?: readonly FieldSpec[]): void {
    const label = labelOf(matcher);
    this.router.addId(type, matcher, this.#route(type, label, run, fields ? { fields } : {}));
    this.#doubts.push(...formDoubts(label, fields ?? []));
  }

  addType(type: Interaction["type"], run: Run): void {
    this.router.addType(type, this.#route(type, "", run, {}));
    if (type === "autocomplete") this.#autocompletes = true;
  }

  addEvent(type: string, run: Run): void {
    const routes = this.#events.get(type) ?? [];
    routes.push({ label: type, run: compose(this.#middleware, run) });
    this.#events.set(type, routes);
  }

  addUnknownEvent(run: Run): void {
    this.#unknownEvents.push({ label: "unknown event", run: compose(this.#middleware, run) });
  }

  setFallback(run: Run): void {
    checkHandler("The fallback", run);
    if (this.#fallback) refuse("The App", "has a fallback already");
    this.#takesInteractions = true;
    this.#fallback = compose(this.#middleware, run);
  }

  eventRoutes(type: string): readonly EventRoute[] {
    return this.#events.get(type) ?? [];
  }

  get unknownEventRoutes(): readonly EventRoute[] {
    return this.#unknownEvents;
  }

  /** What in the definitions was probably meant otherwise, each told once. */
  takeDoubts(): readonly string[] {
    const doubts = this.#doubts;
    this.#doubts = [];
    return doubts;
  }

  /** Names of what has a handler among the interactions of a wire type. */
  namesOf(type: string): readonly string[] {
    return this.#names.get(type) ?? [];
  }

  #route(type: string, name: string, run: Run, rest: Omit<Route, "label" | "run">): Route {
    const label = `${type} ${name}`.trimEnd();
    checkHandler(label, run);
    this.#takesInteractions = true;
    this.#names.set(type, [...this.namesOf(type), name]);
    return { label, run: compose(this.#middleware, run), ...rest };
  }
}

/** What the types refuse, for those who come without them: options and suggestion handlers must match both ways. */
function checkSuggestions(command: AppCommand, suggestions: Readonly<Record<string, unknown>>): void {
  const what = `Command "${command.name}"`;
  const asked = (command.options ?? []).filter((option) => option.autocomplete === true).map((option) => option.name);
  for (const name of asked) {
    if (typeof suggestions[name] !== "function") refuse(what, `has autocomplete on "${name}" and no handler for it`);
  }
  for (const name of Object.keys(suggestions)) {
    if (!asked.includes(name)) refuse(what, `has a handler for "${name}", which is no option with autocomplete: true`);
  }
}
