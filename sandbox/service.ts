import type { StreamFault } from "./faults/faults.js";
import type { Connection } from "./gateway/connection.js";
import type { Platform } from "./platform.js";
import { admit, commonHeaders, recognize, type Recognized } from "./rest/dispatch.js";
import { execute, logRequest, refused, type Execution } from "./rest/execute.js";
import { familiesOf } from "./rest/handlers/events.js";
import { pathOnly, routeTable, type RouteTable } from "./rest/routes.js";
import { faultAnswer, serveWithFaults, wait, type Outcome } from "./rest/serve.js";
import { taped } from "./replay/tape.js";
import { operations } from "./spec.js";
import type { Witnessed, WireRequest } from "./rest/wire.js";

/** What opening a stream comes to. */
export type StreamOutcome =
  | Outcome
  | {
      readonly kind: "stream";
      readonly headers: Readonly<Record<string, string>>;
      readonly connection: Connection;
      /** The line breaks after that many bytes. */
      readonly cutAfterBytes?: number;
    };

/** The platform as its clients meet it, whatever carries their requests. */
export class Service {
  readonly #platform: Platform;
  readonly #routes: RouteTable;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#routes = routeTable(platform.settings.readings.reactionRoute);
  }

  /** Whether the answer to this request is a stream. */
  isStream(request: WireRequest): boolean {
    if (pathOnly(request.url) !== operations.openStream.path) return false;
    return operationOf(recognize(this.#routes, request)) === "openStream";
  }

  /** Notes a mistake of the sandbox's own that happened around it. */
  noteBug(error: unknown): void {
    refused(this.#platform, error);
  }

  /** Serves one request, faults included. */
  async serve(request: WireRequest): Promise<Outcome> {
    const { tape, clock, witness } = this.#platform;
    const input = tape?.input("request", taped(this.#platform, request));
    const atMs = clock.monotonicMs();
    const outcome = await this.#serve(request);
    if (input !== undefined) input.output = outcome;
    if (witness !== undefined) witness({ request, atMs, ...this.#seen(request, outcome) });
    return outcome;
  }

  #seen(request: WireRequest, outcome: StreamOutcome): Pick<Witnessed, "operation" | "status"> {
    const status = outcome.kind === "stream" ? 200 : "answer" in outcome ? outcome.answer.status : undefined;
    return { operation: operationOf(recognize(this.#routes, request)), status };
  }

  async #serve(request: WireRequest): Promise<Outcome> {
    const recognized = recognize(this.#routes, request);
    const run = (): Execution => execute(this.#platform, recognized, request);
    if (this.#platform.settings.readings.mailboxRead === "held") await this.#hold(recognized);
    if (this.#platform.faults.idle) return { kind: "answer", answer: run().answer };
    const occasion = { operation: operationOf(recognized), appId: appIdOf(request) };
    return serveWithFaults(this.#platform, this.#platform.faults.takeRest(occasion), run);
  }

  /** Where a read of an empty mailbox waits, it waits here. */
  async #hold(recognized: Recognized): Promise<void> {
    if ("refusal" in recognized || operationOf(recognized) !== "readMailbox") return;
    const { query } = recognized.match;
    const mailbox = this.#platform.hub.mailboxes.get(query["mailbox"] ?? "");
    if (mailbox === undefined || mailbox.hasNews(query["since"] ?? "")) return;
    await Promise.race([mailbox.news(), wait(this.#platform, this.#platform.settings.parameters.heldReadMs)]);
  }

  /** Opens a stream, or says why not. */
  open(request: WireRequest): Promise<StreamOutcome> {
    const { tape, clock, witness } = this.#platform;
    const input = tape?.input("stream", taped(this.#platform, request));
    const outcome = this.#openWithFaults(request);
    if (input !== undefined)
      input.output = outcome.kind === "stream" ? { connectionId: outcome.connection.id } : outcome;
    witness?.({ request, atMs: clock.monotonicMs(), ...this.#seen(request, outcome) });
    return Promise.resolve(outcome);
  }

  #openWithFaults(request: WireRequest): StreamOutcome {
    const platform = this.#platform;
    const faults = platform.faults.takeStream({ appId: appIdOf(request) });
    for (const fault of faults) {
      if (fault.effect === "answer") return { kind: "answer", answer: faultAnswer(platform, fault) };
      if (fault.effect === "reset" || fault.effect === "stall") return { kind: fault.effect };
    }
    try {
      return this.#open(request, faults);
    } catch (error) {
      const execution = { ...refused(platform, error), operation: "openStream" };
      logRequest(platform, request, execution);
      return { kind: "answer", answer: execution.answer };
    }
  }

  #open(request: WireRequest, faults: readonly StreamFault[]): StreamOutcome {
    const platform = this.#platform;
    const { match, credential } = admit(platform, recognize(this.#routes, request), request);
    if (credential === undefined) throw new Error("the stream needs a credential");
    const families = familiesOf(match.query);
    const { appId, id: credentialId } = credential;
    const connection = platform.hub.openStream(
      { appId, credentialId, families },
      {
        version: platform.settings.readings.apiVersion,
        lastEventId: request.headers["last-event-id"],
        outOfWindow: faults.some((fault) => fault.effect === "out-of-window"),
        silent: faults.some((fault) => fault.effect === "silent"),
        repeat: faults.reduce((most, fault) => (fault.effect === "duplicate" ? Math.max(most, fault.events) : most), 0),
      },
    );
    const type = faults.find((fault) => fault.effect === "content-type")?.value ?? "text/event-stream; charset=utf-8";
    const headers = { ...commonHeaders(platform), "content-type": type, "cache-control": "no-store" };
    logRequest(platform, request, { answer: { status: 200, headers, body: "" }, operation: "openStream", appId });
    const cut = faults.find((fault) => fault.effect === "cut-after")?.bytes;
    return { kind: "stream", headers, connection, ...(cut === undefined ? {} : { cutAfterBytes: cut }) };
  }
}

/** The App a request claims to come from: enough to aim faults, never to let anybody in. */
function appIdOf({ headers }: WireRequest): string | undefined {
  return /^Bearer [^.\s]*\.([0-9]+)\./i.exec(headers["authorization"] ?? "")?.[1];
}

const operationOf = (recognized: Recognized): string | undefined =>
  "match" in recognized ? recognized.match.operation.id : undefined;
