import type { Execution, Opened } from "../rest/execute.js";
import { recognize, commonHeaders, pathOnly, refusalAnswer } from "../rest/dispatch.js";
import type { RequestObserver, ObservedRequest, WireRequest, WireAnswer } from "../wire.js";
import { given } from "../json.js";
import { anyFaults } from "../faults/rules.js";
import type { SandboxRefusal } from "../refusal.js";
import type { RestFault, StreamFault } from "../faults/shapes.js";
import { hasNews } from "../gateway/mailboxes.js";
import { operations } from "../spec.js";
import type { Line } from "./line.js";
import type { Machine } from "./machine.js";
import type { Json } from "../world/records.js";

export type StreamOutcome =
  | Outcome
  | {
      readonly kind: "stream";
      readonly headers: Readonly<Record<string, string>>;
      readonly line: Line;
      /** The line breaks after that many bytes. */
      readonly cutAfterBytes?: number;
    };

/** The platform as its clients meet it, whatever carries their requests. */
export class Service {
  readonly #machine: Machine;
  readonly #observer: RequestObserver | undefined;

  constructor(machine: Machine, observer: RequestObserver | undefined) {
    this.#machine = machine;
    this.#observer = observer;
  }

  isStream(request: WireRequest): boolean {
    if (pathOnly(request.url) !== operations.openStream.path) return false;
    return this.#operationOf(request) === "openStream";
  }

  /** Notes a mistake of the sandbox's own that happened around it. */
  noteBug(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#machine.log.add("bug", text, { error });
  }

  /** The answer to a request that is refused before it is read to its end. */
  refuse(refusal: SandboxRefusal): WireAnswer {
    const { world, clock } = this.#machine;
    return refusalAnswer({ world, nowMs: clock.now(), settings: world.settings }, refusal);
  }

  async serve(request: WireRequest): Promise<Outcome> {
    const atMs = this.#machine.clock.monotonicMs();
    const outcome = await this.#serve(plain(request));
    this.#observer?.({ request, atMs, ...this.#seen(request, outcome) });
    return outcome;
  }

  #seen(request: WireRequest, outcome: StreamOutcome): Pick<ObservedRequest, "operation" | "status"> {
    const status = outcome.kind === "stream" ? 200 : "answer" in outcome ? outcome.answer.status : undefined;
    return { operation: this.#operationOf(request), status };
  }

  async #serve(request: WireRequest): Promise<Outcome> {
    const machine = this.#machine;
    // The output of a request is its execution.
    const startedMs = machine.clock.monotonicMs();
    let number: number | undefined;
    const run = (): Execution => {
      const execution = machine.apply({ type: "request", request }) as Execution;
      number = machine.log.last("request")?.number;
      return execution;
    };
    try {
      return await this.#underFaults(request, run);
    } finally {
      if (number !== undefined) machine.log.took(number, machine.clock.monotonicMs() - startedMs);
    }
  }

  async #underFaults(request: WireRequest, run: () => Execution): Promise<Outcome> {
    const machine = this.#machine;
    if (machine.world.settings.assumptions.mailboxRead === "held") await this.#hold(request);
    if (!anyFaults(machine.world)) return { kind: "answer", answer: run().answer };
    const occasion = { on: "rest", operation: this.#operationOf(request), appId: appIdOf(request) } as const;
    // A strike at REST gives faults of REST.
    const faults = machine.apply({ type: "strike", occasion }) as readonly RestFault[];
    return serveWithFaults(machine, faults, run);
  }

  /** Where a read of an empty mailbox waits, it waits here. */
  async #hold(request: WireRequest): Promise<void> {
    const { world } = this.#machine;
    const recognized = recognize(world.settings.assumptions.reactionRoute, request);
    if ("refusal" in recognized || recognized.match.operation.id !== "readMailbox") return;
    const { query } = recognized.match;
    const mailbox = world.mailboxes.get(query["mailbox"] ?? "");
    if (mailbox === undefined || hasNews(mailbox, query["since"] ?? "")) return;
    await this.#machine.mailboxNews(mailbox.id, world.settings.parameters.heldReadMs);
  }

  open(request: WireRequest): StreamOutcome {
    const outcome = this.#open(plain(request));
    this.#observer?.({ request, atMs: this.#machine.clock.monotonicMs(), ...this.#seen(request, outcome) });
    return outcome;
  }

  #open(request: WireRequest): StreamOutcome {
    const machine = this.#machine;
    const occasion = { on: "stream", appId: appIdOf(request) } as const;
    // A strike at streams gives faults of streams.
    const struck = anyFaults(machine.world) ? machine.apply({ type: "strike", occasion }) : [];
    const faults = struck as readonly StreamFault[];
    for (const fault of faults) {
      if (fault.effect === "answer") return { kind: "answer", answer: faultAnswer(machine, fault) };
      if (fault.effect === "reset" || fault.effect === "stall") return { kind: fault.effect };
    }
    // The output of a request for a stream is what was opened.
    const opened = machine.apply({ type: "stream", request, faults }) as Opened;
    if (opened.kind === "answer") return opened;
    const { connectionId, ...stream } = opened;
    const line = machine.line(connectionId);
    if (line === undefined) throw new Error("a stream that was opened has a line");
    return { ...stream, line };
  }

  #operationOf(request: WireRequest): string | undefined {
    const recognized = recognize(this.#machine.world.settings.assumptions.reactionRoute, request);
    return "match" in recognized ? recognized.match.operation.id : undefined;
  }
}

/** The request as data: how long its caller waits for the answer is not part of it. */
const plain = ({ method, url, headers, body }: WireRequest): WireRequest => ({
  method,
  url,
  headers,
  ...given({ body }),
});

/** The App a request claims to come from: enough to aim faults, never to let anybody in. */
function appIdOf({ headers }: WireRequest): string | undefined {
  return /^Bearer [^.\s]*\.([0-9]+)\./i.exec(headers["authorization"] ?? "")?.[1];
}

/** What happens to a request in the end: an answer, or one of the ways in which none arrives whole. */
export type Outcome =
  | { readonly kind: "answer"; readonly answer: WireAnswer }
  /** The answer breaks off after that many bytes of its body. */
  | { readonly kind: "cut"; readonly answer: WireAnswer; readonly bytes: number }
  | { readonly kind: "reset" }
  | { readonly kind: "stall" };

/** Carries a request out under the faults that struck it, in the order they were ordered. */
export async function serveWithFaults(
  machine: Machine,
  faults: readonly RestFault[],
  execute: () => Execution,
): Promise<Outcome> {
  for (const fault of faults) {
    const early = pointOf(fault) === "before" ? await carryOut(machine, fault) : undefined;
    if (early !== undefined) return early;
  }
  let outcome: Outcome = { kind: "answer", answer: execute().answer };
  for (const fault of faults) if (outcome.kind === "answer") outcome = await after(machine, fault, outcome.answer);
  return outcome;
}

const pointOf = (fault: RestFault): string => ("when" in fault ? fault.when : undefined) ?? "before";

/** What a fault does at its moment; an outcome takes the place of whatever would have come. */
async function carryOut(machine: Machine, fault: RestFault): Promise<Outcome | undefined> {
  if (fault.effect === "delay") await machine.wait(fault.ms);
  if (fault.effect === "answer") return { kind: "answer", answer: faultAnswer(machine, fault) };
  return fault.effect === "reset" || fault.effect === "stall" ? { kind: fault.effect } : undefined;
}

async function after(machine: Machine, fault: RestFault, answer: WireAnswer): Promise<Outcome> {
  const half = Math.floor(Buffer.byteLength(answer.body) / 2);
  if (fault.effect === "truncate") return { kind: "cut", answer, bytes: fault.bytes ?? half };
  if (fault.effect === "edit") return { kind: "answer", answer: editAnswer(answer, fault.set, fault.status) };
  if (fault.when === "mid-body") return { kind: "cut", answer, bytes: half };
  const late = fault.when === "after" ? await carryOut(machine, fault) : undefined;
  return late ?? { kind: "answer", answer };
}

/** The answer that a fault puts in place of the proper one. */
export function faultAnswer(
  machine: Machine,
  { status, headers = {}, body }: Omit<Extract<StreamFault, { effect: "answer" }>, "on" | "effect">,
): WireAnswer {
  const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
  const contentType = text === "" || typeof body === "string" ? {} : { "content-type": "application/json" };
  return {
    status,
    headers: { ...commonHeaders({ world: machine.world, nowMs: machine.clock.now() }), ...contentType, ...headers },
    body: text,
  };
}

function editAnswer(
  answer: WireAnswer,
  set: Readonly<Record<string, Json | undefined>>,
  status: number | undefined,
): WireAnswer {
  const edited = answer.body === "" ? "" : JSON.stringify(editJson(JSON.parse(answer.body) as Json, set));
  return { ...answer, status: status ?? answer.status, body: edited };
}

/**
 * A copy of a JSON value with some places replaced, added or (where `undefined` is given) removed. Places are JSON
 * pointers: `/messages/0/content`, `/extra`. A pointer into nothing is ignored.
 */
export function editJson(value: Json, set: Readonly<Record<string, Json | undefined>>): Json {
  return Object.entries(set).reduce<Json>((edited, [pointer, replacement]) => {
    return place(edited, pointer.split("/").slice(1).map(unescape), replacement);
  }, value);
}

const unescape = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

function place(value: Json, path: readonly string[], replacement: Json | undefined): Json {
  const [key, ...rest] = path;
  if (key === undefined) return replacement ?? null;
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    return items.flatMap((item, at) => (String(at) === key ? placeIn(item, rest, replacement) : [item]));
  }
  if (typeof value !== "object" || value === null) return value;
  const fields = value as { readonly [name: string]: Json };
  const others = Object.entries(fields).filter(([name]) => name !== key);
  if (rest.length > 0 && !(key in fields)) return value;
  const [edited] = placeIn(fields[key] ?? null, rest, replacement);
  return Object.fromEntries(edited === undefined ? others : [...others, [key, edited]]);
}

function placeIn(value: Json, rest: readonly string[], replacement: Json | undefined): readonly Json[] {
  if (rest.length > 0) return [place(value, rest, replacement)];
  return replacement === undefined ? [] : [replacement];
}
