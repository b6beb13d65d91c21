import { UsageError } from "./usage-error.js";

/** An http(s) address from the command line, without a credential in it; `what` names where it was given. */
export function httpUrl(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const shown = JSON.stringify(text.replace(/\/\/.*@/, "//…@")); // what stands before an @ may be a password
    throw new UsageError(`${what} needs an http(s) URL such as http://localhost:8080/interactions, got ${shown}`);
  }
  if (url.username !== "" || url.password !== "")
    throw new UsageError(`${what} takes a URL without a user name or password in it`);
  return url;
}
