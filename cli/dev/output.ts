import { coloured, plain, printable } from "../../codegen/printable.js";

/** Whose line it is. */
export type Speaker = "app" | "dev" | "sandbox" | "commands" | "npm" | "pnpm" | "yarn" | "bun";

/** How lines are marked. */
export interface LineStyle {
  readonly colour: boolean;
  /** A JSON object per line in place of text. */
  readonly json: boolean;
}

/** The codes of terminals: green for the App, cyan for this command, dim for the platform. */
const codes: Partial<Record<Speaker, number>> = { app: 32, dev: 36, sandbox: 2 };

/** One line as it is printed: who printed it, then its text. */
export function lineOf(speaker: Speaker, text: string, { colour, json }: LineStyle): string {
  if (json) return printable(`${JSON.stringify({ from: speaker, text })}\n`);
  const head = `${speaker.padEnd(8)}│`;
  // What the App prints may have colours of its own; what the sandbox logs was sent by somebody.
  const shown = speaker === "sandbox" ? plain(text) : coloured(text);
  return `${colour ? `\u001B[${codes[speaker] ?? 33}m${head}\u001B[0m` : head} ${shown}\n`;
}

/** Whether the output is coloured: on a terminal, unless NO_COLOR is set; elsewhere only by FORCE_COLOR. */
export function wantsColour(
  { isTTY }: { readonly isTTY?: boolean } = process.stdout,
  { NO_COLOR, FORCE_COLOR }: NodeJS.ProcessEnv = process.env,
): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0";
  return isTTY === true;
}
