import { accessSync, constants, existsSync, renameSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { messageOf } from "../message.js";
import { UsageError } from "../usage-error.js";
import type { Description } from "./description.js";
import type { Learning } from "./learning.js";
import { Recorder } from "./recorder.js";
import { Gathering, readRecording, textOf } from "./recording.js";

/** Starts to record into a file, in the terms of a description. `now` is any clock, in milliseconds. */
export async function recordTo(file: string, description: Description, now: () => number): Promise<Learning> {
  requireWritable(file);
  const gathering = new Gathering(await readRecording(file, true));
  let written = -1;
  const save = (): void => {
    if (gathering.changes === written) return;
    written = gathering.changes;
    // In one step: who reads the file never finds half of it.
    writeFileSync(`${file}.part`, textOf(gathering.recording));
    renameSync(`${file}.part`, file);
  };
  save();
  const quietly = warningOnce(file, save);
  const recorder = new Recorder({ description, gathering, now, quietly });
  return {
    around: "attempt",
    middleware: async (call, next) => {
      const startedMs = now();
      const answer = await next(call);
      recorder.answered(call, answer, startedMs);
      return answer;
    },
    streams: (transport) => recorder.streams(transport),
  };
}

function requireWritable(file: string): void {
  const folder = dirname(resolve(file));
  try {
    accessSync(existsSync(file) ? file : folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}

/** Recording never fails a call: the first failure is a warning of the process. */
function warningOnce(file: string, save: () => void): (note: () => void) => void {
  let warned = false;
  return (note) => {
    try {
      note();
      save();
    } catch (error) {
      if (!warned) process.emitWarning(`${file}: not all was recorded: ${messageOf(error)}`, "LearnWarning");
      warned = true;
    }
  };
}
