import { JetStreamApiError } from "@nats-io/jetstream";
import { errors } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { FleetError } from "svc-apps/fleet";
import type { AppendResult, LogEntry } from "../../runtime/fleet/engine/contract.js";
import { Appender } from "../../runtime/fleet/intake/appender.js";
import { asNatsFleetError, isFull } from "../../runtime/fleet/nats/errors.js";
import { createVirtualClock } from "../support/virtual-clock.js";

/** An appender whose engine answers entry after entry as it is told to, and what it told. */
function appending(answer: (entry: LogEntry, attempt: number) => AppendResult | Error) {
  const clock = createVirtualClock();
  const stored: string[] = [];
  const told: string[] = [];
  let attempts = 0;
  const append = (entry: LogEntry): Promise<AppendResult> => {
    const result = answer(entry, (attempts += 1));
    if (result instanceof Error) return Promise.reject(result);
    if (result === "full") return Promise.resolve(result);
    if (entry.after !== undefined && entry.after !== stored.at(-1)) return Promise.resolve("not-next");
    stored.push(entry.id);
    return Promise.resolve(result);
  };
  const log = { partitions: 1, append, pull: () => Promise.resolve(undefined), lag: () => Promise.resolve([]) };
  const appender = new Appender({
    session: { events: log, interactions: log },
    right: { untilMayAct: () => Promise.resolve(), untilConfirmed: () => Promise.resolve() },
    isOnlyWriter: true,
    clock,
    report: (name) => void told.push(name),
    engineFailed: () => void told.push("failed"),
    signal: new AbortController().signal,
  });
  /** Resolves once all are in, or never will be. */
  const appendAll = (...ids: readonly string[]): Promise<unknown> =>
    Promise.all(
      ids.map((id) => new Promise<void>((done) => appender.add({ partition: 0, write: () => entry(id), done }))),
    );
  const toLane = (id: string, lifeMs: number): Promise<void> =>
    new Promise((done) => appender.addInteraction({ write: () => entry(id), done }, lifeMs));
  return { appender, appendAll, toLane, clock, stored, told };
}

const entry = (id: string): LogEntry => ({ partition: 0, id, body: id });

test.each(["forbidden", "mismatch", "unavailable"] as const)(
  "events that an engine refuses alike (%s) are kept and put into the log when it takes them again",
  async (reason) => {
    const { appendAll, toLane, clock, stored, told } = appending((_, attempt) =>
      attempt < 4 ? new FleetError(reason, "not now") : "stored",
    );
    const appended = appendAll("a", "b");
    const lane = toLane("i", 3_000);
    await clock.advance(1_000);
    await appended;
    await lane;
    expect(stored.toSorted()).toEqual(["a", "b", "i"]);
    expect(told).toEqual(["failed", "failed"]); // the events together, and the interaction
  },
);

test("an interaction that the lane has no room for is tried again while it lives", async () => {
  const { toLane, clock, stored, told } = appending((_, attempt) => (attempt < 4 ? "full" : "stored"));
  const appended = toLane("i", 3_000);
  await clock.advance(1_000);
  await appended;
  expect([stored, told]).toEqual([["i"], []]);
});

test.each([
  ["that the engine does not take in its time", 3_000, ["failed", "interaction_late"]],
  ["that was read when its time was up", 0, ["interaction_late"]],
] as const)("an interaction %s is reported", async (_, lifeMs, expected) => {
  const { toLane, clock, told } = appending(() => new FleetError("unavailable", "not now"));
  const appended = toLane("i", lifeMs);
  await clock.advance(5_000);
  await appended;
  expect([...new Set(told)]).toEqual(expected);
});

test("a log at its bound is told of once, and its room once it has lasted", async () => {
  const room = () => stored.length < (clock.monotonicMs() - startMs) / 400; // for one more with each event done
  const { appendAll, clock, stored, told } = appending(() => (room() ? "stored" : "full"));
  const startMs = clock.monotonicMs();
  const appended = appendAll("a", "b", "c", "d");
  await clock.advance(4_000);
  await appended;
  expect([stored, told]).toEqual([["a", "b", "c", "d"], ["log_full"]]);
  await clock.advance(5_000);
  expect(told).toEqual(["log_full", "log_has_room"]);
});

test("who leaves while a log has just got room leaves no timer, and tells nothing later", async () => {
  let isFull = true;
  const { appender, appendAll, clock, told } = appending(() => (isFull ? "full" : "stored"));
  const appended = appendAll("a");
  await clock.advance(400);
  isFull = false;
  await clock.advance(400);
  await appended;
  expect(clock.pending).toBe(1);
  appender.close();
  expect(clock.pending).toBe(0);
  await clock.advance(10_000);
  expect(told).toEqual(["log_full"]);
});

test("an event that can never be stored is told of and holds nothing up", async () => {
  const tooLarge = asNatsFleetError(
    new errors.InvalidArgumentError("'payload' max_payload size exceeded"),
    "An append to fleet.app.log.000",
  );
  const { appendAll, stored, told } = appending(({ id }) => (id === "b" ? tooLarge : "stored"));
  await appendAll("a", "b", "c");
  expect(stored).toEqual(["a", "c"]);
  expect(told).toEqual(["event_refused"]);
});

test.each([
  ["maximum messages exceeded", true],
  ["maximum bytes exceeded", true],
  ["error opening msg block file: no such file or directory", false],
])("a log that answers %j is full: %s", (description, expected) => {
  const error = new JetStreamApiError({ code: 503, err_code: 10077, description });
  expect(isFull(error)).toBe(expected);
  expect(asNatsFleetError(error, "An append")).toMatchObject({ reason: "unavailable" });
});

test("an entry above the server's bounds is refused for good", () => {
  const error = new JetStreamApiError({
    code: 400,
    err_code: 10054,
    description: "message size exceeds maximum allowed",
  });
  expect(asNatsFleetError(error, "An append")).toMatchObject({ reason: "argument" });
});
