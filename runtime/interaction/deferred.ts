import type { InteractionFacts } from "../diagnostics/interaction.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Texts } from "./channel.js";
import type { InteractionState } from "./machine.js";
import type { SessionSettings } from "./session-types.js";

/** How long before a deferred interaction expires the person learns that there will be no answer, in milliseconds. */
const LAST_WORDS_MS = 3_000;

/** A deferred interaction. */
interface Deferred {
  readonly report: Reporter<InteractionFacts>;
  readonly state: () => InteractionState;
  readonly answer: (texts: Texts) => Promise<unknown>;
}

/** Reports that the answer is still missing, and answers shortly before it is too late. Returns what cancels both. */
export function watchDeferred(settings: SessionSettings, deferred: Deferred): (() => void) | undefined {
  const { timers, rules, answerWarningMs: leftMs, failureText = false } = settings;
  if (leftMs === undefined || timers === undefined) return undefined;
  const warn = (): void => {
    const { answer, phase } = deferred.state();
    const auto = phase.at === "confirmed" && phase.auto;
    const byApp = { message: "The App deferred by itself (autoDefer), and the reply is still missing" };
    if (answer === "none") deferred.report("answer_due", { leftMs, auto }, auto ? byApp : {});
  };
  const giveUp = (): void => void (failureText !== false && sayFailed(deferred, failureText));
  const cancels = [
    timers.schedule(warn, rules.deferredAnswerMs - leftMs),
    timers.schedule(giveUp, rules.deferredAnswerMs - LAST_WORDS_MS),
  ];
  return () => {
    for (const cancel of cancels) cancel();
  };
}

async function sayFailed({ report, state, answer }: Deferred, content: string): Promise<void> {
  if (state().answer !== "none") return;
  try {
    await answer({ content, private: true });
    report("failure_told", {});
  } catch (error) {
    report("failure_untold", { error });
  }
}
