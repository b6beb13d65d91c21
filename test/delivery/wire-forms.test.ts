import { afterEach, describe, expect, test, vi } from "vitest";
import { decodeBase64url, encodeBase64url } from "../../runtime/delivery/core/base64url.js";
import { type HeaderSource, isWebHeaders, readDeliveryHeaders } from "../../runtime/delivery/core/headers.js";
import { buildSignedBytes } from "../../runtime/delivery/core/preamble.js";
import { deliveryHeaders, type LabelName, labels } from "../../runtime/delivery/core/wire.js";

afterEach(() => vi.unstubAllGlobals());

const EVERY = Uint8Array.from({ length: 256 }, (_, index) => index);

describe("base64url", () => {
  test.each([0, 1, 2, 3, 4, 5, 254, 255, 256])("%d bytes come back as they were, padded or not", (length) => {
    const bytes = EVERY.subarray(256 - length);
    const padded = Buffer.from(bytes).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
    const bare = padded.replaceAll("=", "");
    expect(encodeBase64url(bytes)).toBe(bare);
    expect(decodeBase64url(bare, length)).toEqual(bytes);
    expect(decodeBase64url(padded, length)).toEqual(bytes);
  });

  test("every digit of the alphabet stands for its own six bits", () => {
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const bytes = decodeBase64url(digits, 48);
    expect(bytes).toEqual(new Uint8Array(Buffer.from(digits, "base64url")));
    expect(encodeBase64url(bytes ?? EVERY)).toBe(digits);
  });

  test.each<readonly [what: string, text: string, length: number]>([
    ["a digit too few", "AAA", 3],
    ["a digit too many", "AAAAA", 3],
    ["half of its padding", "AA=", 1],
    ["more padding than it needs", "AAA==", 2],
    ["padding where none is needed", "AAAA====", 3],
    ["other text in place of padding", "AAAA", 1],
    ["padding before its end", "AA=A", 1],
    ["unused bits that are set", "AB", 1],
    ["the last of the unused bits set", "AAC", 2],
    ["an alphabet that is not of addresses", "++//", 3],
    ["a blank", "AA A", 3],
    ["letters beyond ASCII", "AAA\u0141", 3],
    ["letters beyond the table", "AAA\u00e9", 3],
    ["padding alone", "====", 3],
  ])("what has %s is none", (_, text, length) => {
    expect(decodeBase64url(text, length)).toBeUndefined();
  });
});

const { version, timestamp, app, delivery, signature } = deliveryHeaders;
const all = { version: "1", timestamp: "2", app: "3", delivery: "4", signature: "5" };

describe("the headers of a delivery", () => {
  const sent = { [version]: "1", [timestamp]: "2", [app]: "3", [delivery]: "4", [signature]: "5" };

  test.each<readonly [what: string, source: HeaderSource, want: object]>([
    ["of the web", new Headers(sent), all],
    ["of something like it", { get: (name: string) => (name === app ? "3" : null) }, { app: "3" }],
    ["of a record", { ...sent, host: "a", connection: undefined }, all],
    ["in any case", { [version.toUpperCase()]: "1" }, { version: "1" }],
    ["sent twice", { [signature]: ["a", "b"], [app]: ["3"] }, { signature: "a, b", app: "3" }],
    ["in two spellings", { [app]: "3", [app.toUpperCase()]: "4" }, { app: "3, 4" }],
    ["left out", { [app]: undefined, [version]: "" }, { version: "" }],
    ["beside one of the same length", { [app.replaceAll(/./g, "x")]: "7" }, {}],
    ["beside one that is called as a method of the web", { get: "7", [app]: "3" }, { app: "3" }],
    ["beside none", {}, {}],
  ])("are read %s", (_, source, want) => {
    expect(readDeliveryHeaders(source)).toEqual(want);
  });

  test("of the web are told from a record", () => {
    expect(isWebHeaders(new Headers())).toBe(true);
    expect(isWebHeaders({ get: "a" })).toBe(false);
    expect(isWebHeaders({})).toBe(false);
  });
});

describe("the signed bytes", () => {
  const parts = { ownAppId: "11", deliveryId: "d-1", timestamp: "1700000000" };
  const body = Uint8Array.of(0, 255, 10, 65);
  const lines = "11\nd-1\n1700000000\n";

  test.each([true, false])("are head and body, byte for byte (in Node: %s)", (isNode) => {
    const rows = (["interaction", "probe"] as const).flatMap((label: LabelName) =>
      ([undefined, "as-interaction", "label-and-body"] as const).map((layout) => [label, layout] as const),
    );
    if (!isNode) vi.stubGlobal("Buffer", undefined);
    const made = rows.map(([label, layout]) => buildSignedBytes(label, parts, body, layout));
    vi.unstubAllGlobals();
    const heads = ["interaction", "interaction", "interaction", "probe", "probe", "label"].map((kind) =>
      kind === "label" ? `${labels.probe}\n` : `${labels[kind === "probe" ? kind : "interaction"]}\n${lines}`,
    );
    expect(made.map(({ bytes }) => Buffer.from(bytes).toString("latin1"))).toEqual(
      heads.map((head) => `${head}\u0000\u00ff\nA`),
    );
    expect(made.map((one) => [...one.body])).toEqual(heads.map(() => [...body]));
    expect(made.filter((one) => one.body.buffer !== one.bytes.buffer)).toEqual([]);
    expect(made.map(({ bytes }) => bytes instanceof Buffer)).toEqual(heads.map(() => isNode));
  });
});
