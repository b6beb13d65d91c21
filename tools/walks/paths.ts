import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as Main from "../../runtime/index.js";
import type * as Stores from "../../runtime/store/index.js";
import type * as SandboxModule from "../../sandbox/index.js";
import type { RanFile } from "./coverage.js";

/** The modules whose code is counted. */
export interface Sources {
  readonly main: typeof Main;
  readonly sandbox: typeof SandboxModule;
  readonly stores: typeof Stores;
}

/** Goes one path twice: once so that everything is loaded and connected, then between `begin` and `end`. */
type Walk = (sources: Sources, begin: () => void, end: () => readonly RanFile[]) => Promise<readonly RanFile[]>;

async function listening(listener: RequestListener): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { url: `http://127.0.0.1:${port}`, server };
}

/** Resolves at the next call. */
class Bell {
  #ring = (): void => {};

  readonly ring = (): void => this.#ring();

  async rung(): Promise<void> {
    await new Promise<void>((resolve) => (this.#ring = resolve));
    // What follows the last line of a handler belongs to the path.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const createMessage: Walk = async ({ main }, begin, end) => {
  const { url, server } = await listening((request, response) => {
    request
      .resume()
      .on("end", () => response.writeHead(201, { "content-type": "application/json" }).end('{"message":{}}'));
  });
  try {
    const client = main.createClient({ baseUrl: url, token: "svc_app.7100000000000000001.secret" });
    const place = {
      serverId: main.asServerId("7101000000000000001"),
      channelId: main.asChannelId("7102000000000000001"),
    };
    await main.createMessage(client, { ...place, content: "first" });
    begin();
    await main.createMessage(client, { ...place, content: "second" });
    return end();
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

type Platform = Awaited<ReturnType<typeof SandboxModule.startSandbox>>;

/** Runs `walk` on an App that handles `/roll` and messages, on a platform over loopback. */
async function withApp(
  { main, sandbox }: Sources,
  options: Main.AppOptions,
  walk: (platform: Platform, bell: Bell, app: Main.App) => Promise<readonly RanFile[]>,
): Promise<readonly RanFile[]> {
  const platform = await sandbox.startSandbox({ seed: 1, allowLoopbackEndpoints: true });
  const { baseUrl, defaults } = platform;
  const app = new main.App({ baseUrl, token: defaults.token, logger: main.silentLogger, ...options });
  const bell = new Bell();
  app.on("message_create", bell.ring);
  app.command(main.chatCommand({ name: "roll", description: "Roll a die" }), async ({ reply }) => {
    await reply("4");
    bell.ring();
  });
  platform.addCommand(defaults.appId, { type: "chat", name: "roll", description: "Roll a die" });
  try {
    await app.start({ signals: false });
    return await walk(platform, bell, app);
  } finally {
    await app.stop({ graceMs: 0 });
    await platform.stop();
  }
}

const eventBy =
  (events: "gateway" | "mailbox"): Walk =>
  async (sources, begin, end) =>
    withApp(sources, { events }, async ({ defaults: { person, channelId } }, bell) => {
      const first = bell.rung();
      person.post(channelId, "first");
      await first;
      begin();
      const second = bell.rung();
      person.post(channelId, "second");
      await second;
      return end();
    });

const interactionBySse: Walk = async (sources, begin, end) =>
  withApp(sources, { events: "gateway" }, async ({ defaults: { person } }, bell) => {
    const first = bell.rung();
    person.run("roll");
    await first;
    begin();
    const second = bell.rung();
    person.run("roll");
    await second;
    return end();
  });

const delivery: Walk = async (sources, begin, end) =>
  withApp(sources, { events: false }, async (platform, bell, app) => {
    const { url, server } = await listening(app.node);
    try {
      const { appId, person } = platform.defaults;
      await platform.portal.saveEndpoint({ appId, url });
      await platform.portal.probeEndpoint({ appId });
      for (const turn of [1, 2]) {
        if (turn === 2) begin();
        const handled = bell.rung();
        person.run("roll");
        await handled;
        await platform.idle();
      }
      return end();
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

const conversation: Walk = async ({ main, sandbox, stores }, begin, end) => {
  const folder = await mkdtemp(join(tmpdir(), "walks-"));
  const platform = await sandbox.startSandbox({ seed: 1 });
  const { baseUrl, defaults } = platform;
  const { person, token, appId } = defaults;
  platform.addCommand(appId, { type: "chat", name: "roll", description: "Roll a die" });
  const bell = new Bell();
  const vote = main.button({ id: "vote:{choice}" });
  const open = async () => {
    const conversations = { store: stores.fileStore({ folder }) };
    const app = new main.App({ baseUrl, token, events: "gateway", logger: main.silentLogger, conversations });
    app.command(main.chatCommand({ name: "roll", description: "Roll a die" }), async ({ reply, waitFor }) => {
      await reply({ content: "Which?", components: [vote.of({ choice: "a" }, { label: "A" })] });
      const waiting = waitFor(vote);
      bell.ring();
      await (await waiting).reply("thanks");
      bell.ring();
    });
    await app.start({ signals: false });
    return app;
  };
  try {
    let app = await open();
    for (const turn of [1, 2]) {
      const asked = bell.rung();
      const one = person.run("roll");
      await asked;
      await app.stop({ graceMs: 0 });
      app = await open();
      if (turn === 2) begin();
      const thanked = bell.rung();
      person.press(one.texts[0]?.messageId ?? "", "vote:a");
      await thanked;
    }
    const ran = end();
    await app.stop({ graceMs: 0 });
    return ran;
  } finally {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** By name, each from the first line that the outside causes to the last. */
export const walks: Readonly<Record<string, Walk>> = {
  "createMessage over node:http": createMessage,
  "SSE event to an App handler": eventBy("gateway"),
  "mailbox event to a handler": eventBy("mailbox"),
  "signed delivery to the reply in the body": delivery,
  "interaction over SSE to reply()": interactionBySse,
  "waitFor() over a restart": conversation,
};
