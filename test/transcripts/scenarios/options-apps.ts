import type { AppOptions, ChatContext } from "svc-apps";
import { appTranscripts, type AppScenario, ended, interactionWays, type Stage } from "../kit/app.js";
import type { Probe, Probes } from "../kit/documented.js";
import { listening, post } from "./events.js";
import { failed, roll } from "./interactions.js";

/** An option of an App, seen in what crosses the wire and in what it reports. */
const option = (
  name: string,
  value: unknown,
  scenario: Partial<AppScenario>,
  standard?: unknown,
  way = "stream",
): Probe => {
  const { [way]: chosen } = interactionWays;
  if (chosen === undefined) throw new Error(`there is no way called ${way}`);
  return {
    value,
    standard,
    play: async (given) =>
      appTranscripts(
        [
          {
            title: "",
            acts: rolls,
            ...scenario,
            app: { ...scenario.app, ...(given === undefined ? {} : { [name]: given }) },
          },
        ],
        { [way]: chosen },
      ),
  };
};

/** Somebody runs `/roll` so many times, and some time passes. */
const rolling =
  (times: number, ms: number): AppScenario["acts"] =>
  async (stage: Stage) => {
    await stage.pass(100);
    const runs = Array.from({ length: times }, () => stage.person.run(roll, { sides: 6 }));
    await stage.pass(ms);
    for (const one of runs) stage.note(ended(one));
  };
const rolls = rolling(1, 4_000);

type Handle = Parameters<NonNullable<AppScenario["handlers"]>>;
type Context = ChatContext<{ readonly sides?: number }>;

const handled = (
  handle: (context: Context, write: Handle[1], wait: Handle[2]) => Promise<unknown>,
  more: Partial<AppScenario> = {},
): Partial<AppScenario> => ({
  commands: [roll],
  handlers: (app, write, wait) => void app.command(roll, async (context) => void (await handle(context, write, wait))),
  ...more,
});

const slowly = (ms: number) =>
  handled(async ({ reply }, _write, wait) => {
    await wait(ms);
    await reply("4");
  });
const posts =
  (...texts: readonly string[]): AppScenario["acts"] =>
  async (stage) => {
    await stage.pass(100);
    post(stage, ...texts);
    await stage.pass(5_000);
  };
const busy =
  (ms: number): NonNullable<AppScenario["handlers"]> =>
  (app, write, wait) => {
    app.on("message_create", async ({ message }) => {
      await wait(ms);
      write(`ends ${message.content}`);
    });
  };
const texts = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `${at}`);
const throwing: NonNullable<AppScenario["handlers"]> = (app) => {
  app.on("message_create", () => {
    throw new Error("mine");
  });
};

export const appOptions: Probes = {
  baseUrl: "required",
  token: "required",
  events: option("events", false, { handlers: listening, showStart: true, acts: posts("one") }),
  delivery: option("delivery", { mode: "ack-then-rest" }, slowly(10), undefined, "endpoint"),
  syncCommands: option(
    "syncCommands",
    true,
    handled(async ({ reply }) => reply("4"), { commands: [], showStart: true, acts: async (stage) => stage.pass(100) }),
  ),
  eventConcurrency: option("eventConcurrency", 2, { handlers: busy(500), acts: posts(...texts(17)) }, 16),
  queueLimit: option(
    "queueLimit",
    3,
    { handlers: busy(500), app: { eventConcurrency: 1 }, acts: posts(...texts(8)) },
    1_000,
  ),
  order: option("order", "channel", { handlers: busy(500), acts: posts("one", "two") }, "none"),
  interactionConcurrency: option("interactionConcurrency", 1, { ...slowly(1_000), acts: rolling(2, 4_000) }, 1_000),
  handlerTimeoutMs: option(
    "handlerTimeoutMs",
    1_000,
    {
      handlers: (app, write) => {
        app.on("message_create", async (_event, { signal }) => {
          await new Promise<void>((resolve) => void signal.addEventListener("abort", () => resolve()));
          write("aborted");
        });
      },
      async acts(stage) {
        post(stage, "one");
        await stage.pass(61_000);
      },
    },
    60_000,
  ),
  autoDefer: option("autoDefer", false, slowly(3_500), true),
  autoDeferLeadMs: option("autoDeferLeadMs", 900, slowly(3_500), 400),
  marginMs: option("marginMs", 600, slowly(3_500), 150),
  runExpired: option(
    "runExpired",
    true,
    handled(async ({ reply }, write) => failed(reply("4"), write), {
      async acts(stage) {
        await stage.pass(100);
        stage.sandbox.faults.streams.event(
          {
            type: "interaction_create",
            interaction: {
              id: "00000000-0000-4000-8000-000000000009",
              type: "command",
              serverId: "1",
              channelId: "2",
              userId: "3",
              expiresInMs: 0,
              data: { command: { name: "roll" }, arguments: [] },
            },
          },
          { family: "interactions" },
        );
        await stage.pass(4_000);
      },
    }),
    false,
  ),
  enforceFollowUps: option(
    "enforceFollowUps",
    false,
    handled(async ({ reply, followUp }, write) => {
      await reply("0");
      for (let at = 1; at <= 6; at += 1) await failed(followUp(`${at}`), write);
    }),
    true,
  ),
  failureText: option(
    "failureText",
    "Oh no.",
    handled(async ({ defer }) => {
      await defer();
      throw new Error("mine");
    }),
    "Something went wrong.",
  ),
  sendAfterLostRace: option(
    "sendAfterLostRace",
    true,
    handled(
      async ({ reply, followUp }, write, wait) => {
        await wait(500);
        await reply("4");
        await failed(followUp("more"), write);
      },
      {
        async acts(stage) {
          await stage.pass(100);
          const one = stage.person.run(roll, { sides: 6 });
          const { baseUrl, defaults } = stage.sandbox;
          const headers = {
            authorization: `Bearer ${defaults.token}`,
            "content-type": "application/json",
            "x-svc-api-version": "1",
          };
          const url = `${baseUrl}/api/interacoes/${one.id}/confirmar`;
          await stage.sandbox.request({ method: "POST", url, headers, body: '{"type":"defer"}' });
          await stage.pass(4_000);
          stage.note(ended(one));
        },
      },
    ),
    false,
  ),
  decoders: "readers of what is not documented come in test/app/handling.test.ts",
  conversations: "a conversation over a restart is a transcript of its own",
  logger: "lines of the log come in test/app/logger.test.ts",
  onDiagnostic: "shown by every transcript",
  around: option(
    "around",
    async () => {
      throw new Error("mine");
    },
    handled(async ({ reply }) => reply("4")),
  ),
  failureInChannel: "where nothing else reaches the person comes in test/app",
  fleet: "test/fleet",
};

const events = (
  name: keyof Extract<AppOptions["events"], object>,
  value: unknown,
  scenario: Partial<AppScenario>,
  standard?: unknown,
): Probe => {
  const probe = option("events", value, scenario, standard);
  return {
    value,
    standard,
    play: async (given) => probe.play(given === undefined ? undefined : { transport: "gateway", [name]: given }),
  };
};

const gap: AppScenario["acts"] = async (stage) => {
  post(stage, "before");
  await stage.pass(100);
  stage.sandbox.faults.add({ on: "stream", effect: "out-of-window" });
  stage.sandbox.faults.streams.cut();
  post(stage, "meanwhile");
  await stage.pass(10_000);
};

export const eventOptions: Probes = {
  transport: events("transport", "mailbox", { handlers: listening, acts: posts("one") }),
  intents: events("intents", ["messages", "members"], { handlers: listening, showStart: true, acts: posts("one") }),
  cursorStore: "cursors over restarts come in test/events/restart.test.ts",
  cursorKey: "two streams beside each other come in test/events/fenced-cursor.test.ts",
  slots: "shared connections come in test/events/loops.test.ts",
  onGap: events("onGap", "backfill", { handlers: listening, acts: gap }, "report"),
  onFailure: events("onFailure", { retries: 1 }, { handlers: throwing, acts: posts("one") }, "skip"),
};

const gone = { type: "chat", name: "gone", description: "Gone" };
const sync = (name: string, value: unknown, standard: unknown): Probe => ({
  value,
  standard,
  play: async (given) =>
    option(
      "syncCommands",
      undefined,
      handled(async ({ reply }) => reply("4"), {
        commands: [gone],
        showStart: true,
        acts: async (stage) => stage.pass(100),
      }),
    ).play(given === undefined ? true : { [name]: given }),
});

export const commandOptions: Probes = {
  serverId: sync("serverId", "7101000000000000001", null),
  prune: sync("prune", true, false),
  onlyScope: "which scopes are listed comes in test/http/command-scope.test.ts",
};
