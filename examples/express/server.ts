import express from "express";
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

export const server = express();
// Before express.json(): the signature covers the bytes as they came.
server.post("/interactions", app.node);
server.use(express.json());
