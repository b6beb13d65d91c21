import type { Transport } from "../../runtime/abi/index.js";

/** Turns of the event loop that a response may take to the platform. */
const TURNS = 4;

/**
 * The order of real HTTP behind an endpoint in this process: what an App calls after it has answered a delivery arrives
 * after that answer, and not in the turn of the event loop before it.
 */
export class EndpointOrder {
  #responding = 0;

  /** Answers a delivery. It is under way until the platform has had a turn to read the answer. */
  async responding<Answer>(answer: () => Promise<Answer>): Promise<Answer> {
    this.#responding += 1;
    try {
      return await answer();
    } finally {
      setImmediate(() => (this.#responding -= 1));
    }
  }

  /** A transport whose calls let answers that are under way go first. */
  after(transport: Transport): Transport {
    return async (request) => {
      for (let turn = 0; turn < TURNS && this.#responding > 0; turn += 1)
        await new Promise<void>((resolve) => setImmediate(resolve));
      return transport(request);
    };
  }
}
