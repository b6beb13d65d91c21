import { endingOf } from "./ending-of.js";
import type { LifeParts } from "./life.js";
import { neverOpened, Reconnector } from "./reconnector.js";

/**
 * The key of a stream in its store: made of the App and the intents. An asynchronous token function has to be asked
 * before it is known whose credential it gives; while it fails, it is asked again as after any failed opening.
 * Undefined when closed meanwhile.
 */
export async function defaultKey({ client, options, reporter, signal }: LifeParts): Promise<string | undefined> {
  const intents = options.intents.toSorted().join(",");
  const known = () => `${client.appId} ${intents}`;
  try {
    return known();
  } catch {
    const transport = options.transport === "mailbox" ? "mailbox" : "gateway";
    const { clock } = client;
    const nothingYet = { heard: false, wasConnected: false, offlineMs: 0, viewIsStale: false };
    const reconnector = new Reconnector({ client, options, reporter, clock, ...nothingYet }, signal);
    reporter.live.phase = "connecting";
    for (;;) {
      try {
        await client.credentialChanged(undefined, { signal });
        return known();
      } catch (error) {
        if (signal.aborted) return undefined;
        const ending = endingOf(error);
        if (ending === undefined) throw error;
        reporter.tell({ type: "disconnected", transport, ending });
        if (!(await reconnector.wait(ending, neverOpened))) return undefined;
      }
    }
  }
}
