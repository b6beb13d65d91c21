import { editChannel, getServer } from "../../../generated/routes.js";
import type {
  CategoryId,
  Channel,
  ChannelId,
  ChannelMoved,
  Member,
  MemberList,
  Revision,
  ServerId,
  ServerSnapshot,
} from "../../../generated/types.js";
import type { Caller, CallOptions } from "../../abi/index.js";
import { isRecord } from "../answer.js";
import { ArgumentError, isAppsError, isStaleRevision } from "../errors/index.js";
import type { Client } from "../client.js";

/** Runs tasks one after another for each server, and side by side for different ones. Made by {@link serverQueue}. */
export interface ServerQueue {
  /** Runs `task` when all earlier ones of that server have ended, well or badly. */
  run<Result>(serverId: ServerId, task: () => Promise<Result>): Promise<Result>;
}

/**
 * Makes a queue for administrative changes. Two changes to one server at once make one of them stale; in a queue they
 * wait for each other. Do not queue a task from inside a task of the same server: it would wait for itself.
 */
export function serverQueue(): ServerQueue {
  const tails = new Map<ServerId, Promise<unknown>>();
  return {
    async run(serverId, task) {
      const before = tails.get(serverId);
      // Called with nothing: a task may have parameters of its own.
      const run = () => task();
      const mine = before ? before.then(run, run) : run();
      tails.set(serverId, mine);
      try {
        return await mine;
      } finally {
        if (tails.get(serverId) === mine) tails.delete(serverId);
      }
    },
  };
}

/** Options of {@link withRevision}. */
export interface RevisionOptions extends CallOptions {
  /** How often to decide at most. Default 3. */
  readonly attempts?: number;
  /** Lets changes to one server wait for each other. Default: none. */
  readonly queue?: ServerQueue;
}

/**
 * Reads the server and lets `decide` make one change with what it reads there, revision included. When the revision
 * was stale by then, or when nobody knows whether the change was carried out, the server is read again and `decide`
 * decides anew: it sees whether there is still something to do. The old intent is never sent again by itself.
 *
 * Rejects with the last error once the attempts are used up, and at once with any other error.
 *
 * @example
 * await withRevision(client, { serverId }, async ({ channels, revision }) => {
 *   const old = channels.find(({ name }) => name === "old");
 *   if (old) await deleteChannel(client, { serverId, channelId: old.publicId, revision });
 * });
 */
export async function withRevision<Result>(
  caller: Caller,
  params: { readonly serverId: ServerId },
  decide: (snapshot: ServerSnapshot) => Promise<Result>,
  { attempts = 3, queue, ...options }: RevisionOptions = {},
): Promise<Result> {
  if (!isRecord(params) || typeof decide !== "function") {
    throw new ArgumentError("withRevision() takes { serverId }, and a function that decides");
  }
  const { serverId } = params;
  if (!(attempts >= 1)) throw new ArgumentError(`attempts must be 1 or more, got ${attempts}`);
  const run = async (): Promise<Result> => {
    for (let attempt = 1; ; attempt += 1) {
      const snapshot = await getServer(caller, { serverId }, options);
      try {
        return await decide(snapshot);
      } catch (error) {
        const undecided = isStaleRevision(error) || (isAppsError(error) && error.ambiguous);
        if (!undecided || attempt >= attempts) throw error;
      }
    }
  };
  return queue ? queue.run(serverId, run) : run();
}

/** An answer that the list may be too short to give. */
export type Membership = "yes" | "no" | "unknown";

/**
 * Whether a list of members holds one that fits. A list that was cut off cannot say no: then the answer is `unknown`.
 * Which fields a member has is hardly documented, so the caller says what fits.
 */
export function hasMember(list: MemberList, fits: (member: Member) => boolean): Membership {
  if (list.members.some(fits)) return "yes";
  return list.truncated ? "unknown" : "no";
}

/**
 * The channels of `after` that are not in `before`: creating one answers with all of them. A channel that is gone from
 * `after` is not reported: it may only have moved out of this App's sight.
 */
export function newChannels(before: readonly Channel[], after: readonly Channel[]): readonly Channel[] {
  // That a record names its id is not documented; without one the whole record stands for it.
  const keyOf = (channel: Channel): string => channel.publicId ?? JSON.stringify(channel);
  const known = new Set(before.map(keyOf));
  return after.filter((channel) => !known.has(keyOf(channel)));
}

/**
 * Takes a channel out of its category. Whether there is a way to do that is not documented: it rejects with an
 * `ArgumentError` unless the client assumes one (`channelCategoryRemoval: "null"`).
 */
export async function removeFromCategory(
  client: Client,
  params: { readonly serverId: ServerId; readonly channelId: ChannelId; readonly revision: Revision },
  options?: CallOptions,
): Promise<ChannelMoved> {
  if (client.assumptions.channelCategoryRemoval !== "null") {
    throw new ArgumentError(
      "how a channel leaves its category is not documented; assume a way with assumptions.channelCategoryRemoval",
      { operation: "editChannel" },
    );
  }
  // The description has no null here; the assumption above is what says that the service takes one.
  const nowhere = null as unknown as CategoryId;
  return editChannel(client, { ...params, categoryId: nowhere }, options);
}
