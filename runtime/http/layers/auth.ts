import type { TransportAnswer } from "../../abi/index.js";
import { refusesWith } from "../answer.js";
import { Credential } from "../credential.js";
import { type Send, withHeaders } from "../exchange.js";
import type { TokenSource } from "../token-source.js";

/**
 * Puts the credential on every request, except where the operation takes none. The one place that does.
 *
 * When the service refuses the credential by code and another one is at hand, the request is sent once more with that
 * one: the refusal proves that nothing was done. A bare 401 proves nothing about the credential and changes nothing.
 */
export function withAuth<Answer extends { readonly status: number }>(
  next: Send<Answer | TransportAnswer>,
  source: TokenSource,
): Send<Answer | TransportAnswer> {
  return async (request, exchange) => {
    if (exchange.operation.auth === false) return next(request, exchange);
    const attempt = (credential: Credential) => {
      exchange.credential = credential;
      return next(withHeaders(request, { authorization: credential.header }), exchange);
    };
    const current = source.current();
    const credential = current instanceof Credential ? current : await current;
    const answer = await attempt(credential);
    if (!isRefusedCredential(answer)) return answer;
    const other = await source.other(credential);
    return other ? attempt(other) : answer;
  };
}

const isRefusedCredential = (answer: { readonly status: number; readonly body?: unknown }) =>
  answer.status >= 400 && typeof answer.body === "string" && refusesWith("MISSING_CREDENTIAL", answer.body);
