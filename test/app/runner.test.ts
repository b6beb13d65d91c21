import { expect, test } from "vitest";
import { RefusalError } from "../../runtime/http/errors/index.js";
import type { ConfirmableInteraction, SuggestingInteraction } from "../../runtime/app/interaction/contexts.js";
import { chatCommand } from "../../runtime/app/definitions/commands.js";
import { bench, interaction, outcome, roll } from "./kit/bench-app.js";
import { gate, settle } from "./kit/clock.js";

const command = chatCommand({
  name: "roll",
  description: "Roll a die",
  options: [{ type: "integer", name: "sides", description: "Sides", required: true, minValue: 2, maxValue: 100 }],
});
const plain = chatCommand({ name: "roll", description: "Roll a die" });

type Handle = (context: ConfirmableInteraction & { readonly args: { sides?: number } }) => unknown;

function withRoll(handle: Handle, options: Parameters<typeof bench>[0] = {}, definition = plain) {
  const app = bench(options);
  app.registry.addCommand(definition, handle as (context: object) => unknown, {});
  return app;
}

test("INT-03 remainingMs counts down on the monotonic clock, queue time and margin taken off", async () => {
  const seen: number[] = [];
  const app = withRoll(async (context) => {
    seen.push(context.remainingMs());
    await app.clock.advance(1_000);
    seen.push(context.remainingMs());
    await context.reply("4");
  });
  await app.run(roll(), { receivedAtMs: app.clock.monotonicMs() - 500 });
  expect(seen).toEqual([2_400, 1_400]);
});

test("INT-04 an interaction that comes with no time left is told, not run, and nothing is sent", async () => {
  let runs = 0;
  const app = withRoll(() => (runs += 1));
  await app.run(roll([], { expiresInMs: 0 }));
  await app.run(roll([], { expiresInMs: 100 }));
  expect(runs).toBe(0);
  expect(app.sent).toEqual([]);
  expect(app.kinds()).toEqual(["interaction_expired", "interaction_expired"]);
  await app.run(roll([], { expiresInMs: 101 }));
  expect(runs).toBe(1);
});

test("INT-04 on request, handlers of expired interactions run, and their confirmations are refused here", async () => {
  let reason: unknown;
  const app = withRoll(
    async (context) => {
      reason = await context.reply("late").catch((error: unknown) => error);
    },
    { timing: { runExpired: true } },
  );
  await app.run(roll([], { expiresInMs: 0 }));
  expect(reason).toMatchObject({ name: "InteractionClosedError", reason: "expired" });
  expect(app.sent).toEqual([]);
});

test("INT-05 a refusal after the deadline is an expiry, with the service's own code kept", async () => {
  let error: unknown;
  const app = withRoll(async (context) => {
    error = await context.reply("late").catch((thrown: unknown) => thrown);
  });
  app.doorDoes(async () => {
    await app.clock.advance(2_900);
    return { was: "refused", error: new RefusalError("no", { code: "INVALID_INPUT", status: 409 }) };
  });
  await app.run(roll());
  expect(error).toMatchObject({ name: "InteractionExpiredError", code: "INVALID_INPUT", status: 409 });
});

test("INT-05 the same refusal before the deadline is handed on as it came, and another try is possible", async () => {
  const errors: unknown[] = [];
  const app = withRoll(async (context) => {
    errors.push(await context.reply("bad").catch((thrown: unknown) => thrown));
    app.doorDoes(undefined);
    await context.reply("good");
  });
  app.doorDoes(() => ({ was: "refused", error: new RefusalError("no", { code: "INVALID_INPUT" }) }));
  await app.run(roll());
  expect(errors).toEqual([expect.objectContaining({ name: "RefusalError", code: "INVALID_INPUT" })]);
  expect(app.sent.map((sent) => sent.type)).toEqual(["reply", "reply"]);
});

test("INT-06 the window of the type counts even when the interaction promises more", async () => {
  let left = 0;
  const app = withRoll((context) => (left = context.remainingMs()));
  await app.run(roll([], { expiresInMs: 60_000 }));
  expect(left).toBe(2_900);
});

test("INT-07 the second confirmation of a handler throws here and sends nothing", async () => {
  let error: unknown;
  const app = withRoll(async (context) => {
    await context.reply("4");
    error = await context.decline().catch((thrown: unknown) => thrown);
  });
  await app.run(roll());
  expect(error).toMatchObject({ name: "InteractionClosedError", reason: "already-confirmed" });
  expect(app.sent).toHaveLength(1);
});

test("INT-07 being told that it is confirmed already is a result, not a failure", async () => {
  let result: unknown;
  const app = withRoll(async (context) => {
    result = await context.reply("4");
  });
  app.doorDoes(() => ({ was: "already", ambiguous: false, error: new RefusalError("twice") }));
  await app.run(roll());
  expect(result).toEqual({ by: "other", via: "rest" });
  expect(app.errors).toEqual([]);
});

test("INT-08 a confirmation without answer is tried again; already confirmed then means perhaps by us", async () => {
  let result: unknown;
  const app = withRoll(async (context) => {
    result = await context.reply("4");
  });
  let tries = 0;
  app.doorDoes(() => {
    tries += 1;
    return tries === 1
      ? { was: "ambiguous", error: new Error("reset") }
      : { was: "already", ambiguous: false, error: new RefusalError("twice") };
  });
  await app.run(roll());
  expect(result).toEqual({ by: "unknown", via: "rest" });
  expect(tries).toBe(2);
});

test("a confirmation that never gets an answer is tried three times, then its error is thrown", async () => {
  let error: unknown;
  const app = withRoll(async (context) => {
    error = await context.reply("4").catch((thrown: unknown) => thrown);
  });
  const reset = new Error("reset");
  app.doorDoes(() => ({ was: "ambiguous", error: reset }));
  await app.run(roll());
  expect(app.sent).toHaveLength(3);
  expect(error).toBe(reset);
});

test("INT-10 an empty reply is refused before anything is sent; blanks are the service's business", async () => {
  const errors: unknown[] = [];
  const app = withRoll(async (context) => {
    errors.push(await context.reply("").catch((thrown: unknown) => thrown));
    await context.reply(" ");
  });
  await app.run(roll());
  expect(errors).toEqual([expect.objectContaining({ name: "ArgumentError" })]);
  expect(app.sent).toEqual([{ type: "reply", content: " ", auto: false }]);
});

test("INT-15 a decline carries nothing but its type", async () => {
  const app = withRoll(async (context) => context.decline());
  await app.run(roll());
  expect(app.sent).toEqual([{ type: "decline", auto: false }]);
});

test("INT-16 INT-17 INT-18 a public reply has a message id; a defer and a decline have none", async () => {
  const results: unknown[] = [];
  const replying = withRoll(async (context) => results.push(await context.reply("4")));
  await replying.run(roll());
  const deferring = withRoll(async (context) => results.push(await context.defer()));
  await deferring.run(roll());
  expect(results).toEqual([
    { by: "us", via: "rest", messageId: "9" },
    { by: "us", via: "rest" },
  ]);
});

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
  expect(app.notices).toContainEqual(expect.objectContaining({ kind: "answer_due", leftMs: 10_000 }));
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
  expect(app.kinds()).not.toContain("answer_due");
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

test("INT-26 a private reply goes as written, is rerouted or refused, as the assumption says", async () => {
  const errors: unknown[] = [];
  const handle: Handle = async (context) => {
    await context.reply({ content: "psst", private: true }).catch((thrown: unknown) => errors.push(thrown));
  };
  const sent = withRoll(handle);
  await sent.run(roll());
  expect(sent.sent).toEqual([{ type: "reply", content: "psst", private: true, auto: false }]);

  const rerouted = withRoll(handle, { privateReply: "rerouted" });
  await rerouted.run(roll());
  expect(rerouted.sent).toEqual([{ type: "defer", auto: false }]);
  expect(rerouted.answers).toEqual([{ content: "psst", private: true }]);

  const refused = withRoll(handle, { privateReply: "refused" });
  await refused.run(roll());
  expect(errors).toEqual([expect.objectContaining({ name: "ArgumentError" })]);
});

test("INT-34 arguments are checked against the definition; what does not fit is an error that names it", async () => {
  const seen: unknown[] = [];
  const app = withRoll((context) => seen.push(context.args), {}, command as never);
  await app.run(roll([{ name: "sides", value: 6 }]));
  await app.run(
    roll([
      { name: "sides", value: 2 },
      { name: "new", value: 1 },
    ]),
  );
  for (const value of [1, 101, 2.5, "6", undefined]) await app.run(roll([{ name: "sides", value }]));
  expect(seen).toEqual([{ sides: 6 }, { sides: 2 }]);
  expect(app.errors.map(({ error }) => (error.cause as Error).message)).toEqual([
    '"sides" of command roll came as 1, below its minValue 2.',
    '"sides" of command roll came as 101, above its maxValue 100.',
    '"sides" of command roll came as something else than a whole number.',
    '"sides" of command roll came as something else than a whole number.',
    '"sides" of command roll is required and did not come.',
  ]);
  expect(app.errors[0]?.error.cause).toMatchObject({ name: "ArgumentsMismatchError", argument: "sides" });
});

test("INT-37 an interaction that nobody confirms is deferred just before its deadline", async () => {
  const forever = gate();
  const app = withRoll(async () => forever.promise);
  const running = app.run(roll());
  await app.clock.advance(2_499);
  expect(app.sent).toEqual([]);
  await app.clock.advance(1);
  expect(app.sent).toEqual([{ type: "defer", auto: true }]);
  forever.open();
  await running;
});

test("INT-37 without the option nothing is deferred", async () => {
  const app = withRoll(async () => app.clock.advance(5_000), { timing: { autoDeferLeadMs: undefined } });
  await app.run(roll());
  expect(app.sent).toEqual([]);
  expect(app.kinds()).toContain("unconfirmed");
});

test("INT-37 INT-38 a late reply becomes the answer to the automatic defer", async () => {
  let result: unknown;
  const app = withRoll(async (context) => {
    await app.clock.advance(10_000);
    result = await context.reply("4");
  });
  await app.run(roll());
  expect(app.sent).toEqual([{ type: "defer", auto: true }]);
  expect(app.answers).toEqual([{ content: "4" }]);
  expect(result).toEqual({ by: "us", via: "rest", messageId: "10" });
});

test("INT-38 a reply that meets the automatic defer on its way waits for it and answers", async () => {
  const onTheWay = gate();
  const app = withRoll(async (context) => {
    await app.clock.advance(2_500);
    const replying = context.reply("4");
    await settle();
    expect(app.answers).toEqual([]);
    onTheWay.open();
    await replying;
  });
  app.doorDoes(async () => {
    await onTheWay.promise;
    return { was: "accepted" };
  });
  await app.run(roll());
  expect(app.sent).toEqual([{ type: "defer", auto: true }]);
  expect(app.answers).toEqual([{ content: "4" }]);
});

test("INT-38 a reply on its way keeps the automatic defer from being sent", async () => {
  const onTheWay = gate();
  const app = withRoll(async (context) => {
    const replying = context.reply("4");
    await app.clock.advance(2_800);
    onTheWay.open();
    await replying;
  });
  app.doorDoes(async () => {
    await onTheWay.promise;
    return { was: "accepted" };
  });
  await app.run(roll());
  expect(app.sent).toEqual([{ type: "reply", content: "4", auto: false }]);
  expect(app.errors).toEqual([]);
});

test("INT-38 asking for the defer that was made already is agreement", async () => {
  const app = withRoll(async (context) => {
    await app.clock.advance(2_600);
    await context.defer();
    await context.answer("4");
    await expect(context.defer()).rejects.toMatchObject({ reason: "already-confirmed" });
  });
  await app.run(roll());
  expect(app.sent).toHaveLength(1);
  expect(app.errors).toEqual([]);
});

test("INT-38 if the automatic defer gets lost, the waiting reply confirms after all", async () => {
  const app = withRoll(
    async (context) => {
      await app.clock.advance(2_500);
      await context.reply("4");
    },
    { timing: { marginMs: 0 } },
  );
  app.doorDoes((confirmation) =>
    confirmation.type === "defer"
      ? { was: "refused", error: new RefusalError("not now") }
      : { was: "accepted", outcome: outcome("9") },
  );
  await app.run(roll());
  expect(app.sent.map(({ type }) => type)).toEqual(["reply"]);
});

const suggesting = chatCommand({
  name: "find",
  description: "x",
  options: [
    { type: "string", name: "term", description: "x", autocomplete: true },
    { type: "integer", name: "page", description: "x", minValue: 10 },
  ],
});
const typing = (list: readonly { name: string; type: string; value: unknown }[], more: object = {}) =>
  interaction("autocomplete", {
    command: { publicId: "7" as never, name: "find" },
    arguments: list as never,
    focused: "term",
    ...more,
  });

function withFind(suggest: (context: SuggestingInteraction) => unknown, options: Parameters<typeof bench>[0] = {}) {
  const app = bench(options);
  app.registry.addCommand(suggesting, () => undefined, { term: suggest as (context: object) => unknown });
  return app;
}

test("INT-29 INT-30 INT-31 the focused option comes with its value and limit, the others as arguments", async () => {
  const seen: unknown[] = [];
  const app = withFind(async (context) => {
    seen.push({ ...context.focused }, context.args);
    await context.suggest([{ name: "a", value: "a".repeat(500) }]);
  });
  const list = [
    { name: "term", type: "string", value: "li" },
    { name: "page", type: "integer", value: 12 },
  ];
  await app.run(typing(list, { focusedType: "string", focusedLimits: { maxLength: 3 } }));
  expect(seen).toEqual([{ name: "term", typed: "li", value: "li", maxLength: 3 }, { page: 12 }]);
  expect(app.sent).toEqual([{ type: "suggest", choices: [{ name: "a", value: "a".repeat(500) }], auto: false }]);
});

test("INT-30 what does not fit the option's type yet is in typed, not in value", async () => {
  const seen: unknown[] = [];
  const app = withFind((context) => seen.push({ ...context.focused }, context.args));
  await app.run(
    typing([
      { name: "term", type: "string", value: 5 },
      { name: "page", type: "integer", value: 1 },
    ]),
  );
  await app.run(typing([]));
  expect(seen).toEqual([{ name: "term", typed: 5 }, {}, { name: "term", typed: undefined }, {}]);
});

test("INT-32 there is no cap on suggestions here", async () => {
  const choices = Array.from({ length: 1_000 }, (_, index) => ({ name: String(index), value: index }));
  const app = withFind(async (context) => context.suggest(choices));
  await app.run(typing([]));
  expect(app.sent[0]).toMatchObject({ type: "suggest", choices });
});

test("INT-11 INT-12 an autocomplete context has suggest and no other confirmation", async () => {
  let context: object = {};
  const app = withFind((given) => (context = given));
  await app.run(typing([]));
  expect("suggest" in context).toBe(true);
  for (const name of ["reply", "defer", "decline", "modal", "answer", "followUp"]) expect(name in context).toBe(false);
});

test("INT-39 a late autocomplete handler is covered by an empty list, unless that is switched off", async () => {
  const late = withFind(async () => late.clock.advance(2_000));
  await late.run(typing([]));
  expect(late.sent).toEqual([{ type: "suggest", choices: [], auto: true }]);
  const silent = withFind(async () => silent.clock.advance(2_000), { timing: { emptySuggestionsLeadMs: undefined } });
  await silent.run(typing([]));
  expect(silent.sent).toEqual([]);
});

test("INT-40 INT-41 one interaction id runs once, whoever brings it and however often", async () => {
  let runs = 0;
  const hold = gate();
  const app = withRoll(async (context) => {
    runs += 1;
    await hold.promise;
    await context.reply("4");
  });
  const first = roll();
  const running = app.run(first);
  await app.run({ ...first, expiresInMs: 1_000 });
  hold.open();
  await running;
  await app.run(first);
  expect(runs).toBe(1);
  expect(app.kinds().filter((kind) => kind === "interaction_duplicate")).toHaveLength(2);
});

test("CMD-11 a command unknown here is declined, and an unknown autocomplete suggests nothing", async () => {
  const app = bench();
  await app.run(roll());
  await app.run(typing([]));
  await app.run(interaction("component", { id: "gone" }));
  expect(app.sent.map(({ type }) => type)).toEqual(["decline", "suggest", "decline"]);
  expect(app.kinds().filter((kind) => kind === "interaction_unrouted")).toHaveLength(3);
});

test("a fallback takes what nobody else does", async () => {
  const app = bench();
  app.registry.setFallback(async (context) => (context as ConfirmableInteraction).reply("gone"));
  await app.run(roll());
  expect(app.sent).toEqual([{ type: "reply", content: "gone", auto: false }]);
});

test("a handler that throws is reported with its name, and the person is declined rather than left waiting", async () => {
  const app = withRoll(() => {
    throw new RangeError("no dice");
  });
  await app.run(roll());
  expect(app.errors[0]?.error).toMatchObject({ name: "HandlerError", kind: "handler", handler: "command roll" });
  expect(app.errors[0]?.error.message).toContain("RangeError: no dice");
  expect(app.sent).toEqual([{ type: "decline", auto: false }]);
});

test("a handler that throws after its reply is reported, and nothing more is sent", async () => {
  const app = withRoll(async (context) => {
    await context.reply("4");
    throw new Error("after");
  });
  await app.run(roll());
  expect(app.errors).toHaveLength(1);
  expect(app.sent).toHaveLength(1);
});

test("INT-35 a pluggable decoder reads what the platform does not document", async () => {
  const seen: unknown[] = [];
  const app = bench({
    decoders: {
      component: (data) => ({ id: String((data as { weird: { id: string } }).weird.id) }),
      form: (data) => ({ id: "f", values: new Map(Object.entries((data as { answers: object }).answers)) }),
      targetCommand: (data) => (data as { run: string }).run,
    },
  });
  app.registry.addId("component", "vote:{choice}", (context) => seen.push((context as { params: unknown }).params));
  app.registry.addId("form", "f", (context) => seen.push((context as { values: unknown }).values));
  await app.run(interaction("component", { weird: { id: "vote:yes" } }));
  await app.run(interaction("form", { answers: { why: "because" } }));
  expect(seen).toMatchObject([{ choice: "yes" }, { why: "because" }]);
});
