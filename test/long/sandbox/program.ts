import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** A program that was started, and what it printed so far. */
export interface Program {
  readonly output: () => string;
  /** Interrupts it as Ctrl-C would, and waits for its end. */
  stop(): Promise<string>;
}

/** Starts a program of Node and waits until it prints what `ready` matches. */
export async function startProgram(
  args: readonly string[],
  ready: RegExp,
  { timeoutMs = 60_000, env = {} }: { readonly timeoutMs?: number; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Program> {
  const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
  const child: ChildProcess = spawn(process.execPath, [...args], {
    env: { ...process.env, ...quiet, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const closed = once(child, "close");
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${ready} in: ${output}`)), timeoutMs);
    const hear = (chunk: Buffer): void => {
      output += chunk.toString("utf8");
      if (!ready.test(output)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    void closed.then(() => {
      clearTimeout(timer);
      reject(new Error(`ended before it was ready: ${output}`));
    });
  });
  return {
    output: () => output,
    async stop() {
      child.kill("SIGINT");
      await closed;
      return output;
    },
  };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
