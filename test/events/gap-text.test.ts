import { systemClock } from "svc-apps/abi";
import { expect, test } from "vitest";
import { EventsReporter } from "../../runtime/events/reporter.js";

test.each([
  [Infinity, undefined, false, "Events may be lost (no-cursor): those of an unknown time."],
  [1500, undefined, false, "Events may be lost (no-cursor): those of the last 1.5 s."],
  [1500, undefined, true, "Events may be lost (no-cursor): those of the last 1.5 s, and more until events flow again."],
  [Infinity, 3, false, "Events may be lost (no-cursor): 3 or more."],
])("a gap of %d ms and %s events, ongoing: %s, is reported in a sentence", (offlineMs, missing, ongoing, sentence) => {
  const told: string[] = [];
  const reporter = new EventsReporter(systemClock);
  reporter.listen(({ message }) => told.push(message));
  reporter.report("gap", { reason: "no-cursor", lastEventId: undefined, offlineMs, missing, ongoing });
  expect(told).toEqual([sentence]);
});
