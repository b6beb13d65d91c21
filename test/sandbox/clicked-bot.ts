import { App, button, chatCommand, messageCommand, modal } from "svc-apps";

/** Makes a bot that uses everything a person can do; `word` is what it says before a report. */
export function makeBot(word: string): App {
  const app = new App();
  const vote = chatCommand({
    name: "vote",
    description: "Vote",
    options: [{ type: "string", name: "question", description: "What", required: true }],
  });
  const yes = button({ id: "yes:{question}" });
  app.command(vote, async ({ args, reply }) =>
    reply({ content: args.question, components: [yes.of({ question: args.question }, { label: "Yes" })] }),
  );
  app.component(yes, async ({ params, reply }) => reply(`Yes to ${params.question}`));

  const more = button({ id: "more" });
  app.command(chatCommand({ name: "secret", description: "Only for you" }), async ({ reply }) =>
    reply({ content: "psst", private: true, components: [more.of({ label: "More" })] }),
  );
  app.component(more, async ({ reply }) => reply({ content: "that is all", private: true }));

  const form = modal({
    id: "report",
    title: "A report",
    fields: [{ type: "text", id: "what", label: "What", required: true }],
  });
  app.command(chatCommand({ name: "report", description: "Report" }), async ({ modal: open }) => open(form));
  app.form(form, async ({ values, reply }) => reply(`${word}: ${values.what}`));

  app.command(chatCommand({ name: "switch", description: "A word of the language" }), async ({ reply }) =>
    reply("On."),
  );

  app.command(chatCommand({ name: "never", description: "Forgets to answer" }), async () => new Promise(() => {}));

  const look = chatCommand({
    name: "look",
    description: "Look",
    options: [{ type: "string", name: "at", description: "At", autocomplete: true }],
  });
  app.command(look, async ({ args, reply }) => reply(`${args.at}`), {
    at: async ({ focused, suggest }) => suggest([{ name: `${focused.value}ook`, value: `${focused.value}ook` }]),
  });

  app.command(messageCommand({ name: "Quote this", description: "Quote" }), async ({ reply }) => reply("Quoted."));
  app.on("message_create", async ({ serverId, message: { channelId, content } }, { api }) => {
    if (content === 'say "hello"') await api.createMessage({ serverId, channelId, content: "Hello!" });
  });
  return app;
}
