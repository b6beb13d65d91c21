import { systemClock } from "../../abi/index.js";
import { ArgumentError } from "../../http/errors/index.js";
import { isStoreError, StoreError } from "../../store/errors.js";
import { fileStore } from "../../store/file.js";
import { type LeaseRecord, readLease, takeLease } from "../../store/lease.js";
import { Records } from "../../store/records.js";
import {
  type CursorLock,
  type CursorRecord,
  type CursorStore,
  CursorTakenError,
  CursorUnreadableError,
  isTaken,
  readCursorRecord,
  type SaveOptions,
} from "./store.js";

/** Milliseconds without a heartbeat after which the lock of a key may be taken over. */
const LEASE_MS = 5000;

/** How often a save tries that meets another one. */
const ATTEMPTS = 5;

/**
 * A store in a folder, for any number of processes and machines that share it. A reader after a crash finds the old
 * record or the new one, never half of one.
 *
 * Its key is locked while a stream uses it: a second stream, of this process or another, ends with a `CursorTakenError`
 * as its cause. The lock is a lease of five seconds with a heartbeat. The lease of a process that was killed, under
 * whatever host name, lapses and is taken over, which is reported. A process that was paused meanwhile cannot save any
 * more.
 *
 * `load` rejects when the record is there and cannot be read. Requires a file system with hard links; Node, Bun and
 * Deno. The folder is created when it is missing.
 *
 * @throws ArgumentError without a folder
 */
export function fileCursorStore(options: { readonly folder: string }): CursorStore {
  const { folder } = Object(options) as { readonly folder?: unknown }; // callers without types pass anything
  if (typeof folder !== "string" || folder === "")
    throw new ArgumentError("fileCursorStore() takes { folder }, a path");
  return new FileCursorStore(folder);
}

/** The keeper of a cursor reports what a store rejects with. */
const sink = { wants: () => false, report: () => undefined };

class FileCursorStore implements CursorStore {
  readonly #folder: string;
  readonly #records: Records<CursorRecord>;
  readonly #leases: Records<LeaseRecord>;

  constructor(folder: string) {
    this.#folder = folder;
    const store = fileStore({ folder });
    this.#records = new Records(store, { use: "cursor", read: readCursorRecord, clock: systemClock, sink });
    this.#leases = new Records(store, { use: "lease", read: readLease, clock: systemClock, sink });
  }

  async load(key: string): Promise<CursorRecord | undefined> {
    try {
      return (await this.#records.get(key))?.value;
    } catch (error) {
      if (!isStoreError(error, "unreadable")) throw error;
      throw new CursorUnreadableError(`${error.message} Folder: ${this.#folder}`);
    }
  }

  peek(key: string): Promise<CursorRecord | undefined> {
    return this.load(key);
  }

  async lock(key: string): Promise<CursorLock> {
    const holder = `process ${process.pid} of ${hostName()}`;
    const lease = { records: this.#leases, key, holder, clock: systemClock, leaseMs: LEASE_MS };
    try {
      // Whoever takes the lease over writes to the record: this stream's next save or look finds that.
      const held = await takeLease({ ...lease, onLost: () => undefined });
      return { broken: held.takenFrom, release: () => held.release() };
    } catch (error) {
      if (isStoreError(error, "unreadable"))
        throw new CursorUnreadableError(`${error.message} Folder: ${this.#folder}`);
      if (!isStoreError(error, "taken")) throw error;
      throw new CursorTakenError(key, { cause: error, ...(error.holder !== undefined && { holder: error.holder }) });
    }
  }

  async save(key: string, record: CursorRecord, options?: SaveOptions): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const held = await this.#records.get(key);
      if (options !== undefined && isTaken(held?.value, record, options)) throw new CursorTakenError(key);
      // Written over what was just compared and nothing else, however long this process was paused in between.
      if ((await this.#records.put(key, record, { expected: held?.etag ?? null })) !== undefined) return;
    }
    throw new StoreError("conflict", `Others saved the cursor "${key}" in ${this.#folder} ${ATTEMPTS} times in a row.`);
  }
}

const hostName = (): string => process.getBuiltinModule("node:os").hostname();
