import { expect, test } from "vitest";
import { RefusalError } from "../../runtime/http/errors/index.js";
import { outcome, roll } from "./kit/bench-app.js";
import { withRoll } from "./kit/roll.js";
import type { Handle } from "./kit/roll.js";

test("INT-20 the answer goes out until 60 s after the defer; a missing one is warned about before", async () => {
  const results: unknown[] = [];
  const app = withRoll(async (context) => {
    await context.defer();
    await app.clock.advance(60_001);
    results.push(await context.answer("late").catch((thrown: unknown) => thrown));
  });
  await app.run(roll());
  expect(results).toEqual([expect.objectContaining({ name: "InteractionClosedError", reason: "answer-too-late" })]);
  expect(app.answers).toEqual([]);
  expect(app.notices).toContainEqual(expect.objectContaining({ type: "interaction.answer_due", leftMs: 10_000 }));
});

test("INT-20 an answer in time is sent and silences the warning", async () => {
  const app = withRoll(async (context) => {
    await context.defer();
    await app.clock.advance(49_999);
    await context.answer({ content: "done", private: true, components: [{ any: 1 }] });
    await app.clock.advance(20_000);
  });
  await app.run(roll());
  expect(app.answers).toEqual([{ content: "done", private: true, components: [{ any: 1 }] }]);
  expect(app.kinds()).not.toContain("interaction.answer_due");
  expect(app.clock.waiting).toBe(0);
});

test("INT-21 a refused answer may be sent again, an accepted one may not", async () => {
  const errors: unknown[] = [];
  let refuse = true;
  const app = withRoll(
    async (context) => {
      await context.defer();
      errors.push(await context.answer("a").catch((thrown: unknown) => thrown));
      refuse = false;
      await context.answer("b");
      errors.push(await context.answer("c").catch((thrown: unknown) => thrown));
    },
    {
      answer: async () => {
        if (refuse) throw new RefusalError("no", { code: "WHATEVER_IT_SAYS", attempts: 1 });
        return outcome("10");
      },
    },
  );
  await app.run(roll());
  expect(errors).toEqual([
    expect.objectContaining({ code: "WHATEVER_IT_SAYS" }),
    expect.objectContaining({ reason: "already-answered" }),
  ]);
});

test("INT-22 INT-24 the sixth follow-up throws here, and none is ever sent twice", async () => {
  const errors: unknown[] = [];
  const app = withRoll(async (context) => {
    await context.reply("4");
    expect(context.followUpsLeft).toBe(5);
    for (let count = 0; count < 6; count += 1) {
      await context.followUp(`more ${count}`).catch((thrown: unknown) => errors.push(thrown));
    }
  });
  await app.run(roll());
  expect(app.followUps.map((texts) => texts.content)).toEqual(["more 0", "more 1", "more 2", "more 3", "more 4"]);
  expect(errors).toEqual([expect.objectContaining({ reason: "follow-ups-spent" })]);
});

test("INT-24 a follow-up without answer is not repeated and counts as spent", async () => {
  const lost = Object.assign(new Error("reset"), {});
  const app = withRoll(
    async (context) => {
      await context.reply("4");
      await context.followUp("more").catch(() => undefined);
      expect(context.followUpsLeft).toBe(4);
    },
    { followUp: async () => Promise.reject(lost) },
  );
  await app.run(roll());
  expect(app.errors).toEqual([]);
  expect(app.followUps).toHaveLength(1);
});

test("INT-25 a follow-up takes private and components as they are", async () => {
  const app = withRoll(async (context) => {
    await context.reply("4");
    await context.followUp({ content: "x", private: true, components: [null, { deep: [1] }] });
  });
  await app.run(roll());
  expect(app.followUps).toEqual([{ content: "x", private: true, components: [null, { deep: [1] }] }]);
});

test.each([
  { rule: "INT-26", assumption: "privateReply", what: "be private", more: { private: true } },
  { rule: "INT-27", assumption: "replyComponents", what: "carry components", more: { components: [{ id: "a" }] } },
] as const)(
  "$rule a reply that should $what goes as written, is rerouted or refused, as the assumption says",
  async (given) => {
    const { assumption, what, more } = given;
    const errors: unknown[] = [];
    const handle: Handle = async (context) => {
      await context.reply({ content: "psst", ...more }).catch((thrown: unknown) => errors.push(thrown));
    };
    const sent = withRoll(handle);
    await sent.run(roll());
    expect(sent.sent).toEqual([{ type: "reply", content: "psst", ...more, auto: false }]);

    const rerouted = withRoll(handle, { firstReply: { [assumption]: "rerouted" } });
    await rerouted.run(roll());
    expect(rerouted.sent).toEqual([{ type: "defer", auto: false }]);
    expect(rerouted.answers).toEqual([{ content: "psst", ...more }]);

    const refused = withRoll(handle, { firstReply: { [assumption]: "refused" } });
    await refused.run(roll());
    const message = `reply() cannot ${what} under the assumption ${assumption}: "refused". Use defer() and answer()`;
    expect(errors).toEqual([expect.objectContaining({ name: "ArgumentError", message })]);
    expect([refused.sent, refused.answers]).toEqual([[], []]);
  },
);

test("INT-26 INT-27 one reading that reroutes is enough, and one that refuses wins", async () => {
  const errors: unknown[] = [];
  const handle: Handle = async (context) => {
    const both = { content: "psst", private: true, components: [{ id: "a" }] };
    await context.reply(both).catch((thrown: unknown) => errors.push(thrown));
  };
  const rerouted = withRoll(handle, { firstReply: { replyComponents: "rerouted" } });
  await rerouted.run(roll());
  expect(rerouted.answers).toEqual([{ content: "psst", private: true, components: [{ id: "a" }] }]);
  const refused = withRoll(handle, { firstReply: { privateReply: "rerouted", replyComponents: "refused" } });
  await refused.run(roll());
  expect([errors.length, refused.sent]).toEqual([1, []]);
});

test("INT-20 the error of a late answer says where the time went", async () => {
  let error: unknown;
  const app = withRoll(async (context) => {
    await app.clock.advance(1_000);
    await context.defer();
    await app.clock.advance(60_001);
    error = await context.answer("late").catch((thrown: unknown) => thrown);
  });
  app.channelDoes(async () => {
    await app.clock.advance(200);
    return { was: "accepted" };
  });
  await app.run(roll(), { receivedAtMs: app.clock.monotonicMs() - 500 });
  expect(error).toMatchObject({
    reason: "answer-too-late",
    spent: { queueMs: 500, handlerMs: 61_001, networkMs: 200 },
    message: expect.stringContaining(
      "Of its time it spent 61.0 s in the handler, 0.5 s waiting for its handler, 0.2 s in calls to the service. " +
        "extend() still reaches the channel.",
    ) as unknown,
  });
});
