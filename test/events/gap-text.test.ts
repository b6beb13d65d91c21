import { systemClock } from "svc-apps/rest";
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
  reporter.report("gap", {
    reason: "no-cursor",
    lastEventId: undefined,
    offlineMs,
    missing,
    families: undefined,
    ongoing,
  });
  expect(told).toEqual([sentence]);
});

test("a gap of some families names them", () => {
  const told: string[] = [];
  const reporter = new EventsReporter(systemClock);
  reporter.listen(({ message }) => told.push(message));
  const families = ["members", "interactions"];
  const facts = { lastEventId: "5", offlineMs: 1500, missing: undefined, families, ongoing: false };
  reporter.report("gap", { reason: "intents-added", ...facts });
  expect(told).toEqual(["Events of members, interactions may be lost (intents-added): those of the last 1.5 s."]);
});
