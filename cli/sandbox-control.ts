import { gestures, isGesture, type GestureSpec } from "../sandbox/control/gestures.js";
import { UsageError } from "./frame.js";

/** Asks a running sandbox for something, and gives its answer as text for the terminal. */
export async function askSandbox(control: string, words: readonly string[]): Promise<string> {
  const [what, ...rest] = words;
  switch (what) {
    case "gesture":
      return gesture(control, rest);
    case "act": {
      const [personId, act, ...args] = rest;
      if (personId === undefined || act === undefined) throw new UsageError("sandbox act <personId> <act> args…");
      return ask(control, `/people/${encodeURIComponent(personId)}/${encodeURIComponent(act)}`, {
        args: args.map(valueOf),
      });
    }
    case "fault": {
      const [name, ...args] = rest;
      if (name === undefined) throw new UsageError("sandbox fault <name> args…");
      return ask(control, `/faults/${name.split(".").map(encodeURIComponent).join("/")}`, { args: args.map(valueOf) });
    }
    case "log":
      return ask(control, "/log");
    default:
      throw new UsageError(`sandbox ${what ?? ""}: there are gesture, act, fault and log`);
  }
}

function gesture(control: string, [name, ...pairs]: readonly string[]): Promise<string> {
  if (name === undefined || !isGesture(name)) {
    const list = Object.entries<GestureSpec>(gestures).map(
      ([one, { says, fields }]) => `  ${one} ${Object.keys(fields).join(" ")}: ${says}`,
    );
    throw new UsageError(`sandbox gesture needs one of these:\n${list.join("\n")}`);
  }
  const { fields }: GestureSpec = gestures[name];
  const entries = pairs.map((pair) => {
    const [key = "", ...rest] = pair.split("=");
    const text = rest.join("=");
    const kind = fields[key] ?? fields[`${key}?`];
    if (kind === undefined) throw new UsageError(`${name} has no field ${key}`);
    return [key, kind === "text" ? text : kind === "list" ? text.split(",").filter(Boolean) : valueOf(text)] as const;
  });
  return ask(control, `/portal/${name}`, Object.fromEntries(entries));
}

/** A word as JSON when it is a number, a truth value, a list or an object; else as text. Long numbers are ids. */
function valueOf(word: string): unknown {
  if (/^\d{16,}$/.test(word)) return word;
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

async function ask(control: string, path: string, body?: object): Promise<string> {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(new URL(path, control), body === undefined ? {} : post);
  const text = await response.text();
  if (!response.ok) throw new Error(`the sandbox refused: ${text}`);
  return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
}
