import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as later } from "node:timers/promises";
import type { Program } from "./extract.js";

interface Stage {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds that a program may take to end, or to stop when asked. */
  readonly patienceMs: number;
  /** Milliseconds that a serving program must stay up, which says by nothing that it is. */
  readonly settleMs: number;
}

/** What a program says that it prints: `// prints "…"`. */
const promised = ({ code }: Program): readonly string[] =>
  [...code.matchAll(/\/\/ prints "([^"]+)"/g)].map(([, text = ""]) => text);

/** Runs one compiled program as its `use` asks. Resolves with what is wrong, or undefined. */
export async function play(file: string, program: Program, stage: Stage): Promise<string | undefined> {
  const { use } = program;
  const child = spawn(process.execPath, [file], { cwd: stage.cwd, env: stage.env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const missing = () => promised(program).find((text) => !output.includes(text));
  const said = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
        if (missing() === undefined) resolve();
      });
    }
  });
  const ended = new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(code === 0 ? "" : `ended with ${code ?? signal}`));
  });
  const up = promised(program).length > 0 ? said : later(stage.settleMs, undefined, { ref: false });
  const fault =
    (use === "serve" ? await serve(child, { ended, up }, stage) : await untilEnd(child, ended, stage)) ??
    (missing() === undefined ? undefined : `did not print "${missing()}"`);
  return fault === undefined ? undefined : `${fault}\n${output}`.trimEnd();
}

async function untilEnd(child: ChildProcess, ended: Promise<string>, stage: Stage): Promise<string | undefined> {
  const late = later(stage.patienceMs, `did not end within ${stage.patienceMs} ms`, { ref: false });
  const fault = await Promise.race([ended, late]);
  child.kill("SIGKILL");
  return fault || undefined;
}

interface Life {
  readonly ended: Promise<string>;
  /** All that it promised to print has been printed, or it was up for long enough. */
  readonly up: Promise<void>;
}

async function serve(child: ChildProcess, { ended, up }: Life, stage: Stage): Promise<string | undefined> {
  const mute = later(stage.patienceMs, undefined, { ref: false });
  const early = await Promise.race([ended.then((fault) => fault || "ended by itself"), up, mute]);
  if (early !== undefined) return early;
  child.kill("SIGTERM");
  const late = later(stage.patienceMs, `did not stop within ${stage.patienceMs} ms of SIGTERM`, { ref: false });
  const fault = await Promise.race([ended, late]);
  child.kill("SIGKILL");
  return fault === "" || fault === "ended with SIGTERM" ? undefined : fault;
}
