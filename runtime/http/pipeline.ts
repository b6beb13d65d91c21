import type { Clock, StreamAnswer, TransportAnswer } from "../abi/index.js";
import type { HttpCall } from "./call.js";
import { compose, type HttpNext, piecesOf } from "./middleware.js";
import { attempting } from "./middleware/attempt.js";
import { authenticating } from "./middleware/auth.js";
import { limiting, permits } from "./middleware/limits.js";
import { retrying } from "./middleware/retry.js";
import type { Settings } from "./options.js";
import { type HttpDiagnostics, reportBudgetEmpty, reportRetry } from "./report.js";
import type { TokenSource } from "./credential.js";

/** Limits, in characters and milliseconds, on reading the refusal of a stream. */
const REFUSAL_LENGTH = 65_536;
const REFUSAL_MS = 5_000;

/**
 * The pipeline of every call, outermost first: the user's middleware around the call, retry, limits, auth, the user's
 * middleware around each attempt, attempt, transport.
 */
export function callPipeline(settings: Settings, source: TokenSource, diagnostics: HttpDiagnostics): HttpNext {
  const { clock, retry: policy, transport, middleware } = settings;
  const retry = retrying({
    ...settings,
    policy,
    budget: settings.retryBudget,
    onRetry: (call, retried) => {
      if (diagnostics.active) reportRetry(diagnostics, call, retried);
    },
    onBudgetEmpty: reportBudgetEmpty(diagnostics, clock),
  });
  const limits = limiting({
    ...settings,
    permits: permits(settings.concurrency, clock),
    memory: settings.rateLimits,
    scope: settings.rateLimitScope,
    leastMs: policy.baseMs,
  });
  const ofCall = [retry, limits, authenticating(source, clock)];
  const pieces = piecesOf(clock, middleware, ofCall, [attempting(settings)]);
  return compose(pieces, ({ request }) => transport(request));
}

/** The pipeline of opening a stream: auth, attempt. The reader of the stream limits and repeats connections. */
export function streamPipeline(settings: Settings, source: TokenSource): HttpNext<StreamAnswer | TransportAnswer> {
  const { streamTransport, clock } = settings;
  const auth = authenticating(source, clock);
  const attempt = attempting(settings);
  const open = async ({ request }: HttpCall) => {
    const answer = await streamTransport(request);
    return answer.status >= 200 && answer.status < 300 ? answer : readRefusalFrom(answer, clock);
  };
  return async (call) => auth<StreamAnswer | TransportAnswer>(call, async (one) => attempt(one, open));
}

/** Reads the refusal of a stream as a text. A late or long one is cut off. */
export async function readRefusalFrom(answer: StreamAnswer, clock: Clock): Promise<TransportAnswer> {
  const cancel = clock.schedule(() => answer.close(), REFUSAL_MS);
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of answer.body) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > REFUSAL_LENGTH) break;
    }
  } catch {
    // The status is known; of a body that breaks off, what has arrived is kept.
  } finally {
    cancel();
    answer.close();
  }
  return { status: answer.status, headers: answer.headers, body: text };
}
