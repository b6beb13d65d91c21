import type { AppOptions } from "svc-apps";
import { expect, test } from "vitest";
import { appOn, endpointOf, pass, platform, roll } from "./kit/world.js";

const TWICE = ["refused", "replaces", "appends"] as const;

interface Story {
  readonly answerTwice?: (typeof TWICE)[number];
  readonly options?: AppOptions;
  readonly reply?: { readonly content: string; readonly private?: boolean };
  readonly via?: "gateway" | "endpoint";
}

/** One command whose handler replies in private, on a platform whose answer route does something else at first. */
async function story({ answerTwice = "refused", options = {}, reply, via = "gateway" }: Story) {
  const sandbox = await platform({ assumptions: { answerTwice } });
  const { app, notices, start } = appOn(sandbox, { ...options, assumptions: { ...options.assumptions, answerTwice } });
  app.command(roll, async (interaction) => {
    if (reply?.private !== true) await interaction.defer();
    await interaction.reply(reply ?? { content: "RESULT" });
  });
  const { person, channelId, owner } = await start();
  if (via === "endpoint") await endpointOf(sandbox, app);
  return {
    sandbox,
    notices,
    faults: sandbox.faults,
    async run() {
      const interaction = person.run("roll");
      await pass(sandbox, 70_000, 250);
      return {
        texts: interaction.texts.map(({ content }) => content),
        channel: owner.read(channelId).map(({ content }) => content),
        types: notices.map(({ type }) => type).filter((type) => type.startsWith("interaction.")),
        errors: notices.filter(({ level }) => level === "error").map(({ type }) => type),
        state: interaction.state,
      };
    },
  };
}

const answers = { operation: "answerInteraction" } as const;
const secret = { content: "RESULT", private: true } as const;

for (const when of ["before", "after"] as const) {
  for (const answerTwice of ["refused", "replaces"] as const) {
    test.each([500, 502, 503])(
      `INT-43 a person reads the answer once after a %d ${when} it was carried out, where a second answer is ${answerTwice}`,
      async (status) => {
        for (const reply of [secret, { content: "RESULT" }]) {
          const { faults, run } = await story({ answerTwice, reply });
          faults.serverError({ ...answers, status, when });
          expect(await run()).toMatchObject({ texts: ["RESULT"], state: "answered", errors: [] });
        }
      },
    );

    test(`INT-43 nor does a reset ${when} lose it, where a second answer is ${answerTwice}`, async () => {
      const { faults, run } = await story({ answerTwice, reply: secret });
      faults.reset({ ...answers, when, times: 3 });
      expect(await run()).toMatchObject({ texts: ["RESULT"], state: "answered", errors: [] });
    });
  }
}

test("INT-43 behind an endpoint it is the same", async () => {
  const { faults, run } = await story({ reply: secret, via: "endpoint" });
  faults.serverError({ ...answers, status: 502, times: 2 });
  expect(await run()).toMatchObject({ texts: ["RESULT"], state: "answered", errors: [] });
});

test("INT-43 where a second answer would be said as well, an unclear one is not repeated, and the person is told", async () => {
  const { faults, run } = await story({ answerTwice: "appends", reply: secret });
  faults.serverError({ ...answers, status: 502, when: "before" });
  const { texts, errors } = await run();
  expect(texts).toEqual(["Something went wrong."]);
  expect(errors).toContain("interaction.answer_lost");
});

test("INT-43 when no attempt gets through, a follow-up says so in private, never the answer, and an error is reported", async () => {
  for (const answerTwice of TWICE) {
    const { faults, run, notices } = await story({ answerTwice });
    faults.serverError({ ...answers, status: 503, times: Infinity });
    const { texts, channel, types, errors } = await run();
    expect(texts).toEqual(["Something went wrong."]);
    expect(channel).toEqual([]);
    expect(errors).toEqual(["interaction.answer_lost", "app.handler_failed"]);
    expect(types.filter((type) => type === "interaction.failure_told")).toHaveLength(1);
    const attempts = answerTwice === "appends" ? 1 : 6;
    expect(notices.find(({ type }) => type === "interaction.answer_lost")).toMatchObject({ attempts });
  }
});

test("INT-43 failureText: false says nothing", async () => {
  const { faults, run } = await story({ options: { failureText: false } });
  faults.serverError({ ...answers, status: 503, times: Infinity });
  expect((await run()).texts).toEqual([]);
});

test.each([
  [true, ["Something went wrong."]],
  [false, []],
])(
  "INT-43 only with failureInChannel (%s) does everybody read that something went wrong",
  async (failureInChannel, said) => {
    const { faults, run } = await story({ options: { failureInChannel } });
    faults.serverError({ ...answers, status: 503, times: Infinity });
    faults.serverError({ operation: "followUpInteraction", status: 503, times: Infinity });
    const { channel, types } = await run();
    expect(channel).toEqual(said);
    expect(types).toContain("interaction.failure_untold");
  },
);

test("INT-24 a follow-up that was certainly not carried out is repeated, another one is not", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  app.command(roll, async ({ reply, followUp }) => {
    await reply("one");
    await followUp("two");
  });
  const { person } = await start();
  const operation = "followUpInteraction";
  sandbox.faults.rateLimit({ operation, retryAfter: 2, times: 2 });
  const first = person.run("roll");
  await pass(sandbox, 20_000, 250);
  expect(first.texts.map(({ content }) => content)).toEqual(["one", "two"]);
  sandbox.faults.serverError({ operation, status: 502 });
  const second = person.run("roll");
  await pass(sandbox, 20_000, 250);
  expect(second.texts.map(({ content }) => content)).toEqual(["one"]);
});
