import { files, makeFolder, unlessMissing } from "../../abi/files.js";
import { type Clock, systemClock } from "../../abi/index.js";
import { typeName } from "../../http/answer.js";
import { ArgumentError } from "../../http/errors/index.js";
import type { DedupeStore } from "../../interaction/claims.js";
import { ClaimTable } from "./claim-table.js";

/** Where claims are kept, and how many. */
export interface FileDedupeOptions {
  /** Made when it is missing. One process at a time may use it. */
  readonly folder: string;
  /** Most keys held in memory, two per delivery. Default 2,000,000. */
  readonly maxKeys?: number;
  readonly clock?: Clock;
}

/**
 * A store for one process that survives its restart: `dedupe: fileDedupeStore({ folder: "./claims" })`. Each claim is a
 * line at the end of a file, written before the handler runs. Two files take turns, each for as long as the longest
 * claim lasts, so that neither grows for ever. Several processes behind one address need a shared store instead.
 *
 * A claim rejects when its line could not be written. Node, Bun and Deno.
 *
 * @throws ArgumentError without a folder, or with a `maxKeys` that is no number of at least 1
 */
export function fileDedupeStore(options: FileDedupeOptions): DedupeStore {
  const { folder, maxKeys = 2_000_000, clock = systemClock } = Object(options) as Partial<FileDedupeOptions>; // or of no types
  if (typeof folder !== "string" || folder === "")
    throw new ArgumentError("fileDedupeStore() takes { folder }, a path");
  if (!(typeof maxKeys === "number" && maxKeys >= 1))
    throw new ArgumentError(
      `fileDedupeStore(): maxKeys must be a number of at least 1, got ${typeof maxKeys === "number" ? maxKeys : typeName(maxKeys)}`,
    );
  const base = folder.replace(/[/\\]+$/, "");
  const [current, previous] = [`${base}/claims.log`, `${base}/claims.old.log`];
  const table = new ClaimTable();
  let ready: Promise<void> | undefined;
  /** The write that takes along whatever is claimed from now on, and the one before it. */
  let next: Promise<void> | undefined;
  let before: Promise<void> = Promise.resolve();
  let lines = "";
  /** When the current file was begun here, and how long the longest claim lasts. */
  let begunAtMs: number | undefined;
  let longestMs = 0;

  /** Claims a key in memory until `endsAtMs` of the wall clock, which a restart does not set back. */
  const hold = (key: string, endsAtMs: number): boolean => {
    const nowMs = clock.monotonicMs();
    while (table.oldestEndMs <= nowMs || table.size >= maxKeys) table.dropOldest();
    return table.claim(key, nowMs, nowMs + endsAtMs - clock.now());
  };
  const load = async (): Promise<void> => {
    await makeFolder(base);
    const loaded = [];
    for (const path of [previous, current]) {
      let lasting = 0;
      for (const line of ((await unlessMissing(files().readFile(path, "utf8"))) ?? "").split("\n")) {
        const [, endsAtMs, key] = /^(\d+) (.+)$/.exec(line) ?? []; // the last line may be cut
        if (key === undefined || Number(endsAtMs) <= clock.now()) continue;
        hold(key, Number(endsAtMs));
        longestMs = Math.max(longestMs, Number(endsAtMs) - clock.now());
        lasting += 1;
      }
      loaded.push(lasting);
    }
    if (loaded[0] === 0) await turn(); // or a process that restarts often would write into one file for ever
    lines = "\n"; // ends a line that was cut
  };
  const turn = (): Promise<void> => unlessMissing(files().rename(current, previous));
  const write = async (): Promise<void> => {
    await before.catch(() => undefined); // whoever waited for it has been told
    const text = lines;
    lines = "";
    next = undefined;
    const nowMs = clock.monotonicMs();
    const isTurn = begunAtMs !== undefined && nowMs >= begunAtMs + longestMs;
    if (isTurn) await turn();
    if (isTurn || begunAtMs === undefined) begunAtMs = nowMs;
    await files().appendFile(current, text, { mode: 0o600 });
  };

  return {
    async claim(key, ttlMs) {
      try {
        await (ready ??= load());
      } catch (error) {
        ready = undefined;
        throw error;
      }
      const endsAtMs = Math.ceil(clock.now() + ttlMs);
      if (!hold(key, endsAtMs)) return false;
      longestMs = Math.max(longestMs, ttlMs);
      lines += `${endsAtMs} ${key}\n`;
      await (before = next ??= write());
      return true;
    },
  };
}
