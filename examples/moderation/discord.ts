import {
  ApplicationCommandType,
  Client,
  ContextMenuCommandBuilder,
  Events,
  MessageFlags,
  PermissionFlagsBits,
  SlashCommandBuilder,
} from "discord.js";

const remove = new ContextMenuCommandBuilder()
  .setName("Remove")
  .setType(ApplicationCommandType.Message)
  .setDefaultMemberPermissions(PermissionFlagsBits.ManageMessages);

const archive = new SlashCommandBuilder()
  .setName("archive")
  .setDescription("Archive a channel")
  .setDefaultMemberPermissions(PermissionFlagsBits.ManageChannels)
  .addStringOption((option) =>
    option.setName("name").setDescription("Its name").setRequired(true),
  );

const mute = new SlashCommandBuilder()
  .setName("mute")
  .setDescription("Give a member the role Muted")
  .setDefaultMemberPermissions(PermissionFlagsBits.ManageRoles)
  .addStringOption((option) =>
    option.setName("id").setDescription("Their id").setRequired(true),
  );

/** The bot of `bot.ts` in discord.js, where there are no revisions. */
export const client = new Client({ intents: [] });

client.once(Events.ClientReady, async ({ application }) => {
  await application.commands.set([remove, archive, mute]);
});

client.on(Events.InteractionCreate, async (interaction) => {
  try {
    if (
      interaction.isMessageContextMenuCommand() &&
      interaction.commandName === "Remove"
    ) {
      await interaction.targetMessage.delete();
      const flags = MessageFlags.Ephemeral;
      await interaction.reply({ content: "Removed.", flags });
    }
    if (!interaction.isChatInputCommand() || !interaction.inCachedGuild())
      return;
    const { guild } = interaction;
    if (interaction.commandName === "archive") {
      await interaction.deferReply();
      const name = interaction.options.getString("name", true);
      const channels = await guild.channels.fetch();
      const found = channels.find((channel) => channel?.name === name);
      await found?.delete();
      await interaction.editReply(
        found ? `Archived #${name}.` : `There is no #${name}.`,
      );
    }
    if (interaction.commandName === "mute") {
      await interaction.deferReply();
      const id = interaction.options.getString("id", true);
      const roles = await guild.roles.fetch();
      const role = roles.find(({ name }) => name === "Muted");
      if (role) await (await guild.members.fetch(id)).roles.add(role);
      await interaction.editReply(
        role ? `Muted ${id}.` : "There is no role Muted.",
      );
    }
  } catch (error) {
    // Without this, a failed call ends the process.
    console.error(error);
    if (!interaction.isRepliable()) return;
    const content = "That did not work.";
    const flags = MessageFlags.Ephemeral;
    const sorry =
      interaction.deferred || interaction.replied
        ? interaction.followUp({ content, flags })
        : interaction.reply({ content, flags });
    await sorry.catch(console.error);
  }
});
