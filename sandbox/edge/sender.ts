import type { SandboxClock } from "../clock/clock.js";
import type { OutgoingDelivery, SendResult } from "../machine/tx.js";
import type { EndpointAnswer } from "../wire.js";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";

/** A delivery on its way to an endpoint. */
export interface EndpointRequest {
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Connect to this IP address whatever the name resolves to now; unset leaves it to the system. */
  readonly address?: string | undefined;
  readonly signal: AbortSignal;
}

/** Carries a delivery. Rejects when no answer came. */
export type EndpointPost = (request: EndpointRequest) => Promise<EndpointAnswer>;

/** Posts over the network. Follows no redirect, reads no more than `limitBytes` of an answer, keeps no connection. */
export function networkPost(limitBytes: number): EndpointPost {
  return ({ url, headers, body, address, signal }) =>
    new Promise((resolve, reject) => {
      const send = url.startsWith("https:") ? httpsRequest : httpRequest;
      const length = String(Buffer.byteLength(body));
      const options = { method: "POST", headers: { ...headers, "content-length": length }, signal, agent: false };
      const outgoing = send(
        url,
        address === undefined ? options : { ...options, lookup: pinned(address) },
        (incoming) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          incoming.on("data", (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > limitBytes) incoming.destroy(new Error("the endpoint's answer is too large"));
            else chunks.push(chunk);
          });
          incoming.on("error", reject);
          incoming.on("end", () =>
            resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
          );
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });
}

/** Always answers with the address that was checked, so that a name cannot change its mind in between. */
function pinned(address: string): LookupFunction {
  const family = address.includes(":") ? 6 : 4;
  return (_host, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

/** Deliveries that can be looked at again after they were sent. */
const sentKept = 1000;

/** Posts deliveries, and tells what came back in time. */
export class EndpointSender {
  readonly #post: EndpointPost;
  readonly #inProcess = new Map<string, EndpointPost>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #sent = new Map<string, OutgoingDelivery>();

  constructor(post: EndpointPost) {
    this.#post = post;
  }

  /** The function that stands for an address when the endpoint lives in this process. */
  remember(url: string, inProcess: EndpointPost | undefined): void {
    if (inProcess === undefined) this.#inProcess.delete(url);
    else this.#inProcess.set(url, inProcess);
  }

  /** A delivery as it was sent, while it is among the newest. */
  sent(id: string): OutgoingDelivery | undefined {
    return this.#sent.get(id);
  }

  #remember(delivery: OutgoingDelivery): void {
    this.#sent.set(delivery.id, delivery);
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > sentKept && oldest !== undefined) this.#sent.delete(oldest);
  }

  /** Resolves once no delivery is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Sends one, and calls `settle` once with what became of it. */
  send(delivery: OutgoingDelivery, clock: SandboxClock, settle: (result: SendResult) => void): void {
    this.#remember(delivery);
    const work = this.#send(delivery, clock).then(settle);
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  async #send({ url, address, signed, timeoutMs }: OutgoingDelivery, clock: SandboxClock): Promise<SendResult> {
    const startedMs = clock.monotonicMs();
    const abort = new AbortController();
    const latency = (): number => clock.monotonicMs() - startedMs;
    let cancel = (): void => undefined;
    const timeout = new Promise<SendResult>((resolve) => {
      cancel = clock.schedule(() => {
        resolve({ kind: "timeout", latencyMs: latency() });
        abort.abort();
      }, timeoutMs);
    });
    const post = this.#inProcess.get(url) ?? this.#post;
    const answered = Promise.resolve()
      .then(() => post({ url, ...signed, address, signal: abort.signal }))
      .then(
        (answer): SendResult => ({ kind: "answered", answer, latencyMs: latency() }),
        (error: unknown): SendResult => ({ kind: "failed", reason: reasonOf(error), latencyMs: latency() }),
      );
    try {
      return await Promise.race([answered, timeout]);
    } finally {
      cancel();
    }
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
