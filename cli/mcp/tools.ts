import { readFile, writeFile } from "node:fs/promises";
import { acts } from "../../sandbox/control/acts.js";
import { faults, streamFaults, usageOf } from "../../sandbox/control/calls.js";
import { portalActions } from "../../sandbox/control/portal-actions.js";
import { formatEntry, type LogEntry } from "../../sandbox/log.js";
import { startProgram } from "../dev/program.js";
import { ask, settledOne } from "../sandbox/ask.js";
import { searchPages } from "./search.js";
import { ownCommand, type Session } from "./session.js";

type Kind = "string" | "number" | "boolean" | "array" | "object";

/** One argument of a tool. A name that ends in `?` may be left out. */
type Arguments = Readonly<Record<string, { readonly type: Kind; readonly says: string }>>;

/** What was passed, checked against the table. */
type Given = Readonly<Record<string, unknown>>;

/** One tool of the server. */
export interface Tool {
  readonly says: string;
  readonly takes: Arguments;
  readonly run: (session: Session, given: Given) => Promise<unknown>;
}

const text = (says: string) => ({ type: "string", says }) as const;
const list = (says: string) => ({ type: "array", says }) as const;
const fields = (says: string) => ({ type: "object", says }) as const;
const count = (says: string) => ({ type: "number", says }) as const;

const words = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const usages = (calls: Readonly<Record<string, Parameters<typeof usageOf>[1]>>): string =>
  Object.entries(calls)
    .map(([name, spec]) => usageOf(name, spec))
    .join("; ");

/** Every tool by its name. */
export const tools: Readonly<Record<string, Tool>> = {
  dev_start: {
    says: "Start the local platform and the App of a project. Answers with the page and the ids of server, channel and people.",
    takes: {
      "folder?": text("folder of the project; default: where this server was started"),
      "entry?": text("file that starts the App"),
      "command?": list("program and arguments that start the App, in place of an entry"),
      "endpoint?": text("address where the App accepts signed deliveries"),
    },
    run: async (session, { folder, entry, command, endpoint }) => {
      const endpointArgs = endpoint === undefined ? [] : ["--endpoint", String(endpoint)];
      const program = command === undefined ? words(entry === undefined ? [] : [entry]) : ["--", ...words(command)];
      return (
        await session.start([...endpointArgs, ...program], folder === undefined ? undefined : String(folder))
      ).join("\n");
    },
  },
  dev_stop: {
    says: "End the App and the platform that dev_start started.",
    takes: {},
    run: async (session) => session.stop().then(() => "ended"),
  },
  dev_output: {
    says: "The last lines that the App and the platform printed.",
    takes: { "lines?": count("how many; default 40") },
    run: async (session, { lines = 40 }) => Promise.resolve(session.lines(Number(lines)).join("\n")),
  },
  act: {
    says: `Let a person do something, and wait for the answer of the App. Acts: ${usages(acts)}. Named values, as of run, are one object: args ["roll", {"sides": 6}].`,
    takes: { person: text("id of the person"), act: text("name of the act"), "args?": list("arguments in order") },
    run: async ({ control }, { person, act, args = [] }) => {
      const path = `/people/${encodeURIComponent(String(person))}/${encodeURIComponent(String(act))}`;
      return settledOne(control, await ask(control, path, { args }), () => undefined);
    },
  },
  portal: {
    says: `Do something in the portal. Actions: ${Object.entries(portalActions)
      .map(([name, spec]) => `${name}(${Object.keys(spec.fields).join(", ")})`)
      .join("; ")}.`,
    takes: { action: text("name of the action"), "fields?": fields("its fields") },
    run: async ({ control }, { action, fields: given = {} }) =>
      ask(control, `/portal/${encodeURIComponent(String(action))}`, Object(given) as object),
  },
  fault: {
    says: `Make something fail. Faults: ${usages(faults)}; of streams: ${usages(
      Object.fromEntries(Object.entries(streamFaults).map(([name, spec]) => [`streams/${name}`, spec])),
    )}.`,
    takes: { name: text("name of the fault, or streams/<name>"), "args?": list("arguments in order") },
    run: async ({ control }, { name, args = [] }) => {
      const [first = "", second] = String(name).split("/");
      const parts = second === undefined ? [first] : [first, second];
      return ask(control, `/faults/${parts.map(encodeURIComponent).join("/")}`, { args });
    },
  },
  clock: {
    says: "Move a virtual clock forward.",
    takes: { ms: count("milliseconds") },
    run: async ({ control }, { ms }) => ask(control, "/clock/advance", { ms }),
  },
  timeline: {
    says: "What happened on the platform: requests, events, interactions, deliveries, faults; one line each, the newest last.",
    takes: {
      "after?": count("only entries with a greater number"),
      "kind?": text("request, event, connection, mailbox, interaction, delivery, portal, fault, notice or bug"),
      "limit?": count("how many of the newest; default 25"),
    },
    run: async ({ control }, { after = 0, kind, limit = 25 }) => {
      const entries = (await ask(control, `/log?after=${Number(after)}`)) as readonly LogEntry[]; // of the control interface
      const shown = entries.filter((entry) => kind === undefined || entry.kind === kind).slice(-Number(limit));
      return shown.map((entry) => `${entry.number} ${formatEntry(entry)}`).join("\n");
    },
  },
  why: {
    says: "How an interaction went: state, deadline, confirmations, and why the person saw what they saw.",
    takes: { interaction: text("id of the interaction") },
    run: async ({ control }, { interaction }) =>
      ask(control, `/interactions/${encodeURIComponent(String(interaction))}`),
  },
  snapshot: {
    says: "Save the state of the platform to a file, or put a saved one back.",
    takes: { "save?": text("file to write"), "restore?": text("file to read") },
    run: async ({ control }, { save, restore }) => {
      if ((save === undefined) === (restore === undefined)) throw new Error("pass either save or restore");
      if (save !== undefined) {
        const answer = await fetch(new URL("/snapshot", control));
        await writeFile(String(save), await answer.text(), { mode: 0o600 });
        return `saved to ${String(save)}`;
      }
      const body = await readFile(String(restore), "utf8");
      const answer = await fetch(new URL("/snapshot", control), { method: "PUT", body });
      if (!answer.ok) throw new Error(`the snapshot was refused: ${await answer.text()}`);
      return `restored from ${String(restore)}`;
    },
  },
  conformance: {
    says: "Judge a client or an App, in any language, by what it does. Takes about a minute.",
    takes: { command: list("program and arguments that start it"), "endpoint?": text("address of its endpoint") },
    run: async (_session, { command, endpoint }) => {
      const more = endpoint === undefined ? [] : ["--endpoint", String(endpoint)];
      const lines: string[] = [];
      const start = ownCommand("conformance", ...more, "--", ...words(command));
      const onLine = (line: string): void => void lines.push(line);
      const code = await startProgram(start, { cwd: process.cwd(), env: process.env, onLine }).over;
      return [...lines.filter((line) => !/ kept {2,}/.test(line)), `exit code ${code}`].join("\n");
    },
  },
  search_docs: {
    says: "Search the guides of the package.",
    takes: { query: text("a few words") },
    run: async (_session, { query }) => searchPages(String(query)),
  },
};

/** The JSON Schema of a tool's arguments. */
export const schemaOf = ({ takes }: Tool) => ({
  type: "object" as const,
  properties: Object.fromEntries(
    Object.entries(takes).map(([name, { type, says }]) => [name.replace("?", ""), { type, description: says }]),
  ),
  required: Object.keys(takes).filter((name) => !name.endsWith("?")),
  additionalProperties: false,
});

/** Why arguments do not fit a tool; undefined when they do. */
export function problemOf({ takes }: Tool, given: Given): string | undefined {
  const known = new Map(Object.entries(takes).map(([name, spec]) => [name.replace("?", ""), spec.type]));
  for (const [name, value] of Object.entries(given)) {
    const type = known.get(name);
    if (type === undefined) return `unknown argument ${name}; the arguments are ${[...known.keys()].join(", ")}`;
    const is = Array.isArray(value) ? "array" : typeof value;
    if (is !== type) return `${name} must be of type ${type}, got ${is}`;
  }
  const missing = Object.keys(takes).find((name) => !name.endsWith("?") && given[name] === undefined);
  return missing === undefined ? undefined : `${missing} is missing`;
}
