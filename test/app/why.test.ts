import { App, type AppOptions, button, confirmInteraction, createClient } from "svc-apps";
import { toLambdaHandler } from "svc-apps/adapters";
import type { PersonInteraction, Sandbox, VirtualClock } from "svc-apps/sandbox";
import { recordInteractions } from "svc-apps/why";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { factsOf } from "../../runtime/app/why/facts.js";
import { run as why } from "../../cli/why.js";
import { type Handler, poll } from "./kit/polls.js";
import { connected, endpointOf, pass, platform } from "./kit/world.js";

const folder = mkdtempSync(join(tmpdir(), "why-"));
afterAll(() => rmSync(folder, { recursive: true }));

const CANARY = "CANARY-what-a-person-wrote";
const go = button({ id: "go" });

interface Story {
  readonly sandbox: Sandbox<VirtualClock>;
  /** The App with the recorder, and its options over those that connect it. */
  readonly make: (options?: AppOptions) => App;
  readonly begin: (app: App) => Promise<void>;
}

/** What happens, and the interaction of which the person saw nothing. */
type Play = (story: Story) => Promise<PersonInteraction>;

const after = async (sandbox: Sandbox<VirtualClock>, ms: number): Promise<void> =>
  new Promise((resolve) => void sandbox.clock.schedule(resolve, ms));

/** An App whose command is handled so, and the command run once. */
const handledBy =
  (handle: (sandbox: Sandbox<VirtualClock>) => Handler, ms = 5_000, options: AppOptions = {}): Play =>
  async ({ sandbox, make, begin }) => {
    const app = make(options);
    app.command(poll, handle(sandbox));
    await begin(app);
    const ran = sandbox.defaults.person.run(poll);
    await pass(sandbox, ms, 100);
    return ran;
  };

/** An endpoint whose clock goes wrong after the probe; so many interactions, of which the last counts. */
const atEndpoint =
  (wrongByMs: number, times: number): Play =>
  async ({ sandbox, make, begin }) => {
    let offMs = 0;
    const clock = {
      now: () => sandbox.clock.now() + offMs,
      monotonicMs: () => sandbox.clock.monotonicMs(),
      schedule: (act: () => void, ms: number) => sandbox.clock.schedule(act, ms),
    };
    const app = make({ events: false, clock });
    await begin(app.command(poll, async ({ reply }) => reply("4")));
    await endpointOf(sandbox, app);
    offMs = wrongByMs;
    const { person } = sandbox.defaults;
    let ran = person.run(poll);
    await pass(sandbox, 4_000, 100);
    for (let time = 1; time < times; time += 1) {
      ran = person.run(poll);
      await pass(sandbox, 4_000, 100);
    }
    return ran;
  };

const causes: readonly (readonly [cause: string, play: Play])[] = [
  [
    "late-arrival",
    async ({ sandbox, make, begin }) => {
      let isDown = false;
      const app = make({
        streamTransport: async (request) => {
          if (isDown) throw new Error("down");
          return sandbox.openStream(request);
        },
      });
      await begin(app.command(poll, async ({ reply }) => reply("4")));
      isDown = true;
      sandbox.faults.streams.cut();
      const ran = sandbox.defaults.person.run(poll);
      await pass(sandbox, 4_000, 100);
      isDown = false;
      await pass(sandbox, 20_000, 500);
      return ran;
    },
  ],
  [
    "queue",
    async ({ sandbox, make, begin }) => {
      const app = make({ interactionConcurrency: 1 });
      await begin(app.command(poll, async ({ reply }) => (await after(sandbox, 5_000), reply("4"))));
      sandbox.defaults.person.run(poll);
      await pass(sandbox, 100);
      const ran = sandbox.defaults.person.run(poll);
      await pass(sandbox, 9_000, 100);
      return ran;
    },
  ],
  ["hung-handler", handledBy(() => async () => new Promise(() => undefined), 10_000)],
  [
    "lost-race",
    handledBy((sandbox) => async ({ id, reply }) => {
      const { baseUrl, request: transport, clock } = sandbox;
      const other = createClient({ baseUrl, token: sandbox.defaults.token, transport, clock });
      await confirmInteraction(other, { interactionId: id, type: "reply", content: "theirs" });
      await reply("4");
    }),
  ],
  [
    "answer-5xx",
    async ({ sandbox, make, begin }) => {
      const app = make();
      await begin(app.command(poll, async ({ reply }) => reply({ content: CANARY, private: true })));
      sandbox.faults.add({ on: "rest", operation: "answerInteraction", effect: "answer", status: 503, times: 100 });
      const ran = sandbox.defaults.person.run(poll);
      await pass(sandbox, 70_000, 250);
      return ran;
    },
  ],
  ["wrong-clock", atEndpoint(3_600_000, 1)],
  ["suspended-endpoint", atEndpoint(-3_600_000, 6)],
  [
    "missing-route",
    async ({ sandbox, make, begin }) => {
      const app = make();
      const components = [go.of({ label: "Go" })];
      await begin(app.command(poll, async ({ reply }) => reply({ content: "4", components })));
      const { person } = sandbox.defaults;
      const ran = person.run(poll);
      await pass(sandbox, 500);
      const pressed = person.press(ran.texts[0]?.messageId ?? "", "go");
      await pass(sandbox, 5_000, 100);
      return pressed;
    },
  ],
  [
    "thrown-error",
    handledBy(() => async () => {
      await Promise.resolve();
      throw new Error(CANARY);
    }),
  ],
  [
    "forgotten-answer",
    handledBy(
      () =>
        async ({ defer }) =>
          void (await defer()),
    ),
  ],
  [
    "frozen-host",
    async ({ sandbox, make, begin }) => {
      const app = make({ events: false });
      await begin(app.command(poll, async ({ answer }) => (await after(sandbox, 10_000), answer(CANARY))));
      const onLambda = toLambdaHandler(app);
      const { appId, person } = sandbox.defaults;
      await sandbox.portal.saveEndpoint({
        appId,
        url: "https://app.example/interactions",
        inProcess: async ({ headers, body }) => {
          const text = Buffer.from(body).toString("base64");
          const { statusCode, body: said = "" } = await onLambda({
            httpMethod: "POST",
            headers,
            body: text,
            isBase64Encoded: true,
          });
          return { status: statusCode, body: said };
        },
      });
      await sandbox.portal.probeEndpoint({ appId });
      const ran = person.run(poll);
      await pass(sandbox, 5_000, 100);
      return ran;
    },
  ],
  [
    "revoked-credential",
    handledBy((sandbox) => async ({ reply }) => {
      sandbox.portal.revokeByPlatform({ appId: sandbox.defaults.appId });
      await reply(CANARY);
    }),
  ],
];

test.each(causes)(
  "the cause %s is named from the file alone, which holds no text and no credential",
  async (cause, play) => {
    const sandbox = await platform();
    const { token } = sandbox.defaults;
    const file = join(folder, `${cause}.jsonl`);
    const story: Story = {
      sandbox,
      make: (options) => new App(recordInteractions({ file }, { ...connected(sandbox), ...options })),
      async begin(app) {
        onTestFinished(async () => {
          const stopping = app.stop({ graceMs: 0 });
          await sandbox.clock.settle();
          await stopping;
        });
        await app.start({ signals: false });
      },
    };
    const { id } = await play(story);
    await sandbox.clock.advance(1_100);
    let said = "";
    expect(await why([id, "--file", file], (text) => void (said += text))).toBe(1);
    expect(said.split("\n")[0]).toBe(`${id}: ${cause}`);
    expect(said).toMatch(/\n {2}Why: .+\.\n {2}Do: {2}.+\.\n/);
    let json = "";
    expect(await why(["--json", "--file", file, id], (text) => void (json += text))).toBe(1);
    expect(JSON.parse(json)).toMatchObject([{ id, cause: { name: cause } }]);
    const kept = readFileSync(file, "utf8");
    expect(kept).toContain('"svc-apps-why":1');
    expect(kept).not.toContain(CANARY);
    expect(kept).not.toContain(token.slice(-12));
  },
);

test("only numbers, words of ours and codes of the service are kept of what is reported", () => {
  const texts = {
    reason: CANARY.replaceAll("-", " "),
    operation: `x\n${CANARY}`,
    via: { text: CANARY },
    message: CANARY,
  };
  const error = Object.assign(new Error(CANARY, { cause: new Error(CANARY) }), { code: CANARY, status: 503 });
  expect(
    factsOf({ ...texts, tookMs: 1.4, attempts: "2", auto: true, source: "gateway", error, content: CANARY }),
  ).toEqual({
    tookMs: 1,
    source: "gateway",
    auto: true,
    error: { name: "Error", status: 503, cause: { name: "Error" } },
  });
});

test("what went well has no cause, an id that never came says so, and a file that is not a recording is refused", async () => {
  const sandbox = await platform();
  const file = join(folder, "well.jsonl");
  const app = new App(recordInteractions({ file, keep: 2 }, connected(sandbox)));
  onTestFinished(async () => app.stop({ graceMs: 0 }));
  await app.command(poll, async ({ reply }) => reply("4")).start({ signals: false });
  const ran = [1, 2, 3].map(() => sandbox.defaults.person.run(poll));
  await pass(sandbox, 2_000, 100);
  const asked = async (...argv: readonly string[]) => {
    let text = "";
    const code = await why([...argv, "--file", file], (more) => void (text += more));
    return [code, text.split("\n")[0]];
  };
  expect(await asked()).toEqual([0, "No recorded interaction failed."]);
  expect(await asked(ran[2]?.id ?? "")).toEqual([0, `${ran[2]?.id}: nothing went wrong here.`]);
  expect(await asked(ran[0]?.id ?? "")).toEqual([1, `${ran[0]?.id}: never-arrived`]); // two are kept
  await expect(why(["--file", "package.json"])).rejects.toThrow("package.json is no recording of this version");
  await expect(why([])).rejects.toThrow("pass one recording");
  expect(() => recordInteractions({ file: "" })).toThrow("file must be a non-empty string");
  expect(() => recordInteractions({ file, keep: 0 })).toThrow("keep must be a whole number from 1 to 10000");
});
