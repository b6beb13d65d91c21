import { spawn, type ChildProcess } from "node:child_process";
import { parseArgs } from "node:util";
import { prepareJudgement, type Defendant } from "../sandbox/judge/judge.js";
import type { Verdict } from "../sandbox/judge/verdicts.js";
import { brand } from "../generated/tables.js";
import { UsageError } from "./frame.js";

const variables = ["BASE_URL", "APP_TOKEN", "APP_ID", "SERVER_ID", "CHANNEL_ID"];
const inEnvironment = variables.map((name) => `${brand.value.toUpperCase()}_${name}`).join(", ");

const help = `Usage: svc-apps conformance [options] <command…>

Starts the platform on this machine, starts <command…> with what it needs in its environment, puts it through what the
platform can do to it, and prints which rules it kept, which it broke, and which were never in play. Takes about a
minute. Works for any language. The environment holds
${inEnvironment}.

  --endpoint <url>   address where the program takes signed deliveries, on this machine
  --json             print the verdicts as JSON
  --verbose          show what the program prints

Put -- before a command that has options of its own. Exit code 1 when a rule was broken, or nothing was seen of the program.
`;

/** `conformance`: judges a client or an App, in any language, by what it does; `--help` lists the options. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      endpoint: { type: "string" },
      json: { type: "boolean" },
      verbose: { type: "boolean" },
    },
  });
  if (values.help === true) {
    process.stdout.write(help);
    return 0;
  }
  const [program, ...args] = positionals;
  if (program === undefined) throw new UsageError("give the command that starts the program");
  const say = (text: string): void => void process.stderr.write(`  ${text}\n`);
  const judgement = await prepareJudgement({
    say,
    ...(values.endpoint === undefined ? {} : { endpointUrl: values.endpoint }),
  });
  const child = spawn(program, args, {
    env: { ...process.env, ...judgement.environment },
    stdio: values.verbose === true ? ["ignore", 2, 2] : "ignore",
  });
  const verdicts = await judgement.run(defendantOf(child, program)).finally(() => {
    child.kill("SIGKILL"); // it was told to end and had its time
  });
  process.stdout.write(values.json === true ? `${JSON.stringify(verdicts, null, 2)}\n` : tableOf(verdicts));
  if (verdicts.every(({ standing }) => standing === "not observed")) {
    process.stderr.write("nothing was observed: the program asked for nothing\n");
    return 1;
  }
  return verdicts.some(({ standing }) => standing === "broken") ? 1 : 0;
}

function defendantOf(child: ChildProcess, program: string): Defendant {
  let ended = false;
  child.on("exit", () => (ended = true));
  child.on("error", (error) => {
    ended = true;
    process.stderr.write(`${program} could not be started: ${error.message}\n`);
  });
  return {
    ended: () => ended,
    stop: () => void child.kill("SIGTERM"),
  };
}

const marks = { kept: "kept        ", broken: "BROKEN      ", "not observed": "not observed" } as const;

function tableOf(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map(({ rule, says, standing, evidence }) => {
    const why = standing === "broken" ? `\n                         ${evidence}` : "";
    return `  ${rule.padEnd(8)} ${marks[standing]}  ${says}${why}\n`;
  });
  const count = (standing: Verdict["standing"]): number => verdicts.filter((one) => one.standing === standing).length;
  return `\n${lines.join("")}\n  ${count("kept")} kept, ${count("broken")} broken, ${count("not observed")} not observed\n`;
}
