import { memoryStore } from "svc-apps/stores";
import { expect, test } from "vitest";
import { lettersIn } from "../support/letters.js";
import { appOn, platform } from "./kit/world.js";
import { cursorsThat, memoryCursors } from "../events/kit/cursors.js";

test("an event whose handler fails is given to it again, and put aside when that did not help", async () => {
  const deadLetter = memoryStore();
  const onFailure = { retries: 2, backoff: { baseMs: 1_000 }, deadLetter };
  const { app, sandbox, start, notices } = appOn(await platform(), { events: { onFailure } });
  const texts: string[] = [];
  app.on("message_create", ({ message }) => {
    texts.push(message.content);
    throw new Error("not today");
  });
  const other: string[] = [];
  app.on("message_create", ({ message }) => void other.push(message.content));
  const { person, channelId } = await start();
  person.post(channelId, "hello");
  await sandbox.clock.advance(10_000);
  expect(texts).toEqual(["hello", "hello", "hello"]);
  expect(other).toEqual(texts);
  expect(await lettersIn(deadLetter)).toMatchObject([{ attempts: 3, event: { type: "message_create" } }]);
  expect(notices.filter(({ type }) => type === "app.event_failed")).toEqual([]);
});

test("by default a failing handler's event is done, and is not given to it again", async () => {
  const { app, sandbox, start } = appOn(await platform());
  let count = 0;
  app.on("message_create", () => {
    count += 1;
    throw new Error("not today");
  });
  const { person, channelId } = await start();
  person.post(channelId, "hello");
  await sandbox.clock.advance(10_000);
  expect(count).toBe(1);
});

test("an App's stream takes the slot provider and the cursor's key that it was given", async () => {
  const asked: string[] = [];
  const store = memoryCursors();
  const cursorStore = cursorsThat({
    load: (key: string) => {
      asked.push(key);
      return store.load(key);
    },
    save: store.save,
  });
  let taken = 0;
  const take = () => {
    taken += 1;
    return () => void (taken -= 1);
  };
  const slots = { tryTake: take, take: () => Promise.resolve(take()) };
  const { app, start } = appOn(await platform(), { events: { cursorStore, cursorKey: "mine", slots } });
  app.on("message_create", () => undefined);
  await start();
  expect(asked).toEqual([expect.stringMatching(/^\d+_2emine$/)]);
  expect(taken).toBe(1);
  await app.stop();
  expect(taken).toBe(0);
});
