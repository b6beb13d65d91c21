import { App, chatCommand } from "svc-apps";

const CITIES: Readonly<Record<string, string>> = {
  lis: "Lisboa",
  opo: "Porto",
  rio: "Rio de Janeiro",
  sao: "São Paulo",
};

export const weather = chatCommand({
  name: "weather",
  description: "The weather in a city",
  options: [
    {
      type: "string",
      name: "city",
      description: "Which city",
      required: true,
      autocomplete: true,
    },
    {
      type: "integer",
      name: "days",
      description: "How many days",
      minValue: 1,
      maxValue: 7,
    },
  ],
});

const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: token } = process.env;

/** Suggests cities while a person types. */
export const app = new App({ baseUrl, token, syncCommands: true });

app.command(
  weather,
  async (interaction) => {
    const { city, days = 1 } = interaction.args;
    await interaction.reply(
      `${CITIES[city] ?? city}: sun for ${days} day${days === 1 ? "" : "s"}.`,
    );
  },
  {
    city: async (interaction) => {
      const typed = (interaction.focused.value ?? "").toLowerCase();
      const found = Object.entries(CITIES).filter(([, name]) =>
        name.toLowerCase().startsWith(typed),
      );
      await interaction.suggest(
        found.map(([value, name]) => ({ name, value })),
      );
    },
  },
);
