import { type FSWatcher, watch } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** How changes are heard of and waited for; handed in so that tests need neither files nor time. */
export interface WatchTools {
  /** Calls back for each change of an entry of a folder, by its name. Gives back what ends that. */
  readonly watchFolder: (folder: string, changed: (name: string | undefined) => void) => () => void;
  /** Runs `callback` once after `delayMs`; the returned function cancels it. */
  readonly schedule: (callback: () => void, delayMs: number) => () => void;
}

/** Milliseconds without a further change after which a change is worked on: editors write in several steps. */
const QUIET_MS = 50;

/**
 * Works once, and again after every change of a file that the last time read, until `signal` ends it. `work` gives back
 * the paths of what it read, also where it failed; it is never under way twice.
 */
export async function watchFiles(
  work: () => Promise<Iterable<string>>,
  signal?: AbortSignal,
  { watchFolder, schedule }: WatchTools = machine,
): Promise<void> {
  let files: ReadonlySet<string> = new Set();
  const folders = new Map<string, () => void>();
  let cancel = (): void => undefined;
  let running = false;
  let again = false;
  await new Promise<void>((done, fail) => {
    const end = (): void => {
      cancel();
      for (const stop of folders.values()) stop();
    };
    const follow = (): void => {
      const wanted = new Set([...files].map(dirname));
      for (const [folder, stop] of folders) {
        if (wanted.has(folder)) continue;
        stop();
        folders.delete(folder);
      }
      for (const folder of wanted)
        if (!folders.has(folder))
          folders.set(
            folder,
            watchFolder(folder, (name) => changed(folder, name)),
          );
    };
    const changed = (folder: string, name: string | undefined): void => {
      const isOurs = [...files].some(
        (file) => dirname(file) === folder && (name === undefined || basename(file) === name),
      );
      if (!isOurs) return;
      cancel();
      cancel = schedule(attempt, QUIET_MS);
    };
    const attempt = (): void => {
      if (running) {
        again = true;
        return;
      }
      running = true;
      work().then(
        (read) => {
          running = false;
          if (signal?.aborted === true) return;
          files = new Set([...read].map((path) => resolve(path)));
          follow();
          if (!again) return;
          again = false;
          attempt();
        },
        (error: unknown) => {
          end();
          fail(error as Error); // whatever `work` did not know what to do with
        },
      );
    };
    signal?.addEventListener("abort", () => {
      end();
      done();
    });
    if (signal?.aborted === true) done();
    else attempt();
  });
}

/** The machine's own. A folder is watched rather than a file: editors put another file in its place. */
const machine: WatchTools = {
  watchFolder(folder, changed) {
    let watcher: FSWatcher;
    try {
      watcher = watch(folder, (_event, name) => changed(name ?? undefined));
    } catch {
      return () => undefined; // it is not there: what is read from it is missing, and was reported
    }
    watcher.on("error", () => watcher.close());
    return () => watcher.close();
  },
  schedule(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
