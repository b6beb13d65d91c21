import { invalidInput, SandboxRefusal } from "../refusal.js";
import type { Json } from "../world/records.js";

/** Deeper nesting than this is refused, so that nothing stored can overflow whoever writes it out again. */
const deepest = 64;

/** Reads a JSON object from a body, within bounds. Without a body there is an empty one. */
export function readBody(
  text: string | undefined,
  contentType: string | undefined,
  limitBytes: number,
): { readonly [key: string]: Json } {
  if (text === undefined || text === "") return {};
  if (Buffer.byteLength(text) > limitBytes)
    throw new SandboxRefusal(413, "SANDBOX_TOO_LARGE", "The body is too large.");
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) throw invalidInput("The body must be application/json.");
  if (isDeep(text)) throw invalidInput("The body is nested too deeply.");
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidInput("The body must be a JSON object.");
  }
  return value as { readonly [key: string]: Json };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidInput("The body is not JSON.");
  }
}

/** Counts brackets outside strings, without building anything. */
function isDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at++;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBrace || code === openBracket) {
      if (++depth > deepest) return true;
    } else if (code === closeBrace || code === closeBracket) depth--;
  }
  return false;
}

const backslash = 0x5c;
const quote = 0x22;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
