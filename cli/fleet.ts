import { printTo } from "../codegen/printable.js";
import { parseArgs } from "node:util";
import { brand } from "../generated/tables.js";
import { type AgreedSettings, type Fleet, isFleetError, openFleet } from "../runtime/fleet/index.js";
import { format } from "./doctor/finding.js";
import { connectEngine } from "./fleet/engine.js";
import { carryOut, checkChosen, isAct, listLetters } from "./fleet/dead-letters.js";
import { deadLetterFinding, engineFindings, sharedBy, statusLines } from "./fleet/words.js";
import { unknownWord, UsageError } from "./usage-error.js";
import type { Syntax } from "./syntax.js";
import { unsetLine } from "./variable.js";

const ENGINE = `${brand.value.toUpperCase()}_FLEET_ENGINE`;

export const syntax = {
  says: "Inspects a fleet: one App on many machines (docs/scaling.md).",
  usage: ["status [options]", "doctor [options]", "dead-letters [replay|drop <id>… | --all] [options]"],
  verbs: {
    status: {
      usage: "status",
      says: "who reads the live stream, and what waits in the log",
      options: ["engine", "name", "json"],
    },
    doctor: {
      usage: "doctor",
      says: "what to know about the engine, and what to do about it",
      options: ["engine", "name", "json"],
    },
    "dead-letters": {
      usage: "dead-letters",
      says: "events that were put aside: which, when and why",
      options: ["engine", "name", "json", "body"],
    },
    "dead-letters replay": {
      usage: "dead-letters replay <id>… | --all",
      says: "handles them again, behind what waits in their partition",
      options: ["engine", "name", "json", "all"],
    },
    "dead-letters drop": {
      usage: "dead-letters drop <id>… | --all",
      says: "removes them for good",
      options: ["engine", "name", "json", "all"],
    },
  },
  options: {
    engine: {
      type: "string",
      value: "<url>",
      says: `nats://host:port[,nats://host:port] or redis://host:port (default: ${ENGINE})`,
    },
    name: { type: "string", default: "app", value: "<name>", says: "name of the fleet (default: app)" },
    all: { type: "boolean", says: "with replay and drop: every dead letter" },
    body: { type: "boolean", says: "with dead-letters: print the events too; they hold what users wrote" },
    json: { type: "boolean", says: "print JSON" },
  },
  exit: "0 done, and nothing has failed; 1 something has failed, or there is no such fleet; 2 wrong usage.",
} as const satisfies Syntax;

/** Where the command reads its surroundings and writes its words. */
export interface Surroundings {
  readonly out: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
}

/** What a look at a fleet prints and what it exits with. */
interface Answer {
  readonly text: string;
  readonly json: unknown;
  readonly code: number;
}

/** `svc-apps fleet`; `--help` lists the options. */
export async function run(argv: readonly string[], given: Partial<Surroundings> = {}): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: syntax.options,
  });
  const world: Surroundings = {
    out: printTo("stdout"),
    env: process.env,
    now: () => Date.now(),
    ...given,
  };
  const look = lookOf(positionals, values);
  const url = values.engine ?? world.env[ENGINE];
  if (url === undefined || url === "") throw new UsageError(`${unsetLine(ENGINE, url)}, and there is no --engine`);
  const { text, json, code } = await at(url, values.name, (fleet, { partitions }) =>
    look(fleet, { partitions, nowMs: world.now() }),
  );
  world.out(values.json === true ? `${JSON.stringify(json, undefined, 2)}\n` : text);
  return code;
}

type Look = (fleet: Fleet, about: { readonly partitions: number; readonly nowMs: number }) => Promise<Answer>;

/** What the words of a call ask for. @throws UsageError */
function lookOf(words: readonly string[], { all = false, body = false }: { all?: boolean; body?: boolean }): Look {
  const [what, act, ...ids] = words;
  const look = what === undefined || act !== undefined ? undefined : looks.get(what);
  if (look && !all && !body) return look;
  if (what === "dead-letters" && act === undefined && !all)
    return (fleet, { partitions }) => listLetters(fleet.deadLetters, { body, partitions, nowMs: fleet.engineNowMs });
  if (what === "dead-letters" && isAct(act) && !body) {
    const chosen = { ids, all };
    checkChosen(act, chosen);
    return (fleet) => carryOut(act, fleet.deadLetters, chosen);
  }
  const names = ["status", "doctor", "dead-letters"];
  if (what !== undefined && !names.includes(what))
    throw new UsageError(`fleet: ${unknownWord("command", what, names)}`);
  throw new UsageError(
    "fleet takes one of: status, doctor, dead-letters [--body], dead-letters replay <id>… or --all, dead-letters drop <id>… or --all",
  );
}

const looks: ReadonlyMap<string, Look> = new Map<string, Look>([
  [
    "status",
    async (fleet, { nowMs }) => {
      const status = { ...sharedBy(await fleet.refresh()), deadLetters: (await fleet.deadLetters.list()).length };
      return { text: statusLines(status, nowMs), json: status, code: 0 };
    },
  ],
  [
    "doctor",
    async (fleet) => {
      const letters = await fleet.deadLetters.list();
      const findings = [
        ...engineFindings(await fleet.info(), await fleet.refresh()),
        deadLetterFinding(letters.length),
      ];
      const code = findings.some(({ verdict }) => verdict === "failed") ? 1 : 0;
      return { text: findings.map(format).join(""), json: findings, code };
    },
  ],
]);

/** Takes part in the fleet for a moment, with its own settings and without a role. */
async function at(
  url: string,
  name: string,
  look: (fleet: Fleet, settings: AgreedSettings) => Promise<Answer>,
): Promise<Answer> {
  const { engine, close } = await connectEngine(url);
  try {
    const settings = await engine.settingsOf(name).catch((error: unknown) => {
      throw isFleetError(error, "argument") ? new UsageError(error.message) : error;
    });
    if (settings === undefined) {
      const text = `There is no fleet "${name}" on this engine. --name says which one.\n`;
      return { text, json: { error: "no such fleet", name }, code: 1 };
    }
    // Both slots are looked at: a warm fleet leaves the second one free.
    const fleet = await openFleet({ engine, name, ...settings, roles: [], member: "look", standby: "hot" });
    try {
      return await look(fleet, settings);
    } finally {
      await fleet.close({ graceMs: 0 });
    }
  } finally {
    await close();
  }
}
