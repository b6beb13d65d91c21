import { runInNewContext } from "node:vm";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  asInteractionId,
  asServerId,
  AppsError,
  ArgumentError,
  confirmInteraction,
  createMessage,
  getMe,
  getServer,
  HttpError,
  InteractionExpiredError,
  isAppsError,
  isArgumentError,
  isHttpError,
  isMissingCredential,
  isNoAnswer,
  isProtocolError,
  isRateLimited,
  isRefusal,
  isStaleRevision,
  MissingCredentialError,
  NoAnswerError,
  ProtocolError,
  RateLimitedError,
  RefusalError,
  settle,
  StaleRevisionError,
} from "svc-apps";
import { type Call, errorCodes } from "svc-apps/rest";
import { netError, ok, refused, type Reply } from "../support/fake-transport.js";
import { outcomeOf, testClient } from "../support/test-client.js";

const failWith = async (...replies: Reply[]): Promise<AppsError> => {
  const { client } = testClient(replies, { retry: { retries: 0, rateLimitRetries: 0 } });
  return (await outcomeOf(getMe(client, {}))) as AppsError; // every case here fails
};

describe("ERR-01 ERR-04 the class follows the code, whatever the status", () => {
  test.each(Object.keys(errorCodes))("%s is a refusal with its code", async (code) => {
    for (const status of [400, 401, 403, 409, 422, 500]) {
      const error = await failWith(refused(status, code));
      expect(isRefusal(error, code)).toBe(true);
      expect(error).toMatchObject({ kind: "refusal", code, status });
    }
  });

  test("the two that say more than their code have classes of their own, on any status", async () => {
    expect(await failWith(refused(418, "MISSING_CREDENTIAL"))).toBeInstanceOf(MissingCredentialError);
    expect(await failWith(refused(429, "STALE_REVISION"))).toBeInstanceOf(StaleRevisionError);
    expect(await failWith(refused(400, "INVALID_INPUT"))).toBeInstanceOf(RefusalError);
  });

  test("a 404 whose code says nothing may be that of a wrong address; other refusals may not", async () => {
    const hint = "; what was asked for is not there: check baseUrl and the ids";
    expect((await failWith(refused(404, "ROUTE_NEVER_SEEN"))).message).toBe(
      `getMe: refused: ROUTE_NEVER_SEEN (404)${hint}`,
    );
    expect((await failWith(refused(404, "APP_NOT_FOUND"))).message).not.toContain("baseUrl");
    expect((await failWith(refused(403, "ROUTE_NEVER_SEEN"))).message).not.toContain("baseUrl");
  });

  test("ERR-10 GEN-09 an unknown code arrives as it came", async () => {
    const error = await failWith(refused(451, "SOMETHING_NEW", {}, { hint: 7 }));
    expect(error).toBeInstanceOf(RefusalError);
    expect(error).toMatchObject({ code: "SOMETHING_NEW", extras: { hint: 7 } });
  });
});

describe("ERR-05 where the code is found", () => {
  test.each([
    [{ code: "A" }, "A"],
    [{ error: { code: "B" } }, "B"],
    [{ code: "A", error: { code: "B" } }, "A"],
    [{ code: 7, error: { code: "B" } }, "B"],
    [{ code: "", error: { code: "B" } }, "B"],
  ])("%j", async (body, code) => {
    expect(await failWith({ status: 400, body: JSON.stringify(body) })).toMatchObject({ kind: "refusal", code });
  });

  test.each([
    [{}],
    [{ error: "B" }],
    [{ code: null }],
    [{ errors: [{ code: "A" }] }],
    [[{ code: "A" }]],
    ["A"],
    [null],
  ])("ERR-06 in %j there is none, and none is made up", async (body) => {
    const error = await failWith({ status: 400, body: JSON.stringify(body) });
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ kind: "http", status: 400, body });
    expect(error.code).toBeUndefined();
  });

  test.each(["", "<html>Bad gateway</html>", "{"])("ERR-06 nor in %j", async (body) => {
    const error = await failWith({ status: 502, body });
    expect(error).toMatchObject({ kind: "http", status: 502, body });
  });

  test("an unreadable body is kept up to 16 KiB, and off every print-out", async () => {
    const error = await failWith({ status: 400, body: `secretive ${"x".repeat(20_000)}` });
    expect(error.body).toHaveLength(16_384);
    expect(inspect(error, { showHidden: false })).not.toContain("secretive");
    expect(JSON.stringify(error)).not.toContain("secretive");
  });
});

test("ADM-03 ADM-07 a stale revision carries the current one, found beside the code or nested, the outer first", async () => {
  const shapes = [
    { code: "STALE_REVISION", currentRevision: "18" },
    { error: { code: "STALE_REVISION", currentRevision: "18" } },
    { code: "STALE_REVISION", error: { currentRevision: "18" } },
    { code: "STALE_REVISION", currentRevision: "18", error: { currentRevision: "99" } },
  ];
  for (const shape of shapes) {
    expect(await failWith({ status: 409, body: JSON.stringify(shape) })).toMatchObject({ currentRevision: "18" });
  }
  const bare = await failWith(refused(409, "STALE_REVISION"));
  expect(isStaleRevision(bare) && bare.currentRevision).toBeUndefined();
});

test("RATE-06 a 429 is rate-limiting with or without a code", async () => {
  const bare = await failWith({ status: 429, headers: { "retry-after": "7" }, body: "slow down" });
  expect(bare).toBeInstanceOf(RateLimitedError);
  expect(bare).toMatchObject({ kind: "refusal", status: 429, retryAfterMs: 7_000, ambiguous: false });
  expect(bare.message).toContain("asked to wait 7 s");
  expect(await failWith(refused(429, "SLOW_DOWN"))).toMatchObject({ name: "RateLimitedError", code: "SLOW_DOWN" });
});

test("ERR-11 ERR-12 an error names operation, template, status, attempts; no id, no header, no body", async () => {
  const { client } = testClient([refused(409, "INTERACTION_ALREADY_CONFIRMED", { "x-trace": "header-value" })]);
  const interactionId = asInteractionId("0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11");
  const error = await outcomeOf(confirmInteraction(client, { interactionId, type: "reply", content: "body-text" }));
  expect(error).toMatchObject({
    operation: "confirmInteraction",
    route: "POST /api/interacoes/{interacao}/confirmar",
    status: 409,
    attempts: 1,
    ambiguous: false,
  });
  for (const shown of [inspect(error), JSON.stringify(error), String(error)]) {
    expect(shown).not.toMatch(/0d9f6f2e|header-value|body-text/);
  }
});

test("ERR-07 REST-07 AUTH-17 messages say what may be behind a refusal, and no more", async () => {
  expect((await failWith(refused(404, "APP_NOT_FOUND"))).message).toMatch(/does not exist, or is not open/);
  expect((await failWith(refused(403, "APP_MISSING_SCOPE"))).message).toMatch(/roles.*scopes/);
  expect((await failWith({ status: 401, body: "" })).message).toMatch(/takes no Bearer.*verifyCredential/);
});

test("a code cannot forge lines of a log", async () => {
  const error = await failWith(refused(400, "A\r\n2030 fake log line\u001b[31m"));
  for (const harm of ["\r", "\n", "\u001b"]) expect(error.message).not.toContain(harm);
});

test("ERR-08 who complained is told by the class: the service about input, or this side about arguments", async () => {
  const { client } = testClient([refused(400, "INVALID_INPUT")]);
  const theirs = await outcomeOf(getMe(client, {}));
  const ours = await outcomeOf(getServer(client, { serverId: "" as never }));
  expect([isRefusal(theirs), isArgumentError(theirs)]).toEqual([true, false]);
  expect([isRefusal(ours), isArgumentError(ours)]).toEqual([false, true]);
});

describe("no answer", () => {
  test.each([
    [netError("ECONNRESET"), "connection", true],
    [netError("EPIPE"), "connection", true],
    [new TypeError("fetch failed"), "connection", true],
    [Object.assign(new TypeError("fetch failed"), { cause: netError("ECONNREFUSED") }), "unreachable", false],
    [netError("ENOTFOUND"), "unreachable", false],
    [netError("CERT_HAS_EXPIRED"), "unreachable", false],
  ])("%s is reason %s, ambiguous %s", async (failure, reason, ambiguous) => {
    const { client } = testClient([failure], { retry: { retries: 0 } });
    const error = await outcomeOf(
      createMessage(client, { serverId: asServerId("1"), channelId: "2" as never, content: "x" }),
    );
    expect(isNoAnswer(error, reason as "connection")).toBe(true);
    expect(error).toMatchObject({ ambiguous, attempts: 1 });
  });

  test("whoever could not be reached is named by origin, and nobody else is", async () => {
    const from = async (code: string, baseUrl = "https://chat.example:8443/secret-path") => {
      const { client } = testClient([netError(code)], { baseUrl, retry: { retries: 0 } });
      return String(await outcomeOf(getMe(client, {})));
    };
    expect(await from("ECONNREFUSED")).toBe(
      "NoAnswerError: getMe: no answer (unreachable) from https://chat.example:8443: ECONNREFUSED",
    );
    expect(await from("ECONNRESET")).toBe("NoAnswerError: getMe: no answer (connection): ECONNRESET");
    for (const code of ["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER"]) {
      expect(await from(code)).toBe(
        `NoAnswerError: getMe: no answer (connection) from https://chat.example:8443: ${code}; ` +
          "the port may speak plain http: check baseUrl",
      );
      expect(await from(code, "http://127.0.0.1:1")).toBe(`NoAnswerError: getMe: no answer (connection): ${code}`);
    }
  });

  test("a read is never ambiguous: reading twice does no harm", async () => {
    expect(await failWith(netError("ECONNRESET"))).toMatchObject({ kind: "no-answer", ambiguous: false });
  });
});

describe("guards", () => {
  const guards = {
    isArgumentError,
    isHttpError,
    isProtocolError,
    isNoAnswer,
    isRefusal,
    isRateLimited,
    isMissingCredential,
    isStaleRevision,
  };
  const details = { operation: "x", attempts: 1 };
  test.each([
    [new ArgumentError("m"), ["isArgumentError"]],
    [new HttpError("m", details), ["isHttpError"]],
    [new ProtocolError("m", details), ["isProtocolError"]],
    [new NoAnswerError("m", { ...details, reason: "timeout" }), ["isNoAnswer"]],
    [new RefusalError("m", { ...details, code: "X" }), ["isRefusal"]],
    [new RateLimitedError("m", details), ["isRefusal", "isRateLimited"]],
    [new MissingCredentialError("m", { ...details, code: "MISSING_CREDENTIAL" }), ["isRefusal", "isMissingCredential"]],
    [new StaleRevisionError("m", { ...details, code: "STALE_REVISION" }), ["isRefusal", "isStaleRevision"]],
    [new InteractionExpiredError("m", details), ["isRefusal"]],
    [new Error("m"), []],
    [{ kind: "refusal" }, []],
    [undefined, []],
    [null, []],
    ["refusal", []],
  ])("%s", (error, names) => {
    expect(Object.entries(guards).flatMap(([name, guard]) => (guard(error) ? [name] : []))).toEqual(names);
    expect(isAppsError(error)).toBe(error instanceof AppsError);
  });

  test("work on errors of another realm or another copy of the package", () => {
    const foreign: unknown = runInNewContext(
      `Object.assign(new Error("m"), { [Symbol.for("svc-apps.error")]: "refusal", code: "STALE_REVISION", name: "StaleRevisionError" })`,
    );
    expect(foreign instanceof AppsError).toBe(false);
    expect([isAppsError(foreign), isStaleRevision(foreign), isHttpError(foreign)]).toEqual([true, true, false]);
  });

  test("every class names itself, in `name` and at the head of its stack", () => {
    for (const error of [
      new ArgumentError("m"),
      new RateLimitedError("m"),
      new NoAnswerError("m", { reason: "timeout" }),
    ]) {
      expect(error.name).toBe(error.constructor.name);
      expect(error.stack).toMatch(new RegExp(`^${error.constructor.name}: m`));
    }
  });
});

describe("settle", () => {
  test("returns the value, or the failure instead of throwing it", async () => {
    const good = testClient([ok({ app: { publicId: "1" } })]);
    expect(await settle(getMe(good.client, {}))).toEqual({ ok: true, value: { app: { publicId: "1" } } });
    const bad = testClient([refused(409, "STALE_REVISION", {}, { currentRevision: "18" })]);
    expect(await settle(getMe(bad.client, {}))).toMatchObject({ ok: false, error: { code: "STALE_REVISION" } });
  });

  test("throws what is a mistake of the caller", async () => {
    const { client } = testClient([ok({})]);
    await expect(settle(getServer(client, { serverId: ".." as never }))).rejects.toBeInstanceOf(ArgumentError);
    await expect(settle(Promise.reject(new TypeError("bug")) as Promise<never> as Call<never>)).rejects.toThrow("bug");
  });
});
