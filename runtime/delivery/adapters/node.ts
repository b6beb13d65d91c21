import { asBytes, type BodyPump, lostBody } from "../handler/intake.js";
import type { DeliveryAnswer } from "../handler/answer.js";
import type { AfterResponse, DeliveryRequest } from "../handler/request.js";
import { type AdvisedFramework, parsedBodyMessage } from "./advice.js";
import { field, answerRequest, described, type DeliverySource, targetOf } from "./target.js";
import { isWebRequest, withEnvironment } from "./web.js";

/** A request listener of `node:http`, Express and Connect. */
export type NodeListener = (request: NodeRequest, response: NodeResponse) => void;

/** The used part of a request of `node:http`, so that Node's types are not needed. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly readableDidRead: boolean;
  readonly readableEncoding: string | null;
  on(event: "data", listener: (piece: Uint8Array) => void): unknown;
  on(event: "end" | "error" | "close", listener: () => void): unknown;
  off(event: "data", listener: (piece: Uint8Array) => void): unknown;
  off(event: "end" | "error" | "close", listener: () => void): unknown;
  pause(): unknown;
  read(): unknown;
}

/** The used part of a response of `node:http`. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  on(event: "error" | "close" | "finish", listener: () => void): unknown;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
  destroy(): unknown;
}

/**
 * A listener for `node:http` and the frameworks on it. It reads the raw bytes, or takes those that something upstream has
 * kept as `body` (`express.raw()`) or as `rawBody` (Cloud Functions, Firebase, Nest). Behind a parser it answers with a
 * bare 500, and reports what to change in `framework`.
 */
export function nodeListener(
  source: DeliverySource,
  framework: AdvisedFramework,
  afterResponse?: AfterResponse,
): (request: object, response: object) => void {
  const target = targetOf(source);
  return (request, response) => {
    // Fastify wraps both, keeps bodies on the wrapper, and must be told not to answer itself.
    const [own, answered] = [field(request, "raw") ?? request, field(response, "raw") ?? response];
    const hijack = field(response, "hijack");
    if (typeof hijack === "function") hijack.call(response);
    const read = () =>
      withEnvironment(fromNodeRequest(own, parsedBodyMessage(framework, request), request), [], afterResponse);
    void answerRequest(target, read).then((answer) => writeAnswer(answer, answered as NodeResponse)); // what `node:http` gave
  };
}

/**
 * A `node:http` request as plain data, or an error message. `message` says what to change when its bytes are lost.
 * `holder` is the object on which the framework keeps a body that it has read.
 */
export function fromNodeRequest(
  request: unknown,
  message: string,
  holder: unknown = request,
): DeliveryRequest | string {
  if (!isNodeRequest(request)) return notNodeMessage(request);
  const body = rawBody(request, holder, message);
  // Not `headersDistinct`: in many versions of Node its getter throws at a header named `__proto__`.
  const { method, headers } = request;
  return { method, headers, body };
}

const isNodeRequest = (value: unknown): value is NodeRequest & { readonly method: string } =>
  !isWebRequest(value) && typeof field(value, "method") === "string";

const notNodeMessage = (value: unknown): string =>
  `This handler takes a request of node:http, got ${isWebRequest(value) ? "the web's Request" : described(value)}. ` +
  "Use the adapter of your framework from `svc-apps/adapters`, or `toWebHandler`.";

/** The bytes, or a function that reads them, also where the framework says that it did, as long as nothing has. */
function rawBody(request: NodeRequest, holder: unknown, message: string): Uint8Array | BodyPump {
  const given = field(holder, "body") ?? undefined;
  const body = given === "" ? undefined : given; // what Vercel's helpers give a request without a body
  const kept = keptBody(field(holder, "rawBody")) ?? asBytes(body) ?? restoredBody(request);
  if (kept !== undefined) return kept;
  // An object that is no stream has nothing to read beside its body.
  const isUnread = request.readableDidRead === false || body === undefined;
  return isUnread ? pumpFrom(request, message) : lostBody(message);
}

/** Whether parts of the body were read by other code, or will arrive as strings. */
const isTouched = ({ readableDidRead, readableEncoding }: NodeRequest): boolean =>
  readableDidRead || (readableEncoding ?? null) !== null;

/** A body that was kept beside the parsed one, as bytes or as text. */
function keptBody(value: unknown): Uint8Array | undefined {
  return typeof value === "string" ? Buffer.from(value, "utf8") : asBytes(value);
}

/** The bytes that Vercel's helpers have read and put back: they replace `read` and `on` of a request that has ended. */
function restoredBody(request: NodeRequest): Uint8Array | undefined {
  const isRestored =
    field(request, "readableEnded") === true && ["read", "on"].every((name) => Object.hasOwn(request, name));
  return isRestored ? (asBytes(request.read()) ?? new Uint8Array(0)) : undefined;
}

const ignore = (): void => undefined;

/** Reads a stream of `node:http`, unless something else has begun to. After stopping, the rest stays unread. */
function pumpFrom(request: NodeRequest, message: string): BodyPump {
  return (ticket) => {
    if (isTouched(request)) {
      ticket.lose(message);
      return ignore;
    }
    const ends = [
      ["end", ticket.end],
      ["error", ticket.fail],
      ["close", ticket.fail],
    ] as const;
    const stop = (): void => {
      request.off("data", take);
      for (const [name, listener] of ends) request.off(name, listener);
      request.on("error", ignore); // an error without a listener ends the process
      request.pause();
    };
    const take = (piece: Uint8Array): void => {
      if (!ticket.take(piece)) stop();
    };
    request.on("data", take);
    for (const [name, listener] of ends) request.on(name, listener);
    return stop;
  };
}

const NO_ERROR = 0;

/**
 * What an answer has to say so that the connection is closed with it. HTTP/2 knows no such header, and its connection
 * serves others: the stream alone is reset once the answer is complete, or the rest of a body could keep it open.
 */
export function closing(response: Pick<NodeResponse, "on">): Readonly<Record<string, string>> {
  const stream = field(response, "stream");
  const reset = field(stream, "close");
  if (typeof reset !== "function") return { connection: "close" };
  response.on("finish", () => void reset.call(stream, NO_ERROR));
  return {};
}

/** Writes an answer, and closes the connection where the answer says so. */
export function writeAnswer(answer: DeliveryAnswer, response: NodeResponse): void {
  try {
    if (response.headersSent || response.destroyed) return;
    response.on("error", ignore);
    const length = Buffer.byteLength(answer.body);
    const headers = answer.status === 204 ? answer.headers : { ...answer.headers, "content-length": String(length) };
    response.writeHead(answer.status, answer.close ? { ...headers, ...closing(response) } : headers);
    response.end(answer.body);
  } catch {
    destroy(response); // the connection is gone, or something else has answered
  }
}

function destroy(response: NodeResponse): void {
  try {
    response.destroy();
  } catch {
    // It is no response of Node's.
  }
}
