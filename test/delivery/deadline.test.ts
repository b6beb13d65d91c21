import type { DeliveryResult } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import { autocompleteBody, commandBody, endpoint, held, settle, sign, timed } from "./support.js";

describe("budgets", () => {
  test("END-05 the endpoint answers for a late handler after 2.5 s, or 0.7 s for an autocomplete", async () => {
    const command = await timed({ handle: held().handle });
    expect([command.status, command.text, command.atMs]).toEqual([200, '{"type":"decline"}', 2_500]);
    const typing = await timed({ handle: held().handle }, autocompleteBody());
    expect([typing.status, typing.text, typing.atMs]).toEqual([200, '{"type":"suggest","choices":[]}', 700]);
  });

  test("END-05 the budgets can be set", async () => {
    const budgets = { interactionMs: 1_200, autocompleteMs: 300 };
    expect((await timed({ handle: held().handle, budgets })).atMs).toBe(1_200);
    expect((await timed({ handle: held().handle, budgets }, autocompleteBody())).atMs).toBe(300);
  });

  test("END-05 a delivery with less time left gets that time, minus the margin for the network", async () => {
    expect((await timed({ handle: held().handle }, commandBody({ expiresInMs: 1_500 }))).atMs).toBe(1_000);
    expect((await timed({ handle: held().handle }, commandBody({ expiresInMs: 60_000 }))).atMs).toBe(2_500);
    expect((await timed({ handle: held().handle }, commandBody({ expiresInMs: undefined }))).atMs).toBe(2_500);
    expect((await timed({ handle: held().handle }, autocompleteBody({ expiresInMs: 500 }))).atMs).toBe(200);
  });

  test("END-05 a delivery with an invalid expiresInMs gets the whole budget, which is reported", async () => {
    for (const expiresInMs of [undefined, null, "1500", 1_500.5, -1]) {
      const late = await timed({ handle: held().handle }, commandBody({ expiresInMs }));
      expect([late.atMs, late.types()]).toEqual([2_500, ["expiry_assumed", "handler_late", "answered"]]);
      const { text, handler } = await timed(
        { handle: ({ interaction }) => ({ type: "reply", content: interaction.type }) },
        commandBody({ expiresInMs }),
      );
      expect([text, handler.counts()["expiry_assumed"]]).toEqual(['{"type":"reply","content":"command"}', 1]);
    }
    const none = await timed({ handle: held().handle }, commandBody({ expiresInMs: 0 }));
    expect([none.status, none.types()]).toEqual([204, ["expired"]]);
  });

  test("END-05 the time for the body counts, and a slow one is refused after 2 s", async () => {
    const { handler, clock, reasons } = endpoint({ handle: held().handle });
    const signed = await sign();
    const startMs = clock.monotonicMs();
    let atMs = -1;
    const slow = handler.deliver({
      ...signed,
      body: (ticket) => {
        clock.schedule(() => {
          ticket.take(signed.body);
          ticket.end();
        }, 1_900);
        return () => undefined;
      },
    });
    void slow.then(() => (atMs = clock.monotonicMs() - startMs));
    await clock.advance(2_500);
    await slow;
    expect(atMs).toBe(2_500);

    let stopped = 0;
    const stalled = handler.deliver({ ...signed, body: () => () => (stopped += 1) });
    await clock.advance(1_999);
    expect(reasons()).toEqual([]);
    await clock.advance(1);
    expect(await stalled).toMatchObject({ status: 408, close: true });
    expect([reasons(), stopped]).toEqual([["body-timeout"], 1]);
  });

  test("a body that has arrived when its timeout fires is still read: the process may have stalled", async () => {
    const { handler, clock, reasons } = endpoint();
    const signed = await sign();
    const answer = handler.deliver({
      ...signed,
      body: (ticket) =>
        clock.schedule(() => {
          ticket.take(signed.body);
          ticket.end();
        }, 2_000),
    });
    await clock.advance(2_000);
    expect(await answer).toMatchObject({ status: 200 });
    expect(reasons()).toEqual([]);
  });

  test("END-05 with no time left the handler does not run", async () => {
    let runs = 0;
    const handle = () => {
      runs += 1;
      return undefined;
    };
    const { status, types } = await timed({ handle }, commandBody({ expiresInMs: 500 }));
    expect([status, types(), runs]).toEqual([204, ["expired"], 0]);
    await timed({ handle }, commandBody({ expiresInMs: 501 }));
    expect(runs).toBe(1);
  });

  test("the handler sees its remaining time, and its signal is aborted at the deadline", async () => {
    const { handle, contexts } = held();
    const { handler, clock } = endpoint({ handle });
    const answer = handler.deliver(await sign());
    await settle();
    const [context] = contexts;
    expect(context?.remainingMs()).toBe(2_500);
    await clock.advance(2_499);
    expect([context?.remainingMs(), context?.signal.aborted]).toEqual([1, false]);
    await clock.advance(1);
    await answer;
    expect([context?.remainingMs(), context?.signal.aborted]).toEqual([0, true]);
    await clock.advance(1_000);
    expect(context?.remainingMs()).toBe(0);
  });

  test("no timer is left behind when the handler was in time", async () => {
    const { handler, clock } = endpoint();
    await handler.deliver(await sign());
    await settle();
    expect(clock.pending).toBe(0);
  });
});

describe("failures", () => {
  const thrower = () => {
    throw new Error("mine");
  };

  test("END-07 a handler that throws, at once or later, is a 2xx with a decline, never a 5xx", async () => {
    for (const handle of [thrower, () => Promise.reject(new Error("mine")), async () => thrower()]) {
      const { status, text, types } = await timed({ handle });
      expect([status, text, types()]).toEqual([200, '{"type":"decline"}', ["handler_failed", "answered"]]);
    }
    const typing = await timed({ handle: thrower }, autocompleteBody());
    expect(typing.text).toBe('{"type":"suggest","choices":[]}');
  });

  test("END-07 onThrow decides the answer to a handler that throws", async () => {
    expect((await timed({ handle: thrower, onThrow: "defer" })).text).toBe('{"type":"defer"}');
    expect((await timed({ handle: thrower, onThrow: "neutral" })).status).toBe(204);
    expect((await timed({ handle: thrower, onThrow: "neutral" }, autocompleteBody())).status).toBe(204);
  });

  test("END-07 a throw after the switch to REST is a neutral 2xx", async () => {
    const { status, text, types } = await timed({
      handle: (_, context) => {
        context.switchToRest();
        throw new Error("mine");
      },
    });
    expect([status, text, types()]).toEqual([204, "", ["handler_failed", "left_to_rest"]]);
  });

  test("END-08 a missing confirmation is reported, counted and replaced by a decline", async () => {
    const { text, types, handler } = await timed({ handle: () => undefined });
    expect([text, types()]).toEqual(['{"type":"decline"}', ["unconfirmed", "answered"]]);
    expect(handler.counts().unconfirmed).toBe(1);
    const quiet = await timed({ handle: () => undefined, onUnconfirmed: "neutral" });
    expect([quiet.status, quiet.types()]).toEqual([204, ["unconfirmed", "left_to_rest"]]);
  });

  test("END-07 a result that cannot be serialised, or throws when read, is a failure of the handler", async () => {
    const form = { id: "m", title: "t", fields: [] };
    const circular: Record<string, unknown> = { ...form };
    circular["self"] = circular;
    const trap = {
      get type(): "defer" {
        throw new Error("looked at");
      },
    };
    for (const result of [
      { type: "modal", modal: circular },
      { type: "modal", modal: { ...form, x: 1n } },
      trap,
    ] as const) {
      const given = result as DeliveryResult; // as from plain JavaScript
      for (const handle of [() => given, () => Promise.resolve(given)]) {
        const { status, text, types } = await timed({ handle });
        expect([status, text]).toEqual([200, '{"type":"decline"}']);
        expect(types()).toEqual(["handler_failed", "answered"]);
      }
    }
  });

  test("END-08 a result with a toJSON() is not sent", async () => {
    const other = { toJSON: () => ({ type: "reply", content: "other" }) };
    const form = { id: "m", title: "t", fields: [] };
    for (const [result, body] of [
      [{ type: "reply", content: "x", ...other }, commandBody()],
      [Object.assign(Object.create(other), { type: "reply", content: "x" }), commandBody()],
      [{ type: "modal", modal: { ...form, ...other } }, commandBody()],
      [{ type: "modal", modal: { ...form, fields: Object.assign([], other) } }, commandBody()],
      [{ type: "modal", modal: { ...form, fields: [{ id: "f", label: "l", ...other }] } }, commandBody()],
      [{ type: "suggest", choices: [{ name: "a", value: "a", ...other }] }, autocompleteBody()],
      [{ type: "suggest", choices: Object.assign([], other) }, autocompleteBody()],
    ] as const) {
      const { text, types, events } = await timed({ handle: () => result as DeliveryResult }, body); // as from plain JavaScript
      expect(text).not.toContain("other");
      expect(types()).toEqual(["invalid_confirmation", "answered"]);
      expect(events[0]).toMatchObject({ problem: expect.stringContaining("toJSON()") as unknown });
    }
  });

  test("END-08 a suggestion whose value JSON prints as null is not sent", async () => {
    for (const value of [Number.NaN, Infinity]) {
      const choices = [{ name: "a", value }];
      const { text, events } = await timed({ handle: () => ({ type: "suggest", choices }) }, autocompleteBody());
      expect([text, events[0]]).toEqual([
        '{"type":"suggest","choices":[]}',
        expect.objectContaining({ problem: expect.stringContaining("not finite") as unknown }),
      ]);
    }
  });

  test("END-08 a confirmation that the service would not read is not sent", async () => {
    const wrong: readonly (readonly [DeliveryResult, unknown, RegExp])[] = [
      [{ type: "reply", content: "" }, commandBody(), /must not be empty/],
      [{ type: "suggest", choices: [] }, commandBody(), /autocomplete and nothing else/],
      [{ type: "reply", content: "x" }, autocompleteBody(), /confirmed with "suggest"/],
      [{ type: "shout" } as unknown as DeliveryResult, commandBody(), /shout/], // as from plain JavaScript
      ["ok" as unknown as DeliveryResult, commandBody(), /confirmation/], // as from plain JavaScript
      [null as unknown as DeliveryResult, commandBody(), /confirmation/], // as from plain JavaScript
    ];
    for (const [result, body, problem] of wrong) {
      const { events, types, status } = await timed({ handle: () => result }, body);
      expect([status, types()]).toEqual([200, ["invalid_confirmation", "answered"]]);
      expect(events[0]).toMatchObject({ problem: expect.stringMatching(problem) as unknown });
    }
  });
});
