import http from "node:http";
import https from "node:https";
import { type Duplex, duplexPair } from "node:stream";
import { ORIGIN, type Script } from "./script.js";

/** What `node:http` asks of a socket beyond a stream. */
const SOCKET = {
  setTimeout() {},
  setNoDelay() {},
  setKeepAlive() {},
  ref() {},
  unref() {},
};

/**
 * An agent whose connections end in this process, at the script: `node:http` writes and reads everything as it does over
 * sockets, and nothing depends on the time of the machine.
 */
export function memoryAgent(script: Script): https.Agent {
  const server = http.createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method = "", url: target = "", rawHeaders } = incoming;
      const headers = rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ""] as const] : [],
      );
      const body = Buffer.concat(chunks).toString("utf8");
      script.take({ method, target, headers, body }, (reply) => {
        if (reply === "lost") return void incoming.socket.destroy();
        if (reply === "cut") {
          response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
          response.write("{");
          setImmediate(() => incoming.socket.destroy());
          return;
        }
        response.sendDate = false;
        response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers }).end(reply.body);
      });
    });
  });
  const connect = (): Duplex => {
    const [ours, theirs] = duplexPair();
    for (const side of [ours, theirs]) Object.assign(side, SOCKET);
    theirs.on("close", () => ours.destroy());
    ours.on("close", () => theirs.destroy());
    theirs.on("error", () => {});
    if (script.connects()) server.emit("connection", theirs);
    else {
      const refused = Object.assign(new Error("connect ECONNREFUSED 192.0.2.1:443"), { code: "ECONNREFUSED" });
      process.nextTick(() => ours.destroy(refused));
    }
    return ours;
  };
  return Object.assign(new https.Agent({ keepAlive: true }), { createConnection: connect });
}

/** `fetch` that ends at the script. */
export function memoryFetch(script: Script): typeof fetch {
  return async (input, init = {}) => {
    const url = String(input);
    if (!script.connects()) {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
    }
    const { method = "GET", headers = {}, body, signal } = init;
    const target = url.startsWith(`${ORIGIN}/`) ? url.slice(ORIGIN.length) : url;
    const list = headers instanceof Headers ? [...headers] : Object.entries(headers as Record<string, string>); // as every client writes them
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      script.take({ method, target, headers: list, body: shown(body) }, (reply) => {
        if (reply === "lost") return reject(new TypeError("fetch failed", { cause: new Error("read ECONNRESET") }));
        const type = { "content-type": "application/json" };
        if (reply === "cut") return resolve(new Response(cutBody(), { headers: type }));
        const { status } = reply;
        const text = status === 204 || status === 304 ? null : reply.body;
        resolve(new Response(text, { status, headers: { ...type, ...reply.headers } }));
      });
    });
  };
}

/** A body as text; a form by its parts, since its bytes hold a boundary made by chance. */
function shown(body: RequestInit["body"]): string {
  if (typeof body === "string") return body;
  if (body instanceof FormData) return `form ${JSON.stringify([...body])}`;
  return body === undefined || body === null ? "" : Object.prototype.toString.call(body);
}

const cutBody = (): ReadableStream<Uint8Array> => {
  let begun = false;
  return new ReadableStream({
    pull(controller) {
      if (begun) return controller.error(new TypeError("terminated"));
      begun = true;
      controller.enqueue(new TextEncoder().encode("{"));
    },
  });
};
