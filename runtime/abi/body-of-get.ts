import { wrong } from "./wrong.js";
import type { BodyWriter } from "./operation.js";
import type { WebRequestInit } from "./web.js";

/** As much of Node's own client as is used here: programs for browsers compile this module too. */
interface NodeClient {
  readonly request?: (
    url: string,
    options: { readonly method: string; readonly headers: object; readonly signal?: AbortSignal },
    onAnswer: (answer: NodeAnswer) => void,
  ) => { on(event: "error", listener: (error: Error) => void): unknown; end(bytes: Uint8Array): unknown };
}

interface NodeAnswer {
  readonly statusCode?: number;
  readonly headersDistinct: Readonly<Record<string, readonly string[] | undefined>>;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  resume(): unknown;
  destroy(): unknown;
}

function nodeHttp(protocol: string): NodeClient | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => NodeClient } }; // where it is Node
  return process?.getBuiltinModule?.(protocol === "http:" ? "node:http" : "node:https");
}

/** A writer for the body of a method that `fetch` allows none for. Throws an argument error where Node is missing. */
export const checkBodyOfGet: BodyWriter = (_value, _mediaType, operation) => {
  if (nodeHttp("https:")?.request === undefined)
    throw wrong(
      operation,
      `fetch sends no body with ${operation.method}: leave the body out here, or call it from Node`,
    );
  return undefined;
};

/** `fetch` for a request with a body whose method allows none there: over Node's own client, without redirects. */
export function fetchBodyOfGet(url: string, init: WebRequestInit = {}): Promise<Response> {
  const { method = "GET", headers, body, signal } = init;
  const client = nodeHttp(new URL(url).protocol);
  if (body === undefined || body === null || client?.request === undefined) return fetch(url, init);
  const send = client.request;
  return new Promise<Response>((resolve, reject) => {
    void new Response(body).arrayBuffer().then((bytes) => {
      const given = { ...Object.fromEntries(new Headers(headers)), "content-length": String(bytes.byteLength) };
      const options = { method, headers: given, ...(signal ? { signal } : {}) };
      const request = send(url, options, (answer) => {
        const status = answer.statusCode ?? 0;
        const isEmpty = method === "HEAD" || [204, 205, 304].includes(status);
        const stream = new ReadableStream<Uint8Array>({
          start(controller) {
            answer.on("data", (chunk: Uint8Array) => controller.enqueue(chunk));
            answer.on("end", () => controller.close());
            answer.on("error", (error) => controller.error(error));
          },
          cancel: () => void answer.destroy(),
        });
        const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        if (isEmpty) answer.resume();
        resolve(new Response(isEmpty ? null : stream, { status, headers: pairs }));
      });
      request.on("error", reject);
      request.end(new Uint8Array(bytes));
    }, reject);
  });
}
