import type { InteractionFacts } from "../diagnostics/interaction.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { ResponseChannel } from "../interaction/channel.js";
import type { Session } from "../interaction/session.js";
import { decline, type AnyContext } from "./contexts/build.js";
import { ConfirmableInteraction } from "./contexts/context.js";
import type { InteractionTiming } from "./interaction-settings.js";
import type { Waiter } from "./waiter.js";

/** Who waits, and what was heard, as far as its handler has not seen to it. One of each for a whole conversation. */
export interface WaitedFor {
  list: ConfirmableInteraction[];
  waiter: Waiter;
}

/** An interaction that a handler deals with. */
export interface Dealing {
  readonly context: AnyContext;
  readonly session: Session;
  readonly channel: ResponseChannel;
  readonly report: Reporter<InteractionFacts>;
  readonly heard: WaitedFor;
}

const DECLINE_LEAD_MS = 20; // a body must be answered before its endpoint does it by itself

/**
 * Sees to it that nobody is left waiting, neither who began nor who answered on the way: just before it is too late, and
 * once a handler has ended.
 */
export class Aftermath {
  readonly #timing: InteractionTiming;
  /** What handlers in the middle of a conversation have waited for: these confirm it. */
  readonly #waitedFor = new WeakMap<object, Dealing>();

  constructor(timing: InteractionTiming) {
    this.#timing = timing;
  }

  /** Defers, or suggests nothing, in the handler's stead just before it is too late. */
  foresee({ context, session, channel }: Dealing, onDeferred: () => void): void {
    const { autoDeferLeadMs, emptySuggestionsLeadMs } = this.#timing;
    if (!(context instanceof ConfirmableInteraction)) {
      const none = { type: "suggest", choices: [] } as const;
      if (emptySuggestionsLeadMs !== undefined) session.confirmAtLast(none, emptySuggestionsLeadMs);
    } else if (autoDeferLeadMs !== undefined) session.confirmAtLast({ type: "defer" }, autoDeferLeadMs, onDeferred);
    else if (channel.via === "body") session.confirmAtLast({ type: "decline" }, DECLINE_LEAD_MS);
  }

  isWaitedFor(dealing: Dealing): void {
    this.#waitedFor.set(dealing.context, dealing);
  }

  /** A handler hears what it has waited for. What was seen to meanwhile is forgotten: a conversation may be long. */
  hears(heard: WaitedFor, context: object): void {
    if (!(context instanceof ConfirmableInteraction)) return;
    const { list } = heard;
    list.splice(0, list.length, ...list.filter(isUnfinished), context);
    const dealing = this.#waitedFor.get(context);
    if (dealing) Object.assign(dealing.heard, heard);
  }

  /** After a handler threw: the person should not be left waiting. */
  async failed(dealing: Dealing): Promise<void> {
    await Promise.all(this.#all(dealing).map(async (one) => this.#giveUp(one)));
  }

  /** What the handler left running may still confirm, but a request cannot wait for that without a defer. */
  async ended(dealing: Dealing): Promise<void> {
    const open = this.#all(dealing).filter(({ session }) => session.state.phase.at === "open");
    await Promise.all(open.map(async (one) => this.#unconfirmed(one)));
  }

  #all(dealing: Dealing): readonly Dealing[] {
    return [dealing, ...dealing.heard.list.flatMap((context) => this.#waitedFor.get(context) ?? [])];
  }

  async #giveUp({ context, session, report }: Dealing): Promise<void> {
    const { failureText } = this.#timing;
    try {
      const next = await session.failed();
      if (next === "decline") await decline(context);
      if (next === "say-failed" && failureText !== false) {
        await session.answer({ content: failureText, private: true });
        report("failure_told", {});
      }
    } catch (error) {
      report("failure_untold", { error });
    }
  }

  async #unconfirmed({ context, channel: { via }, report }: Dealing): Promise<void> {
    const isSuggesting = context.type === "autocomplete";
    const willDefer = !isSuggesting && this.#timing.autoDeferLeadMs !== undefined;
    const later = willDefer ? "; the App will defer in its stead (autoDefer)" : "";
    const call = isSuggesting ? "suggest()" : "reply() or decline()";
    report("unconfirmed", {}, { message: `A handler ended without confirming: call ${call}${later}` });
    if (via === "body" && !isSuggesting && !willDefer) await decline(context);
  }
}

/** Whether the person may still be waiting for a word. */
function isUnfinished({ state: { phase, answer } }: ConfirmableInteraction): boolean {
  if (phase.at !== "confirmed") return phase.at !== "expired";
  return phase.kind === "defer" && answer === "none";
}
