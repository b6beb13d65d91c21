import { createHash } from "node:crypto";
import fc from "fast-check";
import { createVerifier, fixedKeys } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import { buildSignedBytes } from "../../runtime/delivery/core/preamble.js";
import { labels } from "../../runtime/delivery/core/wire.js";
import { appId, commandBody, deliveryId, keyA, sign, startS, steppedClock } from "./support.js";

const parts = { ownAppId: appId, deliveryId, timestamp: String(startS) };
const head = (label: string) => `${label}\n${appId}\n${deliveryId}\n${startS}\n`;
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

describe("signed bytes", () => {
  const bodies = {
    "an empty body": "",
    "a body with CRLF": '{"a":1,\r\n"b":2}\r\n',
    "a body that is not UTF-8": "\xff\xfe{\x80}",
    "a body that starts with a line feed": '\n{"type":"interaction"}',
    "a body that looks like a preamble": head(labels.interaction),
    "a body with NUL": "\0",
  };

  for (const [name, text] of Object.entries(bodies)) {
    test(`SIG-08 ${name} follows the four lines untouched, with nothing before, between or behind`, () => {
      const body = Buffer.from(text, "latin1");
      for (const label of ["interaction", "probe"] as const) {
        const signed = buildSignedBytes(label, parts, body);
        expect(latin1(signed.bytes)).toBe(head(labels[label]) + text);
        expect(latin1(signed.body)).toBe(text);
      }
    });
  }

  test("SIG-08 a golden vector matches byte for byte", () => {
    const { bytes } = buildSignedBytes("interaction", parts, new TextEncoder().encode('{"type":"interaction"}'));
    expect(bytes.length).toBe(19 + 19 + 36 + 10 + 4 + 22 - 1);
    expect(createHash("sha256").update(bytes).digest("hex")).toMatchInlineSnapshot(
      `"7b2afec160d3654d03a720009f4a9de1c2d6f34dd36f6828fb3673a2b0784953"`,
    );
  });

  test("SIG-08 different parts never give the same bytes", () => {
    const id = fc.uuid();
    const digits = fc.stringMatching(/^[0-9]{1,12}$/);
    const input = fc.record({ ownAppId: digits, deliveryId: id, timestamp: digits, body: fc.uint8Array() });
    fc.assert(
      fc.property(input, input, ({ body: a, ...first }, { body: b, ...second }) => {
        const same = JSON.stringify([first, [...a]]) === JSON.stringify([second, [...b]]);
        const one = latin1(buildSignedBytes("interaction", first, a).bytes);
        const two = latin1(buildSignedBytes("interaction", second, b).bytes);
        expect(one === two).toBe(same);
        expect(one).not.toBe(latin1(buildSignedBytes("probe", first, a).bytes));
      }),
    );
  });

  test("SIG-08 what is parsed is the bytes that were verified: re-serialising them is refused", async () => {
    const text = `{ "type" : "interaction", "interaction": ${JSON.stringify(commandBody()["interaction"])} }`;
    const signed = await sign({ body: text });
    const verifier = createVerifier({ apps: appId, keys: fixedKeys([keyA.published]), clock: steppedClock() });
    expect((await verifier.verify(signed)).ok).toBe(true);
    const reserialised = new TextEncoder().encode(JSON.stringify(JSON.parse(text)));
    expect(await verifier.verify({ ...signed, body: reserialised })).toEqual({ ok: false, reason: "bad-signature" });
  });

  test("SIG-08 odd bodies verify, and are only recognised afterwards", async () => {
    const verifier = createVerifier({ apps: appId, keys: fixedKeys([keyA.published]), clock: steppedClock() });
    const outcomes: unknown[] = [];
    for (const text of Object.values(bodies)) {
      const verdict = await verifier.verify(await sign({ body: Buffer.from(text, "latin1") }));
      outcomes.push(verdict.ok);
    }
    expect(outcomes).toEqual(["malformed", "malformed", "malformed", true, "malformed", "malformed"]);
  });
});
