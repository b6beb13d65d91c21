import { systemClock } from "svc-apps/abi";
import { expect, test } from "vitest";
import { EventsReporter } from "../../runtime/events/reporter.js";

test.each([
  [Infinity, undefined, "Events may be lost (no-cursor): those of an unknown time."],
  [1500, undefined, "Events may be lost (no-cursor): those of the last 1.5 s."],
  [Infinity, 3, "Events may be lost (no-cursor): 3 or more."],
])("a gap of %d ms and %s events is told in a sentence", (offlineMs, missing, sentence) => {
  const told: string[] = [];
  const reporter = new EventsReporter(systemClock);
  reporter.listen(({ message }) => told.push(message));
  reporter.report("gap", { reason: "no-cursor", lastEventId: undefined, offlineMs, missing });
  expect(told).toEqual([sentence]);
});
