import { isAbsolute, relative } from "node:path";
import { isMap, isPair, isSeq, isScalar, LineCounter, parseDocument, type Document, type Node } from "yaml";
import { extentOf } from "./extent.js";
import { faultsOf, JsonOffsets } from "./json-offset.js";
import { pointerTokens } from "./pointer.js";

/** A line and a column, both from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A place in a file. */
interface Written {
  readonly file: SourceFile;
  readonly pointer: string;
}

/** What the parser of YAML says of a key that its map has already. */
const REPEATED = "Map keys must be unique";

/** Levels of lists and objects in each other: whatever goes through a description keeps a frame for each. */
const MOST_LEVELS = 1_500;
const TOO_DEEP = "this is nested too deeply";

/** How many mistakes of form are told of one text. */
const MOST_ERRORS = 3;

/** So many values YAML may come to by its aliases, beside one for each of its characters. */
const MOST_VALUES = 30_000;

/** Text that could not be parsed. */
export interface SyntaxProblem extends Position {
  readonly message: string;
}

/**
 * One file of a description: its data, and where in the text each value stands.
 * JSON is parsed by `JSON.parse`; the slower parser that knows positions runs only when a position is asked for.
 */
export class SourceFile {
  /** Absolute path, or any unique name for text that is no file. */
  readonly path: string;
  /** How the file is named in what is generated: the same on every machine. */
  readonly label: string;
  data: unknown;
  readonly syntaxProblems: readonly SyntaxProblem[];
  readonly #text: string;
  readonly #mentioned = new Map<string, boolean>();
  readonly #substitute: (text: string) => string;
  /** True where the text is JSON, which is searched instead of parsed a second time. */
  readonly #json: boolean;
  #original: (pointer: string) => string = (pointer) => pointer;
  #moved: ReadonlyMap<string, Written> = new Map();
  #document: Document.Parsed | undefined;
  #lines: LineCounter | undefined;
  #offsets: JsonOffsets | undefined;

  constructor(path: string, label: string, text: string, substitutions: Readonly<Record<string, string>> = {}) {
    this.path = path;
    this.#substitute = (part) =>
      part.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
        Object.hasOwn(substitutions, name) ? String(substitutions[name]) : whole,
      );
    this.label = label;
    // A description may come from a machine with other line ends; what is generated must not depend on it.
    this.#text = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
    const json = parseJson(this.#text);
    this.#json = json.ok;
    if (json.ok) {
      this.data = this.#text.includes("{{") ? replaceText(json.value, this.#substitute) : json.value;
      const { repeated, deep } = faultsOf(this.#text, MOST_LEVELS);
      this.syntaxProblems = repeated.map((offset) => ({ ...this.#at(offset), message: REPEATED }));
      if (deep !== undefined) this.syntaxProblems = [{ ...this.#at(deep), message: TOO_DEEP }];
      return;
    }
    const { data, problems } = this.#read();
    this.syntaxProblems = problems;
    this.data = this.#text.includes("{{") ? replaceText(data, this.#substitute) : data;
  }

  /** The name of the file in messages. */
  get shown(): string {
    if (isRemote(this.path)) return this.label;
    const here = relative(process.cwd(), this.path);
    return here.startsWith("..") || isAbsolute(here) ? this.label : here;
  }

  /** Whether a word stands anywhere in the file: a cheap question before an expensive search. Asked often, so kept. */
  mentions(word: string): boolean {
    let known = this.#mentioned.get(word);
    if (known === undefined) {
      const others = new Set([...this.#moved.values()].map(({ file }) => file).filter((file) => file !== this));
      known = this.#text.includes(word) || [...others].some((file) => file.mentions(word));
      this.#mentioned.set(word, known);
    }
    return known;
  }

  /** Where the value that `pointer` names begins. */
  position(pointer: string): Position {
    return this.#place(pointer, false);
  }

  /** Where the key of the value that `pointer` names begins. */
  keyPosition(pointer: string): Position {
    return this.#place(pointer, true);
  }

  /**
   * Puts data in the place of what was read: the same document in another version. `original` tells where in the text a
   * place of the new data came from; what is not there is shown where the nearest thing around it stands.
   */
  replace(data: unknown, original: (pointer: string) => string = (pointer) => pointer): void {
    this.data = data;
    this.#original = original;
  }

  /** Says of places, and of all that lies below them, where they were written: elsewhere here, or in another file. */
  redirect(moved: ReadonlyMap<string, Written>): void {
    this.#moved = moved;
  }

  /** Where a place of the data was written. */
  written(replaced: string): Written {
    const pointer = this.#original(replaced);
    if (this.#moved.size === 0) return { file: this, pointer };
    for (let end = pointer.length; end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf("/", end - 1)) {
      const from = this.#moved.get(pointer.slice(0, end));
      if (from !== undefined) return { file: from.file, pointer: from.pointer + pointer.slice(end) };
    }
    return { file: this, pointer };
  }

  #place(replaced: string, ofKey: boolean): Position {
    const { file, pointer } = this.written(replaced);
    if (file !== this) return ofKey ? file.keyPosition(pointer) : file.position(pointer);
    if (!this.#json || this.#text.includes("{{")) return this.#at(this.#offset(pointer, ofKey));
    const tokens = pointerTokens(pointer);
    this.#offsets ??= new JsonOffsets(this.#text);
    for (let length = tokens.length; length >= 0; length--) {
      const found = this.#offsets.find(tokens.slice(0, length));
      if (found !== undefined) return this.#at((ofKey ? found.key : undefined) ?? found.value);
    }
    return { line: 1, column: 1 };
  }

  /** The data of YAML, or what keeps it from being read. */
  #read(): { readonly data?: unknown; readonly problems: readonly SyntaxProblem[] } {
    try {
      const document = this.#parsed();
      const extent = extentOf(document, MOST_LEVELS);
      // Where one thing is wrong the parser goes on, and what it says then is about its guesses: a hundred lines of them.
      const problems = document.errors.slice(0, MOST_ERRORS).map(({ pos, message }) => ({
        ...this.#at(pos[0]),
        message: isOverflow(message) ? TOO_DEEP : unquoted(message),
      }));
      if (extent.deep !== undefined) problems.push({ ...this.#at(extent.deep), message: TOO_DEEP });
      for (const offset of extent.repeated) problems.push({ ...this.#at(offset), message: REPEATED });
      if (extent.values > MOST_VALUES + this.#text.length) {
        const message = "its aliases expand to more than fits into memory";
        problems.push({ line: 1, column: 1, message });
      }
      return problems.length > 0 ? { problems } : { data: document.toJS({ maxAliasCount: -1 }), problems };
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
      const message = isOverflow(error.message) ? TOO_DEEP : `this cannot be read (${error.message})`;
      return { problems: [{ line: 1, column: 1, message }] };
    }
  }

  #parsed(): Document.Parsed {
    if (this.#document !== undefined) return this.#document;
    this.#lines = new LineCounter();
    this.#document = parseDocument(this.#text, {
      lineCounter: this.#lines,
      uniqueKeys: false, // the parser compares each key with every other
      prettyErrors: false,
      version: "1.2",
      merge: true,
    });
    return this.#document;
  }

  #at(offset: number): Position {
    this.#lines ??= lineStarts(this.#text);
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }

  #offset(pointer: string, ofKey: boolean): number {
    let node: Node | null | undefined = this.#parsed().contents;
    let offset = node?.range?.[0] ?? 0;
    for (const token of pointerTokens(pointer)) {
      let next: unknown;
      let keyOffset: number | undefined;
      if (isMap(node)) {
        const pair = node.items.find(
          (item) => isPair(item) && isScalar(item.key) && this.#substitute(String(item.key.value)) === token,
        );
        next = pair?.value;
        keyOffset = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
      } else if (isSeq(node)) {
        next = node.items[Number(token)];
      }
      // The yaml package types children as unknown; every node of a parsed document carries a range.
      node = next as Node | undefined;
      if (node === undefined || node === null) return keyOffset ?? offset;
      offset = (ofKey ? keyOffset : undefined) ?? node.range?.[0] ?? offset;
    }
    return offset;
  }
}

/** Text nested without end overflows the parser of YAML before it can be counted. */
const isOverflow = (message: string): boolean => message.includes("call stack");

/** The first line of a message, without what it quotes: that may be no description. */
const unquoted = (message: string): string => (message.split("\n")[0] ?? message).replace(/:? ?".*$/, "");

/** True for the address of a document that is not a file of this machine. */
export const isRemote = (path: string): boolean => /^https?:\/\//i.test(path);

function lineStarts(text: string): LineCounter {
  const lines = new LineCounter();
  for (let start = 0; start !== -1; start = text.indexOf("\n", start) + 1 || -1) lines.addNewLine(start);
  return lines;
}

/** The same data with every text, keys included, passed through `replace`. Positions keep to the text as written. */
function replaceText(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaceText(item, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [replace(key), replaceText(item, replace)]));
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  if (!/^\s*[[{]/.test(text)) return { ok: false };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false }; // The YAML parser reads it too, and says where it breaks.
  }
}
