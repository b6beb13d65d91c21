/** Every recipe of docs/cookbook.md, as it stands there, against the sandbox: it does what the page says. */
import "svc-apps/testing/vitest";
import { readFile } from "node:fs/promises";
import { runInThisContext } from "node:vm";
import * as everything from "svc-apps";
import * as stores from "svc-apps/stores";
import { testApp, type TestAppOptions } from "svc-apps/testing";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const { App } = everything;
type Recipe = Readonly<Record<string, unknown>> & { readonly app: InstanceType<typeof App> };

const page = await readFile("docs/cookbook.md", "utf8");
const codes = new Map(
  [...page.matchAll(/^## (.+)$([^]*?)(?=^## |(?![^]))/gm)].flatMap(([, name = "", text = ""]) => {
    const code = /^```ts\n([^]*?)^```$/m.exec(text)?.[1];
    return code === undefined ? [] : [[name, code] as const];
  }),
);

/** Runs the code of a recipe; `given` are the names that it declares and does not define. Gives what it defines. */
function recipe(
  name: string,
  given: Readonly<Record<string, unknown>> = {},
  ownStores: Readonly<Record<string, unknown>> = {},
): Recipe {
  const whole = codes.get(name) ?? expect.fail(`no recipe "${name}"`);
  const code = whole.split("await app.start();")[0] ?? whole; // what follows is the process, which a test is itself
  const names = [...code.matchAll(/^(?:export )?(?:const|async function|function) (\w+)/gm)].map(
    ([, one]) => one ?? "",
  );
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(`${code}\nexport const all = { ${names.join(", ")} };`, {
    compilerOptions,
  });
  const modules: Readonly<Record<string, unknown>> = {
    "svc-apps": everything,
    "svc-apps/stores": { ...stores, ...ownStores },
  };
  const made: { all?: Recipe } = {};
  const parameters = ["require", "exports", ...Object.keys(given)].join(", ");
  const run: unknown = runInThisContext(`(function (${parameters}) {\n${outputText}\n})`);
  if (typeof run !== "function") expect.fail("the recipe is no program");
  Reflect.apply(run, undefined, [(of: string) => modules[of], made, ...Object.values(given)]);
  return made.all ?? expect.fail("nothing was defined");
}

const played = async ({ app }: Recipe, options?: TestAppOptions) => testApp(app, options);

type World = Awaited<ReturnType<typeof testApp>>;

/** What a person is told for a command. */
async function said(world: World, name: string, person = world.person): Promise<string | undefined> {
  const asked = person.inner.run(name);
  await world.settle();
  return asked.texts[0]?.content;
}

describe("the recipe", () => {
  test("all of the page are played here", () => {
    expect([...codes.keys()]).toEqual([
      "Poll",
      "Search",
      "Moderation",
      "Who may use a command",
      "Cooldown",
      "Several languages",
      "Menus and pages",
      "Schedules that survive a restart",
      "Long jobs",
      "Sessions",
    ]);
  });

  test("Poll: a button and a select are answered for the person alone", async () => {
    const made = recipe("Poll");
    const world = await played(made);
    const asked = await world.person.run(made["lunch"] as ReturnType<typeof everything.chatCommand>);
    expect(asked).toHaveReplied("Where to, and when?");
    const chosen = await world.person.press(asked, "Sol");
    expect(chosen.reply).toMatchObject({ content: "You chose Sol.", private: true });
    const when = await world.person.press(asked, made["when"] as everything.ComponentTarget, ["13:00"]);
    expect(when.reply).toMatchObject({ content: "You come at 13:00.", private: true });
  });

  test("Search: titles are suggested, and what was chosen is used", async () => {
    const asked: string[] = [];
    const fetch = async (url: string) => {
      asked.push(url);
      return Response.json(["Dune", "Dunkirk"]);
    };
    const made = recipe("Search", { fetch });
    const { person } = await played(made);
    const find = made["find"] as everything.ChatCommand<{ title: string }, never>;
    const typed = person.inner.type(find, "title", "du n");
    await typed.settled();
    expect(typed.choices).toEqual([
      { name: "Dune", value: "Dune" },
      { name: "Dunkirk", value: "Dunkirk" },
    ]);
    expect(asked).toEqual(["https://books.example/?q=du%20n"]);
    expect(await person.run(find, { title: "Dune" })).toHaveReplied("Looking for Dune.");
  });

  test("Moderation: spam is removed and counted for its author, and the App's own is left alone", async () => {
    const made = recipe("Moderation");
    const world = await played(made, { sandbox: { assumptions: { messageAuthor: "authorId" } } });
    const { serverId, channelId, owner } = world.sandbox.defaults;
    world.sandbox.portal.giveRole({
      serverId,
      appId: world.sandbox.defaults.appId,
      roleId: world.sandbox.portal.createRole({ serverId, name: "m", permissions: ["gerenciar_mensagens"] }).roleId,
    });
    await world.person.post("buy SPAM");
    await world.person.post("hello");
    await made.app.api.createMessage({ serverId, channelId, content: "no spam, please" } as never); // ids are branded
    await world.settle();
    expect(owner.read(channelId).map(({ content }) => content)).toEqual(["hello", "no spam, please"]);
    expect([...(made["strikes"] as Map<string, number>)]).toEqual([[world.person.id, 1]]);
  });

  test("Who may use a command: who has the permission, and nobody else", async () => {
    const world = await played(recipe("Who may use a command"));
    expect(() => world.person.inner.run("clear")).toThrow("needs gerenciar_mensagens");
    const asked = world.sandbox.defaults.owner.run("clear");
    await world.settle();
    expect(asked.texts).toMatchObject([{ content: "Done." }]);
  });

  test("Cooldown: a person has one use in ten minutes, others have theirs", async () => {
    const made = recipe("Cooldown");
    const firstUse = made["firstUse"] as (store: stores.KeyValue, key: string, ttlMs: number) => Promise<boolean>;
    const world = await played(made);
    expect([await said(world, "daily"), await said(world, "daily")]).toEqual([
      "Here you are.",
      "Not yet: once in ten minutes.",
    ]);
    expect(await said(world, "daily", world.newPerson("Clara"))).toBe("Here you are.");
    const store = stores.memoryStore({ clock: world.clock });
    const uses = [await firstUse(store, "a", 1_000), await firstUse(store, "a", 1_000)];
    await world.advance(1_001);
    expect([...uses, await firstUse(store, "a", 1_000)]).toEqual([true, false, true]);
  });

  test("Several languages: the person is answered in the one that was chosen", async () => {
    const made = recipe("Several languages");
    const { person } = await played(made);
    const speak = made["speak"] as everything.ChatCommand<{ language: string }, never>;
    expect(await person.run(speak, { language: "pt" })).toHaveReplied("Olá, you!");
    expect(await person.run(speak, { language: "en" })).toHaveReplied("Hello, you!");
  });

  test("Menus and pages: buttons turn the pages, up to the ends", async () => {
    const world = await played(recipe("Menus and pages"));
    const asked = world.person.inner.run("list");
    await world.settle();
    expect(asked.texts[0]?.content).toMatch(/^Item 1\n[^]*\nItem 10$/);
    let shown = world.channel.last ?? expect.fail("nothing was sent");
    const labels = () => (shown.components as readonly { label: string }[]).map(({ label }) => label);
    expect(labels()).toEqual(["More"]);
    for (let pages = 0; pages < 4; pages += 1) {
      await world.person.press(shown, "More");
      shown = world.channel.last ?? shown;
    }
    expect([shown.content, labels()]).toEqual(["Item 41\nItem 42", ["Back"]]);
    await world.person.press(shown, "Back");
    shown = world.channel.last ?? shown;
    expect([shown.content.startsWith("Item 31\n"), labels()]).toEqual([true, ["Back", "More"]]);
  });

  test("Schedules that survive a restart: what is due is written once, also where it is tried again", async () => {
    const store = stores.memoryStore();
    let crashes = true;
    const crashing: stores.KeyValue = {
      ...store,
      delete: async (...given) => (crashes ? Promise.reject(new Error("the process is gone")) : store.delete(...given)),
    };
    let nowMs = 1_000_000;
    const made = recipe(
      "Schedules that survive a restart",
      { Date: { now: () => nowMs } },
      { fileStore: () => crashing },
    );
    const world = await played(made);
    const remind = made["remind"] as everything.ChatCommand<{ minutes: number; text: string }, never>;
    const reminded = await world.person.run(remind, { minutes: 2, text: "Tea!" });
    expect(reminded.reply).toMatchObject({ content: "In 2 minutes, then.", private: true });
    const sendDue = made["sendDue"] as () => Promise<void>;
    await sendDue();
    expect(world.channel.messages).toEqual([]);
    nowMs += 121_000;
    await expect(sendDue()).rejects.toThrow("gone");
    crashes = false;
    await sendDue();
    await sendDue();
    expect(world.channel.messages.map(({ content }) => content)).toEqual(["Tea!"]);
  });

  test("Long jobs: the person reads at once that work is going on, and the channel the report minutes later", async () => {
    const gate: { open?: (text: string) => void } = {};
    const made = recipe("Long jobs", { render: async () => new Promise((resolve) => (gate.open = resolve)) });
    const world = await played(made);
    const asked = world.person.inner.run("report");
    await world.settle();
    expect(asked.texts).toMatchObject([{ content: "Working on it." }]);
    await world.advance(11 * 60_000);
    gate.open?.("The report.");
    await world.settle();
    expect(world.channel).toHaveMessage("The report.");
  });

  test("Sessions: each person goes on where they were", async () => {
    const world = await played(recipe("Sessions"));
    expect([await said(world, "next"), await said(world, "next")]).toEqual(["Step 1.", "Step 2."]);
    expect(await said(world, "next", world.newPerson("Clara"))).toBe("Step 1.");
  });
});
