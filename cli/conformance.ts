import { spawn, type ChildProcess } from "node:child_process";
import { parseArgs } from "node:util";
import { coloured, plain, printTo } from "../codegen/printable.js";
import { prepareConformance, type JudgedProgram } from "../sandbox/conformance/run.js";
import type { Verdict } from "../sandbox/conformance/verdicts.js";
import { brand } from "../generated/tables.js";
import { httpUrl } from "./address.js";
import { byLine } from "./dev/program.js";
import { UsageError } from "./usage-error.js";
import { signalGroup } from "./process-group.js";
import type { Syntax } from "./syntax.js";

const variables = ["BASE_URL", "APP_TOKEN", "APP_ID", "SERVER_ID", "CHANNEL_ID"];
const inEnvironment = variables.map((name) => `${brand.value.toUpperCase()}_${name}`).join(", ");

export const syntax = {
  says: `Starts the platform on this machine, starts <command…> with what it needs in its environment, plays what the platform can do to it, and prints which rules it kept, which it broke, and which were not observed. Takes about a minute. Works for any language. The environment holds ${inEnvironment}.`,
  usage: ["[options] <command…>", "[options] -- <command…>"],
  options: {
    endpoint: {
      type: "string",
      value: "<url>",
      says: "address where the program accepts signed deliveries, on this machine",
    },
    json: { type: "boolean", says: "print the verdicts as JSON" },
    verbose: { type: "boolean", says: "show the output of the program" },
  },
  notes:
    "Put -- before a command that has options of its own. The program, and everything that it started, ends with the run.",
  exit: "0 every rule that was observed was kept; 1 one was broken, nothing was observed, or the program could not be started; 2 wrong usage.",
} as const satisfies Syntax;

/** `conformance`: judges a client or an App, in any language, by what it does; `--help` lists the options. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: syntax.options,
  });
  const [program, ...args] = positionals;
  if (program === undefined) throw new UsageError("pass the command that starts the program");
  const err = printTo("stderr");
  const say = (text: string): void => err(`  ${plain(text)}\n`);
  const endpoint = values.endpoint === undefined ? undefined : httpUrl(values.endpoint, "--endpoint").href;
  const conformance = await prepareConformance({ say, ...(endpoint === undefined ? {} : { endpointUrl: endpoint }) });
  const child = spawn(program, args, {
    env: { ...process.env, ...conformance.environment },
    stdio: values.verbose === true ? ["ignore", "pipe", "pipe"] : "ignore",
    detached: true, // a group of its own, which ends as one: the program may be npm or a shell
  });
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null) byLine(stream, (line) => process.stderr.write(`${coloured(line)}\n`));
  let failure: Error | undefined;
  child.once("error", (error) => (failure = error));
  const verdicts = await whileRunning(child, () => conformance.run(programOf(child)));
  if (child.pid === undefined) throw new Error(`${program} could not be started: ${failure?.message}`);
  printTo("stdout")(values.json === true ? `${JSON.stringify(verdicts, null, 2)}\n` : tableOf(verdicts));
  if (verdicts.every(({ standing }) => standing === "not observed")) {
    err("nothing was observed: the program asked for nothing\n");
    return 1;
  }
  return verdicts.some(({ standing }) => standing === "broken") ? 1 : 0;
}

/** Does the work, and ends the program with it: when it is done, when it fails, and when this process is ended before. */
async function whileRunning<T>(child: ChildProcess, work: () => Promise<T>): Promise<T> {
  const end = (): void => signalGroup(child, "SIGKILL", { leftBehind: true });
  const exits = { SIGINT: () => process.exit(130), SIGTERM: () => process.exit(143), SIGHUP: () => process.exit(129) };
  process.once("exit", end);
  for (const [signal, exit] of Object.entries(exits)) process.once(signal, exit);
  try {
    return await work();
  } finally {
    end(); // it was told to end and had its time
    process.off("exit", end);
    for (const [signal, exit] of Object.entries(exits)) process.off(signal, exit);
  }
}

function programOf(child: ChildProcess): JudgedProgram {
  let ended = false;
  child.on("exit", () => (ended = true));
  child.on("error", () => (ended = true)); // it could not be started
  return {
    ended: () => ended,
    stop: () => signalGroup(child, "SIGTERM"),
  };
}

const marks = { kept: "kept        ", broken: "BROKEN      ", "not observed": "not observed" } as const;

function tableOf(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map(({ rule, says, standing, evidence }) => {
    const why = standing === "broken" ? `\n                         ${plain(evidence)}` : "";
    return `  ${rule.padEnd(8)} ${marks[standing]}  ${says}${why}\n`;
  });
  const count = (standing: Verdict["standing"]): number => verdicts.filter((one) => one.standing === standing).length;
  return `\n${lines.join("")}\n  ${count("kept")} kept, ${count("broken")} broken, ${count("not observed")} not observed\n`;
}
