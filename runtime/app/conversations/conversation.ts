import type { Interaction } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import type { InteractionState } from "../../interaction/machine.js";
import type { Answered, Session } from "../../interaction/session.js";
import type { Entry, Records } from "../../store/records.js";
import type { ConversationRecord, StoredCalls, StoredWait, WaitOutcome } from "./record.js";
import { restoreError, storeError } from "./stored-errors.js";
import { ArgumentError } from "../../base/errors.js";
import type { SelectOption } from "../definitions/components.js";
import type { ModalDefinition } from "../definitions/modal.js";
import type { ReadId } from "../definitions/matcher.js";
import { type ConversationContent, ConversationWriter } from "./writer.js";

/** What a handler waits for. */
export interface PendingWait {
  readonly label: string;
  /** The handler that waits, for messages. */
  readonly handler: string;
  readonly type: "component" | "form";
  readonly fields: ModalDefinition["fields"] | undefined;
  readonly options: readonly SelectOption[] | undefined;
  readonly read: ReadId;
  readonly channelId: string;
  /** Undefined: anyone. */
  readonly userId: string | undefined;
  /** Stands on what its conversation sent: what has another mark is for another one. */
  readonly mark: string;
  /** When it began, monotonic milliseconds. */
  readonly sinceMs: number;
  /** The stored conversation that it belongs to. */
  readonly conversation: Conversation | undefined;
  readonly settle: (context: object, interaction: Interaction) => void;
  readonly fail: (error: unknown, timedOut?: boolean) => void;
  /** Ends it without an outcome: its handler does not go on in this process. */
  readonly pause: () => void;
}

/** Rejects a wait of a handler that runs again after a restart and asks for something else than it did before. */
export const waitChanged = ({ label }: Pick<PendingWait, "label">): ArgumentError =>
  new ArgumentError(`The handler waits for ${label} now, where before the restart it waited for what has come`);

/** The part of a session that a context uses. */
export type ContextSession = Pick<
  Session,
  "answer" | "confirm" | "followUp" | "followUpsLeft" | "messageId" | "remainingMs" | "reply" | "state"
>;

/** The answer for which a stored conversation is resumed. */
export interface ResumingAnswer {
  readonly id: string;
  /** The wait that it answers, by its number. */
  readonly number: number;
  /** Whether the wait that has this number in the new run accepts it. */
  readonly fits: (wait: PendingWait) => boolean;
  readonly accept: (wait: PendingWait) => void;
}

/** A wait by its place in the conversation. */
export interface NumberedWait {
  readonly number: number;
  /** Null: it is still to come. */
  readonly outcome: WaitOutcome;
  /** The wait of this number that was pending when the process before this one ended. */
  readonly before: StoredWait | undefined;
}

export interface ConversationStorage {
  readonly records: Records<ConversationRecord>;
  readonly clock: Clock;
  readonly onStoreFailure: (error: unknown) => void;
  /** Its handler has ended, and all that is to be written of it is written. */
  readonly onEnd: (rootId: string) => void;
}

/**
 * The journal of one handler that may wait: the calls it made and the answers it received. After a restart its handler
 * runs again from the start, and the journal gives it the recorded results until it waits for what is not answered yet.
 */
export class Conversation {
  /** The interaction that began it. */
  readonly root: Interaction;
  readonly #storage: ConversationStorage;
  readonly #writer: ConversationWriter;
  /** By the number of the wait. */
  readonly #outcomes: WaitOutcome[];
  readonly #restored: ConversationRecord | undefined;
  readonly #sessions = new Map<string, { readonly session: Session; readonly calls: StoredCalls["calls"][number][] }>();
  readonly #pending = new Map<number, StoredWait>();
  #waitCount = 0;
  #isStored: boolean;
  #resumingAnswer: ResumingAnswer | undefined;
  /** The interaction that must have been confirmed by opening a form, since that form was submitted. */
  #openedFormOf: string | undefined;
  #onReplayed = (): void => {};
  /** Resolves once the handler, run again, has reached every wait that was pending before, or has ended. */
  readonly replayed = new Promise<void>((resolve) => (this.#onReplayed = resolve));
  #written: Promise<void> = Promise.resolve();
  #onPaused = (): void => {};
  #isPaused = false;
  readonly #paused = new Promise<"paused">((resolve) => (this.#onPaused = () => resolve("paused")));

  constructor(begun: Interaction | Entry<ConversationRecord>, storage: ConversationStorage) {
    const found = "etag" in begun ? begun : undefined;
    this.#restored = found?.value;
    this.root = "etag" in begun ? begun.value.interaction : begun;
    this.#isStored = found !== undefined;
    this.#outcomes = [...(found?.value.heard ?? [])];
    this.#storage = storage;
    this.#writer = new ConversationWriter(storage.records, this.root.id, found);
  }

  /** Whether the handler does again what it did in the process before this one, up to the last wait that it began there. */
  get isReplay(): boolean {
    return this.#waitCount <= this.#lastPending;
  }

  get #lastPending(): number {
    return Math.max(-1, ...Object.keys(this.#restored?.waits ?? {}).map(Number));
  }

  /** Numbers the wait that the handler asks for now. Gives its recorded outcome, or how it stood if it was pending before. */
  nextWait(): NumberedWait {
    const number = this.#waitCount;
    this.#waitCount += 1;
    if (number >= this.#lastPending) this.#onReplayed();
    return { number, outcome: this.#outcomes[number] ?? null, before: this.#restored?.waits[number] };
  }

  waitBegan(number: number, wait: StoredWait): void {
    this.#pending.set(number, wait);
    this.#outcomes[number] = null;
    this.#save();
  }

  /** Its outcome is stored with the next wait. A restart before that may deliver the same answer again. */
  waitEnded(number: number, outcome: WaitOutcome): void {
    this.#pending.delete(number);
    this.#outcomes[number] = outcome;
  }

  /** Holds the answer until the handler, run again, reaches the wait that it is for. */
  resumeWith(answer: ResumingAnswer): void {
    this.#resumingAnswer = answer;
    this.#openedFormOf = this.#restored?.waits[answer.number]?.openedFrom;
  }

  /** Settles a wait that has just begun, if it is the one that the held answer is for. */
  settleResumed(number: number, wait: PendingWait): void {
    if (this.#resumingAnswer?.number !== number) return;
    const { accept, fits } = this.#resumingAnswer;
    if (!fits(wait)) return wait.fail(waitChanged(wait)); // the answer stays unclaimed, and its author gets a message
    this.#resumingAnswer = undefined;
    accept(wait);
  }

  /** Whether the handler, run again, never reached the wait that the answer is for. */
  get hasUnclaimedAnswer(): boolean {
    return this.#resumingAnswer !== undefined;
  }

  /** Discards this run of the handler. What it calls from here on neither happens nor returns. */
  pause(): void {
    this.#isPaused = true;
    this.#onPaused();
  }

  /** Resolves with its handler, or as `paused` when a stop has discarded this run: the next process runs it again. */
  async untilPaused(ran: Promise<void>): Promise<"paused" | void> {
    ran.catch(() => undefined); // a run that was discarded fails unheard
    return Promise.race([ran, this.#paused]);
  }

  /** The handler has ended: nothing remains to be resumed. */
  end(): void {
    this.#onReplayed();
    if (!this.#isPaused) {
      this.#pending.clear(); // later calls are not stored any more
      if (this.#isStored) this.#write(async () => this.#writer.delete()); // most handlers never wait
    }
    void this.#written.then(() => this.#storage.onEnd(this.root.id));
  }

  /** Stores nothing before this is done: a record of a wait says that everything before it has happened. */
  storeAfter(work: Promise<unknown>): void {
    this.#written = this.#written
      .then(async () => work)
      .then(
        () => undefined,
        () => undefined, // the code that began the work gets the error
      );
  }

  /** Resolves when all writes so far are done. */
  async written(): Promise<void> {
    await this.#written;
  }

  /** Where an interaction stood when the process before this one ended. */
  stateOf(id: string): InteractionState | undefined {
    const stored = this.#restored?.said[id];
    return stored && shifted(assumed(stored.state, id === this.#openedFormOf), -this.#offsetMs());
  }

  /** A session that records its calls. Calls recorded before a restart give their result again, and nothing is sent. */
  record(session: Session, id: string): ContextSession {
    const before = this.#restored?.said[id];
    const calls = [...(before?.calls ?? [])];
    this.#sessions.set(id, { session, calls });
    let count = 0;
    const replay = async (call: () => Promise<Answered>): Promise<Answered> => {
      // An answer that the handler never received is declined all the same.
      if (this.#isPaused && this.#resumingAnswer?.id !== id) return new Promise(() => {});
      const index = count;
      count += 1;
      const recorded = calls[index] ?? null;
      if (recorded !== null && "failed" in recorded) throw restoreError(recorded.failed);
      if (recorded !== null) return recorded;
      try {
        const answered = (calls[index] = await call());
        this.saveIfWaiting();
        return answered;
      } catch (error) {
        calls[index] = { failed: storeError(error) };
        throw error;
      }
    };
    return {
      reply: async (texts) => replay(async () => session.reply(texts)),
      confirm: async (...given) => {
        const hasOpened = id === this.#openedFormOf && given[0].type === "modal";
        return replay(async () => (hasOpened ? { by: "us", via: "rest" } : session.confirm(...given)));
      },
      answer: async (...given) => replay(async () => session.answer(...given)),
      followUp: async (texts) => replay(async () => session.followUp(texts)),
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

  /** Stores a call that was made while the handler waits. */
  saveIfWaiting(): void {
    if (this.#pending.size > 0) this.#save();
  }

  #save(): void {
    this.#isStored = true;
    const record = this.#toRecord();
    this.#write(async () => this.#writer.put(record));
  }

  /** Writes follow each other, so that an older record never replaces a newer one. */
  #write(write: () => Promise<void>): void {
    this.#written = this.#written.then(write).catch(this.#storage.onStoreFailure); // it continues without a store
  }

  #toRecord(): ConversationContent {
    const said: Record<string, StoredCalls> = { ...this.#restored?.said };
    for (const [id, { session, calls }] of this.#sessions) {
      const state = shifted(session.state, this.#offsetMs());
      const messageId = session.messageId ?? said[id]?.messageId;
      said[id] = { calls: Array.from(calls, (call) => call ?? null), state, messageId };
    }
    const heard = Array.from(this.#outcomes, (outcome) => outcome ?? null);
    return { interaction: this.root, heard, said, waits: Object.fromEntries(this.#pending) };
  }

  /** Monotonic readings mean nothing to another process: they are stored as times of day. */
  #offsetMs(): number {
    const { clock } = this.#storage;
    return clock.now() - clock.monotonicMs();
  }
}

/**
 * Where an interaction stands after its process is gone. One whose form was submitted was confirmed by opening that form.
 * It is not known whether a confirmation under way arrived.
 */
function assumed(state: InteractionState, hasOpenedForm: boolean): InteractionState {
  const { phase, deadlineMs } = state;
  if (phase.at === "confirmed") return state;
  if (hasOpenedForm)
    return { ...state, phase: { at: "confirmed", kind: "modal", auto: false, by: "us", atMs: deadlineMs } };
  return phase.at === "confirming" ? { ...state, phase: { at: "open", afterAmbiguity: true } } : state;
}

function shifted(state: InteractionState, byMs: number): InteractionState {
  const { phase, deadlineMs } = state;
  const moved = phase.at === "confirmed" ? { ...phase, atMs: phase.atMs + byMs } : phase;
  return { ...state, phase: moved, deadlineMs: deadlineMs + byMs };
}
