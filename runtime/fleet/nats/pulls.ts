import { onLimit } from "../../base/time.js";
import { idOf } from "./writer.js";
import { createInbox, type Msg, type Subscription } from "@nats-io/transport-node";
import type { LogDelivery, PullOptions } from "../engine/contract.js";
import { property } from "../../interaction/read.js";
import { FleetError } from "../errors.js";
import { CONSUMER, type NatsAccess } from "./setup.js";

export interface PullSource {
  readonly stream: string;
  readonly partition: number;
}

type Finish = (result: Msg | FleetError | undefined) => void;

interface Waiting {
  readonly finish: Finish;
  /** Monotonic time before which the server cannot have found that this pull has waited long enough. */
  readonly earliestEndMs: number;
}

/** Those who wait for messages of one stream by the subject of their answers, and how these come. */
interface Queue {
  readonly waiting: Map<string, Waiting>;
  readonly subscription: Subscription;
}

/** Milliseconds that the server gets to say that a pull has ended before it is given up. */
const GRACE_MS = 1_000;

/** Answers of the server that say nothing worse than "none": no messages, time is up. */
const QUIET_STATUS = [404, 408];

/**
 * Pulls over one subscription. The client's own consumers have no way to give back what arrives after they were
 * stopped; here it is, so that nothing waits for an ack timeout.
 */
export class Pulls {
  readonly #access: NatsAccess;
  readonly #inbox: string;
  readonly #queues = new Map<string, Queue>();

  constructor(access: NatsAccess) {
    this.#access = access;
    this.#inbox = createInbox(inboxPrefixOf(access.connection));
  }

  /** The next message of a stream. Rejects with a FleetError when the server says that it cannot. */
  pull(source: PullSource, { waitMs, signal }: PullOptions): Promise<LogDelivery | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    const { waiting } = this.#queue(source.stream);
    const subject = this.#freeSubject(source.stream, waiting);
    const { clock } = this.#access.settings;
    return new Promise((resolve, reject) => {
      const finish: Finish = (result) => {
        waiting.delete(subject);
        cancel();
        if (result instanceof FleetError) reject(result);
        else resolve(result === undefined ? undefined : this.#delivery(result, source.partition));
      };
      const cancel = onLimit({ timeoutMs: waitMs + GRACE_MS, signal }, clock, () => finish(undefined));
      waiting.set(subject, { finish, earliestEndMs: clock.monotonicMs() + waitMs / 2 });
      const request = JSON.stringify({ batch: 1, expires: Math.round(waitMs * 1_000_000) });
      try {
        const api = `${this.#access.apiPrefix}.CONSUMER.MSG.NEXT.${source.stream}.${CONSUMER}`;
        this.#access.connection.publish(api, request, { reply: subject });
      } catch (error) {
        finish(new FleetError("unavailable", "The connection to NATS is closed.", { cause: error }));
      }
    });
  }

  /** Whoever waits gets nothing: a server that was away has forgotten who asked. */
  endAll(): void {
    for (const { waiting } of this.#queues.values()) for (const { finish } of waiting.values()) finish(undefined);
  }

  /** Asks for nothing more, and gives back what still arrives. */
  async close(): Promise<void> {
    this.endAll();
    if (this.#access.connection.isClosed()) return;
    const drains = [...this.#queues.values()].map(({ subscription }) => subscription.drain());
    await Promise.all(drains).catch(() => undefined);
    await this.#access.connection.flush().catch(() => undefined);
  }

  /** Messages come under their own subject: only the subscription says which pull they are for. */
  #queue(stream: string): Queue {
    const known = this.#queues.get(stream);
    if (known !== undefined) return known;
    const waiting = new Map<string, Waiting>();
    const { clock } = this.#access.settings;
    const callback = (_: unknown, msg: Msg) => arrive(msg, { waiting, stream, nowMs: () => clock.monotonicMs() });
    const queue = {
      waiting,
      subscription: this.#access.connection.subscribe(`${this.#inbox}.${stream}.*`, { callback }),
    };
    this.#queues.set(stream, queue);
    return queue;
  }

  /**
   * Subjects are used again. The server asks for every pull that waits, and more than once for each event, whether
   * its subject still has a listener. It remembers the answers for about a thousand subjects, over all partitions and
   * members: new ones for every pull make it search each time, the more so the more partitions there are.
   */
  #freeSubject(stream: string, waiting: ReadonlyMap<string, unknown>): string {
    let index = 0;
    while (waiting.has(`${this.#inbox}.${stream}.${index}`)) index += 1;
    return `${this.#inbox}.${stream}.${index}`;
  }

  #delivery(msg: Msg, partition: number): LogDelivery {
    const { deliveries, storedAtMs } = readReply(msg.reply ?? "");
    const answer = (text: string) => {
      if (!this.#access.connection.isClosed()) msg.respond(text);
      return Promise.resolve();
    };
    return {
      partition,
      id: idOf(msg.headers),
      body: msg.string(),
      deliveries,
      storedAtMs,
      ack: () => answer("+ACK"),
      release: (delayMs = 0) =>
        answer(delayMs <= 0 ? "-NAK" : `-NAK ${JSON.stringify({ delay: Math.round(delayMs * 1_000_000) })}`),
      extend: () => answer("+WPI"),
    };
  }
}

/** An option of the connection that its type does not show: credentials may allow no other inboxes. */
function inboxPrefixOf(connection: object): string | undefined {
  const prefix = property(property(connection, "options"), "inboxPrefix");
  return typeof prefix === "string" ? prefix : undefined;
}

interface Arrival {
  readonly waiting: ReadonlyMap<string, Waiting>;
  readonly stream: string;
  readonly nowMs: () => number;
}

function arrive(msg: Msg, { waiting, stream, nowMs }: Arrival): void {
  if (msg.reply?.startsWith("$JS.ACK.") === true) {
    const [first] = waiting.values();
    if (first === undefined) msg.respond("-NAK");
    else first.finish(msg);
    return;
  }
  const asked = waiting.get(msg.subject);
  const status = msg.headers?.code ?? 0;
  if (asked === undefined || status === 100) return;
  if (QUIET_STATUS.includes(status)) {
    // Too early, it is the end of a pull that was given up here and had the same subject.
    if (nowMs() >= asked.earliestEndMs) asked.finish(undefined);
    return;
  }
  const why = status === 503 ? "is not there, or has no leader" : (msg.headers?.description ?? "failed");
  asked.finish(new FleetError("unavailable", `The stream ${stream} ${why} (${status}).`));
}

/** What the server writes into the subject for answers: `$JS.ACK.[domain.account.]stream.consumer.count.…`. */
export function readReply(reply: string): { readonly deliveries: number; readonly storedAtMs: number } {
  const tokens = reply.split(".");
  const first = tokens.length === 9 ? 4 : 6;
  return { deliveries: Number(tokens[first] ?? 1), storedAtMs: Math.floor(Number(tokens[first + 3] ?? 0) / 1_000_000) };
}
