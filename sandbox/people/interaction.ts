import type { Platform } from "../platform.js";
import { current } from "../rules/interactions.js";
import type { InteractionPath, InteractionRecord, InteractionType, Json } from "../world/records.js";
import type { Notice } from "./notices.js";
import { whyNothing } from "./why.js";

/** Something said for an interaction, as its person sees it. */
export interface SeenText {
  readonly content: string;
  readonly private: boolean;
  /** Absent for private text, which is no message. */
  readonly messageId?: string;
  readonly components?: readonly Json[];
}

/** An interaction from the side of the person who caused it. */
export class PersonInteraction {
  /** Its UUID. */
  readonly id: string;
  readonly #platform: Platform;

  constructor(platform: Platform, id: string) {
    this.#platform = platform;
    this.id = id;
  }

  /** The record as it stands now. */
  get record(): InteractionRecord {
    const record = current(this.#platform, this.id);
    if (record === undefined)
      throw new Error(`there is no interaction ${this.id}, or it is so old that the sandbox forgot it`);
    return record;
  }

  /** `open`, `confirmed`, `deferred`, `declined`, `form-opened`, `suggested`, `answered` or `expired`. */
  get state(): string {
    return this.record.state;
  }

  get type(): InteractionType {
    return this.record.type;
  }

  /** Which way it was sent to the App. */
  get path(): InteractionPath {
    return this.record.path;
  }

  /** Texts that the person sees for it, public ones first, each in order. */
  get texts(): readonly SeenText[] {
    const messages = this.record.messageIds.flatMap((id) => this.#platform.world.messages.get(id) ?? []);
    const spoken = messages.map(({ id, content, components }) => ({
      content,
      private: false,
      messageId: id,
      ...(components === undefined ? {} : { components }),
    }));
    const whispered = this.notices.flatMap(({ kind, content, components }) =>
      kind !== "private"
        ? []
        : [{ content: content ?? "", private: true, ...(components === undefined ? {} : { components }) }],
    );
    return [...spoken, ...whispered];
  }

  /** What only this person sees for it. */
  get notices(): readonly Notice[] {
    return this.#platform.notices.of(this.record.userId).filter((notice) => notice.interactionId === this.id);
  }

  /** The suggestions shown, of an autocomplete that got some in time. */
  get choices(): readonly Json[] | undefined {
    return this.notices.find((notice) => notice.kind === "choices")?.choices;
  }

  /** The form that was opened, if one was. */
  get form(): Json | undefined {
    return this.notices.find((notice) => notice.kind === "form")?.form;
  }

  /** Why it came to nothing, in words; undefined unless it expired or was declined. */
  get why(): string | undefined {
    return whyNothing(this.#platform, this.record);
  }

  /** Resolves once `test` holds for the record; looks again at every change. */
  until(test: (record: InteractionRecord) => boolean): Promise<InteractionRecord> {
    return new Promise((resolve) => {
      const look = (): void => {
        const { record } = this;
        if (!test(record)) return;
        stop();
        resolve(record);
      };
      const stop = this.#platform.notices.watch(this.id, look);
      look();
    });
  }

  /** Resolves once it is no longer open: confirmed in some way, or expired. */
  confirmed(): Promise<InteractionRecord> {
    return this.until((record) => record.state !== "open");
  }

  /** Resolves once nothing is awaited any more: neither a confirmation nor a deferred answer. */
  settled(): Promise<InteractionRecord> {
    return this.until((record) => record.state !== "open" && record.state !== "deferred");
  }
}
