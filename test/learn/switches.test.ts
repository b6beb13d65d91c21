import { assumptionChoices, assumptionDefaults } from "../../generated/tables.js";
import { describe, expect, test } from "vitest";
import type { Exchange, Recording } from "../../cli/learn/recording.js";
import { unseeable, verdicts } from "../../cli/learn/switches/index.js";
import { eventAssumptions } from "../sandbox/assumptions-events.js";
import { interactionAssumptions } from "../sandbox/assumptions-interactions.js";
import { restAssumptions } from "../sandbox/assumptions-rest.js";
import { start } from "../sandbox/support.js";
import { scenarios } from "./scenarios.js";
import { tapped } from "./tapped.js";

const observations = { ...restAssumptions, ...interactionAssumptions, ...eventAssumptions };
const keys = Object.keys(assumptionDefaults) as (keyof typeof assumptionDefaults)[]; // its own keys

/** Readings that a service cannot tell apart: what the client does where the service refuses. */
const together: Readonly<Record<string, readonly string[]>> = {
  privateReply: ["refused", "rerouted"],
  replyComponents: ["refused", "rerouted"],
};

const cases = keys
  .filter((key) => !Object.hasOwn(unseeable, key) && assumptionChoices[key].scopes.includes("sandbox"))
  .flatMap((key) => (assumptionChoices[key].values ?? []).map((reading) => ({ key, reading })))
  .filter(({ key, reading }) => !Object.hasOwn(unseeable, `${key} ${reading}`));

describe("learn names the reading of the service, and no other", () => {
  test.each(cases)("$key read as $reading", async ({ key, reading }) => {
    const { sandbox, recording } = await tapped(await start({ assumptions: { [key]: reading } }));
    await (scenarios[key] ?? observations[key]?.see)?.(sandbox);
    const found = verdicts(await recording());
    const same = together[key]?.includes(reading) === true ? together[key] : [reading];
    const seen = found.find((one) => one.key === key)?.seen.map((one) => one.reading);
    expect(seen).toEqual(same);
    const contradicted = found
      .filter(({ stand }) => stand === "contradicted" || stand === "unclear")
      .map((one) => one.key);
    expect(contradicted).toEqual(same.some((one) => one === assumptionDefaults[key]) ? [] : [key]);
  });

  test("reactionRoute read as the route that the client was given", async () => {
    const route = "PUT /api/reagir/{servidor}/{canal}/{mensagem}";
    const { sandbox, recording } = await tapped(await start({ assumptions: { reactionRoute: route } }), route);
    await scenarios["reactionRoute"]?.(sandbox);
    const found = verdicts(await recording()).find(({ key }) => key === "reactionRoute");
    expect([found?.stand, found?.seen.map(({ reading }) => reading)]).toEqual(["contradicted", [route]]);
  });

  test("each other switch or reading has a reason why the traffic of an App cannot show it", () => {
    const shown = new Set([...cases.map(({ key }) => key), "reactionRoute", "requestIdHeader"]);
    const hidden = Object.keys(unseeable).filter((name) => !name.includes(" "));
    expect([...shown, ...hidden].sort()).toEqual([...keys].sort());
  });
});

/** A recording with one exchange. */
const recordingOf = (exchange: Partial<Exchange>): Recording => ({
  exchanges: [
    { operation: "x", method: "GET", path: "/x", query: [], status: 200, notes: [], headers: [], ...exchange },
  ],
  facts: [],
  unseen: [],
});

const verdictOf = (key: string, exchange: Partial<Exchange>) => {
  const found = verdicts(recordingOf(exchange)).find((one) => one.key === key);
  return [found?.stand, found?.seen.map(({ reading }) => reading)];
};

test.each([
  ["x-request-id", ["confirmed", ["x-request-id"]]],
  ["x-trace-id", ["contradicted", ["x-trace-id"]]],
  ["x-other", ["unseen", []]],
])("requestIdHeader is read from the names of headers: %s", (header, verdict) => {
  expect(verdictOf("requestIdHeader", { headers: [header] })).toEqual(verdict);
});

test.each([401, 403, 404, 429, 500])("a %i decides nothing: it has other reasons than what was sent", (status) => {
  const body = { types: ["object"], kinds: { "": { revision: { types: ["text"] } } } };
  expect(verdictOf("deleteRevisionPlacement", { operation: "deleteRole", body, status })).toEqual(["unseen", []]);
  expect(verdictOf("deleteRevisionPlacement", { operation: "deleteRole", body, status: 400 })).toEqual([
    "contradicted",
    ["query"],
  ]);
});

const reply = { types: ["object"], kinds: { reply: { private: { types: ["boolean"] } } } };
const outcome = (more: object) => ({
  types: ["object"],
  kinds: { "": { interaction: { types: ["object"] }, ...more } },
});

test("a private reply that was taken and became a message of the channel was not private", () => {
  const asked = { operation: "confirmInteraction", body: reply, notes: ["private"] };
  expect(verdictOf("privateReply", { ...asked, answer: outcome({}) })).toEqual(["contradicted", ["sent"]]);
  const said = { ...asked, answer: outcome({ messageId: { types: ["digits"] } }) };
  expect(verdictOf("privateReply", said)).toEqual(["confirmed", ["refused", "rerouted"]]);
});

test("a reply that says private: false shows nothing", () => {
  const asked = { operation: "confirmInteraction", body: reply, notes: [] };
  expect(verdictOf("privateReply", { ...asked, answer: outcome({}) })).toEqual(["unseen", []]);
});
