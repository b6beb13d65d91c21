import { Hono } from "hono";
import { App, chatCommand } from "svc-apps";

export const hello = chatCommand({ name: "hello", description: "Say hello" });

const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: token } = process.env;

/** Lives on signed deliveries alone: no stream, no mailbox. */
export const app = new App({
  baseUrl,
  token,
  events: false,
  syncCommands: true,
});
app.command(hello, async (interaction) =>
  interaction.reply("Hello from an endpoint."),
);

/**
 * The route must come before any middleware that reads bodies: the signature
 * covers the bytes as they came.
 */
export const server = new Hono();
server.post("/interactions", async (context) => app.fetch(context.req.raw));
