import type { EventsClient } from "./options.js";
import { isAlive } from "./mailbox-pages.js";
import type { Progress } from "./progress.js";
import type { EventQueue } from "./queue/event-queue.js";
import type { EventsReporter } from "./reporter.js";

/** Milliseconds between two reports. */
const EVERY_MS = 10_000;

interface HandoverParts {
  readonly client: EventsClient;
  readonly progress: Progress;
  readonly queue: EventQueue;
  readonly reporter: EventsReporter;
}

/** Reports how far the mailbox is read while a stream beside it waits. Returns a function that ends it. */
export function reportHandover({ client: { clock }, progress, queue, reporter }: HandoverParts): () => void {
  const sinceMs = clock.monotonicMs();
  const before = progress.state.counts.received;
  let cancel = () => {};
  const report = () => {
    const { counts, handover } = progress.state;
    if (isAlive(handover)) {
      const read = counts.received - before;
      const facts = { forMs: clock.monotonicMs() - sinceMs, unhandled: queue.acks.open, held: handover?.events ?? 0 };
      reporter.report("handing_over", { ...facts, read });
    }
    plan();
  };
  const plan = () => {
    cancel = clock.schedule(report, EVERY_MS);
  };
  plan();
  return () => cancel();
}
