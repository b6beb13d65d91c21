import { describe, expect, test } from "vitest";
import { getMe, type HttpMiddleware as Middleware, settle, withHeaders } from "svc-apps";
import manifest from "../../package.json" with { type: "json" };
import { doors, over } from "../support/doors.js";
import { netError, ok, refused, type Reply } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";

describe("middleware of the user's own", () => {
  const noting =
    (name: string, seen: string[]): Middleware =>
    async (call, next) => {
      seen.push(`${name} before`);
      const answer = await next(call);
      seen.push(`${name} ${answer.status}`);
      return answer;
    };

  test("stands around the call, or around each attempt, in the order given", async () => {
    const seen: string[] = [];
    const { client, clock } = testClient([{ status: 503, body: "" }, ok({})], {
      middleware: [
        noting("outer", seen),
        { around: "attempt", middleware: noting("attempt", seen) },
        { around: "call", middleware: noting("inner", seen) },
      ],
    });
    const call = getMe(client, {});
    await clock.advance(1_000);
    await call;
    expect(seen).toEqual([
      "outer before",
      "inner before",
      "attempt before",
      "attempt 503",
      "attempt before",
      "attempt 200",
      "inner 200",
      "outer 200",
    ]);
  });

  test("adds headers and may authorize itself, but the version cannot be replaced", async () => {
    const { client, requests } = testClient([ok({})], {
      middleware: [
        async (call, next) =>
          next(withHeaders(call, { "X-Trace": "1", Authorization: "Bearer x", "x-svc-api-version": "9" })),
      ],
    });
    await getMe(client, {});
    expect(Object.keys(requests[0]?.headers ?? {})).toEqual([
      "accept",
      "x-trace",
      "authorization",
      "x-svc-api-version",
    ]);
    expect(requests[0]?.headers).toMatchObject({ "x-trace": "1", "x-svc-api-version": "1" });
    expect(requests[0]?.headers["authorization"]).toBe("Bearer x");
  });

  test("answers itself, and nothing is sent: a cache", async () => {
    const { client, requests } = testClient([ok({})], { middleware: [async () => ok({ app: { name: "kept" } })] });
    expect(await getMe(client, {})).toEqual({ app: { name: "kept" } });
    const { status, attempts } = await getMe(client, {}).withResponse();
    expect([status, attempts, requests.length]).toEqual([200, 0, 0]);
  });

  test("what it throws reaches the caller as it is, and is not repeated", async () => {
    const bug = new TypeError("mine");
    for (const around of ["call", "attempt"] as const) {
      const middleware: Middleware = async () => Promise.reject(bug);
      const { client, requests, clock } = testClient([ok({})], { middleware: [{ around, middleware }] });
      expect(await outcomeOf(getMe(client, {}))).toBe(bug);
      expect(await outcomeOf(settle(getMe(client, {})))).toBe(bug);
      expect([requests.length, clock.pending]).toEqual([0, 0]);
    }
  });

  test("sees refusals and failures, and may try once more itself", async () => {
    const again: Middleware = async (call, next) => {
      const answer = await next(call);
      return answer.status === 409 ? next(call) : answer;
    };
    const { client, requests } = testClient([refused(409, "BUSY"), ok({})], { middleware: [again] });
    await getMe(client, {});
    expect(requests).toHaveLength(2);
  });

  test.each(["call", "attempt"] as const)(
    "goes on with the call where it names none, around the %s",
    async (around) => {
      const middleware = (async (_call: unknown, next: () => unknown) => next()) as unknown as Middleware; // plain JavaScript
      const { client, requests } = testClient([ok({})], { middleware: [{ around, middleware }] });
      expect(await getMe(client, {})).toEqual({ app: {} });
      expect(requests).toHaveLength(1);
    },
  );

  test.each([[{}], ["x"], [[7]], [[{ around: "stream", middleware: () => {} }]], [[{ middleware: () => {} }]]])(
    "%j is no middleware",
    (middleware) => {
      expect(() => testClient([], { middleware: middleware as never })).toThrow(
        "middleware must be a list of functions, or of { around, middleware }",
      );
    },
  );
});

describe("withResponse()", () => {
  test("brings data, status, headers, request id, attempts and time", async () => {
    const replies = [netError("ECONNRESET"), { ...ok({ app: {} }), headers: { "x-request-id": "r-7", etag: "e" } }];
    const { client, clock } = testClient(replies);
    const call = getMe(client, {}).withResponse();
    await clock.advance(250);
    expect(await call).toEqual({
      data: { app: {} },
      status: 200,
      headers: { "x-request-id": "r-7", etag: "e" },
      requestId: "r-7",
      attempts: 2,
      durationMs: 250,
    });
  });

  test("rejects as the call does, and the error names the request", async () => {
    const { client } = testClient([refused(403, "NO", { "x-request-id": "r-8" })]);
    const error = await outcomeOf(getMe(client, {}).withResponse());
    expect(error).toMatchObject({ code: "NO", requestId: "r-8" });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ requestId: "r-8" });
  });

  test("an attempt without an answer has no request id, whatever the one before had", async () => {
    const first: Reply = { status: 503, headers: { "x-request-id": "r-9" }, body: "" };
    const { client, clock } = testClient([first, netError("ECONNRESET")], { retry: { retries: 1 } });
    const outcome = outcomeOf(getMe(client, {}));
    await clock.advance(1_000);
    expect(await outcome).not.toHaveProperty("requestId");
  });
});

test.each(Object.entries(doors))("%s: withResponse() has the same", async (_name, make) => {
  const { client } = over(make, [{ headers: { "x-request-id": "r-1" } }]);
  expect(await getMe(client, {}).withResponse()).toMatchObject({ status: 200, requestId: "r-1", attempts: 1 });
});

describe("the user agent", () => {
  const sent = async (options: object) => {
    const { client, requests } = testClient([ok({})], { userAgent: undefined as never, ...options });
    await getMe(client, {});
    return requests[0]?.headers["user-agent"];
  };
  const own = `svc-apps/${manifest.version} (node/${process.versions.node})`;

  test("names package, version and runtime; it can be extended and left out", async () => {
    expect(await sent({})).toBe(own);
    expect(await sent({ userAgent: "dice/1.2" })).toBe(`dice/1.2 ${own}`);
    expect(await sent({ userAgent: false })).toBeUndefined();
    for (const userAgent of [true, "", "a\nb", " a", 7]) {
      expect(() => testClient([], { userAgent: userAgent as never })).toThrow(
        "userAgent must be false, or visible ASCII",
      );
    }
  });
});
