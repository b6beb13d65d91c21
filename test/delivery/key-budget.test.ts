import { createDeliveryHandler } from "svc-apps/delivery";
import { expect, test } from "vitest";
import { published, route } from "./key-route.js";
import { appId, keyA, settle } from "./support.js";

test("one store for twenty handlers is fetched once, and so it is while its set is fresh", async () => {
  const { open, clock } = route(published(keyA.published));
  const { store } = open();
  const handlers = async () => {
    for (let made = 0; made < 20; made += 1) {
      createDeliveryHandler({ apps: appId, keys: store, clock, handle: () => "handled-by-rest" });
      await settle();
    }
  };
  await handlers();
  expect(store.fetchCount).toBe(1);
  await clock.advance(299_999);
  await handlers();
  expect(store.fetchCount).toBe(1);
  await clock.advance(1);
  await handlers();
  expect(store.fetchCount).toBe(2);
});

test("a store whose route fails is fetched within its budget, however often that is asked for", async () => {
  const { open, clock, state } = route(undefined);
  state.error = new Error("down");
  const { store } = open();
  for (let asked = 0; asked < 20; asked += 1) await store.prefetch();
  expect(store.fetchCount).toBe(1);
  await clock.advance(999);
  await store.prefetch();
  expect(store.fetchCount).toBe(1);
  await clock.advance(1);
  await store.prefetch();
  expect(store.fetchCount).toBe(2);
});
