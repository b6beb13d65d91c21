/**
 * A recorder beside an App: `svc-apps/why`. It writes what became of the last interactions to a file, which
 * `svc-apps why <id>` reads. No text, argument or credential is written.
 *
 * @module
 */
import { systemClock } from "../../abi/index.js";
import { needed, option, type OptionsOf, options as defineOptions, readOptions, whole } from "../../base/options.js";
import type { Around } from "../around.js";
import type { AppOptions } from "../options.js";
import type { Diagnostic } from "../../diagnostics/index.js";
import { ArgumentError } from "../../base/errors.js";
import { saving } from "./file.js";
import { Recorder } from "./recorder.js";

/** Options of {@link recordInteractions}. */
export interface RecordingOptions extends OptionsOf<typeof recordingOptions> {}

const recordingOptions = /* @__PURE__ */ defineOptions(() => ({
  /** Written at most once a second, and when the process exits. One file for each process. */
  file: needed(option<string>("a non-empty string", (value) => typeof value === "string" && value !== "")),
  /** How many interactions are kept. Default: 200. */
  keep: whole(1, 10_000, 200),
}));

/** What is added to the options of an App. */
export interface Recorded {
  readonly onDiagnostic: (diagnostic: Diagnostic) => void;
  readonly around: Around;
}

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
  const { file, keep } = readOptions(recording, recordingOptions, { of: "recordInteractions()" });
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
