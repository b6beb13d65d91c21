import { readFile } from "node:fs/promises";
import { messageOf } from "../message.js";
import { UsageError } from "../usage-error.js";

/** What an error was, without its message. */
export interface SeenError {
  readonly name?: string;
  readonly kind?: string;
  readonly status?: number;
  readonly code?: string;
  readonly cause?: SeenError;
}

/** Something that happened; `ms` after the interaction was first seen. */
export interface Note {
  readonly what: string;
  readonly ms?: number;
  readonly at?: number;
  /** By the monotonic clock of its process, which orders notices and interactions. */
  readonly tick?: number;
  readonly queuedMs?: number;
  readonly auto?: boolean;
  readonly confirmation?: string;
  readonly via?: string;
  readonly reason?: string;
  readonly operation?: string;
  readonly source?: string;
  readonly handler?: string;
  readonly error?: SeenError;
}

/** One interaction as it was recorded. */
export interface Recorded {
  readonly id: string;
  readonly at: number;
  readonly tick: number;
  readonly notes: readonly Note[];
}

/** All that a file holds. */
export interface Recording {
  readonly writtenAt: number;
  readonly interactions: readonly Recorded[];
  /** What happened outside of interactions. */
  readonly notices: readonly Note[];
}

type Line = { readonly interaction?: Recorded; readonly notice?: Note; readonly writtenAt?: number };

/** @throws UsageError for a file that is not a recording */
export async function readRecording(file: string): Promise<Recording> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  const lines = text.split("\n").filter((line) => line !== "");
  if (!text.startsWith('{"svc-apps-why":1,')) {
    throw new UsageError(
      `${file} is no recording of this version: write one with recordInteractions() of svc-apps/why`,
    );
  }
  const parsed = lines.map((line) => lineOf(file, line));
  return {
    writtenAt: parsed[0]?.writtenAt ?? 0,
    interactions: parsed.flatMap(({ interaction }) => interaction ?? []),
    notices: parsed.flatMap(({ notice }) => notice ?? []),
  };
}

function lineOf(file: string, line: string): Line {
  try {
    return JSON.parse(line) as Line; // written by recordInteractions(), as the first line says
  } catch (error) {
    throw new UsageError(`${file} is damaged: a line is not JSON`, { cause: error });
  }
}
