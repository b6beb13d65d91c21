import type { Clock, WebFetch } from "../abi/index.js";
import { isRecord } from "../http/answer.js";
import { TransportFailure } from "../http/parts.js";
import type { ClientCredential } from "./auth.js";

/** Gives tokens for the credentials of a client. */
export interface OAuthTokens {
  /** A token for this scheme: the one that is held, or a new one. */
  tokenFor(scheme: string, tokenUrl: string, credential: ClientCredential): Promise<string>;
  /** The token of this scheme was refused. */
  forget(scheme: string): void;
}

interface Held {
  readonly token: Promise<string>;
  /** On the clock that never goes backward. */
  usableUntilMs: number;
}

/** Milliseconds before its end at which a token is no longer used. */
const MARGIN_MS = 30_000;
const DEFAULT_LIFE_S = 300;

/** Gets tokens for the credentials of a client, one for each scheme at a time, and keeps them until they end. */
export function createOAuthTokens(send: WebFetch, clock: Clock): OAuthTokens {
  const held = new Map<string, Held>();
  const tokenFor: OAuthTokens["tokenFor"] = (scheme, tokenUrl, { clientId, clientSecret, scopes = [] }) => {
    const known = held.get(scheme);
    if (known !== undefined && known.usableUntilMs > clock.monotonicMs()) return known.token;
    const fetched = async (): Promise<string> => {
      const body = new URLSearchParams({ grant_type: "client_credentials" });
      if (scopes.length > 0) body.set("scope", scopes.join(" "));
      const authorization = `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`;
      const response = await send(tokenUrl, {
        method: "POST",
        body,
        headers: { authorization, accept: "application/json" },
      });
      const answer: unknown = await response.json().catch(() => undefined);
      const { access_token: token, expires_in: lifeS } = isRecord(answer) ? answer : {};
      if (!response.ok || typeof token !== "string")
        throw new TransportFailure(
          "credential",
          `the scheme ${scheme} got no token: the answer had status ${response.status}`,
        );
      entry.usableUntilMs =
        clock.monotonicMs() + (typeof lifeS === "number" ? lifeS : DEFAULT_LIFE_S) * 1_000 - MARGIN_MS;
      return token;
    };
    // While it is being had, everybody waits for the same; one that could not be had is asked for again.
    const entry: Held = { token: Promise.resolve().then(fetched), usableUntilMs: Infinity };
    held.set(scheme, entry);
    entry.token.catch(() => held.delete(scheme));
    return entry.token;
  };
  return { tokenFor, forget: (scheme) => void held.delete(scheme) };
}
