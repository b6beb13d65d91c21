import type { Confirmation, Interaction, InteractionOutcome } from "svc-apps/types";
import type { HandlerError } from "../../../runtime/app/errors.js";
import type { Diagnostic } from "../../../runtime/diagnostics/index.js";
import type { AnyContext } from "../../../runtime/app/contexts/build.js";
import { allDecoders, type Decoders } from "../../../runtime/app/contexts/decoders.js";
import type { ConfirmResult, ResponseChannel, Texts } from "../../../runtime/interaction/channel.js";
import type { FirstReplyPolicy } from "../../../runtime/interaction/check.js";
import { consoleLogger } from "../../../runtime/app/logger.js";
import { Registry } from "../../../runtime/app/routing/registry.js";
import { Conversations } from "../../../runtime/app/conversations/conversations.js";
import { logDiagnostics } from "../../../runtime/app/log-diagnostics.js";
import { appReporter } from "../../../runtime/app/report.js";
import { memoryDedupe } from "../../../runtime/delivery/dedupe/store.js";
import { DiagnosticListeners } from "../../../runtime/diagnostics/diagnostics.js";
import { Interactions } from "../../../runtime/app/interactions/interactions.js";
import { InFlight } from "../../../runtime/app/in-flight.js";
import type { InteractionSettings, InteractionTiming } from "../../../runtime/app/interactions/settings.js";
import { StepClock } from "./clock.js";

export const limits = {
  confirmationWindowMs: 3_000,
  autocompleteWindowMs: 1_000,
  deferredAnswerMs: 60_000,
  followUps: 5,
  followUpWindowMs: 600_000,
};

const timing: InteractionTiming = {
  marginMs: 100,
  autoDeferLeadMs: 400,
  emptySuggestionsLeadMs: 200,
  failureText: "It failed.",
  failureInChannel: false,
  runExpired: false,
};

let serial = 0;

/** An interaction as it would come, of the given type and data. */
export function interaction<Type extends Interaction["type"]>(
  type: Type,
  data: Extract<Interaction, { type: Type }>["data"] & Readonly<Record<string, unknown>>,
  more: { readonly expiresInMs?: number; readonly id?: string } = {},
): Interaction {
  serial += 1;
  const id = `00000000-0000-4000-8000-${String(serial).padStart(12, "0")}`;
  const whole = { id, serverId: "1", channelId: "2", userId: "3", expiresInMs: 3_000, ...more, type, data };
  return whole as unknown as Interaction; // ids are branded; a test may write any
}

export const roll = (args: readonly { name: string; value: unknown }[] = [], more = {}) =>
  interaction("command", { command: { name: "roll" }, arguments: args }, more);

/** Somebody types in the option `term` of `find`. */
export const typing = (list: readonly { name: string; type: string; value: unknown }[], more: object = {}) =>
  interaction("autocomplete", {
    command: { publicId: "7" as never, name: "find", path: [] },
    arguments: list as never,
    focused: "term",
    focusedType: "string",
    focusedLimits: {},
    ...more,
  });

export interface BenchOptions {
  readonly timing?: Partial<InteractionTiming>;
  /** How first replies are treated that are more than text. Default: sent. */
  readonly firstReply?: Partial<FirstReplyPolicy>;
  readonly decoders?: Decoders;
  /** Default: what a store in memory says. */
  readonly claim?: InteractionSettings["claim"];
  readonly answer?: (texts: Texts) => Promise<InteractionOutcome>;
  readonly followUp?: (texts: Texts) => Promise<InteractionOutcome>;
}

/** Interactions with a clock to step and a channel that notes what passes. */
export function bench(options: BenchOptions = {}) {
  const clock = new StepClock();
  const registry = new Registry();
  const notices: Diagnostic[] = [];
  const errors: { error: HandlerError; context: AnyContext }[] = [];
  const sent: (Confirmation & { readonly auto: boolean })[] = [];
  const lines: string[] = [];
  const answers: Texts[] = [];
  const followUps: Texts[] = [];
  let script: ((confirmation: Confirmation, leftMs: number) => ConfirmResult | Promise<ConfirmResult>) | undefined;
  let auto = false;
  const channel: ResponseChannel = {
    via: "rest",
    takesPrivate: true,
    async confirm(confirmation, leftMs) {
      sent.push({ ...confirmation, auto });
      return script
        ? script(confirmation, leftMs)
        : { was: "accepted", outcome: outcome(confirmation.type === "reply" ? "9" : undefined) };
    },
    async answer(texts) {
      answers.push(texts);
      return options.answer ? options.answer(texts) : outcome("10");
    },
    async followUp(texts) {
      followUps.push(texts);
      return options.followUp ? options.followUp(texts) : outcome("11");
    },
  };
  const log = consoleLogger({ write: (line) => void lines.push(line.slice(13)) });
  const sink = new DiagnosticListeners<Diagnostic>();
  sink.listen(logDiagnostics(log, clock), "info");
  sink.listen((diagnostic) => void notices.push(diagnostic));
  const claims = memoryDedupe({ clock });
  const report = appReporter(sink);
  const interactions = new Interactions({
    clock,
    registry,
    timing: { ...timing, ...options.timing },
    session: {
      random: () => 1,
      rules: limits,
      firstReply: { privateReply: "sent", replyComponents: "sent", ...options.firstReply },
      answerWarningMs: 10_000,
    },
    writeModal: (modal) => ({ type: "modal", modal }),
    decoders: allDecoders(options.decoders ?? {}, "data.arguments"),
    claim: options.claim ?? ((id) => claims.claim(id, 600_000)),
    conversations: new Conversations({}, { clock, report: () => {}, sink }),
    rest: () => channel,
    api: () => {
      throw new Error("no api here");
    },
    log,
    sink,
    report,
    around: async (work, run) => {
      if (work.name === "confirm") auto = work.attributes["auto"] === true;
      return run();
    },
    onError: (error, context) => {
      errors.push({ error, context });
      report("handler_failed", { handler: error.handler, source: context.source, error }, { level: "debug" });
    },
    inFlight: new InFlight(),
  });
  const { signal } = new AbortController();
  return {
    clock,
    registry,
    interactions,
    notices,
    errors,
    sent,
    answers,
    followUps,
    /** What was logged, without the time. */
    lines,
    channel,
    /** What the channel does instead of accepting. */
    channelDoes(next: typeof script) {
      script = next;
    },
    kinds: () => notices.map(({ type }) => type),
    async run(
      of: Interaction,
      more: {
        readonly receivedAtMs?: number;
        readonly channel?: ResponseChannel;
        readonly deadlineMs?: number;
        readonly assumedExpiry?: string | undefined;
      } = {},
    ) {
      return interactions.run({
        interaction: of,
        source: "gateway",
        channel,
        receivedAtMs: clock.monotonicMs(),
        signal: () => signal,
        ...more,
      });
    },
  };
}

export function outcome(messageId?: string): InteractionOutcome {
  const whole = { interaction: { id: "i", state: "confirmed" }, ...(messageId === undefined ? {} : { messageId }) };
  return whole as unknown as InteractionOutcome; // ids are branded; a test may write any
}
