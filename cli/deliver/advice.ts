import type { LabResult } from "./lab.js";

/** What the command knows of the endpoint besides its answers. */
export interface Situation {
  readonly url: URL;
  readonly appId: string;
  /** Where the public keys are served meanwhile, and how often they were asked for; undefined: nowhere. */
  readonly served: { readonly url: string; readonly asked: () => number } | undefined;
}

/**
 * What to do when all deliveries that are good came to the same end, one mistake of the setup, said once; or when
 * anybody can sign for the endpoint.
 */
export function adviceFor(results: readonly LabResult[], situation: Situation): string | undefined {
  if (took(results, "key-unknown") && !took(results, "key-borrowed"))
    return "The endpoint trusts a key whose private half everybody knows, that of the vectors: anybody can sign for it.";
  const { host, pathname } = situation.url;
  const replies = results.filter(({ case: { expect } }) => expect !== "refuse").map(({ reply }) => reply);
  const [first] = replies;
  if (first === undefined) return undefined;
  if ("failed" in first) return first.refused ? `Nothing listens at ${host}: start the endpoint first.` : undefined;
  if (!replies.every((reply) => "status" in reply && reply.status === first.status)) return undefined;
  if (first.status === 404) return `A server answers at ${host}, but not for ${pathname}: is that the endpoint's path?`;
  if (first.status >= 500) return failure(first.status);
  return first.status === 401 ? distrust(situation) : undefined;
}

const took = (results: readonly LabResult[], id: string): boolean =>
  results.some((result) => result.case.id === id && result.verdict === "wrong" && "status" in result.reply);

function failure(status: number): string {
  return [
    `Every delivery was answered ${status}: the log of the App says why.`,
    "Is there a body parser, such as express.json(), before the endpoint? It must come after: the signature covers the bytes.",
  ].join("\n");
}

function distrust({ appId, served }: Situation): string {
  const log = "The log of an App says why it refused each of them.";
  if (served !== undefined && served.asked() > 0) {
    return `The endpoint fetched this command's keys and refuses all the same. Is it for App ${appId}, its clock right?\n${log}`;
  }
  const what = `The endpoint does not trust this command's keys, or is not for App ${appId}.`;
  if (served !== undefined)
    return `${what}\nNobody asked for the keys at ${served.url}: point its key route there. ${log}`;
  return [
    `${what} To make it trust them:`,
    '  --keys prints them for fixedKeys(…), from "svc-apps/delivery": new App({ delivery: { keys: fixedKeys(…) } })',
    "  --serve-keys <port> serves them, for an endpoint whose key route can be pointed there",
    log,
  ].join("\n");
}
