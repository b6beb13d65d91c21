import { pathOnly } from "../rest/dispatch.js";
import type { ObservedRequest } from "../wire.js";
import { brand, limits } from "../spec.js";
import type { VerdictBook } from "./verdicts.js";

/** A whole credential; that one begins with such words is not a secret. */
const credentialPattern = new RegExp(`\\b${brand.tokenPrefix}\\.[0-9]+\\.[^\\s"&]+`);

/** Judges what every single request shows by itself. */
export function judgeRequest(book: VerdictBook, { request, operation }: ObservedRequest): void {
  const { method, url, headers, body } = request;
  const what = `${method} ${pathOnly(url)}`;
  const { authorization, ...others } = headers;
  const elsewhere = [url, body ?? "", ...Object.values(others)].some((text) => credentialPattern.test(text));
  book.judge("AUTH-04", !elsewhere, `${what} carries it elsewhere`);
  book.judge("AUTH-19", headers["cookie"] === undefined, `${what} sends cookies`);
  book.judge("VER-01", (headers[brand.versionHeader] ?? "") !== "", `${what} has no ${brand.versionHeader}`);
  book.judge("VER-02", !/[?&](v|version|api[-_]?version)=/i.test(url), `${what} has a version in its query`);
  if (operation === "listSigningKeys") {
    book.judge("AUTH-06", authorization === undefined, `${what} sends the credential`);
  } else {
    book.judge("AUTH-05", /^bearer \S+$/i.test(authorization ?? ""), `${what} has no bearer credential`);
  }
  const announced = /^application\/json\b/i.test(headers["content-type"] ?? "");
  const type = headers["content-type"] ?? "none";
  book.judge("GEN-10", announced === (body !== undefined), `${what}: content type ${type}`);
  if (operation === "openStream" || operation === "openMailbox") {
    book.judge("EVT-02", /[?&]intents=[^&,]/.test(url), `${what} asks for no family`);
  }
}

/** What follows from the order and the times of requests. */
export function judgeSequence(book: VerdictBook, seen: readonly ObservedRequest[]): void {
  judgeConfirmations(book, seen);
  judgeCommands(book, seen);
  judgeMailboxes(book, seen);
}

function judgeConfirmations(book: VerdictBook, seen: readonly ObservedRequest[]): void {
  const done = new Set<string>();
  for (const { operation, request, status } of seen) {
    if (operation !== "confirmInteraction") continue;
    const path = pathOnly(request.url);
    // An attempt that was refused, or got no readable answer, may be made again; one that was taken may not.
    if (status === undefined || status >= 500) continue;
    book.judge("INT-07", !done.has(path), "an interaction was confirmed twice");
    if (status < 300) done.add(path);
  }
}

function judgeCommands(book: VerdictBook, seen: readonly ObservedRequest[]): void {
  const latest = new Map<string, string>();
  for (const { operation, request, status } of seen) {
    if ((operation !== "editCommand" && operation !== "createCommand") || status === undefined || status >= 300)
      continue;
    const key = `${operation} ${pathOnly(request.url)}`;
    if (operation === "editCommand")
      book.judge("CMD-09", latest.get(key) !== request.body, "the same definition was written twice");
    latest.set(key, request.body ?? "");
  }
}

const minuteMs = 60_000;

function judgeMailboxes(book: VerdictBook, seen: readonly ObservedRequest[]): void {
  const reads = new Map<string, { readonly atMs: number; readonly since: string }[]>();
  let lost = false;
  for (const { operation, request, status, atMs } of seen) {
    if (operation === "getMe") lost = false;
    if (operation === "openMailbox" && lost)
      book.judge("BOX-10", false, "another mailbox was opened without a look at the credential");
    if (operation !== "readMailbox") continue;
    const query = new URLSearchParams(request.url.slice(request.url.indexOf("?")));
    const list = reads.get(query.get("mailbox") ?? "") ?? [];
    reads.set(query.get("mailbox") ?? "", [...list, { atMs, since: query.get("since") ?? "" }]);
    if (status === 409) lost = true;
    else if (lost) lost = false;
  }
  for (const list of reads.values()) {
    for (const [at, { atMs, since }] of list.entries()) {
      const before = list[at - 1];
      if (before === undefined) continue;
      const betweenMs = atMs - before.atMs;
      book.judge("BOX-07", betweenMs < limits.mailboxIdleMs, `${Math.round(betweenMs)} ms between two reads`);
      book.judge("BOX-04", Number(since) >= Number(before.since), `since went from ${before.since} to ${since}`);
      const inMinute = list.filter((other) => other.atMs <= atMs && other.atMs > atMs - minuteMs).length;
      book.judge("BOX-11", inMinute <= limits.mailboxReadsPerMinute, `${inMinute} reads in a minute`);
    }
  }
}
