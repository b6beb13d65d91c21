import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSigningPair, signDelivery } from "../../testing/delivery/index.js";
import { App, chatCommand, type Logger, silentLogger } from "../../runtime/index.js";
import { type Host, startHost } from "./host.js";
import { cases, pendingAt, type Platform, signalled, startPlatform, token } from "./battery.js";
import { startWorker } from "./drivers.js";
import { programs } from "./programs.js";
import { exceptions } from "./exceptions.js";
import type { World } from "./scenario.js";
import { moreSites } from "./site-list.js";
import { type RunningSite, removeSites, startSite } from "./sites.js";
import { type FrameworkServer, isInstalled, servers, type Upstream } from "./servers.mjs";
import { printed, readTable, type Table, writeTable } from "./table.js";

const mustBeHere = process.env["RUNTIMES"] === "all";
const update = process.env["RUNTIMES_UPDATE"] === "1";
const played: Record<string, Record<string, string>> = {};

afterAll(async () => {
  const missing = Object.keys(servers).filter((name) => !(name in played));
  const note =
    missing.length === 0 ? "" : `\nNot here, so not played: ${missing.join(", ")} (npm install --prefix test/runtimes)`;
  console.log(`${printed(played)}${note}`);
  await removeSites();
  if (update) await writeTable("frameworks", played as Table);
});

const echo = chatCommand({ name: "echo", description: "Say it again" });

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_000 && !holds(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 20));
}

const stranger = await createSigningPair("ed25519-stranger");

/** Posts as a stranger does who knows what a delivery looks like: it is refused by its signature, and not before. */
async function post(url: string, appId = "1"): Promise<string> {
  const { headers, body } = await signDelivery({ keys: stranger, appId, body: { type: "probe", challenge: "c" } });
  const init = { method: "POST", headers, body: Buffer.from(body), signal: AbortSignal.timeout(20_000) };
  const response = await fetch(url, init);
  return `${response.status} ${await response.text()}`;
}

function appOn({ world }: Host, logger: Logger): App {
  const app = new App({ baseUrl: world.baseUrl, token: world.token, events: false, syncCommands: true, logger });
  return app.command(echo, async (interaction) => {
    await interaction.reply("again");
    await interaction.followUp("and again");
  });
}

test.each(Object.entries(servers))(
  "%s: a stranger, a probe, a command with a follow-up, a forgery, a parser",
  async (name, server) => {
    if (!isInstalled(server) && !mustBeHere) return;
    if (server.builds === true && process.env["RUNTIMES"] === undefined) return;
    const host = await startHost();
    const app = appOn(host, silentLogger);
    const row: Record<string, string> = {};
    played[name] = row;
    await app.start({ signals: false });
    const { port, close } = await server.start(app, undefined, host.world);
    const url = `http://127.0.0.1:${port}${server.path ?? "/deliveries"}`;
    try {
      const { sandbox } = host;
      const { appId, person } = sandbox.defaults;
      const get = await fetch(url);
      await get.arrayBuffer();
      expect([404, 405]).toContain(get.status);
      expect(await post(url, appId)).toBe("401 ");
      row["unsigned"] = "yes";
      await sandbox.portal.saveEndpoint({ appId, url });
      await sandbox.portal.probeEndpoint({ appId });
      expect(sandbox.portal.endpointOf({ appId })?.state).toBe("active");
      row["probe"] = "yes";
      const interaction = person.run("echo");
      const wanted = ["again", "and again"].slice(0, server.endsWithAnswer === true ? 1 : 2);
      await until(() => interaction.texts.length >= wanted.length);
      const texts = interaction.texts.slice(0, wanted.length).map(({ content }) => content);
      expect([interaction.path, interaction.state, texts]).toEqual(["endpoint", "confirmed", wanted]);
      row["command and follow-up"] = wanted.length === 2 ? "yes" : "command alone";
      sandbox.faults.delivery("altered-body");
      const forged = person.run("echo");
      await sandbox.idle();
      expect(forged.state).toBe("open");
      row["forgery"] = "yes";
    } finally {
      await close();
      await app.stop();
      await host.close();
    }
    for (const upstream of ["parser", "decoder"] as const)
      row[`behind a ${upstream}`] = server.upstream?.includes(upstream) === true ? await behind(upstream, server) : "-";
    const known = (await readTable("frameworks"))[name];
    if (!update) expect(row).toEqual(known);
  },
  300_000,
);

/** A Worker, on the runtime of Workers. */
const workers: FrameworkServer = {
  needs: "workerd",
  path: "/",
  builds: true,
  async start(_app, _before, world) {
    const files = await programs();
    const code = `import { App, chatCommand } from "../../runtime/index.ts";
      import { toCloudflareHandler } from "../../runtime/adapters/index.ts";
      const app = new App(({ BASE_URL: baseUrl, TOKEN: token }) => ({ baseUrl, token, events: false }));
      app.command(chatCommand({ name: "echo", description: "Say it again" }), ({ reply }) => reply("again"));
      export default toCloudflareHandler(app);`;
    const bindings = { BASE_URL: world?.baseUrl ?? "", TOKEN: world?.token ?? "" };
    const worker = await startWorker(files, { name: "battery-worker", code, bindings });
    const close = async (): Promise<void> => {
      worker.stop();
      await files.remove();
    };
    return { port: Number(new URL(worker.url).port), close };
  },
};

describe("one battery", () => {
  let platform: Platform;
  beforeAll(async () => (platform = await startPlatform()));
  afterAll(() => platform.close());

  test.each([...Object.entries(servers), ...Object.entries(moreSites), ["Cloudflare Workers", workers] as const])(
    "%s: what is right, wrong, repeated, large, slow, and much at once",
    async (name, server) => {
      const isSite = "site" in server;
      if (!isInstalled(server) && !mustBeHere) return;
      if ((isSite || server.builds === true) && process.env["RUNTIMES"] === undefined) return;
      const { baseUrl, key } = platform;
      const app = new App({ baseUrl, token, events: false, logger: silentLogger });
      app.command(echo, ({ reply }) => reply("again"));
      const world = { baseUrl, token } as World; // all that sites look at
      const started = await (isSite ? startSite(server.site, world) : server.start(app, undefined, world));
      const { port, close, child } = started as
        RunningSite | (Omit<RunningSite, "child"> & { readonly child?: undefined });
      const url = `http://127.0.0.1:${port}${server.path ?? "/deliveries"}`;
      const came: Record<string, string> = {};
      try {
        await fetch(url).catch(() => undefined); // some compile at their first request
        const target = { url, key, many: server.many };
        for (const [what, { play }] of Object.entries(cases)) came[what] = await play(target);
        if (child) came["SIGTERM with one pending"] = await pendingAt("SIGTERM", child, target);
      } finally {
        await close();
        await app.stop();
      }
      // An exception that is no longer needed fails here too.
      const excepted = exceptions[name] ?? {};
      const all = [...Object.entries(cases), ...(child ? [["SIGTERM with one pending", signalled] as const] : [])];
      const wanted = all.map(([what, { want }]) => [what, excepted[what]?.comes ?? want]);
      expect(came).toEqual(Object.fromEntries(wanted));
    },
    600_000,
  );
});

/** The bare 500, and one entry in the log that names what to do. */
async function behind(upstream: Upstream, server: (typeof servers)[string]): Promise<string> {
  const host = await startHost();
  const said: string[] = [];
  const app = appOn(host, { ...silentLogger, error: (_fields: object, message: string) => void said.push(message) });
  const { port, close } = await server.start(app, upstream, host.world);
  try {
    for (let round = 0; round < 3; round += 1)
      expect(await post(`http://127.0.0.1:${port}/deliveries`, host.sandbox.defaults.appId)).toBe("500 ");
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^No delivery can be taken: .*(above it|before any|instead of handing)/);
    return "yes";
  } finally {
    await close();
    await app.stop();
    await host.close();
  }
}

test.skipIf(update)("the page has a row for each framework", async () => {
  expect(Object.keys(await readTable("frameworks")).toSorted()).toEqual(Object.keys(servers).toSorted());
});

test("each exception names a file of its host that is there, and each host with one was played", () => {
  const folder = join(import.meta.dirname, "node_modules");
  for (const [name, byCase] of Object.entries(exceptions)) {
    expect([name, name in servers || name in moreSites]).toEqual([name, true]);
    if (!mustBeHere && !existsSync(folder)) continue;
    for (const { file } of Object.values(byCase)) expect([file, existsSync(join(folder, file))]).toEqual([file, true]);
  }
});
