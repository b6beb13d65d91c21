import http from "node:http";
import express from "express";
import type { Confirmation } from "svc-apps/types";
import { toExpressHandler as toExpress, toNodeHandler as toNode, toWebHandler as toWeb } from "svc-apps/adapters";
import {
  createDeliveryHandler,
  type DeliveryHandlerOptions,
  type DeliveryResult,
  fixedKeys,
  type SignedDelivery,
} from "svc-apps/delivery";
import { appId, keyA, startS } from "../../delivery/support.js";
import { createVirtualClock, type VirtualClock } from "../../support/virtual-clock.js";
import { memoryConnection } from "./peer.js";
import { whileTimePasses } from "./time.js";
import { type Run, transcript, type WireEvent } from "./transcript.js";
import { diagnosticLine } from "./words.js";

/** One request to an endpoint. */
export interface Delivered extends Omit<SignedDelivery, "method" | "headers"> {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface DeliveryScenario {
  readonly title: string;
  readonly requests: () => Promise<readonly (readonly [says: string, request: Delivered])[]>;
  /** What the handler gives. Default: a reply. */
  readonly handle?: (wait: (ms: number) => Promise<void>) => DeliveryResult | Promise<DeliveryResult>;
  readonly options?: Partial<DeliveryHandlerOptions>;
  /** Moves on between requests. */
  readonly pauseMs?: number;
}

interface Answered {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

type Send = (request: Delivered) => Promise<Answered>;

const shownHeaders = (pairs: Iterable<readonly [string, string]>): string =>
  [...pairs].map(([name, value]) => `${name}: ${value}`).join(" | ");

/** Sends over a connection in this process to a server of `node:http`. */
const overHttp =
  (listener: http.RequestListener): Send =>
  async ({ method, headers, body }) => {
    const server = http.createServer((incoming, response) => {
      response.sendDate = false;
      listener(incoming, response);
    });
    const createConnection = () => {
      const [ours, theirs] = memoryConnection();
      server.emit("connection", theirs);
      return ours;
    };
    const agent = Object.assign(new http.Agent(), { createConnection });
    return new Promise((resolve, reject) => {
      const sent = { "content-length": String(body.length), ...headers };
      const outgoing = http.request({ method, host: "app.example", path: "/interactions", headers: sent, agent });
      outgoing.on("error", reject);
      outgoing.on("response", (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", () => {
          const raw = incoming.rawHeaders;
          const pairs = raw.flatMap((name, at) =>
            at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ""] as const] : [],
          );
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({ status: incoming.statusCode ?? 0, headers: shownHeaders(pairs), body: text });
        });
      });
      outgoing.end(body);
    });
  };

const overWeb =
  (handle: (request: Request) => Promise<Response>): Send =>
  async ({ method, headers, body }) => {
    const content = method === "GET" ? {} : { body: Buffer.from(body) };
    const response = await handle(new Request("https://app.example/interactions", { method, headers, ...content }));
    return { status: response.status, headers: shownHeaders(response.headers), body: await response.text() };
  };

interface Endpoint {
  readonly send: Send;
  readonly diagnostics: readonly string[];
}

const REPLY: Confirmation = { type: "reply", content: "ok" };

type Make = (scenario: DeliveryScenario, clock: VirtualClock) => Endpoint;

const waitOn = (clock: VirtualClock) => async (ms: number) =>
  new Promise<void>((resolve) => void clock.schedule(resolve, ms));

const handlerWay =
  (mount: (handler: ReturnType<typeof createDeliveryHandler>) => Send): Make =>
  ({ handle = () => REPLY, options = {} }, clock) => {
    const diagnostics: string[] = [];
    const handler = createDeliveryHandler({
      apps: appId,
      keys: fixedKeys([keyA.published]),
      handle: () => handle(waitOn(clock)),
      clock,
      onDiagnostic: (diagnostic) => void diagnostics.push(diagnosticLine(diagnostic)),
      ...options,
    });
    return { send: mount(handler), diagnostics };
  };

/** Everything that takes deliveries. */
const endpoints: Readonly<Record<string, Make>> = {
  "handler over node:http": handlerWay((handler) => overHttp(toNode(handler))),
  "handler over web": handlerWay((handler) => overWeb(toWeb(handler))),
  "handler over Express": handlerWay((handler) => overHttp(express().disable("x-powered-by").use(toExpress(handler)))),
};

async function play(scenario: DeliveryScenario, way: string): Promise<Run> {
  const clock = createVirtualClock({ startMs: startS * 1_000 });
  const events: WireEvent[] = [];
  const headers: string[] = [];
  const make = endpoints[way];
  if (make === undefined) throw new Error(`there is no way called ${way}`);
  const { send, diagnostics } = make(scenario, clock);
  for (const [says, request] of await scenario.requests()) {
    const atMs = clock.monotonicMs();
    events.push({ atMs, line: `-> ${says}` });
    const answered = await whileTimePasses(clock, send(request));
    events.push({ atMs: clock.monotonicMs(), answer: `${answered.status} ${answered.body}` });
    headers.push(answered.headers);
    if (scenario.pauseMs !== undefined) await clock.advance(scenario.pauseMs);
  }
  await clock.advance(5_000);
  return { way, events, outcomes: headers, diagnostics };
}

/** Plays a scenario through everything that takes deliveries, or through what is named. */
export async function deliveryTranscript(
  scenario: DeliveryScenario,
  ways: readonly string[] = Object.keys(endpoints),
): Promise<string> {
  const runs: Run[] = [];
  for (const way of ways) runs.push(await play(scenario, way));
  return transcript(scenario.title, runs, {}, "headers of the answers");
}
