import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { App, chatCommand, silentLogger } from "svc-apps";
import { createVirtualClock, startSandbox, type Sandbox } from "svc-apps/sandbox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UsageError } from "../../cli/usage-error.js";
import { askSandbox } from "../../cli/sandbox-control.js";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seed: 1, controlPort: 0, allowLoopbackEndpoints: true });
});
const ends: (() => void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await sandbox.stop();
});

const ask = async (...words: readonly string[]): Promise<unknown> =>
  JSON.parse((await askSandbox(() => sandbox.controlUrl ?? "", words)).text);

/** What the control interface answers to an act, whoever asks. */
async function post(path: string, args: readonly unknown[]): Promise<{ status: number; body: unknown }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${sandbox.controlUrl}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify({ args }),
  });
  return { status: response.status, body: await response.json() };
}

/** Somebody on this machine who answers everything with 500. */
async function refusing(): Promise<{ readonly port: number }> {
  const server = createServer((_, response) => void response.writeHead(500).end()).listen(0, "127.0.0.1");
  ends.push(() => void server.close());
  await once(server, "listening");
  return server.address() as AddressInfo; // of a server that listens on a port
}

const roll = chatCommand({
  name: "roll",
  description: "Roll a die",
  options: [
    { type: "integer", name: "sides", description: "Sides", required: true },
    { type: "string", name: "note", description: "Note", autocomplete: true },
  ],
});

async function startBot({ baseUrl, defaults }: Pick<Sandbox, "baseUrl" | "defaults"> = sandbox): Promise<App> {
  const app = new App({ baseUrl, token: defaults.token, syncCommands: true, logger: silentLogger });
  app.command(
    roll,
    async ({ args, defer, answer }) => {
      await defer();
      await answer(`${args.note ?? "no note"}, of ${args.sides}`);
    },
    { note: ({ suggest }) => suggest([]) },
  );
  await app.start({ signals: false });
  return app;
}

describe("svc-apps sandbox act", () => {
  test("SBX-08 run takes options by name, waits for the App, and shows what it answered", async () => {
    const app = await startBot();
    const { id } = sandbox.defaults.person;
    expect(await ask("act", id, "run", "roll", "sides=6", "note=a = b")).toMatchObject({
      state: "answered",
      texts: [{ content: "a = b, of 6" }],
    });
    expect(await ask("act", id, "run", "roll", '{"sides":8}')).toMatchObject({ texts: [{ content: "no note, of 8" }] });
    await app.stop();
  });

  test("a text stays a text, whatever it looks like", async () => {
    const { person, channelId } = sandbox.defaults;
    expect(await ask("act", person.id, "post", channelId, "42")).toMatchObject({ content: "42" });
  });

  test.each([
    [["run"], "run is called as: run <command> [option=value…]"],
    [["post", "hello"], "post is called as: post <channelId> <text>"],
    [["post", "1", "a", "b"], "post is called as: post <channelId> <text>"],
    [["run", "roll", "six"], '"six" is no pair; run is called as: run <command> [option=value…]'],
    [["walk"], "there is no act walk; svc-apps sandbox act lists them all"],
    [["constructor"], "there is no act constructor"],
    [[], "there is no act without a name"],
  ])("%j says how it is called, and asks nobody", async (words, why) => {
    const nobody = () => expect.unreachable("asked for the address");
    const error: unknown = await askSandbox(nobody, ["act", "1", ...words]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(why);
  });

  test("what may be filled in beside the option that is typed in goes with it", async () => {
    const app = await startBot();
    const { id } = sandbox.defaults.person;
    const { id: typed } = (await ask("act", id, "type", "roll", "note", "lu", "sides=6")) as { readonly id: string };
    expect(sandbox.interaction(typed).record.data).toMatchObject({
      focused: "note",
      arguments: [
        { name: "sides", value: 6 },
        { name: "note", value: "lu" },
      ],
    });
    await app.stop();
  });

  test("a refusal is a sentence, with its code and what it carries", async () => {
    const app = await startBot();
    const { person, appId } = sandbox.defaults;
    await expect(ask("act", person.id, "run", "roll", "sides=many")).rejects.toThrow(
      /^the sandbox refused: sides takes a whole number\. \(INVALID_INPUT\)$/,
    );
    await app.stop();
    const { port } = await refusing();
    const url = `http://127.0.0.1:${port}/`;
    await ask("portal", "saveEndpoint", `appId=${appId}`, `url=${url}`);
    await expect(ask("portal", "probeEndpoint", `appId=${appId}`)).rejects.toThrow(
      /^the sandbox refused: .+ \(ENDPOINT_UNREACHABLE, probe \{"code":.+"status":500.+\}\)$/,
    );
  });

  test("an interaction that never was is told as such, with fields or without", async () => {
    const submit = ask("act", sandbox.defaults.person.id, "submit", "123");
    await expect(submit).rejects.toThrow("there is no interaction 123, or it is so old that the sandbox forgot it");
  });

  test("nobody who reads: the answer says so, and the exit code is 1", async () => {
    const { now, monotonicMs, schedule, advance } = createVirtualClock();
    // A clock that others move, as the machine's is: of one that shows how it is stepped nothing is waited for.
    const stepped = await startSandbox({ seed: 1, controlPort: 0, clock: { now, monotonicMs, schedule } });
    ends.push(() => void stepped.stop());
    const app = await startBot(stepped);
    await app.stop();
    const words = ["act", stepped.defaults.person.id, "run", "roll", "sides=6"];
    let ended = false;
    const asked = askSandbox(() => stepped.controlUrl ?? "", words).finally(() => (ended = true));
    while (!ended) await advance(1_000); // it may not have begun yet when the first second is over
    const { text, code } = await asked;
    expect(code).toBe(1);
    expect(JSON.parse(text)).toMatchObject({ state: "expired", why: expect.stringContaining("it was not received") });
  });

  test("while a deferred interaction waits for its answer, that is said", async () => {
    const said: string[] = [];
    const app = await startBot();
    const words = ["act", sandbox.defaults.person.id, "run", "roll", "sides=6"];
    const say = (text: string): void => void said.push(text);
    const { code } = await askSandbox(() => sandbox.controlUrl ?? "", words, { say });
    expect([code, said]).toEqual([0, ["deferred: its answer may take up to 60 s\n"]]);
    await app.stop();
  });

  test("SBX-08 the control interface refuses arguments that do not fit, by their place in the body", async () => {
    const person = `/people/${sandbox.defaults.person.id}`;
    const refusals = [
      await post(`${person}/run`, []),
      await post(`${person}/run`, ["roll", "sides=6"]),
      await post(`${person}/type`, ["roll", "note", "lu", []]),
      await post(`${person}/press`, ["1", "button", "value"]),
      await post("/faults/skewClock", ["soon"]),
      await post("/faults/slow", []),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400]);
    expect(refusals.map(({ body }) => body)).toEqual([
      { code: "INVALID_INPUT", message: "run needs command, the name of a command, as args[0]." },
      { code: "INVALID_INPUT", message: "run takes an object, {option: value…}, as args[1]." },
      { code: "INVALID_INPUT", message: "type takes an object, {args: {option: value…}}, as args[3]." },
      { code: "INVALID_INPUT", message: "press takes a list, [value…], as args[2]." },
      { code: "INVALID_INPUT", message: "skewClock needs ms, a number, as args[0]." },
      {
        code: "INVALID_INPUT",
        message: expect.stringMatching(/^slow takes an object, {ms: …, when: before, .*}, as args/),
      },
    ]);
  });
});

describe("svc-apps sandbox fault", () => {
  test("SBX-08 fields are given by name, or as one object", async () => {
    const me = async () => sandbox.request({ method: "GET", url: "/api/apps/me", headers: {} });
    await ask("fault", "serverError", "operation=getMe", "status=502");
    expect((await me()).status).toBe(502);
    await ask("fault", "serverError", '{"operation":"getMe","status":504}');
    expect((await me()).status).toBe(504);
    await ask("fault", "streams.closeFrame", "SERVER_RESTARTING");
  });
});

test.each([
  [["slow", "when=after"], "slow needs ms, a number, in args[0]."],
  [["redirect", "status=301"], "redirect needs location, a string, in args[0]."],
  [["edit", "status=200"], "edit needs set, an object, in args[0]."],
  [["edit", "set=mood"], 'edit takes an object as set, got "mood".'],
  [["add", "anything"], "add needs fault, an object, as args[0]."],
  [["add", '{"on":"moon","effect":"reset"}'], "A fault is on one of rest, stream, delivery."],
  [["add", '{"on":"rest","effect":"silent"}'], "A fault on rest has as effect one of answer, delay, reset, stall, "],
  [["add", '{"on":"rest","effect":"reset","operation":"nope"}'], "A fault has as operation one of answerInteraction, "],
  [["streams.event", "anything"], "event needs event, an object, as args[0]."],
  [["delivery", "nonsense"], "delivery needs effect, one of wrong-label, other-app, "],
  [["serverError", "operation=nope"], "serverError takes one of answerInteraction, "],
  [["serverError", "status=many"], 'serverError takes a number as status, got "many".'],
  [["serverError", "when=never"], 'serverError takes one of before, after as when, got "never".'],
  [["serverError", "colour=red"], "serverError has no field colour; there are status, when, body, operation, "],
  [["reset", "when=later"], "reset takes one of before, after, mid-body as when"],
  [["streams.cut", "midFrame=perhaps"], "cut takes true or false as midFrame"],
  [["streams.closeFrame", "NEVER_SEEN"], "closeFrame needs code, one of "],
  [["streams.event", '{"type":"x"}', "family=moon"], "event takes one of messages, members, interactions as family"],
])("SBX-08 the fault %j is refused in words, and orders nothing", async (words, why) => {
  await expect(ask("fault", ...words)).rejects.toThrow(why);
  expect(sandbox.log.entries("fault")).toEqual([]);
});

test("SBX-08 each way to deliver badly, and each field of a fault, can be ordered from outside", async () => {
  for (const words of [
    ["delivery", "wrong-label", "times=2"],
    ["delivery", "replay"],
    ["add", '{"on":"stream","effect":"silent"}'],
    ["streams.event", '{"type":"member_joined"}', "family=members"],
    ["delivery", "unknown-type"],
    ["reset", "when=mid-body", "probability=0.5", `appId=${sandbox.defaults.appId}`],
    ["serverError", 'body={"code":"X"}', "times=3"],
    ["rateLimit", "retryAfter=null"],
  ])
    expect(await ask("fault", ...words)).toEqual({});
});

test.each(["act", "fault", "portal"])(
  "%s alone lists all there is, a line each, with no sandbox to ask",
  async (what) => {
    const { text } = await askSandbox(() => expect.unreachable("asked for the address"), [what]);
    const known = {
      act: "  run <command> [option=value…]  ",
      fault: "  skewClock <ms>  ",
      portal: "  banApp appId=…  ",
    };
    expect(text).toContain(known[what as keyof typeof known]); // one of the three above
    expect(text.split("\n").length).toBeGreaterThan(12);
  },
);

test.each([
  [["portal", "createApp", "shoe=1"], "createApp has no field shoe; it is called as: createApp name=… ownerId=…"],
  [["portal", "createApp", "toString=1"], "createApp has no field toString"],
  [["log", "tail"], "log takes nothing more"],
])("%j is called wrongly, and asks nobody", async (words, why) => {
  const asked = askSandbox(() => expect.unreachable("asked for the address"), words);
  await expect(asked).rejects.toThrow(why);
  await expect(asked).rejects.toThrow(UsageError);
});

test("the platform's own address in place of the control address is told apart", async () => {
  const { id } = sandbox.defaults.person;
  await expect(askSandbox(() => sandbox.baseUrl, ["act", id, "reload"])).rejects.toThrow(
    `${sandbox.baseUrl} is where the platform itself listens, not the control address, which the sandbox prints as SVC_SANDBOX_CONTROL`,
  );
  const { port } = await refusing();
  await expect(askSandbox(() => `http://127.0.0.1:${port}`, ["log"])).rejects.toThrow("is no sandbox, not the control");
});

test("what the control interface does not have is told in JSON, as everything else", async () => {
  const response = await fetch(`${sandbox.controlUrl}/nowhere`);
  expect([response.status, await response.json()]).toEqual([404, { message: "there is no GET /nowhere here" }]);
});

test("the log is lines for people, and whole entries with --json", async () => {
  sandbox.defaults.person.post(sandbox.defaults.channelId, "hello");
  const lines = await askSandbox(() => sandbox.controlUrl ?? "", ["log"]);
  expect(lines.text).toMatch(/^\d\d:\d\d:\d\d\.\d{3} \w+ +\S.*\n/);
  const json = await askSandbox(() => sandbox.controlUrl ?? "", ["log"], { json: true });
  expect(JSON.parse(json.text)).toEqual(expect.arrayContaining([expect.objectContaining({ number: 1 })]));
});

test("a sandbox that does not run is told by its address", async () => {
  const asked = askSandbox(() => "http://127.0.0.1:9", ["log"]);
  await expect(asked).rejects.toThrow("nothing answers at http://127.0.0.1:9: is the sandbox running?");
});
