import type { AppScenario, Stage } from "../kit/app.js";
import { address, failed, find, note, roll, vote } from "./interactions.js";

const suggesting = (title: string, wait: number, throws = false): AppScenario => ({
  title,
  only: ["stream", "endpoint"],
  commands: [find],
  handlers: (app, write, pause) =>
    void app.command(find, async ({ reply }) => reply("x"), {
      term: async ({ focused, suggest }) => {
        if (throws) throw new Error("mine");
        await pause(wait);
        await failed(suggest([{ name: `${focused.value}!`, value: "v" }]), write);
      },
    }),
  async acts(stage) {
    await stage.pass(100);
    const one = stage.person.type(find, "term", "ab");
    await stage.pass(2_000);
    stage.note(`${one.state} ${JSON.stringify(one.choices)}`);
  },
});

/** Asks by a button, then by a form. */
const order: AppScenario["handlers"] = (app, write) => {
  app.command(roll, async ({ reply, waitFor }) => {
    await reply({ content: "Which?", components: [vote.of({ choice: "a" }, { label: "A" })] });
    try {
      const chosen = await waitFor(vote, { timeoutMs: 60_000 });
      const form = await chosen.ask(address);
      await form.reply(`${chosen.params.choice}, to ${form.values.street}`);
    } catch (error) {
      write(`the handler ends: ${error instanceof Error ? error.name : String(error)}`);
      throw error;
    }
  });
};

type Run = ReturnType<Stage["person"]["run"]>;

/** Presses the first button of what was said, under the id that it was sent with. */
function pressed({ person }: Stage, one: Run): Run {
  const [said] = one.texts;
  const [shown] = said?.components ?? [];
  const id = typeof shown === "object" && shown !== null ? Reflect.get(shown, "id") : undefined;
  return person.press(said?.messageId ?? "", String(id));
}

const conversations: readonly AppScenario[] = [
  ...[false, true].map((restarts): AppScenario => ({
    title: restarts ? "a conversation by button and form, over a restart" : "a conversation by button and form",
    commands: [roll],
    handlers: order,
    ...(restarts && { only: ["stream"], keepsConversations: true }),
    async acts(stage) {
      await stage.pass(100);
      const one = stage.person.run(roll, { sides: 6 });
      await stage.pass(2_000);
      if (restarts) await stage.restart();
      await stage.pass(1_000);
      const press = pressed(stage, one);
      await stage.pass(2_000);
      const submitted = stage.person.submit(press, { street: "Main" });
      await stage.pass(2_000);
      for (const each of [one, press, submitted]) note(stage, each);
    },
  })),
  {
    title: "a conversation that nobody goes on with",
    only: ["stream"],
    commands: [roll],
    handlers: order,
    async acts(stage) {
      await stage.pass(100);
      const one = stage.person.run(roll, { sides: 6 });
      await stage.pass(62_000);
      const press = pressed(stage, one);
      await stage.pass(2_000);
      for (const each of [one, press]) note(stage, each);
    },
  },
  {
    title: "a conversation that the stop of the App ends",
    commands: [roll],
    handlers: order,
    async acts(stage) {
      await stage.pass(100);
      stage.person.run(roll, { sides: 6 });
      await stage.pass(2_000);
    },
  },
  {
    title: "a button that a route handles",
    commands: [roll],
    handlers(app) {
      app.command(roll, async ({ reply }) =>
        reply({ content: "Which?", components: [vote.of({ choice: "a" }, { label: "A" })] }),
      );
      app.component(vote, async ({ params, reply }) => reply(params.choice));
    },
    async acts(stage) {
      await stage.pass(100);
      const one = stage.person.run(roll, { sides: 6 });
      await stage.pass(2_000);
      const press = pressed(stage, one);
      await stage.pass(2_000);
      for (const each of [one, press]) note(stage, each);
    },
  },
];

const registering: readonly AppScenario[] = [
  {
    title: "commands are registered at the start",
    only: ["stream"],
    showStart: true,
    app: { syncCommands: true },
    handlers: (app) => void app.command(roll, async ({ reply }) => reply("4")),
    acts: async (stage) => stage.pass(1_000),
  },
  {
    title: "a command that has changed is edited, and one that is gone is deleted",
    only: ["stream"],
    commands: [
      { ...roll, description: "Old" },
      { type: "chat", name: "gone", description: "Gone" },
    ],
    showStart: true,
    app: { syncCommands: { prune: true } },
    handlers: (app) => void app.command(roll, async ({ reply }) => reply("4")),
    acts: async (stage) => stage.pass(1_000),
  },
  {
    title: "a list of commands that is not complete deletes none",
    only: ["stream"],
    commands: [{ type: "chat", name: "gone", description: "Gone" }],
    before: ({ sandbox }) => void sandbox.faults.edit({ operation: "listCommands", set: { "/truncated": true } }),
    showStart: true,
    app: { syncCommands: { prune: true } },
    handlers: (app) => void app.command(roll, async ({ reply }) => reply("4")),
    acts: async (stage) => stage.pass(1_000),
  },
  {
    title: "a registration that fails",
    only: ["stream"],
    before: ({ sandbox }) => void sandbox.faults.serverError({ operation: "createCommand" }),
    showStart: true,
    app: { syncCommands: true },
    handlers: (app) => void app.command(roll, async ({ reply }) => reply("4")),
    acts: async (stage) => stage.pass(5_000),
  },
];

/** Suggestions, components, conversations, and how commands are registered. */
export const conversing: readonly AppScenario[] = [
  suggesting("suggestions", 100),
  suggesting("suggestions that come too late", 1_500),
  suggesting("suggestions that fail", 0, true),
  ...conversations,
  ...registering,
];
