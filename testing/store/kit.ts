import { CaseFailure } from "./failure.js";
import type { KeyValue } from "../../runtime/store/contract.js";

/** What a case needs of its caller. */
export interface StoreKit {
  /** The store under test; every call may open another connection to the same data. */
  open(): KeyValue | Promise<KeyValue>;
  /** Lets so many milliseconds pass, on whichever clock the store runs. Default: real time. */
  wait?(ms: number): Promise<void>;
}

/** One thing that a store must do. */
export interface StoreCase {
  /** A sentence that must be true. */
  readonly name: string;
  /** Rejects when it is not. Uses keys of its own, so that cases may run in one store at the same time. */
  run(kit: StoreKit): Promise<void>;
}

/** What a case works with. */
export interface Bench {
  readonly one: KeyValue;
  /** Another connection to the same data. */
  readonly other: KeyValue;
  /** A key that no other case uses. */
  key(name: string): string;
  wait(ms: number): Promise<void>;
}

const passed = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

export const storeCase = (name: string, check: (bench: Bench) => Promise<void>): StoreCase => ({
  name,
  async run(kit) {
    const prefix = `case.${globalThis.crypto.randomUUID()}.`;
    const wait = (ms: number): Promise<void> => kit.wait?.(ms) ?? passed(ms);
    await check({ one: await kit.open(), other: await kit.open(), key: (key) => prefix + key, wait });
  },
});

/** Fails unless both are the same as JSON. */
export function expectSame(actual: unknown, wanted: unknown, what: string): void {
  const [has, wants] = [JSON.stringify(actual), JSON.stringify(wanted)];
  const cut = (text: string | undefined): string => (text ?? "undefined").slice(0, 200);
  if (has !== wants) throw new CaseFailure(`${what}: expected ${cut(wants)}, got ${cut(has)}`);
}

export function expectSome<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new CaseFailure(`${what}: expected a value, got undefined`);
  return value;
}

export async function listed(store: KeyValue, prefix: string): Promise<readonly string[]> {
  const keys = new Set<string>();
  const found = store.list(prefix);
  for await (const key of Symbol.asyncIterator in found ? found : await found) keys.add(key);
  return [...keys].sort();
}
