import { readFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Boundary, isForeign } from "./boundary.js";
import { decodeFragment, lookUp } from "./pointer.js";
import { type Origin, type Problems } from "./problems.js";
import { RemoteError } from "./remote-error.js";
import { type Resource, Resources, splitFragment } from "./resources.js";
import { isRemote, SourceFile } from "./source.js";
import { walk } from "./walk.js";

/** A value of a description together with where it stands. */
export interface Located {
  readonly value: unknown;
  readonly origin: Origin;
}

/** How the text of a file is had. Handed in so that tests need no disk. */
export type ReadText = (path: string) => Promise<string>;

/** How a document of another machine is had; `from` is the document of somebody else that refers to it. */
export type ReadRemote = (url: string, from?: string) => Promise<string>;

export interface FileSetOptions {
  readonly read?: ReadText;
  /** How documents of other machines are had. Default: not at all. */
  readonly remote?: ReadRemote;
  /** Folders whose files may be referred to, beside those of the documents that the caller names. */
  readonly folders?: readonly string[];
  /** `{{name}}` in a file stands for the value given here. */
  readonly substitutions?: Readonly<Record<string, string>>;
}

const absoluteOf = (path: string): string => (isRemote(path) ? path : resolve(path));

/** Every file that a description is made of, read once. */
export class FileSet {
  readonly #files = new Map<string, SourceFile>();
  readonly #byFile = new Map<SourceFile, Resources>();
  readonly #base: string;
  readonly #read: ReadText;
  readonly #remote: ReadRemote | undefined;
  readonly #substitutions: Readonly<Record<string, string>>;
  readonly #problems: Problems;
  readonly #boundary: Boundary;
  readonly #folders: readonly string[];
  /** Files that were referred to and may not be read. */
  readonly #refused = new Set<string>();
  /** True for a description of OpenAPI 3.0, whose schemas know no `$id`. */
  #plain = false;
  #size = 0;
  #known: { readonly files: number; readonly byUri: ReadonlyMap<string, Resource> } | undefined;

  /** `base` is the folder that file names in generated files are relative to. */
  constructor(base: string, problems: Problems, options: FileSetOptions = {}) {
    this.#base = base;
    this.#read = options.read ?? ((path) => readFile(path, "utf8"));
    this.#remote = options.remote;
    this.#substitutions = options.substitutions ?? {};
    this.#problems = problems;
    this.#folders = options.folders ?? [];
    this.#boundary = new Boundary(this.#folders);
  }

  /** Reads a root file and, through its references, every file it leans on. */
  async open(path: string, referrer?: Origin): Promise<SourceFile | undefined> {
    const known = this.#files.get(absoluteOf(path));
    if (known !== undefined) return known;
    const file = await this.read(path, referrer);
    if (file !== undefined) await this.openReferences(file);
    return file;
  }

  /** Reads one file and leaves its references alone, for a look at what it is. */
  async read(path: string, referrer?: Origin): Promise<SourceFile | undefined> {
    const absolute = absoluteOf(path);
    if (referrer === undefined) this.#boundary.name(absolute);
    const label = isRemote(path) ? path : relative(this.#base, absolute).split(sep).join("/");
    let text: string;
    try {
      text = await this.#textOf(absolute, referrer?.file.path);
    } catch (error) {
      const file = new SourceFile(absolute, label, "");
      if (error instanceof RemoteError) {
        this.#problems.error(referrer ?? { file, pointer: "" }, error.message, error.advice);
        return undefined;
      }
      const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
      this.#problems.unsupported(
        referrer ?? { file, pointer: "" },
        `the file ${label} cannot be read (${reason})`,
        "Check the name and the place of the file.",
      );
      return undefined;
    }
    const known = this.#files.get(absolute); // another reference may have led here meanwhile
    if (known !== undefined) return known;
    const file = new SourceFile(absolute, label, text, this.#substitutions);
    if (referrer !== undefined && !isDescription(file)) {
      this.#problems.unsupported(
        referrer,
        `the file ${label} is not a description`,
        "Refer to a file of YAML or JSON that holds an object.",
      );
      return undefined;
    }
    this.#files.set(absolute, file);
    this.#size += text.length;
    for (const { message, ...at } of file.syntaxProblems) {
      this.#problems.add({
        severity: "error",
        message,
        advice: "Mend the YAML or JSON; nothing else in this file was looked at.",
        origin: { file, pointer: "" },
        at,
      });
    }
    return file;
  }

  #textOf(absolute: string, from: string | undefined): Promise<string> {
    if (!isRemote(absolute)) return this.#read(absolute);
    if (this.#remote !== undefined) {
      return this.#remote(absolute, from !== undefined && isForeign(from) ? from : undefined);
    }
    throw new RemoteError(
      `${absolute} is not loaded`,
      "Allow it with --allow-remote, or `remote: true`; or keep a copy.",
    );
  }

  /** Takes every `$id` and every anchor for a field like any other, as OpenAPI 3.0 does. */
  ignoreIds(): void {
    this.#plain = true;
    this.#byFile.clear();
  }

  /** Reads every file that a file leans on, directly or through others. */
  async openReferences(file: SourceFile): Promise<void> {
    await Promise.all(
      [...this.#fileReferences(file)].map(async ([path, pointer]) => {
        if (isRemote(path) || (await this.#boundary.allows(path))) await this.open(path, { file, pointer });
        else this.#refused.add(path);
      }),
    );
  }

  /** Characters of all files read so far. */
  get size(): number {
    return this.#size;
  }

  /** All files read so far, in code-unit order of their paths. */
  get all(): readonly SourceFile[] {
    return [...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Looks a reference up from where it stands; undefined when nothing is there. */
  find(reference: string, from: Origin): Located | undefined {
    const base = this.#resources(from.file).baseOf(from.pointer);
    if (reference.startsWith("#/") && base.pointer === "") {
      // The common case, without the making of an address.
      const pointer = decodeFragment(reference.slice(1));
      const value = lookUp(from.file.data, pointer);
      return value === undefined ? undefined : { value, origin: { file: from.file, pointer } };
    }
    const uri = URL.canParse(reference, base.uri) ? new URL(reference, base.uri).href : reference;
    const [address, fragment] = splitFragment(uri);
    const resource = address === base.uri ? base : this.#resource(address);
    if (resource === undefined) return undefined;
    const place = decodeFragment(fragment);
    const pointer = place === "" || place.startsWith("/") ? `${resource.pointer}${place}` : resource.anchors.get(place);
    if (pointer === undefined) return undefined;
    const value = lookUp(resource.file.data, pointer);
    return value === undefined ? undefined : { value, origin: { file: resource.file, pointer } };
  }

  /** True for a reference to a file of this machine that the document may not read. */
  isRefused(reference: string, from: Origin): boolean {
    const base = this.#resources(from.file).baseOf(from.pointer);
    const [address] = splitFragment(URL.canParse(reference, base.uri) ? new URL(reference, base.uri).href : "");
    if (!address.startsWith("file:")) return false;
    return isForeign(from.file.path) || this.#refused.has(fileURLToPath(address));
  }

  /** The schema resource that a place belongs to. */
  resourceOf(origin: Origin): Resource {
    return this.#resources(origin.file).baseOf(origin.pointer);
  }

  #resource(uri: string): Resource | undefined {
    // Of a file the address is known; only what has an `$id` of its own may lie in any of them.
    if (uri.startsWith("file:") || isRemote(uri)) {
      const file = this.#files.get(isRemote(uri) ? uri : fileURLToPath(uri));
      const found = file === undefined ? undefined : this.#resources(file).byUri.get(uri);
      if (found !== undefined) return found;
    }
    return this.#identified().get(uri);
  }

  /** Every resource by its address; made anew when another file has come. */
  #identified(): ReadonlyMap<string, Resource> {
    if (this.#known?.files !== this.#files.size) {
      const resources = this.all.flatMap((file) => [...this.#resources(file).byUri].reverse());
      this.#known = { files: this.#files.size, byUri: new Map(resources.reverse()) };
    }
    return this.#known.byUri;
  }

  #resources(file: SourceFile): Resources {
    let found = this.#byFile.get(file);
    if (found === undefined) this.#byFile.set(file, (found = new Resources(file, this.#plain)));
    return found;
  }

  /** What somebody else wrote names no file of this machine; the standard input does where it may read folders. */
  #mayNameFiles({ path }: SourceFile): boolean {
    return !isForeign(path) || (!isRemote(path) && this.#folders.length > 0);
  }

  /** Relative files that a file refers to, each with the pointer of one place that names it. */
  #fileReferences(file: SourceFile): Map<string, string> {
    const found = new Map<string, string>();
    walk(file.data, "", (node, pointer) => {
      const reference = node["$ref"];
      if (typeof reference !== "string" || reference.startsWith("#")) return;
      const resources = this.#resources(file);
      const { uri } = resources.baseOf(pointer);
      if (!URL.canParse(reference, uri)) return;
      const [address] = splitFragment(new URL(reference, uri).href);
      // What is met by its address alone may be known by its `$id`; without leave nothing is fetched for it.
      if (address.startsWith("file:") && !this.#mayNameFiles(file)) return;
      const fetched = isRemote(address) && (this.#remote !== undefined || isRemote(file.path));
      if (!(address.startsWith("file:") || fetched) || resources.byUri.has(address)) return;
      const path = fetched ? address : fileURLToPath(address);
      if (!found.has(path)) found.set(path, `${pointer}/$ref`);
    });
    return found;
  }
}

/** A file of keys and values, or of a list of such: anything else is somebody's file, and its contents are not shown. */
function isDescription({ data, syntaxProblems }: SourceFile): boolean {
  return syntaxProblems.length > 0 || (typeof data === "object" && data !== null) || typeof data === "boolean";
}
