import type { Start } from "./entry.js";
import { type Program, startProgram } from "./program.js";

/** How the App of a project is started, each time anew. */
export interface Restartable {
  readonly start: Start;
  readonly cwd: string;
  /** The environment at this moment: the credential may be another one than at the last start. */
  readonly env: () => NodeJS.ProcessEnv;
  readonly onLine: (line: string) => void;
  /** Called with the exit code when the program ends by itself. */
  readonly onEnd: (code: number) => void;
  /** Called when it could not be started. */
  readonly onError: (error: unknown) => void;
}

/** The App of a project, which starts again whenever asked to. Two restarts at once are one. */
export class RestartingProgram {
  readonly #how: Restartable;
  #running: Program | undefined;
  #restart: Promise<void> | undefined;
  #isStopped = false;

  constructor(how: Restartable) {
    this.#how = how;
    this.#begin();
  }

  #begin(): void {
    const { start, cwd, env, onLine, onEnd, onError } = this.#how;
    const program = startProgram(start, { cwd, env: env(), onLine });
    this.#running = program;
    const whenCurrent =
      <Value>(report: (value: Value) => void) =>
      (value: Value): void => {
        if (this.#running !== program) return; // it was asked to end
        this.#running = undefined;
        report(value);
      };
    program.over.then(whenCurrent(onEnd), whenCurrent(onError));
  }

  restart(): Promise<void> {
    this.#restart ??= this.#end()
      .then(() => {
        if (!this.#isStopped) this.#begin();
      })
      .finally(() => (this.#restart = undefined));
    return this.#restart;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#restart;
    await this.#end();
  }

  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.stop();
  }
}
