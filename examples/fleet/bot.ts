import { connect } from "@nats-io/transport-node";
import { App, chatCommand } from "svc-apps";
import { openFleet } from "svc-apps/fleet";
import { natsEngine } from "svc-apps/fleet/nats";

const {
  SVC_BASE_URL: baseUrl,
  SVC_APP_TOKEN: token,
  NATS_SERVERS = "127.0.0.1:4222",
  NATS_REPLICAS = "1",
} = process.env;

// A function, so that the fleet can connect again when the client has given up,
// after two refused logins for example.
const connectNats = () =>
  connect({
    servers: NATS_SERVERS.split(","),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
  });
const fleet = await openFleet({
  engine: natsEngine(connectNats, { replicas: Number(NATS_REPLICAS) }),
  name: "dice",
  standby: "hot",
  waitForEngineMs: 60_000,
  ...(process.env["BUILD"] === undefined
    ? {}
    : { build: process.env["BUILD"] }),
});

const app = new App({
  baseUrl,
  token,
  // The one of compose.yaml, reached within this machine.
  allowInsecure: baseUrl === "http://sandbox:4010",
  order: "channel",
  syncCommands: true,
  fleet,
});

app.command(
  chatCommand({ name: "who", description: "Which machine answers" }),
  (interaction) => interaction.reply(`This is ${fleet.member}.`),
);
app.on("message_create", ({ message }) =>
  console.log(`${fleet.member} handles ${message.publicId}`),
);

await app.start();
console.log(`${fleet.member} takes part in the fleet "${fleet.name}".`);
