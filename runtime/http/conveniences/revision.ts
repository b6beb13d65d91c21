import { getServer } from "../../../generated/routes.js";
import type { ServerId, ServerSnapshot } from "../../../generated/types.js";
import type { Caller, CallOptions } from "../../abi/index.js";
import { ArgumentError, isAppsError, isStaleRevision } from "../errors/index.js";

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
  { serverId }: { readonly serverId: ServerId },
  decide: (snapshot: ServerSnapshot) => Promise<Result>,
  { attempts = 3, queue, ...options }: RevisionOptions = {},
): Promise<Result> {
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
