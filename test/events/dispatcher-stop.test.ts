import { expect, test } from "vitest";
import { isNoAnswer } from "svc-apps";
import { bench } from "./kit/dispatch-bench.js";

test("EVT-49 a stop takes nothing more and waits for what it has", async () => {
  const b = bench({ concurrency: 1 });
  b.offer({ n: 0 });
  b.offer({ n: 1 });
  const stopped = b.dispatcher.stop({ graceMs: 1000 });
  expect(b.offer({ n: 2 })).toBe(false);
  await b.end(0);
  await b.end(1);
  expect(await stopped).toEqual({ abandoned: 0 });
  expect(b.settled).toEqual([0, 1]);
  expect(b.clock.pending).toBe(0);
});

test("EVT-49 after the grace time the rest is aborted and does not count as handled", async () => {
  const b = bench({ concurrency: 1 });
  b.offer({ n: 0 });
  b.offer({ n: 1 });
  const { signal } = b.contexts.get(0)!;
  const stopped = b.dispatcher.stop({ graceMs: 1000 });
  await b.clock.advance(1000);
  expect(await stopped).toEqual({ abandoned: 2 });
  expect(signal.aborted).toBe(true);
  expect(isNoAnswer(signal.reason, "aborted")).toBe(true);
  await b.end(0);
  expect(b.settled).toEqual([]);
  expect(b.started).toEqual([0]);
  expect(b.clock.pending).toBe(0);
});

test("EVT-49 stopped again with less time, the shorter time counts, and both hear the same", async () => {
  const b = bench({ concurrency: 1 });
  b.offer({ n: 0 });
  b.offer({ n: 1 });
  const stops = [b.dispatcher.stop({ graceMs: 1000 })];
  stops.push(b.dispatcher.stop({ graceMs: 100 }), b.dispatcher.stop({ graceMs: 5000 }));
  await b.clock.advance(99);
  expect(b.contexts.get(0)!.signal.aborted).toBe(false);
  await b.clock.advance(1);
  expect(b.contexts.get(0)!.signal.aborted).toBe(true);
  expect(await Promise.all(stops)).toEqual(Array(3).fill({ abandoned: 2 }));
  expect(b.clock.pending).toBe(0);
  const idle = bench({ concurrency: 1 });
  idle.offer({ n: 0 });
  const both = [idle.dispatcher.stop({ graceMs: 1000 }), idle.dispatcher.stop({ graceMs: 1000 })];
  await idle.end(0);
  expect(await Promise.all(both)).toEqual(Array(2).fill({ abandoned: 0 }));
  expect(idle.clock.pending).toBe(0);
});
