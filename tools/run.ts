import { spawn } from "node:child_process";

/** How one program ended, with everything it printed. */
export interface Ended {
  readonly code: number;
  readonly output: string;
  readonly tookMs: number;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Called with each chunk as it is printed, both streams together. */
  readonly onOutput?: ((chunk: string) => void) | undefined;
  /** `program` is a line for the shell. */
  readonly shell?: boolean;
}

/** Runs one program to its end. Never rejects: a program that cannot start has code 127. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(program, [...args], {
      cwd: options.cwd,
      env: options.env ?? process.env,
      shell: options.shell ?? false,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const hear = (chunk: string): void => {
      output += chunk;
      options.onOutput?.(chunk);
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    const end = (code: number): void => resolve({ code, output, tookMs: performance.now() - startedMs });
    child.on("error", (error) => {
      hear(`${program}: ${error.message}\n`);
      end(127);
    });
    child.on("close", (code) => end(code ?? 1));
  });
}
