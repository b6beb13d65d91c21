import { parseArgs } from "node:util";
import { plain, printTo } from "../codegen/printable.js";
import type { Sandbox } from "../sandbox/index.js";
import type { Child } from "./demo/child.js";
import {
  compile,
  DemoFailure,
  entryOf,
  generateCode,
  problemOf,
  readBack,
  startApp,
  startPlatform,
} from "./demo/steps.js";
import { isMisuse, withoutAdvice } from "./frame.js";
import { UsageError } from "./usage-error.js";
import { lineOf } from "./demo/transcript.js";
import { messageOf } from "./message.js";

const HELP = `Usage: npm run demo [-- options]

Generates the code, starts the platform on this machine and an App as a process of its own, lets a person write a
message and run a command, and reads the answers back over REST.

  --port <n>        port of the platform (default: any free one)
  --token <token>   a credential for the App other than its own, to see it refused
  --base-url <url>  an address for the App other than the platform's, to see it find nobody
  --no-build        take the package as it was compiled before
`;

const SIDES = 20;
const startedMs = performance.now();
/** What must not outlive the demo. */
const running: { sandbox?: Sandbox; children: Child[] } = { children: [] };

function say(from: string, what: string): void {
  const ms = (performance.now() - startedMs).toFixed(0).padStart(6);
  printTo("stdout")(`${ms} ms  ${plain(from).padEnd(8)}  ${plain(what)}\n`);
}

async function end(): Promise<void> {
  await Promise.all(running.children.map(async (child) => child.stop()));
  await running.sandbox?.stop();
}

function options() {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", short: "h" },
      port: { type: "string", default: "0" },
      token: { type: "string" },
      "base-url": { type: "string" },
      "no-build": { type: "boolean", default: false },
    },
  });
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
    throw new UsageError(`${JSON.stringify(values.port)} is no port`);
  return values;
}

function keep(child: Child): Child {
  running.children.push(child);
  return child;
}

async function demo({
  port,
  token,
  "base-url": baseUrl,
  "no-build": asBuilt,
}: ReturnType<typeof options>): Promise<void> {
  if (!asBuilt) {
    say("generate", await generateCode());
    await compile(keep);
    say("compile", "done");
  }
  const sandbox = await startPlatform(Number(port));
  running.sandbox = sandbox;
  const { defaults } = sandbox;
  say("platform", `listens on ${sandbox.baseUrl}`);
  sandbox.log.subscribe((entry) => {
    const line = lineOf(entry);
    if (line) say(line.from, line.what);
  });
  const app = keep(
    startApp(baseUrl ?? sandbox.baseUrl, token ?? defaults.token, (line) => say("App", `says: ${line}`)),
  );
  say("App", `starts as process ${app.process.pid}`);
  await entryOf(
    sandbox,
    app,
    "the App connecting",
    ({ kind, detail }) => kind === "connection" && detail["how"] === "opened",
  );

  const { person, channelId } = defaults;
  say(person.name, "writes “!roll”");
  person.post(channelId, "!roll");
  await entryOf(sandbox, app, "the answer to the message", ({ detail }) => detail["operation"] === "createMessage");
  say(person.name, `runs /roll with sides = ${SIDES}`);
  const { id } = person.run("roll", { sides: SIDES });
  await entryOf(
    sandbox,
    app,
    "the answer to the command",
    ({ kind, detail }) => kind === "interaction" && detail["id"] === id && detail["state"] === "confirmed",
  );

  const messages = await readBack(sandbox);
  for (const message of messages) say("read", `message ${message.id}  “${message.content}”`);
  const problem = problemOf(messages, SIDES);
  if (problem !== undefined) throw new DemoFailure(`Read back over REST: ${problem}.`);
  say("demo", "All as it should be.");
}

/** The first signal ends everything in order, the second without asking; neither leaves a process behind. */
let interrupted = false;
function interrupt(code: number): void {
  if (interrupted) return running.children.forEach((child) => child.kill());
  interrupted = true;
  void end().finally(() => process.exit(code));
}
process.on("SIGINT", () => interrupt(130));
process.on("SIGTERM", () => interrupt(143));

try {
  const given = options();
  if (given.help === true) printTo("stdout")(HELP);
  else await demo(given);
} catch (error) {
  const misused = isMisuse(error);
  const said = misused ? withoutAdvice(messageOf(error)) : messageOf(error);
  if (!interrupted) printTo("stderr")(`demo: ${said}\n`);
  process.exitCode = misused ? 2 : 1;
} finally {
  await end();
}
