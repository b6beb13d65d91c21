import { type KV, type KvEntry, type KvOptions, type KvWatchEntry, Kvm } from "@nats-io/kv";
import type { QueuedIterator } from "@nats-io/transport-node";
import { StorageType } from "@nats-io/jetstream";
import type { KeyEntry, Bucket } from "../engine/contract.js";
import { decodeKey, encodeKey } from "../engine/adapter.js";
import { FleetError } from "../errors.js";
import { asNatsFleetError, isConflict } from "./errors.js";
import { type NatsAccess, bucketOf, findOrMake, noteMissing, withLeader } from "./setup.js";

/** Opens a bucket, creating it when it is not there. `lifeMs` Infinity: entries stay. */
export async function openBucket(access: NatsAccess, bucket: string, lifeMs: number): Promise<Bucket> {
  const { js, settings, replicas, storage } = access;
  const options: Partial<KvOptions> = {
    replicas,
    storage: storage === "disk" ? StorageType.File : StorageType.Memory,
    // Reads go to the leader: a lease that looks free on a follower that lags behind is not.
    allow_direct: false,
    timeout: settings.requestTimeoutMs,
    ...(lifeMs === Infinity ? {} : { ttl: lifeMs }),
  };
  const name = bucketOf(settings.name, bucket);
  const ttl = await findOrMake(access, async () => {
    const status = await (await new Kvm(access.setUpJs).create(name, options)).status();
    withLeader(status.streamInfo);
    return status.ttl;
  });
  const kv = await new Kvm(js).open(name, options);
  const wanted = lifeMs === Infinity ? 0 : lifeMs;
  if (ttl !== wanted) {
    throw new FleetError(
      "mismatch",
      `The bucket ${name} exists and is different: its entries live ${ttl} ms there, and ${wanted} ms here (leaseMs). Use the same settings for all members, or another name for the fleet.`,
    );
  }
  return natsKeys(access, kv, `The bucket ${name}`);
}

function natsKeys(access: NatsAccess, kv: KV, what: string): Bucket {
  const asked = async <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      noteMissing(access, error);
      throw asNatsFleetError(error, what);
    });
  const unlessConflict = async <Result>(write: Promise<Result>): Promise<Result | undefined> =>
    asked(
      write.catch((error: unknown) => {
        if (isConflict(error)) return undefined;
        throw error;
      }),
    );
  return {
    async get(key) {
      const entry = await asked(kv.get(encodeKey(key)));
      return entry !== null && isThere(entry) ? entryOf(key, entry) : undefined;
    },
    put(key, value, revision) {
      const encoded = encodeKey(key);
      return unlessConflict(revision === undefined ? kv.create(encoded, value) : kv.update(encoded, value, revision));
    },
    async delete(key, revision) {
      const removed = kv.delete(encodeKey(key), { previousSeq: revision }).then(() => true);
      return (await unlessConflict(removed)) ?? false;
    },
    async entries() {
      const { entries, missing } = await listed(access, await asked(kv.history()));
      if (missing === 0) return entries;
      const why = `its list broke off with at least ${missing} more to come. The connection was lost, or these credentials may not publish on $JS.FC.>`;
      throw new FleetError("unavailable", `${what}: ${why}.`);
    },
  };
}

/**
 * What is in a list, and how much at least it lacks: the client ends one that broke off as it ends a whole one. One
 * consumer for all of it: of thousands of requests at once, the last would take longer than a request may.
 */
async function listed(
  { settings: { clock, requestTimeoutMs } }: NatsAccess,
  list: QueuedIterator<KvWatchEntry>,
): Promise<{ readonly entries: readonly KeyEntry[]; readonly missing: number }> {
  const entries = new Map<string, KeyEntry>();
  let missing = 0;
  const onSilence = (): void => {
    missing ||= 1;
    list.stop();
  };
  let cancel = clock.schedule(onSilence, requestTimeoutMs);
  try {
    for await (const entry of list) {
      cancel();
      cancel = clock.schedule(onSilence, requestTimeoutMs);
      const key = decodeKey(entry.key);
      if (isThere(entry)) entries.set(key, entryOf(key, entry));
      else entries.delete(key);
      missing = entry.delta ?? 0;
    }
  } finally {
    cancel();
  }
  return { entries: [...entries.values()], missing };
}

const isThere = ({ operation }: KvEntry): boolean => operation === "PUT";

const entryOf = (key: string, entry: KvEntry): KeyEntry => ({ key, value: entry.string(), revision: entry.revision });
