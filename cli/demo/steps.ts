import { brand } from "../../generated/tables.js";
import { listMessages } from "../../generated/routes.js";
import { asChannelId, asServerId } from "../../generated/validators/ids.js";
import { createClient } from "../../runtime/http/client.js";
import { startSandbox } from "../../sandbox/index.js";
import type { LogEntry, Sandbox } from "../../sandbox/index.js";
import { startNode } from "./child.js";
import type { Child } from "./child.js";

/** What went wrong, in one line for the person who ran the demo. */
export class DemoFailure extends Error {
  override readonly name = "DemoFailure";
}

/** Generates from the description and says whether anything changed. */
export async function generateCode(): Promise<string> {
  const { run: generate } = await import("../../codegen/run.js"); // loaded only here: it needs what only developers have
  let said = "";
  const code = await generate([], { out: (text) => void (said += text), err: (text) => void (said += text) });
  const lines = said.trim().split("\n");
  if (code !== 0) throw new DemoFailure(`The description cannot be generated from: ${lines[0] ?? "no reason given"}`);
  return lines.at(-1) ?? "";
}

/** Compiles the package, so that the App can import it as a user would. */
export async function compile(onStart: (child: Child) => void): Promise<void> {
  const said: string[] = [];
  const args = ["node_modules/typescript-native/bin/tsc", "-p", "tsconfig.build.json"];
  const child = startNode(args, {}, (line) => said.push(line));
  onStart(child);
  if ((await child.ended) === 0) return;
  throw new DemoFailure(`The package does not compile: ${said[0] ?? child.errors[0] ?? "no reason given"}`);
}

/** Starts the platform on this machine. */
export async function startPlatform(port: number): Promise<Sandbox> {
  try {
    return await startSandbox({ port });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new DemoFailure(
        `Port ${port} is taken by another program. Choose another with --port, or none for a free one.`,
      );
    }
    throw error;
  }
}

/** Starts the App as a process of its own, which knows the platform by its environment alone. */
export function startApp(baseUrl: string, token: string, onLine: (line: string) => void): Child {
  const prefix = brand.value.toUpperCase();
  const environment = { [`${prefix}_BASE_URL`]: baseUrl, [`${prefix}_APP_TOKEN`]: token };
  return startNode(["dist/examples/dice/main.js"], environment, onLine);
}

/** Waits for a log entry. Fails when the App ends before, or when it takes too long. */
export async function entryOf(
  sandbox: Sandbox,
  app: Child,
  what: string,
  test: (entry: LogEntry) => boolean,
): Promise<LogEntry> {
  const seen = sandbox.log.entries().find(test);
  if (seen) return seen;
  let release = (): void => {};
  try {
    return await new Promise<LogEntry>((resolve, reject) => {
      const stop = sandbox.log.subscribe((entry) => {
        if (test(entry)) resolve(entry);
      });
      const timer = setTimeout(
        () => reject(new DemoFailure(`Waited 20 s for this and it did not come: ${what}.`)),
        20_000,
      );
      void app.ended.then((code) => reject(new DemoFailure(`The App ended with exit code ${code}. ${lastWords(app)}`)));
      release = () => {
        stop();
        clearTimeout(timer);
      };
    });
  } finally {
    release();
  }
}

function lastWords({ errors }: Child): string {
  return errors.findLast((line) => line.trim() !== "")?.trim() ?? "It said nothing.";
}

/** The channel as the App reads it over REST: ids and texts, oldest first. */
export async function readBack({ baseUrl, defaults }: Sandbox): Promise<readonly { id: string; content: string }[]> {
  const client = createClient({ baseUrl, token: defaults.token });
  const place = { serverId: asServerId(defaults.serverId), channelId: asChannelId(defaults.channelId) };
  const { messages } = await listMessages(client, place);
  return messages.map(({ publicId, content }) => ({ id: publicId, content }));
}

/** What must stand in the channel, in any order of the two answers. */
export function problemOf(messages: readonly { readonly content: string }[], sides: number): string | undefined {
  const texts = messages.map(({ content }) => content);
  const rolled = texts.map((text) => /^You rolled (\d+) of (\d+)\.$/.exec(text)).find((match) => match !== null);
  if (texts.length !== 3) return `3 messages should be in the channel, there are ${texts.length}`;
  if (texts[0] !== "!roll") return "the person's message is not the first";
  if (!texts.some((text) => /^The die shows [1-6] of 6\.$/.test(text))) return "the message was not answered";
  if (!rolled || Number(rolled[2]) !== sides) return "the command was not answered";
  const [, value] = rolled;
  return Number(value) >= 1 && Number(value) <= sides ? undefined : `a die of ${sides} sides shows no ${value}`;
}
