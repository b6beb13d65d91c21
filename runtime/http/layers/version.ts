import { type Send, withHeaders } from "../exchange.js";
import { versionHeader } from "../wire.js";

/** Puts the API version on every request. The one place that does. */
export function withVersion<Answer>(next: Send<Answer>, apiVersion: string): Send<Answer> {
  const header = { [versionHeader]: apiVersion };
  return (request, exchange) => next(withHeaders(request, header), exchange);
}
