/** How a rule stands: kept wherever it was looked at, broken at least once, or never seen in play. */
export type Standing = "kept" | "broken" | "not observed";

/** A rule and how it stands. */
export interface Verdict {
  readonly rule: string;
  readonly says: string;
  readonly standing: Standing;
  /** The first thing that broke it, or how often it was kept. */
  readonly evidence: string;
}

/** The rules that can be seen from outside, in one sentence each. */
export const observable = {
  "AUTH-04": "The credential is sent in the Authorization header alone: in no address, body, cookie or agent name.",
  "AUTH-05": "Every call, the stream and the mailbox carry the credential.",
  "AUTH-06": "The route of the signing keys is called without a credential.",
  "AUTH-15": "A refused credential is not tried again.",
  "AUTH-19": "No cookies are sent.",
  "VER-01": "Every request carries the version header.",
  "VER-02": "No request carries a version in its query.",
  "GEN-10": "A body is announced as JSON, and nothing is announced without one.",
  "MSG-09": "A message that is sent again carries the clientRef of the first time.",
  "MSG-13": "A message written because of an event carries a clientRef.",
  "RATE-01": "What was refused with a wait is not repeated before it is over.",
  "INT-04": "An interaction that arrives with no time left is not confirmed.",
  "INT-07": "An interaction is confirmed once.",
  "INT-11": "Autocomplete is confirmed by suggestions only.",
  "INT-37": "An interaction that arrives in time is confirmed within its window.",
  "CMD-09": "A command that did not change is not written again.",
  "EVT-02": "At least one family of events is asked for.",
  "EVT-11": "A resumed stream sends the last id it received, and no other.",
  "EVT-16": "A lost stream is resumed well inside the resume window.",
  "EVT-23": "An event of an unknown type does no harm.",
  "EVT-26": "A close frame that invites back is followed by a reconnection.",
  "EVT-27": "A close frame that does not invite back ends the stream for good.",
  "EVT-28": "A close frame with an unknown code is followed by a reconnection.",
  "EVT-34": "A stream that ends without a close frame is opened again.",
  "EVT-35": "A refusal before the stream opens is followed by another try.",
  "EVT-49": "The program ends when it is asked to.",
  "BOX-03": "A mailbox is closed when the program ends.",
  "BOX-04": "The mailbox cursor only moves forward.",
  "BOX-07": "A mailbox is read before it expires.",
  "BOX-10": "After a mailbox was lost, the credential is checked before another is opened.",
  "BOX-11": "A mailbox is read no more often than allowed.",
  "END-02": "A probe gets its challenge back.",
  "END-04": "A signed interaction is answered with a 2xx in time.",
  "END-11": "A replayed delivery is answered without confirming anything.",
  "END-12": "A refusal is a 401 without a reason.",
  "SIG-02": "A timestamp is refused outside the window, in both directions.",
  "SIG-04": "A timestamp in milliseconds is refused.",
  "SIG-07": "A delivery signed for another App is refused.",
  "SIG-08": "The raw body is what counts: another spelling of the same JSON is refused.",
  "SIG-09": "An invalid delivery id is refused.",
  "SIG-11": "More than four signature entries are refused.",
  "SIG-13": "One good signature among known and unknown keys is enough.",
  "SIG-14": "A signature by an unknown key, or none, is refused.",
  "SIG-23": "A signature made for a probe does not open an interaction.",
  "VER-06": "An unknown signature recipe is refused.",
} as const;

export type ObservableRule = keyof typeof observable;

export class VerdictBook {
  readonly #kept = new Map<ObservableRule, number>();
  readonly #broken = new Map<ObservableRule, string>();

  /** Notes that a rule was kept once more, or broken; the first evidence stays. */
  judge(rule: ObservableRule, kept: boolean, evidence: string): void {
    if (kept) this.#kept.set(rule, (this.#kept.get(rule) ?? 0) + 1);
    else if (!this.#broken.has(rule)) this.#broken.set(rule, evidence);
  }

  verdicts(): readonly Verdict[] {
    return Object.entries(observable).map(([name, says]) => {
      // The entries of `observable` are its rules.
      const rule = name as ObservableRule;
      const broken = this.#broken.get(rule);
      const kept = this.#kept.get(rule) ?? 0;
      if (broken !== undefined) return { rule, says, standing: "broken", evidence: broken };
      return kept > 0
        ? { rule, says, standing: "kept", evidence: kept === 1 ? "seen once" : `seen ${kept} times` }
        : { rule, says, standing: "not observed", evidence: "" };
    });
  }
}
