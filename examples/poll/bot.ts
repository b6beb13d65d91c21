import { App, chatCommand, fillId, modal, sessions } from "svc-apps";
import type { KeyValue } from "svc-apps/stores";

export const ask = chatCommand({
  name: "poll",
  description: "Ask the channel a question",
});

/** The form that `/poll` opens. */
export const draft = modal({
  id: "draft",
  title: "A new poll",
  fields: [
    {
      type: "text",
      id: "question",
      label: "Question",
      required: true,
      maxLength: 200,
    },
    {
      type: "paragraph",
      id: "choices",
      label: "Choices, one on each line",
      required: true,
    },
  ],
});

/** The choice of each person, by poll. Voting again moves the vote. */
type Votes = Record<string, Record<string, string>>;

const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: token } = process.env;

/**
 * A poll with a form to write it and buttons to vote. Votes are in the store
 * before they are confirmed, so that a restart loses none.
 */
export function pollApp(store: KeyValue): App {
  const app = new App({ baseUrl, token, syncCommands: true });
  const polling = app.use(
    sessions({ store, by: "channel", initial: (): Votes => ({}) }),
  );

  polling.command(ask, async (interaction) => {
    await interaction.modal(draft);
  });

  polling.form(draft, async ({ id: poll, values, session, reply }) => {
    const { question, choices } = values;
    const buttons = choices
      .split("\n")
      .map((line) => line.trim())
      .filter((choice) => choice !== "")
      .map((choice) => ({
        type: "button",
        id: fillId("vote:{poll}:{choice}", { poll, choice }),
        label: choice,
      }));
    await session.update((polls) => void (polls[poll] = {}));
    await reply({ content: question, components: buttons });
  });

  polling.component("vote:{poll}:{choice}", async (interaction) => {
    const { params, session, userId } = interaction;
    const { poll, choice } = params;
    const votes = session[poll];
    if (!votes) return interaction.decline();
    const others = Object.entries(votes).filter(
      ([person, vote]) => vote === choice && person !== userId,
    );
    await session.update(
      (polls) => void ((polls[poll] ??= {})[userId] = choice),
    );
    return interaction.reply({
      content: `You chose ${choice}, as did ${others.length} others.`,
      private: true,
    });
  });
  return app;
}
