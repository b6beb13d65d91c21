import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import type { Emitter } from "../../codegen/emit/index.js";
import type { Model } from "../../codegen/model/model.js";
import type { Call, Operation, Service } from "../../runtime/abi/index.js";
import { type AnswerGuards, type CallerOptions, createCaller, type GenericCaller } from "../../runtime/caller/index.js";
import { type DescribeOptions, modelOf } from "../codegen/support/describe.js";
import { load } from "../codegen/support/guards.js";

/** A request as it arrived. */
export interface Recorded {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the server answers, by turn; the last answers for all that come later. */
export type Answers = readonly ((response: ServerResponse, request: Recorded) => void)[];

type Route = (caller: unknown, params?: object, options?: object) => Call<unknown>;

/** What is generated for a document, and a server that records what calls send. */
export interface Recording {
  readonly model: Model;
  readonly messages: readonly string[];
  readonly routes: Readonly<Record<string, Route>>;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly service: Service;
  readonly validators: Readonly<Record<string, AnswerGuards>>;
  readonly baseUrl: string;
  readonly seen: readonly Recorded[];
  readonly caller: GenericCaller;
  callerWith(options: Partial<CallerOptions>): GenericCaller;
  /** The one request that a call sends. */
  sent(operation: string, params?: object, options?: object): Promise<Recorded>;
}

const none: Answers[number] = (response) => void response.writeHead(204).end();

/** An answer with a body. */
export const answer =
  (body: string | object, headers: Readonly<Record<string, string>> = {}, status = 200): Answers[number] =>
  (response) => {
    const [type, text] = typeof body === "string" ? ["text/plain", body] : ["application/json", JSON.stringify(body)];
    response.writeHead(status, { "content-type": type, ...headers }).end(text);
  };

/** Generates for a document, given as it is or by the name of its file, and serves it. */
export async function recording(
  document: object | string,
  answers: Answers = [none],
  options: DescribeOptions = {},
  emitters: readonly Emitter[] = [],
): Promise<Recording> {
  const text = typeof document === "string" ? await readFile(new URL(document, import.meta.url), "utf8") : document;
  const { model, problems } = await modelOf({ "openapi.yaml": text }, { strict: false, ...options });
  const [routes, tables, service, validators] = await Promise.all(
    ["routes.ts", "tables.ts", "service.ts", "validators/operations.ts"].map((entry) => load(model, entry, emitters)),
  );
  const { seen, baseUrl } = await serve(answers);
  const callerWith = (given: Partial<CallerOptions>): GenericCaller =>
    createCaller({ baseUrl, retry: false, ...given });
  const caller = callerWith({});
  // The compiler has checked elsewhere that what is emitted is of these types.
  const made = routes as Recording["routes"];
  return {
    model,
    messages: problems.all.map(({ message }) => message),
    routes: made,
    operations: tables?.["operations"] as Recording["operations"],
    service: service?.["service"] as Service,
    validators: validators?.["operationValidators"] as Recording["validators"],
    baseUrl,
    seen,
    caller,
    callerWith,
    async sent(operation, params = {}, given) {
      const before = seen.length;
      await made[operation]?.(caller, params, given);
      const [request, ...more] = seen.slice(before);
      if (request === undefined || more.length > 0) throw new Error(`${operation} sent ${more.length} requests more`);
      return request;
    },
  };
}

async function serve(answers: Answers): Promise<{ readonly seen: Recorded[]; readonly baseUrl: string }> {
  const seen: Recorded[] = [];
  const server = createServer((request, response) => {
    void recordOf(request).then((recorded) => {
      seen.push(recorded);
      (answers[Math.min(seen.length, answers.length) - 1] ?? none)(response, recorded);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { seen, baseUrl: `http://127.0.0.1:${address.port}` };
}

async function recordOf(request: IncomingMessage): Promise<Recorded> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // as Node gives them
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const { method = "", url = "" } = request;
  return { method, url, headers, body: Buffer.concat(chunks).toString() };
}
