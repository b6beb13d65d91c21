/** What only shows when several requests go through one isolate: whatever a request began ends with it there. */
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createSigningPair, deliveryFixture, signDelivery } from "../../testing/delivery/index.js";
import { json, startServer } from "../support/http-server.js";
import { startWorker, workerdBinary } from "./drivers.js";
import { programs, type Programs } from "./programs.js";

const isHere = process.env["RUNTIMES"] !== undefined && existsSync(workerdBinary);
const appId = "7301000000000000001";
const keyA = await createSigningPair("ed25519-a");
const keyB = await createSigningPair("ed25519-b");
const stranger = await createSigningPair("ed25519-stranger");

let files: Programs;
beforeAll(async () => {
  files = await programs();
});
afterAll(() => files.remove());

/** A Worker with an App, whose clock a header moves on, and the platform's routes that it needs. */
async function started() {
  const route = { keys: [keyA.published], delayMs: 0 };
  const answers: string[] = [];
  const platform = await startServer((seen, response) => {
    if (seen.path.includes("chaves"))
      return void setTimeout(() => json(response, 200, { keys: route.keys }), route.delayMs);
    answers.push(`${seen.method} ${seen.path}`);
    json(response, 200, {});
  });
  onTestFinished(() => platform.close());
  const code = `
    import { App, chatCommand, silentLogger } from "../../runtime/index.ts";
    import { toCloudflareHandler } from "../../runtime/adapters/index.ts";
    let app;
    let offsetMs = 0;
    const clock = {
      now: () => Date.now() + offsetMs,
      monotonicMs: () => performance.now() + offsetMs,
      schedule(run, ms) { const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1)); return () => clearTimeout(timer); },
    };
    const make = (env) => {
      const settings = { events: false, clock, logger: silentLogger, autoDeferLeadMs: 1_200 };
      const made = new App({ baseUrl: env.BASE_URL, token: env.TOKEN, ...settings });
      made.fallback(async (interaction) => {
        if ("reply" in interaction) await interaction.reply("from a worker");
      });
      made.command(chatCommand({ name: "slow", description: "Too slow" }), async (interaction) => {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        await interaction.reply("at last");
      });
      return toCloudflareHandler(made);
    };
    export default {
      async fetch(request, env, context) {
        if (new URL(request.url).pathname === "/up") return new Response("up");
        offsetMs = Number(request.headers.get("x-offset-ms") ?? offsetMs);
        app ??= make(env);
        return app.fetch(request, env, context);
      },
    };`;
  const bindings = { BASE_URL: platform.url, TOKEN: `svc_app.${appId}.secret` };
  const worker = await startWorker(files, { name: "app-worker", code, bindings });
  onTestFinished(() => worker.stop());
  let offsetMs = 0;
  const deliver = async (body: unknown, keys = keyA): Promise<string> => {
    const timestampS = Math.floor((Date.now() + offsetMs) / 1_000);
    const signed = await signDelivery({ keys, appId, body, timestampS });
    const headers = { ...signed.headers, "x-offset-ms": String(offsetMs) };
    const response = await fetch(worker.url, { method: "POST", headers, body: Buffer.from(signed.body) });
    return `${response.status} ${await response.text()}`;
  };
  const command = (name = "roll"): unknown =>
    deliveryFixture("command", { id: crypto.randomUUID(), data: { command: { name } } });
  return {
    ...worker,
    route,
    answers,
    keyFetches: () => platform.seen.filter(({ path }) => path.includes("chaves")).length,
    deliver,
    command,
    run: async (keys = keyA) => deliver(command(), keys),
    slow: async () => deliver(command("slow")),
    advance: (ms: number) => void (offsetMs += ms),
    get: async () => (await fetch(worker.url)).status,
    /** A request whose connection is cut before its answer. */
    cut: async () =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(worker.url).port), "127.0.0.1");
        socket.on("error", () => undefined).on("close", () => resolve());
        socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{");
        setTimeout(() => socket.destroy(), 20);
      }),
  };
}

const replied = '200 {"type":"reply","content":"from a worker"}';

describe.skipIf(!isHere)("workerd", () => {
  test("SIG-21 a stranger's GET at a cold isolate does not stop verification, however slow the key route is", async () => {
    const { get, run, route } = await started();
    route.delayMs = 300;
    expect(await get()).toBe(405);
    expect(await run()).toBe(replied);
    expect(await run()).toBe(replied);
  });

  test("SIG-21 requests cut off at a cold isolate do not stop verification", async () => {
    const { cut, run, route } = await started();
    route.delayMs = 300;
    await Promise.all(Array.from({ length: 5 }, cut));
    expect(await run()).toBe(replied);
  });

  test("SIG-21 deliveries that come together to a cold isolate are all answered", async () => {
    const { run, route, keyFetches } = await started();
    route.delayMs = 200;
    expect(new Set(await Promise.all(Array.from({ length: 10 }, async () => run())))).toEqual(new Set([replied]));
    expect(keyFetches()).toBeLessThanOrEqual(3);
  });

  test("SIG-20 fifty requests, strangers, probes and commands mixed, each get their answer", async () => {
    const { get, run, deliver, cut } = await started();
    const kinds = [
      async () => expect(await get()).toBe(405),
      async () => expect(await run(stranger)).toBe("401 "),
      async () => expect(await deliver({ type: "probe", challenge: "c" })).toBe('200 {"challenge":"c"}'),
      async () => expect(await run()).toBe(replied),
      cut,
    ];
    await Promise.all(Array.from({ length: 50 }, async (_, at) => kinds[at % kinds.length]?.()));
    expect(await run()).toBe(replied);
  });

  test("SIG-17 SIG-21 keys age and rotate for a thousand minutes, between strangers and probes, and no delivery is lost", async () => {
    const { get, run, deliver, cut, route, advance, keyFetches } = await started();
    let keys = keyA;
    for (let minutes = 0; minutes < 1_000; minutes += 20) {
      advance(20 * 60_000);
      expect(await get()).toBe(405);
      if (minutes % 100 === 0) expect(await run(stranger)).toBe("401 ");
      if (minutes % 100 === 40) await cut();
      if (minutes % 200 === 100) {
        keys = keys === keyA ? keyB : keyA;
        route.keys = [keys.published];
      }
      const probed = deliver({ type: "probe", challenge: "c" }, keys);
      expect([minutes, await run(keys)]).toEqual([minutes, replied]);
      expect([minutes, await probed]).toEqual([minutes, '200 {"challenge":"c"}']);
    }
    expect(keyFetches()).toBeLessThan(120);
  });

  test("SIG-21 a refresh in the background whose request ends first stops no delivery, however old the keys become", async () => {
    const { get, run, route, advance } = await started();
    expect(await run()).toBe(replied);
    route.delayMs = 300;
    for (let round = 0; round < 3; round += 1) {
      advance(6 * 60_000); // old enough to be refreshed behind a delivery's back
      expect([round, await run(), await get()]).toEqual([round, replied, 405]);
      advance(24 * 60 * 60_000); // too old to be used without a fetch
      route.keys = [round % 2 === 0 ? keyB.published : keyA.published];
      expect([round, await run(round % 2 === 0 ? keyB : keyA)]).toEqual([round, replied]);
      route.keys = [keyA.published, keyB.published];
    }
  });

  test("a slow command is deferred in time after fast ones, and its answer is sent by REST", async () => {
    const { run, slow, answers } = await started();
    expect(await run()).toBe(replied);
    expect(await slow()).toBe('200 {"type":"defer"}');
    expect(await run()).toBe(replied);
    for (let tries = 0; tries < 600 && answers.length === 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 30));
    expect(answers).toEqual([expect.stringMatching(/^POST .*\/resposta/)]);
  });

  test("slow commands that come together are each deferred", async () => {
    const { slow, run } = await started();
    const slowly = Promise.all(Array.from({ length: 5 }, slow));
    expect(await run()).toBe(replied);
    expect(new Set(await slowly)).toEqual(new Set(['200 {"type":"defer"}']));
  });
});
