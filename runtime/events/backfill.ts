import type { ChannelId, Message, ServerId } from "../../generated/types.js";
import { historyPages } from "../http/conveniences/history.js";
import type { EventsClient } from "./options.js";
import type { StreamEvent } from "./event-kinds.js";
import { QueuedEvent } from "./queue/queued-event.js";
import type { EventsReporter } from "./reporter.js";

/** What a backfill needs. */
export interface BackfillParts {
  readonly client: EventsClient;
  readonly reporter: EventsReporter;
  readonly maxPages: number;
  readonly signal: AbortSignal;
  /** Whether events arrive. Until they do, more messages may go missing than history holds yet. */
  readonly isOnline: () => boolean;
  /** Settles when the queue has room. */
  readonly room: () => Promise<void>;
  /** Hands out these events, oldest first. Returns how many of them were new. */
  readonly emit: (events: readonly QueuedEvent[]) => number;
}

/** Number of channels whose last messages are remembered. The least recently active channel is dropped first. */
const MOST_CHANNELS = 1000;

/** Number of messages remembered per channel. More than one, because messages may be deleted before history is read. */
const MOST_MESSAGES = 50;

/** Kinds of events for which there is no route to read them again. */
const UNAVAILABLE = ["reaction_update", "interaction_create", "events of members"];

interface KnownChannel {
  readonly serverId: ServerId;
  /** Ids of its last messages before a gap, oldest first. */
  readonly messages: readonly string[];
}

/**
 * Reads the messages that a gap may have hidden from the history of every channel from which this process has received
 * a message, back to the last message received. Reactions, interactions and members have no history, and a channel
 * without a received message is not known.
 */
export class GapBackfill {
  readonly #parts: BackfillParts;
  readonly #channels = new Map<ChannelId, KnownChannel>();
  #isWanted = false;
  #isRunning = false;

  constructor(parts: BackfillParts) {
    this.#parts = parts;
  }

  /** Remembers the messages among events that were handed out. */
  heard(events: readonly QueuedEvent[]): void {
    // Messages that arrive between a gap and its backfill are newer than the missing ones.
    if (this.#isWanted || this.#isRunning) return;
    for (const { event } of events) {
      if (event.type !== "message_create") continue;
      const { channelId, publicId } = event.message;
      const { messages = [] } = this.#channels.get(channelId) ?? {};
      this.#channels.delete(channelId);
      this.#channels.set(channelId, { serverId: event.serverId, messages: latest([...messages, publicId]) });
      const [oldest] = this.#channels.keys();
      if (this.#channels.size > MOST_CHANNELS && oldest !== undefined) this.#channels.delete(oldest);
    }
  }

  /** Reads history, now or as soon as events arrive again. */
  gap(): void {
    this.#isWanted = true;
    this.online();
  }

  /** Events arrive: every missing message is in the history by now. */
  online(): void {
    if (this.#isWanted && !this.#isRunning && this.#parts.isOnline()) void this.#run();
  }

  async #run(): Promise<void> {
    const { reporter, signal, emit, room } = this.#parts;
    this.#isRunning = true;
    this.#isWanted = false;
    let events = 0;
    let incompleteChannels = 0;
    for (const [channelId, { serverId, messages }] of this.#channels) {
      await room();
      const { missed, isComplete } = await this.#readChannel(serverId, channelId, messages);
      if (signal.aborted) return;
      if (!isComplete) incompleteChannels += 1;
      this.#channels.set(channelId, {
        serverId,
        messages: latest([...messages, ...missed.map(({ publicId }) => publicId)]),
      });
      events += emit(missed.map((each) => backfilled(serverId, each)));
    }
    const channels = this.#channels.size;
    reporter.report("backfilled", { events, channels, incompleteChannels, unavailable: UNAVAILABLE });
    this.#isRunning = false;
    this.online();
  }

  /** Messages after the last known one that still exists, oldest first. */
  async #readChannel(
    serverId: ServerId,
    channelId: ChannelId,
    known: readonly string[],
  ): Promise<{ readonly missed: readonly Message[]; readonly isComplete: boolean }> {
    const { client, maxPages, signal } = this.#parts;
    let missed: Message[] = [];
    try {
      for await (const { messages } of historyPages(client, { serverId, channelId }, { maxPages, signal })) {
        const at = messages.findLastIndex(({ publicId }) => known.includes(publicId));
        missed = [...messages.slice(at + 1), ...missed];
        if (at !== -1) return { missed, isComplete: true };
      }
    } catch {
      // Pages read so far are handed out, and the channel is reported as incomplete.
    }
    return { missed, isComplete: false };
  }
}

const latest = (messages: readonly string[]): readonly string[] => messages.slice(-MOST_MESSAGES);

function backfilled(serverId: ServerId, message: Message): QueuedEvent {
  const event: StreamEvent = { type: "message_create", serverId, message };
  return new QueuedEvent(event, undefined, "");
}
