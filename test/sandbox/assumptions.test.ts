import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { assumptionDefaults } from "svc-apps/rest";
import { eventAssumptions } from "./assumptions-events.js";
import { interactionAssumptions } from "./assumptions-interactions.js";
import { restAssumptions } from "./assumptions-rest.js";
import { start } from "./support.js";

interface Entry {
  readonly key: string;
  readonly scope: readonly string[];
  readonly alternatives?: Readonly<Record<string, string>>;
  readonly default: unknown;
}

const entries = (
  parse(readFileSync(new URL("../../spec/assumptions.yaml", import.meta.url), "utf8")) as readonly Entry[]
).filter(({ scope }) => scope.includes("sandbox"));
const observations = { ...restAssumptions, ...interactionAssumptions, ...eventAssumptions };

test("SBX-09 every open point that concerns the sandbox can be seen in each of its assumptions", () => {
  expect(Object.keys(observations).sort()).toEqual(entries.map(({ key }) => key).sort());
  for (const { key, alternatives = {} } of entries) {
    const tried = observations[key]?.assumptions.map(([reading]) => reading) ?? [];
    for (const alternative of Object.keys(alternatives))
      expect([key, tried]).toEqual([key, expect.arrayContaining([alternative])]);
    expect(tried.length).toBeGreaterThan(1);
  }
});

const cases = Object.entries(observations).flatMap(([key, { see, assumptions }]) =>
  assumptions.map(([reading, seen]) => ({ key, reading, see, seen })),
);

test.each(cases)("SBX-09 $key read as $reading", async ({ key, reading, see, seen }) => {
  const sandbox = await start(reading === undefined ? {} : { assumptions: { [key]: reading } });
  expect(await see(sandbox)).toEqual(seen);
});

test.each(entries.map(({ key }) => key))("SBX-09 %s has its default when nothing is said", async (key) => {
  const observation = observations[key];
  const chosen = observation?.assumptions.find(([reading]) => reading === Reflect.get(assumptionDefaults, key));
  const untold = observation?.assumptions.find(([reading]) => reading === undefined);
  expect(await observation?.see(await start())).toEqual((untold ?? chosen)?.[1]);
});

test.each<readonly [object, string | RegExp]>([
  [{ moon: "full" }, /^there is no assumption moon; there are answerTwice, answeredState, .*suspensionPeriodMs/],
  [{ errorBodyShape: "round" }, 'the assumption errorBodyShape takes flat or nested, got "round"'],
  [{ suspensionFailures: 2.5 }, "the assumption suspensionFailures takes integer, got 2.5"],
  [{ reactionRoute: 7 }, "the assumption reactionRoute takes string or null, got 7"],
  [{ reactionRoute: "/api/reacoes" }, 'the assumption reactionRoute takes "METHOD /path" with each parameter'],
  [{ reactionRoute: "post /{servidor}/{canal}/{mensagem}" }, 'takes "METHOD /path" with each parameter'],
  [{ reactionRoute: "POST /{server}/{canal}/{mensagem}" }, 'takes "METHOD /path" with each parameter'],
])("SBX-09 the sandbox does not start under %j", async (assumptions, why) => {
  await expect(start({ assumptions })).rejects.toThrow(why);
});

test("SBX-09 assumptions of clients may stand beside those of the sandbox", async () => {
  const both = { mailboxOverflow: "declare-gap", errorBodyShape: "flat" } as object; // one object for both sides
  await expect(start({ assumptions: both })).resolves.toBeDefined();
});
