import type { IncomingMessage, ServerResponse, IncomingHttpHeaders } from "node:http";
import { readText, writeAnswer, type RequestHandler } from "../http.js";
import { readBody } from "../rest/call.js";
import type { Sandbox } from "../sandbox.js";
import {
  ControlError,
  refusal,
  type ControlAnswer,
  type LiveAnswer,
  replayRoute,
  routes,
  type ControlRoute,
} from "./routes.js";
import { type ControlCall, controlHeader } from "./calls.js";
import { Clicks } from "./clicks.js";
import { pageFeed } from "./page/feed.js";
import { pageRoutes } from "./page/routes.js";
import { isLoopbackHost } from "../delivery/address.js";

const bodyBytes = 1_048_576;
/** A snapshot or a recording may be larger than anything else that is sent here. */
const fileBytes = 268_435_456;

/**
 * The control interface: portal actions, acts of people, faults, clock and log over HTTP, for programs in any language,
 * and the page that shows them. Anybody who reaches it owns the sandbox, so it answers only callers on this machine, and
 * of web pages only its own.
 */
export function controlHandler(sandbox: Sandbox, replay: (recording: string) => Promise<string>): RequestHandler {
  const feed = pageFeed(sandbox);
  const table = [...routes(sandbox, new Clicks()), ...pageRoutes(sandbox, feed), replayRoute(replay)];
  return async (incoming, outgoing) => {
    const answer = await answerFor(incoming, table).catch(refusal);
    if (incoming.method !== "GET") feed.changed();
    if (outgoing.destroyed) return;
    if ("live" in answer) writeLive(outgoing, answer);
    else writeAnswer(outgoing, answer.status, { ...pageHeaders, [controlHeader]: "1", ...answer.headers }, answer.body);
  };
}

async function answerFor(
  incoming: IncomingMessage,
  table: readonly ControlRoute[],
): Promise<ControlAnswer | LiveAnswer> {
  const { method = "GET", headers } = incoming;
  const url = new URL(incoming.url ?? "/", "http://control.invalid");
  const wantsPage = url.pathname === "/" && (headers.accept ?? "").includes("text/html");
  refuseStrangers(headers, method === "GET" && url.pathname === "/");
  const found = find(table, method, url.pathname);
  if (found === undefined) throw new ControlError(404, `there is no ${method} ${url.pathname} here`);
  const { route, path } = found;
  const text = await readText(incoming, route.takesFile === true ? fileBytes : bodyBytes);
  if (text === undefined) throw new ControlError(413, "the body is too large");
  const fields = route.takesFile === true ? {} : readBody(text, headers["content-type"], bodyBytes);
  const call: ControlCall = { path, query: url.searchParams, fields, text, wantsPage };
  return route.answer(call);
}

function find(
  table: readonly ControlRoute[],
  method: string,
  pathname: string,
): { readonly route: ControlRoute; readonly path: Readonly<Record<string, string>> } | undefined {
  const parts = pathname.split("/");
  for (const route of table) {
    const [verb, pattern = ""] = route.on.split(" ");
    const wanted = pattern.split("/");
    if (verb !== method || wanted.length !== parts.length) continue;
    if (!wanted.every((part, at) => part.startsWith(":") || part === parts[at])) continue;
    const names = wanted.flatMap((part, at) =>
      part.startsWith(":") ? [[part.slice(1), decoded(parts[at] ?? "")]] : [],
    );
    // Each entry is a pair of texts.
    return { route, path: Object.fromEntries(names) as Record<string, string> };
  }
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ControlError(400, `${part} is not part of a path`);
  }
}

/** How often a line that says nothing is shown to be alive, milliseconds. */
const aliveMs = 15_000;

function writeLive(outgoing: ServerResponse, { live }: LiveAnswer): void {
  outgoing.writeHead(200, {
    ...pageHeaders,
    [controlHeader]: "1",
    "content-type": "text/event-stream",
    "cache-control": "no-store",
  });
  outgoing.flushHeaders();
  const end = live((text) => void outgoing.write(text));
  const alive = setInterval(() => outgoing.write(": alive\n\n"), aliveMs);
  alive.unref();
  outgoing.on("close", () => {
    clearInterval(alive);
    end();
  });
}

/**
 * A page in a browser can reach loopback too. One of another origin gives itself away: by its `Origin`, by
 * `Sec-Fetch-Site`, or by a host name of its own that leads here. The sandbox's own page comes from the same address
 * that it asks. Opening that page by a link is the one thing a browser may do from elsewhere.
 *
 * @throws ControlError 403 for everybody else
 */
export function refuseStrangers(headers: IncomingHttpHeaders, opensPage: boolean): void {
  const { host = "", origin } = headers;
  const isHere = isLoopbackHost(host.replace(/:\d+$/, ""));
  const isOwn = origin === undefined || origin === `http://${host}`;
  const site = headers["sec-fetch-site"];
  const isSame = site === undefined || site === "same-origin" || site === "none";
  const isLink = opensPage && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  if (!isHere || !isOwn || !(isSame || isLink))
    throw new ControlError(403, "the control interface serves programs on this machine only, and its own page");
}

/** What a browser may do with an answer: nothing of another origin is loaded, framed or told of. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
