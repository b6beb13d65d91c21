import type { KeyValue } from "./contract.js";

/** What is used of a bucket of @nats-io/kv. */
export interface NatsBucket {
  get(key: string): Promise<{ readonly operation: string; readonly revision: number; string(): string } | null>;
  create(key: string, value: string): Promise<number>;
  update(key: string, value: string, revision: number): Promise<number>;
  delete(key: string, options: { readonly previousSeq: number }): Promise<void>;
  keys(): Promise<AsyncIterable<string>>;
}

/** Codes of JetStream for a write whose expected revision is not the last one. */
const WRONG_LAST_SEQUENCE: readonly unknown[] = [10_071, 10_164];

/**
 * A store in a bucket of NATS JetStream, server 2.9 or later, over your own bucket of @nats-io/kv. Server 2.9 has a
 * lifetime per bucket only: without one, entries that have expired stay until they are written again; with one, all of
 * its entries end with it. So give claims a bucket with a lifetime of 15 minutes, and everything else one without.
 *
 * @example
 * const store = natsStore(await new Kvm(connection).create("app"));
 */
export function natsStore(bucket: NatsBucket): KeyValue {
  return {
    async get(key) {
      const entry = await bucket.get(key);
      if (entry === null || entry.operation !== "PUT") return undefined;
      return { value: entry.string(), etag: String(entry.revision) };
    },
    async put(key, value, { expected }) {
      if (expected === null) return unlessConflict(async () => bucket.create(key, value));
      return unlessConflict(async () => bucket.update(key, value, Number(expected)));
    },
    async delete(key, { expected }) {
      const deleted = await unlessConflict(async () => {
        await bucket.delete(key, { previousSeq: Number(expected) });
        return 1;
      });
      return deleted !== undefined;
    },
    async *list(prefix) {
      for await (const key of await bucket.keys()) if (key.startsWith(prefix)) yield key;
    },
  };
}

async function unlessConflict(write: () => Promise<number>): Promise<string | undefined> {
  try {
    return String(await write());
  } catch (error) {
    if (WRONG_LAST_SEQUENCE.includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** The code of JetStream's answer; its client has it on the error, or on the `apiError` of older ones. */
function codeOf(error: unknown): unknown {
  const { code, api_error: answer }: { code?: unknown; api_error?: { err_code?: unknown } } = Object(error);
  return answer?.err_code ?? code;
}
