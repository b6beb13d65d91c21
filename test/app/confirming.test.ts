import { expect, test } from "vitest";
import { RefusalError } from "../../runtime/http/errors/index.js";
import { readInteraction } from "../../runtime/interaction/read.js";
import { roll, typing } from "./kit/bench-app.js";
import { withRoll } from "./kit/roll.js";

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
  expect(app.kinds()).toEqual(["interaction.expired", "interaction.expired"]);
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
  app.channelDoes(async () => {
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
    app.channelDoes(undefined);
    await context.reply("good");
  });
  app.channelDoes(() => ({ was: "refused", error: new RefusalError("no", { code: "INVALID_INPUT" }) }));
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
  app.channelDoes(() => ({ was: "already", ambiguous: false, error: new RefusalError("twice") }));
  await app.run(roll());
  expect(result).toEqual({ by: "other", via: "rest" });
  expect(app.errors).toEqual([]);
});

test("INT-08 a confirmation without answer is tried again; already confirmed then means perhaps by us", async () => {
  let result: unknown;
  const app = withRoll(async (context) => {
    result = await context.reply("4");
  });
  app.channelDoes(() =>
    app.sent.length === 1
      ? { was: "ambiguous", error: new Error("reset") }
      : { was: "already", ambiguous: false, error: new RefusalError("twice") },
  );
  const running = app.run(roll());
  await app.clock.advance(150);
  await running;
  expect(result).toEqual({ by: "unknown", via: "rest" });
  expect(app.sent).toHaveLength(2);
});

test("a confirmation that never gets an answer is tried until the window ends, then its error is thrown", async () => {
  let error: unknown;
  const app = withRoll(async (context) => {
    error = await context.reply("4").catch((thrown: unknown) => thrown);
  });
  const reset = new Error("reset");
  app.channelDoes(() => ({ was: "ambiguous", error: reset }));
  const running = app.run(roll());
  await app.clock.advance(2_899);
  await running;
  expect(app.sent.length).toBeGreaterThan(7);
  expect(error).toBe(reset);
  expect(app.clock.waiting).toBe(0);
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

test("INT-06 an interaction without a usable expiresInMs has its whole window from its arrival, and that is told", async () => {
  for (const given of [undefined, null, "soon", "3000", 1_500.5, -1, Number.NaN, {}]) {
    const left: number[] = [];
    const app = withRoll(async (context) => {
      left.push(context.remainingMs());
      await context.reply("4");
    });
    const { interaction, assumedExpiry } = readInteraction({ ...roll(), expiresInMs: given });
    if (interaction.type === "unknown") throw new Error("it cannot be read");
    await app.run(interaction, { receivedAtMs: app.clock.monotonicMs() - 500, assumedExpiry });
    expect(left).toEqual([2_400]);
    expect(app.notices).toContainEqual(
      expect.objectContaining({ type: "interaction.expiry_assumed", given: assumedExpiry }),
    );
    expect(app.sent).toHaveLength(1);
  }
  expect(readInteraction({ ...roll(), expiresInMs: 0 })).toMatchObject({ interaction: { expiresInMs: 0 } });
  expect(readInteraction({ ...typing([]), expiresInMs: null })).toMatchObject({ interaction: { expiresInMs: 1_000 } });
  expect(readInteraction({ ...roll(), expiresInMs: 3_000 })).not.toHaveProperty("assumedExpiry");
});

test("INT-26 an outcome that names a message although the text was private is told as an error", async () => {
  const app = withRoll(
    async (context) => {
      await context.reply({ content: "psst", private: true });
      await context.followUp({ content: "psst", private: true });
      await context.followUp("for all");
    },
    { firstReply: { privateReply: "sent" } },
  );
  await app.run(roll());
  expect(app.notices.filter(({ type }) => type === "interaction.private_published")).toMatchObject([
    { messageId: "9" },
    { messageId: "11" },
  ]);
  expect(app.lines).toEqual([
    expect.stringMatching(/^error A private text was published: .*everybody in the channel can read/),
    expect.stringMatching(/^error A private text was published/),
  ]);
});
