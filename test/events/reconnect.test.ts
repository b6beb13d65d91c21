import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closeCodes, errorCodes, limits } from "../../generated/tables.js";
import { Attempts } from "../../runtime/events/reconnect/attempts.js";
import { type BackoffOptions, reconnectDelayMs } from "../../runtime/events/reconnect/backoff.js";
import { decideReconnect, type DecisionPolicy, isForeign, type Pace } from "../../runtime/events/reconnect/decide.js";
import type { Ending } from "../../runtime/events/reconnect/ending.js";

const policy: DecisionPolicy = {
  closeCodes,
  refusalCodes: new Set(Object.keys(errorCodes)),
  unknownCloseCode: "reconnect",
  protocolFailures: 1,
  addressIsProven: false,
  protocolFailureLimit: 3,
};

const options: BackoffOptions = {
  baseMs: 500,
  capMs: limits.resumeWindowMs / 4,
  patientMs: limits.resumeWindowMs / 8,
  ceilingMs: limits.gatewayRetryAfterMs,
};

const farewell = (code?: string, reconnect?: boolean): Ending => ({
  cause: "farewell",
  ...(code !== undefined && { code }),
  ...(reconnect !== undefined && { reconnect }),
});
const refused = (status: number, code?: string, retryAfterMs?: number): Ending => ({
  cause: "refused",
  status,
  ...(code !== undefined && { code }),
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

describe("what a farewell leads to", () => {
  test.each([
    ["TRANSIENT_FAILURE", "backoff"],
    ["SERVER_RESTARTING", "backoff"],
    ["AUTHORIZATION_LOST", "backoff"],
    ["CONNECTION_LIMIT_EXCEEDED", "patient"],
  ])("EVT-26 EVT-31 %s reconnects with pace %s, whatever its flag says", (code, pace) => {
    for (const flag of [true, false, undefined]) {
      expect(decideReconnect(farewell(code, flag), policy)).toMatchObject({ action: "reconnect", pace });
    }
  });

  test.each([
    ["APP_DELETED", "none"],
    ["OWNER_SANCTIONED", "owner-account"],
    ["APP_SANCTIONED", "wait-or-appeal"],
    ["FATAL_ERROR", "report"],
  ])("EVT-27 AUTH-22 AUTH-23 %s ends the stream with remedy %s, whatever its flag says", (code, remedy) => {
    for (const flag of [true, false, undefined]) {
      expect(decideReconnect(farewell(code, flag), policy)).toMatchObject({
        action: "stop",
        reason: "farewell",
        remedy,
      });
    }
  });

  test("EVT-32 AUTH-21 CREDENTIAL_REVOKED goes on with another credential or not at all", () => {
    expect(decideReconnect(farewell("CREDENTIAL_REVOKED", false), policy)).toMatchObject({
      action: "other-credential",
      remedy: "new-credential",
    });
  });

  test("EVT-30 only AUTHORIZATION_LOST makes what the App remembers void", () => {
    const fresh = Object.keys(closeCodes).filter((code) => "freshView" in decideReconnect(farewell(code), policy));
    expect(fresh).toEqual(["AUTHORIZATION_LOST"]);
  });

  test("every code of the description has a row here: a new one has to be thought about", () => {
    expect(Object.keys(closeCodes).toSorted()).toEqual([
      "APP_DELETED",
      "APP_SANCTIONED",
      "AUTHORIZATION_LOST",
      "CONNECTION_LIMIT_EXCEEDED",
      "CREDENTIAL_REVOKED",
      "FATAL_ERROR",
      "OWNER_SANCTIONED",
      "SERVER_RESTARTING",
      "TRANSIENT_FAILURE",
    ]);
  });

  test("EVT-28 a missing or unknown code reconnects, at a capped rate when its flag asks to stop", () => {
    for (const code of [undefined, "SOMETHING_NEW", "constructor", ""]) {
      expect(decideReconnect(farewell(code, true), policy)).toEqual({ action: "reconnect", pace: "backoff" });
      expect(decideReconnect(farewell(code), policy)).toEqual({ action: "reconnect", pace: "backoff" });
      expect(decideReconnect(farewell(code, false), policy)).toEqual({ action: "reconnect", pace: "capped" });
    }
  });

  test("EVT-28 the other reading, honouring the flag of an unknown code, is a switch", () => {
    const honour = { ...policy, unknownCloseCode: "honour-flag" } as const;
    expect(decideReconnect(farewell("SOMETHING_NEW", false), honour)).toMatchObject({ action: "stop" });
    expect(decideReconnect(farewell("SOMETHING_NEW", true), honour)).toMatchObject({ action: "reconnect" });
    expect(decideReconnect(farewell("SERVER_RESTARTING", false), honour)).toMatchObject({ action: "reconnect" });
  });

  test("EVT-29 the sentence of a farewell decides nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(undefined, ...Object.keys(closeCodes)), fc.string(), (code, message) => {
        const plain = decideReconnect(farewell(code), policy);
        expect(decideReconnect({ ...farewell(code), message } as Ending, policy)).toEqual(plain);
      }),
    );
  });
});

describe("what a refusal leads to", () => {
  test("EVT-35 RATE-01 a 429 waits for what was asked, apart from the farewell about too many connections", () => {
    expect(decideReconnect(refused(429, undefined, 7000), policy)).toEqual({
      action: "reconnect",
      pace: "patient",
      atLeastMs: 7000,
    });
    expect(decideReconnect(refused(429, "ANY_CODE"), policy)).toEqual({ action: "reconnect", pace: "patient" });
  });

  test("AUTH-15 AUTH-16 a refused credential is never tried again as it is", () => {
    expect(decideReconnect(refused(401, "MISSING_CREDENTIAL"), policy)).toMatchObject({ action: "other-credential" });
  });

  test("AUTH-17 a bare 401 proves nothing: whether the credential lives is asked", () => {
    expect(decideReconnect(refused(401), policy)).toEqual({ action: "check-credential" });
    expect(decideReconnect(refused(401, "SOMETHING_NEW"), policy)).toEqual({ action: "check-credential" });
  });

  test.each([
    [400, "INVALID_INPUT", { action: "stop", reason: "refused" }],
    [403, "APP_MISSING_SCOPE", { action: "stop", reason: "refused" }],
    [403, "SOMETHING_NEW", { action: "reconnect", pace: "capped" }],
    [500, undefined, { action: "reconnect", pace: "backoff" }],
    [503, undefined, { action: "reconnect", pace: "backoff" }],
    [408, undefined, { action: "reconnect", pace: "backoff" }],
  ])("%i %s", (status, code, expected) => {
    expect(decideReconnect(refused(status, code), policy)).toMatchObject(expected);
  });
});

describe("what other endings lead to", () => {
  test("EVT-34 a clean end, a broken connection and silence reconnect at once", () => {
    const endings: Ending[] = [{ cause: "end" }, { cause: "dropped" }, { cause: "idle", silentMs: 60_000 }];
    for (const ending of endings)
      expect(decideReconnect(ending, policy)).toEqual({ action: "reconnect", pace: "prompt" });
  });

  test.each([
    ["an answer that is no stream", { cause: "protocol", error: new Error("text/html") }],
    ...[400, 403, 404, 405, 410, 431].map((status) => [`a ${status} without a code`, refused(status)] as const),
  ] as const)(
    "EVT-42 ERR-06 %s is tried again a few times, then ends what has never heard the service",
    (_, ending) => {
      expect(isForeign(ending)).toBe(true);
      const after = (protocolFailures: number) => decideReconnect(ending, { ...policy, protocolFailures });
      expect([after(1), after(2)]).toEqual(Array(2).fill({ action: "reconnect", pace: "backoff" }));
      expect(after(3)).toMatchObject({ action: "stop", reason: "protocol", remedy: "check-base-url" });
      const proven = { ...policy, protocolFailures: 1000, addressIsProven: true };
      expect(decideReconnect(ending, proven)).toEqual({ action: "reconnect", pace: "backoff" });
    },
  );

  test("ERR-06 a wait that such an answer asks for is kept to", () => {
    expect(decideReconnect(refused(404, undefined, 7000), policy)).toMatchObject({ atLeastMs: 7000 });
  });

  test("ERR-06 what the service says itself, and what passes by nature, does not count as somebody else's answer", () => {
    for (const own of [refused(404, "SOMETHING_NEW"), refused(429), refused(401), refused(408), refused(503)]) {
      expect(isForeign(own)).toBe(false);
      expect(decideReconnect(own, { ...policy, protocolFailures: 1000 }).action).not.toBe("stop");
    }
    for (const ending of [{ cause: "end" }, { cause: "dropped" }, { cause: "unreachable" }] as const)
      expect(isForeign(ending)).toBe(false);
  });

  test("EVT-08 a frame above the limit ends it at once, unlike a broken connection", () => {
    expect(decideReconnect({ cause: "frame-too-large", error: new Error() }, policy)).toMatchObject({
      action: "stop",
      reason: "frame-too-large",
    });
  });
});

describe("how long the waits are", () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  test("EVT-16 the first seven attempts together stay well inside the resume window, whatever chance does", () => {
    for (const pace of ["prompt", "backoff"] as const) {
      const worst = Array.from({ length: 7 }, (_, attempt) => reconnectDelayMs({ pace, attempt }, options, 0));
      const totalMs = worst.reduce((sum, ms) => sum + ms, 0);
      expect(totalMs).toBeLessThan(limits.resumeWindowMs * 0.6);
    }
  });

  test("EVT-26 waits double and carry jitter", () => {
    const at = (attempt: number, chance: number) => reconnectDelayMs({ pace: "backoff", attempt }, options, chance);
    expect([0, 1, 2, 3].map((attempt) => at(attempt, 0))).toEqual([500, 1000, 2000, 4000]);
    expect([0, 1, 2, 3].map((attempt) => at(attempt, 0.5))).toEqual([375, 750, 1500, 3000]);
    expect(at(50, 0)).toBe(options.capMs);
  });

  test("EVT-31 being told of too many connections waits longer at first than a passing failure ever does", () => {
    fc.assert(
      fc.property(random, random, (a, b) => {
        const patient = reconnectDelayMs({ pace: "patient", attempt: 0 }, options, a);
        expect(patient).toBeGreaterThan(reconnectDelayMs({ pace: "backoff", attempt: 0 }, options, b));
      }),
    );
  });

  test("EVT-28 the capped pace never asks more often than the cap allows", () => {
    fc.assert(
      fc.property(random, fc.nat(30), (chance, attempt) => {
        const ms = reconnectDelayMs({ pace: "capped", attempt }, options, chance);
        expect(ms).toBeGreaterThanOrEqual(options.capMs / 2);
      }),
    );
  });

  test("RATE-02 RATE-03 a wait that was asked for is never undercut and never above five minutes", () => {
    const paces: Pace[] = ["prompt", "backoff", "patient", "capped"];
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        random,
        fc.nat(20),
        fc.constantFrom(...paces),
        (askedMs, chance, attempt, pace) => {
          const ms = reconnectDelayMs({ pace, attempt, atLeastMs: askedMs }, options, chance);
          expect(ms).toBeGreaterThanOrEqual(Math.min(askedMs, limits.gatewayRetryAfterMs));
          expect(ms).toBeLessThanOrEqual(limits.gatewayRetryAfterMs);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  test("the stream's own reconnection time sets the first wait, within the cap", () => {
    expect(reconnectDelayMs({ pace: "backoff", attempt: 0, retryMs: 2000 }, options, 0)).toBe(2000);
    expect(reconnectDelayMs({ pace: "backoff", attempt: 0, retryMs: 3_600_000 }, options, 0)).toBe(options.capMs);
  });
});

describe("how attempts are counted", () => {
  const went = { lastedMs: 0, progressed: false, limited: false, retryMs: undefined };
  const again = { action: "reconnect", pace: "backoff" } as const;

  test("a connection that held starts the count again", () => {
    const attempts = new Attempts(options, 5000);
    for (const expected of [500, 1000, 2000]) expect(attempts.waitMs(went, again, 0)).toBe(expected);
    expect(attempts.waitMs({ ...went, lastedMs: 5000 }, again, 0)).toBe(500);
  });

  test("one that brought something and broke soon is neither the first nor one of many", () => {
    const attempts = new Attempts(options, 5000);
    for (let index = 0; index < 5; index += 1) attempts.waitMs(went, again, 0);
    expect(attempts.waitMs({ ...went, lastedMs: 4999, progressed: true }, again, 0)).toBe(1000);
  });

  test("RATE-05 refusals for too many connections are counted apart, and bounded", () => {
    const attempts = new Attempts(options, 5000);
    const limited = { ...went, limited: true };
    const patient = { action: "reconnect", pace: "patient" } as const;
    expect(attempts.waitMs(went, again, 0)).toBe(500);
    expect(attempts.waitMs(limited, patient, 0)).toBe(15_000);
    expect(attempts.waitMs(limited, patient, 0)).toBe(30_000);
    expect(attempts.waitMs(limited, patient, 0)).toBe(30_000);
    expect(attempts.waitMs(went, again, 0)).toBe(1000);
  });
});
