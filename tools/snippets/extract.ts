/** How a block of code in a page is checked. */
export type Use = "compile" | "run" | "serve";

/** One program of a page: a block, with the blocks that continue it. */
export interface Program {
  readonly file: string;
  /** Line of the first block's first line of code, from 1. */
  readonly line: number;
  readonly code: string;
  readonly use: Use;
  /** Where the page says that it stands: `src/bot.ts`. Files of one page import each other. */
  readonly name?: string;
}

/** A line of a shell block. */
export interface ShellLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface Page {
  readonly programs: readonly Program[];
  readonly shell: readonly ShellLine[];
  readonly problems: readonly string[];
}

interface Block {
  readonly language: string;
  readonly words: readonly string[];
  readonly line: number;
  readonly code: string;
}

function* blocksOf(text: string): Generator<Block> {
  let open: { fence: string; info: string; line: number; code: string[]; indent: number } | undefined;
  for (const [n, line] of text.split("\n").entries()) {
    const fence = /^( {0,3})(`{3,}|~{3,})\s*(.*?)\s*$/.exec(line);
    if (open === undefined) {
      if (fence !== null)
        open = { fence: fence[2] ?? "", info: fence[3] ?? "", line: n + 2, code: [], indent: fence[1]?.length ?? 0 };
    } else if (fence?.[3] === "" && fence[2]?.startsWith(open.fence) === true) {
      const [language = "", ...words] = open.info.split(/\s+/);
      yield { language, words, line: open.line, code: open.code.join("\n") };
      open = undefined;
    } else open.code.push(line.slice(open.indent));
  }
}

const FILE = /^file=[\w-]+(?:[./][\w-]+)*\.ts$/;

/** Columns of code that a page shows without scrolling. */
const WIDTH = 80;

const uses: Readonly<Record<string, Use>> = { run: "run", serve: "serve" };

/**
 * Reads the code of one page. After the language `ts` may stand:
 * - `run`: also run it, against a local platform; it must end by itself, and well, and print what `// prints "…"` says;
 * - `serve`: also run it until it stays up, then stop it; it must end well;
 * - `continues`: it belongs to the block before it, as one program.
 * - `file=src/bot.ts`: it is this file of the page's project, which its other files import; tests are run.
 */
export function extract(file: string, text: string): Page {
  const programs: Program[] = [];
  const shell: ShellLine[] = [];
  const problems: string[] = [];
  for (const { language, words, line, code } of blocksOf(text)) {
    code.split("\n").forEach((one, n) => {
      if (one.length <= WIDTH) return;
      problems.push(`${file}:${line + n}: this line of code has ${one.length} columns; a page shows ${WIDTH}`);
    });
    if (/^(sh|bash|shell|console)$/.test(language))
      code.split("\n").forEach((one, n) => shell.push({ file, line: line + n, text: one }));
    // Code of another package, which is not installed here, is shown for comparison only.
    const foreign = words.includes("foreign");
    if (!foreign && /^(typescript|tsx|js|javascript)$/.test(language))
      problems.push(`${file}:${line - 1}: write \`\`\`ts, which is checked, instead of \`\`\`${language}`);
    if (language !== "ts") continue;
    const name = words.find((word) => FILE.test(word))?.slice("file=".length);
    const odd = words.filter((word) => word !== "continues" && !FILE.test(word) && !Object.hasOwn(uses, word));
    for (const word of odd) problems.push(`${file}:${line - 1}: \`\`\`ts ${word} means nothing`);
    const use = words.map((word) => uses[word]).find((one) => one !== undefined) ?? "compile";
    const before = words.includes("continues") ? programs.pop() : undefined;
    if (words.includes("continues") && before === undefined) problems.push(`${file}:${line - 1}: continues nothing`);
    if (before === undefined) programs.push({ file, line, code, use, ...(name === undefined ? {} : { name }) });
    else {
      // Blank lines in between keep the line numbers of what continues true to the page.
      const gap = "\n".repeat(Math.max(1, line - before.line - before.code.split("\n").length + 1));
      programs.push({ ...before, code: before.code + gap + code, use: use === "compile" ? before.use : use });
    }
  }
  return { programs, shell, problems };
}

/** What a shell line asks of this package, as far as it can be checked: scripts of the manifest and its own commands. */
export function callsOf({
  text,
}: ShellLine): readonly { readonly kind: "script" | "command"; readonly name: string }[] {
  const code = text.replace(/\s#.*$|^#.*$/, "");
  const scripts = [...code.matchAll(/\bnpm (?:run(?:-script)? (?:-s |--silent )?([\w:.-]+)|(test|start)\b)/g)];
  const own = [...code.matchAll(/\bsvc-apps (?!-)([\w-]+)/g)];
  return [
    ...scripts.map((match) => ({ kind: "script" as const, name: match[1] ?? match[2] ?? "" })),
    ...own.map((match) => ({ kind: "command" as const, name: match[1] ?? "" })),
  ];
}
