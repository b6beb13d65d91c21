import { App } from "svc-apps";

const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: token } = process.env;

/**
 * Counts words where no stream can be held open: events are read from a
 * mailbox, in plain requests.
 */
export const app = new App({ baseUrl, token, events: "mailbox" });

app.on("message_create", async ({ serverId, message }, { api }) => {
  const [command, ...words] = message.content.split(/\s+/);
  if (command !== "!count") return;
  await api.createMessage({
    serverId,
    channelId: message.channelId,
    content: `${words.length} words.`,
  });
});
