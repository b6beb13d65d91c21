import { mkdtemp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Clicks } from "../../sandbox/control/clicks.js";
import { performAct } from "../../sandbox/control/acts.js";
import { testFile } from "../../sandbox/control/test-file.js";
import { testApp } from "svc-apps/testing";
import { run } from "../../tools/run.js";
import { makeBot } from "./clicked-bot.js";

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "clicked-"));
  await symlink(resolve("node_modules"), join(place, "node_modules"), "junction");
  for (const folder of ["src", "test"]) await mkdir(join(place, folder));
  const from = [
    { find: /^svc-apps\/testing\/vitest$/, replacement: resolve("testing/vitest.ts") },
    { find: /^svc-apps\/testing$/, replacement: resolve("testing/index.ts") },
    { find: /^svc-apps$/, replacement: resolve("runtime/index.ts") },
  ];
  const list = from.map(
    ({ find, replacement }) => `{ find: ${String(find)}, replacement: ${JSON.stringify(replacement)} }`,
  );
  await writeFile(join(place, "vitest.config.mjs"), `export default { resolve: { alias: [${list.join(", ")}] } };\n`);
});
afterAll(() => rm(place, { recursive: true }));

/** Plays acts as the page would send them, with time between them, and writes the test. */
async function played() {
  const world = await testApp(makeBot("Reported"));
  const { sandbox } = world;
  const clicks = new Clicks();
  const { channelId, person, owner } = sandbox.defaults;
  const ada = sandbox.newPerson("Ada Lovelace");
  const act = async (who: { readonly id: string }, name: string, ...args: readonly unknown[]) => {
    const call = {
      path: { person: who.id, act: name },
      fields: { args },
      query: new URLSearchParams(),
      text: "",
      wantsPage: false,
    };
    const came = performAct(sandbox, clicks, call) as { readonly id: string }; // an interaction or a message
    await world.settle();
    return came.id;
  };
  const textOf = (id: string) => sandbox.interaction(id).texts[0];
  await act(person, "post", channelId, 'say "hello"');
  const voting = await act(person, "run", "vote", { question: "tea?" });
  await world.advance(1500);
  await act(ada, "press", textOf(voting)?.messageId, componentIn(textOf(voting)));
  const secret = await act(owner, "run", "secret");
  await act(owner, "pressPrivate", secret, componentIn(textOf(secret)));
  const opened = await act(ada, "run", "report");
  await act(ada, "submit", opened, { what: "it rains" });
  await act(person, "run", "switch");
  await act(person, "run", "never");
  await world.advance(61_000);
  await act(person, "type", "look", "at", "b");
  const [greeting] = world.channel.messages.filter(({ content }) => content === "Hello!");
  await act(person, "runOnMessage", "Quote this", greeting?.id);
  await act(person, "react", greeting?.id, "👍");
  const text = testFile(sandbox, clicks.since(0));
  await world.stop();
  return { text, clicks, sandbox };
}

function componentIn(text: object | undefined): string {
  const [, id] = /"id":"([^"]+)"/.exec(JSON.stringify(text)) ?? [];
  if (id === undefined) throw new Error("there is no component");
  return id;
}

/** Runs a test file ten times against the bot that says this word before a report; gives how many passed. */
async function passing(text: string, word: string): Promise<{ readonly passed: number; readonly output: string }> {
  const bot = JSON.stringify(resolve("test/sandbox/clicked-bot.ts"));
  await writeFile(
    join(place, "src/bot.ts"),
    `import { makeBot } from ${bot};\nexport const app = makeBot(${JSON.stringify(word)});\n`,
  );
  for (let n = 0; n < 10; n++) await writeFile(join(place, `test/clicked-${n}.test.ts`), text);
  const vitest = resolve("node_modules/vitest/vitest.mjs");
  const { output } = await run(process.execPath, [vitest, "run", "--root", place], {
    cwd: place,
    env: { ...process.env, NO_COLOR: "1", VITEST: undefined },
  });
  return { passed: Number(/Tests .*?(\d+) passed/.exec(output)?.[1] ?? 0), output };
}

describe("a test that was written from what people did", () => {
  test("passes ten times unchanged, and fails when a handler says something else", { timeout: 120_000 }, async () => {
    const { text } = await played();
    const same = await passing(text, "Reported");
    expect(same.passed, `${text}\n${same.output}`).toBe(10);
    const other = await passing(text, "Noted");
    expect(other.passed).toBe(0);
    expect(other.output).toContain("Reported: it rains");
  });

  test("reads as people write tests", async () => {
    const { text } = await played();
    expect(text).toMatchInlineSnapshot(`
      "import "svc-apps/testing/vitest";
      import { testApp } from "svc-apps/testing";
      import { expect, test } from "vitest";
      // The file that exports your App
      import { app } from "../src/bot.js";

      test("what was done on the page is answered as it was then", async () => {
        const world = await testApp(app);
        const { person } = world;
        /** The newest message of the App with this text. */
        const shown = (text: string) => {
          const found = world.channel.messages.findLast(({ byApp, content }) => byApp && content === text);
          return found ?? expect.fail(\`no message "\${text}"\`);
        };
        const ada1 = world.newPerson("Ada Lovelace");
        await person.post("say \\"hello\\"");
        const vote1 = await person.run("vote", { question: "tea?" });
        await world.advance(1500);
        const pressed1 = await ada1.press(vote1, "Yes");
        const secret1 = await world.owner.run("secret");
        const pressed2 = await world.owner.press(secret1, "More");
        const report1 = await ada1.run("report");
        const sent1 = await ada1.submit(report1, "A report", { what: "it rains" });
        const switch1 = await person.run("switch");
        const never1 = await person.run("never");
        await world.advance(61000);
        const look1 = await person.type("look", "at", "b");
        const quoteThis1 = await person.runOnMessage("Quote this", shown("Hello!"));
        await person.inner.react(shown("Hello!").id, "👍");
        await world.settle();

        expect(vote1.texts.map(({ content }) => content)).toEqual(["tea?"]);
        expect(pressed1.texts.map(({ content }) => content)).toEqual(["Yes to tea?"]);
        expect(secret1.texts.map(({ content }) => content)).toEqual(["psst"]);
        expect(pressed2.texts.map(({ content }) => content)).toEqual(["that is all"]);
        expect(report1.form).toMatchObject({ title: "A report" });
        expect(sent1.texts.map(({ content }) => content)).toEqual(["Reported: it rains"]);
        expect(switch1.texts.map(({ content }) => content)).toEqual(["On."]);
        expect(never1.texts.map(({ content }) => content)).toEqual(["Something went wrong."]);
        expect(look1.choices).toEqual([{ name: "book", value: "book" }]);
        expect(quoteThis1.texts.map(({ content }) => content)).toEqual(["Quoted."]);
        expect(world.channel.messages.filter(({ byApp }) => byApp).map(({ content }) => content)).toEqual(["Hello!", "tea?", "Yes to tea?", "Reported: it rains", "On.", "Quoted."]);
      });
      "
    `);
  });

  test(
    "begins at an entry of the timeline, says what it left out, and passes without it",
    { timeout: 60_000 },
    async () => {
      const { clicks, sandbox } = await played();
      const [, , pressed] = clicks.since(0);
      const late = testFile(sandbox, clicks.since((pressed?.number ?? 0) + 1));
      expect(late).not.toContain('person.run("vote"');
      expect(late).toContain("// Left out: press. What it was done to is from before.\n");
      expect(late).toContain('const secret1 = await world.owner.run("secret");');
      expect(await passing(late, "Reported")).toMatchObject({ passed: 10 });
    },
  );
});
