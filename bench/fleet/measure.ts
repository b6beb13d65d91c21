import { readFileSync } from "node:fs";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { natsEngine } from "../../runtime/fleet/nats/index.js";
import type { EngineSession } from "../../runtime/fleet/index.js";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { type OwnServer, startEngine } from "../../test/support/engines.js";

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

/** A server, and connections to it that are made for one measurement each. */
export class Bench {
  readonly server: OwnServer;
  readonly #connections: NatsConnection[] = [];
  #names = 0;

  static async start(): Promise<Bench> {
    return new Bench(await startEngine("nats"));
  }

  private constructor(server: OwnServer) {
    this.server = server;
  }

  async connect(): Promise<NatsConnection> {
    const connection = await connect({ servers: `127.0.0.1:${this.server.port}` });
    this.#connections.push(connection);
    return connection;
  }

  async client() {
    const connection = await this.connect();
    return {
      connection,
      js: jetstream(connection, { timeout: 20_000 }),
      jsm: await jetstreamManager(connection, { timeout: 20_000 }),
    };
  }

  name(): string {
    return `bench${(this.#names += 1)}`;
  }

  /** So many members of a fleet, each over a connection of its own. */
  async sessions(name: string, count: number, partitions = 32): Promise<readonly EngineSession[]> {
    const sessions: EngineSession[] = [];
    for (let index = 0; index < count; index += 1) {
      const { settings } = resolveFleetOptions({ name, partitions, ackWaitMs: 60_000, requestTimeoutMs: 20_000 });
      sessions.push(await natsEngine(await this.connect()).open(settings));
    }
    return sessions;
  }

  /** Closes connections and removes streams, so that the next measurement begins with an empty server. */
  async clean(): Promise<void> {
    const { jsm } = await this.client();
    for await (const { config } of jsm.streams.list()) await jsm.streams.delete(config.name);
    for (const connection of this.#connections.splice(0)) await connection.close();
  }

  /** Milliseconds of processor time that the server has used. */
  get cpuMs(): number {
    const fields = readFileSync(`/proc/${this.server.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]); // utime and stime, a hundred to the second on Linux
    return ticks * 10;
  }

  async stop(): Promise<void> {
    for (const connection of this.#connections) await connection.close();
    await this.server.stop();
  }
}

/** What a piece of work took. */
export interface Taken {
  readonly wallMs: number;
  readonly engineCpuMs: number;
}

export async function timed(bench: Bench, work: () => Promise<unknown>): Promise<Taken> {
  const [startMs, startCpuMs] = [performance.now(), bench.cpuMs];
  await work();
  return { wallMs: performance.now() - startMs, engineCpuMs: bench.cpuMs - startCpuMs };
}
