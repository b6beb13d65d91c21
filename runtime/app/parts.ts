import { type AppOptionsSource, resolveAppOptions, rewired } from "./environment.js";
import type { HandlerError } from "./errors.js";
import type { ErrorHandler, MiddlewareContext } from "./handlers.js";
import type { AppEnvironment, AppOptions, Rewiring } from "./options.js";
import type { Registry } from "./routing/registry.js";
import { type AppServices, createServices } from "./services.js";

/** What an App is made of: made at the first use, and anew in another world. */
export class Parts {
  readonly registry: Registry;
  readonly #source: AppOptionsSource;
  readonly #errorHandlers: ErrorHandler[] = [];
  #rewiring: Rewiring | undefined;
  #services: AppServices | undefined;

  constructor(source: AppOptionsSource, registry: Registry) {
    this.#source = source;
    this.registry = registry;
  }

  /** Undefined before the first use. */
  get made(): AppServices | undefined {
    return this.#services;
  }

  /** The options as far as they are known without an environment. */
  get options(): AppOptions {
    return typeof this.#source === "function" ? {} : rewired(this.#source, this.#rewiring);
  }

  onError(handler: ErrorHandler): void {
    this.#errorHandlers.push(handler);
  }

  /**
   * The environment counts for the first who needs the services: it is the same for all.
   *
   * @throws ArgumentError when the options cannot work
   */
  needed(env?: AppEnvironment): AppServices {
    if (this.#services) return this.#services;
    const options = rewired(resolveAppOptions(this.#source, env), this.#rewiring);
    const onError = async (error: HandlerError, context: MiddlewareContext) => this.#report(error, context);
    return (this.#services = createServices(options, this.registry, onError));
  }

  reportWarnings(): void {
    for (const message of this.registry.takeWarnings()) this.needed().report("definition_warning", {}, { message });
  }

  reset(rewiring: Rewiring | undefined): void {
    this.#rewiring = rewiring;
    this.#services = undefined;
  }

  async #report(error: HandlerError, context: MiddlewareContext): Promise<void> {
    const { report } = this.needed();
    const { handler } = error;
    const where = { handler, ...(context.type === "event" ? {} : { interactionId: context.id }) };
    const facts = { ...where, source: context.source, error };
    report("handler_failed", facts, this.#errorHandlers.length > 0 ? { level: "debug" } : {});
    for (const onError of this.#errorHandlers) {
      try {
        await onError(error, context);
      } catch (second) {
        report("error_handler_failed", { ...where, error: second });
      }
    }
  }
}
