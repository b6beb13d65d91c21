import { listMessages } from "../../../generated/routes.js";
import { isMessageId } from "../../../generated/validators/guards.js";
import type {
  ChannelId,
  Message,
  MessageId,
  MessagePage,
  MessageReactions,
  ServerId,
} from "../../../generated/types.js";
import type { Caller, CallOptions } from "../../abi/index.js";
import { isRecord } from "../../base/values.js";
import { ArgumentError, ProtocolError } from "../../base/errors.js";

/** Which history to read. */
export interface HistoryParams {
  readonly serverId: ServerId;
  readonly channelId: ChannelId;
  /** Start just before this message. Default: at the newest. */
  readonly before?: MessageId;
}

/** Limits of reading a history. */
export interface HistoryOptions extends CallOptions {
  /** Pages after which to stop. Default: none. */
  readonly maxPages?: number;
}

const OPERATION = { operation: "listMessages" };

/** Checks the arguments of untyped code. */
function check(of: string, params: unknown, options: unknown): void {
  if (!isRecord(params)) throw new ArgumentError(`${of} takes the ids of a server and a channel`);
  if (!isRecord(options)) throw new ArgumentError(`${of} takes an object of options`);
  // Without the checks of client options, which would enlarge the bundle of code that reads a history.
  const name = Object.keys(options).find((one) => one !== "maxPages" && one.toLowerCase() === "maxpages");
  if (name !== undefined) throw new ArgumentError(`${of} has no option "${name}". Did you mean "maxPages"?`);
  const { maxPages = 1 } = options;
  if (typeof maxPages === "number" && maxPages >= 1) return;
  throw new ArgumentError(`maxPages must be a number of at least 1, got ${String(maxPages)}`);
}

const hasText = (id: unknown): boolean => typeof id === "string" && id !== "";

/** A page of history: messages that no earlier page held, oldest first. */
export type HistoryPage = MessagePage;

/**
 * Reads a channel's history backward, page by page; inside a page the oldest message comes first.
 *
 * Each page is asked for with the oldest id so far. It ends at an empty page; a short one is no sign of the end.
 * Whether a page may repeat the message it was asked to end before is not documented, so repeated messages are dropped.
 * A page of nothing but repeated messages is a `ProtocolError`, so that this never loops.
 */
export async function* historyPages(
  caller: Caller,
  params: HistoryParams,
  options: HistoryOptions = {},
): AsyncGenerator<HistoryPage, void> {
  check("reading history", params, options);
  const { serverId, channelId, before } = params;
  const { maxPages = Infinity, ...callOptions } = options;
  const seen = new Set<MessageId>();
  let oldest = before;
  if (oldest !== undefined) seen.add(oldest);
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await listMessages(
      caller,
      { serverId, channelId, ...(oldest !== undefined && { before: oldest }) },
      callOptions,
    );
    if (!page.messages.every(isRecord)) throw new ProtocolError("listMessages: a message is not an object", OPERATION);
    // A message without an id cannot be told from another: none of them is dropped.
    const fresh = page.messages.filter(({ publicId }) => !hasText(publicId) || !seen.has(publicId));
    const first = fresh.find(({ publicId }) => hasText(publicId));
    if (!first && fresh.length > 0) {
      yield { ...page, messages: fresh };
      if (pages + 1 >= maxPages) return;
      throw new ProtocolError("listMessages: no message of a page has an id, so older pages cannot be read", OPERATION);
    }
    if (!first) {
      // The end: an empty page or, where pages include the message that was named, only that message.
      if (page.messages.every(({ publicId }) => publicId === oldest)) return;
      throw new ProtocolError("listMessages: a page repeats messages that were there before", OPERATION);
    }
    for (const { publicId } of fresh) seen.add(publicId);
    oldest = first.publicId;
    yield { ...page, messages: fresh };
  }
}

/** Reads a channel's history backward, message by message, the newest first. See {@link historyPages}. */
export async function* messageHistory(
  caller: Caller,
  params: HistoryParams,
  options: HistoryOptions = {},
): AsyncGenerator<Message, void> {
  for await (const { messages } of historyPages(caller, params, options)) yield* messages.toReversed();
}

/** What {@link backfill} brought. */
export interface Backfill {
  /** The messages after the known one, oldest first. */
  readonly messages: readonly Message[];
  /** Reactions of those messages, by message id; a message without any may be missing. */
  readonly reactions: MessagePage["reactions"];
  /**
   * - `found`: the known message was reached; nothing is missing.
   * - `end`: history ended without it. It may have been deleted: what came may reach back further than it.
   * - `max-pages`: reading stopped before it was reached; there is more in between.
   */
  readonly reached: "found" | "end" | "max-pages";
}

/**
 * Reads the messages after a known one. The service has no such query, so pages are read backward until the known
 * message appears.
 * @param options `maxPages`: default 20, a thousand messages
 * @throws ArgumentError when `untilId` is no id of a message: history would be read to its end for nothing
 */
export async function backfill(
  caller: Caller,
  params: HistoryParams & { readonly untilId: MessageId },
  options: HistoryOptions = {},
): Promise<Backfill> {
  check("backfill()", params, options);
  const { untilId, ...place } = params;
  const { maxPages = 20, ...callOptions } = options;
  if (!isMessageId(untilId)) throw new ArgumentError("backfill() needs untilId, the id of a message");
  const pages: (readonly Message[])[] = [];
  // Without a prototype, so that any id can be a key.
  const reactions = Object.create(null) as Record<string, MessageReactions>;
  const done = (reached: Backfill["reached"]): Backfill => ({
    messages: pages.toReversed().flat(),
    reactions,
    reached,
  });
  let read = 0;
  for await (const page of historyPages(caller, place, { ...callOptions, maxPages })) {
    read += 1;
    const at = page.messages.findIndex(({ publicId }) => publicId === untilId);
    const wanted = page.messages.slice(at + 1);
    pages.push(wanted);
    for (const { publicId } of wanted) {
      const given = Object.hasOwn(page.reactions, publicId) ? page.reactions[publicId] : undefined;
      if (given) reactions[publicId] = given;
    }
    if (at >= 0) return done("found");
  }
  return done(read < maxPages ? "end" : "max-pages");
}
