/** What moves the caret, changes colours, begins a line or turns the direction of text. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** What build services take for a command to them: at the beginning of a line, or anywhere. */
const MARKERS = /^(\s*)::|##(?=\w*\[)/gim;

/** What others wrote, on one line. */
export const plain = (text: string): string => text.replace(HIDDEN, "·");

/**
 * The same for whole lines: everything that goes to a terminal or a log passes here. Hidden characters are shown by
 * their number, which leaves JSON the JSON that it was.
 */
export const printable = (text: string): string =>
  text
    .replace(HIDDEN, (char) => (char === "\n" || char === "\t" ? char : escaped(char)))
    .replace(MARKERS, (found, space: string | undefined) => (space === undefined ? `${found}·` : `${space}·::`));

const ESC = "\u001b";

/** Colours and other looks of letters, which move nothing. */
const LOOKS = new RegExp(`(${ESC}\\[[\\d;:]*m)`);

/** A line of a program of the user's own: its colours stay, until the end of the line, and all else is printable. */
export function coloured(line: string): string {
  const parts = line.split(LOOKS);
  const shown = parts.map((part, at) => (at % 2 === 1 ? part : printable(part)));
  return parts.length === 1 ? shown.join("") : `${shown.join("")}${ESC}[0m`;
}

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

let takeAway: (() => void) | undefined;

/** Does `work` before anything is printed: it takes away a line that is not part of the output. */
export const beforePrinting = (work: (() => void) | undefined): void => void (takeAway = work);

/** Where text goes: to a stream of this process, cleaned. */
export const printTo =
  (stream: "stdout" | "stderr"): ((text: string) => void) =>
  (text) => {
    takeAway?.();
    process[stream].write(printable(text));
  };

/** The same for commands to a build service, which its readers must find as they are: every part of them is cleaned. */
export const commandsTo =
  (stream: "stdout"): ((text: string) => void) =>
  (text) => {
    takeAway?.();
    process[stream].write(text);
  };
