import {
  App,
  asMessageId,
  chatCommand,
  messageCommand,
  withRevision,
} from "svc-apps";

export const remove = messageCommand({
  name: "Remove",
  description: "Delete this message",
  requiredPermission: "gerenciar_mensagens",
  // What the interaction holds is not documented; this is what the platform
  // sends today.
  target: (data) =>
    asMessageId((data as { target: { messageId: string } }).target.messageId),
});

export const archive = chatCommand({
  name: "archive",
  description: "Archive a channel",
  requiredPermission: "gerenciar_canais",
  options: [
    {
      type: "string",
      name: "channel",
      description: "Its name",
      required: true,
    },
  ],
});

const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: token } = process.env;

/**
 * Deletes messages and archives channels, without ever acting on a server that
 * has changed in between.
 */
export const app = new App({ baseUrl, token, syncCommands: true });

app.command(
  remove,
  async ({ api, serverId, channelId, target: messageId, reply }) => {
    await api.deleteMessage({ serverId, channelId, messageId });
    await reply({ content: "Removed.", private: true });
  },
);

app.command(archive, async (interaction) => {
  const { api, serverId, args } = interaction;
  await interaction.defer();
  // Reads the server and decides; when it was changed meanwhile, reads again
  // and decides anew.
  const archived = await withRevision(
    api,
    { serverId },
    async ({ channels, revision }) => {
      const found = channels.find(({ name }) => name === args.channel);
      if (found?.publicId === undefined) return false;
      await api.deleteChannel({
        serverId,
        channelId: found.publicId,
        revision,
      });
      return true;
    },
  );
  await interaction.answer(
    archived ? `Archived #${args.channel}.` : `There is no #${args.channel}.`,
  );
});
