import type { EventsClient } from "../client.js";
import { EventStream } from "./event-stream.js";
import type { EventsOptions } from "./options.js";

/**
 * The events of an App, typed, from the push stream or the mailbox.
 *
 * Connections that break are made good: the stream resumes where it stopped, duplicates are left out, and what may be
 * lost is reported as a `gap` and never passed over. Reading stops when the consumer stops.
 *
 * ```ts
 * for await (const event of openEvents(client, { intents: ["messages"] })) {
 *   if (event.type === "message_create") console.log(event.message.content);
 * }
 * ```
 *
 * Nothing is sent before somebody consumes the stream. Rejects the consumer with an `EventsEndedError` when trying
 * again cannot help; its `remedy` says what can.
 * @throws RangeError for options that make no sense
 */
export function openEvents(client: EventsClient, options: EventsOptions): EventStream {
  return new EventStream(client, options);
}
