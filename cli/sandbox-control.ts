import { acts } from "../sandbox/control/acts.js";
import { usageOf, type CallSpec } from "../sandbox/control/calls.js";
import { faults, streamFaults } from "../sandbox/control/fault-calls.js";
import { gestures, isGesture, type GestureSpec } from "../sandbox/control/gestures.js";
import { UsageError } from "./frame.js";

type Calls = Readonly<Record<string, CallSpec>>;

const allFaults: Calls = {
  ...faults,
  ...Object.fromEntries(Object.entries(streamFaults).map(([name, spec]) => [`streams.${name}`, spec])),
};

/**
 * Asks a running sandbox for something, and gives its answer as text for the terminal. `control` is its address, asked
 * for when something is to be done: `act`, `fault` and `gesture` alone list what there is.
 */
export async function askSandbox(control: () => string, words: readonly string[]): Promise<string> {
  const [what, ...rest] = words;
  switch (what) {
    case "gesture":
      return gesture(control, rest);
    case "act": {
      const [personId, name, ...args] = rest;
      if (personId === undefined) return listOf("act <personId>", acts);
      const spec = specOf(acts, "act", name);
      const body = { args: argumentsOf(spec, args) };
      const done = await ask(control(), `/people/${encodeURIComponent(personId)}/${spec.name}`, body);
      return shown(await settledOne(control(), done));
    }
    case "fault": {
      const [name, ...args] = rest;
      if (name === undefined) return listOf("fault", allFaults);
      const spec = specOf(allFaults, "fault", name);
      const body = { args: argumentsOf(spec, args) };
      return shown(await ask(control(), `/faults/${spec.name.replace(".", "/")}`, body));
    }
    case "log":
      return shown(await ask(control(), "/log"));
    default:
      throw new UsageError(`sandbox ${what ?? ""}: there are gesture, act, fault and log`);
  }
}

function listOf(begin: string, calls: Calls): string {
  const usages = Object.entries(calls).map(([name, spec]) => [usageOf(name, spec), spec.says] as const);
  return table(`svc-apps sandbox ${begin} …`, usages);
}

/** Columns; what is too long for the first has the second on a line of its own. */
function table(head: string, rows: readonly (readonly [left: string, right: string])[]): string {
  const lines = rows.map(
    ([left, right]) => `  ${left.length > 38 ? `${left}\n${" ".repeat(42)}` : left.padEnd(40)}${right}`,
  );
  return `${head}\n\n${lines.join("\n")}\n\nA value is read as JSON where it is JSON, else as text.\n`;
}

function specOf(calls: Calls, what: string, name: string | undefined): CallSpec & { readonly name: string } {
  const spec = name !== undefined && Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (name !== undefined && spec !== undefined) return { ...spec, name };
  throw new UsageError(`there is no ${what} ${name ?? "without a name"}; svc-apps sandbox ${what} lists them all`);
}

/** Words of a command line as the arguments of a call. */
function argumentsOf(spec: CallSpec & { readonly name: string }, words: readonly string[]): readonly unknown[] {
  const kinds = Object.values(spec.takes);
  const usage = `${spec.name} is called as: ${usageOf(spec.name, spec)}`;
  if (words.length < kinds.length + (spec.rest?.needed ? 1 : 0)) throw new UsageError(usage);
  const given = kinds.map((kind, at) => (kind === "number" || kind === "any" ? valueOf(words[at] ?? "") : words[at]));
  const more = words.slice(kinds.length);
  if (more.length === 0) return given;
  if (spec.rest === undefined) throw new UsageError(usage);
  if (spec.rest.as === "list") return [...given, more];
  const asText = spec.rest.as === "texts";
  return [...given, Object.assign({}, ...more.map((word) => pairOf(word, asText, usage)))];
}

/** `name=value`, or an object as JSON. */
function pairOf(word: string, asText: boolean, usage: string): object {
  const value = valueOf(word);
  if (typeof value === "object" && value !== null) return value;
  const [, name, text] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (name === undefined || text === undefined) throw new UsageError(`${JSON.stringify(word)} is no pair; ${usage}`);
  return { [name]: asText ? text : valueOf(text) };
}

async function gesture(control: () => string, [name, ...pairs]: readonly string[]): Promise<string> {
  if (name === undefined) {
    const rows = Object.entries<GestureSpec>(gestures).map(([one, { says, fields }]) => {
      const parts = Object.keys(fields).map((field) =>
        field.endsWith("?") ? `[${field.slice(0, -1)}=…]` : `${field}=…`,
      );
      return [[one, ...parts].join(" "), says] as const;
    });
    return table("svc-apps sandbox gesture …", rows);
  }
  if (!isGesture(name)) throw new UsageError(`there is no gesture ${name}; svc-apps sandbox gesture lists them all`);
  const { fields }: GestureSpec = gestures[name];
  const entries = pairs.map((pair) => {
    const [key = "", ...rest] = pair.split("=");
    const text = rest.join("=");
    const kind = fields[key] ?? fields[`${key}?`];
    if (kind === undefined) throw new UsageError(`${name} has no field ${key}`);
    return [key, kind === "text" ? text : kind === "list" ? text.split(",").filter(Boolean) : valueOf(text)] as const;
  });
  return shown(await ask(control(), `/portal/${name}`, Object.fromEntries(entries)));
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

/** What an act began is waited for, so that its answer is seen: an interaction is over in its window, or soon after. */
async function settledOne(control: string, done: unknown): Promise<unknown> {
  if (typeof done !== "object" || done === null || !("state" in done) || !("id" in done)) return done;
  return ask(control, `/interactions/${encodeURIComponent(String(done.id))}?settled`);
}

const shown = (answer: unknown): string => `${JSON.stringify(answer, null, 2)}\n`;

async function ask(control: string, path: string, body?: object): Promise<unknown> {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(new URL(path, control), body === undefined ? {} : post).catch((error: unknown) => {
    throw new Error(`nobody answers at ${control}: is the sandbox running?`, { cause: error });
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the sandbox refused: ${text}`);
  return JSON.parse(text) as unknown;
}
