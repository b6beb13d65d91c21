import { acts } from "../sandbox/control/acts.js";
import { usageOf, faults, streamFaults } from "../sandbox/control/calls.js";
import { portalActions, isPortalAction } from "../sandbox/control/portal-actions.js";
import type { ActionSpec, CallSpec } from "../sandbox/control/spec.js";
import { formatEntry, type LogEntry } from "../sandbox/log.js";
import { unknownWord, UsageError } from "./usage-error.js";
import { ask, isExpired, settledOne } from "./sandbox/ask.js";
import { argumentsOf, valueOf } from "./sandbox/words.js";

type Calls = Readonly<Record<string, CallSpec>>;

const allFaults: Calls = {
  ...faults,
  ...Object.fromEntries(Object.entries(streamFaults).map(([name, spec]) => [`streams.${name}`, spec])),
};

/** What came of asking: text for the terminal, and the exit code. */
export interface Asked {
  readonly text: string;
  /** 1: what was triggered expired. */
  readonly code: 0 | 1;
}

/** How to ask. */
export interface AskOptions {
  /** Hears for what is being waited. Default: nobody. */
  readonly say?: (text: string) => void;
  /** Gives the log as JSON instead of as lines. Default: false. */
  readonly json?: boolean;
}

/**
 * Asks a running sandbox for something. `control` is its address, asked for when something is to be done: `act`,
 * `fault` and `portal` alone list what there is.
 */
export async function askSandbox(
  control: () => string,
  words: readonly string[],
  { say = () => undefined, json = false }: AskOptions = {},
): Promise<Asked> {
  const [what, ...rest] = words;
  switch (what) {
    case "portal":
      return { text: await portalAction(control, rest), code: 0 };
    case "act": {
      const [personId, name, ...args] = rest;
      if (personId === undefined) return { text: listOf("act <personId>", acts), code: 0 };
      const spec = specOf(acts, "act", name);
      const body = { args: argumentsOf(spec, args) };
      const done = await ask(control(), `/people/${encodeURIComponent(personId)}/${spec.name}`, body);
      const end = await settledOne(control(), done, say);
      return { text: shown(end), code: isExpired(end) ? 1 : 0 };
    }
    case "fault": {
      const [name, ...args] = rest;
      if (name === undefined) return { text: listOf("fault", allFaults), code: 0 };
      const spec = specOf(allFaults, "fault", name);
      const body = { args: argumentsOf(spec, args) };
      return { text: shown(await ask(control(), `/faults/${spec.name.replace(".", "/")}`, body)), code: 0 };
    }
    case "log":
      if (rest.length > 0) throw new UsageError("log takes nothing more");
      return { text: logText(await ask(control(), "/log"), json), code: 0 };
    default:
      throw new UsageError(`sandbox: ${unknownWord("command", what ?? "", ["portal", "act", "fault", "log"])}`);
  }
}

function logText(answer: unknown, json: boolean): string {
  const entries = answer as readonly LogEntry[]; // what the control interface gives for its log
  return json ? shown(entries) : entries.map((entry) => `${formatEntry(entry)}\n`).join("");
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

async function portalAction(control: () => string, [name, ...pairs]: readonly string[]): Promise<string> {
  if (name === undefined) {
    const rows = Object.entries<ActionSpec>(portalActions).map(
      ([one, spec]) => [usageOfGesture(one, spec), spec.says] as const,
    );
    return table("svc-apps sandbox portal …", rows);
  }
  if (!isPortalAction(name))
    throw new UsageError(`there is no portal action ${name}; svc-apps sandbox portal lists them all`);
  const spec: ActionSpec = portalActions[name];
  const kinds = new Map(Object.entries(spec.fields).map(([field, kind]) => [field.replace("?", ""), kind]));
  const entries = pairs.map((pair) => {
    const [key = "", ...rest] = pair.split("=");
    const text = rest.join("=");
    const kind = kinds.get(key);
    if (kind === undefined)
      throw new UsageError(`${name} has no field ${key}; it is called as: ${usageOfGesture(name, spec)}`);
    return [key, kind === "text" ? text : kind === "list" ? namesIn(text, key) : valueOf(text)] as const;
  });
  return shown(await ask(control(), `/portal/${name}`, Object.fromEntries(entries)));
}

/** Names separated by commas, or a JSON array of strings. @throws UsageError for other JSON */
function namesIn(text: string, field: string): readonly string[] {
  if (!/^\s*[[{]/.test(text)) return text.split(",").filter(Boolean);
  const value = valueOf(text);
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw new UsageError(`${field} takes names separated by commas, or a JSON array of strings, got ${text}`);
}

function usageOfGesture(name: string, { fields }: ActionSpec): string {
  const parts = Object.keys(fields).map((field) => (field.endsWith("?") ? `[${field.slice(0, -1)}=…]` : `${field}=…`));
  return [name, ...parts].join(" ");
}

const shown = (answer: unknown): string => `${JSON.stringify(answer, null, 2)}\n`;
