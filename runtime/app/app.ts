import type { WebRequest } from "../abi/index.js";
import type { NodeListener } from "../delivery/adapters/node.js";
import { answerWeb } from "../delivery/adapters/web.js";
import { DELIVERY_TARGET, type DeliveryTarget } from "../delivery/adapters/target.js";
import type { BoundApi } from "./api.js";
import type { AppCommand, CommandType } from "./definitions/commands.js";
import type { ComponentTarget } from "./definitions/components.js";
import type { OptionSpec } from "./definitions/options.js";
import { checkDefinition, checkEventType, checkHandler, checkName } from "./definitions/check.js";
import type { ModalDefinition } from "./definitions/modal.js";
import { Engine } from "./engine.js";
import { INSIDE, type Inside } from "./inside.js";
import type {
  ContextByType,
  ErrorHandler,
  EventHandler,
  EventOf,
  EventType,
  Handled,
  InteractionType,
  MiddlewareContext,
  MissingSuggestions,
  SuggestArgument,
} from "./handlers.js";
import type { Health } from "./health.js";
import type {
  AutocompleteContext,
  ComponentContext,
  ConfirmableContext,
  ModalContext,
  TargetContext,
} from "./definitions/contexts.js";
import { type AppOptionsSource, resolveAppOptions, REWIRE } from "./environment.js";
import type { AppEnvironment, AppOptions, Rewiring, StartOptions, StopOptions, StopReason } from "./options.js";
import type { CheckedMatcher, IdMatcher, MatchParams } from "./definitions/matcher.js";
import type { Middleware, Run } from "./routing/middleware.js";
import { beginAt } from "../http/errors/begin-at.js";
import { INTERACTION_TYPES, Registry } from "./routing/registry.js";

/**
 * An App: commands, components, forms and events with their handlers, on the gateway, the mailbox or behind a signed
 * endpoint. Register handlers first, then `start()`, or hand `fetch` or `node` to a server, or both.
 *
 * `Extra` is what middleware adds to every context; it grows with `use()`.
 *
 * @example
 * ```ts
 * const app = new App({ baseUrl: process.env.SVC_BASE_URL, token: process.env.SVC_APP_TOKEN });
 * app.command(roll, async (interaction) => interaction.reply(`Of ${interaction.args.sides} sides`));
 * await app.start();
 * ```
 */
export class App<Extra = unknown> {
  readonly #registry = new Registry();
  readonly #source: AppOptionsSource;
  readonly #engine: Engine;

  /**
   * Opens no connection. Invalid options throw at the first use: `start()`, `fetch`, `node` or `api`.
   *
   * Options may be a function of the environment: of the bindings that a worker hands to `fetch`, and elsewhere of the
   * variables of the process. It is called once, at the first use.
   *
   * @throws ArgumentError when the name of an option is misspelled.
   */
  constructor(options?: AppOptions | ((env: AppEnvironment) => AppOptions));
  constructor(options: (env: never) => AppOptions);
  constructor(given: AppOptions | ((env: never) => AppOptions) = {}) {
    const options = given as AppOptionsSource; // what a worker's bindings are, its own function knows
    try {
      if (typeof options !== "function") resolveAppOptions(options, undefined);
    } catch (error) {
      throw beginAt(App, error);
    }
    this.#source = options;
    this.#engine = new Engine(options, this.#registry);
  }

  /** The route functions, bound to this App's client. In handlers, use the context's, which cannot write twice. */
  get api(): BoundApi {
    return this.#engine.parts.needed().api;
  }

  /** The commands that have handlers, as they are registered with the service. */
  get commands(): readonly AppCommand[] {
    return this.#registry.commands;
  }

  /**
   * Runs `middleware` around every handler registered from here on. Return what `next()` gives, and what was passed to
   * it is on the contexts of the App that `use()` returns, types included.
   */
  use<Add extends object = object>(middleware: Middleware<MiddlewareContext & Extra, Add>): App<Extra & Add> {
    this.#registry.use(middleware as Middleware<never>); // the registry holds chains whose contexts differ in type
    return this as unknown as App<Extra & Add>; // the same App; only what its contexts are known to hold has grown
  }

  /**
   * Handles a command. Options with `autocomplete: true` need a handler each in the third argument.
   *
   * @throws ArgumentError when the command has a handler already, or suggestions and options do not match.
   */
  command<Type extends CommandType, Context, Suggested extends OptionSpec>(
    command: AppCommand<Type, Context, Suggested>,
    handler: (interaction: Context & Extra) => Handled,
    ...suggest: SuggestArgument<Context, Suggested, Extra>
  ): this;
  /** What the compiler says where the third argument is missing. */
  command<Context, Suggested extends OptionSpec>(
    command: AppCommand<CommandType, Context, Suggested>,
    handler: MissingSuggestions<Suggested["name"]>,
  ): this;
  command(command: AppCommand, handler: unknown, ...suggest: readonly unknown[]): this {
    const [suggestions = {}] = suggest as readonly Readonly<Record<string, Run>>[]; // contexts are made to fit, here
    checkDefinition("command", command, ["type", "name"], "chatCommand(), userCommand() or messageCommand()");
    this.#registry.addCommand(command, handler as Run, suggestions); // and here
    return this;
  }

  /** Handles components by id: one, a template such as `"vote:{choice}"`, `{ prefix }`, or an expression. */
  component<const Matcher extends IdMatcher>(
    id: CheckedMatcher<Matcher>,
    handler: (interaction: ComponentContext<MatchParams<Matcher>> & Extra) => Handled,
  ): this;
  /** Handles what {@link button} or {@link select} defines: by its id, with what was chosen as its definition says. */
  component<Target extends ComponentTarget>(
    target: Target,
    handler: (interaction: TargetContext<Target> & Extra) => Handled,
  ): this;
  component(given: IdMatcher | ComponentTarget, handler: (interaction: never) => Handled): this {
    this.#registry.addComponent(given, handler as Run); // contexts are made to fit the matcher
    return this;
  }

  /** Handles what a form sends back; `interaction.values` follow from its definition. */
  form<Modal extends ModalDefinition>(
    modal: Modal,
    handler: (interaction: ModalContext<Modal> & Extra) => Handled,
  ): this {
    checkDefinition("form", modal, ["id", "fields"], "modal()");
    this.#registry.addId("form", modal.id, handler as Run, modal.fields); // contexts are made to fit the definition
    return this;
  }

  /** Handles all interactions of a type that no other handler takes. */
  interaction<Type extends InteractionType>(
    type: Type,
    handler: (interaction: ContextByType[Type] & Extra) => Handled,
  ): this {
    checkName("interaction", type, INTERACTION_TYPES);
    this.#registry.addType(type, handler as Run); // contexts are made by type
    return this;
  }

  /** Handles interactions that nothing else does. Default: they are declined, and autocomplete gets an empty list. */
  fallback(handler: (interaction: (ConfirmableContext | AutocompleteContext) & Extra) => Handled): this {
    this.#registry.setFallback(handler as Run);
    return this;
  }

  /** Handles an event, or with `"unknown"` every event that this version does not know. Handlers of one event run in order. */
  on<Type extends EventType>(type: Type, handler: EventHandler<EventOf<Type>, Extra>): this {
    checkEventType(type);
    checkHandler(`on("${type}")`, handler);
    this.#registry.addEvent(type, handler);
    return this;
  }

  /** Told of every handler that throws, before the person is declined. Default: the logger is. */
  onError(handler: ErrorHandler): this {
    checkHandler("onError()", handler);
    this.#engine.parts.onError(handler);
    return this;
  }

  /**
   * Registers the commands if asked to, opens the gateway or the mailbox, and resolves once events can come in. Does
   * nothing while `svc-apps commands` loads the module to look at the App.
   *
   * @throws ArgumentError when `baseUrl` or `token` is missing or wrong; MissingCredentialError when the service does
   *   not know the credential; NoAnswerError when there is no service, or when `stop()` was called meanwhile, or a
   *   signal came: where that does not end the process, the start rejects after it.
   */
  async start(options: StartOptions = {}): Promise<void> {
    try {
      this.#engine.prepare(); // before the first await, while the caller is in the stack
      return await this.#engine.start(options);
    } catch (error) {
      throw beginAt(App.prototype.start, error);
    }
  }

  /**
   * Reads no more, lets handlers finish and deliveries be answered within the grace time, saves the cursor and closes.
   * Not to be awaited by a handler, for which it waits itself: there, `void app.stop()`.
   */
  async stop(options: StopOptions = {}): Promise<void> {
    return this.#engine.stop({ why: "asked" }, options);
  }

  /** Resolves when the App has stopped, with the reason: asked to, by a signal, or for good by the service. */
  get stopped(): Promise<StopReason> {
    return this.#engine.stopped;
  }

  /** How it is, as plain data. */
  health(): Health {
    return this.#engine.health();
  }

  /**
   * Takes signed deliveries as web requests: `export default { fetch: app.fetch }`. Workers hand over `env`, from which
   * the options may be made, and `ctx`, whose `waitUntil` keeps alive what outlasts the answer.
   */
  readonly fetch = async (request: WebRequest, ...environment: readonly unknown[]): Promise<Response> =>
    answerWeb(this.#engine.endpoint, request, environment);

  /** Takes signed deliveries from `node:http` and what is built on it: `createServer(app.node)`. */
  readonly node: NodeListener = (request, response) => this.#engine.endpoint.node(request, response);

  /** What the adapters of `svc-apps/adapters` hand requests to. */
  get [DELIVERY_TARGET](): DeliveryTarget {
    return this.#engine.endpoint;
  }

  /** @internal */
  get [INSIDE](): Inside {
    return { options: resolveAppOptions(this.#source, undefined), registry: this.#registry };
  }

  /** @internal */
  [REWIRE](rewiring: Rewiring | undefined): void {
    this.#engine.rewire(rewiring);
  }
}
