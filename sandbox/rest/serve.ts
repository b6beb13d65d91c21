import { editJson } from "../faults/edit.js";
import type { RestFault } from "../faults/faults.js";
import type { Platform } from "../platform.js";
import type { Json } from "../world/records.js";
import { commonHeaders } from "./dispatch.js";
import type { Execution } from "./execute.js";
import type { WireAnswer } from "./wire.js";

/** What happens to a request in the end: an answer, or one of the ways in which none arrives whole. */
export type Outcome =
  | { readonly kind: "answer"; readonly answer: WireAnswer }
  /** The answer breaks off after that many bytes of its body. */
  | { readonly kind: "cut"; readonly answer: WireAnswer; readonly bytes: number }
  | { readonly kind: "reset" }
  | { readonly kind: "stall" };

/** Waits on the sandbox's clock. */
export function wait(platform: Platform, ms: number): Promise<void> {
  return new Promise((resolve) => void platform.clock.schedule(resolve, ms));
}

/** Carries a request out under the faults that struck it, in the order they were ordered. */
export async function serveWithFaults(
  platform: Platform,
  faults: readonly RestFault[],
  execute: () => Execution,
): Promise<Outcome> {
  for (const fault of faults) {
    const early = await before(platform, fault);
    if (early !== undefined) return early;
  }
  let outcome: Outcome = { kind: "answer", answer: execute().answer };
  for (const fault of faults) outcome = await after(platform, fault, outcome);
  return outcome;
}

/** What a fault does before anything is carried out; an outcome here means that nothing was. */
async function before(platform: Platform, fault: RestFault): Promise<Outcome | undefined> {
  if ("when" in fault && fault.when !== undefined && fault.when !== "before") return undefined;
  switch (fault.effect) {
    case "delay":
      await wait(platform, fault.ms);
      return undefined;
    case "answer":
      return { kind: "answer", answer: faultAnswer(platform, fault) };
    case "reset":
      return { kind: "reset" };
    case "stall":
      return { kind: "stall" };
    default:
      return undefined;
  }
}

/** What a fault does to the answer of a request that was carried out. */
async function after(platform: Platform, fault: RestFault, outcome: Outcome): Promise<Outcome> {
  if (outcome.kind !== "answer") return outcome;
  const { answer } = outcome;
  switch (fault.effect) {
    case "truncate":
      return { kind: "cut", answer, bytes: fault.bytes ?? Math.floor(Buffer.byteLength(answer.body) / 2) };
    case "edit":
      return { kind: "answer", answer: editAnswer(answer, fault.set, fault.status) };
    case "delay":
      if (fault.when === "after") await wait(platform, fault.ms);
      return outcome;
    case "answer":
      return fault.when === "after" ? { kind: "answer", answer: faultAnswer(platform, fault) } : outcome;
    case "reset":
      if (fault.when === "mid-body")
        return { kind: "cut", answer, bytes: Math.floor(Buffer.byteLength(answer.body) / 2) };
      return fault.when === "after" ? { kind: "reset" } : outcome;
    case "stall":
      return fault.when === "after" ? { kind: "stall" } : outcome;
  }
}

/** The answer that a fault puts in place of the proper one. */
export function faultAnswer(
  platform: Platform,
  {
    status,
    headers = {},
    body,
  }: { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: Json },
): WireAnswer {
  const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
  const contentType = text === "" || typeof body === "string" ? {} : { "content-type": "application/json" };
  return { status, headers: { ...commonHeaders(platform), ...contentType, ...headers }, body: text };
}

function editAnswer(
  answer: WireAnswer,
  set: Readonly<Record<string, Json | undefined>>,
  status: number | undefined,
): WireAnswer {
  const edited = answer.body === "" ? "" : JSON.stringify(editJson(JSON.parse(answer.body) as Json, set));
  return { ...answer, status: status ?? answer.status, body: edited };
}
