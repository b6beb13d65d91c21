import { limits } from "../../generated/tables.js";
import type { Confirmation, Interaction } from "../../generated/types.js";
import { systemClock } from "../abi/index.js";
import type { Clock } from "../abi/index.js";
import { clientRefs } from "../events/client-ref.js";
import { ArgumentError } from "../http/errors/index.js";
import { Client } from "../http/client.js";
import { bindApi, repeatableCaller } from "./api.js";
import type { BoundApi } from "./api.js";
import type { HandlerError } from "./errors.js";
import type { MiddlewareContext } from "./handlers.js";
import { guarded, teller } from "./hooks.js";
import type { Around, Tell } from "./hooks.js";
import type { ConfirmPolicy } from "./interaction/contexts.js";
import { allDecoders } from "./interaction/decoders.js";
import { restAfter } from "./interaction/rest.js";
import { consoleLogger } from "./logger.js";
import type { Logger } from "./logger.js";
import type { AppOptions } from "./options.js";
import { afterBody } from "./interaction/body.js";
import type { EventRunnerSettings } from "./running/event-runner.js";
import type { Registry } from "./running/registry.js";
import { Runner } from "./running/runner.js";
import type { Timing } from "./running/runner.js";
import { Underway } from "./running/underway.js";

/** Told of a handler that threw. */
export type OnError = (error: HandlerError, context: MiddlewareContext) => Promise<void> | void;

/** An App's parts, put together for one client. */
export interface Wiring {
  readonly options: AppOptions;
  readonly client: Client;
  readonly api: BoundApi;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tell: Tell | undefined;
  readonly around: Around | undefined;
  readonly runner: Runner;
  /** Handlers of interactions. */
  readonly handling: Underway;
  readonly events: EventRunnerSettings;
}

/** @throws ArgumentError when `baseUrl` or `token` is missing or cannot work. */
export function wire(options: AppOptions, registry: Registry, onError: OnError): Wiring {
  const { hooks = {}, clock = systemClock } = options;
  const log = options.logger ?? consoleLogger();
  const onThrow = (err: unknown) => log.error({ err }, "A hook threw");
  const tell = teller(hooks, onThrow);
  const around = hooks.around && guarded(hooks.around, onThrow);
  const client = clientOf(options);
  const handling = new Underway();
  const runner = new Runner({
    clock,
    registry,
    limits,
    timing: timingOf(options, client),
    policy: policyOf(client),
    decoders: allDecoders(options.decoders ?? {}, client.assumptions.commandArguments),
    after: ({ id }, source) => {
      const after = restAfter(client, id);
      return source === "delivery" ? afterBody(after, clock) : after;
    },
    api: ({ id }: Interaction) => bindApi(repeatableCaller(client, clientRefs(`i-${id}`))),
    log,
    tell,
    around,
    onError,
    underway: handling,
  });
  const events = { registry, caller: client, clock, log, tell, around, onError };
  return { options, client, api: bindApi(client), clock, log, tell, around, runner, handling, events };
}

function clientOf({ baseUrl, token, ...rest }: AppOptions): Client {
  if (baseUrl === undefined || baseUrl === "") throw missing("baseUrl", "the address of the service");
  if (token === undefined || token === "") throw missing("token", "the App's credential");
  return new Client({ ...rest, baseUrl, token });
}

function missing(name: string, what: string): ArgumentError {
  return new ArgumentError(
    `new App({ ${name} }) was given no ${name}, ${what}. If it comes from the environment, the variable is not set, or empty.`,
  );
}

function timingOf(options: AppOptions, client: Client): Timing {
  const {
    autoDefer = true,
    autoDeferLeadMs = 400,
    marginMs = 150,
    runExpired = false,
    enforceFollowUps = true,
  } = options;
  const leadMs = below(limits.confirmationWindowMs, "autoDeferLeadMs", autoDeferLeadMs);
  return {
    marginMs: below(limits.autocompleteWindowMs, "marginMs", marginMs),
    autoDeferLeadMs: autoDefer ? leadMs : undefined,
    emptySuggestionsLeadMs: client.assumptions.emptySuggestions === "sent" ? 150 : undefined,
    answerWarningMs: 10_000,
    enforceFollowUps,
    runExpired,
  };
}

/** Past the window, every interaction would be late before it came. */
function below(windowMs: number, name: string, ms: number): number {
  if (ms >= 0 && ms < windowMs) return ms;
  throw new ArgumentError(`${name} must be at least 0 and less than ${windowMs}, got ${String(ms)}`);
}

function policyOf(client: Client): ConfirmPolicy {
  const { privateReply, replyComponents, modalPlacement } = client.assumptions;
  return {
    privateReply,
    replyComponents,
    modal(form): Confirmation {
      if (modalPlacement === "nested") return { type: "modal", modal: form };
      const inline: object = { ...form, type: "modal" };
      return inline as Confirmation; // the other reading of where a form stands, which has no type of its own
    },
  };
}
