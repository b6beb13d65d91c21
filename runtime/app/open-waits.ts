import type { Interaction } from "../../generated/types.js";
import { isOf, PastWaits, type PastWait } from "./past-waits.js";
import type { RouteKey } from "./routing/router.js";
import type { Wait } from "./waits.js";

/** What handlers of this process wait for, and what they have waited for. */
export class OpenWaits {
  readonly #open = new Set<Wait>();
  readonly #past = new PastWaits();

  add(wait: Wait): void {
    this.#open.add(wait);
  }

  has(wait: Wait): boolean {
    return this.#open.has(wait);
  }

  /** `isLate`: nobody had come in time. */
  end(wait: Wait, isLate: boolean): void {
    this.#open.delete(wait);
    this.#past.add(wait, isLate);
  }

  /** The youngest wait that an interaction answers, with what its id says. */
  find({ type, id }: RouteKey, interaction: Interaction): { wait: Wait; params: object } | undefined {
    if (id === undefined || this.#open.size === 0) return undefined;
    for (const wait of [...this.#open].toReversed()) {
      if (wait.type !== type || !isOf(wait, interaction)) continue;
      const params = wait.read(id);
      if (params !== undefined) return { wait, params };
    }
    return undefined;
  }

  /** What an interaction that nothing handles is to the waits that were or are. */
  pastOf(key: RouteKey, interaction: Interaction): PastWait | undefined {
    return this.#past.find(key, interaction, this.#open);
  }

  [Symbol.iterator](): Iterator<Wait> {
    return this.#open.values();
  }
}
