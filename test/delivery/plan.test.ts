import { createVerifier, fixedKeys, type KeySource } from "svc-apps/delivery";
import { asAppId } from "svc-apps/validators";
import { describe, expect, test } from "vitest";
import { planVerification } from "../../runtime/delivery/core/plan.js";
import { readDeliveryHeaders } from "../../runtime/delivery/core/headers.js";
import { appId, commandBody, keyA, names, otherAppId, sign, startS, steppedClock, withHeaders } from "./support.js";

const good = await sign();

/** A verifier whose keys tell when they are touched. */
function watched(options: { toleranceS?: number } = {}) {
  const touched: string[] = [];
  const real = fixedKeys([keyA.published]);
  const keys: KeySource = {
    current: () => (touched.push("current"), real.current()),
    beforeUse: () => (touched.push("beforeUse"), real.beforeUse()),
    renew: () => (touched.push("renew"), real.renew()),
    prefetch: () => real.prefetch(),
  };
  const clock = steppedClock();
  return { verifier: createVerifier({ apps: appId, keys, clock, ...options }), touched, clock };
}

async function reasonOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>) {
  const { verifier, touched } = watched();
  const verdict = await verifier.verify(withHeaders(good, headers));
  return verdict.ok === true ? "accepted" : verdict.ok === false ? [verdict.reason, touched.length] : verdict.ok;
}

describe("order of the steps", () => {
  const wrong = {
    version: { [names.version]: "2" },
    time: { [names.timestamp]: "0" },
    app: { [names.app]: otherAppId },
    id: { [names.delivery]: "no" },
    signature: { [names.signature]: "none" },
  };

  test("SIG-01 version is judged first, then time, App, bytes and signature, each before any key is touched", async () => {
    const { version, time, app, id, signature } = wrong;
    expect(await reasonOf({ ...version, ...time, ...app, ...id, ...signature })).toEqual(["version", 0]);
    expect(await reasonOf({ ...time, ...app, ...id, ...signature })).toEqual(["timestamp-window", 0]);
    expect(await reasonOf({ ...app, ...id, ...signature })).toEqual(["app", 0]);
    expect(await reasonOf({ ...id, ...signature })).toEqual(["delivery-id", 0]);
    expect(await reasonOf(signature)).toEqual(["signature-header", 0]);
    expect(await reasonOf({})).toBe("accepted");
  });

  test("SIG-01 a recipe that is not implemented is refused, however it is written", async () => {
    for (const version of ["", "0", "01", "1.0", " 1", "1 ", "v1", "2"]) {
      expect(await reasonOf({ [names.version]: version })).toEqual(["version", 0]);
    }
  });
});

describe("time", () => {
  const at = async (nowS: number, toleranceS?: number) => {
    const { verifier, clock } = watched(toleranceS === undefined ? {} : { toleranceS });
    clock.setNowS(nowS);
    const verdict = await verifier.verify(good);
    return verdict.ok === false ? verdict.reason : verdict.ok;
  };

  test("SIG-02 300 seconds are accepted and 301 refused, in the past and in the future", async () => {
    expect(await at(startS + 300)).toBe(true);
    expect(await at(startS + 301)).toBe("timestamp-window");
    expect(await at(startS - 300)).toBe(true);
    expect(await at(startS - 301)).toBe("timestamp-window");
  });

  test("SIG-02 fractions of a second do not count", async () => {
    expect(await at(startS + 300.999)).toBe(true);
  });

  test("SIG-03 a tolerance that is not a number is refused, also a numeric string", () => {
    for (const toleranceS of ["300", [300], new Number(300)]) {
      expect(() => watched({ toleranceS: toleranceS as unknown as number })).toThrow(/toleranceS must be a number/); // as from plain JavaScript
    }
  });

  test("SIG-03 the tolerance can be tightened, and 1 and 300 are its bounds", async () => {
    expect(await at(startS + 60, 60)).toBe(true);
    expect(await at(startS + 61, 60)).toBe("timestamp-window");
    expect(await at(startS - 61, 60)).toBe("timestamp-window");
    expect(await at(startS + 1, 1)).toBe(true);
    expect(await at(startS + 2, 1)).toBe("timestamp-window");
    for (const toleranceS of [0, 0.5, -1, 301, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => watched({ toleranceS })).toThrow(/toleranceS must be a number from 1 to 300 seconds/);
    }
  });

  test("SIG-04 anything but up to twelve decimal digits is refused as a timestamp", async () => {
    const bad = ["", "+1800000000", "-1800000000", " 1800000000", "1800000000 ", "1.8e9", "1800000000.0", "0x6b49d200"];
    for (const text of [...bad, "1800000000\n", "١٨٠٠٠٠٠٠٠٠", "1800000000000"]) {
      expect(await reasonOf({ [names.timestamp]: text })).toEqual(["timestamp-format", 0]);
    }
  });

  test("SIG-04 milliseconds are refused even where twelve digits would hold them", async () => {
    expect(await reasonOf({ [names.timestamp]: "180000000000" })).toEqual(["timestamp-window", 0]);
  });

  test("SIG-05 a timestamp with leading zeros only verifies as it was signed", async () => {
    const text = `00${startS}`;
    const { signatureEntry } = await import("../../runtime/delivery/sign.js");
    const { buildSignedBytes } = await import("../../runtime/delivery/core/preamble.js");
    const parts = { ownAppId: appId, deliveryId: good.headers[names.delivery] ?? "", timestamp: text };
    const { bytes } = buildSignedBytes("interaction", parts, good.body);
    const signature = await signatureEntry(keyA, bytes);
    expect(await reasonOf({ [names.timestamp]: text, [names.signature]: signature })).toBe("accepted");
    expect(await reasonOf({ [names.signature]: signature })).toEqual(["bad-signature", expect.any(Number)]);
    expect(await reasonOf({ [names.timestamp]: text })).toEqual(["bad-signature", expect.any(Number)]);
  });
});

describe("destination", () => {
  test("SIG-06 an unknown App is refused before any key is looked up, names of Object.prototype included", async () => {
    for (const app of [otherAppId, "__proto__", "constructor", "toString", "", `${appId} `, `0${appId}`]) {
      expect(await reasonOf({ [names.app]: app })).toEqual(["app", 0]);
    }
  });

  test("SIG-07 the id that is signed comes from our configuration, not from the header that points to it", async () => {
    const apps = new Map([["pointer", asAppId(appId)]]);
    const headers = readDeliveryHeaders({ ...good.headers, [names.app]: "pointer" });
    const plan = planVerification(headers, { apps, toleranceS: 300 }, startS * 1_000);
    expect(plan).toMatchObject({ ok: true, ownAppId: appId });
    expect(JSON.stringify(plan)).not.toContain("pointer");
  });

  test("SIG-07 a delivery signed for another App is refused although its header names ours", async () => {
    const stolen = await sign({ appId: otherAppId });
    const { verifier } = watched();
    const verdict = await verifier.verify(withHeaders(stolen, { [names.app]: appId }));
    expect(verdict).toEqual({ ok: false, reason: "bad-signature" });
  });

  test("END-21 several Apps share a verifier, and each verifies under its own id alone", async () => {
    const clock = steppedClock();
    const verifier = createVerifier({ apps: [appId, otherAppId], keys: fixedKeys([keyA.published]), clock });
    const other = await sign({ appId: otherAppId });
    expect(await verifier.verify(other)).toMatchObject({ ok: true, delivery: { appId: otherAppId } });
    expect(await verifier.verify(good)).toMatchObject({ ok: true, delivery: { appId } });
    const crossed = await verifier.verify(withHeaders(other, { [names.app]: appId }));
    expect(crossed).toEqual({ ok: false, reason: "bad-signature" });
  });

  test("END-21 a verifier without Apps, or with an id that is not a number, is refused when it is made", () => {
    const keys = fixedKeys([keyA.published]);
    expect(() => createVerifier({ apps: [], keys })).toThrow(/at least one Application ID/);
    expect(() => createVerifier({ apps: [appId, "my app"], keys })).toThrow(/string of digits, got "my app"/);
  });
});

describe("headers", () => {
  test("SIG-09 a delivery id that is no UUID, or could splice the preamble, is refused", async () => {
    const id = good.headers[names.delivery] ?? "";
    const bad = ["", "1", `${id}\n`, `\n${id}`, `${id}\r\n1`, id.slice(1), `${id}0`, id.replaceAll("-", ""), `{${id}}`];
    for (const text of bad) expect(await reasonOf({ [names.delivery]: text })).toEqual(["delivery-id", 0]);
  });

  test("SIG-28 header names are matched in any case", async () => {
    const { verifier } = watched();
    const upper = Object.fromEntries(Object.entries(good.headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect((await verifier.verify({ headers: upper, body: good.body })).ok).toBe(true);
    expect((await verifier.verify({ headers: new Headers(good.headers), body: good.body })).ok).toBe(true);
  });

  const single = [
    ["version", "version"],
    ["timestamp", "timestamp-format"],
    ["app", "app"],
    ["delivery", "delivery-id"],
  ] as const;

  test("SIG-28 a missing header is refused, and so is a single-valued one that comes twice", async () => {
    const { verifier } = watched();
    for (const [name, reason] of single) {
      const header = names[name];
      const value = good.headers[header] ?? "";
      const twice = new Headers(good.headers);
      twice.append(header, value);
      expect(await reasonOf({ [header]: undefined })).toEqual([reason, 0]);
      expect(await reasonOf({ [header]: [value, value] })).toEqual([reason, 0]);
      expect(await reasonOf({ [header]: [] })).toEqual([reason, 0]);
      expect(await reasonOf({ [header.toUpperCase()]: value })).toEqual([reason, 0]);
      expect(await reasonOf({ [header]: `${value}, ${value}` })).toEqual([reason, 0]);
      expect(await verifier.verify({ headers: twice, body: good.body })).toEqual({ ok: false, reason });
      expect(await reasonOf({ [header]: [value] })).toBe("accepted");
    }
    expect(await reasonOf({ [names.signature]: undefined })).toEqual(["signature-header", 0]);
  });

  test("SIG-28 a name in several spellings is a header sent that often; of signatures, that is a list", async () => {
    const capital = (name: string) => name.replace(/(^|-)\w/g, (start) => start.toUpperCase());
    for (const [name, reason] of [...single, ["signature", "accepted"]] as const) {
      const header = names[name];
      const spellings = [header.toUpperCase(), capital(header)];
      for (const count of [1, 2]) {
        const more = Object.fromEntries(spellings.slice(0, count).map((each) => [each, good.headers[header]]));
        const outcome = await reasonOf(more);
        expect(outcome, `${name}, ${count + 1} times`).toEqual(reason === "accepted" ? reason : [reason, 0]);
      }
    }
  });

  test("a body that differs by one byte is refused", async () => {
    const { verifier } = watched();
    for (const body of [commandBody({ id: "x" }), { ...commandBody(), extra: 1 }]) {
      const bytes = new TextEncoder().encode(JSON.stringify(body));
      expect(await verifier.verify({ headers: good.headers, body: bytes })).toEqual({
        ok: false,
        reason: "bad-signature",
      });
    }
  });
});
