import type { Confirmation, Interaction, InteractionOutcome } from "svc-apps/types";
import type { HandlerError } from "../../../runtime/app/errors.js";
import type { AppNotice } from "../../../runtime/app/hooks.js";
import type { AnyContext } from "../../../runtime/app/interaction/build.js";
import { allDecoders } from "../../../runtime/app/interaction/decoders.js";
import type { Decoders } from "../../../runtime/app/interaction/decoders.js";
import type { Door, DoorResult, Texts } from "../../../runtime/app/interaction/door.js";
import type { FirstReplyPolicy } from "../../../runtime/delivery/handler/first-reply.js";
import { consoleLogger } from "../../../runtime/app/logger.js";
import { Registry } from "../../../runtime/app/running/registry.js";
import { Runner } from "../../../runtime/app/running/runner.js";
import { Underway } from "../../../runtime/app/running/underway.js";
import type { Timing } from "../../../runtime/app/running/runner.js";
import { StepClock } from "./clock.js";

export const limits = {
  confirmationWindowMs: 3_000,
  autocompleteWindowMs: 1_000,
  deferredAnswerMs: 60_000,
  followUps: 5,
  followUpWindowMs: 600_000,
};

const timing: Timing = {
  marginMs: 100,
  autoDeferLeadMs: 400,
  emptySuggestionsLeadMs: 200,
  answerWarningMs: 10_000,
  enforceFollowUps: true,
  runExpired: false,
};

let serial = 0;

/** An interaction as it would come, of the given type and data. */
export function interaction<Type extends Interaction["type"]>(
  type: Type,
  data: Extract<Interaction, { type: Type }>["data"],
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
    command: { publicId: "7" as never, name: "find" },
    arguments: list as never,
    focused: "term",
    ...more,
  });

export interface BenchOptions {
  readonly timing?: Partial<Timing>;
  /** How first replies are treated that are more than text. Default: sent. */
  readonly firstReply?: Partial<FirstReplyPolicy>;
  readonly decoders?: Decoders;
  readonly answer?: (texts: Texts) => Promise<InteractionOutcome>;
  readonly followUp?: (texts: Texts) => Promise<InteractionOutcome>;
}

/** A runner with a clock to step and a door that notes what passes. */
export function bench(options: BenchOptions = {}) {
  const clock = new StepClock();
  const registry = new Registry();
  const notices: AppNotice[] = [];
  const errors: { error: HandlerError; context: AnyContext }[] = [];
  const sent: (Confirmation & { readonly auto: boolean })[] = [];
  const lines: string[] = [];
  const answers: Texts[] = [];
  const followUps: Texts[] = [];
  let script: ((confirmation: Confirmation) => DoorResult | Promise<DoorResult>) | undefined;
  const door: Door = {
    via: "rest",
    takesPrivate: true,
    async confirm(confirmation, _leftMs, auto) {
      sent.push({ ...confirmation, auto });
      return script
        ? script(confirmation)
        : { was: "accepted", outcome: outcome(confirmation.type === "reply" ? "9" : undefined) };
    },
  };
  const runner = new Runner({
    clock,
    registry,
    limits,
    timing: { ...timing, ...options.timing },
    policy: {
      privateReply: "sent",
      replyComponents: "sent",
      ...options.firstReply,
      modal: (modal) => ({ type: "modal", modal }),
    },
    decoders: allDecoders(options.decoders ?? {}, "data.arguments"),
    after: () => ({
      async answer(texts) {
        answers.push(texts);
        return options.answer ? options.answer(texts) : outcome("10");
      },
      async followUp(texts) {
        followUps.push(texts);
        return options.followUp ? options.followUp(texts) : outcome("11");
      },
    }),
    api: () => {
      throw new Error("no api here");
    },
    log: consoleLogger({ write: (line) => void lines.push(line.slice(13)) }),
    tell: (notice) => notices.push(notice),
    around: undefined,
    onError: (error, context) => void errors.push({ error, context }),
    underway: new Underway(),
  });
  const { signal } = new AbortController();
  return {
    clock,
    registry,
    runner,
    notices,
    errors,
    sent,
    answers,
    followUps,
    /** What was logged, without the time. */
    lines,
    door,
    /** What the door does instead of accepting. */
    doorDoes(next: typeof script) {
      script = next;
    },
    kinds: () => notices.map(({ kind }) => kind),
    async run(
      of: Interaction,
      more: { readonly receivedAtMs?: number; readonly door?: Door; readonly budgetMs?: number } = {},
    ) {
      return runner.run({
        interaction: of,
        source: "gateway",
        door,
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
