import { Session, type Profiler } from "node:inspector";
import { fileURLToPath } from "node:url";

/** The functions of one file that ran, by name and line. */
export interface RanFile {
  readonly file: string;
  readonly functions: readonly string[];
}

/** Counts what runs in the files below a folder, by V8's precise coverage. */
export class Coverage {
  readonly #session = new Session();
  readonly #root: string;

  /** @param root address of the folder, with a slash at its end */
  constructor(root: URL) {
    this.#root = root.href;
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  }

  /** What has run since the last call. A file whose module body alone ran is not among it. */
  take(): readonly RanFile[] {
    let taken: Profiler.TakePreciseCoverageReturnType | undefined;
    this.#session.post("Profiler.takePreciseCoverage", (error, answer) => {
      if (error) throw error;
      taken = answer;
    });
    return (taken?.result ?? []).flatMap(({ url, functions }) => {
      if (!url.startsWith(this.#root)) return [];
      const ran = functions.filter(
        ({ ranges: [whole] }) => whole !== undefined && whole.count > 0 && whole.startOffset > 0,
      );
      if (ran.length === 0) return [];
      const names = ran.map(({ functionName, ranges: [whole] }) => functionName || `(at ${whole?.startOffset})`);
      return [{ file: fileURLToPath(url).slice(fileURLToPath(this.#root).length), functions: names }];
    });
  }
}
