import { App, button, sessions } from "svc-apps";
import { memoryStore } from "svc-apps/stores";
import type { KeyValue } from "svc-apps/stores";
import { testApp } from "svc-apps/testing";
import { expect, test } from "vitest";
import "svc-apps/testing/vitest";
import { gate } from "./kit/clock.js";
import { order, poll } from "./kit/polls.js";
import { settled } from "./kit/processes.js";
import { appOn, pass, platform, roll } from "./kit/world.js";

test("sessions of a person, a channel and a server are read before the handler and written after it", async () => {
  for (const by of ["person", "channel", "server"] as const) {
    const store = memoryStore();
    const counting = new App().use(sessions({ by, store, initial: () => ({ count: 0 }) }));
    counting.command(poll, async ({ reply, session }) => {
      session.count += 1;
      await reply(String(session.count));
    });
    const world = await testApp(counting);
    expect(await world.person.run(poll)).toHaveReplied("1");
    expect(await world.person.run(poll)).toHaveReplied("2");
    expect(await world.newPerson("Bo").run(poll)).toHaveReplied(by === "person" ? "1" : "3");
    const keys = await keysOf(store);
    expect(keys).toHaveLength(by === "person" ? 2 : 1);
    await world.stop();
  }
});

async function keysOf(store: KeyValue): Promise<readonly string[]> {
  const listed = store.list("session");
  if (!(Symbol.asyncIterator in listed)) return listed;
  const keys: string[] = [];
  for await (const key of listed) keys.push(key);
  return keys;
}

const initial = () => ({ count: 0 });

/** An App with a session, on the clock of a platform. */
async function counting(store: KeyValue, more: { readonly initial?: () => { count: number } } = {}) {
  const sandbox = await platform();
  const { app, notices, start } = appOn(sandbox);
  const typed = app.use(sessions({ store, clock: sandbox.clock, initial, ...more }));
  const failed = () =>
    notices.filter(({ type }) => type === "app.handler_failed").map((one) => String(Reflect.get(one, "error")));
  return { sandbox, app: typed, failed, start };
}

const stored = async (store: KeyValue): Promise<unknown> => {
  const [key = ""] = await keysOf(store);
  const found = await store.get(key);
  return found && (JSON.parse(found.value) as { readonly data: unknown }).data;
};

test("handlers of one session run one after the other, and none loses what another wrote", async () => {
  const store = memoryStore();
  const { sandbox, app, start, failed } = await counting(store);
  app.command(roll, async ({ session, reply }) => {
    const { count } = session;
    await new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, 100));
    session.count = count + 1;
    await reply(String(session.count));
  });
  const { person } = await start();
  const ran = Array.from({ length: 5 }, () => person.run("roll"));
  await pass(sandbox, 1_000);
  expect(ran.map(({ texts: [text] }) => text?.content)).toEqual(["1", "2", "3", "4", "5"]);
  expect([await stored(store), failed()]).toEqual([{ count: 5 }, []]);
});

test("one that is queued is deferred in time, and fails with a word when the queue takes too long", async () => {
  const { sandbox, app, start, failed } = await counting(memoryStore());
  const held = gate();
  app.command(roll, async ({ reply }) => {
    await held.promise;
    await reply("4");
  });
  const { person } = await start();
  const [first, second] = [person.run("roll"), person.run("roll")];
  await pass(sandbox, 2_900);
  expect([first.state, second.state]).toEqual(["deferred", "deferred"]);
  await pass(sandbox, 28_000, 500);
  expect(second.texts.map(({ content }) => content)).toEqual(["Something went wrong."]);
  expect(failed()).toEqual([expect.stringContaining("took too long")]);
  held.open();
  await pass(sandbox, 100);
  expect(first.texts.map(({ content }) => content)).toEqual(["4"]);
});

test("a session is not held over a wait: what other commands changed meanwhile is there after it, and stays", async () => {
  const store = memoryStore();
  const { sandbox, app, start, failed } = await counting(store);
  const go = button({ id: "go" });
  app.command(poll, async ({ session, reply, waitFor }) => {
    session.count += 1;
    await reply({ content: "?", components: [go.of({ label: "Go" })] });
    const pressed = await waitFor(go);
    session.count += 10;
    await pressed.reply(String(session.count));
  });
  app.command(roll, async ({ session, reply }) => {
    session.count += 100;
    await reply(String(session.count));
  });
  const { person } = await start();
  const asked = await settled(sandbox, person.run("poll"));
  const other = await settled(sandbox, person.run("roll"));
  expect(other.texts[0]?.content).toBe("101");
  const [text] = asked.texts;
  const [sent] = (text?.components ?? []) as readonly { readonly id: string }[];
  const pressed = await settled(sandbox, person.press(text?.messageId ?? "", sent?.id ?? ""));
  expect(pressed.texts[0]?.content).toBe("111");
  await pass(sandbox, 100);
  expect([await stored(store), failed()]).toEqual([{ count: 111 }, []]);
});

test.each([
  ["update", { count: 11 }, ["done"]],
  ["set", { count: 10 }, ["done", "Something went wrong."]],
])("where another process wrote meanwhile, %s ends so", async (how, left, said) => {
  const store = memoryStore();
  const { sandbox, app, start, failed } = await counting(store);
  const elsewhere = async () => {
    const [key = ""] = await keysOf(store);
    const found = await store.get(key);
    const value = (found?.value ?? "").replace(/"count":\d+/, '"count":10').replace(/"by":"[^"]*"/, '"by":"other"');
    await store.put(key, value, { expected: found?.etag ?? null });
  };
  app.command(order, async ({ session, reply }) => {
    session.count = 1;
    await reply("begun");
  });
  app.command(roll, async ({ session, reply }) => {
    await elsewhere();
    if (how === "update") await session.update((data) => ({ count: data.count + 1 }));
    else session.count += 1;
    await reply("done");
  });
  const { person } = await start();
  await settled(sandbox, person.run("order"));
  const ran = await settled(sandbox, person.run("roll"));
  await pass(sandbox, 200);
  expect(await stored(store)).toEqual(left);
  expect(ran.texts.map(({ content }) => content)).toEqual(said);
  expect(failed()).toHaveLength(how === "update" ? 0 : 1);
});

test("an update counts although the handler throws, and other changes do not", async () => {
  const store = memoryStore();
  const { sandbox, app, start } = await counting(store);
  app.command(roll, async ({ session }) => {
    await session.update((data) => void (data.count += 1));
    session.count += 100;
    throw new Error("no dice");
  });
  const { person } = await start();
  await settled(sandbox, person.run("roll"));
  expect(await stored(store)).toEqual({ count: 1 });
});

test("initial() that gives the same object every time mixes no two persons", async () => {
  const shared = { count: 0 };
  const { sandbox, app, start } = await counting(memoryStore(), { initial: () => shared });
  app.command(roll, async ({ session, reply }) => reply(String((session.count += 1))));
  const { person } = await start();
  for (const one of [person, sandbox.newPerson("Bo"), sandbox.newPerson("Cy")]) {
    expect((await settled(sandbox, one.run("roll"))).texts[0]?.content).toBe("1");
  }
  expect(shared).toEqual({ count: 0 });
});

const yes = button({ id: "yes" });

/** Counts at each step of a conversation, in both ways. */
function stepwise(store: KeyValue): App {
  const app = new App({ conversations: { store } });
  app.use(sessions({ store, initial })).command(poll, async ({ session, reply, followUp, waitFor }) => {
    await session.update((data) => void (data.count += 1));
    await reply({ content: "First?", components: [yes.of({ label: "Yes" })] });
    const first = await waitFor(yes);
    session.count += 10;
    await first.reply({ content: "Second?", components: [yes.of({ label: "Yes" })] });
    const second = await waitFor(yes);
    await session.update((data) => void (data.count += 100));
    await second.reply(String(session.count));
    await followUp(String(session.count));
  });
  return app;
}

test.each([0, 1, 2, 3])("a conversation that runs again after %d restarts counts nothing twice", async (restarts) => {
  const store = memoryStore();
  await using world = await testApp(stepwise(store));
  const restart = async (at: number) => {
    for (let count = 0; count < restarts; count += at) await world.restart(stepwise(store));
  };
  const asked = await world.person.run(poll);
  await restart(1);
  const again = await world.person.press(asked, yes);
  await restart(2);
  expect(await world.person.press(again, yes)).toHaveReplied("111");
  const next = await world.person.run(poll);
  expect(await world.person.press(await world.person.press(next, yes), yes)).toHaveReplied("222");
});

test("a wait is stored after what the handler changed before it: a process killed between them changes it again, and loses nothing", async () => {
  const inner = memoryStore();
  const order: string[] = [];
  const store: KeyValue = {
    ...inner,
    async put(key, ...given) {
      const [use = ""] = key.split(/[^a-z]/);
      if (use === "session") for (let turn = 0; turn < 20; turn += 1) await Promise.resolve(); // it takes longer
      order.push(use);
      return inner.put(key, ...given);
    },
  };
  await using world = await testApp(stepwise(store));
  const asked = await world.person.run(poll);
  order.length = 0;
  await world.person.press(asked, yes);
  expect(order.indexOf("session")).toBe(0);
  expect(order).toContain("conversation");
});

test("a session that is assigned anew counts", async () => {
  const store = memoryStore();
  const { sandbox, app, start } = await counting(store);
  app.command(roll, async (context) => {
    Object.assign(context, { session: { count: 7 } });
    await context.reply("7");
  });
  const { person } = await start();
  await settled(sandbox, person.run("roll"));
  await pass(sandbox, 50);
  expect(await stored(store)).toEqual({ count: 7 });
});

test("what is no session in the place of one is left there, and the person declined", async () => {
  const store = { ...memoryStore(), get: async () => Promise.resolve({ value: "junk", etag: "1" }) };
  const { sandbox, app, start, failed } = await counting(store);
  app.command(roll, async ({ reply }) => reply("4"));
  const { person } = await start();
  expect((await settled(sandbox, person.run("roll"))).state).toBe("declined");
  expect(failed()).toEqual([expect.stringContaining("is not a record of this package")]);
});

test.each([
  ["get", "declined"],
  ["put", "confirmed"],
] as const)("a session whose store hangs in %s() ends the handler after a second, in words", async (method, state) => {
  const store = { ...memoryStore(), [method]: async () => new Promise<never>(() => undefined) };
  const { sandbox, app, start, failed } = await counting(store);
  app.command(roll, async ({ reply, session }) => {
    session.count += 1;
    await reply("4");
  });
  const { person } = await start();
  const run = person.run("roll");
  await pass(sandbox, 990);
  expect(failed()).toEqual([]);
  await pass(sandbox, 60);
  expect(run.state).toBe(state);
  expect(failed()).toEqual([expect.stringContaining(`The session store did not answer ${method}() within 1000 ms`)]);
});
