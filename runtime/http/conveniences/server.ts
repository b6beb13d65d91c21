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
import { type Caller, type CallOptions, type Clock, systemClock } from "../../abi/index.js";
import { isRecord, hasMethods } from "../../base/values.js";
import { ArgumentError, isAppsError, NoAnswerError } from "../../base/errors.js";
import { isStaleRevision } from "../errors/index.js";
import { onLimit } from "../../base/time.js";
import type { Client } from "../client.js";

/** Runs tasks one after another for each server, and side by side for different ones. Made by {@link serverQueue}. */
export interface ServerQueue {
  /** Runs `task` when all earlier tasks of that server have ended, also with an error. */
  run<Result>(serverId: ServerId, task: () => Promise<Result>): Promise<Result>;
}

/**
 * Makes a queue for administrative changes. Of two concurrent changes to one server one becomes stale; in a queue they
 * run one after another. Do not wait for a task inside a task of the same server: it would wait for itself.
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
  /** How often `decide` is called at most. Default 3. */
  readonly attempts?: number;
  /**
   * Runs changes to one server one after another; the wait in it ends with `signal` and `deadlineMs`. Default: none.
   */
  readonly queue?: ServerQueue;
}

/**
 * Reads the server and lets `decide` make one change with the snapshot, revision included. When the revision was stale,
 * or when it is unknown whether the change was carried out, reads the server again and calls `decide` again, which sees
 * whether there is still something to do. The old change is never sent again by itself.
 *
 * Rejects with the last error once the attempts are used up, and at once with any other error.
 *
 * @example await withRevision(client, { serverId }, async ({ channels, revision }) => {
 *   const old = channels.find(({ name }) => name === "old");
 *   if (old) await deleteChannel(client, { serverId, channelId: old.publicId, revision }); });
 */
export async function withRevision<Result>(
  caller: Caller & { readonly clock?: Clock },
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
  if (!queue) return run();
  if (!hasMethods(queue, "run")) throw new ArgumentError("queue must be what serverQueue() makes");
  return inQueue(queue, run, { ...options, serverId, clock: caller.clock ?? systemClock });
}

interface Waiting extends CallOptions {
  readonly serverId: ServerId;
  readonly clock: Clock;
}

/** Runs the task in its turn. Ends with the signal and the deadline while it waits, and is not run after that. */
function inQueue<Result>(
  queue: ServerQueue,
  run: () => Promise<Result>,
  { signal, deadlineMs, serverId, clock }: Waiting,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let hasLeft = false;
    const leave = (reason: "queue" | "aborted") => {
      hasLeft = true;
      const what = reason === "queue" ? "the deadline passed in the queue" : "cancelled by the caller's signal";
      reject(new NoAnswerError(`withRevision(): ${what}`, { reason, cause: signal?.reason }));
    };
    const stop = onLimit({ timeoutMs: deadlineMs, signal }, clock, (first) =>
      leave(first === "timeout" ? "queue" : first),
    );
    const task = async () => {
      if (hasLeft) return;
      stop();
      await run().then(resolve, reject);
    };
    queue.run(serverId, task).catch(reject).finally(stop);
  });
}

/** Whether an account is a member; `unknown` where the list was cut off. */
export type Membership = "yes" | "no" | "unknown";

/**
 * Whether a list of members has one that `fits`; `unknown` instead of `no` for a list that was cut off. The fields of a
 * member are hardly documented, so the caller compares them.
 */
export function hasMember(list: MemberList, fits: (member: Member) => boolean): Membership {
  if (list.members.some(fits)) return "yes";
  return list.truncated === false ? "no" : "unknown";
}

/**
 * The channels of `after` that are not in `before`: creating a channel answers with all channels. A channel that is
 * missing in `after` is not reported: the App may only have lost access to it.
 */
export function newChannels(before: readonly Channel[], after: readonly Channel[]): readonly Channel[] {
  // It is not documented that a record has an id; without one the whole record is compared.
  const keyOf = (channel: Channel): string => channel.publicId ?? JSON.stringify(channel);
  const known = new Set(before.map(keyOf));
  return after.filter((channel) => !known.has(keyOf(channel)));
}

/**
 * Removes a channel from its category. How to do that is not documented: rejects with an `ArgumentError` unless the
 * client assumes a way (`channelCategoryRemoval: "null"`).
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
  // The description has no null here; by the assumption above the service takes one.
  const nowhere = null as unknown as CategoryId;
  return editChannel(client, { ...params, categoryId: nowhere }, options);
}
