import type { LabCase } from "../../testing/delivery/index.js";
import { isConfirmation } from "../../generated/validators.js";
import type { LabReply } from "./send.js";

/** How an endpoint did in one case. */
export interface Judgement {
  /** `wrong`: it took what it must refuse, or refused what it must take. */
  readonly verdict: "right" | "wrong";
  /** What it did, in a few words. */
  readonly did: string;
  /** Not wrong, and yet worth a look. */
  readonly notes: readonly string[];
}

/** What the window of the platform allows, milliseconds. */
const windowMs = { typing: 1_000, other: 3_000 };

/** Judges the answer to the last request of a case. */
export function judge(one: LabCase, reply: LabReply, challenge: string | undefined): Judgement {
  if ("failed" in reply) {
    const verdict = one.expect === "refuse" && /socket hang up|ECONNRESET|EPIPE/.test(reply.failed) ? "right" : "wrong";
    return { verdict, did: `did not answer: ${reply.failed}`, notes: [] };
  }
  const taken = reply.status >= 200 && reply.status < 300;
  const did = `answered ${reply.status}${taken ? ` with ${contentOf(reply.body)}` : ""}`;
  if (one.expect === "refuse")
    return { verdict: taken ? "wrong" : "right", did, notes: taken ? [] : refusalNotes(one, reply) };
  if (!taken) return { verdict: "wrong", did, notes: [] };
  return { verdict: isExpected(one, reply.body, challenge) ? "right" : "wrong", did, notes: takenNotes(one, reply) };
}

function isExpected(one: LabCase, body: string, challenge: string | undefined): boolean {
  const json = parse(body);
  if (one.expect === "echo") return challenge !== undefined && field(json, "challenge") === challenge;
  if (one.expect === "pass-over") return !isConfirmation(json) && field(json, "challenge") === undefined;
  return true;
}

function takenNotes(one: LabCase, reply: Extract<LabReply, { status: number }>): readonly string[] {
  const limitMs = one.id === "good-autocomplete" ? windowMs.typing : windowMs.other;
  const unconfirmed = one.expect === "confirm" && !isConfirmation(parse(reply.body));
  return [
    ...(unconfirmed ? ["the body confirms nothing: right only if the REST route does"] : []),
    ...(reply.body !== "" && !reply.contentType.startsWith("application/json")
      ? ["the body is not labelled as JSON"]
      : []),
    ...(reply.tookMs > limitMs ? [`it took ${Math.round(reply.tookMs)} ms, beyond the window of ${limitMs} ms`] : []),
  ];
}

function refusalNotes(one: LabCase, reply: Extract<LabReply, { status: number }>): readonly string[] {
  // The router's own words for a method it has no route for: the endpoint never saw the request.
  if (one.reason === "method" && (reply.status === 404 || reply.status === 405)) return [];
  return [
    ...(reply.status >= 500 ? ["a refusal is no failure of the server: answer 401"] : []),
    ...(reply.body === "" ? [] : ["the answer has a body: it must not state the reason"]),
  ];
}

/** Whether that body declines an interaction. */
export const isDecline = (body: string): boolean => field(parse(body), "type") === "decline";

function contentOf(body: string): string {
  if (body === "") return "no body";
  const json = parse(body);
  const type = field(json, "type");
  if (typeof type === "string") return `a ${JSON.stringify(type)}`;
  return field(json, "challenge") === undefined ? "a body of another kind" : "a challenge";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function field(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null && Object.hasOwn(json, name) ? Reflect.get(json, name) : undefined;
}
