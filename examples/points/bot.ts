import { App, chatCommand } from "svc-apps";
import { postgresStore, type PostgresClient } from "svc-apps/stores";

export const give = chatCommand({
  name: "give",
  description: "Give somebody a point",
  options: [
    {
      type: "string",
      name: "member",
      description: "Their id",
      required: true,
    },
  ],
});

export const points = chatCommand({
  name: "points",
  description: "Show the five with the most points",
});

/** The table that the bot needs. */
export const TABLE = `CREATE TABLE IF NOT EXISTS points (
  server text, member text, total int NOT NULL,
  PRIMARY KEY (server, member))`;

const ADD = `INSERT INTO points VALUES ($1, $2, 1)
  ON CONFLICT (server, member) DO UPDATE SET total = points.total + 1
  RETURNING total`;
const TOP = `SELECT member, total FROM points WHERE server = $1
  ORDER BY total DESC, member LIMIT 5`;

interface Row {
  readonly member: string;
  readonly total: number;
}

const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: token } = process.env;

/**
 * Points in a database, over signed deliveries: `app.fetch` is the endpoint of
 * a web server. A delivery that comes twice counts once, whichever instance it
 * comes to, since the database remembers it.
 */
export function pointsApp(database: PostgresClient): App {
  const app = new App({
    baseUrl,
    token,
    events: false,
    syncCommands: true,
    delivery: { dedupe: postgresStore(database, { table: "claims" }) },
  });

  app.command(give, async ({ args, serverId, userId, reply }) => {
    if (args.member === String(userId)) {
      const content = "Points come from others.";
      return reply({ content, private: true });
    }
    const { rows } = await database.query(ADD, [serverId, args.member]);
    const [{ total }] = rows as [Pick<Row, "total">];
    return reply(`${args.member} has ${total}.`);
  });

  app.command(points, async ({ serverId, reply }) => {
    const { rows } = await database.query(TOP, [serverId]);
    const lines = (rows as readonly Row[]).map(
      ({ member, total }) => `${member}: ${total}`,
    );
    await reply(lines.join("\n") || "Nobody has points.");
  });
  return app;
}
