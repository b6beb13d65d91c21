import { App, chatCommand, messageCommand, withRevision } from "svc-apps";
import { asAccountId, asMessageId } from "svc-apps";

export const remove = messageCommand({
  name: "Remove",
  description: "Delete this message",
  requiredPermission: "gerenciar_mensagens",
  // Not documented: this is what the platform sends today.
  target: (data) =>
    asMessageId((data as { target: { messageId: string } }).target.messageId),
});

export const archive = chatCommand({
  name: "archive",
  description: "Archive a channel",
  requiredPermission: "gerenciar_canais",
  options: [
    { type: "string", name: "name", description: "Its name", required: true },
  ],
});

export const mute = chatCommand({
  name: "mute",
  description: "Give a member the role Muted",
  requiredPermission: "gerenciar_cargos",
  options: [
    { type: "string", name: "id", description: "Their id", required: true },
  ],
});

const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: token } = process.env;

/**
 * Deletes messages, archives channels and mutes members. A change is decided
 * upon one state of the server, and decided anew where it has changed since.
 */
export const app = new App({ baseUrl, token, syncCommands: true });

app.command(remove, async ({ api, serverId, channelId, target, reply }) => {
  await api.deleteMessage({ serverId, channelId, messageId: target });
  await reply({ content: "Removed.", private: true });
});

app.command(archive, async ({ api, serverId, args: { name }, reply }) => {
  const found = await withRevision(api, { serverId }, async (server) => {
    const channel = server.channels.find((one) => one.name === name);
    if (channel?.publicId === undefined) return false;
    const { revision } = server;
    await api.deleteChannel({
      serverId,
      channelId: channel.publicId,
      revision,
    });
    return true;
  });
  await reply(found ? `Archived #${name}.` : `There is no #${name}.`);
});

app.command(mute, async ({ api, serverId, args, reply }) => {
  const accountId = asAccountId(args.id);
  const found = await withRevision(api, { serverId }, async (server) => {
    const role = server.roles.find(({ name }) => name === "Muted");
    if (role?.publicId === undefined) return false;
    const change = { roleId: role.publicId, revision: server.revision };
    await api.assignMemberRole({ serverId, accountId, ...change });
    return true;
  });
  await reply(found ? `Muted ${accountId}.` : "There is no role Muted.");
});
