import type { Clock } from "../../abi/index.js";
import { within, sleep } from "../../base/time.js";
import type { DiagnosticSink } from "../../diagnostics/reporter.js";
import { printable } from "../../http/errors/build.js";
import type { KeyValue } from "../../store/contract.js";
import { isStoreError, StoreError } from "../../store/errors.js";
import { boundedKey } from "../../store/keys.js";
import { type Lease, type LeaseRecord, readLease, takeLease } from "../../store/lease.js";
import { Records } from "../../store/records.js";
import { type CursorRecord, readCursorRecord } from "./record.js";

/** Milliseconds without a heartbeat after which another stream may take a cursor over. */
const LEASE_MS = 5_000;

/** Milliseconds that loading may take, after the lease: the resume window runs meanwhile. */
const LOAD_MS = 25_000;

/** Milliseconds that a save may take. */
const SAVE_MS = 5_000;

/** How often a save tries that meets another one. */
const ATTEMPTS = 5;

/** A lease that was taken over. */
export interface BrokenLease {
  /** Its holder, in words. */
  readonly holder: string;
  /** Why it could not be read; undefined where its heartbeat had stopped. */
  readonly error?: StoreError;
}

/** What a place needs. */
export interface PlaceParts {
  readonly clock: Clock;
  /** Takes the reports of a store that is slow, fails or hangs. */
  readonly sink: DiagnosticSink<never>;
  /** Ends loading. */
  readonly signal: AbortSignal;
  /** Another stream has taken the cursor over. */
  readonly onLost: (error: StoreError) => void;
}

/**
 * One cursor in a store: a lease keeps other streams out, and a record that is only ever written over the version that
 * was compared with keeps out one that was paused while its lease passed on.
 */
export class CursorPlace {
  readonly #key: string;
  readonly #parts: PlaceParts;
  readonly #records: Records<CursorRecord>;
  readonly #leases: Records<LeaseRecord>;
  #lease: Lease | undefined;
  /** Version that the next save replaces; undefined when it is not known. */
  #etag: string | null | undefined;
  /** The other writer: the one that wrote what was loaded. */
  #former: string | undefined;

  constructor(store: KeyValue, key: string, parts: PlaceParts) {
    this.#key = key;
    this.#parts = parts;
    this.#records = new Records(store, { use: "cursor", read: readCursorRecord, ...parts });
    this.#leases = new Records(store, { use: "lease", read: readLease, ...parts });
  }

  /**
   * Resolves to the former holder, where its heartbeat had stopped, or to what is wrong with its lease.
   * @throws StoreError `taken` when another stream holds the cursor; whatever the store rejects with
   */
  async take(): Promise<BrokenLease | undefined> {
    const { clock, signal } = this.#parts;
    let unreadable: StoreError | undefined;
    const taking = this.#takeLease(this.#key).catch(async (error: unknown) => {
      if (!isStoreError(error, "unreadable")) throw error;
      unreadable = error;
      // Whoever wrote it may be at work: its record is the fence. All that cannot read it meet at another lease.
      await sleep(clock, LEASE_MS);
      return this.#takeLease(`${this.#key} (again)`);
    });
    try {
      const aborted = (): StoreError => new StoreError("aborted", "The stream was closed.");
      this.#lease = await within(taking, { clock, timeoutMs: LOAD_MS, signal }, aborted);
      const { takenFrom } = this.#lease;
      if (unreadable !== undefined) return { holder: takenFrom ?? "an unknown process", error: unreadable };
      return takenFrom === undefined ? undefined : { holder: takenFrom };
    } catch (error) {
      taking.then(async (late) => late.release()).catch(() => undefined);
      throw error;
    }
  }

  async #takeLease(name: string): Promise<Lease> {
    const { clock } = this.#parts;
    const onLost = (holder: string): void => this.#parts.onLost(taken(this.#key, holder));
    const key = await boundedKey(name);
    return takeLease({ records: this.#leases, key, holder: holderName(), clock, leaseMs: LEASE_MS, onLost });
  }

  /** @throws StoreError `unreadable` when something else is there; `timeout`, `failed`, `aborted` */
  async load(): Promise<CursorRecord | undefined> {
    const { signal } = this.#parts;
    const found = await this.#records.get(await boundedKey(this.#key), { timeoutMs: LOAD_MS, signal });
    this.#etag = found?.etag ?? null;
    this.#former = found?.value.writer;
    return found?.value;
  }

  /**
   * Takes at most {@link SAVE_MS}. Saves of one stream must not overlap.
   * @throws StoreError `taken` when another stream has written; whatever the store rejects with
   */
  async save(record: CursorRecord): Promise<void> {
    const { clock } = this.#parts;
    const key = await boundedKey(this.#key);
    const endMs = clock.monotonicMs() + SAVE_MS;
    const patience = () => ({ timeoutMs: Math.max(0, endMs - clock.monotonicMs()) });
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (this.#etag !== undefined) {
        const etag = await this.#records.put(key, record, { expected: this.#etag, ...patience() });
        if (etag !== undefined) {
          this.#etag = etag;
          return;
        }
      }
      const found = await this.#records.get(key, patience());
      const writer = found?.value.writer;
      const isOthers = writer !== undefined && writer !== record.writer && writer !== this.#former;
      // Where nothing could be loaded there is nothing to compare with.
      if (isOthers && this.#etag !== undefined) throw taken(this.#key);
      this.#etag = found?.etag ?? null;
      this.#former ??= writer;
    }
    throw new StoreError("conflict", `Others saved the cursor "${printable(this.#key)}" ${ATTEMPTS} times in a row.`);
  }

  /** Gives the lease back. Never rejects. */
  async release(): Promise<void> {
    await this.#lease?.release();
  }
}

const taken = (key: string, holder?: string): StoreError =>
  new StoreError("taken", `Another consumer has the cursor "${printable(key)}"${holder ? ` (${holder})` : ""}.`, {
    ...(holder !== undefined && { holder }),
  });

/** This process in words; in a browser or a Worker there is no more to say. */
function holderName(): string {
  const { process }: { readonly process?: Partial<NodeJS.Process> } = globalThis;
  const host = process?.getBuiltinModule?.("node:os")?.hostname?.();
  return process?.pid === undefined || host === undefined ? "another stream" : `process ${process.pid} of ${host}`;
}
