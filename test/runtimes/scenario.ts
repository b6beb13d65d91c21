/**
 * What must work on every runtime, part by part. Runs inside the runtime; the platform, the servers that fail on purpose
 * and the person who acts are the host's (see `host.ts`). Each part throws what is wrong.
 */
import {
  App,
  asChannelId,
  asServerId,
  createClient,
  fetchTransport,
  isNoAnswer,
  isRefusal,
  settle,
  silentLogger,
} from "../../runtime/index.js";
import { chatCommand } from "../../runtime/index.js";
import { toWebHandler } from "../../runtime/adapters/index.js";
import { fixedKeys } from "../../runtime/delivery/index.js";
import { createSigningPair, deliveryFixture, signDelivery } from "../../testing/delivery/index.js";
import { createFetchClient } from "../../runtime/rest.js";
import { openEvents } from "../../runtime/events/index.js";
import { createChannel, createMessage, getMe, listMessages } from "../../generated/routes.js";
import { play } from "../long/delivery/program.js";
import { entries } from "./entries.js";

/** Where the host's servers are, and what the platform knows. */
export interface World {
  readonly baseUrl: string;
  readonly token: string;
  readonly serverId: string;
  readonly channelId: string;
  /** Orders of the host: `say`, `cut`, `run`, `state`. */
  readonly control: string;
  /** Nobody listens there. */
  readonly refused: string;
  /** Takes a request and breaks the connection. */
  readonly lost: string;
  /** Takes a request and says nothing. */
  readonly stalled: string;
  /** Says nothing to the first of every two requests, and hands the second to the platform. */
  readonly everyOther: string;
}

type Part = (world: World) => Promise<void>;

const sleep = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function order(world: World, what: string, argument = ""): Promise<string> {
  const response = await fetch(`${world.control}/${what}?${new URLSearchParams({ argument }).toString()}`);
  return response.text();
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 800; tries += 1) {
    if (await holds()) return;
    await sleep(25);
  }
  throw new Error(`waited 20 s for: ${what}`);
}

/** Calls that get no answer, and what has to be said of them: as on Node. */
async function noAnswer(baseUrl: string, { token }: World, expected: string, timeoutMs = 10_000): Promise<void> {
  const client = createClient({ baseUrl, token, timeoutMs, retry: { retries: 1 } });
  const idempotent = await settle(getMe(client));
  const once = await settle(
    createChannel(client, { serverId: asServerId("1"), revision: "1", name: "x", type: "text" } as never),
  );
  const said = [idempotent, once].map((result) =>
    result.ok
      ? "an answer"
      : isNoAnswer(result.error)
        ? `${result.error.reason} ${String(result.error.ambiguous)}`
        : String(result.error),
  );
  check(said.join(", ") === expected, `expected ${expected}, got ${said.join(", ")}`);
}

/**
 * Over `fetch`, which Node has too: a call that is given up must not keep the process alive, and a repetition of it must
 * not wait behind it.
 */
async function timedOut(world: World): Promise<void> {
  await noAnswer(world.stalled, world, "timeout false, timeout true", 400);
  const { token, everyOther, stalled } = world;
  const options = { token, transport: fetchTransport(), timeoutMs: 2_000, retry: { retries: 1 } };
  const repeated = await settle(getMe(createClient({ ...options, baseUrl: everyOther })));
  check(repeated.ok, `the repetition of a call that timed out: ${repeated.ok ? "" : String(repeated.error)}`);
  const given = await settle(
    getMe(createClient({ ...options, baseUrl: stalled, timeoutMs: 100, retry: { retries: 0 } })),
  );
  check(!given.ok, "an answer of nobody");
}

async function events(world: World, transport: "gateway" | "mailbox", cut: boolean): Promise<void> {
  const { baseUrl, token } = world;
  await until("the part before to be gone", async () => (await order(world, "readers")) === "0");
  const stream = openEvents(createClient({ baseUrl, token }), { intents: ["messages"], transport });
  const seen: string[] = [];
  const reading = (async () => {
    for await (const event of stream) {
      if (event.type === "message_create") seen.push(event.message.content);
      if (seen.at(-1) === "three") break;
    }
  })();
  await until(`${transport} to be open`, async () => (await order(world, "readers")) !== "0");
  for (const text of ["one", "two", "three"]) {
    await order(world, "say", text);
    await until(`"${text}"`, () => seen.includes(text));
    if (cut && text === "one") await order(world, "cut");
  }
  await reading;
  await stream.close();
  check(seen.join() === "one,two,three", `seen: ${seen.join()}`);
}

const echo = chatCommand({ name: "echo", description: "Say it again" });
const slow = chatCommand({ name: "slow", description: "Take too long" });

async function app(
  world: World,
  transport: "gateway" | "mailbox",
  act: (world: World) => Promise<void>,
): Promise<void> {
  const { baseUrl, token } = world;
  await until("the part before to be gone", async () => (await order(world, "readers")) === "0");
  // In the middle of the window: a machine that is busy may be late by a second on either side.
  const autoDeferLeadMs = 1_200;
  const bot = new App({ baseUrl, token, events: transport, syncCommands: true, logger: silentLogger, autoDeferLeadMs });
  bot.command(echo, async (interaction) => interaction.reply("again"));
  bot.command(slow, async (interaction) => {
    await sleep(3_300);
    await interaction.reply("at last");
  });
  await bot.start({ signals: false });
  try {
    await until("the App to read", async () => (await order(world, "readers")) !== "0");
    await act(world);
  } finally {
    await bot.stop({ graceMs: 2_000 });
  }
}

async function stateOf(world: World, command: string, wanted: string): Promise<void> {
  const id = await order(world, "run", command);
  let state = "";
  for (let tries = 0; tries < 800 && state !== wanted; tries += 1) {
    await sleep(25);
    state = await order(world, "state", id);
  }
  check(state === wanted, `/${command} ended as ${state}, not as ${wanted}`);
}

const appId = "7301000000000000001";

/** An App behind signed deliveries, by the door that every runtime has. */
async function deliveries(world: World): Promise<void> {
  const key = await createSigningPair("ed25519-scenario");
  const bot = new App({
    baseUrl: world.baseUrl,
    token: `svc_app.${appId}.secret`,
    events: false,
    logger: silentLogger,
    delivery: { keys: fixedKeys([key.published]) },
  });
  bot.fallback(async (interaction) => void ("reply" in interaction && (await interaction.reply("by body"))));
  const handle = toWebHandler(bot);
  const send = async (body: object, forged = false): Promise<string> => {
    const signed = await signDelivery({ keys: key, appId, body });
    const bytes = new Uint8Array(forged ? [...signed.body, 32] : signed.body);
    const response = await handle(
      new Request("https://app.example/", { method: "POST", headers: signed.headers, body: bytes }),
    );
    return `${response.status} ${await response.text()}`;
  };
  const stranger = await handle(new Request("https://app.example/"));
  check(stranger.status === 405, `a stranger's GET was answered ${stranger.status}`);
  const probe = await send({ type: "probe", challenge: "c" });
  check(probe === '200 {"challenge":"c"}', `the probe was answered ${probe}`);
  const command = deliveryFixture("command", { id: crypto.randomUUID() }) as object;
  const forged = await send(command, true);
  check(forged === "401 ", `a forgery was answered ${forged}`);
  const run = await send(command);
  check(run === '200 {"type":"reply","content":"by body"}', `a command was answered ${run}`);
  const replay = await send(command);
  check(replay === "204 ", `a second delivery of one interaction was answered ${replay}`);
  await bot.stop();
}

export const parts: Readonly<Record<string, Part>> = {
  async entries() {
    for (const [name, load] of Object.entries(entries)) {
      const exported = await load();
      check(Object.keys(exported).length > 0 || name === "types", `svc-apps/${name} exports nothing`);
    }
    if (typeof globalThis.process?.getBuiltinModule === "function") return;
    // What only Node has says so when it is called.
    const said = await entries
      .node()
      .then(({ nodeTransport }) => nodeTransport())
      .then(() => "no error", String);
    check(said.includes("nodeTransport() requires Node built-in modules"), `svc-apps/node said: ${said}`);
  },
  async REST(world) {
    const { baseUrl, token } = world;
    const place = { serverId: asServerId(world.serverId), channelId: asChannelId(world.channelId) };
    for (const client of [createClient({ baseUrl, token }), createFetchClient({ baseUrl, token })]) {
      await createMessage(client, { ...place, content: "héllo" });
      const { messages } = await listMessages(client, place);
      check(messages.at(-1)?.content === "héllo", "the message was not read back");
      const missing = await settle(listMessages(client, { ...place, channelId: asChannelId("1") }));
      check(!missing.ok && isRefusal(missing.error), "a channel that is not there was no refusal");
    }
  },
  refused: async (world) => noAnswer(world.refused, world, "unreachable false, unreachable false"),
  lost: async (world) => noAnswer(world.lost, world, "connection false, connection true"),
  "timed out": timedOut,
  stream: async (world) => events(world, "gateway", true),
  mailbox: async (world) => events(world, "mailbox", false),
  async verification() {
    const { wrong } = JSON.parse(await play()) as { wrong: string[] }; // what `play` prints
    check(wrong.length === 0, wrong.join("; "));
  },
  deliveries,
  app: async (world) => app(world, "gateway", async () => stateOf(world, "echo", "confirmed")),
  deferral: async (world) =>
    app(world, "gateway", async () => {
      await stateOf(world, "echo", "confirmed"); // a fast one first: its timer must not be the only one
      await stateOf(world, "slow", "answered");
    }),
};

/** Runs parts, all by default; gives what was wrong with each, or "yes". */
export async function run(
  world: World,
  names: readonly string[] = Object.keys(parts),
): Promise<Record<string, string>> {
  const outcome: Record<string, string> = {};
  for (const name of names) {
    try {
      await parts[name]?.(world);
      outcome[name] = "yes";
    } catch (error) {
      outcome[name] = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
  }
  return outcome;
}
