import type { ChannelId, Message, ServerId } from "../../generated/types.js";
import { historyPages } from "../http/conveniences/history.js";
import type { EventsClient } from "./options.js";
import type { StreamEvent } from "./event-kinds.js";
import { QueuedEvent } from "./queue/queued-event.js";
import type { EventsReporter } from "./reporter.js";

/** How far back history is read after a gap. */
export interface BackfillOptions {
  /** Most pages of one channel. Default 10, which is 500 messages. */
  readonly maxPages?: number;
}

/** What a backfill needs. */
export interface BackfillParts {
  readonly client: EventsClient;
  readonly reporter: EventsReporter;
  readonly maxPages: number;
  readonly signal: AbortSignal;
  /** Takes what was read, oldest first. */
  readonly emit: (input: { readonly type: "backfilled"; readonly events: readonly QueuedEvent[] }) => void;
}

/** Channels whose last message is remembered; those not heard of for longest are forgotten first. */
const MOST_CHANNELS = 1000;

/** Kinds that no route gives again. */
const UNAVAILABLE = ["reaction_update", "interaction_create", "events of members"];

/**
 * Reads by history what a gap may have hidden: the messages of every channel that this process has had a message of, back
 * to that message. Nothing else can be had: reactions, interactions and members have no history, and neither have
 * channels that nothing was heard of.
 */
export class GapBackfill {
  readonly #parts: BackfillParts;
  /** Last message of each channel, before a gap. */
  readonly #last = new Map<ChannelId, { readonly serverId: ServerId; readonly message: string }>();
  #isWanted = false;
  #isRunning = false;

  constructor(parts: BackfillParts) {
    this.#parts = parts;
  }

  /** These were handed out. */
  heard(events: readonly QueuedEvent[]): void {
    // What comes between a gap and its backfill is newer than what is missing.
    if (this.#isWanted || this.#isRunning) return;
    for (const { event } of events) {
      if (event.type !== "message_create") continue;
      const { channelId, publicId } = event.message;
      this.#last.delete(channelId);
      this.#last.set(channelId, { serverId: event.serverId, message: publicId });
      const [oldest] = this.#last.keys();
      if (this.#last.size > MOST_CHANNELS && oldest !== undefined) this.#last.delete(oldest);
    }
  }

  /** Events may be missing. */
  gap(): void {
    this.#isWanted = true;
  }

  /** Events come again: whatever is missing is older than what history holds by now. */
  online(): void {
    if (this.#isWanted && !this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    const { reporter, signal, emit } = this.#parts;
    this.#isRunning = true;
    while (this.#isWanted && !signal.aborted) {
      this.#isWanted = false;
      let events = 0;
      let incompleteChannels = 0;
      for (const [channelId, { serverId, message }] of this.#last) {
        const { missed, isComplete } = await this.#readChannel(serverId, channelId, message);
        if (signal.aborted) break;
        if (!isComplete) incompleteChannels += 1;
        events += missed.length;
        const newest = missed.at(-1);
        if (newest !== undefined) this.#last.set(channelId, { serverId, message: newest.publicId });
        emit({ type: "backfilled", events: missed.map((each) => backfilled(serverId, each)) });
      }
      const channels = this.#last.size;
      reporter.report("backfilled", { events, channels, incompleteChannels, unavailable: UNAVAILABLE });
    }
    this.#isRunning = false;
  }

  /** Messages after the last one known, oldest first. */
  async #readChannel(
    serverId: ServerId,
    channelId: ChannelId,
    last: string,
  ): Promise<{ readonly missed: readonly Message[]; readonly isComplete: boolean }> {
    const { client, maxPages, signal } = this.#parts;
    let missed: Message[] = [];
    try {
      for await (const { messages } of historyPages(client, { serverId, channelId }, { maxPages, signal })) {
        const at = messages.findIndex(({ publicId }) => publicId === last);
        missed = [...messages.slice(at + 1), ...missed];
        if (at !== -1) return { missed, isComplete: true };
      }
    } catch {
      // What was read so far is handed out, and the channel told as incomplete.
    }
    return { missed, isComplete: false };
  }
}

function backfilled(serverId: ServerId, message: Message): QueuedEvent {
  const event: StreamEvent = { type: "message_create", serverId, message };
  return new QueuedEvent(event, undefined, "");
}
