import { App, chatCommand } from "svc-apps";

export const roll = chatCommand({
  name: "roll",
  description: "Roll a die",
  options: [
    {
      type: "integer",
      name: "sides",
      description: "How many sides",
      required: true,
      minValue: 2,
      maxValue: 100,
    },
  ],
});

const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: token } = process.env;

/** Answers `/roll`, and the message `!roll` as well. */
export const app = new App({ baseUrl, token, syncCommands: true });

app.command(roll, async (interaction) => {
  const { sides } = interaction.args;
  await interaction.reply(`You rolled ${throwDie(sides)} of ${sides}.`);
});

app.on("message_create", async ({ serverId, message }, { api }) => {
  if (message.content !== "!roll") return;
  await api.createMessage({
    serverId,
    channelId: message.channelId,
    content: `The die shows ${throwDie(6)} of 6.`,
  });
});

function throwDie(sides: number): number {
  return 1 + Math.floor(Math.random() * sides);
}
