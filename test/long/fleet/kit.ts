import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { FleetOptions } from "../../../runtime/fleet/index.js";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../sandbox/index.js";
import { type EngineName, type OwnServer, startEngine } from "../../support/engines.js";

/** A line of a worker. */
interface Line {
  readonly start?: number;
  readonly channel?: string;
  readonly atMs?: number;
  readonly told?: string;
  readonly facts?: string;
}

/** A worker in a process of its own. */
export interface Worker {
  readonly name: string;
  readonly child: ChildProcess;
  readonly told: string[];
  readonly gone: Promise<void>;
}

/** How a fleet of processes is. */
export interface ProcessFleetOptions {
  readonly engine?: EngineName;
  /** Whether workers are members of a fleet. Default true; false: each reads the stream for itself. */
  readonly isFleet?: boolean;
  readonly fleet?: FleetOptions;
  readonly handlerMs?: number;
  readonly channels?: number;
  /** The number of an event that kills whoever handles it. */
  readonly poison?: number;
  /** Whether the sandbox splits events between two connections, and the workers know. */
  readonly isSplit?: boolean;
  readonly sandbox?: SandboxOptions;
  /** Milliseconds that each event of the first channel takes. Default: as all others. */
  readonly slowMs?: number;
  /** What the engine asks for. Default: nothing. */
  readonly password?: string;
  /** Whether workers pass the engine a function that connects, and not a connection. Default true. */
  readonly connects?: boolean;
  /** Whether connections give up after two attempts. */
  readonly givesUp?: boolean;
}

/** How one worker differs from the others. */
export interface WorkerOptions {
  readonly build?: string;
  readonly skewMs?: number;
  /** Where it finds the engine; default: at the engine. */
  readonly port?: number;
}

/** A handler began. */
interface Start {
  readonly number: number;
  readonly channel: string;
  readonly worker: string;
  /** By `machineMs` of the worker. */
  readonly atMs: number;
}

/** The clock that all processes of this machine share; finer than the wall clock, by which two may begin at once. */
export const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** What came of it, from the lines of all workers. */
export interface ProcessVerdict {
  readonly posted: number;
  readonly lost: readonly number[];
  readonly twice: readonly number[];
  /** Each that began after a later one of its channel, with that one. */
  readonly outOfOrder: readonly { readonly began: Start; readonly after: Start }[];
  /** Longest time from a post to its first start, in milliseconds. */
  readonly longestMs: number;
  readonly gaps: number;
  /** Every start of a handler. */
  readonly starts: readonly Start[];
  /** Milliseconds from its post to its first start, by the number of the event. */
  readonly latenciesMs: readonly number[];
}

let bundle: Promise<string> | undefined;
let folder: string | undefined;

/** Bundled once: starting it through a compiler would take longer than the tests. */
function program(): Promise<string> {
  bundle ??= (async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-fleet-program-"));
    const outfile = join(folder, "worker.mjs");
    const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
    await build({
      entryPoints: [here("./worker.ts")],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      alias: { "#transport": here("../../../runtime/http/transport/default-node.ts") },
      logLevel: "error",
    });
    return outfile;
  })();
  return bundle;
}

/** Removes what `program` made. Another file of tests in the same process makes it anew. */
export async function removeProgram(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  [bundle, folder] = [undefined, undefined];
}

/** A sandbox, an engine of its own, and workers in processes of their own. */
export class ProcessFleet {
  readonly workers: Worker[] = [];
  readonly engine: OwnServer;
  readonly sandbox: Sandbox;
  readonly #options: ProcessFleetOptions;
  readonly #channels: readonly string[];
  readonly #starts: Start[] = [];
  readonly #postedAtMs: number[] = [];
  #gaps = 0;
  #load: NodeJS.Timeout | undefined;

  static async start(options: ProcessFleetOptions = {}): Promise<ProcessFleet> {
    const [engine, sandbox] = await Promise.all([
      startEngine(options.engine ?? "nats", options.password === undefined ? {} : { password: options.password }),
      startSandbox({ seed: 1, ...options.sandbox }),
      program(),
    ]);
    return new ProcessFleet(options, engine, sandbox);
  }

  private constructor(options: ProcessFleetOptions, engine: OwnServer, sandbox: Sandbox) {
    this.#options = options;
    this.engine = engine;
    this.sandbox = sandbox;
    const { serverId } = sandbox.defaults;
    const names = Array.from({ length: options.channels ?? 30 }, (_, index) => `channel-${index}`);
    this.#channels = names.map((name) => sandbox.portal.createChannel({ serverId, name }).channelId);
  }

  /** Starts a worker and waits until it takes part. */
  async add(name: string, { build, skewMs = 0, port = this.engine.port }: WorkerOptions = {}): Promise<Worker> {
    const { engine = "nats", fleet = {}, handlerMs = 2, poison, isSplit = false } = this.#options;
    const { password, connects = true, givesUp = false, slowMs } = this.#options;
    const settings = { partitions: 16, ackWaitMs: 4_000, leaseMs: 4_000, ...fleet, build };
    const env = {
      ...process.env,
      BASE_URL: this.sandbox.baseUrl,
      TOKEN: this.sandbox.defaults.token,
      ENGINE: this.#options.isFleet === false ? "none" : engine,
      PORT: String(port),
      SKEW_MS: String(skewMs),
      POISON: String(poison ?? ""),
      IS_SPLIT: isSplit ? "1" : "",
      MEMBER: name,
      HANDLER_MS: String(handlerMs),
      CONNECTS: connects ? "1" : "",
      SLOW_CHANNEL: slowMs === undefined ? "" : (this.#channels[0] ?? ""),
      SLOW_MS: String(slowMs ?? 0),
      GIVES_UP: givesUp ? "1" : "",
      ...(password === undefined ? {} : { PASSWORD: password }),
      OPTIONS: JSON.stringify(settings),
    };
    const child = spawn(process.execPath, [await program()], { env, stdio: ["ignore", "pipe", "inherit"] });
    const gone = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
    const worker: Worker = { name, child, told: [], gone };
    this.workers.push(worker);
    createInterface({ input: child.stdout }).on("line", (line) => this.#hear(worker, line));
    await until(() => worker.told.includes("ready") || !isAlive(worker), `${name} is ready`, 60_000);
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode} before it was ready`);
    return worker;
  }

  #hear(worker: Worker, text: string): void {
    let line: Line;
    try {
      line = JSON.parse(text) as Line; // written by our own worker
    } catch {
      return; // the last line of one that was killed
    }
    if (line.told !== undefined) worker.told.push(line.told);
    if (line.told === "events.gap") this.#gaps += 1;
    if (line.start === undefined || line.channel === undefined) return;
    this.#starts.push({ number: line.start, channel: line.channel, atMs: line.atMs ?? 0, worker: worker.name });
  }

  /** Posts at a rate, until `stopLoad`. */
  load(perSecond: number): void {
    const { person } = this.sandbox.defaults;
    const beganMs = performance.now();
    const before = this.#postedAtMs.length;
    this.#load = setInterval(() => {
      const due = before + ((performance.now() - beganMs) / 1_000) * perSecond;
      while (this.#postedAtMs.length < due) {
        const number = this.#postedAtMs.length;
        const channel = this.#channels[number % this.#channels.length];
        this.#postedAtMs.push(machineMs());
        if (channel !== undefined) person.post(channel, String(number));
      }
    }, 5);
  }

  stopLoad(): void {
    clearInterval(this.#load);
  }

  /** Those that are alive and hold a slot of the live stream, by what they have told. */
  get holders(): readonly Worker[] {
    const takes = ["fleet.slot_taken", "fleet.slot_lost", "fleet.slot_released"];
    return this.workers.filter(
      (worker) => isAlive(worker) && worker.told.findLast((type) => takes.includes(type)) === takes[0],
    );
  }

  get holder(): Worker | undefined {
    return this.holders.at(-1);
  }

  get others(): readonly Worker[] {
    return this.workers.filter((worker) => worker !== this.holder && isAlive(worker));
  }

  /** Whether any of these workers, by default of all, told of it. */
  hasTold(type: string, workers: readonly Worker[] = this.workers): boolean {
    return workers.some(({ told }) => told.includes(type));
  }

  /** Waits until everything posted has been started somewhere, or nothing new has been for so long. */
  async settle(patienceMs = 20_000): Promise<ProcessVerdict> {
    this.stopLoad();
    let left = Infinity;
    let sinceMs = Date.now();
    for (let { lost } = this.verdict(); lost.length > 0; { lost } = this.verdict()) {
      if (lost.length < left) sinceMs = Date.now();
      if (Date.now() - sinceMs > patienceMs) break;
      left = lost.length;
      await sleep(200);
    }
    await sleep(300);
    return this.verdict();
  }

  verdict(): ProcessVerdict {
    const first = new Map<number, number>();
    const counts = new Map<number, number>();
    const latest = new Map<string, Start>();
    const outOfOrder: { began: Start; after: Start }[] = [];
    for (const began of this.#starts.toSorted((a, b) => a.atMs - b.atMs)) {
      const { number, channel, atMs } = began;
      counts.set(number, (counts.get(number) ?? 0) + 1);
      if (first.has(number)) continue;
      first.set(number, atMs);
      const after = latest.get(channel);
      if (after !== undefined && number < after.number) outOfOrder.push({ began, after });
      else latest.set(channel, began);
    }
    const numbers = this.#postedAtMs.map((_, number) => number);
    const latenciesMs = this.#postedAtMs.map((postedMs, number) => (first.get(number) ?? postedMs) - postedMs);
    return {
      posted: numbers.length,
      lost: numbers.filter((number) => !counts.has(number)),
      twice: [...counts].filter(([, count]) => count > 1).map(([number]) => number),
      outOfOrder,
      latenciesMs,
      longestMs: Math.max(0, ...latenciesMs),
      gaps: this.#gaps,
      starts: this.#starts,
    };
  }

  async stop(): Promise<void> {
    this.stopLoad();
    for (const { child } of this.workers) child.kill("SIGKILL");
    await Promise.all(this.workers.map(({ gone }) => gone));
    await this.sandbox.stop();
    await this.engine.stop();
  }
}

export const isAlive = ({ child }: Worker): boolean => child.exitCode === null && child.signalCode === null;

/** Waits until it holds, for real. */
export async function until(holds: () => boolean | Promise<boolean>, what: string, limitMs = 20_000): Promise<void> {
  const endMs = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error(`within ${limitMs} ms it did not come true that ${what}`);
    await sleep(20);
  }
}
