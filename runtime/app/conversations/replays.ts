import type { Conversation } from "./conversation.js";

/** Resumed conversations whose handlers have not yet reached the waits that were pending before the restart. */
export class Replays {
  readonly #inTime: (work: Promise<void>) => Promise<void>;
  /** Each with a promise that resolves when it has got there, or has taken too long. */
  readonly #running = new Map<Conversation, Promise<void>>();

  constructor(inTime: (work: Promise<void>) => Promise<void>) {
    this.#inTime = inTime;
  }

  add(conversation: Conversation): void {
    const done = this.#inTime(conversation.replayed)
      .catch(() => undefined)
      .then(() => void this.#running.delete(conversation));
    this.#running.set(conversation, done);
  }

  /** Resolves when all waits that an interaction of this channel may answer are pending again. */
  async done(channelId: string): Promise<undefined> {
    const here = [...this.#running].filter(([{ root }]) => root.channelId === channelId);
    await Promise.all(here.map(([, done]) => done));
  }
}
