import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join, posix } from "node:path";
import { isBelow, isInside } from "./folder.js";
import { isRecord } from "../runtime/base/values.js";
import { placeAll } from "./placed.js";

/** Name of the file that remembers what was written, so that nothing is formatted or written twice. */
export const MANIFEST = ".manifest.json";

/** A file to write, whose text may cost something to make. */
export interface Planned {
  readonly path: string;
  /** What the text follows from: as long as it is the same, so is the text. */
  readonly identity: string;
  /** Makes the text. */
  readonly text: () => Promise<string>;
}

/** Words that every generated file has at its head. */
const MARK = "Generated from ";

/** Files stand in the way that nothing here has generated. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  constructor(folder: string, paths: readonly string[]) {
    super(`${folder} holds ${paths.join(", ")}, which was not generated: move it away or write to another folder`);
  }
}

interface Entry {
  /** Hash of what the text follows from. */
  readonly from: string;
  /** Hash of the text as it was written. */
  readonly written: string;
}

type Manifest = Readonly<Record<string, Entry>>;

/** What is not as it should be in the output folder. */
export interface Drift {
  readonly path: string;
  readonly kind: "missing" | "changed" | "left over";
  /** The text that should be there; undefined where nothing should. */
  readonly wanted?: string;
  /** The text that is there. */
  readonly found?: string;
}

/** A file as it should be and as it was found, each with what the manifest says of it. */
interface Compared {
  readonly path: string;
  readonly from: string;
  /** Absent where the file is as it was left. */
  readonly drift?: Drift;
  /** Hash of the text once it is as it should be. */
  readonly written: string;
}

/** Compares the output folder with what would be generated. Makes the text of no file that is as it was left. */
export async function findDrift(folder: string, files: readonly Planned[]): Promise<readonly Drift[]> {
  const manifest = await readManifest(folder);
  return driftOf(folder, manifest, await Promise.all(files.map((file) => compare(folder, file, manifest[file.path]))));
}

async function compare(folder: string, { path, identity, text }: Planned, entry: Entry | undefined): Promise<Compared> {
  const found = await readIfThere(join(folder, path));
  const from = hash(identity);
  const there = found === undefined ? undefined : found === identity ? from : hash(found);
  if (entry?.from === from && there === entry.written) return { path, from, written: entry.written };
  const wanted = await text();
  const written = wanted === identity ? from : hash(wanted);
  if (found === undefined) return { path, from, written, drift: { path, kind: "missing", wanted } };
  if (found === wanted) return { path, from, written };
  // A link in the folder may lead out of it, to a file that is not to be shown. A page that is configured elsewhere is ours.
  const isElsewhere = !isBelow(join(folder, path), folder);
  const shown = isElsewhere || (await isInside(folder, path)) ? found : "";
  return { path, from, written, drift: { path, kind: "changed", wanted, found: shown } };
}

/** What is not as it should be, sorted by path; what was generated once and is no more among it. */
async function driftOf(folder: string, manifest: Manifest, compared: readonly Compared[]): Promise<readonly Drift[]> {
  const expected = new Set(compared.map(({ path }) => path));
  // Only what this generator once wrote is its own to remove.
  const gone = Object.keys(manifest).filter((path) => !expected.has(path));
  const extra = await Promise.all(
    gone.map(async (path): Promise<Drift | undefined> => {
      const found = await readIfThere(join(folder, path));
      return found === undefined ? undefined : { path, kind: "left over", found };
    }),
  );
  return [...compared.map(({ drift }) => drift), ...extra]
    .filter((item) => item !== undefined)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Makes the output folder what it should be: writes what differs, removes what is left over. Gives back what it did. */
export async function writeOutput(folder: string, files: readonly Planned[]): Promise<readonly Drift[]> {
  const known = await readManifest(folder);
  const compared = await Promise.all(files.map((file) => compare(folder, file, known[file.path])));
  const drift = await driftOf(folder, known, compared);
  const foreign = drift.filter(({ found }) => found !== undefined && !found.includes(MARK)).map(({ path }) => path);
  if (foreign.length > 0) throw new OutputError(folder, foreign);
  const entries = compared.map(({ path, from, written }) => [path, { from, written }] as const);
  const manifest = `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
  const isSame = (await readIfThere(join(folder, MANIFEST))) === manifest;
  await placeAll(folder, [
    ...drift.map(({ path, wanted }) => ({ path, text: wanted })),
    // Last: who was killed before has the earlier one, and everything is compared again.
    ...(isSame ? [] : [{ path: MANIFEST, text: manifest }]),
  ]);
  return drift;
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readIfThere(join(folder, MANIFEST));
  if (text === undefined) return {};
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return {}; // a damaged one only means that everything is laid out again
  }
  const entries = Object.entries(isRecord(data) ? data : {}).filter((entry): entry is [string, Entry] =>
    isEntry(entry[1]),
  );
  // The file may come from elsewhere, with the folder: what is outside of that is not ours to look at or to remove.
  const inside = await Promise.all(entries.map(([path]) => isFileInside(folder, path)));
  return Object.fromEntries(entries.filter((_, index) => inside[index]));
}

async function isFileInside(folder: string, path: string): Promise<boolean> {
  if (posix.normalize(path) !== path || !(await isInside(folder, path))) return false;
  const found = await stat(join(folder, path)).catch(() => undefined);
  return found?.isDirectory() !== true;
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && typeof value["from"] === "string" && typeof value["written"] === "string";

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).replaceAll("\r\n", "\n");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error; // what is there and cannot be read is not ours to replace
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
