import { withoutCredentials } from "./bare.js";

/** One line of visible text, so that what came over the wire cannot write into a log what it likes. */
export const printable = (text: string, length = 100): string => text.slice(0, length).replace(/[^\x20-\x7e]/g, "?");

/** The ids of interactions are of this form: whoever knows one may answer it. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What the service says for people, in any script, on one line: without credentials and ids of interactions. */
export function sentenceOf(said: unknown, length = 200): string | undefined {
  if (typeof said !== "string" || said.trim() === "") return undefined;
  const clean = withoutCredentials(said)
    .replace(UUID, "***")
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
  return clean.length > length ? `${clean.slice(0, length).replace(/\p{Cs}$/u, "")}…` : clean;
}
