import { ArgumentError } from "svc-apps";
import { expect, test } from "vitest";
import { type EventsOptions, openEvents } from "svc-apps/events";
import { FakeService } from "./kit/fake-service.js";

const open = (options: object) => () =>
  openEvents(new FakeService().client(), { intents: ["messages"], ...options } as EventsOptions);

test("EVT-02 without a single family of events, nothing is opened", () => {
  expect(open({ intents: [] })).toThrow(new ArgumentError("intents must name at least one family of events"));
});

test.each([
  "queueLimit",
  "saveIntervalMs",
  "saveEveryEvents",
  "connectTimeoutMs",
  "returnAfterMs",
  "stableAfterMs",
  "maxUnhandled",
  "dedupeSize",
  "protocolFailureLimit",
  "mailboxOverflowLimit",
])("EVT-43 %s below 1, or no number, is refused by name; 1 and no limit at all are taken", (name) => {
  for (const value of [0, 0.9, -1, NaN]) {
    expect(open({ [name]: value }), String(value)).toThrow(
      new ArgumentError(`${name} must be a number of at least 1, got ${value}`),
    );
  }
  for (const value of [1, Infinity]) expect(open({ [name]: value })).not.toThrow();
});

test.each(["baseMs", "capMs", "patientMs", "ceilingMs"])(
  "EVT-26 a wait of nothing would ask without pause: backoff.%s below 1, or no number, is refused by name",
  (name) => {
    for (const value of [0, -1, NaN]) {
      const refusal = new ArgumentError(`backoff.${name} must be a number of at least 1, got ${value}`);
      expect(open({ backoff: { [name]: value } }), String(value)).toThrow(refusal);
    }
    expect(open({ backoff: { [name]: 1 } })).not.toThrow();
  },
);

test("what is left out and what is undefined have the default alike", () => {
  expect(open({ backoff: { baseMs: undefined, capMs: undefined }, queueLimit: undefined })).not.toThrow();
});
