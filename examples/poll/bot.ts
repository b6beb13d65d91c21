import { App, chatCommand, fillId, modal } from "svc-apps";

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

interface Poll {
  readonly question: string;
  /** Votes by person: voting again moves the vote. */
  readonly votes: Map<string, string>;
}

const polls = new Map<string, Poll>();
const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: token } = process.env;

/** A poll with a form to write it and buttons to vote. */
export const app = new App({ baseUrl, token, syncCommands: true });

app.command(ask, async (interaction) => {
  await interaction.modal(draft);
});

app.form(draft, async (interaction) => {
  const { question, choices } = interaction.values;
  const poll = String(polls.size + 1);
  polls.set(poll, { question, votes: new Map() });
  const buttons = choices
    .split("\n")
    .map((line) => line.trim())
    .filter((choice) => choice !== "")
    .map((choice) => ({
      type: "button",
      id: fillId("vote:{poll}:{choice}", { poll, choice }),
      label: choice,
    }));
  await interaction.reply({ content: question, components: buttons });
});

app.component("vote:{poll}:{choice}", async (interaction) => {
  const { poll, choice } = interaction.params;
  const found = polls.get(poll);
  if (!found) return interaction.decline();
  found.votes.set(interaction.userId, choice);
  const count = [...found.votes.values()].filter(
    (vote) => vote === choice,
  ).length;
  return interaction.reply({
    content: `You chose ${choice}, as did ${count - 1} others.`,
    private: true,
  });
});
