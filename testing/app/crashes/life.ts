import type { Clock, StreamTransport, Transport } from "../../../runtime/abi/index.js";
import type { Rewiring } from "../../../runtime/app/options.js";
import type { KeyValue } from "../../../runtime/store/contract.js";

/** Numbers the points of one run at which its process can die, over all its lives. */
export class Points {
  readonly names: string[] = [];
  /** Counted only while this is true: a process that dies before it has started has done nothing yet. */
  isArmed = false;
  readonly #fatal: number | undefined;

  constructor(fatal: number | undefined) {
    this.#fatal = fatal;
  }

  /** Whether the process dies here. */
  reached(name: string): boolean {
    if (!this.isArmed) return false;
    this.names.push(name);
    return this.names.length - 1 === this.#fatal;
  }
}

const never = async <Value>(): Promise<Value> => new Promise(() => {});

/** One process: what it does outside itself passes here, until it dies. From then on nothing leaves it or reaches it. */
export class Life {
  isDead = false;
  readonly #points: Points;
  readonly #onDeath: () => void;
  readonly #connections = new Set<() => void>();

  constructor(points: Points, onDeath: () => void) {
    this.#points = points;
    this.#onDeath = onDeath;
  }

  store(inner: KeyValue): KeyValue {
    return {
      ...(inner.maxValueBytes === undefined ? {} : { maxValueBytes: inner.maxValueBytes }),
      get: async (key) => (this.isDead ? never() : this.#alive(inner.get(key))), // changes nothing: no point of its own
      put: async (key, value, options) => this.#through(`save ${areaOf(key)}`, () => inner.put(key, value, options)),
      delete: async (key, options) => this.#through(`delete ${areaOf(key)}`, () => inner.delete(key, options)),
      list: (prefix) => (this.isDead ? never() : inner.list(prefix)),
    };
  }

  /** The world as this process reaches it. */
  rewired(rewiring: Rewiring): Rewiring {
    const { transport, streamTransport, clock, onDiagnostic } = rewiring;
    return {
      ...rewiring,
      ...(transport && { transport: this.#transport(transport) }),
      ...(streamTransport && { streamTransport: this.#streams(streamTransport) }),
      ...(clock && { clock: this.#clock(clock) }),
      onDiagnostic: (diagnostic) => {
        if (!this.isDead) onDiagnostic?.(diagnostic);
      },
    };
  }

  /** Answers a delivery: the process can die before it has it, and after it has answered. */
  async answering<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return this.#through("answer to a delivery", work, async () => Promise.reject(reset()));
  }

  async #through<Value>(name: string, work: () => Promise<Value>, dead: () => Promise<Value> = never): Promise<Value> {
    if (this.#dies(`before: ${name}`)) return dead();
    const value = await work();
    return this.#dies(`after: ${name}`) ? dead() : value;
  }

  /** Dies while it has nothing to do, if this is the point. */
  idle(name: string): boolean {
    return this.#dies(`between acts: ${name}`);
  }

  #dies(name: string): boolean {
    if (!this.isDead && this.#points.reached(name)) {
      this.isDead = true;
      for (const close of this.#connections) close();
      this.#onDeath();
    }
    return this.isDead;
  }

  async #alive<Value>(value: Promise<Value>): Promise<Value> {
    const settled = await value;
    return this.isDead ? never() : settled;
  }

  #transport(inner: Transport): Transport {
    return async (request) => this.#through(`${request.method} ${routeOf(request.url)}`, () => inner(request));
  }

  #streams(inner: StreamTransport): StreamTransport {
    return async (request) => {
      if (this.isDead) return never();
      const answer = await this.#alive(inner(request));
      const close = (): void => answer.close();
      this.#connections.add(close);
      return { ...answer, body: this.#read(answer.body), close };
    };
  }

  async *#read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of body) {
      if (this.isDead) break;
      yield chunk;
    }
    if (this.isDead) await never();
  }

  #clock(inner: Clock): Clock {
    return {
      now: () => inner.now(),
      monotonicMs: () => inner.monotonicMs(),
      schedule: (callback, delayMs) =>
        inner.schedule(() => {
          if (this.#dies(`before: timer of ${delayMs} ms`)) return;
          callback();
          this.#dies(`after: timer of ${delayMs} ms`);
        }, delayMs),
    };
  }
}

/** What the sandbox takes for a connection that broke. */
const reset = (): Error => Object.assign(new Error("the process died"), { code: "ECONNRESET" });

/** The first words of a key: its ids differ from run to run. */
const areaOf = (key: string): string => /^[a-z-]+/.exec(key)?.[0] ?? "a key";

const routeOf = (url: string): string => new URL(url).pathname.replaceAll(/\d{6,}|[0-9a-f-]{36}/g, "…");
