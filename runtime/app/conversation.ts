import type { Interaction, MessageId } from "../../generated/types.js";
import type { Clock } from "../abi/index.js";
import type { InteractionState } from "../interaction/machine.js";
import type { Answered, Session } from "../interaction/session.js";
import { errorAgain, keptError, type KeptError } from "./kept-errors.js";
import type { StateStore } from "./state-store.js";
import { waitsElsewhere, type Wait } from "./waits.js";

export type Dialog = Pick<
  Session,
  "answer" | "confirm" | "followUp" | "followUpsLeft" | "messageId" | "remainingMs" | "reply" | "state"
>;

/** Ids that are waited for, as data. */
export type WrittenMatcher =
  string | { readonly prefix: string } | { readonly expression: string; readonly flags: string };

export interface WrittenWait {
  readonly type: "component" | "form";
  readonly matcher: WrittenMatcher;
  /** The one id of a form that was opened for this. */
  readonly exactId?: string | undefined;
  /** The interaction that is confirmed by opening that form. */
  readonly openedFrom?: string | undefined;
  readonly channelId: string;
  /** Absent: anyone. */
  readonly userId?: string | undefined;
  readonly endsAtMs: number;
}

/** What a wait came to; null while it lasts. */
export type Heard = { readonly interaction: Interaction } | { readonly failed: "timeout" | "unopened" } | null;

/** What was said about one interaction: each call in its order, and where the interaction stands. */
interface Said {
  readonly calls: readonly (Answered | { readonly failed: KeptError } | null)[];
  readonly state: InteractionState;
  readonly messageId?: MessageId | undefined;
}

/** A conversation as it is kept: its handler, run again, hears and says the same until it waits. */
export interface ConversationRecord {
  readonly interaction: Interaction;
  readonly heard: readonly Heard[];
  readonly said: Readonly<Record<string, Said>>;
  /** By the number of the wait. */
  readonly waits: Readonly<Record<string, WrittenWait>>;
}

export interface Arrived {
  readonly number: number;
  /** Whether the wait of that number is still one for it. */
  readonly fits: (wait: Wait) => boolean;
  readonly accept: (wait: Wait) => void;
}

export interface KeepingSettings {
  readonly store: StateStore;
  readonly clock: Clock;
  readonly onStoreFailure: (error: unknown) => void;
}

export const RECORDS = "conversation:";

/** One handler's conversation while it runs, for the first time or again. */
export class Conversation {
  readonly root: Interaction;
  readonly #keeping: KeepingSettings;
  readonly #heard: Heard[];
  readonly #said: Map<string, Said>;
  readonly #sessions = new Map<string, { readonly session: Session; readonly calls: Said["calls"][number][] }>();
  readonly #waits = new Map<number, WrittenWait>();
  /** The waits of before a restart. */
  readonly #left: ConversationRecord["waits"];
  /** The interaction that is known to be confirmed by opening the form that has come. */
  #openedFrom: string | undefined;
  #asked = 0;
  #isWritten: boolean;
  /** How many waits its handler asks for until it stands where it stood before a restart. */
  readonly #before: number;
  #reopen = (): void => {};
  /** Resolves once its handler, run again, waits for all that it waited for before, or has ended. */
  readonly reopened = new Promise<void>((resolve) => (this.#reopen = resolve));
  /** The answer that took it up, until its handler waits for it again. */
  #arrived: Arrived | undefined;
  #saved: Promise<void> = Promise.resolve();

  constructor(begun: Interaction | ConversationRecord, keeping: KeepingSettings) {
    const again = isRecord(begun) ? begun : undefined;
    this.#isWritten = again !== undefined;
    this.root = isRecord(begun) ? begun.interaction : begun;
    this.#heard = [...(again?.heard ?? [])];
    this.#said = new Map(Object.entries(again?.said ?? {}));
    this.#left = again?.waits ?? {};
    this.#before = Math.max(-1, ...Object.keys(this.#left).map(Number)) + 1;
    this.#keeping = keeping;
  }

  /** The number of the wait that is asked for now, and what it came to before a restart. */
  next(): { readonly number: number; readonly heard: Heard } {
    const number = (this.#asked += 1) - 1;
    if (this.#asked >= this.#before) this.#reopen();
    return { number, heard: this.#heard[number] ?? null };
  }

  waits(number: number, wait: WrittenWait): void {
    this.#waits.set(number, wait);
    this.#heard[number] = null;
    this.#save();
  }

  /** A wait is over. What came of it is written with the next one: until then its answer may be given again. */
  heard(number: number, heard: Heard): void {
    this.#waits.delete(number);
    this.#heard[number] = heard;
  }

  /** Keeps the answer that took it up until its handler, run again, waits for it. */
  answerWith(arrived: Arrived): void {
    this.#arrived = arrived;
    this.#openedFrom = this.#left[arrived.number]?.openedFrom;
  }

  /** Gives a wait the answer that is there already. */
  settle(number: number, wait: Wait): void {
    if (this.#arrived?.number !== number) return;
    const { accept, fits } = this.#arrived;
    if (!fits(wait)) return wait.fail(waitsElsewhere(wait)); // and whoever answered is told that it does not go on
    this.#arrived = undefined;
    accept(wait);
  }

  /** Whether the answer that took it up has found nobody who waits for it. */
  get isStranded(): boolean {
    return this.#arrived !== undefined;
  }

  /** Nothing is left to be taken up. */
  end(): void {
    this.#reopen();
    this.#waits.clear(); // what is still said is not written any more
    if (!this.#isWritten) return; // most handlers wait for nobody
    this.#then(async () => this.#keeping.store.delete(RECORDS + this.root.id));
  }

  /** Resolves when everything so far is written. */
  async saved(): Promise<void> {
    await this.#saved;
  }

  stateOf(id: string): InteractionState | undefined {
    const said = this.#said.get(id);
    const isOpened = id === this.#openedFrom;
    return said && shifted(certain(said.state, isOpened), -this.#offsetMs());
  }

  /** A session whose calls are written down, and those of before a restart repeated instead of sent. */
  dialog(session: Session, id: string): Dialog {
    const before = this.#said.get(id);
    const calls = [...(before?.calls ?? [])];
    this.#sessions.set(id, { session, calls });
    let made = 0;
    const play = async (call: () => Promise<Answered>): Promise<Answered> => {
      const index = (made += 1) - 1;
      const past = calls[index] ?? null;
      if (past !== null && "failed" in past) throw errorAgain(past.failed);
      if (past !== null) return past;
      try {
        const answered = (calls[index] = await call());
        this.changed();
        return answered;
      } catch (error) {
        calls[index] = { failed: keptError(error) };
        throw error;
      }
    };
    return {
      reply: async (texts) => play(async () => session.reply(texts)),
      confirm: async (...given) => {
        const isOpen = id === this.#openedFrom && given[0].type === "modal";
        return play(async () => (isOpen ? { by: "us", via: "rest" } : session.confirm(...given)));
      },
      answer: async (...given) => play(async () => session.answer(...given)),
      followUp: async (texts) => play(async () => session.followUp(texts)),
      remainingMs: () => session.remainingMs(),
      get state() {
        return session.state;
      },
      get followUpsLeft() {
        return session.followUpsLeft;
      },
      get messageId() {
        return session.messageId ?? before?.messageId;
      },
    };
  }

  /** Something was said while it waits: that is written down as well. */
  changed(): void {
    if (this.#waits.size > 0) this.#save();
  }

  #save(): void {
    this.#isWritten = true;
    const record = this.#record();
    this.#then(async () => this.#keeping.store.set(RECORDS + this.root.id, record));
  }

  /** One after the other: an older record must not replace a younger one. */
  #then(write: () => Promise<void>): void {
    this.#saved = this.#saved.then(write).catch(this.#keeping.onStoreFailure); // it goes on as one without a store
  }

  #record(): ConversationRecord {
    const said = Object.fromEntries(this.#said);
    for (const [id, { session, calls }] of this.#sessions) {
      const state = shifted(session.state, this.#offsetMs());
      said[id] = { calls: Array.from(calls, (call) => call ?? null), state, messageId: session.messageId };
    }
    const heard = Array.from(this.#heard, (one) => one ?? null);
    return { interaction: this.root, heard, said, waits: Object.fromEntries(this.#waits) };
  }

  /** Monotonic readings mean nothing to the next process: they are written as times of day. */
  #offsetMs(): number {
    const { clock } = this.#keeping;
    return clock.now() - clock.monotonicMs();
  }
}

const isRecord = (begun: Interaction | ConversationRecord): begun is ConversationRecord => "heard" in begun;

/**
 * Where an interaction stands whose process is gone. A form that came was opened, whenever that was within its window;
 * whether a confirmation arrived that was under way is not known.
 */
function certain(state: InteractionState, isOpened: boolean): InteractionState {
  const { phase, deadlineMs } = state;
  if (phase.at === "confirmed") return state;
  if (isOpened) return { ...state, phase: { at: "confirmed", kind: "modal", auto: false, by: "us", atMs: deadlineMs } };
  return phase.at === "confirming" ? { ...state, phase: { at: "open", afterAmbiguity: true } } : state;
}

function shifted(state: InteractionState, byMs: number): InteractionState {
  const { phase, deadlineMs } = state;
  const moved = phase.at === "confirmed" ? { ...phase, atMs: phase.atMs + byMs } : phase;
  return { ...state, phase: moved, deadlineMs: deadlineMs + byMs };
}
