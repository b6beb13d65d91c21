/** Pieces of JSON: strings, punctuation, and everything else. */
const pieces = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g;

export interface Token {
  readonly text: string;
  readonly kind: "key" | "string" | "number" | "word" | "plain";
}

const isJson = (text: string): boolean => {
  if (!/^\s*[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

function kindOf(piece: string, next: string | undefined): Token["kind"] {
  if (piece.startsWith('"')) return next === ":" ? "key" : "string";
  if (/^[{}[\],:]$/.test(piece)) return "plain";
  return /^-?\d/.test(piece) ? "number" : "word";
}

/**
 * JSON laid out and cut into tokens; other text as it is. It is laid out as it was written, never read and written
 * anew: a number would lose what a double cannot hold.
 */
export function tokensOf(text: string): readonly Token[] {
  if (!isJson(text)) return [{ text, kind: "plain" }];
  const found = text.match(pieces) ?? [];
  const tokens: Token[] = [];
  let depth = 0;
  const line = (): string => `\n${"  ".repeat(depth)}`;
  for (const [at, piece] of found.entries()) {
    const next = found[at + 1];
    const isOpening = piece === "{" || piece === "[";
    const isClosing = piece === "}" || piece === "]";
    const isEmpty = isClosing && (found[at - 1] === "{" || found[at - 1] === "[");
    if (isClosing) depth -= 1;
    const before = isClosing && !isEmpty ? line() : "";
    if (isOpening) depth += 1;
    const breaks = (isOpening && next !== "}" && next !== "]") || piece === ",";
    tokens.push({ text: before + piece + (breaks ? line() : piece === ":" ? " " : ""), kind: kindOf(piece, next) });
  }
  return tokens;
}

/** The same as text. */
export const laidOut = (text: string): string =>
  tokensOf(text)
    .map((token) => token.text)
    .join("");

/** A value as JSON text; text that is JSON already, or no JSON, stays. */
export const jsonOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
