/** One change of the world: a record stored, or removed when `record` is null. */
export interface Change {
  readonly table: string;
  readonly id: string;
  readonly record: object | null;
}

/** Hears of every change, in order. */
export type ChangeListener = (change: Change) => void;

/**
 * Records by id, in the order of their first arrival. A record is never changed in place: `put` replaces it. That
 * keeps snapshots cheap and lets a journal see every change.
 */
export class Table<R extends { readonly id: string }> {
  readonly name: string;
  readonly #records = new Map<string, R>();
  readonly #groups = new Map<string, Map<string, R>>();
  readonly #groupOf: ((record: R) => string) | undefined;
  readonly #onChange: ChangeListener;

  /** `groupBy` names the group of a record, which must not change over its life. */
  constructor(name: string, onChange: ChangeListener, groupBy?: (record: R) => string) {
    this.name = name;
    this.#onChange = onChange;
    this.#groupOf = groupBy;
  }

  get size(): number {
    return this.#records.size;
  }

  get(id: string): R | undefined {
    return this.#records.get(id);
  }

  /** All records, or those of one group. */
  all(group?: string): IterableIterator<R> {
    if (group === undefined) return this.#records.values();
    return (this.#groups.get(group) ?? new Map<string, R>()).values();
  }

  list(group?: string): R[] {
    return [...this.all(group)];
  }

  put(record: R): R {
    this.load(record);
    this.#onChange({ table: this.name, id: record.id, record });
    return record;
  }

  /** Stores without telling anybody: only for records that come back from a file. */
  load(record: R): void {
    this.#records.set(record.id, record);
    if (this.#groupOf === undefined) return;
    const key = this.#groupOf(record);
    let group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, (group = new Map()));
    group.set(record.id, record);
  }

  /** Replaces some fields of a record that exists. */
  patch(id: string, fields: Partial<R>): R {
    const record = this.#records.get(id);
    if (record === undefined) throw new Error(`no record ${id} in ${this.name}`);
    return this.put({ ...record, ...fields });
  }

  delete(id: string): boolean {
    if (!this.#records.has(id)) return false;
    this.unload(id);
    this.#onChange({ table: this.name, id, record: null });
    return true;
  }

  /** The same for a record that a file says was removed. */
  unload(id: string): void {
    const record = this.#records.get(id);
    this.#records.delete(id);
    if (record !== undefined && this.#groupOf !== undefined) this.#groups.get(this.#groupOf(record))?.delete(id);
  }
}
