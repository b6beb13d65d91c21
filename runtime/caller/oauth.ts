import type { ClientCredential, Clock, Credential, Transport } from "../abi/index.js";
import { isRecord, tryParse } from "../http/answer.js";
import { ArgumentError, isUnencrypted } from "../http/parts.js";

/** Gives tokens for the credentials of a client. */
export interface OAuthTokens {
  /** A token for this scheme: the cached one, or a new one. */
  tokenFor(scheme: string, tokenUrl: string, credential: ClientCredential): Promise<string>;
  /** Drops the token of this scheme and credential, which was refused. */
  forget(scheme: string, credential: Credential): void;
}

interface Held {
  readonly token: Promise<string>;
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

/** Fetches tokens for the credentials of a client, one per scheme, and keeps each until it expires. */
export function createOAuthTokens({
  transport,
  clock,
  timeoutMs,
  maxBodyBytes,
  allowInsecure,
}: OAuthTools): OAuthTokens {
  const held = new Map<string, Held>();
  // One client may call for several others, each with credentials of its own.
  const keyOf = (scheme: string, credential: Credential): string => JSON.stringify([scheme, credential]);
  const tokenFor: OAuthTokens["tokenFor"] = (scheme, tokenUrl, credential) => {
    const { clientId, clientSecret, scopes = [] } = credential;
    const key = keyOf(scheme, credential);
    const known = held.get(key);
    if (known !== undefined && known.usableUntilMs > clock.monotonicMs()) return known.token;
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
      return token;
    };
    // Calls wait for one request together. A token that could not be fetched is asked for again by the next call.
    const entry: Held = { token: fetched(), usableUntilMs: Infinity };
    held.set(key, entry);
    entry.token.catch(() => held.delete(key));
    return entry.token;
  };
  return { tokenFor, forget: (scheme, credential) => void held.delete(keyOf(scheme, credential)) };
}
