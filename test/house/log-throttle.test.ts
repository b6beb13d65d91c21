import { expect, test } from "vitest";
import { LogThrottle } from "../../runtime/diagnostics/throttle.js";
import { steppedClock } from "../delivery/support.js";

/** What was told, as `kind count`. */
function heard() {
  const clock = steppedClock();
  const throttle = new LogThrottle(clock);
  const told: string[] = [];
  return { clock, told, happens: (kind: string) => throttle.log(kind, (count) => void told.push(`${kind} ${count}`)) };
}

test("each kind is told once in a minute, with how often it happened", async () => {
  const { clock, told, happens } = heard();
  for (const kind of ["a", "b", "a", "a"]) happens(kind);
  expect(told).toEqual(["a 1", "b 1"]);
  await clock.advance(59_999);
  happens("a");
  expect(told).toHaveLength(2);
  await clock.advance(1);
  happens("a");
  happens("b");
  expect(told.slice(2)).toEqual(["a 4", "b 1"]);
});

test("whoever makes up names gets 64 of them told in a minute", async () => {
  const { clock, told, happens } = heard();
  for (let name = 1; name <= 64; name += 1) happens(`made up ${name}`);
  expect(told).toHaveLength(64);
  happens("made up 65");
  expect(told).toHaveLength(64);
  await clock.advance(60_000);
  happens("made up 66");
  expect(told.slice(64)).toEqual(["made up 66 1"]);
});
