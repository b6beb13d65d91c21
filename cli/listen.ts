import { printTo } from "../codegen/printable.js";
import { createHmac } from "node:crypto";
import { parseArgs } from "node:util";
import { confirmInteraction } from "../generated/routes.js";
import { brand, eventFamilies, limits } from "../generated/tables.js";
import { openEvents } from "../runtime/events/event-stream.js";
import { createSigningPair, type SigningPair } from "../runtime/delivery/sign.js";
import { type StreamTransport, systemClock } from "../runtime/abi/index.js";
import type { Client } from "../runtime/http/client.js";
import type { ClientOptions } from "../runtime/http/options.js";
import { defaultTransports } from "../runtime/http/transport/default.js";
import type { Learning } from "./learn/index.js";
import { httpUrl } from "./address.js";
import { UsageError } from "./usage-error.js";
import { forward, trusting } from "./listen/forward.js";
import type { Target } from "./listen/forward.js";
import { eventLine, noticeLine, shortName } from "./listen/lines.js";
import { clientOf } from "./settings.js";
import type { Syntax } from "./syntax.js";
import { unsetLine } from "./variable.js";
import { messageOf } from "./message.js";

const BASE_URL = `${brand.value.toUpperCase()}_BASE_URL`;
const TOKEN = `${brand.value.toUpperCase()}_APP_TOKEN`;

const families = [...new Set(Object.values(eventFamilies))];

export const syntax = {
  says: "Prints the events of your App as they arrive.",
  usage: ["[options]"],
  options: {
    intents: {
      type: "string",
      value: "<list>",
      words: families,
      says: `families of events, separated by commas (default: ${families.join(",")})`,
    },
    mailbox: { type: "boolean", default: false, says: "poll the mailbox instead of holding a stream open" },
    forward: {
      type: "string",
      value: "<url>",
      says: "deliver interactions to this address as the platform would, signed with a key that stays the same for your credential and is printed, and confirm them with the answer",
    },
    json: { type: "boolean", default: false, says: "print whole events, one per line" },
    learn: {
      type: "string",
      value: "<file>",
      says: "record the names and types of what is received, never its values, for svc-apps learn",
    },
    "base-url": { type: "string", value: "<url>", says: `address of the service (default: ${BASE_URL})` },
  },
  notes: `Events go to standard output; the state of the connection and of forwarded interactions goes to standard error. The credential comes from ${TOKEN}.`,
  exit: "0 it was ended, for example by Ctrl-C; 1 the service ended it for good; 2 wrong usage.",
} as const satisfies Syntax;

/** Where the command reads its surroundings and writes its words. */
export interface Surroundings {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly connect: (baseUrl: string, token: string, learning?: Learning) => Client;
  readonly fetch: typeof fetch;
  /** Ends it. Default: SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

/** `svc-apps listen`; `--help` lists the options. */
export async function run(argv: readonly string[], given: Partial<Surroundings> = {}): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: syntax.options,
  });
  const world: Surroundings = {
    out: printTo("stdout"),
    err: printTo("stderr"),
    env: process.env,
    connect: (baseUrl, token, learning) => clientOf({ baseUrl, token, ...recorded(baseUrl, learning) }),
    fetch,
    signal: given.signal ?? endOfProcess(),
    ...given,
  };
  const client = world.connect(
    needed(values["base-url"] ?? world.env[BASE_URL], BASE_URL),
    needed(world.env[TOKEN], TOKEN),
    values.learn === undefined ? undefined : await (await import("./learn/index.js")).learnTo(values.learn),
  );
  const [first, ...others] = familiesOf(values.intents);
  if (values.forward !== undefined && ![first, ...others].includes("interactions"))
    throw new UsageError("--forward needs the family interactions among --intents");
  const target = values.forward === undefined ? undefined : await targetOf(values.forward, client, world);
  const events = openEvents(client, {
    intents: [first, ...others],
    transport: values.mailbox ? "mailbox" : "auto",
    signal: world.signal,
    onDiagnostic: (notice) => world.err(noticeLine(notice)),
  });
  for await (const event of events) {
    world.out(values.json ? `${JSON.stringify(event)}\n` : eventLine(event));
    if (target && event.type === "interaction_create") void handOn(event.interaction, target, client, world);
  }
  return 0;
}

/** What makes a client record its calls and its streams. */
function recorded(baseUrl: string, learning: Learning | undefined): Partial<ClientOptions> {
  if (learning === undefined) return {};
  const { streams } = learning;
  // Made for each stream: by then the client has checked the address.
  const own: StreamTransport = (request) => defaultTransports({ baseUrl, clock: systemClock }).streamTransport(request);
  return { middleware: [learning], streamTransport: streams(own) };
}

/** The families asked for: those named, or all that there are. */
function familiesOf(text: string | undefined): readonly [string, ...string[]] {
  const known: ReadonlySet<string> = new Set(families);
  const [first, ...others] = text?.split(",") ?? known;
  const unknown = [first, ...others].find((family) => family === undefined || !known.has(family));
  if (first !== undefined && unknown === undefined) return [first, ...others];
  throw new UsageError(`--intents takes ${[...known].join(", ")}, with commas between; got ${JSON.stringify(text)}`);
}

async function targetOf(given: string, { appId }: Client, { err, env, fetch: carry }: Surroundings): Promise<Target> {
  const url = httpUrl(given, "--forward").href;
  const key = await keyOf(needed(env[TOKEN], TOKEN));
  const { key_id: id } = key.published;
  err(`Interactions go to ${url}, signed by ${id}, which is the same at every run with this credential.\n`);
  err(`An App there must trust it: import { fixedKeys } from "svc-apps/delivery" and\n`);
  err(`  ${trusting(key)}\n`);
  return { url, appId, key, fetch: carry, timeoutMs: limits.confirmationWindowMs };
}

/** A key that only the holder of the credential can sign with, and that an endpoint need not learn anew at each run. */
async function keyOf(token: string): Promise<SigningPair> {
  return createSigningPair("ed25519-listen", createHmac("sha256", token).update("svc-apps listen --forward").digest());
}

async function handOn(
  interaction: Parameters<typeof forward>[0],
  target: Target,
  client: Client,
  { err }: Surroundings,
): Promise<void> {
  const what = `interaction ${shortName(interaction)}`;
  const forwarded = await forward(interaction, target);
  if (forwarded.to === "failed") return err(`  ${what}: ${target.url} failed: ${forwarded.why}\n`);
  if (forwarded.to === "nobody") return err(`  ${what}: ${target.url} answered ${forwarded.status} without a body\n`);
  try {
    await confirmInteraction(client, { interactionId: interaction.id, ...forwarded.confirmation });
    err(`  ${what}: confirmed with the ${forwarded.confirmation.type} of ${target.url}\n`);
  } catch (error) {
    err(`  ${what}: not confirmed: ${messageOf(error)}\n`);
  }
}

function needed(value: string | undefined, name: string): string {
  if (!value) throw new UsageError(unsetLine(name, value));
  return value;
}

function endOfProcess(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
