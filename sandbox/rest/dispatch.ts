import type { Platform } from "../platform.js";
import { invalidInput, missingCredential, SandboxRefusal } from "../refusal.js";
import { readBearer, requireBearer } from "../rules/credentials.js";
import { brand, sandboxHeader } from "../spec.js";
import { checkRefusal, checkRequest } from "../validation.js";
import type { Actor, CredentialRecord, Json } from "../world/records.js";
import { readBody } from "./body.js";
import { noContent, type RestCall, type RestResult } from "./call.js";
import { handlers } from "./handlers/index.js";
import { listSigningKeys, mailboxExpired } from "./handlers/events.js";
import { matchRoute, pathOnly, type Match, type RouteTable } from "./routes.js";
import type { WireAnswer, WireRequest } from "./wire.js";

/** A request recognized and let in. */
export interface Admitted {
  readonly match: Match;
  /** Absent on the public route. */
  readonly credential?: CredentialRecord;
  readonly body: { readonly [key: string]: Json };
}

/** What a request asks for, or why that is refused. */
export type Recognized = { readonly match: Match } | { readonly refusal: SandboxRefusal };

/** Recognizes a request by its method and address alone. */
export function recognize(routes: RouteTable, { method, url }: WireRequest): Recognized {
  try {
    refuseForeignRoutes(url);
    return { match: matchRoute(routes, method, url) };
  } catch (error) {
    if (error instanceof SandboxRefusal) return { refusal: error };
    throw error;
  }
}

/** Checks credential, version and body of a request; refuses what does not fit. */
export function admit(platform: Platform, recognized: Recognized, request: WireRequest): Admitted {
  if ("refusal" in recognized) throw recognized.refusal;
  const { match } = recognized;
  const credential = match.operation.auth === false ? undefined : authenticate(platform, match, request);
  if ((request.headers[brand.versionHeader] ?? "") === "") {
    throw invalidInput(`The header ${brand.versionHeader} is required.`);
  }
  const { bodyLimitBytes } = platform.settings.parameters;
  const body = readBody(request.body, request.headers["content-type"], bodyLimitBytes);
  checkRequest(match, body, platform.settings.readings);
  return { match, body, ...(credential === undefined ? {} : { credential }) };
}

/**
 * Routes that exist in the product and refuse every credential of an App. Their real paths are not documented; these
 * stand for the documented kinds, so that a client can meet the refusal.
 */
const foreignRoutes: readonly RegExp[] = [
  /^\/api\/conversas(\/|$)/,
  /^\/api\/servidores\/[^/]+\/(castigos|categorias|ordem)(\/|$)/,
  /^\/api\/anexos(\/|$)/,
  /^\/api\/apps\/me\/configuracao(\/|$)/,
];

function refuseForeignRoutes(url: string): void {
  const path = pathOnly(url);
  if (foreignRoutes.some((pattern) => pattern.test(path))) {
    throw new SandboxRefusal(401, "SANDBOX_BEARER_REFUSED", "This route takes no credential of an App.");
  }
}

/** A mailbox has no farewell: reading it with a credential that died says that it is gone. */
function authenticate(platform: Platform, { operation, query }: Match, request: WireRequest): CredentialRecord {
  const header = request.headers["authorization"];
  if (operation.id !== "readMailbox") return requireBearer(platform, header);
  const bearer = readBearer(platform, header);
  if (bearer.kind === "none") throw missingCredential();
  if (bearer.kind === "dead") {
    throw platform.hub.mailboxes.wasOf(bearer.credential.appId, query["mailbox"] ?? "")
      ? mailboxExpired()
      : missingCredential();
  }
  return bearer.credential;
}

/** Carries out a request that was let in. Everything it changes has changed when it returns. */
export function perform(platform: Platform, { match, credential, body }: Admitted, request: WireRequest): RestResult {
  if (credential === undefined) return listSigningKeys(platform);
  const handler = handlers[match.operation.id];
  if (handler === undefined) throw new Error(`the sandbox has no handler for ${match.operation.id}`);
  const app: Actor = { kind: "app", id: credential.appId };
  const call: RestCall = {
    platform,
    app,
    credential,
    path: match.path,
    query: match.query,
    body,
    headers: request.headers,
  };
  return handler(call);
}

/** A result as an answer on the wire. */
export function answerOf(platform: Platform, { status, body }: RestResult): WireAnswer {
  if (status === noContent.status) return { status, headers: commonHeaders(platform), body: "" };
  return { status, headers: { ...commonHeaders(platform), ...jsonHeader }, body: JSON.stringify(body) };
}

/** A refusal as an answer on the wire, in the shape and with the wait format that the readings ask for. */
export function refusalAnswer(platform: Platform, refusal: SandboxRefusal): WireAnswer {
  const { status, code, message, extras, headers } = refusal;
  const { errorBodyShape, retryAfterFormat } = platform.settings.readings;
  const flat = { code, message, ...extras };
  const body = errorBodyShape === "nested" ? { error: flat } : flat;
  checkRefusal(body);
  const seconds = headers["retry-after"];
  const date = seconds === undefined ? "" : new Date(platform.clock.now() + Number(seconds) * 1000).toUTCString();
  const wait = seconds === undefined ? {} : { "retry-after": retryAfterFormat === "date" ? date : seconds };
  return {
    status,
    headers: { ...commonHeaders(platform), ...jsonHeader, ...headers, ...wait },
    body: JSON.stringify(body),
  };
}

const jsonHeader = { "content-type": "application/json" };

/** Marks every answer as the sandbox's, and says what time it is here. */
export function commonHeaders(platform: Platform): Readonly<Record<string, string>> {
  const nowMs = platform.clock.now() + platform.faults.skewMs;
  return { date: new Date(nowMs).toUTCString(), [sandboxHeader]: "1" };
}
