import { createServer, type Server } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { type SandboxClock, startSandbox } from "../../sandbox/index.js";
import type { World } from "./scenario.js";

/** The platform and the servers around one runtime under test. */
export interface Host {
  readonly world: World;
  readonly sandbox: Awaited<ReturnType<typeof startSandbox>>;
  close(): Promise<void>;
}

function listening(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)); // it listens on TCP
  });
}

/**
 * The platform's time passes at a quarter of ours: what comes in time on an idle machine then comes in time on one where
 * a build takes all cores for seconds.
 */
function slowClock(): SandboxClock {
  const slowness = 4;
  const [startMs, monotonicStartMs] = [Date.now(), performance.now()];
  const monotonicMs = () => (performance.now() - monotonicStartMs) / slowness;
  return {
    now: () => startMs + Math.floor(monotonicMs()),
    monotonicMs,
    schedule(callback, delayMs) {
      const timer = setTimeout(callback, Math.min(delayMs * slowness, 2 ** 31 - 1));
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}

/** Says nothing to the first of every two requests, and hands the second to the platform. */
function everyOtherFrom(baseUrl: string): Server {
  let requests = 0;
  return createServer((request, response) => {
    requests += 1;
    if (requests % 2 === 1) return;
    const { host: _host, connection: _connection, ...headers } = request.headers;
    void fetch(baseUrl + (request.url ?? ""), { headers: headers as Record<string, string> }).then(async (answer) => {
      response.writeHead(answer.status, { "content-type": "application/json", "access-control-allow-origin": "*" });
      response.end(await answer.text());
    });
  });
}

/** Starts a platform of its own for one runtime. */
export async function startHost(): Promise<Host> {
  const sandbox = await startSandbox({ clock: slowClock(), seed: 1, port: 0, allowLoopbackEndpoints: true });
  const { token, serverId, channelId, person, appId } = sandbox.defaults;
  const runs = new Map<string, ReturnType<typeof person.run>>();
  const orders: Readonly<Record<string, (argument: string) => string>> = {
    say: (text) => String(person.post(channelId, text)["id"]),
    cut: () => (sandbox.faults.streams.cut({ appId }), ""),
    readers: () => {
      const { streams, mailboxes } = sandbox.readersOf(appId);
      return String(streams.length + mailboxes.length);
    },
    run: (command) => {
      const interaction = person.run(command);
      runs.set(interaction.id, interaction);
      return interaction.id;
    },
    state: (id) => runs.get(id)?.state ?? "unknown",
  };
  const control = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://host");
    response.setHeader("access-control-allow-origin", "*");
    try {
      response.end(orders[url.pathname.slice(1)]?.(url.searchParams.get("argument") ?? "") ?? "no such order");
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  const lost = createTcpServer((socket) => socket.once("data", () => socket.destroy()).on("error", () => undefined));
  const stalled = createTcpServer((socket) => socket.resume().on("error", () => undefined));
  const everyOther = everyOtherFrom(sandbox.baseUrl);
  const closed = createTcpServer();
  const refused = await listening(closed);
  await new Promise<void>((resolve) => closed.close(() => resolve()));
  const sockets = new Set<{ destroy(): unknown }>();
  for (const server of [lost, stalled]) server.on("connection", (socket) => sockets.add(socket));
  const world: World = {
    baseUrl: sandbox.baseUrl,
    token,
    serverId,
    channelId,
    control: await listening(control),
    refused,
    lost: await listening(lost),
    stalled: await listening(stalled),
    everyOther: await listening(everyOther),
  };
  return {
    world,
    sandbox,
    async close() {
      for (const socket of sockets) socket.destroy();
      for (const server of [control, everyOther]) server.closeAllConnections();
      for (const server of [control, everyOther, lost, stalled]) server.close();
      await sandbox.stop();
    },
  };
}
