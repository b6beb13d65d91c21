import { spawn, type ChildProcess } from "node:child_process";
import { signalGroup } from "../process-group.js";
import type { Start } from "./entry.js";

/** How long a program may take to end after SIGTERM, milliseconds. */
const endMs = 10_000;

/** A program that runs beside this one. */
export interface Program {
  /** Resolves with its exit code when it has ended, for whatever reason; rejects when it could not be started. */
  readonly over: Promise<number>;
  /** Asks it to end, and kills it if it does not. */
  stop(): Promise<void>;
}

interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string) => void;
}

/**
 * Starts a program, in a process group of its own, and passes on each line that it prints. The group ends with this
 * process, however that ends.
 */
export function startProgram({ program, args }: Start, { cwd, env, onLine }: Surroundings): Program {
  const child = spawn(program, [...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  for (const stream of [child.stdout, child.stderr]) byLine(stream, onLine);
  const release = boundToUs(child);
  const over = new Promise<number>((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`${program} could not be started: ${error.message}`)));
    child.once("close", (code) => resolve(code ?? 1));
  }).finally(release);
  over.catch(() => undefined);
  return { over, stop: async () => stop(child, over) };
}

/**
 * Ends the group of a child when this process exits; when it is killed, a shell notices that our end of its pipe is
 * closed, and does so. Windows has no process groups: there only the exit counts. The returned function undoes both.
 */
function boundToUs(child: ChildProcess): () => void {
  const end = (): void => signalGroup(child, "SIGKILL", { leftBehind: true });
  process.once("exit", end);
  const guard =
    process.platform === "win32" || child.pid === undefined
      ? undefined
      : spawn("/bin/sh", ["-c", 'cat; kill -TERM "-$0"; sleep 5; kill -KILL "-$0"', String(child.pid)], {
          stdio: ["pipe", "ignore", "ignore"],
          detached: true,
        });
  guard?.on("error", () => undefined); // no shell here
  guard?.unref();
  return () => {
    process.off("exit", end);
    if (guard !== undefined) signalGroup(guard, "SIGKILL");
    guard?.stdin?.destroy();
  };
}

async function stop(child: ChildProcess, over: Promise<number>): Promise<void> {
  signalGroup(child, "SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL", { leftBehind: true }), endMs);
  await over.catch(() => 1);
  clearTimeout(timer);
  signalGroup(child, "SIGKILL", { leftBehind: true });
}

/** Passes on each line of a stream, whichever end of line its program writes. */
export function byLine(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? "";
    lines.forEach(onLine);
  });
  stream.on("end", () => {
    if (rest !== "") onLine(rest);
  });
}
