import { type KV, type KvEntry, type KvOptions, Kvm } from "@nats-io/kv";
import { StorageType } from "@nats-io/jetstream";
import type { KeyEntry, KeyValue } from "../engine/contract.js";
import { decodeKey, encodeKey } from "../engine/adapter.js";
import { FleetError } from "../errors.js";
import { asNatsFleetError, isConflict } from "./errors.js";
import { type NatsAccess, bucketOf, findOrMake, noteMissing, withLeader } from "./setup.js";

/** Opens a bucket, creating it when it is not there. `lifeMs` Infinity: entries stay. */
export async function openBucket(access: NatsAccess, bucket: string, lifeMs: number): Promise<KeyValue> {
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
      `The bucket ${name} exists and is different: its entries live ${ttl} ms there, and ${wanted} ms are wanted here (leaseMs). Give all members the same settings or the fleet another name.`,
    );
  }
  return natsKeys(access, kv, `The bucket ${name}`);
}

function natsKeys(access: NatsAccess, kv: KV, what: string): KeyValue {
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
      const entries = new Map<string, KeyEntry>();
      // One consumer for all: of thousands of requests at once, the last would take longer than a request may.
      for await (const entry of await asked(kv.history())) {
        const key = decodeKey(entry.key);
        if (isThere(entry)) entries.set(key, entryOf(key, entry));
        else entries.delete(key);
      }
      return [...entries.values()];
    },
  };
}

const isThere = ({ operation }: KvEntry): boolean => operation === "PUT";

const entryOf = (key: string, entry: KvEntry): KeyEntry => ({ key, value: entry.string(), revision: entry.revision });
