import { redact } from "../log.js";
import type { Platform } from "../platform.js";
import { SandboxRefusal } from "../refusal.js";
import { checkAnswer } from "../validation.js";
import { admit, answerOf, perform, refusalAnswer, type Admitted, type Recognized } from "./dispatch.js";
import { pathOnly } from "./routes.js";
import type { WireAnswer, WireRequest } from "./wire.js";

/** A request carried out, and what it turned out to be. */
export interface Execution {
  readonly answer: WireAnswer;
  readonly operation?: string | undefined;
  readonly appId?: string | undefined;
  readonly code?: string | undefined;
}

/**
 * Carries out one request: from a plain record to a plain record, with no I/O in between. A mistake of the sandbox's
 * own becomes a 500 and an entry of kind "bug" in the log.
 */
export function execute(platform: Platform, recognized: Recognized, request: WireRequest): Execution {
  let admitted: Admitted | undefined;
  let execution: Execution;
  try {
    admitted = admit(platform, recognized, request);
    platform.rates.spend(admitted.credential?.appId);
    const result = perform(platform, admitted, request);
    checkAnswer(admitted.match.operation.id, result);
    execution = { answer: answerOf(platform, result) };
  } catch (error) {
    execution = refused(platform, error);
  }
  const operation = admitted?.match.operation.id;
  const appId = admitted?.credential?.appId;
  logRequest(platform, request, { ...execution, operation, appId });
  return { ...execution, operation, appId };
}

/** The answer for whatever was thrown. */
export function refused(platform: Platform, error: unknown): Execution {
  if (error instanceof SandboxRefusal) return { answer: refusalAnswer(platform, error), code: error.code };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  platform.log.add("bug", text, { error });
  const refusal = new SandboxRefusal(500, "SANDBOX_BUG", "The sandbox made a mistake; its log says which.");
  return { answer: refusalAnswer(platform, refusal), code: refusal.code };
}

/** Bodies are logged up to here. */
const loggedCharacters = 4096;

export function logRequest(
  platform: Platform,
  request: WireRequest,
  { answer, operation, appId, code }: Execution,
): void {
  const path = pathOnly(request.url);
  const text = `${request.method} ${path} -> ${answer.status}${code === undefined ? "" : ` ${code}`}`;
  const { authorization, ...others } = request.headers;
  // A credential may turn up anywhere in what a careless client sends.
  const headers = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, redact(value)]));
  platform.log.add("request", text, {
    operation,
    appId,
    method: request.method,
    path: redact(path),
    query: redact(request.url.slice(request.url.indexOf("?") + 1 || request.url.length)),
    headers,
    authorized: authorization !== undefined,
    body: request.body === undefined ? undefined : redact(request.body).slice(0, loggedCharacters),
    status: answer.status,
    code,
    answer: answer.body.slice(0, loggedCharacters),
  });
}
