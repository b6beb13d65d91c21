import type { Conversation } from "./conversation.js";

/** Conversations that are taken up, until their handlers, run again, wait for what they waited for before. */
export class Reopening {
  readonly #inTime: (work: Promise<void>) => Promise<void>;
  /** Each with when it is open again, or has taken too long for that. */
  readonly #all = new Map<Conversation, Promise<void>>();

  constructor(inTime: (work: Promise<void>) => Promise<void>) {
    this.#inTime = inTime;
  }

  add(conversation: Conversation): void {
    const over = this.#inTime(conversation.reopened)
      .catch(() => undefined)
      .then(() => void this.#all.delete(conversation));
    this.#all.set(conversation, over);
  }

  /** Resolves once what comes in a channel finds all waits that it may answer. */
  async until(channelId: string): Promise<undefined> {
    const here = [...this.#all].filter(([{ root }]) => root.channelId === channelId);
    await Promise.all(here.map(([, over]) => over));
  }
}
