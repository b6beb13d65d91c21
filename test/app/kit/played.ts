import type { App } from "svc-apps";
import type { KeyValue, PostgresClient } from "svc-apps/stores";
import type { TestApp } from "svc-apps/testing";
import * as moderation from "../../../examples/moderation/bot.js";
import * as poll from "../../../examples/poll/bot.js";
import * as tickets from "../../../examples/tickets/bot.js";

export async function ticket(world: TestApp): Promise<void> {
  const helper = world.newPerson("Helena");
  const opened = await world.person.run(tickets.ticket);
  const written = await world.person.submit(opened, tickets.request, { subject: "Printer", details: "It burns." });
  const taken = await helper.press(written, tickets.take);
  const closing = await helper.press(taken, tickets.close);
  await helper.submit(closing, tickets.reason, { why: "Water" });
}

export async function vote({ person }: TestApp): Promise<void> {
  const asked = await person.run(poll.ask);
  const published = await person.submit(asked, poll.draft, { question: "Tea?", choices: "Yes\nNo" });
  await person.press(published, "Yes");
}

export async function remove({ person, owner }: TestApp): Promise<void> {
  const bad = await person.post("buy my coins");
  await owner.runOnMessage(moderation.remove, bad);
}

export async function givePoints({ person }: TestApp): Promise<void> {
  await person.run("give", { member: "1" });
  await person.run("points");
}

/** The statements of `points` over a store, which outlives the process as the database does. */
export function pointsTable(store: KeyValue): PostgresClient {
  const totals = async (server: unknown) => {
    const found = await store.get(`points.${String(server)}`);
    return { etag: found?.etag ?? null, rows: JSON.parse(found?.value ?? "{}") as Record<string, number> };
  };
  return {
    async query(text, [server, member]) {
      if (text.startsWith("INSERT INTO claims")) {
        const claimed = await store.put(`claim.${String(server)}`, "true", { expected: null });
        return { rows: [], rowCount: claimed === undefined ? 0 : 1 };
      }
      const { etag, rows } = await totals(server);
      if (!text.startsWith("INSERT INTO points")) {
        const lines = Object.entries(rows).map(([whose, total]) => ({ member: whose, total }));
        return { rows: lines, rowCount: lines.length };
      }
      const total = (rows[String(member)] = (rows[String(member)] ?? 0) + 1);
      await store.put(`points.${String(server)}`, JSON.stringify(rows), { expected: etag });
      return { rows: [{ total }], rowCount: 1 };
    },
  };
}

/** How an example is made and played, from its module as it is or changed. */
interface Played {
  readonly app: (module: object, store: KeyValue) => App;
  readonly scenario: (world: TestApp) => Promise<void>;
}

/** Makes the App of a module, by the name of what it exports. */
const madeBy =
  (name: string, given: (store: KeyValue) => object = (store) => store) =>
  (module: object, store: KeyValue): App => {
    const exported: unknown = Reflect.get(module, name);
    const app: unknown = typeof exported === "function" ? Reflect.apply(exported, undefined, [given(store)]) : exported;
    return app as App; // of the module as it was loaded anew, whose classes are others
  };

export const PLAYED = {
  moderation: { app: madeBy("app"), scenario: remove },
  points: { app: madeBy("pointsApp", pointsTable), scenario: givePoints },
  poll: { app: madeBy("pollApp"), scenario: vote },
  tickets: { app: madeBy("ticketsApp"), scenario: ticket },
} satisfies Record<string, Played>;
