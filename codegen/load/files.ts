import { readFile } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { isRecord, lookUp } from "./pointer.js";
import { type Origin, type Problems } from "./problems.js";
import { SourceFile } from "./source.js";

/** A value of a description together with where it stands. */
export interface Located {
  readonly value: unknown;
  readonly origin: Origin;
}

/** How the text of a file is had. Handed in so that tests need no disk. */
export type ReadText = (path: string) => Promise<string>;

export interface FileSetOptions {
  readonly read?: ReadText;
  /** `{{name}}` in a file stands for the value given here. */
  readonly substitutions?: Readonly<Record<string, string>>;
}

/** Every file that a description is made of, read once. */
export class FileSet {
  readonly #files = new Map<string, SourceFile>();
  readonly #base: string;
  readonly #read: ReadText;
  readonly #substitutions: Readonly<Record<string, string>>;
  readonly #problems: Problems;

  /** `base` is the folder that file names in messages and headers are relative to. */
  constructor(base: string, problems: Problems, options: FileSetOptions = {}) {
    this.#base = base;
    this.#read = options.read ?? ((path) => readFile(path, "utf8"));
    this.#substitutions = options.substitutions ?? {};
    this.#problems = problems;
  }

  /** Reads a root file and, through its references, every file it leans on. */
  async open(path: string, referrer?: Origin): Promise<SourceFile | undefined> {
    const absolute = resolve(path);
    const known = this.#files.get(absolute);
    if (known !== undefined) return known;
    const label = relative(this.#base, absolute).split(sep).join("/");
    let text: string;
    try {
      text = await this.#read(absolute);
    } catch (error) {
      const file = new SourceFile(absolute, label, "");
      const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
      this.#problems.error(
        referrer ?? { file, pointer: "" },
        `the file ${label} cannot be read (${reason})`,
        "Check the name and the place of the file.",
      );
      return undefined;
    }
    const file = new SourceFile(absolute, label, text, this.#substitutions);
    this.#files.set(absolute, file);
    for (const { message, ...at } of file.syntaxProblems) {
      this.#problems.add({
        severity: "error",
        message,
        advice: "Mend the YAML or JSON; nothing else in this file was looked at.",
        origin: { file, pointer: "" },
        at,
      });
    }
    await Promise.all(
      [...fileReferences(file)].map(([target, pointer]) =>
        this.open(resolve(dirname(absolute), target), { file, pointer }),
      ),
    );
    return file;
  }

  /** All files read so far, in code-unit order of their paths. */
  get all(): readonly SourceFile[] {
    return [...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Splits a `$ref` into the file and the pointer it names, without looking the value up. */
  target(reference: string, from: SourceFile): Origin | undefined {
    const hash = reference.indexOf("#");
    const filePart = hash === -1 ? reference : reference.slice(0, hash);
    const pointer = hash === -1 ? "" : reference.slice(hash + 1);
    const file = filePart === "" ? from : this.#files.get(resolve(dirname(from.path), filePart));
    return file === undefined ? undefined : { file, pointer };
  }

  /** Looks a `$ref` up; undefined when nothing is there. Anchors (`#name`) are found by a walk over the file. */
  find(reference: string, from: SourceFile): Located | undefined {
    const origin = this.target(reference, from);
    if (origin === undefined) return undefined;
    if (origin.pointer !== "" && !origin.pointer.startsWith("/")) return findAnchor(origin.file, origin.pointer);
    const value = lookUp(origin.file.data, origin.pointer);
    return value === undefined ? undefined : { value, origin };
  }
}

/** Relative file parts of all `$ref`s in a file, each with the pointer of one place that names it. */
function fileReferences(file: SourceFile): Map<string, string> {
  const found = new Map<string, string>();
  walk(file.data, "", (node, pointer) => {
    const reference = node["$ref"];
    if (typeof reference !== "string") return;
    const target = reference.split("#", 1)[0] ?? "";
    if (target !== "" && !/^[a-z][a-z0-9+.-]*:/i.test(target) && !found.has(target)) {
      found.set(target, `${pointer}/$ref`);
    }
  });
  return found;
}

function findAnchor(file: SourceFile, anchor: string): Located | undefined {
  let found: Located | undefined;
  walk(file.data, "", (node, pointer) => {
    if (node["$anchor"] === anchor || node["$dynamicAnchor"] === anchor) {
      found ??= { value: node, origin: { file, pointer } };
    }
  });
  return found;
}

type Visit = (node: Readonly<Record<string, unknown>>, pointer: string) => void;

/** Visits every object below `value`, outside in. Examples and constants are data, not description: skipped. */
export function walk(value: unknown, pointer: string, visit: Visit): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, `${pointer}/${index}`, visit);
  } else if (isRecord(value)) {
    visit(value, pointer);
    for (const key of Object.keys(value)) {
      if (key === "example" || key === "const" || key === "default" || key === "enum") continue;
      const child = value[key];
      if (typeof child !== "object" || child === null) continue;
      if (key === "examples" && (Array.isArray(child) || !looksLikeComponents(pointer))) continue;
      walk(child, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, visit);
    }
  }
}

/** `examples` below `components` is a map of named examples whose `$ref`s count; elsewhere it is data. */
function looksLikeComponents(pointer: string): boolean {
  return pointer === "/components" || pointer.endsWith("/properties");
}
