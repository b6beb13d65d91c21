import { describe, expect, test } from "vitest";
import type { HttpMiddleware } from "svc-apps";
import { lost } from "../support/doors.js";
import { CANARY, canaryToken, outcomeOf } from "../support/test-client.js";
import { ways } from "../support/ways.js";

const APP = { body: '{"app":{"publicId":"1","name":"a"}}' };
const MESSAGE = { status: 201, body: '{"message":{"publicId":"1"}}' };
const withUrl =
  (url: string, more: object = {}): HttpMiddleware =>
  (call, next) =>
    next({ ...call, ...more, request: { ...call.request, url } });
const withBody =
  (body: string): HttpMiddleware =>
  (call, next) =>
    next({ ...call, request: { ...call.request, body } });
const withHeader =
  (name: string, value: string): HttpMiddleware =>
  (call, next) =>
    next({ ...call, request: { ...call.request, headers: { ...call.request.headers, [name]: value } } });

/** The three places where a middleware of the user may stand, in all ways that have them. */
describe.each(Object.entries(ways))("middleware of %s", (name, make) => {
  test("may reuse its record of headers: each request has what it holds then", async () => {
    const headers: Record<string, string> = {};
    let calls = 0;
    const reusing: HttpMiddleware = (call, next) => {
      Object.assign(headers, call.request.headers, { "x-nonce": String((calls += 1)) });
      return next({ ...call, request: { ...call.request, headers } });
    };
    const { read, requests } = make([APP], { middleware: [reusing] });
    for (let call = 0; call < 3; call += 1) await read();
    expect(requests.map(({ headers: sent }) => sent["x-nonce"])).toEqual(["1", "2", "3"]);
  });

  test("MSG-10 that takes the key out of a body leaves a call that is not repeated", async () => {
    const middleware = [withBody('{"content":"rewritten"}')];
    const { write, requests, clock } = make([lost, MESSAGE], { middleware });
    const outcome = outcomeOf(write());
    await clock.advance(10_000);
    expect(await outcome).toMatchObject({ name: "NoAnswerError", attempts: 1, ambiguous: true });
    expect(requests.map(({ body }) => body)).toEqual(['{"content":"rewritten"}']);
  });

  test("MSG-10 that keeps the key in a rewritten body leaves a call that is repeated", async () => {
    const rewriting: HttpMiddleware = (call, next) => {
      const { clientRef } = JSON.parse(call.request.body ?? "") as { clientRef: string };
      return withBody(JSON.stringify({ content: "rewritten", clientRef }))(call, next);
    };
    const { write, requests, clock } = make([lost, MESSAGE], { middleware: [rewriting] });
    const call = write();
    await clock.advance(10_000);
    await call;
    expect(requests).toHaveLength(2);
    expect(requests[0]?.body).toBe(requests[1]?.body);
  });

  test.each([
    "http://other.test/base/api/apps/me",
    "http://chat.test.evil.test/base/x",
    "http://chat.test:81/base/x",
    "no address",
  ])("AUTH-03 that changes the address to %s is refused, and nothing is sent", async (url) => {
    const { read, requests } = make([APP], { middleware: [withUrl(url)] });
    const error = await outcomeOf(read());
    expect(error).toMatchObject({
      name: "ArgumentError",
      message: expect.stringContaining("middleware sends it to another origin than baseUrl"),
      attempts: 0,
    });
    expect(String(error)).not.toContain(url);
    expect(requests).toEqual([]);
  });

  test("AUTH-03 may send a call to another origin if it says so, without the credential", async () => {
    const middleware = [withUrl("http://other.test/me", { otherOrigin: true })];
    const { read, requests } = make([APP], { middleware });
    await read();
    expect(requests.map(({ url }) => url)).toEqual(["http://other.test/me"]);
    expect(JSON.stringify(requests)).not.toContain(CANARY);
  });

  test("AUTH-03 may change the address within the origin of baseUrl, and the credential goes along", async () => {
    const { read, requests } = make([APP], { middleware: [withUrl("http://chat.test/other/me")] });
    await read();
    expect(requests.map(({ url, headers }) => [url, headers["authorization"]])).toEqual([
      ["http://chat.test/other/me", `Bearer ${canaryToken}`],
    ]);
  });

  test.each(["authorization", "Authorization", "AUTHORIZATION"])(
    "AUTH-03 may set %s, which is then the only one",
    async (header) => {
      const { read, requests } = make([APP], { middleware: [withHeader(header, "Bearer of-the-vault")] });
      await read();
      expect(requests[0]?.headers["authorization"]).toBe("Bearer of-the-vault");
    },
  );

  test("AUTH-03 may set a credential, which is in no error either", async () => {
    const replies = [
      { status: 403, headers: { "x-request-id": "r of-the-vault" }, body: '{"code":"NO of-the-vault"}' },
    ];
    const { read } = make(replies, { middleware: [withHeader("authorization", "Bearer of-the-vault")] });
    const error = await outcomeOf(read());
    // The raw client returns a refusal as it came.
    const isRaw = name === "createRawClient";
    expect(isRaw || (error instanceof Error && error.name)).toBe(isRaw || "RefusalError");
    expect(isRaw ? "" : `${String(error)} ${JSON.stringify(error)}`).not.toContain("of-the-vault");
  });
});
