import type { Clock, StreamAnswer, TransportAnswer, TransportRequest } from "../abi/index.js";
import type { Send } from "./exchange.js";
import type { Hooks } from "./hooks.js";
import { withAttempt } from "./layers/attempt.js";
import { withAuth } from "./layers/auth.js";
import { withConcurrency } from "./layers/concurrency.js";
import { withRetry } from "./layers/retry.js";
import type { Settings } from "./options.js";
import type { TokenSource } from "./token-source.js";

/** Characters, and milliseconds, after which no more of a stream's refusal is read. */
const REFUSAL_LENGTH = 65_536;
const REFUSAL_MS = 5_000;

/** The layers of a call, outermost first: retry, concurrency, auth, attempt, transport. */
export function callStack(settings: Settings, source: TokenSource, hooks: Hooks): Send {
  const { transport, clock, random, retry: policy } = settings;
  const carried = withAuth(withAttempt(transport, clock, settings.apiVersion), source, clock);
  return withRetry(withConcurrency(carried, settings.concurrency, clock), { policy, clock, random, hooks });
}

/** The layers of a stream: auth, attempt. Reconnecting is its reader's, and so are the places it takes. */
export function streamStack(
  { streamTransport, clock, apiVersion }: Settings,
  source: TokenSource,
): Send<StreamAnswer | TransportAnswer> {
  const open = async (request: TransportRequest) => {
    const answer = await streamTransport(request);
    return answer.status >= 200 && answer.status < 300 ? answer : readRefusalFrom(answer, clock);
  };
  return withAuth(withAttempt<StreamAnswer | TransportAnswer>(open, clock, apiVersion), source, clock);
}

/** A refusal is a short document even where a stream was asked for. What is late or too long is cut off. */
async function readRefusalFrom(answer: StreamAnswer, clock: Clock): Promise<TransportAnswer> {
  const cancel = clock.schedule(() => answer.close(), REFUSAL_MS);
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of answer.body) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > REFUSAL_LENGTH) break;
    }
  } catch {
    // The status is known; a body that breaks off leaves us with what came of it.
  } finally {
    cancel();
    answer.close();
  }
  return { status: answer.status, headers: answer.headers, body: text };
}
