import { expect, test } from "vitest";
import { memoryDeadLetters } from "svc-apps/events";
import { bench, type Item } from "./kit/dispatch-bench.js";
import { settle } from "./kit/fake-service.js";

test.each([
  ["an object without a prototype", () => Object.create(null) as unknown],
  ["an error whose message is no text", () => Object.assign(new Error(), { message: Symbol("no") })],
])("an event whose handler throws %s is put aside once, like any other", async (_, thrown) => {
  const deadLetter = memoryDeadLetters<Item>();
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
  expect(deadLetter.letters).toMatchObject([{ event: { n: 1 }, error }]);
  expect([settled, clock.pending]).toEqual([[1], 0]);
});
