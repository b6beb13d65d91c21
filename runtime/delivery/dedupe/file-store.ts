import { files, makeFolder, unlessMissing } from "../../abi/files.js";
import { type Clock, systemClock } from "../../abi/index.js";
import { typeName } from "../../http/answer.js";
import { ArgumentError } from "../../http/errors/index.js";
import type { DedupeStore } from "../../interaction/claims.js";
import { ClaimTable } from "./claim-table.js";

/** Options of a store of files. */
export interface FileDedupeOptions {
  /** Created when it is missing. Used by one process at a time. */
  readonly folder: string;
  /** Most keys in memory, two per delivery. Default 2,000,000. */
  readonly maxKeys?: number;
  readonly clock?: Clock;
}

/**
 * A dedupe store for one process that survives its restart: `dedupe: fileDedupeStore({ folder: "./claims" })`. Each claim
 * is appended to a file before the handler runs. Two files alternate, each for as long as the longest claim lasts, so that
 * neither grows without bound. Several processes behind one address need a shared store instead. For Node, Bun and Deno.
 *
 * A claim rejects when its line could not be written.
 *
 * @throws ArgumentError without a folder, or when `maxKeys` is not a number of at least 1
 */
export function fileDedupeStore(options: FileDedupeOptions): DedupeStore {
  const { folder, maxKeys = 2_000_000, clock = systemClock } = Object(options) as Partial<FileDedupeOptions>; // programs without types leave them out
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
  /** The write that will include what is claimed from now on, and the write before it. */
  let next: Promise<void> | undefined;
  let before: Promise<void> = Promise.resolve();
  let lines = "";
  /** When the current file was begun by this process, and how long the longest claim lasts. */
  let begunAtMs: number | undefined;
  let longestMs = 0;

  /** Claims a key in memory until `endsAtMs`, on the wall clock, which is the same after a restart. */
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
        const [, endsAtMs, key] = /^(\d+) (.+)$/.exec(line) ?? []; // a crash may have cut the last line
        if (key === undefined || Number(endsAtMs) <= clock.now()) continue;
        hold(key, Number(endsAtMs));
        longestMs = Math.max(longestMs, Number(endsAtMs) - clock.now());
        lasting += 1;
      }
      loaded.push(lasting);
    }
    if (loaded[0] === 0) await rotate(); // else a process that restarts often would always append to the same file
    lines = "\n"; // ends a cut line
  };
  const rotate = (): Promise<void> => unlessMissing(files().rename(current, previous));
  const write = async (): Promise<void> => {
    await before.catch(() => undefined); // its claims have rejected
    const text = lines;
    lines = "";
    next = undefined;
    const nowMs = clock.monotonicMs();
    const isDue = begunAtMs !== undefined && nowMs >= begunAtMs + longestMs;
    if (isDue) await rotate();
    if (isDue || begunAtMs === undefined) begunAtMs = nowMs;
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
