import "svc-apps/testing/vitest";
import { App, chatCommand, userCommand } from "svc-apps";
import { testApp, type TestApp } from "svc-apps/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const hello = chatCommand({ name: "hello", description: "Say hello" });
const greeter = () => new App().command(hello, async ({ reply }) => reply("Hello!"));

describe("one App in many tests", () => {
  const app = greeter();
  let first: TestApp;

  test("is left running at the end of a test", async () => {
    first = await testApp(app);
    expect(await first.person.run(hello)).toHaveReplied("Hello!");
  });

  test("and is free for the next one", async () => {
    const { person, stop } = await testApp(app);
    expect(await person.run(hello)).toHaveReplied("Hello!");
    await stop();
    await stop(); // by the test and after it: the second time does nothing
  });

  test("a block that is left by a failure stops its App", async () => {
    const failing = async () => {
      await using world = await testApp(app);
      expect(world.channel).toHaveMessage("never said");
    };
    await expect(failing()).rejects.toThrow(/should have a message "never said"/);
    const { person } = await testApp(app);
    expect(await person.run(hello)).toHaveReplied("Hello!");
  });

  test("a second test of a running App says what to do, and harms neither", async () => {
    const { person } = await testApp(app);
    await expect(testApp(app)).rejects.toThrow(/"svc-apps\/testing\/vitest".*await using.*world\.stop\(\)/);
    expect(await person.run(hello)).toHaveReplied("Hello!");
  });
});

describe("an App put under test for all tests", () => {
  let world: TestApp;
  beforeAll(async () => {
    world = await testApp(greeter());
  });
  afterAll(async () => world.stop());

  test.each([1, 2])("is there in test %i", async () => {
    expect(await world.person.run(hello)).toHaveReplied("Hello!");
  });
});

describe("tests at the same time", () => {
  test.concurrent.each([1, 5, 20])("keep their Apps while others end: after %i turns", async (turns) => {
    const { person } = await testApp(greeter());
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await person.run(hello)).toHaveReplied("Hello!");
  });
});

test.each(["gateway", "mailbox", "endpoint"] as const)(
  "by the %s, a step returns while a handler has not confirmed, and time moves it on",
  async (via) => {
    const silent = new App().command(hello, () => {});
    const { person, advance } = await testApp(silent, { via, patienceMs: 20 });
    const run = await person.run(hello);
    if (via !== "mailbox") expect(run).toMatchObject({ state: "open", standing: expect.stringContaining("ended") });
    await advance(1_000);
    await advance(1_900);
    expect(run.state).toBe("deferred");
  },
);

test("of a handler that waits by its own setTimeout() the failure says that advance() does not move it", async () => {
  let release = (): void => {};
  const app = new App().command(hello, async ({ reply }) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 3_600_000);
      release = () => void (clearTimeout(timer), resolve());
    });
    await reply("Hello!");
  });
  const { person, advance } = await testApp(app, { patienceMs: 5 });
  const ran = await person.run(hello);
  await advance(1_000);
  expect(() => expect(ran).toHaveReplied("Hello!")).toThrow(
    /its handler still waits: .* a setTimeout\(\) of the handler's own runs on the machine's clock, which advance\(\) does not move/,
  );
  release();
});

describe("what cannot be pressed or run", () => {
  const again = chatCommand({ name: "again", description: "Offer another" });
  const button = (id: string) => ({ type: "row", items: [{ type: "button", id, label: "Again" }] });
  const offering = () =>
    new App()
      .command(again, async ({ reply, followUp }) => {
        await reply({ content: "Again?", components: [button("again:6")] });
        await followUp({ content: "Or in private?", private: true, components: [button("quietly:6")] });
      })
      .component("again:{sides}", async ({ params, reply }) => reply(`Again, ${params.sides}.`))
      .component("quietly:{sides}", async ({ params, reply }) => reply({ content: params.sides, private: true }));

  test("a component that is not on the message fails the test, which names those that are", async () => {
    const { person, channel } = await testApp(offering());
    const ran = await person.run(again);
    await expect(person.press(ran, "again:99")).rejects.toThrow(
      'There is no component "again:99" to press; there are "again:6", "quietly:6"',
    );
    const shown = channel.last ?? expect.fail("the reply is a message");
    await expect(person.press(shown, "quietly:6")).rejects.toThrow(/"quietly:6" to press; there are "again:6"$/);
    expect(await person.press(shown, "again:6")).toHaveReplied("Again, 6.");
    expect(await person.press(ran, "quietly:6")).toHaveReplied("6");
    const posted = await person.post("Just words");
    await expect(person.press(posted, "again:6")).rejects.toThrow(/"again:6" to press; there are no components$/);
  });

  test("a command without a handler fails the test, which names those that have one", async () => {
    const { person } = await testApp(offering());
    await expect(person.run(hello)).rejects.toThrow(
      'No App in this server has registered a chat command "hello"; of that type there are "again".',
    );
    const menu = userCommand({ name: "Wave", description: "Wave at somebody" });
    await expect(person.runOnUser(menu, person)).rejects.toThrow(/a user command "Wave"; none is registered\.$/);
  });
});

describe("an expected reply that is missing", () => {
  const saying = (handler: (interaction: { readonly reply: (text: string) => Promise<unknown> }) => unknown) =>
    new App().command(hello, handler);
  const expecting = async (app: App) => {
    const world = await testApp(app, { patienceMs: 5 });
    const ran = await world.person.run(hello);
    return { settle: world.settle, expectation: () => expect(ran).toHaveReplied("Hello!") };
  };

  test("is a handler's that ended without confirming", async () => {
    const { expectation } = await expecting(saying(() => {}));
    expect(expectation).toThrow(
      'the interaction should have a reply "Hello!"; it has nothing; the handler ended without confirming it',
    );
  });

  test("is a handler's that still waits, for the clock or for something real", async () => {
    let go = () => {};
    const waited = new Promise<void>((resolve) => (go = resolve));
    const { expectation, settle } = await expecting(
      saying(async ({ reply }) => {
        await waited;
        await reply("Hello!");
      }),
    );
    expect(expectation).toThrow(
      /it has nothing; its handler still waits: advance\(ms\) lets time pass, and patienceMs/,
    );
    go();
    await settle();
    expectation();
  });

  test("is one that was deferred, or declined", async () => {
    const deferring = new App().command(hello, async ({ defer }) => defer());
    expect((await expecting(deferring)).expectation).toThrow(
      /it is deferred, and the answer is still missing: advance/,
    );
    const declining = new App().command(hello, async ({ decline }) => decline());
    expect((await expecting(declining)).expectation).toThrow(/it has nothing; it is declined$/);
  });

  test("is one of a component that nobody handles", async () => {
    const offering = new App()
      .command(hello, async ({ reply }) => reply({ content: "Well?", components: [{ id: "nobody" }] }))
      .component("somebody", async ({ reply }) => reply("Yes!"));
    const { person } = await testApp(offering);
    const pressed = await person.press(await person.run(hello), "nobody");
    expect(() => expect(pressed).toHaveReplied("Yes!")).toThrow(
      'it has nothing; it is declined: No handler for component "nobody". There are handlers for "somebody".',
    );
  });
});
