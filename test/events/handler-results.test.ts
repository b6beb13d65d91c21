import { afterEach, expect, test, vi } from "vitest";
import { memoryStore } from "svc-apps/stores";
import { bench } from "./kit/dispatch-bench.js";
import { settle } from "./kit/fake-service.js";
import { lettersIn } from "../support/letters.js";

afterEach(() => void vi.restoreAllMocks());

test.each([7, null, "done", { then: 1 }])(
  "a handler that returns %j, and no promise, has handled its event",
  (value) => {
    const { offer, settled, errors } = bench({ handle: () => value as unknown as undefined });
    offer({ n: 1 });
    expect([settled, errors]).toEqual([[1], []]);
  },
);

test("an async onError that rejects is logged, and ends nothing", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const failed = new Error("handler");
  const { offer, settled } = bench({
    handle: () => Promise.reject(failed),
    // As an async function, which a type of void allows.
    onError: (async () => Promise.reject(new Error("no network"))) as () => void,
  });
  offer({ n: 1 });
  await settle();
  expect(settled).toEqual([1]);
  expect(log).toHaveBeenCalledWith("An event handler failed:", expect.objectContaining({ message: "no network" }));
});

test.each([
  ["an object without a prototype", () => Object.create(null) as unknown],
  ["an error whose message is not a string", () => Object.assign(new Error(), { message: Symbol("no") })],
])("an event whose handler throws %s is put aside once, like any other", async (_, thrown) => {
  const deadLetter = memoryStore();
  const handle = async () => Promise.reject(thrown() as Error);
  const { offer, settled, clock, errors } = bench({
    handle,
    handlerTimeoutMs: 0,
    onFailure: { retries: 0, deadLetter },
  });
  offer({ n: 1 });
  await settle();
  const error = { name: "Error", message: "something that cannot be put into words" };
  expect(errors).toHaveLength(1);
  expect(await lettersIn(deadLetter)).toMatchObject([{ event: { n: 1 }, error }]);
  expect([settled, clock.pending]).toEqual([[1], 0]);
});
