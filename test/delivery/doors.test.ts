import type { DeliveryHandle } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import { endpoint, held, settle, sign, startS, timed } from "./support.js";

describe("late results", () => {
  test("END-07 with answerLater, a late handler is deferred and its reply is sent later", async () => {
    const { handle, end } = held();
    const sent: unknown[] = [];
    const bench = endpoint({
      handle,
      answerLater: async (verified, reply) => void sent.push([verified.interactionId, reply]),
    });
    const answer = bench.handler.deliver(await sign());
    await bench.clock.advance(2_500);
    expect((await answer).body).toBe('{"type":"defer"}');
    end({ type: "reply", content: "at last" });
    await settle();
    expect(sent).toEqual([["11111111-2222-4333-8444-555555555555", { type: "reply", content: "at last" }]]);
    expect(bench.types()).toEqual(["handler_late", "answered", "late_result"]);
  });

  test("a late result that is no reply, or cannot be sent, is dropped and reported", async () => {
    for (const [options, result] of [
      [{ answerLater: async () => undefined }, { type: "decline" }],
      [{}, { type: "reply", content: "x" }],
      [
        { onLate: "decline", answerLater: async () => undefined },
        { type: "reply", content: "x" },
      ],
      [{ onLate: "neutral" }, { type: "reply", content: "x" }],
    ] as const) {
      const { handle, end } = held();
      const bench = endpoint({ handle, ...options });
      const answer = bench.handler.deliver(await sign());
      await bench.clock.advance(2_500);
      await answer;
      end(result);
      await settle();
      expect(bench.events.at(-1)).toMatchObject({ type: "delivery.late_result", outcome: "dropped" });
    }
  });

  test("END-07 an error after the answer, of the handler, its result or answerLater, is reported and never thrown", async () => {
    const { handle, end } = held();
    const bench = endpoint({ handle });
    const answer = bench.handler.deliver(await sign());
    await bench.clock.advance(2_500);
    await answer;
    end(Promise.reject(new Error("late")));
    await settle();
    expect(bench.types()).toEqual(["handler_late", "answered", "handler_failed"]);

    const unreadable = held();
    const after = endpoint({ handle: unreadable.handle });
    void after.handler.deliver(await sign());
    await after.clock.advance(2_500);
    unreadable.end(Object.defineProperty({ type: "defer" }, "type", { get: () => expect.fail("looked at") }));
    await settle();
    expect(after.types()).toEqual(["handler_late", "answered", "handler_failed"]);

    const failing = endpoint({
      dedupe: false,
      handle: () => ({ type: "reply", content: "x", private: true }),
      answerLater: () => Promise.reject(new Error("no answer")),
    });
    expect((await failing.handler.deliver(await sign())).body).toBe('{"type":"defer"}');
    await settle();
    expect(failing.types()).toEqual(["reply_rerouted", "answered", "handler_failed"]);
  });

  test("work that outlasts the answer is passed to waitUntil, that of the request rather than that of the options", async () => {
    const kept: Promise<unknown>[] = [];
    const keep = (work: Promise<unknown>) => void kept.push(work);
    const { handle, end } = held();
    const bench = endpoint({ handle, waitUntil: () => expect.unreachable("the request has its own") });
    await settle(); // the keys are there
    const answer = bench.handler.deliver({ ...(await sign()), waitUntil: keep });
    await bench.clock.advance(2_500);
    await answer;
    expect(kept).toHaveLength(1);
    let done = false;
    void kept[0]?.then(() => (done = true));
    await settle();
    expect(done).toBe(false);
    end(undefined);
    await settle();
    expect(done).toBe(true);
  });
});

describe("body or REST", () => {
  test("END-06 once the handler switched to REST, a confirmation returned as well is not sent", async () => {
    const { status, types, events } = await timed({
      handle: (_, context) => {
        expect(context.switchToRest()).toBe(true);
        return { type: "reply", content: "twice" };
      },
    });
    expect([status, types()]).toEqual([204, ["invalid_confirmation", "left_to_rest"]]);
    expect(events[0]).toMatchObject({ problem: expect.stringContaining("switched to REST") as unknown });
  });

  test("END-06 once the endpoint has answered, no handler can switch to REST", async () => {
    const { handle, contexts } = held();
    const bench = endpoint({ handle });
    const answer = bench.handler.deliver(await sign());
    await bench.clock.advance(2_500);
    await answer;
    expect(contexts[0]?.switchToRest()).toBe(false);
  });

  test('END-06 after "handled-by-rest" the body confirms nothing', async () => {
    const { status, text, types } = await timed({ handle: () => "handled-by-rest" });
    expect([status, text, types()]).toEqual([204, "", ["left_to_rest"]]);
  });

  test("END-06 a handler that switched to REST and is late is answered neutrally, not declined", async () => {
    const { end, contexts, handle } = held();
    const bench = endpoint({ handle });
    const answer = bench.handler.deliver(await sign());
    await settle();
    expect(contexts[0]?.switchToRest()).toBe(true);
    await bench.clock.advance(2_500);
    expect((await answer).status).toBe(204);
    end("handled-by-rest");
    await settle();
    expect(bench.types()).toEqual(["handler_late", "left_to_rest"]);
  });

  test("END-09 acknowledge first: the 2xx is empty and immediate, the handler confirms by REST within the deadline", async () => {
    const kept: Promise<unknown>[] = [];
    const { handle, contexts, end } = held();
    const bench = endpoint({ handle, mode: "ack-then-rest", waitUntil: (work) => void kept.push(work) });
    const answer = await bench.handler.deliver(await sign());
    expect(answer).toMatchObject({ status: 204, body: "" });
    await settle();
    const [context] = contexts;
    expect([context?.switchToRest(), context?.remainingMs(), kept.length > 0]).toEqual([true, 2_500, true]);
    await bench.clock.advance(2_500);
    expect([context?.switchToRest(), context?.signal.aborted]).toEqual([false, true]);
    expect(bench.types()).toContain("handler_late");
    end("handled-by-rest");
  });

  test("END-09 acknowledge first: a confirmation that is returned is not sent, which is reported", async () => {
    const { types, status } = await timed({ mode: "ack-then-rest", handle: () => ({ type: "defer" }) });
    expect([status, types()]).toEqual([204, ["invalid_confirmation", "left_to_rest"]]);
  });

  test("END-10 without a store a private reply becomes a defer, and its text is sent by the answer route", async () => {
    const sent: string[] = [];
    const handle = () => ({ type: "reply", content: "secret", private: true }) as const;
    const { text, types } = await timed({
      dedupe: false,
      handle,
      answerLater: async (_, { content }) => void sent.push(content),
    });
    expect([text, sent, types()]).toEqual(['{"type":"defer"}', ["secret"], ["reply_rerouted", "answered"]]);
  });

  test("END-10 without a store and without a way to answer later, a private text is not sent at all", async () => {
    const handle = () => ({ type: "reply", content: "secret", private: true }) as const;
    const { text, types } = await timed({ dedupe: false, handle });
    expect([text, types()]).toEqual(['{"type":"decline"}', ["invalid_confirmation", "answered"]]);
  });

  test("END-10 with a store a private reply may go in the body, and a public one always may", async () => {
    const bodyOf = async (dedupe: false | undefined, isPrivate: boolean) => {
      const options = { assumptions: { privateReply: "sent" }, ...(dedupe === undefined ? {} : { dedupe }) } as const;
      return (await timed({ ...options, handle: () => ({ type: "reply", content: "x", private: isPrivate }) })).text;
    };
    expect(await bodyOf(undefined, true)).toContain('"content":"x"');
    expect(await bodyOf(false, false)).toContain('"content":"x"');
  });

  test("END-10 the context says whether the body may carry a private text", async () => {
    const said: boolean[] = [];
    const handle: DeliveryHandle = (_, context) => void said.push(context.privateByBody) as undefined;
    await timed({ handle });
    await timed({ handle, dedupe: false });
    expect(said).toEqual([true, false]);
  });

  test("a delivery at the edge of the tolerance is handled like any other", async () => {
    const { handler, clock } = endpoint();
    clock.setNowS(startS + 300);
    expect((await handler.deliver(await sign())).status).toBe(200);
  });
});
