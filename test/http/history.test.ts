import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asChannelId, asMessageId, asServerId, backfill, historyPages, type Message, messageHistory } from "svc-apps";
import { ok, type Reply } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";

const place = { serverId: asServerId("7101000000000000001"), channelId: asChannelId("7102000000000000001") };
const id = (n: number) => asMessageId(`71030000000000${String(n).padStart(5, "0")}`);
const message = (n: number): Message => ({ publicId: id(n), channelId: place.channelId, content: `m${n}` });

/** A channel with messages 1…count, listed as the platform does it. */
function channel(count: number, { inclusive = false, pageSize = 50 } = {}): Reply {
  const all = Array.from({ length: count }, (_, at) => message(at + 1));
  return async ({ url }) => {
    const before = new URL(url).searchParams.get("antesDe");
    const at = all.findIndex(({ publicId }) => publicId === before);
    const upTo = before === null ? all.length : at + (inclusive ? 1 : 0);
    const messages = all.slice(Math.max(0, upTo - pageSize), upTo);
    return ok({ messages, reactions: messages[0] ? { [messages[0].publicId]: [{ emoji: "👍", count: 1 }] } : {} });
  };
}

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};
const contents = (messages: readonly Message[]) => messages.map(({ content }) => content);
const numbers = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => `m${from + Math.sign(to - from) * at}`);

describe("reading history", () => {
  test("MSG-02 goes backward, each page asked for with the oldest message held", async () => {
    const { client, requests } = testClient([channel(120)]);
    const pages = await collect(historyPages(client, place));
    expect(pages.map(({ messages }) => [messages[0]?.content, messages.at(-1)?.content])).toEqual([
      ["m71", "m120"],
      ["m21", "m70"],
      ["m1", "m20"],
    ]);
    expect(requests.map(({ url }) => new URL(url).searchParams.get("antesDe"))).toEqual([null, id(71), id(21), id(1)]);
  });

  test("MSG-03 a short page is not the end, an empty one is", async () => {
    const pages = [[message(4)], [message(2), message(3)], [message(1)], []];
    const { client, requests } = testClient(pages.map((messages) => ok({ messages, reactions: {} })));
    expect(contents(await collect(messageHistory(client, place)))).toEqual(numbers(4, 1));
    expect(requests).toHaveLength(4);
  });

  test.each([0, 1, 49, 50, 51, 100])(
    "MSG-05 with %i messages each comes once, whether or not a page repeats its bound",
    async (count) => {
      for (const inclusive of [false, true]) {
        const { client } = testClient([channel(count, { inclusive })]);
        expect(contents(await collect(messageHistory(client, place)))).toEqual(count ? numbers(count, 1) : []);
      }
    },
  );

  test("MSG-03 a page that brings nothing new is an error, so that reading never loops", async () => {
    const page = ok({ messages: [message(1), message(2)], reactions: {} });
    const { client, requests } = testClient([page]);
    expect(await outcomeOf(collect(messageHistory(client, place)))).toMatchObject({
      kind: "protocol",
      operation: "listMessages",
    });
    expect(requests).toHaveLength(2);
  });

  test("MSG-03 whatever pages come, it ends, and no message comes twice", async () => {
    const pages = fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(pages, async (answers) => {
        const { client, requests } = testClient(
          answers.map((page) => ok({ messages: page.map(message), reactions: {} })),
        );
        const seen: Message[] = [];
        const end = await outcomeOf(
          (async () => {
            for await (const one of messageHistory(client, place)) seen.push(one);
          })(),
        );
        expect(end === undefined || (end as { kind?: string }).kind === "protocol").toBe(true);
        expect(new Set(contents(seen)).size).toBeLessThanOrEqual(30);
        expect(requests.length).toBeLessThanOrEqual(answers.length + 31);
      }),
      { numRuns: 200 },
    );
  });

  test("starts where asked, stops after as many pages as asked, and asks for no page before it is needed", async () => {
    const { client, requests } = testClient([channel(200)]);
    const limited = await collect(messageHistory(client, { ...place, before: id(101) }, { maxPages: 1 }));
    expect(contents(limited)).toEqual(numbers(100, 51));
    for await (const _first of messageHistory(client, place)) break;
    expect(requests).toHaveLength(2);
  });
});

describe("MSG-04 catching up after a known message", () => {
  test("brings what came after it, oldest first, with the reactions", async () => {
    const { client, requests } = testClient([channel(120)]);
    const found = await backfill(client, { ...place, untilId: id(60) });
    expect(found.reached).toBe("found");
    expect(contents(found.messages)).toEqual(numbers(61, 120));
    expect(found.reactions).toEqual({ [id(71)]: [{ emoji: "👍", count: 1 }] });
    expect(requests).toHaveLength(2);
  });

  test("nothing came: the known message is the newest", async () => {
    const { client } = testClient([channel(3)]);
    expect(await backfill(client, { ...place, untilId: id(3) })).toEqual({
      messages: [],
      reactions: {},
      reached: "found",
    });
  });

  test("says when it stopped early, and when the known message was nowhere", async () => {
    const early = await backfill(testClient([channel(500)]).client, { ...place, untilId: id(1) }, { maxPages: 2 });
    expect([early.reached, early.messages.length]).toEqual(["max-pages", 100]);
    const gone = await backfill(testClient([channel(70)]).client, { ...place, untilId: id(999) });
    expect([gone.reached, gone.messages.length]).toEqual(["end", 70]);
  });
});
