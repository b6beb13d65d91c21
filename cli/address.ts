import { UsageError } from "./frame.js";

/** An http(s) address from the command line; `what` names where it was given. */
export function httpUrl(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(
    `${what} needs an http(s) URL such as http://localhost:8080/interactions, got ${JSON.stringify(text)}`,
  );
}
