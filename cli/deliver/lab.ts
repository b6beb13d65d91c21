import { type LabCase, type LabKit, type LabRequest } from "../../testing/delivery/index.js";
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

/**
 * Plays cases against an endpoint, one after another, and gives what came of each. Where nobody listens, the first only;
 * where plain good deliveries all get the same refusal, no further ones: that it refuses bad ones too would prove nothing.
 */
export async function runLab(options: LabOptions): Promise<readonly LabResult[]> {
  const results: LabResult[] = [];
  for (const one of options.cases) {
    if (!isPlain(one) && results.length > 1 && refusesAlike(results)) break;
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

const isPlain = ({ id }: LabCase): boolean => id.startsWith("good-");

/** Whether everything so far was plain and good, and got one status that is no success. */
function refusesAlike(results: readonly LabResult[]): boolean {
  const statuses = new Set(results.map(({ reply }) => ("status" in reply ? reply.status : undefined)));
  const [status, ...others] = statuses;
  if (status === undefined || others.length > 0 || (status >= 200 && status < 300)) return false;
  return results.every((result) => isPlain(result.case));
}

/** The challenge that a probe asks to hear again. */
function challengeOf(request: LabRequest | undefined): string | undefined {
  const text = new TextDecoder().decode(request?.body);
  return /"challenge":"([^"\\]*)"/.exec(text)?.[1];
}
