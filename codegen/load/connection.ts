import { lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { type FoundAddress, hostOf } from "./private-address.js";

/** An answer, and the address that it came from. */
export interface Answer {
  readonly response: Response;
  readonly address: string;
}

/** Sends one GET to an address, over a connection to one of those that were found for its host. */
export type Connect = (url: URL, found: readonly FoundAddress[], signal: AbortSignal) => Promise<Answer>;

/** Statuses that the web's `Response` takes no body for. */
const BODILESS = new Set([204, 205, 304]);

/** Over `node:http`: `fetch` looks the name up by itself, and may find another address than the one that was checked. */
export const connect: Connect = (url, found, signal) =>
  new Promise((resolve, reject) => {
    const { get } = url.protocol === "https:" ? https : http;
    const headers = { accept: "*/*", "accept-encoding": "identity", connection: "close" };
    get(url, { signal, headers, lookup: pinned(hostOf(url), found) }, (incoming) => {
      const { statusCode: status = 0, headers } = incoming;
      const kept = ["location", "content-encoding"].flatMap((name): [string, string][] => {
        const value = headers[name];
        return typeof value === "string" ? [[name, value]] : [];
      });
      if (BODILESS.has(status)) incoming.resume();
      // Node declares a stream of the web apart from the one that Response takes.
      const body = BODILESS.has(status) ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
      const response = new Response(body, { status, headers: kept });
      resolve({ response, address: incoming.socket.remoteAddress ?? "" });
    }).once("error", reject);
  });

/** Gives what was found for the host, without another look. A proxy of the environment is looked up as ever. */
function pinned(host: string, found: readonly FoundAddress[]): LookupFunction {
  return (name, options, done) => {
    const [first] = found;
    if (name.replace(/\.$/, "") !== host) lookup(name, options, done);
    else if (first === undefined) done(Object.assign(new Error(`no address of ${host}`), { code: "ENOTFOUND" }), "");
    else if (options.all === true) done(null, [...found]);
    else done(null, first.address, first.family);
  };
}
