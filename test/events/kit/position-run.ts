import type { TransportName } from "svc-apps/events";
import type { CursorRecord } from "../../../runtime/events/cursor/record.js";
import type { IntentFamily } from "svc-apps/types";
import type { PositionAction, PositionInput } from "../../../runtime/events/position-inputs.js";
import { PositionLedger, PositionProcess } from "./position-ledger.js";
import { goneBox, HEARTBEAT_MS, ModelService, type ServiceMailbox } from "./position-service.js";
import { randomFrom } from "./random.js";

const families = ["messages", "interactions"] as const;
export const intentSets: readonly (readonly IntentFamily[])[] = [
  ["messages"],
  ["messages", "interactions"],
  ["interactions"],
];

/** What a history may contain. */
export interface ModelOptions {
  /** Makes each step twice and compares. */
  readonly checksPurity?: boolean;
  /** Nothing happens that can lose an event: then no gap may be reported. */
  readonly isCalm?: boolean;
}

/** The processes of one random history, one after the other, and what is true of what their gaps say. */
export class PositionRun {
  readonly ledger = new PositionLedger();
  readonly trace: string[] = [];
  readonly service: ModelService;
  readonly chance: () => number;
  readonly mode: "gateway" | "mailbox" | "auto";
  readonly isCalm: boolean;
  position!: PositionProcess;
  intents: readonly IntentFamily[];
  record: CursorRecord | undefined;
  nowMs = 1000;
  /** The mailbox that is read. */
  box: ServiceMailbox | undefined;
  /** Everything sent up to this time has come, or is in a gap that was reported. */
  wholeMs = 1000;
  lastReceived: string | undefined;
  readonly #checksPurity: boolean;
  /** As `wholeMs`, for families that were added, and for what the last record says. */
  #addedMs = 1000;
  #recordedMs = 1000;
  #wasThere = false;
  #processes = 0;

  constructor(seed: number, options: ModelOptions) {
    this.#checksPurity = options.checksPurity ?? false;
    this.isCalm = options.isCalm ?? false;
    this.chance = randomFrom(seed);
    const modes = this.isCalm ? (["gateway", "mailbox"] as const) : (["gateway", "mailbox", "auto", "auto"] as const);
    this.mode = modes[this.below(modes.length)] ?? "auto";
    this.intents = intentSets[this.below(2)] ?? ["messages"];
    const resumesOthers = this.isCalm || this.chance() < 0.7;
    this.service = new ModelService({ repeats: this.chance() < 0.6, resumesOthers });
  }

  below(limit: number): number {
    return Math.floor(this.chance() * limit);
  }

  isAsked(number: number): boolean {
    return this.intents.includes(this.service.sent.familyOf(number));
  }

  /** A process starts, with the last record. */
  begin(): void {
    const restored = this.record;
    const fits = restored?.transport === "mailbox" ? this.mode !== "gateway" : this.mode !== "mailbox";
    const resumeId = (restored?.transport === "mailbox" ? restored.since : restored?.lastEventId) ?? "";
    this.ledger.begin();
    this.service.stream = undefined;
    this.lastReceived = restored?.transport === "gateway" && fits ? restored.lastEventId : undefined;
    const fresh: TransportName = this.mode === "mailbox" ? "mailbox" : "gateway";
    const { intents } = this;
    this.position = new PositionProcess(restored, fits ? resumeId : "", {
      fresh,
      intents,
      writer: `w${(this.#processes += 1)}`,
      checksPurity: this.#checksPurity,
    });
    for (const number of this.#lost(0)) if (!this.isAsked(number)) this.ledger.excuse(number);
    this.wholeMs = restored === undefined ? this.nowMs : this.#recordedMs;
    this.#addedMs = Math.min(this.wholeMs, restored?.othersSinceMs ?? Infinity);
    this.record ??= this.position.record(this.nowMs, () => this.nowMs);
    const { mailboxId, since } = restored ?? {};
    const isTheirs = fits && mailboxId !== undefined && since !== undefined;
    this.box = isTheirs ? (this.service.boxes.get(mailboxId) ?? goneBox(mailboxId)) : undefined;
  }

  step(input: PositionInput): void {
    this.trace.push(input.type);
    const actions = this.position.step(input, this.nowMs);
    for (const action of actions) this.#follow(action);
    const { stream } = this.service;
    const isHandedOver = actions.some(({ type }) => type === "handed_over");
    if (isHandedOver && stream !== undefined && stream.greeting === undefined) this.wholeMs = stream.heardMs;
    // Written a moment later: what else follows is done by then.
    if (actions.some(({ type }) => type === "save_first")) this.save();
    if (!this.position.isPure) this.ledger.broken.push(`${input.type}: made twice, a step came to something else`);
    this.ledger.check();
  }

  #follow(action: PositionAction): void {
    this.trace.push(`  ${action.type}`);
    const { sent } = this.service;
    switch (action.type) {
      case "deliver":
        for (const event of action.events) {
          const family = sent.familyOf(sent.numberOf(event.event));
          if (!this.intents.includes(family)) this.ledger.broken.push(`an event of ${family}, which nobody asked for`);
          this.ledger.give(event, family);
        }
        return;
      case "gap":
        return this.#takeGap(action);
      case "possible_repeats":
        return this.ledger.toldRepeats(action.count);
      case "save_first":
        this.lastReceived = undefined;
        return;
      case "handover_dropped":
        this.service.stream = undefined;
        return;
      case "handed_over": {
        this.box = undefined;
        const { stream } = this.service;
        if (stream === undefined) return;
        stream.beside = false;
        stream.caughtUp = true;
        return;
      }
      default:
    }
  }

  #takeGap({ reason, offlineMs, lastEventId, families: only }: PositionAction & { readonly type: "gap" }): void {
    const sinceMs = this.nowMs - offlineMs;
    if (only === undefined) this.ledger.gaps += 1;
    // Of families that were added, nothing has come of a mailbox that a former process opened.
    const wholeMs = only === undefined ? this.wholeMs : this.#addedMs;
    if (sinceMs < wholeMs - HEARTBEAT_MS) {
      this.ledger.broken.push(`gap ${reason} from ${sinceMs}, and everything came up to ${wholeMs}`);
    }
    const before: readonly string[] = this.record?.intents ?? families;
    if (only?.some((family) => before.includes(family)) === true) {
      this.ledger.broken.push(`a gap of ${only.join()}, which were there`);
    }
    this.#cover(sinceMs, Number(lastEventId ?? 0), only);
  }

  save(): void {
    const { sent, stream } = this.service;
    const record = this.position.record(this.nowMs, (event) => sent.sentMsOf(event));
    // In these histories events wait for long before they are read; a record of a stream is made once all are.
    const unreadMs = sent.sentMs(stream?.beside === true ? undefined : stream?.pending[0]);
    this.record = { ...record, savedAtMs: Math.min(record.savedAtMs, unreadMs) };
    const oldest = this.position.acks.oldest?.event;
    const unhandledMs = oldest === undefined ? Infinity : sent.sentMsOf(oldest);
    this.#recordedMs = Math.min(this.wholeMs, unreadMs, unhandledMs);
  }

  /** Before the first connection there is nothing to lose. */
  begins(): void {
    if (!this.#wasThere) {
      this.#cover(0, 0, undefined);
      if (this.#processes === 1) this.wholeMs = this.nowMs;
    }
    this.#wasThere = true;
  }

  #lost(sinceMs: number): readonly number[] {
    return this.service.sent.inside(sinceMs, 0, undefined);
  }

  #cover(sinceMs: number, lastId: number, only: readonly string[] | undefined): void {
    const { stream } = this.service;
    const pending = new Set(stream?.beside === true ? [] : stream?.pending);
    const { box } = this;
    const boxFrom = box === undefined || box.gone ? Infinity : Number(this.position.acks.handledId || box.first);
    for (const number of this.service.sent.inside(sinceMs, lastId, only)) {
      if (pending.has(number)) continue;
      const isInBox = number > boxFrom && box?.intents.includes(this.service.sent.familyOf(number)) === true;
      if (!isInBox) this.ledger.cover(number);
    }
  }
}
