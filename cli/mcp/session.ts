import { resolve } from "node:path";
import { httpUrl } from "../address.js";
import { type Program, startProgram } from "../dev/program.js";

/** How many of the last lines of a program are kept. */
const KEPT_LINES = 500;

/** How long `dev` may take until its page is there, milliseconds: it may install packages first. */
const START_MS = 180_000;

/** What the tools work on: a running platform, and the program that a tool started. */
export class Session {
  readonly #folder: string;
  #control: string | undefined;
  #program: Program | undefined;
  #lines: string[] = [];

  constructor(folder: string, control: string | undefined) {
    this.#folder = folder;
    this.#control = control === undefined ? undefined : httpUrl(control, "--control").href;
  }

  /** Address of the control interface. @throws Error when no platform runs */
  get control(): string {
    if (this.#control === undefined)
      throw new Error("no local platform is running: call dev_start first, or start this server with --control");
    return this.#control;
  }

  /** The last lines that the program printed, oldest first. */
  lines(count: number): readonly string[] {
    return this.#lines.slice(-count);
  }

  /** Starts `svc-apps dev` in a folder and waits for its page. Gives the lines that name page and ids. */
  async start(args: readonly string[], folder = "."): Promise<readonly string[]> {
    if (this.#program !== undefined) throw new Error("dev is running already: call dev_stop first");
    this.#lines = [];
    const program = startProgram(ownCommand("dev", "--json", ...args), {
      cwd: resolve(this.#folder, folder),
      env: process.env,
      onLine: (line) => this.#keep(textOf(line)),
    });
    this.#program = program;
    void program.over.catch(() => 1).then(() => this.#forget(program));
    await this.#pageOf(program);
    return this.#lines.filter((line) => line.startsWith("dev: "));
  }

  async stop(): Promise<void> {
    await this.#program?.stop();
  }

  #keep(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > KEPT_LINES) this.#lines.shift();
    const [, page] = /^dev: the page is at (\S+)$/.exec(line) ?? [];
    if (page !== undefined) this.#control = page;
  }

  #forget(program: Program): void {
    if (this.#program !== program) return;
    this.#program = undefined;
    this.#control = undefined;
  }

  /** Waits until both the page and the ids were printed. @throws Error with what was printed instead */
  async #pageOf(program: Program): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((done) => (timer = setTimeout(() => done("did not start in time"), START_MS)));
    const over = program.over.then(
      (code) => `ended with ${code}`,
      (error: unknown) => String(error),
    );
    const there = new Promise<undefined>((done) => {
      const look = (): void => {
        if (this.#lines.some((line) => line.startsWith("dev: server "))) done(undefined);
        else if (this.#program === program) setTimeout(look, 50).unref();
      };
      look();
    });
    const problem = await Promise.race([late, over, there]);
    clearTimeout(timer);
    if (problem === undefined) return;
    await program.stop();
    throw new Error([`dev ${problem}`, ...this.lines(20)].join("\n"));
  }
}

/** This program again, with other words. */
export function ownCommand(...args: readonly string[]): { readonly program: string; readonly args: readonly string[] } {
  const [, main = ""] = process.argv;
  return { program: process.execPath, args: [...process.execArgv, main, ...args] };
}

/** `from: text` of a line that `dev --json` printed; any other line as it is. */
function textOf(line: string): string {
  try {
    const { from, text } = JSON.parse(line) as { readonly from: string; readonly text: string }; // of `dev --json`
    return `${from}: ${text}`;
  } catch {
    return line;
  }
}
