import { afterEach, expect, test } from "vitest";
import { App, chatCommand, silentLogger } from "svc-apps";
import { startSandbox } from "svc-apps/sandbox";

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const roll = chatCommand({
  name: "roll",
  description: "Roll a die",
  options: [{ type: "integer", name: "sides", description: "Sides", required: true, minValue: 2, maxValue: 100 }],
});

/** A platform without sockets, and an App on it. */
async function world(options: ConstructorParameters<typeof App>[0] = {}, apps = 1) {
  const sandbox = await startSandbox({ clock: "virtual", seed: 1, port: null });
  stops.push(async () => sandbox.stop());
  const { token } = sandbox.defaults;
  const made = Array.from({ length: apps }, () => {
    const app = new App({
      baseUrl: sandbox.baseUrl,
      token,
      transport: sandbox.request,
      streamTransport: sandbox.openStream,
      clock: sandbox.clock,
      random: () => 0.5,
      logger: silentLogger,
      syncCommands: true,
      ...options,
    });
    stops.push(async () => app.stop({ graceMs: 0 }));
    return app;
  });
  const [app] = made;
  if (!app) throw new Error("no App");
  return { sandbox, app, apps: made, ...sandbox.defaults };
}

test("an App registers its command, is run and replies, over the gateway", async () => {
  const { sandbox, app, person, channelId } = await world();
  app.command(roll, async (interaction) => interaction.reply(`one of ${interaction.args.sides}`));
  const starting = app.start({ signals: false });
  await sandbox.clock.advance(100);
  await starting;
  const run = person.run(roll, { sides: 6 });
  await sandbox.clock.advance(10);
  expect(run.state).toBe("confirmed");
  expect(person.read(channelId).map(({ content }) => content)).toEqual(["one of 6"]);
  expect(app.health()).toMatchObject({ status: "ok" });
});
