import { setTimeout as sleep } from "node:timers/promises";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { systemClock } from "../../../runtime/abi/index.js";
import { natsEngine } from "../../../runtime/fleet/nats/index.js";
import { startEngine } from "../../support/engines.js";
import { startProxy, type TcpProxy } from "../../support/tcp-proxy.js";
import type { Ground } from "../../fleet/sim/world.js";

/** How often one way is cut at this moment: two faults may overlap. */
interface Way {
  readonly proxy: TcpProxy;
  cuts: number;
}

/** A NATS server of its own in real time, to which every machine has a connection that can be cut. */
export async function natsGround(): Promise<Ground & { close(): Promise<void> }> {
  const server = await startEngine("nats");
  const ways = new Map<string, Way>();
  const connections = new Map<string, NatsConnection>();
  let engineIs: Promise<void> = Promise.resolve();
  const wayOf = (machine: string): Way => {
    const way = ways.get(machine);
    if (way === undefined) throw new Error(`there is no machine ${machine}`);
    return way;
  };
  return {
    clock: { ...systemClock, run: (ms) => sleep(ms) },
    async engineFor(machine) {
      await engineIs;
      const proxy = await startProxy(server.port);
      ways.set(machine, { proxy, cuts: 0 });
      const options = { servers: `127.0.0.1:${proxy.port}`, maxReconnectAttempts: -1, reconnectTimeWait: 100 };
      return natsEngine(async () => {
        const connection = await connect(options);
        connections.set(machine, connection);
        return connection;
      });
    },
    faults: {
      cut(machine) {
        const way = wayOf(machine);
        way.cuts += 1;
        way.proxy.cut();
      },
      heal(machine) {
        const way = wayOf(machine);
        way.cuts -= 1;
        if (way.cuts === 0) way.proxy.heal();
      },
      end: (machine) => void connections.get(machine)?.close(),
      slow: () => undefined, // a server of this machine is as fast as it is
      kill: (machine) => void wayOf(machine).proxy.close(),
      stop: () => void (engineIs = engineIs.then(() => server.kill())),
      start: () => void (engineIs = engineIs.then(() => server.restart())),
    },
    async close() {
      await engineIs;
      for (const connection of connections.values()) void connection.close();
      for (const { proxy } of ways.values()) await proxy.close();
      await server.stop();
    },
  };
}
