import { verifyKey } from "discord-interactions";
import {
  type APIChatInputApplicationCommandInteraction,
  type APIInteraction,
  ApplicationCommandOptionType,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
  REST,
  Routes,
  SlashCommandBuilder,
} from "discord.js";
import type { PostgresClient } from "svc-apps/stores";

const give = new SlashCommandBuilder()
  .setName("give")
  .setDescription("Give somebody a point")
  .addStringOption((option) =>
    option.setName("member").setDescription("Their id").setRequired(true),
  );

const points = new SlashCommandBuilder()
  .setName("points")
  .setDescription("Show the five with the most points");

export const TABLE = `CREATE TABLE IF NOT EXISTS points (
  server text, member text, total int NOT NULL,
  PRIMARY KEY (server, member));
  CREATE TABLE IF NOT EXISTS claims (
  id text PRIMARY KEY, until timestamptz NOT NULL)`;

const CLAIM = `INSERT INTO claims VALUES ($1, now() + interval '15 minutes')
  ON CONFLICT DO NOTHING`;
const SWEEP = "DELETE FROM claims WHERE until < now()";
const ADD = `INSERT INTO points VALUES ($1, $2, 1)
  ON CONFLICT (server, member) DO UPDATE SET total = points.total + 1
  RETURNING total`;
const TOP = `SELECT member, total FROM points WHERE server = $1
  ORDER BY total DESC, member LIMIT 5`;

interface Row {
  readonly member: string;
  readonly total: number;
}

const { DISCORD_TOKEN = "", DISCORD_APP = "", DISCORD_KEY = "" } = process.env;

/** Registers the commands; run it when you deploy. */
export async function register(): Promise<void> {
  const rest = new REST().setToken(DISCORD_TOKEN);
  const body = [give.toJSON(), points.toJSON()];
  await rest.put(Routes.applicationCommands(DISCORD_APP), { body });
}

/** The bot of `bot.ts` with discord.js and discord-interactions. */
export function handlerOver(database: PostgresClient) {
  const reply = (content: string, flags?: MessageFlags.Ephemeral) =>
    Response.json({
      type: InteractionResponseType.ChannelMessageWithSource,
      data: { content, flags },
    });

  async function run(command: APIChatInputApplicationCommandInteraction) {
    const { data, guild_id: server = "", member } = command;
    if (data.name === "give") {
      const [option] = data.options ?? [];
      if (option?.type !== ApplicationCommandOptionType.String)
        return reply("Whom?", MessageFlags.Ephemeral);
      if (option.value === member?.user.id)
        return reply("Points come from others.", MessageFlags.Ephemeral);
      const { rows } = await database.query(ADD, [server, option.value]);
      const [{ total }] = rows as [Pick<Row, "total">];
      return reply(`${option.value} has ${total}.`);
    }
    const { rows } = await database.query(TOP, [server]);
    const lines = (rows as readonly Row[]).map(
      ({ member: name, total }) => `${name}: ${total}`,
    );
    return reply(lines.join("\n") || "Nobody has points.");
  }

  return async (request: Request): Promise<Response> => {
    const signature = request.headers.get("x-signature-ed25519") ?? "";
    const time = request.headers.get("x-signature-timestamp") ?? "";
    const body = await request.text();
    if (!(await verifyKey(body, signature, time, DISCORD_KEY)))
      return new Response("bad signature", { status: 401 });
    const interaction = JSON.parse(body) as APIInteraction;
    if (interaction.type === InteractionType.Ping)
      return Response.json({ type: InteractionResponseType.Pong });
    if (interaction.type !== InteractionType.ApplicationCommand)
      return new Response("unknown", { status: 400 });
    await database.query(SWEEP, []);
    const { rowCount } = await database.query(CLAIM, [interaction.id]);
    if (rowCount !== 1) return new Response("seen", { status: 409 });
    try {
      return await run(
        interaction as APIChatInputApplicationCommandInteraction,
      );
    } catch (error) {
      console.error(error);
      return reply("That did not work.", MessageFlags.Ephemeral);
    }
  };
}
