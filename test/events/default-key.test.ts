import { afterEach, expect, test } from "vitest";
import { FakeService, settle, TOKEN } from "./kit/fake-service.js";
import { closeAll, start } from "./kit/start.js";
import { cursorsThat } from "./kit/cursors.js";

afterEach(closeAll);

/** A stream whose key in the store is known only once its token function has answered. */
function keyed(token: () => Promise<string>) {
  const service = new FakeService();
  const keys: string[] = [];
  const cursorStore = cursorsThat({
    load: (key) => {
      keys.push(key);
      return Promise.resolve(undefined);
    },
    save: () => Promise.resolve(),
  });
  return { service, keys, ...start(service, { cursorStore }, { token, timeoutMs: 2000 }) };
}

test("EVT-50 a token function that fails at first is asked again like after any failed opening", async () => {
  let open = false;
  const token = () => (open ? Promise.resolve(TOKEN) : Promise.reject(new Error("vault closed")));
  const { service, keys, told, got, stream } = keyed(token);
  await settle(3);
  expect(keys).toEqual([]);
  expect(told("disconnected")).toMatchObject([
    { reason: { cause: "unreachable", error: { reason: "credential", cause: { message: "vault closed" } } } },
  ]);
  expect(told("retrying")).toMatchObject([{ attempt: 1, why: "unreachable" }]);
  expect(stream.state).toMatchObject({ phase: "retrying", attempts: 1 });
  open = true;
  await service.clock.advance(500);
  expect(keys).toEqual(["7100000000000000001"]);
  expect(service.streams).toHaveLength(1);
  expect(got.done).toBe(false);
});

test("EVT-50 a token function that takes too long is asked again as well", async () => {
  let open = false;
  const { service, keys, told } = keyed(() => (open ? Promise.resolve(TOKEN) : new Promise(() => undefined)));
  await service.clock.advance(1999);
  expect(told("retrying")).toEqual([]);
  open = true;
  await service.clock.advance(501);
  expect(told("retrying")).toHaveLength(1);
  expect(keys).toHaveLength(1);
});

test("EVT-49 closing ends the wait for a token at once, whether it is asked for or to be asked for again", async () => {
  for (const token of [() => new Promise<string>(() => undefined), () => Promise.reject(new Error("vault closed"))]) {
    const { service, got, stream, told } = keyed(token);
    await settle(3);
    expect(await stream.close()).toEqual({ unhandled: 0 });
    await settle();
    expect(got).toMatchObject({ done: true, error: undefined });
    expect(told("ended")).toMatchObject([{ error: undefined }]);
    expect(service.clock.pending).toBe(0);
  }
});

test("what is not a token ends the stream with an error that says so", async () => {
  const { got } = keyed(() => Promise.resolve("not a token"));
  await settle(3);
  expect(got.error).toMatchObject({ kind: "argument", message: expect.stringContaining("not a credential") });
});
