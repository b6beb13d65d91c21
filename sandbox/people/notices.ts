import type { Json } from "../world/records.js";

/** Something shown to one person only. */
export interface Notice {
  readonly kind: "private" | "declined" | "form" | "choices";
  readonly personId: string;
  readonly appId: string;
  readonly interactionId: string;
  /** The text, of a private answer. */
  readonly content?: string;
  readonly components?: readonly Json[];
  /** The form, when one was opened. */
  readonly form?: Json;
  /** The suggestions, while typing. */
  readonly choices?: readonly Json[];
}

/** How many notices a person keeps in sight. */
const keptPerPerson = 200;

/**
 * What single people see and nobody else ever does. In memory only, by design: no snapshot, journal or history
 * holds it, so a restart loses it as a reload does on the platform.
 */
export class Notices {
  readonly #byPerson = new Map<string, Notice[]>();
  readonly #listeners = new Map<string, Set<() => void>>();

  show(notice: Notice): void {
    let list = this.#byPerson.get(notice.personId);
    if (list === undefined) this.#byPerson.set(notice.personId, (list = []));
    list.push(notice);
    if (list.length > keptPerPerson) list.shift();
  }

  /** What a person has in sight, oldest first. */
  of(personId: string): readonly Notice[] {
    return [...(this.#byPerson.get(personId) ?? [])];
  }

  /** The person reloads: all of it is gone. */
  reload(personId: string): void {
    this.#byPerson.delete(personId);
  }

  /** Calls `listener` at every change of an interaction. The returned function stops that. */
  watch(interactionId: string, listener: () => void): () => void {
    let set = this.#listeners.get(interactionId);
    if (set === undefined) this.#listeners.set(interactionId, (set = new Set()));
    set.add(listener);
    return () => {
      set.delete(listener);
      if (set.size === 0) this.#listeners.delete(interactionId);
    };
  }

  /** Tells the watchers of an interaction. */
  changed(interactionId: string): void {
    const listeners = this.#listeners.get(interactionId) ?? [];
    for (const listener of Array.from(listeners)) listener();
  }
}
