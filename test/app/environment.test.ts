import { createSigningPair, fixedKeys, signDelivery } from "svc-apps/delivery";
import { App, consoleLogger, silentLogger } from "svc-apps";
import type { AppOptions } from "svc-apps";
import { expect, expectTypeOf, test } from "vitest";
import { resolveAppOptions } from "../../runtime/app/environment.js";

interface Bindings {
  readonly SVC_APP_TOKEN: string;
  readonly STORE: { put(key: string): void };
}

const key = await createSigningPair("ed25519-test");
const baseUrl = "http://127.0.0.1:1";
const delivery = { keys: fixedKeys([key.published]) };

async function signed(id = crypto.randomUUID() as string): Promise<Request> {
  const data = { command: { name: "roll" } };
  const interaction = { id, type: "command", serverId: "1", channelId: "2", userId: "3", expiresInMs: 3_000, data };
  const { method, headers, body } = await signDelivery({
    keys: key,
    appId: "123",
    body: { type: "interaction", interaction },
  });
  return new Request("https://app.example/", { method, headers, body: Buffer.from(body) });
}

test("options may be made of the bindings that a worker hands to fetch, once for all requests", async () => {
  const seen: unknown[] = [];
  const app = new App((env) => {
    seen.push(env);
    return { baseUrl, token: env["SVC_APP_TOKEN"], events: false, logger: silentLogger, delivery };
  });
  app.fallback(async (interaction) => {
    if ("reply" in interaction) await interaction.reply("Hello from a worker.");
  });
  expect(app.health().status).toBe("idle");
  const kept: Promise<unknown>[] = [];
  const context = { waitUntil: (work: Promise<unknown>) => void kept.push(work), passThroughOnException() {} };
  const env = { SVC_APP_TOKEN: "svc_app.123.secret", STORE: {} };
  for (let request = 0; request < 3; request += 1) {
    const answer = await app.fetch(await signed(), env, context);
    expect([answer.status, await answer.text()]).toEqual([200, '{"type":"reply","content":"Hello from a worker."}']);
  }
  expect(seen).toEqual([env]);
  expect(kept.length).toBeGreaterThanOrEqual(3);
  await Promise.all(kept);
});

test("elsewhere they are made of the variables of the process, whatever else a server hands over", async () => {
  process.env["SVC_TEST_TOKEN"] = "svc_app.123.secret";
  const options = (env: Readonly<Record<string, string | undefined>>): AppOptions => ({
    baseUrl,
    token: env["SVC_TEST_TOKEN"],
    events: false,
    logger: silentLogger,
    delivery,
  });
  const [server, info] = [{ requestIP() {} }, { remoteAddr: { hostname: "127.0.0.1" } }];
  for (const given of [[], [server], [info], [undefined, {}]]) {
    const app = new App(options);
    app.fallback(async (interaction) => {
      if ("reply" in interaction) await interaction.reply("Hello from a process.");
    });
    expect((await app.fetch(await signed(), ...given)).status).toBe(200);
  }
  expect(() => new App(options).api).not.toThrow();
});

test("a function that gives what cannot work is told by the first use, and to a stranger as a bare 500", async () => {
  const app = new App(() => ({ baseUrl, tokn: "svc_app.123.secret" }) as AppOptions); // as from plain JavaScript
  expect(() => app.api).toThrow('new App() has no option "tokn". Did you mean "token"?');
  const answer = await app.fetch(await signed());
  expect([answer.status, await answer.text()]).toEqual([500, ""]);
});

test("without a binding for the credential, the log of the worker says which option lacks", async () => {
  const lines: string[] = [];
  const logger = consoleLogger({ write: (line) => void lines.push(line.slice(13)) });
  const app = new App((env) => ({ baseUrl, token: env["SVC_APP_TOKEN"], logger }));
  const answer = await app.fetch(await signed(), {}, { waitUntil() {} });
  expect(answer.status).toBe(500);
  expect(() => app.api).toThrow("is missing token");
});

test("the function's parameter has the type of the bindings, given or texts by name", () => {
  const made = new App((env: Bindings) => {
    expectTypeOf(env.STORE.put).toBeFunction();
    return { token: env.SVC_APP_TOKEN };
  });
  const plain = new App((env) => {
    expectTypeOf(env).toEqualTypeOf<Readonly<Record<string, string | undefined>>>();
    return {};
  });
  // @ts-expect-error what it returns are the options of an App
  const wrong = () => new App(() => ({ token: 5 }));
  expect([made, plain, wrong]).toHaveLength(3);
});

test.each([
  [{}, { SVC_SYNC_COMMANDS: "1" }, true],
  [{}, { SVC_SYNC_COMMANDS: "0" }, undefined],
  [{}, {}, undefined],
  [{ syncCommands: false }, { SVC_SYNC_COMMANDS: "1" }, false],
  [{ syncCommands: { prune: true } }, { SVC_SYNC_COMMANDS: "1" }, { prune: true }],
  [{}, { SVC_SYNC_COMMANDS: "prune" }, { prune: true }],
  [{ syncCommands: true }, { SVC_SYNC_COMMANDS: "prune" }, { prune: true }],
  [{ syncCommands: false }, { SVC_SYNC_COMMANDS: "prune" }, false],
  [{ syncCommands: { onlyScope: true } }, { SVC_SYNC_COMMANDS: "prune" }, { onlyScope: true }],
])("options %j under the variables %j register commands: %j", (options, variables, registers) => {
  expect(resolveAppOptions(options, variables).syncCommands).toEqual(registers);
});
