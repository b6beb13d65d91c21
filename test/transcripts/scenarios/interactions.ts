import { button, chatCommand, type ChatContext, modal } from "svc-apps";
import { type AppScenario, ended, type Stage } from "../kit/app.js";

export const roll = chatCommand({
  name: "roll",
  description: "Roll a die",
  options: [{ type: "integer", name: "sides", description: "Sides", minValue: 2, maxValue: 100 }],
});
export const find = chatCommand({
  name: "find",
  description: "Find something",
  options: [{ type: "string", name: "term", description: "Term", required: true, autocomplete: true }],
});
export const vote = button({ id: "vote:{choice}" });
export const address = modal({
  id: "address",
  title: "Where to?",
  fields: [{ type: "text", id: "street", label: "Street", required: true }],
});

type RollContext = ChatContext<{ readonly sides?: number }>;

export const note = ({ note: write }: Stage, one: ReturnType<Stage["person"]["run"]>): void => write(ended(one));

/** Somebody runs `/roll`; the handler does what the scenario says. */
const rolled = (
  title: string,
  handle: (context: RollContext, wait: (ms: number) => Promise<void>, write: (line: string) => void) => unknown,
  more: Partial<AppScenario> & { readonly afterMs?: number; readonly order?: (stage: Stage) => void } = {},
): AppScenario => ({
  title,
  commands: [roll],
  handlers: (app, write, wait) => void app.command(roll, async (context) => void (await handle(context, wait, write))),
  async acts(stage) {
    await stage.pass(100);
    more.order?.(stage);
    const one = stage.person.run(roll, { sides: 6 });
    await stage.pass(more.afterMs ?? 4_000);
    note(stage, one);
  },
  ...more,
});

const confirmation = "confirmInteraction";
export const failed = async (call: Promise<unknown>, write: (line: string) => void): Promise<void> => {
  await call.then(
    () => write("went well"),
    (error: unknown) => write(`failed: ${error instanceof Error ? error.name : String(error)}`),
  );
};

const replies: readonly AppScenario[] = [
  rolled("a reply", async ({ reply, args }) => reply(`${args.sides}`), {
    only: ["stream", "mailbox", "endpoint"],
    showStart: true,
  }),
  rolled("a private reply", async ({ reply }) => reply({ content: "psst", private: true })),
  rolled(
    "a private reply in the confirmation, as configured",
    async ({ reply }) => reply({ content: "psst", private: true }),
    {
      app: { assumptions: { privateReply: "sent" } },
    },
  ),
  rolled("a reply with components", async ({ reply }) =>
    reply({ content: "Well?", components: [vote.of({ choice: "yes" }, { label: "Yes" })] }),
  ),
  rolled(
    "a reply with components after a defer, as configured",
    async ({ reply }) => reply({ content: "Well?", components: [vote.of({ choice: "yes" }, { label: "Yes" })] }),
    {
      app: { assumptions: { replyComponents: "rerouted" } },
    },
  ),
  rolled(
    "a defer and an answer",
    async ({ defer, answer }, wait) => {
      await defer();
      await wait(5_000);
      await answer("4");
    },
    { afterMs: 8_000 },
  ),
  rolled("a reply and follow-ups, one too many", async ({ reply, followUp }, _wait, write) => {
    await reply("0");
    for (let at = 1; at <= 6; at += 1) await failed(followUp(`${at}`), write);
  }),
  rolled(
    "an extension after the time for the answer",
    async ({ defer, extend }, wait) => {
      await defer();
      await wait(70_000);
      await extend("late");
    },
    { afterMs: 75_000 },
  ),
  rolled(
    "an extension after the time for follow-ups",
    async ({ reply, extend }, wait) => {
      await reply("first");
      await wait(700_000);
      await extend("later");
    },
    { afterMs: 705_000 },
  ),
  rolled("a decline", async ({ decline }) => decline(), { only: ["stream", "mailbox", "endpoint"] }),
  rolled("a form", async ({ modal: open }) => open(address)),
  rolled("two replies", async ({ reply }, _wait, write) => {
    await reply("one");
    await failed(reply("two"), write);
  }),
  rolled("no confirmation", () => {}),
  rolled("a handler that throws", () => {
    throw new Error("mine");
  }),
  rolled("a handler that throws after a defer", async ({ defer }) => {
    await defer();
    throw new Error("mine");
  }),
  rolled(
    "a handler that throws after a defer, and nothing is said",
    async ({ defer }) => {
      await defer();
      throw new Error("mine");
    },
    { app: { failureText: false } },
  ),
];

const times: readonly AppScenario[] = [
  rolled("a slow handler: the App defers by itself", async ({ reply }, wait) => {
    await wait(3_500);
    await reply("4");
  }),
  rolled(
    "a slow handler without the automatic defer",
    async ({ reply }, wait, write) => {
      await wait(3_500);
      await failed(reply("4"), write);
    },
    { app: { autoDefer: false } },
  ),
  rolled(
    "the automatic defer at another time",
    async ({ reply }, wait) => {
      await wait(3_500);
      await reply("4");
    },
    { app: { autoDeferLeadMs: 1_000, marginMs: 300 } },
  ),
  rolled(
    "an answer that does not come in time",
    async ({ defer, answer }, wait, write) => {
      await defer();
      await wait(61_000);
      await failed(answer("4"), write);
    },
    { afterMs: 65_000 },
  ),
  rolled("a call of the App's own while it answers", async ({ reply, api, serverId, channelId }) => {
    await api.createMessage({ serverId, channelId, content: "beside" });
    await reply("4");
  }),
];

const troubles: readonly AppScenario[] = [
  rolled("the confirmation is answered by 503", async ({ reply }) => reply("4"), {
    only: ["stream", "mailbox"],
    order: ({ sandbox }) => void sandbox.faults.serverError({ operation: confirmation }),
  }),
  rolled("the confirmation is answered by 503, after it was taken", async ({ reply }) => reply("4"), {
    only: ["stream"],
    order: ({ sandbox }) => void sandbox.faults.serverError({ operation: confirmation, when: "after" }),
  }),
  rolled("the confirmation is answered by 429", async ({ reply }) => reply("4"), {
    only: ["stream"],
    order: ({ sandbox }) => void sandbox.faults.rateLimit({ operation: confirmation }),
  }),
  rolled("the connection of the confirmation breaks", async ({ reply }) => reply("4"), {
    only: ["stream"],
    order: ({ sandbox }) => void sandbox.faults.reset({ operation: confirmation }),
  }),
  rolled("the confirmation is never answered", async ({ reply }) => reply("4"), {
    only: ["stream"],
    order: ({ sandbox }) => void sandbox.faults.stall({ operation: confirmation }),
  }),
  rolled(
    "somebody else has confirmed it",
    async ({ reply, followUp }, wait, write) => {
      await wait(500);
      await reply("4");
      await failed(followUp("more"), write);
    },
    {
      only: ["stream"],
      order: ({ sandbox }) => void sandbox.faults.slow({ operation: confirmation, ms: 0 }),
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
        note(stage, one);
      },
    },
  ),
  rolled(
    "the answer is refused by 503",
    async ({ defer, answer }, _wait, write) => {
      await defer();
      await failed(answer("4"), write);
    },
    { order: ({ sandbox }) => void sandbox.faults.serverError({ operation: "answerInteraction" }) },
  ),
  rolled("arguments that do not fit the definition", async ({ reply }) => reply("4"), {
    commands: [{ ...roll, options: [{ type: "string", name: "sides", description: "Sides" }] }],
    async acts(stage) {
      await stage.pass(100);
      const one = stage.person.run(roll, { sides: "many" });
      await stage.pass(4_000);
      note(stage, one);
    },
  }),
  {
    title: "a command that nothing handles",
    commands: [roll, find],
    handlers: (app) =>
      void app.command(find, async ({ reply }) => reply("x"), { term: async ({ suggest }) => suggest([]) }),
    async acts(stage) {
      await stage.pass(100);
      const one = stage.person.run(roll, { sides: 6 });
      await stage.pass(4_000);
      note(stage, one);
    },
  },
  {
    title: "a command that the fallback takes",
    commands: [roll],
    handlers: (app) =>
      void app.fallback(async (interaction) => {
        if (interaction.type !== "autocomplete") await interaction.reply("fallback");
      }),
    async acts(stage) {
      await stage.pass(100);
      const one = stage.person.run(roll, { sides: 6 });
      await stage.pass(4_000);
      note(stage, one);
    },
  },
];

/** How commands are answered. */
export const interactions: readonly AppScenario[] = [...replies, ...times, ...troubles];
