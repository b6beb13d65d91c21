/**
 * A recorder beside an App: `svc-apps/why`. It writes what became of the last interactions to a file, which
 * `svc-apps why <id>` reads. No text, argument or credential is written.
 *
 * @module
 */
import { systemClock } from "../../abi/index.js";
import { checkGiven } from "../../http/check-given.js";
import type { Around } from "../around.js";
import type { AppOptions } from "../options.js";
import type { Diagnostic } from "../../diagnostics/index.js";
import { ArgumentError } from "../../base/errors.js";
import { saving } from "./file.js";
import { Recorder } from "./recorder.js";

/** Options of {@link recordInteractions}. */
export interface RecordingOptions {
  /** Written at most once a second, and when the process exits. One file for each process. */
  readonly file: string;
  /** How many interactions are kept. Default: 200. */
  readonly keep?: number;
}

/** What is added to the options of an App. */
export interface Recorded {
  readonly onDiagnostic: (diagnostic: Diagnostic) => void;
  readonly around: Around;
}

const MOST_KEPT = 10_000;

const KINDS = {
  file: ["a non-empty string", (value: unknown) => typeof value === "string" && value !== ""],
  keep: [
    `a whole number from 1 to ${MOST_KEPT}`,
    (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= MOST_KEPT,
  ],
} as const;

/**
 * Adds a recorder to the options of an App. `svc-apps why --file <file>` reads what it writes.
 *
 * @throws ArgumentError when an option is invalid.
 *
 * @example
 * ```ts
 * const app = new App(recordInteractions({ file: "why.jsonl" }, { baseUrl, token }));
 * ```
 */
export function recordInteractions<Options extends AppOptions = AppOptions>(
  recording: RecordingOptions,
  options?: Options,
): Options & Recorded;
export function recordInteractions(recording: RecordingOptions, options: AppOptions = {}): AppOptions & Recorded {
  checkGiven("recordInteractions()", recording, KINDS);
  const { file, keep = 200 } = recording;
  if (typeof file !== "string") throw new ArgumentError("recordInteractions() takes { file }, the file to write");
  const { onDiagnostic, around, clock = systemClock } = options;
  const recorder = new Recorder(clock, keep);
  const changed = saving(file, () => recorder.text(), clock);
  return {
    ...options,
    onDiagnostic(diagnostic) {
      if (recorder.note(diagnostic)) changed();
      onDiagnostic?.(diagnostic); // last: it may throw
    },
    around: around
      ? async (work, run) => recorder.around(work, async () => around(work, run))
      : (work, run) => recorder.around(work, run),
  };
}
