import { App, button, chatCommand } from "svc-apps";
import { crashes, type MakeApp, type TestApp } from "svc-apps/testing";
import { memoryStore } from "svc-apps/stores";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type * as Dice from "../../examples/dice/bot.js";
import type * as Mailbox from "../../examples/mailbox/bot.js";
import * as points from "../../examples/points/bot.js";
import * as poll from "../../examples/poll/bot.js";
import * as search from "../../examples/search/bot.js";
import * as tickets from "../../examples/tickets/bot.js";
import { givePoints, pointsTable, remove, ticket, vote } from "./kit/played.js";

beforeEach(() => vi.spyOn(Math, "random").mockReturnValue(0.5)); // dice that fall alike in every run
afterEach(() => vi.restoreAllMocks());

/** The App of a module that keeps one: loaded anew, as by a new process. */
function fresh(load: () => Promise<{ readonly app: App }>): MakeApp {
  return async () => {
    vi.resetModules();
    return (await load()).app;
  };
}

const diceModule = async (): Promise<typeof Dice> => import("../../examples/dice/bot.js");
const mailboxModule = async (): Promise<typeof Mailbox> => import("../../examples/mailbox/bot.js");

describe("nothing is found in an example as it is", () => {
  test("tickets", async () => {
    expect(await crashes(tickets.ticketsApp, ticket)).toEqual([]);
  });

  test("poll", async () => {
    expect(await crashes(poll.pollApp, vote)).toEqual([]);
  });

  test("points", async () => {
    expect(await crashes((store) => points.pointsApp(pointsTable(store)), givePoints, { via: "endpoint" })).toEqual([]);
  });

  test.each(["gateway", "endpoint"] as const)("dice, by %s", async (via) => {
    const scenario = async ({ person }: TestApp) => {
      await person.run("roll", { sides: 6 });
      await person.post("!roll");
    };
    expect(await crashes(fresh(diceModule), scenario, { via })).toEqual([]);
  });

  test("mailbox", async () => {
    const scenario = async ({ person }: TestApp) => void (await person.post("!count one two"));
    expect(await crashes(fresh(mailboxModule), scenario, { via: "mailbox" })).toEqual([]);
  });

  test("search", async () => {
    const load = async () => import("../../examples/search/bot.js");
    const scenario = async ({ person }: TestApp) => {
      await person.type(search.weather, "city", "PO");
      await person.run(search.weather, { city: "opo", days: 3 });
    };
    expect(await crashes(fresh(load), scenario)).toEqual([]);
  });

  test("moderation", async () => {
    const load = async () => import("../../examples/moderation/bot.js");
    expect(await crashes(fresh(load), remove)).toEqual([]);
  });
});

describe("a mistake is found", () => {
  test("a wait without a store", async () => {
    const found = await crashes(() => tickets.ticketsApp(memoryStore()), ticket);
    expect(found[0]).toMatchObject({ kind: "stuck", at: "between acts: submit", seed: 1 });
    const [first] = found;
    expect(await crashes(() => tickets.ticketsApp(memoryStore()), ticket, { point: first!.point })).toEqual([first]);
  });

  const add = chatCommand({ name: "add", description: "Add one" });
  const show = chatCommand({ name: "show", description: "Show all" });
  const adding = async ({ person }: TestApp): Promise<void> => {
    await person.run(add);
    await person.run(show);
  };
  const counting =
    (savesFirst: boolean): MakeApp =>
    (store) => {
      const save = async (): Promise<unknown> => store.put("sum", "one", { expected: null });
      return new App()
        .command(add, async ({ reply }) => {
          if (savesFirst) await save();
          await reply("Added.");
          if (!savesFirst) await save();
        })
        .command(show, async ({ reply }) => reply(`There is ${(await store.get("sum"))?.value ?? "nothing"}.`));
    };

  test("a save moved behind the answer that it stands for", async () => {
    expect(await crashes(counting(true), adding)).toEqual([]);
    const found = await crashes(counting(false), adding);
    const what = 'run is confirmed "There is one."';
    expect(found).toContainEqual(expect.objectContaining({ kind: "lost", at: "before: save sum", what }));
    expect(found.map(({ at }) => at)).not.toContain("after: save sum");
  });

  const order = chatCommand({ name: "order", description: "Order" });
  const sure = button({ id: "sure" });
  const orders = async ({ person }: TestApp) => void (await person.press(await person.run(order), sure));
  const ordersApp =
    (clientRef: () => object): MakeApp =>
    (store) =>
      new App({ conversations: { store } }).command(order, async ({ api, serverId, channelId, reply, waitFor }) => {
        await api.createMessage({ serverId, channelId, content: "An order comes.", ...clientRef() });
        await reply({ content: "Sure?", components: [sure.of({ label: "Yes" })] });
        const pressed = await waitFor(sure);
        await pressed.reply("Ordered.");
      });

  test("a key that is another one in every run of the handler", async () => {
    expect(
      await crashes(
        ordersApp(() => ({})),
        orders,
      ),
    ).toEqual([]);
    const found = await crashes(
      ordersApp(() => ({ clientRef: crypto.randomUUID() })),
      orders,
    );
    expect(found[0]).toMatchObject({ kind: "doubled", at: "after: save conversation", what: "App: An order comes." });
  });
});

describe("what cannot be judged is refused", () => {
  const hello = chatCommand({ name: "hello", description: "Hello" });
  const greet = async ({ person }: TestApp) => void (await person.run(hello));

  test("two runs without a death that differ", async () => {
    let runs = 0;
    const make = () => new App().command(hello, ({ reply }) => reply(`run ${(runs += 1)}`));
    await expect(crashes(make, greet)).rejects.toThrow("Two runs without a death differ");
  });

  test("a point that there is not", async () => {
    const make = () => new App().command(hello, ({ reply }) => reply("Hello"));
    await expect(crashes(make, greet, { point: 999 })).rejects.toThrow(/point must be below \d+, got 999/);
  });
});
