import { expect, test } from "vitest";
import { RefusalError } from "../../runtime/http/errors/index.js";
import { outcome, roll } from "./kit/bench-app.js";
import { gate, settle } from "./kit/clock.js";
import { withRoll } from "./kit/roll.js";

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
  expect(app.kinds()).toContain("interaction.unconfirmed");
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
  app.channelDoes(async () => {
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
  app.channelDoes(async () => {
    await onTheWay.promise;
    return { was: "accepted" };
  });
  await app.run(roll());
  expect(new Set(app.sent.map(({ type }) => type))).toEqual(new Set(["reply"]));
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
  app.channelDoes((confirmation) =>
    confirmation.type === "defer"
      ? { was: "refused", error: new RefusalError("not now") }
      : { was: "accepted", outcome: outcome("9") },
  );
  await app.run(roll());
  expect(app.sent.map(({ type }) => type)).toEqual(["reply"]);
});

test("INT-37 a handler that throws after a defer is told to the person, privately, whoever deferred", async () => {
  for (const deferred of ["by the App", "by the handler"]) {
    const app = withRoll(async (context) => {
      if (deferred === "by the handler") await context.defer();
      await app.clock.advance(5_000);
      throw new Error("mine");
    });
    await app.run(roll());
    expect(app.sent.map(({ type }) => type)).toEqual(["defer"]);
    expect(app.answers).toEqual([{ content: "It failed.", private: true }]);
    expect(app.errors).toHaveLength(1);
    expect(app.clock.waiting).toBe(0);
  }
});

test("what the handler said before it threw is left as it is, and so is a defer of somebody else", async () => {
  const answered = withRoll(async (context) => {
    await context.defer();
    await context.answer("4");
    throw new Error("mine");
  });
  await answered.run(roll());
  expect(answered.answers).toEqual([{ content: "4" }]);

  const lost = withRoll(async (context) => {
    await context.defer();
    throw new Error("mine");
  });
  lost.channelDoes(() => ({ was: "already", ambiguous: false, error: new RefusalError("twice") }));
  await lost.run(roll());
  expect(lost.answers).toEqual([]);
});

test("with failureText false nothing is sent, and a text that cannot be sent is only logged", async () => {
  const silent = withRoll(
    async (context) => {
      await context.defer();
      throw new Error("mine");
    },
    { timing: { failureText: false } },
  );
  await silent.run(roll());
  expect(silent.answers).toEqual([]);

  const refused = withRoll(
    async (context) => {
      await context.defer();
      throw new Error("mine");
    },
    { answer: async () => Promise.reject(new RefusalError("no")) },
  );
  await refused.run(roll());
  expect(refused.lines).toContainEqual(
    expect.stringContaining("The user could not be informed after a handler failed"),
  );
});
