import { expect, test } from "vitest";
import { watchFiles } from "../../codegen/watch.js";
import { createVirtualClock } from "../support/virtual-clock.js";

/** A watcher of folders that exist nowhere, on a clock that a test moves. */
function world(reads: readonly (readonly string[])[]) {
  const clock = createVirtualClock();
  const folders = new Map<string, (name: string | undefined) => void>();
  const stop = new AbortController();
  const waiting: (() => void)[] = [];
  let runs = 0;
  const state = { held: false };
  const done = watchFiles(
    async () => {
      const read = reads[Math.min(runs++, reads.length - 1)] ?? [];
      if (state.held) await new Promise<void>((resolve) => waiting.push(resolve));
      return read;
    },
    stop.signal,
    {
      watchFolder: (folder, changed) => {
        folders.set(folder, changed);
        return () => void folders.delete(folder);
      },
      schedule: (callback, delayMs) => clock.schedule(callback, delayMs),
    },
  );
  const change = (folder: string, name?: string): void => folders.get(folder)?.(name);
  const release = (): void => waiting.shift()?.();
  return { clock, folders, stop, done, change, state, release, runs: () => runs };
}

test("works once, and again when a file that was read changes, after it is quiet for a moment", async () => {
  const { clock, change, runs, stop, done } = world([["/a/api.yaml"]]);
  await clock.settle();
  expect(runs()).toBe(1);
  change("/a", "api.yaml");
  await clock.advance(40);
  change("/a", "api.yaml");
  await clock.advance(49);
  expect(runs()).toBe(1);
  await clock.advance(1);
  expect(runs()).toBe(2);
  stop.abort();
  await done;
});

test("what was not read is nobody's business, its own output included", async () => {
  const { clock, change, runs, folders } = world([["/a/api.yaml"]]);
  await clock.settle();
  expect([...folders.keys()]).toEqual(["/a"]);
  change("/a", "types.ts");
  change("/a", "api.yaml~");
  await clock.advance(1_000);
  expect(runs()).toBe(1);
});

test("a file that is referred to from now on is watched, and one that is not any more is left", async () => {
  const first = ["/a/api.yaml", "/old/x.yaml"];
  const { clock, change, runs, folders } = world([first, ["/a/api.yaml", "/new/y.yaml"], first]);
  await clock.settle();
  expect([...folders.keys()]).toEqual(["/a", "/old"]);
  change("/old", "x.yaml");
  await clock.advance(50);
  expect([...folders.keys()]).toEqual(["/a", "/new"]);
  change("/new", "y.yaml");
  await clock.advance(50);
  expect(runs()).toBe(3);
  expect([...folders.keys()]).toEqual(["/a", "/old"]);
});

test("a change while it works is worked on afterwards, never beside it", async () => {
  const { clock, change, runs, state, release } = world([["/a/api.yaml"]]);
  await clock.settle();
  state.held = true;
  change("/a", "api.yaml");
  await clock.advance(50);
  expect(runs()).toBe(2);
  change("/a", "api.yaml");
  change("/a");
  await clock.advance(1_000);
  expect(runs()).toBe(2);
  release();
  await clock.settle();
  expect(runs()).toBe(3);
});

test("its end ends every watch and wait; what the work does not know what to do with is thrown", async () => {
  const ended = world([["/a/api.yaml"]]);
  await ended.clock.settle();
  ended.change("/a", "api.yaml");
  ended.stop.abort();
  await ended.done;
  expect([ended.folders.size, ended.clock.pending]).toEqual([0, 0]);
  await expect(watchFiles(() => Promise.reject(new Error("mine")))).rejects.toThrow("mine");
});
