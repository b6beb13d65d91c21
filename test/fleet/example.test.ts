import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startSandbox } from "svc-apps/sandbox";
import { expect, test } from "vitest";
import { parse } from "yaml";

const read = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../examples/fleet/${name}`, import.meta.url)), "utf8");

interface Service {
  readonly command?: string | readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[];
  readonly image: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
}

const NATS = ["nats-1", "nats-2", "nats-3"];
const compose = async () => parse(await read("compose.yaml"), { merge: true }) as Compose; // as the cases below judge

test("the example's compose file starts three servers, the sandbox and four bots, which know what they are given", async () => {
  const { services } = await compose();
  expect(Object.keys(services)).toEqual([...NATS, "sandbox", "bot-1", "bot-2", "bot-3", "bot-4"]);
  const bot = await read("bot.ts");
  const given = Object.keys(services["bot-1"]?.environment ?? {});
  expect(given).toHaveLength(4);
  for (const name of given) expect(bot).toContain(name);
  const conf = await read("nats.conf");
  for (const server of NATS) expect(conf).toContain(`nats://${server}:6222`);
  expect(services["bot-4"]?.depends_on).toEqual([...NATS, "sandbox"]); // which is what "down" stops last
});

test("each server of the example keeps the log in a volume of its own", async () => {
  const { services, volumes } = await compose();
  expect(Object.keys(volumes)).toEqual(NATS);
  for (const name of NATS) expect(services[name]?.volumes).toContain(`${name}:/data`);
  expect(await read("nats.conf")).toContain("store_dir: /data");
});

test("the example's image holds the program that it starts, and every package that this one imports", async () => {
  const dockerfile = await read("Dockerfile");
  expect(dockerfile).toContain("COPY bot.ts");
  expect(dockerfile).toContain('CMD ["node", "bot.ts"]');
  expect(dockerfile).toContain('"type": "module"');
  const bot = await read("bot.ts");
  const imported = [...bot.matchAll(/from "((?:@[^/"]+\/)?[^/"]+)/g)].map(([, name]) => name);
  expect(imported).toContain("svc-apps");
  // What the engine itself imports:
  for (const name of [...imported, "@nats-io/jetstream", "@nats-io/kv"]) expect(dockerfile).toContain(` ${name}`);
});

test("the bots of the example are an App of the sandbox beside them, and say that it may be spoken to in plain http", async () => {
  const { services } = await compose();
  const command = String(services["sandbox"]?.command);
  const seed = /--seed (\S+)/.exec(command)?.[1] ?? "";
  const port = /--port (\d+)/.exec(command)?.[1];
  expect(command).toContain("--host 0.0.0.0 --allow-remote");
  const { SVC_BASE_URL: address = "", SVC_APP_TOKEN: token = "" } = services["bot-1"]?.environment ?? {};
  expect(address).toBe(`\${SVC_BASE_URL:-http://sandbox:${port}}`);
  expect(await read("bot.ts")).toContain(`allowInsecure: baseUrl === "http://sandbox:${port}"`);
  const sandbox = await startSandbox({ seed, port: null, clock: "virtual" });
  expect(token).toBe(`\${SVC_APP_TOKEN:-${sandbox.defaults.token}}`);
  const readme = await read("README.md");
  expect(readme).toContain(`act ${sandbox.defaults.person.id} run who`);
  expect(readme).toContain(`post ${sandbox.defaults.channelId} "hello"`);
  await sandbox.stop();
});
