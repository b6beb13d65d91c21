import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What stays the same from one run to the next. */
export interface Kept {
  readonly port: number;
  readonly controlPort: number;
}

/** Where a project keeps the state of its sandbox. */
export interface Home {
  /** The world: ids, credentials, messages. */
  readonly data: string;
  /** What the last run noted; zeros, for any free port, at the first. */
  readonly kept: Kept;
  readonly keep: (kept: Kept) => Promise<void>;
}

const isPort = (value: unknown): value is number => typeof value === "number" && Number.isInteger(value) && value > 0;

/** Opens the folder that `dev` keeps in a project, which ignores itself in git: it holds a credential, of a sandbox only. */
export async function openHome(project: string, name: string): Promise<Home> {
  const folder = join(project, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, ".gitignore"), "*\n");
  const file = join(folder, "dev.json");
  const text = await readFile(file, "utf8").catch(() => "{}");
  const { port, controlPort } = parsed(text);
  return {
    data: join(folder, "world.jsonl"),
    kept: { port: isPort(port) ? port : 0, controlPort: isPort(controlPort) ? controlPort : 0 },
    keep: async (kept) => writeFile(file, `${JSON.stringify(kept)}\n`),
  };
}

function parsed(text: string): { readonly port?: unknown; readonly controlPort?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {}; // damaged by hand: ports are chosen anew
  }
}
