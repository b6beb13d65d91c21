import { expect, test } from "vitest";
import { confirmDeadlineMs } from "../../runtime/interaction/read.js";

test("INT-02 the deadline is the monotonic arrival plus the duration, less the margin", () => {
  const input = { type: "command", expiresInMs: 2_000, receivedAtMs: 50_000, marginMs: 150 };
  expect(confirmDeadlineMs(input)).toBe(51_850);
});

test("INT-06 the window of the type bounds a missing, larger or meaningless duration", () => {
  const at = (type: string, expiresInMs: unknown) =>
    confirmDeadlineMs({ type, expiresInMs, receivedAtMs: 0, marginMs: 0 });
  expect(at("command", undefined)).toBe(3_000);
  expect(at("command", 3_001)).toBe(3_000);
  expect(at("command", 2_999)).toBe(2_999);
  expect(at("autocomplete", 3_000)).toBe(1_000);
  expect(at("autocomplete", 999)).toBe(999);
  expect(at("form", "soon")).toBe(3_000);
  expect(at("form", Number.NaN)).toBe(3_000);
});

test("INT-04 a redelivery at zero, or within the margin, is past its deadline on arrival", () => {
  const at = (expiresInMs: number) =>
    confirmDeadlineMs({ type: "command", expiresInMs, receivedAtMs: 1_000, marginMs: 150 });
  expect(at(0)).toBeLessThanOrEqual(1_000);
  expect(at(150)).toBeLessThanOrEqual(1_000);
  expect(at(151)).toBeGreaterThan(1_000);
});
