import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import {
  ActionRowBuilder,
  ButtonBuilder,
  type ButtonInteraction,
  ButtonStyle,
  Client,
  Events,
  MessageFlags,
  ModalBuilder,
  type ModalSubmitInteraction,
  SlashCommandBuilder,
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";

const ticket = new SlashCommandBuilder()
  .setName("ticket")
  .setDescription("Ask for help");

const field = (id: string, label: string, style: TextInputStyle) =>
  new ActionRowBuilder<TextInputBuilder>().addComponents(
    new TextInputBuilder().setCustomId(id).setLabel(label).setStyle(style),
  );
const request = new ModalBuilder()
  .setCustomId("request")
  .setTitle("What is it about?")
  .addComponents(
    field("subject", "Subject", TextInputStyle.Short),
    field("details", "Details", TextInputStyle.Paragraph),
  );
const reason = (id: string) =>
  new ModalBuilder()
    .setCustomId(`reason:${id}`)
    .setTitle("Close the ticket")
    .addComponents(field("why", "How was it solved?", TextInputStyle.Short));

const button = (customId: string, label: string) =>
  new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder()
      .setCustomId(customId)
      .setLabel(label)
      .setStyle(ButtonStyle.Primary),
  );

/** What outlives a restart. */
interface State {
  readonly opened: Record<string, number>;
  readonly tickets: Record<string, { step: string; readonly atMs: number }>;
}

const FILE = "tickets.json";
const DAY_MS = 86_400_000;
const state: State = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, "utf8")) as State)
  : { opened: {}, tickets: {} };

function save(): void {
  writeFileSync(`${FILE}.new`, JSON.stringify(state));
  renameSync(`${FILE}.new`, FILE);
}

/** Moves a ticket on; false where it is not at that step, or too old. */
function move(id: string, from: string, to: string): boolean {
  const found = state.tickets[id];
  const isOld = (found?.atMs ?? 0) < Date.now() - DAY_MS;
  if (found?.step !== from || isOld) return false;
  state.tickets[id] = { step: to, atMs: Date.now() };
  save();
  return true;
}

async function open(interaction: ModalSubmitInteraction): Promise<void> {
  const { id, user, fields } = interaction;
  const number = (state.opened[user.id] ?? 0) + 1;
  state.opened[user.id] = number;
  state.tickets[id] = { step: "open", atMs: Date.now() };
  save();
  const subject = fields.getTextInputValue("subject");
  const details = fields.getTextInputValue("details");
  await interaction.reply({
    content: `${subject} (number ${number} of theirs)\n${details}`,
    components: [button(`take:${id}`, "Take it")],
  });
}

async function press(interaction: ButtonInteraction): Promise<void> {
  const [step, id = ""] = interaction.customId.split(":");
  if (step === "take" && move(id, "open", "taken")) {
    await interaction.reply({
      content: `${interaction.user.id} is on it.`,
      components: [button(`close:${id}`, "Close")],
    });
  } else if (step === "close" && move(id, "taken", "closing")) {
    await interaction.showModal(reason(id));
  } else {
    const flags = MessageFlags.Ephemeral;
    await interaction.reply({ content: "This is over.", flags });
  }
}

async function finish(interaction: ModalSubmitInteraction): Promise<void> {
  const [, id = ""] = interaction.customId.split(":");
  if (!move(id, "closing", "closed")) return;
  const why = interaction.fields.getTextInputValue("why") || "solved";
  await interaction.reply(`Closed: ${why}.`);
}

/** The bot of `bot.ts` in discord.js, which keeps its place by itself. */
export const client = new Client({ intents: [] });

client.once(Events.ClientReady, async ({ application }) => {
  await application.commands.set([ticket]);
});

client.on(Events.InteractionCreate, async (interaction) => {
  try {
    if (interaction.isChatInputCommand()) await interaction.showModal(request);
    else if (interaction.isButton()) await press(interaction);
    else if (interaction.isModalSubmit()) {
      const isNew = interaction.customId === "request";
      await (isNew ? open(interaction) : finish(interaction));
    }
  } catch (error) {
    console.error(error);
    if (!interaction.isRepliable() || interaction.replied) return;
    const content = "That did not work.";
    const flags = MessageFlags.Ephemeral;
    await interaction.reply({ content, flags }).catch(console.error);
  }
});
