import { autocompleteBody, commandBody, probeBody, sign, startS } from "../../delivery/support.js";
import { deliveryTranscript, type DeliveryScenario } from "../kit/deliveries.js";
import type { Probe, Probes } from "../kit/documented.js";

const WAYS = ["handler over web"];

/** An option of an endpoint, seen in what it answers and reports. */
const option = (name: string, value: unknown, scenario: Partial<DeliveryScenario> = {}, standard?: unknown): Probe => ({
  value,
  standard,
  play: async (given) =>
    deliveryTranscript(
      {
        title: "",
        requests: async () => [["delivery", await sign()]],
        ...scenario,
        options: { ...scenario.options, ...(given === undefined ? {} : { [name]: given }) },
      },
      WAYS,
    ),
});

const late: DeliveryScenario["handle"] = async (wait) => {
  await wait(5_000);
  return { type: "reply", content: "late" };
};
const throwing: DeliveryScenario["handle"] = () => {
  throw new Error("mine");
};
const twice: DeliveryScenario["requests"] = async () => [
  ["delivery", await sign()],
  ["the same", await sign()],
];
const failing = { claim: async () => Promise.reject(new Error("no store")) };

export const deliveryOptions: Probes = {
  apps: "required",
  keys: "required",
  handle: "required",
  dedupe: option("dedupe", false, { requests: twice }),
  onDedupeFailure: option("onDedupeFailure", "skip", { options: { dedupe: failing } }, "run"),
  mode: option("mode", "ack-then-rest", {}, "by-body"),
  onThrow: option("onThrow", "defer", { handle: throwing }, "decline"),
  onLate: option("onLate", "defer", { handle: late }, "decline"),
  onUnconfirmed: option("onUnconfirmed", "defer", { handle: () => undefined }, "decline"),
  answerLater: option("answerLater", async () => Promise.resolve(), { handle: late }),
  budgets: option("budgets", { interactionMs: 900 }, { handle: late }),
  toleranceS: option(
    "toleranceS",
    299,
    { requests: async () => [["old", await sign({ timestampS: startS - 300 })]] },
    300,
  ),
  bodyLimitBytes: option("bodyLimitBytes", 100),
  totalBodyLimitBytes: option("totalBodyLimitBytes", 100),
  bodyTimeoutMs: "a body that never ends comes in test/delivery/edges.test.ts",
  waitUntil: "work that outlasts the answer comes in test/delivery/handler.test.ts",
  onDiagnostic: option("onDiagnostic", () => {}),
  assumptions: option(
    "assumptions",
    { probeLayout: "label-and-body" },
    { requests: async () => [["probe", await sign({ body: probeBody })]] },
  ),
  clock: "shown by every time in the transcripts",
};

const budget = (name: string, value: number, body: object, standard: number): Probe => ({
  value,
  standard,
  play: async (given) =>
    deliveryTranscript(
      {
        title: "",
        handle: late,
        requests: async () => [["delivery", await sign({ body })]],
        options: given === undefined ? {} : { budgets: { [name]: Number(given) } },
      },
      WAYS,
    ),
});

export const budgets: Probes = {
  interactionMs: budget("interactionMs", 1_000, commandBody(), 2_500),
  autocompleteMs: budget("autocompleteMs", 300, autocompleteBody(), 700),
};
