import type { Clock } from "svc-apps/rest";
import {
  createDeliveryHandler,
  createSigningPair,
  type DeliveryDiagnostic,
  type DeliveryHandle,
  type DeliveryHandler,
  type DeliveryHandlerOptions,
  type DeliveryResult,
  fixedKeys,
  signDelivery,
  type SignedDelivery,
  type SigningPair,
  type SignOptions,
} from "svc-apps/delivery";
import { deliveryHeaders } from "../../runtime/delivery/core/wire.js";

/** Names of the five headers of a delivery. */
export const names = deliveryHeaders;

/** A clock that moves only when told to. Wall time and monotonic time go together. */
export interface SteppedClock extends Clock {
  /** Moves on, running what falls due in order and letting promises settle in between. */
  advance(ms: number): Promise<void>;
  /** Moves the wall clock alone. */
  setNowS(seconds: number): void;
  readonly pending: number;
}

/** A moment that no test depends on. */
export const startS = 1_800_000_000;

export function steppedClock(): SteppedClock {
  let monotonic = 5_000;
  let offsetMs = startS * 1_000 - monotonic;
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  return {
    now: () => monotonic + offsetMs,
    monotonicMs: () => monotonic,
    schedule(run, delayMs) {
      const timer = { atMs: monotonic + Math.max(0, delayMs), run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async advance(ms) {
      const untilMs = monotonic + ms;
      await settle();
      for (;;) {
        const [next] = timers.filter((timer) => timer.atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs);
        if (next === undefined) break;
        monotonic = next.atMs;
        timers = timers.filter((timer) => timer !== next);
        next.run();
        await settle();
      }
      monotonic = untilMs;
      await settle();
    },
    setNowS(seconds) {
      offsetMs = seconds * 1_000 - monotonic;
    },
    get pending() {
      return timers.length;
    },
  };
}

/** Lets everything that is ready run: promises, and crypto that is done off the thread. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export const appId = "7301000000000000001";
export const otherAppId = "7301000000000000002";
export const interactionId = "11111111-2222-4333-8444-555555555555";
export const deliveryId = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";

export const keyA: SigningPair = await createSigningPair("ed25519-2026-a", new Uint8Array(32).fill(1));
export const keyB: SigningPair = await createSigningPair("ed25519-2026-b", new Uint8Array(32).fill(2));
/** Never published. */
export const strangerKey: SigningPair = await createSigningPair("ed25519-stranger", new Uint8Array(32).fill(3));

/** The body of a command's delivery. */
export function commandBody(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { type: "interaction", interaction: { ...command, ...fields } };
}

const command = {
  id: interactionId,
  type: "command",
  serverId: "7401000000000000001",
  channelId: "7501000000000000001",
  userId: "7601000000000000001",
  data: { command: { name: "roll" } },
  expiresInMs: 3_000,
};

/** The body of an autocomplete's delivery. */
export function autocompleteBody(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const data = {
    command: { publicId: "7701000000000000001", name: "search", path: "search" },
    arguments: [{ name: "text", type: "string", value: "ab" }],
    focused: "text",
    focusedType: "string",
    focusedLimits: { maxLength: 100 },
  };
  return commandBody({ type: "autocomplete", expiresInMs: 1_000, data, ...fields });
}

export const probeBody = { type: "probe", challenge: "p-123" };

/** Signs with key A, for our App, at the moment the stepped clock starts. */
export function sign(options: Partial<SignOptions> = {}): Promise<SignedDelivery> {
  return signDelivery({ keys: keyA, appId, body: commandBody(), deliveryId, timestampS: startS, ...options });
}

/** The same delivery with other headers. */
export function withHeaders(
  delivery: SignedDelivery,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): { method: "POST"; headers: Record<string, string | readonly string[] | undefined>; body: Uint8Array } {
  return { ...delivery, headers: { ...delivery.headers, ...headers } };
}

export interface Bench {
  readonly handler: DeliveryHandler;
  readonly clock: SteppedClock;
  readonly events: DeliveryDiagnostic[];
  /** Reasons of the refusals so far. */
  reasons(): string[];
  /** Types of the events so far. */
  types(): string[];
}

/** A handler on a stepped clock that trusts key A and replies "ok". */
export function endpoint(options: Partial<DeliveryHandlerOptions> = {}): Bench {
  const clock = steppedClock();
  const events: DeliveryDiagnostic[] = [];
  const handler = createDeliveryHandler({
    apps: appId,
    keys: fixedKeys([keyA.published]),
    handle: () => ({ type: "reply", content: "ok" }),
    clock,
    onDiagnostic: (event) => events.push(event),
    ...options,
  });
  return {
    handler,
    clock,
    events,
    reasons: () => events.flatMap((event) => (event.type === "delivery.refused" ? [event.reason] : [])),
    types: () => events.map((event) => event.type.replace("delivery.", "")),
  };
}

/** A handler that ends when told to. */
export function held() {
  let end: (value: DeliveryResult | Promise<never>) => void = () => undefined;
  const result = new Promise<DeliveryResult>((resolve) => {
    end = resolve;
  });
  const contexts: Parameters<DeliveryHandle>[1][] = [];
  const handle: DeliveryHandle = (_, context) => {
    contexts.push(context);
    return result;
  };
  return { handle, end: (value: DeliveryResult | Promise<never>) => end(value), contexts };
}

/** Delivers and advances; gives the answer's body and when it came. */
export async function timed(options: Parameters<typeof endpoint>[0], body: unknown = commandBody()) {
  const bench = endpoint(options);
  const startMs = bench.clock.monotonicMs();
  let atMs = -1;
  const answer = bench.handler.deliver(await sign({ body }));
  void answer.then(() => (atMs = bench.clock.monotonicMs() - startMs));
  await bench.clock.advance(5_000);
  const { status, body: text } = await answer;
  return { status, text, atMs, ...bench };
}

/** A handler on the real clock. */
export function live(options: Partial<DeliveryHandlerOptions> = {}) {
  const events: DeliveryDiagnostic[] = [];
  const handler = createDeliveryHandler({
    apps: appId,
    keys: fixedKeys([keyA.published]),
    handle: () => ({ type: "reply", content: "héllo" }),
    onDiagnostic: (event) => events.push(event),
    ...options,
  });
  return { handler, events, last: () => events.at(-1) };
}

/** Signs now, with new ids. */
export function fresh(options: Partial<SignOptions> = {}) {
  return signDelivery({ keys: keyA, appId, body: commandBody({ id: crypto.randomUUID() }), ...options });
}
