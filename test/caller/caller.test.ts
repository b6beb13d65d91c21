import { describe, expect, test } from "vitest";
import type { Operation } from "../../runtime/abi/index.js";
import { bytesOf, eventsOf, settled } from "../../runtime/caller/index.js";
import { misfitOf, type OperationValidators } from "svc-apps/validators";
import { failure, json, never, READ, world, WRITE } from "./world.js";

describe("retries", () => {
  test("a safe call is sent again after what passes, and waits longer each time", async () => {
    const { caller, clock, sent } = world([
      () => json({}, 503),
      () => Promise.reject(new Error("reset")),
      () => json({ a: 1 }),
    ]);
    const call = caller.call(READ, { id: "1" });
    await clock.advance(249);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    expect(sent).toHaveLength(2);
    await clock.advance(499);
    expect(sent).toHaveLength(2);
    await clock.advance(1);
    expect(await call).toEqual({ a: 1 });
    expect(clock.pending).toBe(0);
  });

  test("what may be carried out twice is sent again after a 429 only", async () => {
    const once = world([() => json({}, 503), () => json({})]);
    expect(await failure(once.caller.call(WRITE, {}))).toMatchObject({ kind: "http", status: 503, operation: "write" });
    expect(once.sent).toHaveLength(1);
    const lost = world([() => Promise.reject(new Error("reset")), () => json({})]);
    expect(await failure(lost.caller.call(WRITE, {}))).toMatchObject({
      kind: "no-answer",
      reason: "connection",
      ambiguous: true,
    });
    expect(lost.sent).toHaveLength(1);
    const limited = world([() => json({}, 429, { "retry-after": "2" }), () => json({ a: 1 })]);
    const call = limited.caller.call(WRITE, {});
    await limited.clock.advance(1_999);
    expect(limited.sent).toHaveLength(1);
    await limited.clock.advance(1);
    expect(await call).toEqual({ a: 1 });
  });

  test("a wait that is too long to be worth it is not begun", async () => {
    const { caller, sent } = world([() => json({}, 429, { "retry-after": "31" })]);
    expect(await failure(caller.call(READ, { id: "1" }))).toMatchObject({
      kind: "refusal",
      status: 429,
      retryAfterMs: 31_000,
    });
    expect(sent).toHaveLength(1);
  });

  test("a call with a key of repetitions is sent again with the same key", async () => {
    const keyed: Operation = { ...WRITE, retry: "with-client-ref", idempotencyKey: "ref" };
    const { caller, clock, sent } = world([() => json({}, 502), () => json({})]);
    const call = caller.call(keyed, { a: 1 });
    await clock.advance(250);
    await call;
    const [first, second] = sent.map(({ body }) => JSON.parse(String(body)) as { ref: string });
    expect(first?.ref).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toEqual(first);
  });

  test("a limit that is undefined is the default", async () => {
    const { caller, clock, sent } = world([() => json({}, 503)], {
      retry: { retries: undefined, baseMs: undefined } as never,
    });
    const call = failure(caller.call(READ, { id: "1" }));
    await clock.advance(100_000);
    expect(await call).toMatchObject({ kind: "http", status: 503 });
    expect(sent).toHaveLength(4);
  });

  test("none are made where that is said", async () => {
    const { caller, sent } = world([() => json({}, 503)]);
    await failure(caller.call(READ, { id: "1" }, { retry: false }));
    expect(sent).toHaveLength(1);
  });
});

describe("time", () => {
  test("an attempt ends when its time is up, and the next begins", async () => {
    const { caller, clock, sent } = world([never, () => json({ a: 1 })], { timeoutMs: 1_000 });
    const call = caller.call(READ, { id: "1" });
    await clock.advance(1_250);
    expect(await call).toEqual({ a: 1 });
    expect(sent).toHaveLength(2);
  });

  test("a whole call ends when its time is up, and begins no wait that would outlast it", async () => {
    const late = world([never], { timeoutMs: 1_000, deadlineMs: 2_000 });
    const call = failure(late.caller.call(READ, { id: "1" }));
    await late.clock.advance(2_000);
    expect(await call).toMatchObject({ kind: "no-answer", reason: "timeout", operation: "read" });
    expect(late.sent).toHaveLength(2);
    expect(late.clock.pending).toBe(0);
    const limited = world([() => json({}, 429, { "retry-after": "5" })], { deadlineMs: 3_000 });
    expect(await failure(limited.caller.call(READ, { id: "1" }))).toMatchObject({ kind: "refusal", status: 429 });
    expect(limited.clock.pending).toBe(0);
  });

  test("a signal ends it with its own reason", async () => {
    const { caller, clock } = world([never]);
    const stop = new AbortController();
    const call = failure(caller.call(READ, { id: "1" }, { signal: stop.signal }));
    const reason = new Error("enough");
    stop.abort(reason);
    expect(await call).toMatchObject({ kind: "no-answer", reason: "aborted", cause: reason });
    expect(clock.pending).toBe(0);
  });
});

describe("answers", () => {
  test("settled says how a call ended, with status and headers", async () => {
    const { caller } = world([() => json({ a: 1 }, 201, { "x-id": "7" }), () => json({ title: "No" }, 404)]);
    const good = await settled(caller.call(WRITE, {}));
    expect(good).toMatchObject({ ok: true, data: { a: 1 }, status: 201 });
    expect(good.headers["x-id"]).toBe("7");
    expect(await settled(caller.call(WRITE, {}))).toMatchObject({ ok: false, error: { title: "No" }, status: 404 });
  });

  test("what does not pass a guard is told with the place, where the guards can tell it", async () => {
    const guards = { answers: { "2XX": (value: unknown) => value === 1 } };
    const told = async (read: typeof guards & Pick<OperationValidators, "misfitOf">): Promise<unknown> => {
      const { caller } = world([() => json({ a: 1 })], { validators: { read } });
      return failure(caller.call(READ, { id: "1" }));
    };
    expect(await told({ ...guards, misfitOf })).toMatchObject({
      message: "read: answered 200: it is an object that does not fit",
    });
    expect(await told(guards)).toMatchObject({ message: "read: answered 200: not as described" });
  });

  test("what does not pass the guards is an error, as is JSON that is none", async () => {
    const validators = { read: { answers: { "2XX": (value: unknown) => value === 1 } } };
    const { caller } = world(
      [() => json(1), () => json(2), () => new Response("{", { headers: { "content-type": "application/json" } })],
      { validators },
    );
    expect(await caller.call(READ, { id: "1" })).toBe(1);
    expect(await failure(caller.call(READ, { id: "1" }))).toMatchObject({ kind: "protocol", status: 200 });
    expect(await failure(caller.call(READ, { id: "1" }))).toMatchObject({ kind: "protocol", status: 200 });
  });

  test("a redirect is an answer: no credential goes where nobody sent it", async () => {
    const { caller, sent } = world(
      [() => new Response(null, { status: 302, headers: { location: "https://elsewhere.example" } })],
      { auth: "token" },
    );
    const error = await failure(caller.call(READ, { id: "1" }));
    expect(error).toMatchObject({ kind: "protocol", status: 302 });
    expect(sent).toHaveLength(1);
  });

  test("a stream that breaks ends with an error of its call, however it is read", async () => {
    const broken = (): Response => {
      const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    };
    const { caller } = world([broken]);
    const open = async () => caller.openStream({ ...READ, accept: "text/event-stream" }, { id: "1" });
    const error = { kind: "no-answer", reason: "connection", operation: "read" };
    expect(await failure(eventsOf(await open()).next())).toMatchObject(error);
    expect(
      await failure(
        bytesOf(await open())
          .getReader()
          .read(),
      ),
    ).toMatchObject(error);
  });

  test("a stream is read event by event, and is closed when its reader leaves", async () => {
    const body = (): Response => {
      const parts = ['data: {"a":1}\n', "\nevent: end\nid: 7\ndata: plain\n\n", "data: 3\n\n"];
      return new Response(
        new ReadableStream({
          pull(controller) {
            controller.enqueue(new TextEncoder().encode(parts.shift() ?? ""));
          },
        }),
        { headers: { "content-type": "text/event-stream" } },
      );
    };
    const { caller, sent } = world([body]);
    const stream = await caller.openStream({ ...READ, accept: "text/event-stream" }, { id: "1" }, { lastEventId: "6" });
    const seen: unknown[] = [];
    for await (const event of eventsOf<{ a: number } | string>(stream)) {
      seen.push(event);
      if (event.event === "end") break;
    }
    expect(seen).toEqual([
      { data: { a: 1 }, event: undefined, id: undefined },
      { data: "plain", event: "end", id: "7" },
    ]);
    expect(sent[0]?.signal?.aborted).toBe(true);
    expect(sent[0]?.headers.get("last-event-id")).toBe("6");
  });
});

test("middleware stands around the call or around each attempt, the first outermost, and may change both ways", async () => {
  const order: string[] = [];
  const { caller, clock, sent } = world([() => json({}, 503), () => json({ a: 1 })], {
    middleware: [
      async (call, next) => {
        order.push("call");
        const answer = await next(call);
        order.push(`call ${answer.status}`);
        return { ...answer, headers: answer.headers, status: answer.status, body: '{"changed":true}' };
      },
      {
        around: "attempt",
        middleware: (call, next) => {
          order.push("attempt");
          const headers = { ...call.request.headers, "x-b": "1" };
          return next({ ...call, request: { ...call.request, headers } });
        },
      },
    ],
  });
  const call = caller.call(READ, { id: "1" });
  await clock.advance(250);
  expect(await call).toEqual({ changed: true });
  expect(order).toEqual(["call", "attempt", "attempt", "call 200"]);
  expect(sent.map(({ headers }) => headers.get("x-b"))).toEqual(["1", "1"]);
});

test("what somebody's middleware throws reaches the caller as it is", async () => {
  const mine = new RangeError("mine");
  const { caller } = world([() => json({})], { middleware: [() => Promise.reject(mine)] });
  expect(await failure(caller.call(READ, { id: "1" }))).toBe(mine);
});

describe("bytes", () => {
  const binary = (bytes: number[], status = 200): Response =>
    new Response(new Uint8Array(bytes), { status, headers: { "content-type": "image/png" } });

  test("an answer that is not a string is a Blob of its media type, empty or not", async () => {
    const { caller } = world([() => binary([1, 255]), () => binary([])]);
    const blob = await caller.call<Blob>(READ, { id: "1" });
    expect([blob.type, [...new Uint8Array(await blob.arrayBuffer())]]).toEqual(["image/png", [1, 255]]);
    expect((await caller.call<Blob>(READ, { id: "1" })).size).toBe(0);
  });

  test("one of more bytes than allowed is refused", async () => {
    const { caller } = world([() => binary([1, 2, 3])], { maxBodyBytes: 2 });
    expect(await failure(caller.call(READ, { id: "1" }))).toMatchObject({
      kind: "protocol",
      message: expect.stringContaining("the answer has more than 2 bytes"),
    });
  });

  test("a stream is read as it comes, and cancelling it closes the connection", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array([7])) });
    const { caller, sent } = world([() => new Response(body, { headers: { "content-type": "image/png" } })]);
    const reader = bytesOf(await caller.openStream(READ, { id: "1" })).getReader();
    expect((await reader.read()).value).toEqual(new Uint8Array([7]));
    await reader.cancel();
    expect(sent[0]?.signal?.aborted).toBe(true);
  });

  test("a body that is a stream is sent as one, and once: what was read of it is gone", async () => {
    const { caller, sent } = world([() => json({}, 503), () => json({})]);
    const stream = new ReadableStream<Uint8Array>();
    const upload: Operation = { ...WRITE, retry: "safe", bodyParam: "body", bodyType: "application/octet-stream" };
    expect(await failure(caller.call(upload, { body: stream }))).toMatchObject({ kind: "http", status: 503 });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ body: stream, duplex: "half" });
  });
});

test("an error shows no secret that an answer echoes", async () => {
  const echo = (): Response => json({ code: "NO", message: "bad key sesame-open" }, 403);
  const { caller } = world([echo], { auth: "sesame-open" });
  const error = await failure(caller.call(READ, { id: "1" }));
  expect(error).toMatchObject({ kind: "refusal", code: "NO", body: { code: "NO", message: "bad key ***" } });
});
