import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, chatCommand, createClient, createCommand, silentLogger } from "svc-apps";
import { fixedKeys } from "svc-apps/delivery";
import type { PublishedKey } from "svc-apps/delivery";
import { startSandbox } from "svc-apps/sandbox";
import type { Sandbox } from "svc-apps/sandbox";
import { afterEach, expect, test, vi } from "vitest";
import { run } from "../../cli/listen.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const hello = chatCommand({ name: "hello", description: "Say hello" });

async function listening(argv: readonly string[], carry: typeof fetch = fetch) {
  const sandbox = await startSandbox({ seed: 1 });
  ends.push(async () => sandbox.stop());
  const { defaults, baseUrl } = sandbox;
  await createCommand(createClient({ baseUrl, token: defaults.token }), {
    command: { type: "chat", name: "hello", description: "Say hello" },
  });
  const controller = new AbortController();
  const heard = { said: "" };
  const env = { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: defaults.token };
  const done = run(argv, {
    env,
    fetch: carry,
    signal: controller.signal,
    out: (text) => void (heard.said += text),
    err: (text) => void (heard.said += text),
  });
  ends.push(async () => {
    controller.abort();
    expect(await done).toBe(0);
  });
  await vi.waitUntil(() => heard.said.includes("connected"), { timeout: 10_000 });
  return { sandbox, heard, ...defaults };
}

test("listen prints events as they come, and never a credential", async () => {
  const { heard, person, channelId, token } = await listening([]);
  const { id } = person.post(channelId, "good morning");
  const run = person.run("hello");
  await vi.waitUntil(() => heard.said.includes("interaction_create"), { timeout: 10_000 });
  expect(heard.said).toMatch(new RegExp(`message_create +${id} +“good morning”`));
  expect(heard.said).toMatch(new RegExp(`interaction_create  ${run.id.slice(0, 8)}  command hello\\n`));
  expect(heard.said).not.toContain(token);
});

test("what goes to the standard output with --json is events and nothing else", async () => {
  const sandbox = await startSandbox({ seed: 1 });
  ends.push(async () => sandbox.stop());
  const controller = new AbortController();
  const said = { out: "", err: "" };
  const done = run(["--json"], {
    env: { SVC_BASE_URL: sandbox.baseUrl, SVC_APP_TOKEN: sandbox.defaults.token },
    signal: controller.signal,
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
  });
  await vi.waitUntil(() => said.err.includes("opened"), { timeout: 10_000 });
  sandbox.defaults.person.post(sandbox.defaults.channelId, "hello");
  await vi.waitUntil(() => said.out.includes("hello"), { timeout: 10_000 });
  controller.abort();
  expect(await done).toBe(0);
  expect(
    said.out
      .trim()
      .split("\n")
      .map((line) => Reflect.get(JSON.parse(line) as object, "type")),
  ).toEqual(["message_create"]);
  expect(said.err).toBe("· connected by stream\n· opened, version 1\n· ended\n");
});

test("a credential that is refused is one sentence, and none of it is the inside of an error", async () => {
  const sandbox = await startSandbox({ seed: 1 });
  ends.push(async () => sandbox.stop());
  let said = "";
  const env = { SVC_BASE_URL: sandbox.baseUrl, SVC_APP_TOKEN: "svc_app.1.wrong" };
  await expect(run([], { env, err: (text) => void (said += text) })).rejects.toThrow(/^Events ended/);
  expect(said).toMatch(/^· disconnected: openStream: refused: MISSING_CREDENTIAL \(401\).*\n$/);
  expect(said).not.toMatch(/[{}]|wrong/);
});

test("what people write reaches the terminal as text: it clears no screen and begins no line", async () => {
  const { heard, person, channelId } = await listening([]);
  person.post(channelId, "\u001b[2J\rinteraction_create\nx");
  await vi.waitUntil(() => heard.said.includes("message_create"), { timeout: 10_000 });
  expect(heard.said).toContain("“·[2J·interaction_create·x”\n");
});

/** A local endpoint that trusts the key that `listen` prints. */
async function endpoint(sandbox: Sandbox, keys: () => readonly PublishedKey[]): Promise<string> {
  const { token } = sandbox.defaults;
  let app: App | undefined;
  const server = createServer((request, response) => {
    app ??= new App({
      baseUrl: sandbox.baseUrl,
      token,
      events: false,
      logger: silentLogger,
      delivery: { keys: fixedKeys(keys()) },
    }).command(hello, async ({ reply }) => reply("Hello from here."));
    app.node(request, response);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  ends.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("listen --forward delivers interactions signed by a local key, and confirms with what comes back", async () => {
  let said = "";
  const published = () => JSON.parse(/fixedKeys\((\[.*\])\)/.exec(said)?.[1] ?? "[]") as readonly PublishedKey[];
  const probe = await startSandbox({ seed: 1 });
  ends.push(async () => probe.stop());
  const url = await endpoint(probe, published);
  const { defaults, baseUrl } = probe;
  await createCommand(createClient({ baseUrl, token: defaults.token }), {
    command: { type: "chat", name: "hello", description: "Say hello" },
  });
  const controller = new AbortController();
  const env = { SVC_BASE_URL: baseUrl, SVC_APP_TOKEN: defaults.token };
  const tell = (text: string): void => void (said += text);
  const done = run(["--forward", url], { env, signal: controller.signal, out: tell, err: tell });
  ends.push(async () => {
    controller.abort();
    await done;
  });
  await vi.waitUntil(() => said.includes("connected"), { timeout: 10_000 });
  const greeted = defaults.person.run("hello");
  await greeted.settled();
  expect(greeted.texts.map(({ content }) => content)).toEqual(["Hello from here."]);
  await vi.waitUntil(() => said.includes("confirmed with the reply"), { timeout: 10_000 });
});

test("listen --forward tells of an endpoint that is not there, or answers nonsense", async () => {
  const answers: (() => Response | Promise<Response>)[] = [
    async () => Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") })),
    () => new Response("<html>", { status: 200 }),
    () => new Response(null, { status: 204 }),
    () => new Response("", { status: 500 }),
    () => new Response("", { status: 401 }),
  ];
  const { heard, person } = await listening(["--forward", "http://127.0.0.1:9/"], async () => answers.shift()!());
  const told = ["ECONNREFUSED", "is not a confirmation", "answered 204 without a body", "failed: it answered 500\n"];
  for (const line of told) {
    person.run("hello");
    await vi.waitUntil(() => heard.said.includes(line), { timeout: 10_000 });
  }
  const refused = "failed: it answered 401: does it trust ed25519-listen? An App does with new App({ …, delivery: {";
  person.run("hello");
  await vi.waitUntil(() => heard.said.includes("it answered 401"), { timeout: 10_000 });
  expect(heard.said).toContain(refused);
  expect(heard.said).toMatch(
    /interaction [0-9a-f]{8}  command hello: http:\/\/127\.0\.0\.1:9\/ failed: connect ECONNREFUSED/,
  );
});

test("listen --forward signs by the same key at every run, another for each credential, and says where it goes", async () => {
  const said = async (token: string): Promise<string> => {
    let text = "";
    const env = { SVC_BASE_URL: "http://127.0.0.1:1", SVC_APP_TOKEN: token };
    const signal = AbortSignal.abort();
    await run(["--forward", "http://127.0.0.1:2/"], { env, signal, err: (more) => void (text += more) });
    return text;
  };
  const first = await said("svc_app.1.x");
  expect(first).toMatch(
    /new App\({ …, delivery: { keys: fixedKeys\(\[{"key_id":"ed25519-listen","key":"[\w-]{43}"}\]\) } }\)\n/,
  );
  expect(first).not.toContain("svc_app");
  expect(await said("svc_app.1.x")).toBe(first);
  expect(await said("svc_app.1.y")).not.toBe(first);
});

test("listen --learn notes what comes by the stream and by the mailbox, by names and types", async () => {
  const folder = await mkdtemp(join(tmpdir(), "listen-"));
  ends.push(() => rm(folder, { recursive: true }));
  const file = join(folder, "learnt.json");
  const ways = [
    { argv: ["--learn", file], note: '"message_create"' },
    { argv: ["--learn", file, "--mailbox"], note: '"readMailbox"' },
  ];
  for (const { argv, note } of ways) {
    const { person, channelId, heard, token } = await listening(argv);
    person.post(channelId, "good morning");
    await vi.waitUntil(() => heard.said.includes("good morning"), { timeout: 10_000 });
    const learnt = await readFile(file, "utf8");
    expect(learnt).toContain(note);
    for (const value of ["good morning", channelId, token]) expect(learnt).not.toContain(value);
  }
});

test("listen refuses what it cannot work with", async () => {
  await expect(run([], { env: {} })).rejects.toThrow(/SVC_BASE_URL is not set/);
  const env = { SVC_BASE_URL: "http://127.0.0.1:1", SVC_APP_TOKEN: "svc_app.1.x" };
  await expect(run([], { env: { ...env, SVC_BASE_URL: "" } })).rejects.toThrow(
    /SVC_BASE_URL is empty in the environment/,
  );
  for (const target of ["here", "localhost:8801/i"]) {
    const refused = run(["--forward", target], { env });
    await expect(refused).rejects.toThrow(`--forward needs an http(s) URL such as http://localhost`);
    await expect(refused).rejects.toThrow(`got ${JSON.stringify(target)}`);
  }
  for (const families of ["", "foo", "messages,", "messages,foo"]) {
    const refused = run(["--intents", families], { env });
    await expect(refused).rejects.toThrow(
      `--intents takes interactions, messages, with commas between; got ${JSON.stringify(families)}`,
    );
  }
  const withoutAny = run(["--intents", "messages", "--forward", "http://127.0.0.1:1/"], { env });
  await expect(withoutAny).rejects.toThrow("--forward needs the family interactions among --intents");
});
