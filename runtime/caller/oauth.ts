import type { ClientCredential, Clock, Transport } from "../abi/index.js";
import { isRecord } from "../base/values.js";
import { tryParse } from "../http/answer.js";
import { ArgumentError, isUnencrypted } from "../http/parts.js";

/** Gives tokens for the credentials of a client. */
export interface OAuthTokens {
  /** A token for this scheme: the cached one, or a new one. */
  tokenFor(scheme: string, tokenUrl: string, credential: ClientCredential): Promise<string>;
  /** Drops a token that was refused. */
  forget(token: string): void;
}

interface Held {
  readonly token: Promise<string>;
  /** Set once it has come. */
  text?: string;
  /** On the monotonic clock. */
  usableUntilMs: number;
}

/** Milliseconds before it expires at which a token is no longer used. */
const MARGIN_MS = 30_000;
const DEFAULT_LIFETIME_S = 300;

/** What tokens are fetched with. */
export interface OAuthTools {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Milliseconds for one request. */
  readonly timeoutMs: number;
  /** Bytes of the answer above which it is refused. */
  readonly maxBodyBytes: number;
  /** Whether a secret may travel unencrypted to another machine. */
  readonly allowInsecure: boolean;
}

/** Fetches tokens for credentials of clients and keeps each until it expires. One is good where it came from alone. */
export function createOAuthTokens({
  transport,
  clock,
  timeoutMs,
  maxBodyBytes,
  allowInsecure,
}: OAuthTools): OAuthTokens {
  const held = new Map<string, Held>();
  const tokenFor: OAuthTokens["tokenFor"] = (scheme, tokenUrl, credential) => {
    const { clientId, clientSecret, scopes = [] } = credential;
    const nowMs = clock.monotonicMs();
    for (const [other, { usableUntilMs }] of held) if (usableUntilMs <= nowMs) held.delete(other);
    const key = JSON.stringify([scheme, tokenUrl, credential]);
    const known = held.get(key);
    if (known !== undefined) return known.token;
    if (!allowInsecure && isUnencrypted(new URL(tokenUrl)))
      throw new ArgumentError(`the token address of ${scheme} is http: it needs allowInsecure`);
    const fetched = async (): Promise<string> => {
      const form = new URLSearchParams({ grant_type: "client_credentials" });
      if (scopes.length > 0) form.set("scope", scopes.join(" "));
      const headers = {
        authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`,
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
      };
      const request = { method: "POST", url: tokenUrl, headers, body: form.toString(), timeoutMs, maxBodyBytes };
      const { status, body } = await transport(request);
      const answer = tryParse(body);
      const { access_token: token, expires_in: lifetimeS } = isRecord(answer) ? answer : {};
      if (status < 200 || status > 299 || typeof token !== "string")
        throw new Error(`the scheme ${scheme} got no token (status ${status})`);
      entry.usableUntilMs =
        clock.monotonicMs() + (typeof lifetimeS === "number" ? lifetimeS : DEFAULT_LIFETIME_S) * 1_000 - MARGIN_MS;
      entry.text = token;
      return token;
    };
    // Calls wait for one request together. A token that could not be fetched is asked for again by the next call.
    const entry: Held = { token: fetched(), usableUntilMs: Infinity };
    held.set(key, entry);
    entry.token.catch(() => held.delete(key));
    return entry.token;
  };
  const forget = (token: string): void => {
    for (const [key, { text }] of held) if (text === token) held.delete(key);
  };
  return { tokenFor, forget };
}
