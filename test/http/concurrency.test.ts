import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  answerInteraction,
  asInteractionId,
  asServerId,
  type CallOptions,
  type Client,
  confirmInteraction,
  fetchTransport,
  getMe,
  getServer,
  type HttpCall,
  type HttpMiddleware,
  type Permit,
  permits,
} from "svc-apps";
import { ok, type Reply } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";
import { createVirtualClock } from "../support/virtual-clock.js";

/** An answer that has what each of the operations here requires. */
const anything = ok({
  app: {},
  interaction: {},
  server: {},
  roles: [],
  channels: [],
  categories: [],
  can: "",
  myRank: 0,
  isOwner: true,
  revision: "1",
});

const interactionId = asInteractionId("0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11");
const confirm = (client: Client) => confirmInteraction(client, { interactionId, type: "defer" });

/** Requests that stay open until they are let go, in the order they were sent. */
function gate() {
  const open: (() => void)[] = [];
  const reply: Reply = () => new Promise((resolve) => open.push(() => resolve(anything)));
  return { open, reply };
}

describe("RATE-07 requests under way at once", () => {
  test("RATE-11 a call whose signal fired before does not wait for its turn", async () => {
    const { open, reply } = gate();
    const { client, clock, requests } = testClient([reply], { concurrency: { maxConcurrent: 1 } });
    const first = getMe(client);
    await clock.settle();
    const late = outcomeOf(getMe(client, {}, { signal: AbortSignal.abort() }));
    await clock.settle();
    expect(await late).toMatchObject({ kind: "no-answer", reason: "aborted", ambiguous: false });
    for (const letGo of open) letGo();
    await first;
    expect(requests).toHaveLength(1);
  });

  test("are limited; the next is sent when one ends, in the order of the calls", async () => {
    const { open, reply } = gate();
    const { client, clock, requests } = testClient([reply], { concurrency: { maxConcurrent: 2 } });
    const calls = ["1", "2", "3", "4"].map((id) => getServer(client, { serverId: asServerId(id) }));
    await clock.settle();
    expect(requests).toHaveLength(2);
    for (let sent = 3; sent <= 4; sent += 1) {
      open[sent - 3]?.();
      await clock.settle();
      expect(requests).toHaveLength(sent);
    }
    for (const letGo of open) letGo();
    await Promise.all(calls);
    expect(requests.map(({ url }) => url.slice(-1))).toEqual(["1", "2", "3", "4"]);
    expect(clock.pending).toBe(0);
  });

  test("interactions have room of their own, and go first when even that is full", async () => {
    const { open, reply } = gate();
    const { client, clock, requests } = testClient([reply], {
      concurrency: { maxConcurrent: 1, reservedForInteractions: 1 },
    });
    const calls = [
      getMe(client, {}),
      getMe(client, {}),
      confirm(client),
      answerInteraction(client, { interactionId, content: "x" }),
    ];
    await clock.settle();
    const paths = () => requests.map(({ url }) => url.split("/").at(-1));
    expect(paths()).toEqual(["me", "confirmar"]);
    open[1]?.();
    await clock.settle();
    expect(paths()).toEqual(["me", "confirmar", "resposta"]);
    for (let at = 0; at < 4; at += 1) {
      open[at]?.();
      await clock.settle();
    }
    await Promise.all(calls);
    expect(paths()).toEqual(["me", "confirmar", "resposta", "me"]);
  });

  test("an urgent call waits for no permit", async () => {
    const { open, reply } = gate();
    const concurrency = { maxConcurrent: 1, reservedForInteractions: 1 };
    const { client, clock, requests } = testClient([reply], { concurrency });
    const again = (options?: CallOptions) => confirmInteraction(client, { interactionId, type: "defer" }, options);
    const calls = [again(), again(), again(), again({ urgent: true })];
    await clock.settle();
    expect(requests).toHaveLength(3);
    for (let at = 0; at < 4; at += 1) {
      open[at]?.();
      await clock.settle();
    }
    await Promise.all(calls);
  });

  test("a call that waits for its turn leaves at its deadline or its signal, unsent", async () => {
    const { open, reply } = gate();
    const { client, clock, requests } = testClient([reply], { concurrency: { maxConcurrent: 1 } });
    const first = getMe(client, {});
    const late = outcomeOf(getMe(client, {}, { deadlineMs: 1_000 }));
    const controller = new AbortController();
    const gone = outcomeOf(getMe(client, {}, { signal: controller.signal }));
    await clock.advance(999);
    controller.abort();
    expect(await gone).toMatchObject({ reason: "aborted", attempts: 0, ambiguous: false });
    await clock.advance(1);
    expect(await late).toMatchObject({ reason: "queue", attempts: 0, ambiguous: false });
    open[0]?.();
    await first;
    expect(requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("a wait for a retry holds no permit", async () => {
    const { client, clock, requests } = testClient(
      [{ status: 503, headers: { "retry-after": "5" }, body: "" }, ok({})],
      {
        concurrency: { maxConcurrent: 1 },
      },
    );
    const waiting = getMe(client, {});
    await clock.settle();
    await getMe(client, {});
    expect(requests).toHaveLength(2);
    await clock.advance(5_000);
    await waiting;
  });

  test("a call that was cancelled holds none, though its fetch never settles and does not heed the signal", async () => {
    const sent: string[] = [];
    const fetch = async (url: string) => {
      sent.push(url.slice(-1));
      if (url.endsWith("1")) return new Promise<Response>(() => {});
      return new Response(anything.body, { status: 200 });
    };
    const clock = createVirtualClock();
    const { client } = testClient([], {
      clock,
      transport: fetchTransport({ fetch, clock }),
      concurrency: { maxConcurrent: 1 },
    });
    const controller = new AbortController();
    const stuck = outcomeOf(getServer(client, { serverId: asServerId("1") }, controller));
    await clock.settle();
    const next = getServer(client, { serverId: asServerId("2") });
    await clock.settle();
    expect(sent).toEqual(["1"]);
    controller.abort();
    expect(await stuck).toMatchObject({ reason: "aborted" });
    await next;
    expect(sent).toEqual(["1", "2"]);
  });

  describe("where a runtime drops a request, and its promises and timers with it", () => {
    /** The first call never comes back, whatever happens: nobody is there any more to give its permit back. */
    const dropped = () => {
      let calls = 0;
      const middleware: HttpMiddleware = (call, next) => ((calls += 1) === 1 ? new Promise(() => {}) : next(call));
      return testClient([anything], {
        concurrency: { maxConcurrent: 1, reservedForInteractions: 0 },
        timeoutMs: 1_000,
        middleware: [{ around: "attempt", middleware }],
      });
    };

    test("the permit is reclaimed when its signal has fired", async () => {
      const { client, clock } = dropped();
      const controller = new AbortController();
      void outcomeOf(getMe(client, {}, controller));
      await clock.settle();
      controller.abort();
      expect(await getMe(client, {}, { deadlineMs: 10 })).toMatchObject({ app: {} });
    });

    test("the permit is reclaimed when its time is over, and waiting calls get it first", async () => {
      const { client, clock, requests } = dropped();
      void outcomeOf(getMe(client, {}));
      await clock.settle();
      const early = getServer(client, { serverId: asServerId("1") });
      await clock.advance(3_999);
      const second = getServer(client, { serverId: asServerId("2") });
      await clock.settle();
      expect(requests, "four times the time of an attempt are not over").toHaveLength(0);
      await clock.advance(1);
      const third = getServer(client, { serverId: asServerId("3") });
      await Promise.all([early, second, third]);
      expect(requests.map(({ url }) => url.slice(-1))).toEqual(["1", "2", "3"]);
    });
  });

  test("a permit that was reclaimed is not given back twice", () => {
    const clock = createVirtualClock();
    const gatekeeper = permits({ maxConcurrent: 1, reservedForInteractions: 0 }, clock);
    const controller = new AbortController();
    const call = {
      operation: { id: "x" },
      signal: controller.signal,
      timeoutMs: 1,
      deadlineAtMs: Infinity,
    } as HttpCall;
    const first = gatekeeper.enter(call) as Permit;
    controller.abort();
    const second = gatekeeper.enter({ ...call, signal: undefined });
    expect(second).not.toBeInstanceOf(Promise);
    gatekeeper.leave(first);
    expect(gatekeeper.enter({ ...call, signal: undefined }), "the second still holds its own").toBeInstanceOf(Promise);
  });

  test("however calls end, the limit holds and every permit comes back", async () => {
    const kinds = fc.array(fc.constantFrom("ok", "fail", "abort"), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(kinds, fc.integer({ min: 1, max: 5 }), async (ends, maxConcurrent) => {
        let underWay = 0;
        let most = 0;
        const reply: Reply = async ({ url }) => {
          underWay += 1;
          most = Math.max(most, underWay);
          await Promise.resolve();
          underWay -= 1;
          if (url.endsWith("fail")) throw new Error("lost");
          return anything;
        };
        const { client } = testClient([reply], {
          concurrency: { maxConcurrent, reservedForInteractions: 0 },
          retry: { retries: 0 },
        });
        const controller = new AbortController();
        const calls = ends.map((end) =>
          outcomeOf(
            getServer(client, { serverId: end as never }, end === "abort" ? { signal: controller.signal } : {}),
          ),
        );
        controller.abort();
        await Promise.all(calls);
        expect(most).toBeLessThanOrEqual(maxConcurrent);
        // All places are free again: as many calls as there are places run side by side.
        await Promise.all(Array.from({ length: maxConcurrent }, () => getMe(client, {})));
        expect(underWay).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});
