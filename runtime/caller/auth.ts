import type {
  Clock,
  Credential,
  Credentials,
  Operation,
  SecurityScheme,
  Service,
  TransportRequest,
} from "../abi/index.js";
import {
  ArgumentError,
  type HttpCall,
  inTime,
  isAtHome,
  type Next,
  redactorOf,
  sentCredential,
  TransportFailure,
  wrong,
} from "../http/parts.js";
import type { OAuthTokens } from "./oauth.js";

/** What the auth middleware needs. */
export interface AuthTools {
  readonly service: Service | undefined;
  readonly credentials: Credentials | undefined;
  readonly tokens: OAuthTokens;
  readonly clock: Clock;
}

const BEARER: SecurityScheme = { type: "http", scheme: "bearer" };

/** A scheme that a request needs, with its credential. */
interface Use {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly credential: Credential;
}

/**
 * Adds the credentials of the first alternative of the operation's security that has all of them. Adds none where an
 * alternative needs none and no other has all.
 */
export function authorizing({ service, credentials, tokens, clock }: AuthTools) {
  return async <Got extends { readonly status: number }>(call: HttpCall, next: Next<Got>): Promise<Got> => {
    const uses = usesOf(call.operation, service, credentials);
    if (uses.length === 0 || !isAtHome(call)) return next(call);
    const asked = uses.map(({ name, scheme, credential }) =>
      textOf(name, scheme, credential, { tokens, baseUrl: call.baseUrl }),
    );
    const isKnown = asked.every((one): one is string => typeof one === "string");
    const texts = isKnown ? asked : await inTime(gathered(asked), call, clock);
    const secrets = [...texts, ...uses.flatMap(secretsOf)].filter(({ length }) => length >= SHORTEST_SECRET);
    const redactors = secrets.map(redactorOf);
    const request = uses.reduce((one, use, index) => withText(one, use, texts[index] ?? ""), call.request);
    const own = request.headers === call.request.headers ? undefined : request.headers["authorization"];
    call.progress.credential = sentCredential(own, (text) => redactors.reduce((clean, redact) => redact(clean), text));
    const answer = await next({ ...call, request });
    // A token may end before it expires: the next call asks for another.
    if (answer.status === 401) texts.forEach(tokens.forget);
    return answer;
  };
}

function usesOf(
  operation: Operation,
  service: Service | undefined,
  credentials: Credentials | undefined,
): readonly Use[] {
  if (operation.auth === false || (credentials === undefined && service === undefined)) return [];
  const wanted = operation.security ?? service?.security ?? [];
  if (wanted.length === 0) {
    const isOne = credentials !== undefined && isCredential(credentials);
    return isOne ? [{ name: "bearer", scheme: BEARER, credential: credentials }] : [];
  }
  // The certificate of mutual TLS is a matter of the transport.
  const alternatives = wanted.map((one) =>
    Object.keys(one).filter((name) => service?.securitySchemes[name]?.type !== "mutualTLS"),
  );
  for (const names of alternatives) {
    const uses = names.flatMap((name): Use[] => {
      const credential = credentialOf(credentials, name);
      return credential === undefined ? [] : [{ name, scheme: service?.securitySchemes[name] ?? BEARER, credential }];
    });
    if (uses.length > 0 && uses.length === names.length) return uses;
  }
  if (alternatives.some((names) => names.length === 0)) return [];
  const either = alternatives.map((names) => names.join(" and ")).join(", or ");
  throw wrong(operation, `no credential was passed; it takes ${either}`);
}

function isCredential(credentials: Credentials): credentials is Credential {
  if (typeof credentials !== "object") return true;
  const { username, clientId }: { readonly username?: unknown; readonly clientId?: unknown } = credentials;
  return typeof username === "string" || typeof clientId === "string";
}

function credentialOf(credentials: Credentials | undefined, scheme: string): Credential | undefined {
  if (credentials === undefined || isCredential(credentials)) return credentials;
  return Object.hasOwn(credentials, scheme) ? credentials[scheme] : undefined;
}

/** Characters of the shortest secret that is taken out of messages: shorter ones occur in ordinary words. */
const SHORTEST_SECRET = 6;

function secretsOf({ credential }: Use): readonly string[] {
  if (typeof credential !== "object") return [];
  return ["username" in credential ? credential.password : credential.clientSecret];
}

/** All texts. Throws where one fails: the call is not sent. */
async function gathered(asked: readonly (string | Promise<string>)[]): Promise<readonly string[]> {
  try {
    return await Promise.all(asked.map(async (text) => text));
  } catch (cause) {
    throw new TransportFailure("credential", "no credential", { cause });
  }
}

function textOf(
  name: string,
  scheme: SecurityScheme,
  credential: Credential,
  { tokens, baseUrl }: { readonly tokens: OAuthTokens; readonly baseUrl: string },
): string | Promise<string> {
  if (typeof credential === "string") return credential;
  if (typeof credential === "function") return Promise.resolve().then(credential);
  if ("username" in credential) return base64(`${credential.username}:${credential.password}`);
  if (scheme.type !== "oauth2" || scheme.tokenUrl === undefined)
    throw new ArgumentError(`the scheme ${name} offers no token for an id and a secret`);
  // One without a host is of the service.
  return tokens.tokenFor(name, new URL(scheme.tokenUrl, `${baseUrl}/`).href, credential);
}

/** Base64 of the text in UTF-8, which RFC 7617 allows. */
function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

/** The request with the text in the place that the scheme names. */
function withText(request: TransportRequest, { scheme }: Use, text: string): TransportRequest {
  const withHeader = (header: string, value: string): TransportRequest => {
    const name = header.toLowerCase();
    // The one of middleware stays.
    if (name !== "cookie" && Object.keys(request.headers).some((one) => one.toLowerCase() === name)) return request;
    return { ...request, headers: { ...request.headers, [name]: value } };
  };
  if (scheme.type !== "apiKey") return withHeader("authorization", `${schemeWord(scheme)} ${text}`);
  if (scheme.in === "header") return withHeader(scheme.name, text);
  const pair = `${encodeURIComponent(scheme.name)}=${encodeURIComponent(text)}`;
  if (scheme.in === "query")
    return { ...request, url: `${request.url}${request.url.includes("?") ? "&" : "?"}${pair}` };
  const others = request.headers["cookie"];
  return withHeader("cookie", others === undefined ? pair : `${others}; ${pair}`);
}

function schemeWord(scheme: SecurityScheme): string {
  if (scheme.type !== "http") return "Bearer";
  return scheme.scheme.charAt(0).toUpperCase() + scheme.scheme.slice(1);
}
