import { App, silentLogger } from "svc-apps";
import { createSigningPair, deliveryFixture, signDelivery } from "svc-apps/testing";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../runtime/abi/index.js";
import { json, startServer, type TestServer } from "../support/http-server.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void; // what the flag above adds

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const pair = await createSigningPair("ed25519-shared");

/** A platform that knows one route. */
async function platform(answer: (count: number) => object | undefined = () => ({ keys: [pair.published] })) {
  let count = 0;
  const server = await startServer((_seen, response) => {
    const body = answer((count += 1));
    return body ? json(response, 200, body) : void response.writeHead(503).end();
  });
  servers.push(server);
  return server;
}

/** Sends a command that is signed for an App, and gives the status of its answer. */
async function deliver(app: App, appId: string): Promise<number> {
  const { headers, body } = await signDelivery({ keys: pair, appId, body: deliveryFixture("command") });
  const request = new Request("https://app.example/", {
    method: "POST",
    headers,
    body: body as Uint8Array<ArrayBuffer>,
  });
  return (await app.fetch(request)).status;
}

const appOn = (baseUrl: string, appId: string, more: object = {}) => {
  const app = new App({ baseUrl, token: `svc_app.${appId}.s3cr3t`, logger: silentLogger, events: false, ...more });
  app.fallback(async (interaction) => {
    if ("reply" in interaction) await interaction.reply("Yes?");
  });
  return app;
};

test("SIG-20 the Apps of a process fetch the keys of their platform once", async () => {
  const server = await platform();
  expect(await deliver(appOn(server.url, "7301"), "7301")).toBe(200);
  expect(await deliver(appOn(`${server.url}/`, "7302"), "7302")).toBe(200);
  expect(server.seen).toHaveLength(1);
  expect(server.seen[0]?.headers["authorization"]).toBeUndefined();
});

test("Apps of two platforms do not take each other's keys", async () => {
  const [mine, other] = [await platform(), await platform(() => ({ keys: [] }))];
  expect(await deliver(appOn(mine.url, "7301"), "7301")).toBe(200);
  expect(await deliver(appOn(other.url, "7301"), "7301")).toBe(401);
});

test("an App with a transport of its own has keys of its own", async () => {
  const server = await platform();
  expect(await deliver(appOn(server.url, "7301"), "7301")).toBe(200);
  const transport = async () => ({ status: 200, headers: {}, body: JSON.stringify({ keys: [] }) });
  expect(await deliver(appOn(server.url, "7302", { transport }), "7302")).toBe(401);
});

test("each App writes down that the keys could not be fetched", async () => {
  let refuse = () => {};
  const isTime = new Promise<void>((resolve) => (refuse = resolve));
  const server = await startServer((_seen, response) => void isTime.then(() => response.writeHead(503).end()));
  servers.push(server);
  const warned: string[] = [];
  const logger = (name: string) => ({
    ...silentLogger,
    warn(_fields: object, message: string) {
      if (/keys could not be fetched/.test(message)) warned.push(name);
    },
  });
  const apps = ["7301", "7302"].map((appId) =>
    appOn(server.url, appId, { logger: logger(appId), retry: { retries: 0 } }),
  );
  // The fetch begins with either App's endpoint; both are there, by a request that needs no keys, before it fails.
  const probes = await Promise.all(apps.map((app) => app.fetch(new Request("https://app.example/"))));
  expect(probes.map(({ status }) => status)).toEqual([405, 405]);
  const statuses = Promise.all(apps.map((app, at) => deliver(app, `730${at + 1}`)));
  refuse();
  expect(await statuses).toEqual([401, 401]);
  expect(warned.toSorted((a, b) => a.localeCompare(b))).toEqual(["7301", "7302"]);
});

/** An App that took a delivery and stopped, and is held by nobody once `meanwhile` is over. */
async function gone(baseUrl: string, appId: string, meanwhile: () => Promise<void>): Promise<WeakRef<App>> {
  const app = appOn(baseUrl, appId);
  await app.start({ signals: false });
  expect(await deliver(app, appId)).toBe(200);
  await app.stop();
  await meanwhile();
  return new WeakRef(app);
}

test("an App that stopped is let go while another one follows the same keys, and fetches them in its stead", async () => {
  const server = await platform();
  const staying = appOn(server.url, "7302");
  const stopped = await gone(server.url, "7301", async () => expect(await deliver(staying, "7302")).toBe(200));
  for (let turn = 0; turn < 50 && stopped.deref(); turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  expect(stopped.deref()).toBeUndefined();
  expect(server.seen).toHaveLength(1);
  const { monotonicMs } = systemClock;
  const later = vi.spyOn(systemClock, "monotonicMs").mockImplementation(() => monotonicMs() + 600_000);
  onTestFinished(() => later.mockRestore());
  expect(await deliver(staying, "7302")).toBe(204); // trusted: the same interaction as before
  expect(server.seen).toHaveLength(2);
});
