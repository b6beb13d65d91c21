/** One option of a command: what `parseArgs` reads, and what help and completion say about it. */
export interface OptionSyntax {
  readonly type: "string" | "boolean";
  /** One letter that stands for it. */
  readonly short?: string;
  /** Whether it may be repeated. */
  readonly multiple?: boolean;
  readonly default?: string | boolean;
  /** Placeholder of the value in the help, such as `<url>`. */
  readonly value?: string;
  /** Values that completion offers. */
  readonly words?: readonly string[];
  /** What it does: a sentence without a full stop. */
  readonly says: string;
}

/** Width of every help page, in characters. */
export const WIDTH = 100;

/** Breaks text between words, so that no line is longer than `width`. Line ends of the text itself stay. */
export function wrapped(text: string, width = WIDTH): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const [margin = ""] = /^ */.exec(line) ?? [];
    const [first = "", ...words] = line.trimStart().split(" ");
    const lines = [margin + first];
    for (const word of words) {
      const last = lines.at(-1) ?? "";
      if (last.length + 1 + word.length > width) lines.push(margin + word);
      else lines[lines.length - 1] = `${last} ${word}`;
    }
    return lines;
  });
}

/** Two columns; where the left side is too long for the first, the right side begins on the next line. */
export function columns(rows: readonly (readonly [left: string, right: string])[], most = 30): string {
  const width = Math.max(0, ...rows.map(([left]) => left.length).filter((length) => length <= most));
  const indent = " ".repeat(width + 4);
  return rows
    .map(([left, right]) => {
      const [first = "", ...others] = wrapped(right, WIDTH - indent.length);
      const head = left.length > width ? `  ${left}\n${indent}${first}` : `  ${left.padEnd(width)}  ${first}`;
      return [head, ...others.map((line) => indent + line)].join("\n").trimEnd();
    })
    .join("\n");
}

/** The options of a command, a row each. */
export const optionRows = (options: Readonly<Record<string, OptionSyntax>>): string =>
  columns(Object.entries(options).map(([name, spec]) => [flagOf(name, spec), spec.says]));

const flagOf = (name: string, { short, value }: OptionSyntax): string =>
  `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
