import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect as connectTcp, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server of a test's own, on a port and in a folder of its own. */
export interface OwnServer {
  readonly port: number;
  readonly pid: number;
  /** Where it keeps its data. */
  readonly folder: string;
  /** Ends it as a crash does, and waits until it is gone. Its folder stays. */
  kill(): Promise<void>;
  /** Starts it again on its port, with its folder or with an empty one, and with another password from then on. */
  restart(options?: { readonly withoutDisk?: boolean; readonly password?: string }): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

interface Program {
  readonly name: string;
  readonly apt: string;
  readonly args: (port: number, folder: string) => readonly string[];
  /** What makes it ask for a password; the name of the user is `fleet`. */
  readonly login: (password: string) => readonly string[];
}

const programs = {
  nats: {
    name: "nats-server",
    apt: "apt-get install nats-server",
    args: (port: number, folder: string) => ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", folder],
    login: (password: string) => ["--user", "fleet", "--pass", password],
  },
  redis: {
    name: "redis-server",
    apt: "apt-get install redis-server",
    args: (port: number, folder: string) => {
      const bind = ["--bind", "127.0.0.1", "--port", String(port), "--dir", folder];
      return [...bind, "--save", "", "--appendonly", "yes", "--appendfsync", "everysec"];
    },
    login: (password: string) => ["--requirepass", password],
  },
} satisfies Record<string, Program>;

/** Engines that tests start by themselves. */
export type EngineName = keyof typeof programs;

/**
 * Whether the server is on this machine. Where it is not, says loudly what is skipped and what would bring it; with
 * SVC_REQUIRE_ENGINES=1 that is a failure.
 */
export function hasEngine(engine: EngineName): boolean {
  const { name, apt } = programs[engine];
  if (spawnSync(name, ["--version"]).error === undefined) return true;
  const text = `SKIPPED: there is no ${name} on the path, so nothing is tested against it. It comes with: ${apt}`;
  if (process.env["SVC_REQUIRE_ENGINES"] === "1") throw new Error(text);
  console.warn(`\n*** ${text} ***\n`);
  return false;
}

/** How a server of one's own is, besides its port and folder. */
export interface EngineOptions {
  /** The text of its configuration file. */
  readonly config?: string;
  /** What it is called with besides. */
  readonly args?: readonly string[];
  /** Default: it asks for none. */
  readonly password?: string;
}

/** Starts a server of one's own and waits until it takes connections. */
export async function startEngine(engine: EngineName, options: EngineOptions = {}): Promise<OwnServer> {
  const { name, args, login } = programs[engine];
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), `svc-fleet-${engine}-`));
  const file = `${folder}.conf`;
  const { config, args: more = [] } = options;
  if (config !== undefined) writeFileSync(file, config);
  let child: ChildProcess;
  let { password } = options;
  const start = async () => {
    const asked = password === undefined ? [] : login(password);
    const all = [...args(port, folder), ...more, ...asked, ...(config === undefined ? [] : ["-c", file])];
    child = spawn(name, all, { stdio: "ignore" });
    child.on("error", () => undefined);
    await untilOpen(port);
    // Somebody else may have taken the port meanwhile: then it is another server that answers there.
    if (child.exitCode !== null) throw new Error(`${name} ended at once: is port ${port} taken?`);
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
    child.kill("SIGKILL");
    await gone;
  };
  const onExit = () => void child.kill("SIGKILL");
  process.once("exit", onExit);
  await start();
  return {
    port,
    folder,
    get pid() {
      return child.pid ?? 0;
    },
    kill,
    async restart({ withoutDisk = false, password: next = password } = {}) {
      await kill();
      password = next;
      if (withoutDisk) {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
      }
      await start();
    },
    async stop() {
      process.off("exit", onExit);
      await kill();
      await Promise.all([rm(folder, { recursive: true, force: true }), rm(file, { force: true })]);
    },
  };
}

/** Ports that were given out: the system may offer one again before whoever got it has taken it. */
const given = new Set<number>();

/** A port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await new Promise<number>((resolve, reject) => {
      const server = createServer();
      server.once("error", reject);
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        const free = typeof address === "object" && address !== null ? address.port : 0;
        server.close(() => resolve(free));
      });
    });
    if (!given.has(port)) {
      given.add(port);
      return port;
    }
  }
}

/** In real time: a server of a process of its own takes as long as it takes. */
export async function untilOpen(port: number): Promise<void> {
  for (let round = 0; round < 400; round += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connectTcp(port, "127.0.0.1");
      socket.once("connect", () => (socket.destroy(), resolve(true)));
      socket.once("error", () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => void setTimeout(resolve, 25));
  }
  throw new Error(`nothing listens on port ${port}`);
}
