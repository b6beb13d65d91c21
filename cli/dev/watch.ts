import { type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";

/** Folders that hold no source: packages, and what is made from sources. */
const SKIPPED = new Set(["node_modules", "dist", "build", "coverage"]);

/** Files whose change means that the program has changed. */
const SOURCE = /\.([cm]?[jt]sx?|json)$/;

/** Milliseconds without a further change after which a change counts: editors write in several steps. */
const QUIET_MS = 100;

/**
 * Calls back after every change of a source file in a project, however deep. Folders are watched one by one, since
 * watching recursively would follow every folder of `node_modules`. The returned function ends it.
 */
export function watchProject(project: string, onChange: (file: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  const follow = (folder: string): void => {
    if (!watchers.has(folder)) {
      const watcher = watch(folder, (_event, name) => changed(folder, name));
      watcher.on("error", () => forget(folder)); // the folder is gone
      watchers.set(folder, watcher);
    }
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && !entry.name.startsWith(".") && !SKIPPED.has(entry.name))
        follow(join(folder, entry.name));
  };
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const changed = (folder: string, name: string | null): void => {
    try {
      follow(folder); // a folder may be new
    } catch {
      forget(folder);
    }
    if (name === null || !SOURCE.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => onChange(join(folder, name)), QUIET_MS);
  };

  follow(project);
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}
