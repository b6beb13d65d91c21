import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closeCodes, errorCodes, limits } from "../../generated/tables.js";
import type { CloseReason as Ending } from "../../runtime/diagnostics/events.js";
import {
  type ReconnectBackoff,
  type BackoffState,
  decideReconnect,
  type DecisionPolicy,
  isForeign,
  nextWait,
  type Pace,
  type WaitInput,
} from "../../runtime/events/reconnect.js";

const policy: DecisionPolicy = {
  closeCodes,
  refusalCodes: new Set(Object.keys(errorCodes)),
  unknownCloseCode: "reconnect",
  protocolFailures: 1,
  addressIsProven: false,
  protocolFailureLimit: 3,
};

const options: ReconnectBackoff = {
  baseMs: 500,
  capMs: limits.resumeWindowMs / 4,
  patientMs: limits.resumeWindowMs / 8,
  ceilingMs: limits.gatewayRetryAfterMs,
};

const closeFrame = (code?: string, reconnect?: boolean): Ending => ({
  cause: "close-frame",
  ...(code !== undefined && { code }),
  ...(reconnect !== undefined && { reconnect }),
});
const refused = (status: number, code?: string, retryAfterMs?: number): Ending => ({
  cause: "refused",
  status,
  ...(code !== undefined && { code }),
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

describe("what a close frame leads to", () => {
  test.each([
    ["TRANSIENT_FAILURE", "backoff"],
    ["SERVER_RESTARTING", "backoff"],
    ["AUTHORIZATION_LOST", "backoff"],
    ["CONNECTION_LIMIT_EXCEEDED", "patient"],
  ])("EVT-26 EVT-31 %s reconnects with pace %s, whatever its flag says", (code, pace) => {
    for (const flag of [true, false, undefined]) {
      expect(decideReconnect(closeFrame(code, flag), policy)).toMatchObject({ action: "reconnect", pace });
    }
  });

  test.each([
    ["APP_DELETED", "none"],
    ["OWNER_SANCTIONED", "owner-account"],
    ["APP_SANCTIONED", "wait-or-appeal"],
    ["FATAL_ERROR", "report"],
  ])("EVT-27 AUTH-22 AUTH-23 %s ends the stream with remedy %s, whatever its flag says", (code, remedy) => {
    for (const flag of [true, false, undefined]) {
      expect(decideReconnect(closeFrame(code, flag), policy)).toMatchObject({
        action: "stop",
        reason: "close-frame",
        remedy,
      });
    }
  });

  test("EVT-32 AUTH-21 CREDENTIAL_REVOKED goes on with another credential or not at all", () => {
    expect(decideReconnect(closeFrame("CREDENTIAL_REVOKED", false), policy)).toMatchObject({
      action: "other-credential",
      remedy: "new-credential",
    });
  });

  test("EVT-30 only AUTHORIZATION_LOST makes what the App remembers void", () => {
    const fresh = Object.keys(closeCodes).filter((code) => "freshView" in decideReconnect(closeFrame(code), policy));
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
      expect(decideReconnect(closeFrame(code, true), policy)).toEqual({ action: "reconnect", pace: "backoff" });
      expect(decideReconnect(closeFrame(code), policy)).toEqual({ action: "reconnect", pace: "backoff" });
      expect(decideReconnect(closeFrame(code, false), policy)).toEqual({ action: "reconnect", pace: "capped" });
    }
  });

  test("EVT-28 the other reading, honouring the flag of an unknown code, is a switch", () => {
    const honour = { ...policy, unknownCloseCode: "honour-flag" } as const;
    expect(decideReconnect(closeFrame("SOMETHING_NEW", false), honour)).toMatchObject({ action: "stop" });
    expect(decideReconnect(closeFrame("SOMETHING_NEW", true), honour)).toMatchObject({ action: "reconnect" });
    expect(decideReconnect(closeFrame("SERVER_RESTARTING", false), honour)).toMatchObject({ action: "reconnect" });
  });

  test("EVT-29 the sentence of a close frame decides nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(undefined, ...Object.keys(closeCodes)), fc.string(), (code, message) => {
        const plain = decideReconnect(closeFrame(code), policy);
        expect(decideReconnect({ ...closeFrame(code), message } as Ending, policy)).toEqual(plain);
      }),
    );
  });
});

describe("what a refusal leads to", () => {
  test("EVT-35 RATE-01 a 429 waits for what was asked, apart from the close frame about too many connections", () => {
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
      expect([after(1), after(2)]).toEqual(Array(2).fill({ action: "reconnect", pace: "even" }));
      expect(after(3)).toMatchObject({ action: "stop", reason: "protocol", remedy: "check-base-url" });
      const proven = { ...policy, protocolFailures: 1000, addressIsProven: true };
      expect(decideReconnect(ending, proven)).toEqual({ action: "reconnect", pace: "even" });
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

  test("EVT-08 a frame above the limit is tried again, and grows the wait like any other failure", () => {
    const ending = { cause: "frame-too-large", error: new Error() } as const;
    expect(decideReconnect(ending, policy)).toEqual({ action: "reconnect", pace: "backoff" });
  });

  test("BOX-10 after a mailbox that is gone the credential is asked about", () => {
    expect(decideReconnect({ cause: "expired" }, policy)).toEqual({ action: "check-credential" });
  });
});

describe("how long the waits are", () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const fresh: BackoffState = { failures: 0, retryMs: undefined };
  const base: WaitInput = { pace: "backoff", usefulMs: 0, stableAfterMs: 5000, random: 0.999_999 };
  const wait = (failures: number, input: Partial<WaitInput> = {}) =>
    Math.round(nextWait({ ...fresh, failures }, { ...base, ...input }, options).waitMs);

  test("EVT-16 the first seven attempts together stay well inside the resume window, whatever chance does", () => {
    for (const pace of ["prompt", "backoff"] as const) {
      const totalMs = [0, 1, 2, 3, 4, 5, 6].reduce((sum, failures) => sum + wait(failures, { pace }), 0);
      expect(totalMs).toBeLessThan(limits.resumeWindowMs * 0.6);
    }
  });

  test("EVT-26 they double up to a cap, and chance takes anything off them but a tenth of a second", () => {
    expect([0, 1, 2, 3].map((failures) => wait(failures))).toEqual([500, 1000, 2000, 4000]);
    expect([0, 1, 2, 3].map((failures) => wait(failures, { random: 0.5 }))).toEqual([250, 500, 1000, 2000]);
    expect(wait(9, { random: 0 })).toBe(100);
    expect(wait(50)).toBe(options.capMs);
  });

  test("EVT-34 after a stable connection the first attempt follows at once, and never again before the next one", () => {
    expect(wait(0, { pace: "prompt" })).toBeLessThanOrEqual(20);
    expect(wait(7, { pace: "prompt", usefulMs: 5000 })).toBeLessThanOrEqual(20);
    expect(wait(1, { pace: "prompt", usefulMs: 4999 })).toBe(500);
  });

  test("EVT-31 being told of too many connections waits longer at first than a passing failure ever does", () => {
    fc.assert(
      fc.property(random, random, (a, b) => {
        expect(wait(0, { pace: "patient", random: a })).toBeGreaterThan(wait(0, { random: b }));
      }),
    );
  });

  test("ERR-06 somebody else's answers are waited out for half a minute at least before eight of them end the stream", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6].map((failures) => wait(failures, { pace: "even", random: 0 }));
    expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(30_000);
  });

  test("EVT-28 the capped pace never asks more often than the cap allows", () => {
    fc.assert(
      fc.property(random, fc.nat(30), (chance, failures) => {
        expect(wait(failures, { pace: "capped", random: chance })).toBeGreaterThanOrEqual(options.capMs / 2);
      }),
    );
  });

  test("RATE-02 RATE-03 a wait that was asked for is never undercut and never above five minutes", () => {
    const paces: Pace[] = ["prompt", "backoff", "even", "patient", "capped"];
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        random,
        fc.nat(20),
        fc.constantFrom(...paces),
        (atLeastMs, chance, failures, pace) => {
          const ms = nextWait({ ...fresh, failures }, { ...base, pace, atLeastMs, random: chance }, options).waitMs;
          expect(ms).toBeGreaterThanOrEqual(Math.min(atLeastMs, limits.gatewayRetryAfterMs));
          expect(ms).toBeLessThanOrEqual(limits.gatewayRetryAfterMs);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  test("RATE-01 asked to wait for no time at all, or until a time in the past, the own back-off counts", () => {
    for (const atLeastMs of [0, -5000]) {
      expect(wait(0, { pace: "patient", atLeastMs, random: 0 })).toBe(100);
      expect(wait(3, { atLeastMs, random: 0.5 })).toBe(2000);
    }
  });

  test("the stream's own reconnection time is never undercut either, within the cap", () => {
    for (const pace of ["backoff", "prompt"] as const) expect(wait(0, { pace, retryMs: 2000, random: 0 })).toBe(2000);
    expect(wait(0, { retryMs: 3_600_000, random: 0 })).toBe(options.capMs);
    const { state } = nextWait(fresh, { ...base, retryMs: 2000 }, options);
    expect(nextWait(state, { ...base, random: 0 }, options).waitMs, "it stays in force").toBe(2000);
  });

  test("RATE-05 one count for all that does not last: refusals, and connections that were of use too briefly", () => {
    let state = fresh;
    const grow: number[] = [];
    for (const input of [{ pace: "patient" }, { pace: "backoff" }, { usefulMs: 4999 }, { usefulMs: 1 }] as const) {
      const next = nextWait(state, { ...base, ...input }, options);
      grow.push(next.state.failures);
      ({ state } = next);
    }
    expect(grow).toEqual([1, 2, 3, 4]);
    expect(nextWait(state, { ...base, usefulMs: 5000 }, options).state.failures).toBe(1);
  });
});
