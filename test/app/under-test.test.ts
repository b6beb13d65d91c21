import "svc-apps/testing/vitest";
import { App, chatCommand } from "svc-apps";
import { testApp } from "svc-apps/testing";
import type { TestApp } from "svc-apps/testing";
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
