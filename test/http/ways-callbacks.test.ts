import { describe, expect, test } from "vitest";
import { getMe } from "svc-apps";
import { ok } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";
import { createVirtualClock } from "../support/virtual-clock.js";
import { type WayOptions, ways } from "../support/ways.js";

const MESSAGE = { status: 201, body: '{"message":{"publicId":"1"}}' };
const boom = () => {
  throw new TypeError("boom");
};
const bare = { take: () => true, give: () => undefined };
const memory = { remainingMs: () => 0, limited: () => undefined };
const clockWhoseThrows = (method: string, from = 1) => {
  let calls = 0;
  const clock = createVirtualClock();
  const real = (clock as unknown as Record<string, (...given: unknown[]) => unknown>)[method];
  return { ...clock, [method]: (...given: unknown[]) => ((calls += 1) >= from ? boom() : real?.(...given)) };
};

describe.each(Object.entries(ways))("a function of the user that throws in %s", (name, make) => {
  const isWhole = name === "createClient" || name === "createRawClient";

  test.each<[string, WayOptions, object]>([
    ["random", { random: boom }, { attempts: 1, ambiguous: true }],
    ["clock.monotonicMs", { clock: clockWhoseThrows("monotonicMs") }, { attempts: 0, ambiguous: false }],
    ["clock.schedule", { clock: clockWhoseThrows("schedule") }, { attempts: 1 }],
    ["clock.now", { clock: clockWhoseThrows("now") }, { attempts: 1, ambiguous: false }],
  ])("%s() is named, and it is said what was sent", async (called, options, facts) => {
    const reply =
      called === "clock.now" ? { status: 429, headers: { "retry-after": "1" }, body: "" } : { status: 503, body: "" };
    const { write, read } = make([reply], options);
    const error = await outcomeOf(called === "random" ? write() : read());
    expect(error).toMatchObject({ name: "ArgumentError", message: `${called}() threw TypeError`, ...facts });
    expect(error).toMatchObject({ cause: expect.objectContaining({ message: "boom" }) });
  });

  test.runIf(name === "createClient" || name === "createFetchClient")(
    "createClientRef() is named, and nothing was sent",
    async () => {
      const { write, requests } = make([MESSAGE], { createClientRef: boom });
      expect(await outcomeOf(write())).toMatchObject({
        name: "ArgumentError",
        message: "createClientRef() threw TypeError",
        attempts: 0,
        ambiguous: false,
      });
      expect(requests).toEqual([]);
    },
  );

  test.runIf(isWhole)("retryBudget.give() after a message was stored: the error says that it may be", async () => {
    const { write } = make([MESSAGE], { retryBudget: { ...bare, give: boom } });
    expect(await outcomeOf(write())).toMatchObject({
      name: "ArgumentError",
      message: "retryBudget.give() threw TypeError",
      attempts: 1,
      ambiguous: true,
    });
  });

  test.runIf(isWhole).each<[string, WayOptions, object, object]>([
    ["retryBudget.take", { retryBudget: { ...bare, take: boom } }, { status: 503 }, { ambiguous: true }],
    ["rateLimits.limited", { rateLimits: { ...memory, limited: boom } }, { status: 429 }, { ambiguous: false }],
    ["rateLimits.remainingMs", { rateLimits: { ...memory, remainingMs: boom } }, {}, { attempts: 0, ambiguous: false }],
  ])("%s() is named", async (called, options, reply, facts) => {
    const { write, clock } = make([{ body: "", ...reply }], options);
    const outcome = outcomeOf(write());
    await clock.advance(10_000);
    expect(await outcome).toMatchObject({ name: "ArgumentError", message: `${called}() threw TypeError`, ...facts });
  });

  test.runIf(isWhole)("onDiagnostic() changes nothing", async () => {
    const { write, requests } = make([MESSAGE], { onDiagnostic: boom });
    await write();
    expect(requests).toHaveLength(1);
  });

  test("a clock of the user that works keeps its own this", async () => {
    class Own {
      readonly #clock = createVirtualClock();
      now() {
        return this.#clock.now();
      }
      monotonicMs() {
        return this.#clock.monotonicMs();
      }
      schedule(callback: () => void, delayMs: number) {
        return this.#clock.schedule(callback, delayMs);
      }
    }
    const { write, requests } = make([MESSAGE], { clock: new Own() });
    await write();
    expect(requests).toHaveLength(1);
  });
});

test("a retry budget that answers late and fails ends no process", async () => {
  const retryBudget = { take: () => true, give: (async () => boom()) as () => void };
  const { client, requests } = testClient([ok({})], { retryBudget });
  await getMe(client, {});
  expect(requests).toHaveLength(1);
});

test("diagnostics say what failed, even where it is the clock", async () => {
  const seen: unknown[] = [];
  const { client } = testClient([ok({})], {
    clock: clockWhoseThrows("monotonicMs", 3),
    onDiagnostic: ({ type }) => void seen.push(type),
  });
  expect(await outcomeOf(getMe(client, {}))).toMatchObject({ message: "clock.monotonicMs() threw TypeError" });
  expect(seen).toEqual(["http.call_started", "http.call_failed"]);
});
