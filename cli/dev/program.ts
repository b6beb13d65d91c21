import { spawn, type ChildProcess } from "node:child_process";
import { signalGroup } from "../process-group.js";
import type { Start } from "./entry.js";

/** How long a program may take to end when it is told to, milliseconds. */
const endMs = 10_000;

/** A program that runs beside this one. */
export interface Program {
  /** Resolves with its exit code when it is over, however it came to that; rejects when it could not be started. */
  readonly over: Promise<number>;
  /** Tells it to end, and ends it when it does not. */
  stop(): Promise<void>;
}

/** Starts a program, in a group of its own, and hands on each line that it prints. */
export function startProgram(
  { program, args }: Start,
  {
    cwd,
    env,
    onLine,
  }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly onLine: (line: string) => void },
): Program {
  const child = spawn(program, [...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  for (const stream of [child.stdout, child.stderr]) byLine(stream, onLine);
  const over = new Promise<number>((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`${program} could not be started: ${error.message}`)));
    child.once("close", (code) => resolve(code ?? 1));
  });
  over.catch(() => undefined);
  return { over, stop: async () => stop(child, over) };
}

async function stop(child: ChildProcess, over: Promise<number>): Promise<void> {
  signalGroup(child, "SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL", { leftBehind: true }), endMs);
  await over.catch(() => 1);
  clearTimeout(timer);
  signalGroup(child, "SIGKILL", { leftBehind: true });
}

function byLine(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(onLine);
  });
  stream.on("end", () => {
    if (rest !== "") onLine(rest);
  });
}
