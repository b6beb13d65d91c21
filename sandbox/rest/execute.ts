import { redact } from "../log.js";
import { log, type Tx } from "../machine/tx.js";
import { SandboxRefusal } from "../refusal.js";
import { readBearer, spendCall } from "../rules/credentials.js";
import { checkAnswer } from "../validation.js";
import {
  admit,
  answerOf,
  perform,
  recognize,
  refusalAnswer,
  type Admitted,
  commonHeaders,
  pathOnly,
} from "./dispatch.js";
import type { WireAnswer, WireRequest } from "../wire.js";
import type { StreamFault } from "../faults/shapes.js";
import { openStream } from "../gateway/connections.js";
import { familiesOf } from "./handlers/index.js";

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
export function execute(tx: Tx, request: WireRequest): Execution {
  let admitted: Admitted | undefined;
  let execution: Execution;
  const recognized = recognize(tx.settings.assumptions.reactionRoute, request);
  try {
    admitted = admit(tx, recognized, request);
    spendCall(tx, admitted.credential?.appId);
    const result = perform(tx, admitted, request);
    checkAnswer(admitted.match.operation.id, result);
    execution = { answer: answerOf(tx, result) };
  } catch (error) {
    execution = refused(tx, error);
  }
  const operation = "match" in recognized ? recognized.match.operation.id : undefined;
  const appId = admitted === undefined ? refusedAppOf(tx, request) : admitted.credential?.appId;
  logRequest(tx, request, { ...execution, operation, appId });
  return { ...execution, operation, appId };
}

/** The App whose request was refused before it was let in, where its credential says so. */
function refusedAppOf(tx: Tx, { headers }: WireRequest): string | undefined {
  const bearer = readBearer(tx, headers["authorization"]);
  return bearer.kind === "none" ? undefined : bearer.credential.appId;
}

export function refused(tx: Tx, error: unknown): Execution {
  if (error instanceof SandboxRefusal) return { answer: refusalAnswer(tx, error), code: error.code };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log(tx, "bug", text, { error });
  const refusal = new SandboxRefusal(500, "SANDBOX_BUG", "The sandbox made a mistake; its log says which.");
  return { answer: refusalAnswer(tx, refusal), code: refusal.code };
}

const loggedCharacters = 4096;

export function logRequest(tx: Tx, request: WireRequest, { answer, operation, appId, code }: Execution): void {
  const path = pathOnly(request.url);
  const text = `${request.method} ${path} -> ${answer.status}${code === undefined ? "" : ` ${code}`}`;
  const { authorization, ...others } = request.headers;
  // A credential may turn up anywhere in what a careless client sends.
  const headers = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, redact(value)]));
  log(tx, "request", text, {
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
    answer: redact(answer.body).slice(0, loggedCharacters),
  });
}

/** What a request for a stream comes to. */
export type Opened =
  | { readonly kind: "answer"; readonly answer: WireAnswer }
  | {
      readonly kind: "stream";
      readonly connectionId: string;
      readonly headers: Readonly<Record<string, string>>;
      /** The line breaks after that many bytes. */
      readonly cutAfterBytes?: number;
    };

/** Opens a stream, under the faults that struck it, or says why not. */
export function openByRequest(tx: Tx, request: WireRequest, faults: readonly StreamFault[]): Opened {
  try {
    return open(tx, request, faults);
  } catch (error) {
    const execution = { ...refused(tx, error), operation: "openStream" };
    logRequest(tx, request, execution);
    return { kind: "answer", answer: execution.answer };
  }
}

function open(tx: Tx, request: WireRequest, faults: readonly StreamFault[]): Opened {
  const { match, credential } = admit(tx, recognize(tx.settings.assumptions.reactionRoute, request), request);
  if (credential === undefined) throw new Error("the stream needs a credential");
  const { appId, id: credentialId } = credential;
  const families = familiesOf(match.query);
  const connectionId = openStream(
    tx,
    { appId, credentialId, families },
    {
      lastEventId: request.headers["last-event-id"],
      outOfWindow: faults.some((fault) => fault.effect === "out-of-window"),
      silent: faults.some((fault) => fault.effect === "silent"),
      repeat: faults.reduce((most, fault) => (fault.effect === "duplicate" ? Math.max(most, fault.events) : most), 0),
    },
  );
  const type = faults.find((fault) => fault.effect === "content-type")?.value ?? "text/event-stream; charset=utf-8";
  const headers = { ...commonHeaders(tx), "content-type": type, "cache-control": "no-store" };
  logRequest(tx, request, { answer: { status: 200, headers, body: "" }, operation: "openStream", appId });
  const cut = faults.find((fault) => fault.effect === "cut-after")?.bytes;
  return { kind: "stream", headers, connectionId, ...(cut === undefined ? {} : { cutAfterBytes: cut }) };
}
