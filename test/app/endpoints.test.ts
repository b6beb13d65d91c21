import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import express from "express";
import { App, chatCommand, createCommand, silentLogger } from "svc-apps";
import type { AppOptions } from "svc-apps";
import { createClient } from "svc-apps";
import { startSandbox } from "svc-apps/sandbox";
import type { EndpointPost, Sandbox } from "svc-apps/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workshop } from "../../tools/workshop.js";
import { startProgram } from "../long/sandbox/program.js";

let sandbox: Sandbox;
let environment: { readonly SVC_BASE_URL: string; readonly SVC_APP_TOKEN: string };

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 1, allowLoopbackEndpoints: true });
  const { token } = sandbox.defaults;
  environment = { SVC_BASE_URL: sandbox.baseUrl, SVC_APP_TOKEN: token };
  Object.assign(process.env, environment);
  const client = createClient({ baseUrl: sandbox.baseUrl, token });
  await createCommand(client, { command: { type: "chat", name: "hello", description: "Say hello" } });
});
afterAll(async () => sandbox.stop());

/** Makes an address the App's endpoint, and lets a person say hello to it. */
async function hello(url: string, inProcess?: EndpointPost): Promise<readonly string[]> {
  const { portal, defaults } = sandbox;
  const { appId, person } = defaults;
  await portal.saveEndpoint({ appId, url, ...(inProcess ? { inProcess } : {}) });
  expect(await portal.probeEndpoint({ appId })).toMatchObject({ state: "active" });
  const greeted = person.run("hello");
  await greeted.settled();
  expect(greeted.path).toBe("endpoint");
  return greeted.texts.map(({ content }) => content);
}

async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/interactions`;
}

const web =
  (fetch: (request: Request) => Response | Promise<Response>): EndpointPost =>
  async ({ url, headers, body }) => {
    const response = await fetch(new Request(url, { method: "POST", headers, body }));
    return { status: response.status, body: await response.text() };
  };

test("an endpoint whose token function is asynchronous takes its first delivery without a start", async () => {
  const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN } = environment;
  const app = new App({ baseUrl, token: async () => SVC_APP_TOKEN, logger: silentLogger });
  app.fallback(async (interaction) => {
    if ("reply" in interaction) await interaction.reply("Hello from a vault.");
  });
  expect(app.health().status).toBe("idle");
  expect(await hello("http://127.0.0.1:1/interactions", web(app.fetch))).toEqual(["Hello from a vault."]);
  expect(app.health()).toMatchObject({ status: "ok", deliveries: { answered: 1 } });
  const overSocket = new App({ baseUrl, token: async () => SVC_APP_TOKEN, logger: silentLogger });
  overSocket.fallback(async (interaction) => {
    if ("reply" in interaction) await interaction.reply("Hello over a socket.");
  });
  const listening = createServer(overSocket.node);
  expect(await hello(await listen(listening))).toEqual(["Hello over a socket."]);
  listening.close();
});

test("an endpoint whose token function fails answers all the same, and outlives it", async () => {
  const token = async () => Promise.reject(new Error("vault closed"));
  const errors: string[] = [];
  const logger = { ...silentLogger, error: (_fields: object, message: string) => void errors.push(message) };
  const app = new App({ baseUrl: environment.SVC_BASE_URL, token, logger });
  app.fallback(() => {});
  const listening = createServer(express().use(app.node));
  const url = await listen(listening);
  const byWeb = async () => app.fetch(new Request(url, { method: "POST", body: "{}" }));
  for (const ask of [async () => fetch(url, { method: "POST", body: "{}" }), byWeb, byWeb]) {
    const response = await ask();
    expect([response.status, await response.text()]).toEqual([500, ""]);
  }
  expect(errors).toEqual(["A delivery arrived before the token function returned a credential"]);
  listening.close();
});

test("an endpoint that asks for its commands to be registered is told once that only a start does it", async () => {
  const { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: token } = environment;
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_fields: object, message: string) => void warnings.push(message) };
  const command = chatCommand({ name: "late", description: "Registered at start" });
  const endpoint = (options: AppOptions) =>
    new App({ baseUrl, token, logger, events: false, ...options }).command(command, () => {});
  const post = async (app: App) => app.fetch(new Request("http://127.0.0.1:1/", { method: "POST", body: "{}" }));

  const forgotten = endpoint({ syncCommands: true });
  await post(forgotten);
  await post(forgotten);
  expect(warnings).toEqual([expect.stringMatching(/not registered.*`await app\.start\(\)`.*commands apply/)]);

  const started = endpoint({ syncCommands: true });
  await started.start({ signals: false });
  for (const app of [started, endpoint({}), endpoint({ syncCommands: false })]) await post(app);
  const { commands } = await started.api.listCommands();
  expect(commands.map(({ name }) => name)).toContain("late");
  expect(warnings).toHaveLength(1);
});

test("a signed endpoint on Hono proves itself and answers", async () => {
  const { server } = await import("../../examples/hono/server.js");
  const said = await hello(
    "http://127.0.0.1:1/interactions",
    web(async (request) => server.fetch(request)),
  );
  expect(said).toEqual(["Hello from an endpoint."]);
});

test("a signed endpoint on Express, over a socket, answers, and refuses what is not signed", async () => {
  const { app, server } = await import("../../examples/express/server.js");
  await app.start({ signals: false });
  const listening = createServer(server);
  const url = await listen(listening);
  try {
    expect(await hello(url)).toEqual(["Hello from an endpoint."]);
    const forged = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    expect(forged.status).toBe(401);
    expect(await forged.text()).toBe("");
  } finally {
    listening.close();
  }
});

test.each(["express", "hono"])(
  "the %s example is a program that listens, answers and ends",
  async (name) => {
    // As built: it imports the package by its name.
    const { home } = await workshop();
    const program = await startProgram([join(home, `dist/examples/${name}/main.js`)], /Listening on/, {
      env: { ...environment, PORT: "0" },
    });
    const url = /http:\S+/.exec(program.output())?.[0].replace("localhost", "127.0.0.1") ?? "";
    try {
      expect(await hello(url)).toEqual(["Hello from an endpoint."]);
    } finally {
      await program.stop();
    }
  },
  60_000,
);

test("a Worker makes its App with the first request and keeps it", async () => {
  const { default: worker } = await import("../../examples/worker/worker.js");
  const fetch = async (request: Request) => worker.fetch(request, environment, {});
  expect(await hello("http://127.0.0.1:1/worker", web(fetch))).toEqual(["Hello from a worker."]);
  expect(await hello("http://127.0.0.1:1/worker", web(fetch))).toEqual(["Hello from a worker."]);
});
