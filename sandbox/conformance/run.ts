import { type SandboxOptions, startSandbox } from "../start.js";
import { brand } from "../spec.js";
import type { Sandbox } from "../sandbox.js";
import type { CommandRecord } from "../world/records.js";
import { playCommands, Stage } from "./stage.js";
import { playEndpoint } from "./endpoint.js";
import { playMessages } from "./messages.js";
import { judgeSequence } from "./requests.js";
import { playLateInteraction, playRevocation, playStreams } from "./streams.js";
import type { Verdict } from "./verdicts.js";

/** How to judge. */
export interface ConformanceOptions {
  /** Address of the program's endpoint for signed deliveries, if it has one. */
  readonly endpointUrl?: string;
  /** How long the program may take to open a stream or a mailbox, milliseconds. Default: 15,000. */
  readonly arrivalMs?: number;
  /** How long it is left alone after that, to register its commands, milliseconds. Default: 1,500. */
  readonly restMs?: number;
  /** Hears what is being played. */
  readonly say?: (text: string) => void;
  readonly sandbox?: SandboxOptions;
}

/** The program under conformance, as far as the judge can reach it. */
export interface JudgedProgram {
  ended(): boolean;
  stop(): void;
}

/** A stage that is set: the platform runs and waits for a program. */
export interface ConformanceRun {
  readonly sandbox: Sandbox;
  /** What the program needs in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Plays everything and gives the verdicts. Stops the sandbox. */
  run(program: JudgedProgram): Promise<readonly Verdict[]>;
}

/** Starts a sandbox in which a client of any kind can be judged by what it does. */
export async function prepareConformance({
  endpointUrl,
  arrivalMs = 15_000,
  restMs = 1500,
  say = () => undefined,
  sandbox: options = {},
}: ConformanceOptions = {}): Promise<ConformanceRun> {
  let stage: Stage | undefined;
  const sandbox = await startSandbox({
    ...options,
    allowLoopbackEndpoints: true,
    // Bad deliveries count as failures; a suspension would end the play.
    assumptions: { ...options.assumptions, suspensionFailures: Number.MAX_SAFE_INTEGER },
    observer: (seen) => stage?.observe(seen),
  });
  const set = (stage = new Stage(sandbox, say));
  return {
    sandbox,
    environment: environmentOf(sandbox),
    async run(program) {
      await play(set, program, { endpointUrl, arrivalMs, restMs });
      judgeSequence(set.book, set.seen);
      await sandbox.stop();
      return set.book.verdicts();
    },
  };
}

function environmentOf({ baseUrl, defaults }: Sandbox): Readonly<Record<string, string>> {
  const prefix = brand.value.toUpperCase();
  const { token, appId, serverId, channelId } = defaults;
  return {
    [`${prefix}_BASE_URL`]: baseUrl,
    [`${prefix}_APP_TOKEN`]: token,
    [`${prefix}_APP_ID`]: appId,
    [`${prefix}_SERVER_ID`]: serverId,
    [`${prefix}_CHANNEL_ID`]: channelId,
  };
}

type Patience = Required<Pick<ConformanceOptions, "arrivalMs" | "restMs">> & { endpointUrl: string | undefined };

async function play(stage: Stage, program: JudgedProgram, { endpointUrl, arrivalMs, restMs }: Patience): Promise<void> {
  const arrived = (operation: string): boolean =>
    stage.seen.some((one) => one.operation === operation && one.status === 200);
  stage.say("waiting for the program");
  const there = (): boolean => arrived("openStream") || arrived("openMailbox") || program.ended();
  await stage.until(there, endpointUrl === undefined ? arrivalMs : Math.min(arrivalMs, 3000));
  await stage.wait(restMs);
  const { families, streaming } = stage;
  const listens = streaming || stage.readers.mailboxes.length > 0;
  const commands = stage.sandbox.records("commands", stage.sandbox.defaults.appId);
  if (families.has("messages")) await playMessages(stage);
  if (families.has("interactions")) await playCommands(stage, commands);
  const [chat] = commands.filter(({ type }) => type === "chat");
  if (streaming) {
    await playStreams(stage);
    if (chat !== undefined && families.has("interactions")) await playLateInteraction(stage, chat);
  } else if (listens) {
    await playLostMailbox(stage);
  }
  if (endpointUrl !== undefined) await playEndpoint(stage, commands[0] ?? standInCommand(stage), endpointUrl);
  if (stage.streaming) await playRevocation(stage);
  await playEnd(stage, program);
}

/** A command to deliver, for a program that has registered none; it may well decline. */
function standInCommand({ sandbox }: Stage): CommandRecord {
  return sandbox.addCommand(sandbox.defaults.appId, { type: "chat", name: "conformance", description: "A test" });
}

/** The mailbox is gone without a word; then a good client looks at its credential and opens another. */
async function playLostMailbox(stage: Stage): Promise<void> {
  stage.say("the mailbox is lost");
  const lost = stage.mark();
  stage.sandbox.portal.restartService();
  await stage.until(() => stage.after(lost, "openMailbox").length > 0, 30_000);
  const checked = stage.after(lost, "getMe").length > 0;
  if (stage.after(lost, "openMailbox").length > 0)
    stage.book.judge("BOX-10", checked, "another mailbox was opened without a look at the credential");
  await stage.wait(1000);
}

async function playEnd(stage: Stage, program: JudgedProgram): Promise<void> {
  if (program.ended()) return;
  stage.say("the program is asked to end");
  const told = stage.mark();
  const held = stage.readers.mailboxes.length;
  program.stop();
  const ended = await stage.until(() => program.ended(), 10_000);
  stage.book.judge("EVT-49", ended, "it was still running after 10 seconds");
  if (held > 0) stage.book.judge("BOX-03", stage.after(told, "closeMailbox").length > 0, "its mailbox was left open");
}
