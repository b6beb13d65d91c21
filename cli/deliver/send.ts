import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import type { LabRequest } from "../../testing/delivery/index.js";

/** What an endpoint answered, or that it did not. */
export type LabReply =
  | { readonly status: number; readonly contentType: string; readonly body: string; readonly tookMs: number }
  /** `refused`: nobody listens there. */
  | { readonly failed: string; readonly refused: boolean };

export interface SendOptions {
  /** Longest wait for an answer, milliseconds. */
  readonly timeoutMs: number;
}

/** Stands for a line feed on its way through Node's client, which would not let one into a header. */
const stand = "\u00b6";
const maxAnswerBytes = 65_536;

/**
 * Sends one request over a connection of its own, with its headers to the byte: repeated, in capitals, or with a line
 * feed in the middle of a value. Never follows a redirect, never rejects.
 */
export function sendExactly(url: URL, request: LabRequest, options: SendOptions): Promise<LabReply> {
  const startMs = performance.now();
  const headers = [
    ["host", url.host],
    ["connection", "close"],
    ["content-length", String(request.body.length)],
    ...request.headers.map(([name, value]) => [name, value.replaceAll("\n", stand)] as const),
  ].flat();
  return new Promise((resolve) => {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const sent = send(
      url,
      { method: request.method, headers, agent: false, createConnection: () => open(url) },
      (response) => {
        const pieces: Buffer[] = [];
        let length = 0;
        response.on("data", (piece: Buffer) => {
          length += piece.length;
          if (length <= maxAnswerBytes) pieces.push(piece);
        });
        response.on("end", () => {
          const body = Buffer.concat(pieces).toString();
          const contentType = response.headers["content-type"] ?? "";
          resolve({ status: response.statusCode ?? 0, contentType, body, tookMs: performance.now() - startMs });
        });
        response.on("error", (error) => resolve(failure(error)));
      },
    );
    sent.setTimeout(options.timeoutMs, () => sent.destroy(new Error(`no answer within ${options.timeoutMs} ms`)));
    sent.on("error", (error) => resolve(failure(error)));
    sent.end(request.body);
  });
}

/** A name with several addresses fails with an error for each, and without a sentence of its own. */
function failure(error: NodeJS.ErrnoException): LabReply {
  return { failed: error.message || error.code || error.name, refused: error.code === "ECONNREFUSED" };
}

/** A connection that writes the line feeds which the stand-in kept a place for. Only the head ever holds one. */
function open(url: URL): Duplex {
  const secure = url.protocol === "https:";
  const port = Number(url.port || (secure ? 443 : 80));
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const socket = secure ? connectTls({ host, port, servername: host }) : connect({ host, port });
  const write = socket.write.bind(socket) as (...parts: readonly unknown[]) => boolean; // one of its three signatures
  socket.write = (chunk: Uint8Array | string, ...rest: readonly unknown[]) =>
    write(typeof chunk === "string" ? chunk.replaceAll(stand, "\n") : chunk, ...rest);
  return socket;
}
