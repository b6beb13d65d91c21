import { limits } from "../../generated/tables.js";
import type { Confirmation, Interaction } from "../../generated/types.js";
import { systemClock, type Clock } from "../abi/index.js";
import { DiagnosticListeners } from "../diagnostics/diagnostics.js";
import type { Diagnostic, HttpDiagnostic } from "../diagnostics/index.js";
import { memoryDedupe } from "../delivery/dedupe/store.js";
import { ArgumentError } from "../base/errors.js";
import { withDefaults } from "../base/options.js";
import { Client } from "../http/client.js";
import { clientOptions, type ClientOptions } from "../http/options.js";
import { answersInTime } from "../interaction/answering.js";
import { restChannel } from "../interaction/channels/rest.js";
import { claimsIn } from "../store/claims.js";
import { isStore } from "../store/kind.js";
import { claimsOf, interactionPrefix, type Claims, type ClaimMemory } from "../interaction/claims.js";
import { bindApi, repeatableCaller } from "./api.js";
import { guarded } from "./around.js";
import type { ModalWriter } from "./contexts/context.js";
import { allDecoders } from "./contexts/decoders.js";
import { Conversations } from "./conversations/conversations.js";
import type { HandlerError } from "./errors.js";
import type { MiddlewareContext } from "./handlers.js";
import { permitsOf } from "./event-permits.js";
import { InFlight } from "./in-flight.js";
import { Interactions } from "./interactions/interactions.js";
import type { InteractionTiming } from "./interactions/settings.js";
import { logDiagnostics } from "./log-diagnostics.js";
import { loggerOf, silentLogger, type Logger } from "./logger.js";
import { appOptions, type AppOptions } from "./options.js";
import { appReporter } from "./report.js";
import type { Registry } from "./routing/registry.js";
import type { EventSettings } from "./run-event.js";

export type OnError = (error: HandlerError, context: MiddlewareContext) => Promise<void> | void;

/** An App's parts, put together for one client. */
export type AppServices = ReturnType<typeof createServices>;

/** How long an interaction is remembered that did not come through an endpoint: as long as one that did. */
const CLAIM_MS = 660_000;

/** @throws ArgumentError when `baseUrl` or `token` is missing or cannot work. */
export function createServices(options: AppOptions, registry: Registry, onError: OnError) {
  const { clock = systemClock } = options;
  const log = loggerOf(options);
  const diagnostics = diagnosticsOf(options, log, clock);
  const report = appReporter(diagnostics);
  options.fleet?.onDiagnostic((diagnostic) => diagnostics.report(diagnostic));
  const around = options.around && guarded(options.around, (error) => report("hook_failed", { error }));
  const client = clientOf(options, diagnostics);
  const handling = new InFlight();
  // What remembers interactions, whichever way they come in.
  const claims = storeOf(options, clock, diagnostics);
  let claim: Claims | undefined; // an App whose token is not known yet has no id
  const { privateReply, replyComponents, commandArguments } = client.assumptions;
  const { enforceFollowUps, sendAfterLostRace } = withDefaults(appOptions, options);
  const shared = options.fleet?.waits;
  const appId = (): string => client.appId;
  const conversations = new Conversations(options.conversations ?? {}, { clock, report, sink: diagnostics, shared });
  const timing = timingOf(options, client);
  const interactions = new Interactions({
    clock,
    registry,
    timing,
    session: {
      random: client.random,
      rules: { ...limits, enforceFollowUps, sendAfterLostRace },
      firstReply: { privateReply, replyComponents },
      sendAnswer: answersInTime(client.assumptions.answerTwice),
      answerWarningMs: 10_000,
      failureText: timing.failureText,
    },
    writeModal: modalWriter(client),
    decoders: allDecoders(options.decoders ?? {}, commandArguments),
    claim: (id) => (claim ??= claimsOf(claims, interactionPrefix(client.appId)))(id, CLAIM_MS),
    conversations,
    rest: (id) => restChannel(client, id),
    api: ({ id }: Interaction, handler: string) =>
      bindApi(repeatableCaller(client, () => [appId(), "interaction", id, handler])),
    log,
    sink: diagnostics,
    report,
    around,
    onError,
    inFlight: handling,
  });
  shared?.onOffer(interactions);
  const permits = permitsOf(options, { clock, report });
  const events: EventSettings = { permits, registry, appId, caller: client, clock, log, report, around, onError };
  const api = bindApi(client);
  return {
    options,
    client,
    api,
    clock,
    registry,
    diagnostics,
    report,
    around,
    interactions,
    conversations,
    claims,
    handling,
    events,
  };
}

/** The logger and the other listeners; each receives all diagnostics, the logger those of its levels. */
function diagnosticsOf(options: AppOptions, log: Logger, clock: Clock): DiagnosticListeners<Diagnostic> {
  const { onDiagnostic } = options;
  const listeners = new DiagnosticListeners<Diagnostic>();
  const levels = ["debug", "info", "warn", "error"] as const;
  const lowest = levels.find((level) => log.isLevelEnabled?.(level) ?? true);
  if (lowest !== undefined && log !== silentLogger) listeners.listen(logDiagnostics(log, clock), lowest);
  if (onDiagnostic === undefined) return listeners;
  listeners.listen((diagnostic) => {
    try {
      onDiagnostic(diagnostic);
    } catch (err) {
      log.error({ err }, "onDiagnostic() threw");
    }
  });
  return listeners;
}

/** One memory for the stream and the endpoint. Without one for deliveries, the stream still has its own. */
function storeOf({ delivery, fleet }: AppOptions, clock: Clock, sink: DiagnosticListeners<Diagnostic>): ClaimMemory {
  const given = delivery?.dedupe ?? fleet?.dedupe;
  if (given !== undefined && given !== false) return isStore(given) ? claimsIn(given, { clock, sink }) : given;
  const message = "More interactions arrived than the duplicate memory holds: the oldest ids were dropped early";
  const onOverflow = ({ coveredMs }: { readonly coveredMs: number }) =>
    sink.report({ type: "delivery.dedupe_full", level: "warn", message, coveredMs });
  return memoryDedupe({ clock, onOverflow });
}

function clientOf(options: AppOptions, diagnostics: DiagnosticListeners<Diagnostic>): Client {
  const { baseUrl, token, onDiagnostic, ...rest } = options;
  if (baseUrl === undefined || baseUrl === "") throw missing("baseUrl", "the address of the service");
  if (token === undefined || token === "") throw missing("token", "the App's credential");
  // Calls are not reported without a listener: the caller gets the error.
  const listening = onDiagnostic && { onDiagnostic: (diagnostic: HttpDiagnostic) => diagnostics.report(diagnostic) };
  return new Client({ ...rest.fleet?.pace, ...clientOptionsOf(rest), baseUrl, token, ...listening });
}

/** Those of the client: it takes a name that is nearly one of its own for a slip, as `eventConcurrency` is. */
function clientOptionsOf(options: AppOptions): Partial<ClientOptions> {
  const own = Object.entries(options).filter(([name]) => Object.hasOwn(clientOptions, name));
  return Object.fromEntries(own) as Partial<ClientOptions>; // chosen by name, each as it was
}

function missing(name: string, what: string): ArgumentError {
  return new ArgumentError(
    `new App({ ${name} }) is missing ${name}, ${what}. If it comes from the environment, the variable is not set, or empty`,
  );
}

function timingOf(options: AppOptions, client: Client): InteractionTiming {
  const { autoDefer, autoDeferLeadMs, marginMs, runExpired, failureText, failureInChannel } = withDefaults(
    appOptions,
    options,
  );
  const leadMs = below(limits.confirmationWindowMs, "autoDeferLeadMs", autoDeferLeadMs);
  return {
    marginMs: below(limits.autocompleteWindowMs, "marginMs", marginMs),
    autoDeferLeadMs: autoDefer ? leadMs : undefined,
    emptySuggestionsLeadMs: client.assumptions.emptySuggestions === "sent" ? 150 : undefined,
    failureText: notEmpty("failureText", failureText),
    failureInChannel,
    runExpired,
  };
}

function notEmpty(name: string, text: string | false): string | false {
  if (text === false || (typeof text === "string" && text !== "")) return text;
  throw new ArgumentError(`${name} must be a non-empty string, or false`);
}

/** Past the window, every interaction would be late before it came. */
function below(windowMs: number, name: string, ms: number): number {
  if (ms >= 0 && ms < windowMs) return ms;
  throw new ArgumentError(`${name} must be at least 0 and less than ${windowMs}, got ${String(ms)}`);
}

function modalWriter(client: Client): ModalWriter {
  if (client.assumptions.modalPlacement === "nested") return (form) => ({ type: "modal", modal: form });
  return (form) => {
    const inline: object = { ...form, type: "modal" };
    return inline as Confirmation; // the other reading of where a form stands, which has no type of its own
  };
}

/** Whose deliveries it takes may be known only once an asynchronous token function has told. */
export function isAppKnown({ client, options }: AppServices): boolean {
  if (options.delivery?.apps !== undefined) return true;
  try {
    return client.appId !== undefined;
  } catch {
    return false;
  }
}
