import { assumptionChoices, assumptionDefaults } from "../../../generated/tables.js";
import type { Recording } from "../recording.js";
import { eventRules } from "./events.js";
import { interactionRules } from "./interactions.js";
import { restRules } from "./rest.js";
import { type Evidence, type Rule, Traffic } from "./traffic.js";

const rules: Readonly<Record<string, Rule>> = { ...restRules, ...interactionRules, ...eventRules };

const OF_CLIENT = "it is a choice of the client, and no traffic answers it";
const OF_ENDPOINT = "it shows in deliveries to an endpoint, which neither a client nor listen receives";
const OF_PORTAL = "it shows in the portal, where the state of an endpoint stands";

/** Switches and readings that names and types of an App's traffic cannot show, and why. */
export const unseeable: Readonly<Record<string, string>> = {
  apiVersion: "its reading is a value, and values are not recorded",
  "missingScopeRaised trigger": "the person who triggers the command is refused, and the App receives nothing",
  "formSubmissions once": "that a form came once does not say that it could not come again",
  emptyEventId: OF_CLIENT,
  mailboxOverflow: OF_CLIENT,
  unknownCloseCode: OF_CLIENT,
  deliveryBodyBytes: OF_CLIENT,
  frameBytes: OF_CLIENT,
  silenceMs: OF_CLIENT,
  firstByteMs: OF_CLIENT,
  attemptTimeoutMs: OF_CLIENT,
  callDeadlineMs: OF_CLIENT,
  signatureSeparator: OF_ENDPOINT,
  probeLayout: OF_ENDPOINT,
  failedProbeState: OF_PORTAL,
  retestState: OF_PORTAL,
  suspensionFailures: OF_PORTAL,
  suspensionPeriodMs: OF_PORTAL,
  emergencyGraceMs: OF_PORTAL,
};

/** What the traffic says about one switch. */
export interface Verdict {
  readonly key: string;
  readonly default: string | number | null;
  /** Readings that were seen, in the order of their names; empty where nothing was. */
  readonly seen: readonly Evidence[];
  /** How the readings that were seen stand to the default. */
  readonly stand: "confirmed" | "contradicted" | "unclear" | "unseen";
  /** Why nothing can be seen, where that is so. */
  readonly why?: string;
}

/** Switches whose readings differ only in what the client does with a refusal: either is right where one was seen. */
const SAME_ON_THE_WIRE: Readonly<Record<string, readonly string[]>> = {
  privateReply: ["rerouted", "refused"],
  replyComponents: ["rerouted", "refused"],
};

/** What a recording says about each switch. */
export function verdicts(recording: Recording): readonly Verdict[] {
  const traffic = new Traffic(recording);
  return Object.entries(assumptionDefaults).map(([key, chosen]): Verdict => {
    const seen = readings(rules[key]?.(traffic) ?? [], key);
    const why = unseeable[key] ?? partly(key);
    const common = { key, default: chosen, seen, ...(why === undefined ? undefined : { why }) };
    if (seen.length === 0) return { ...common, stand: "unseen" };
    const isChosen = seen.some(({ reading }) => reading === chosen);
    const same = SAME_ON_THE_WIRE[key] ?? [];
    const differ =
      seen.filter(({ reading }) => !same.includes(reading)).length +
      (seen.some(({ reading }) => same.includes(reading)) ? 1 : 0);
    if (differ > 1) return { ...common, stand: "unclear" };
    return { ...common, stand: isChosen ? "confirmed" : "contradicted" };
  });
}

/** Why one of the readings of a switch cannot be seen. */
function partly(key: string): string | undefined {
  const [name, why] = Object.entries(unseeable).find(([one]) => one.startsWith(`${key} `)) ?? [];
  return name === undefined ? undefined : `of ${name.slice(key.length + 1)} nothing can be seen: ${why ?? ""}`;
}

/** One evidence for each reading; of refusals only where nothing that was accepted decides. */
function readings(evidence: readonly Evidence[], key: string): readonly Evidence[] {
  const values: readonly string[] | undefined = assumptionChoices[key as keyof typeof assumptionChoices].values;
  const possible = evidence.filter(({ reading }) => values?.includes(reading) ?? true);
  const accepted = possible.filter(({ refused }) => refused !== true);
  const found = new Map<string, Evidence>();
  for (const one of accepted.length > 0 ? accepted : possible) if (!found.has(one.reading)) found.set(one.reading, one);
  return [...found.values()].sort((a, b) => (a.reading < b.reading ? -1 : 1));
}
