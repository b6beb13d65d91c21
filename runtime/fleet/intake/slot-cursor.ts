import type { KeyValue, StoredValue } from "../../store/contract.js";
import { StoreError } from "../../store/errors.js";
import { memoryStore } from "../../store/memory.js";
import { plainRecord } from "../../store/records.js";
import { fieldsOf } from "../engine/adapter.js";
import type { Bucket } from "../engine/contract.js";

/** The place of a slot in the stream, which belongs to the slot and not to its holder. */
interface SlotRecord {
  readonly holder: string;
  /** The last holder gave the slot back: nobody has to be waited for. */
  readonly isVacant: boolean;
  /** As a stream stores it, without what surrounds it in a store. */
  readonly cursor: unknown;
}

export interface SlotCursorOptions {
  readonly state: Bucket;
  readonly slot: number;
  readonly member: string;
}

const keyOf = (slot: number): string => `cursor.${slot}`;

/**
 * The cursor of a slot for one time of holding it, as a store with that one record. Reading it writes the new holder's
 * name into it: whatever the former holder still wants to write is refused from then on, for good.
 */
export class SlotCursor implements KeyValue {
  readonly #options: SlotCursorOptions;
  /** Holding the slot is the lease of its cursor: another one would keep the next holder waiting. */
  readonly #leases = memoryStore();
  #revision: number | undefined;
  #cursor: unknown;

  constructor(options: SlotCursorOptions) {
    this.#options = options;
  }

  async get(key: string): Promise<StoredValue | undefined> {
    if (isLease(key)) return this.#leases.get(key);
    const { state, slot } = this.#options;
    while (this.#revision === undefined) {
      const entry = await state.get(keyOf(slot));
      this.#cursor = entry === undefined ? undefined : readSlot(entry.value)?.cursor;
      // Refused: the former holder wrote once more in between.
      this.#revision = await state.put(keyOf(slot), this.#record(false), entry?.revision);
    }
    return this.#cursor === undefined ? undefined : { value: plainRecord(this.#cursor), etag: String(this.#revision) };
  }

  async put(...given: Parameters<KeyValue["put"]>): Promise<string | undefined> {
    const [key, value] = given;
    if (isLease(key)) return this.#leases.put(...given);
    this.#cursor = fieldsOf(value)["data"];
    await this.#write(false);
    return String(this.#revision);
  }

  async delete(key: string, options: Parameters<KeyValue["delete"]>[1]): Promise<boolean> {
    return isLease(key) && this.#leases.delete(key, options); // the record of a slot stays
  }

  list(prefix: string): ReturnType<KeyValue["list"]> {
    return this.#leases.list(prefix);
  }

  /** Says that the slot is given back, so that nobody waits for us. */
  async vacate(): Promise<void> {
    if (this.#revision !== undefined) await this.#write(true);
  }

  async #write(isVacant: boolean): Promise<void> {
    const { state, slot } = this.#options;
    const written = await state.put(keyOf(slot), this.#record(isVacant), this.#revision);
    if (written !== undefined) this.#revision = written;
    else await this.#writeAgain(isVacant);
  }

  /** A refused write: another holder has written, or this one has and the answer was lost, or the engine lost its data. */
  async #writeAgain(isVacant: boolean): Promise<void> {
    const { state, slot, member } = this.#options;
    const entry = await state.get(keyOf(slot));
    const holder = entry === undefined ? member : readSlot(entry.value)?.holder;
    if (holder !== member) throw taken(slot, holder);
    this.#revision = await state.put(keyOf(slot), this.#record(isVacant), entry?.revision);
    if (this.#revision === undefined) throw taken(slot);
  }

  #record(isVacant: boolean): string {
    const record: SlotRecord = { holder: this.#options.member, isVacant, cursor: this.#cursor };
    return JSON.stringify(record);
  }
}

const isLease = (key: string): boolean => key.startsWith("lease.");

const taken = (slot: number, holder?: string): StoreError =>
  new StoreError("taken", `Another member holds slot ${slot}${holder === undefined ? "" : ` (${holder})`}.`, {
    ...(holder !== undefined && { holder }),
  });

/** Whether nobody held the slot before, or the last holder gave it back. */
export async function isVacant(state: Bucket, slot: number): Promise<boolean> {
  const entry = await state.get(keyOf(slot));
  return entry === undefined || readSlot(entry.value)?.isVacant === true;
}

function readSlot(text: string): SlotRecord | undefined {
  const { holder, cursor, isVacant: vacant } = fieldsOf(text);
  return typeof holder === "string" ? { holder, isVacant: vacant === true, cursor } : undefined;
}
