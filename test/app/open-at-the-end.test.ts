import { App, component, isNoAnswer } from "svc-apps";
import type { Diagnostic } from "svc-apps";
import { testApp } from "svc-apps/testing";
import "svc-apps/testing/vitest";
import { address, order, poll, question } from "./kit/polls.js";
import type { Handler } from "./kit/polls.js";
import { expect, onTestFinished, test } from "vitest";

/** The rejections that nobody handles, so far. */
function unhandled(): () => Promise<readonly unknown[]> {
  const reasons: unknown[] = [];
  const listen = (reason: unknown): void => void reasons.push(reason);
  process.on("unhandledRejection", listen);
  onTestFinished(() => void process.off("unhandledRejection", listen));
  return async () => {
    await new Promise((resolve) => setImmediate(resolve)); // Node tells of them once all microtasks are done
    return reasons;
  };
}

/** An App whose handler leaves something open when it ends. */
async function leaving(handle: Handler) {
  const rejected = unhandled();
  const world = await testApp(new App().command(poll, handle));
  const { person, diagnostics } = world;
  return { person, diagnostics, asked: await person.run(poll), rejected };
}

const told = ({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) =>
  diagnostics.flatMap(({ type, level, message }) => (type === "interaction.unrouted" ? [`${level}: ${message}`] : []));

const OVER = "the conversation of command poll waited for it, and no longer does";

test("of two waits the one that lost ends with its handler, and its answer is one to a conversation that is over", async () => {
  const world = await leaving(async ({ reply, waitFor }) => {
    await reply(question);
    const first = await Promise.race([waitFor(component("vote:yes")), waitFor(component("vote:no"))]);
    await first.reply("heard");
  });
  expect(await world.person.press(world.asked, "vote:yes")).toHaveReplied("heard");
  const loser = await world.person.press(world.asked, "vote:no");
  expect([loser.reply, loser.state]).toEqual([undefined, "declined"]);
  expect(told(world)).toEqual([`info: No handler for component "vote:no": ${OVER}.`]);
  expect(await world.rejected()).toEqual([]);
});

test("a wait that lost to a time of the handler's own ends with it, and who answers then is told so", async () => {
  const world = await leaving(async ({ reply, waitFor }) => {
    await reply(question);
    await Promise.race([waitFor(component("vote:yes")), new Promise((resolve) => setImmediate(resolve))]);
  });
  await world.rejected();
  const late = await world.person.press(world.asked, "vote:yes");
  expect(late).toHaveReplied("This was interrupted. Please start again.");
  expect(told(world)).toEqual([`info: No handler for component "vote:yes": ${OVER}: its time was up.`]);
  expect(await world.rejected()).toEqual([]);
});

test("a wait of an interaction that was heard on the way ends with the handler, too", async () => {
  const world = await leaving(async ({ reply, waitFor }) => {
    await reply(question);
    const vote = await waitFor(component("vote:yes"));
    await vote.reply(question);
    void vote.waitFor(component("vote:no"));
  });
  await world.person.press(world.asked, "vote:yes");
  expect((await world.person.press(world.asked, "vote:no")).state).toBe("answered");
  expect(told(world)).toEqual([`info: No handler for component "vote:no": ${OVER}: its time was up.`]);
  expect(await world.rejected()).toEqual([]);
});

test("a wait that nobody awaits yet when its handler throws is no unhandled rejection", async () => {
  const rejected = unhandled();
  const app = new App().command(poll, async ({ reply, waitFor }) => {
    await reply(question);
    void waitFor(component("vote:no"));
    throw new Error("on purpose");
  });
  const world = await testApp(app);
  await expect(world.person.run(poll)).rejects.toThrow("on purpose");
  expect(await rejected()).toEqual([]);
});

test("who does await it hears that the handler ended, and nothing can be waited for after that", async () => {
  const ended: unknown[] = [];
  const world = await leaving(async ({ reply, waitFor, ask }) => {
    await reply(question);
    const hear = (error: unknown): void => void ended.push(error);
    void waitFor(component("vote:no"))
      .catch(hear)
      .then(async () => waitFor(component("vote:yes")).catch(hear))
      .then(async () => ask(address, { order: "a" }).catch(hear));
  });
  await world.rejected();
  expect(ended).toHaveLength(3);
  for (const error of ended) expect(isNoAnswer(error, "aborted") && error.message).toContain("The handler ended");
});

test("of two waits, the one that is not raced goes on while its handler does", async () => {
  const world = await leaving(async ({ reply, waitFor }) => {
    await reply(question);
    const [yes, no] = [waitFor(component("vote:yes")), waitFor(component("vote:no"))];
    await (await yes).reply("first");
    await (await no).reply("second");
  });
  expect(await world.person.press(world.asked, "vote:yes")).toHaveReplied("first");
  expect(await world.person.press(world.asked, "vote:no")).toHaveReplied("second");
});

test("a form that is sent after its handler has ended is an answer to a conversation that is over", async () => {
  const world = await testApp(
    new App().command(order, async ({ ask }) => {
      void ask(address, { order: "a" });
      await new Promise((resolve) => setImmediate(resolve));
    }),
  );
  const opened = await world.person.run(order);
  await new Promise((resolve) => setImmediate(resolve));
  await world.person.submit(opened, address, { street: "Main" });
  expect(told(world)).toEqual([
    `info: No handler for form "address:a": ${OVER.replace("poll", "order")}: its time was up.`,
  ]);
});
