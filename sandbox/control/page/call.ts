import { fieldsOf, given } from "../../json.js";
import { redact } from "../../log.js";
import { invalidInput } from "../../refusal.js";
import type { WireAnswer, WireRequest } from "../../wire.js";
import type { Sandbox } from "../../sandbox.js";
import { brand, operations } from "../../spec.js";
import type { PageAnswer } from "./types.js";

/** How long an answer is waited for, milliseconds: a fault may see to it that none ever comes. */
const patienceMs = 10_000;

/**
 * Calls a route as an App would, with a credential of that App which nobody gets to see.
 *
 * @throws SandboxRefusal for fields that are no request, and where no answer came
 */
export async function callRoute(
  sandbox: Sandbox,
  { appId, operation, method, path, body }: Readonly<Record<string, unknown>>,
): Promise<PageAnswer> {
  if (typeof method !== "string" || typeof path !== "string" || !path.startsWith("/"))
    throw invalidInput("A call needs method and path, and a path begins with a slash.");
  const token = sandbox.tokenOf(String(appId));
  const text = typeof body === "string" && body !== "" ? body : undefined;
  const request: WireRequest = {
    method,
    url: sandbox.baseUrl + path,
    headers: given({
      [brand.versionHeader]: sandbox.assumptions.apiVersion,
      authorization: token === undefined ? undefined : `Bearer ${token}`,
      "content-type": text === undefined ? undefined : "application/json",
    }),
    signal: AbortSignal.timeout(patienceMs),
    ...given({ body: text }),
  };
  const startedMs = sandbox.clock.monotonicMs();
  const { status, headers, body: answer } = await answerTo(sandbox, request, operation === operations.openStream.id);
  const tookMs = sandbox.clock.monotonicMs() - startedMs;
  return { status, headers, body: redact(answer), tookMs, number: sandbox.log.last("request")?.number ?? 0 };
}

/** The answer; of a stream its first bytes, and then it is closed. */
async function answerTo(sandbox: Sandbox, request: WireRequest, isStream: boolean): Promise<WireAnswer> {
  try {
    if (!isStream) return await sandbox.request(request);
    const { status, headers, body, close } = await sandbox.openStream(request);
    for await (const chunk of body) {
      close();
      return { status, headers, body: new TextDecoder().decode(chunk) };
    }
    return { status, headers, body: "" };
  } catch (error) {
    throw invalidInput(`No answer: ${String(fieldsOf(error)["message"] ?? error)}`);
  }
}
