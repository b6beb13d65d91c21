import { type LabCase, type LabKit, type LabRequest } from "../../runtime/delivery/testing/index.js";
import { type Judgement, judge } from "./judge.js";
import { type LabReply, sendExactly } from "./send.js";

/** One case, tried. */
export interface LabResult extends Judgement {
  readonly case: LabCase;
  /** What the judgement is about: the answer to the last request. */
  readonly reply: LabReply;
}

export interface LabOptions {
  readonly url: URL;
  readonly kit: LabKit;
  readonly cases: readonly LabCase[];
  readonly timeoutMs: number;
  /** Told after each case. */
  readonly onResult?: (result: LabResult) => void;
}

/** Plays cases against an endpoint, one after another, and gives what came of each. Where nobody listens, the first only. */
export async function runLab(options: LabOptions): Promise<readonly LabResult[]> {
  const results: LabResult[] = [];
  for (const one of options.cases) {
    const requests = await one.make(options.kit);
    let reply: LabReply = { failed: "nothing was sent", refused: false };
    for (const request of requests) reply = await sendExactly(options.url, request, options);
    const result = { case: one, reply, ...judge(one, reply, challengeOf(requests.at(-1))) };
    results.push(result);
    options.onResult?.(result);
    if (results.length === 1 && "refused" in reply && reply.refused) break;
  }
  return results;
}

/** The challenge that a probe asks to hear again. */
function challengeOf(request: LabRequest | undefined): string | undefined {
  const text = new TextDecoder().decode(request?.body);
  return /"challenge":"([^"\\]*)"/.exec(text)?.[1];
}
