import type { RefusalReason } from "../../runtime/delivery/core/refusal.js";
import { deliveryHeaders as names, labels, maxToleranceS } from "../../runtime/delivery/core/wire.js";
import { deliveryFixture } from "./fixtures.js";
import {
  entryOf,
  type LabCase,
  type LabKit,
  makeRequest,
  type Variation,
  utf8,
  flipLast,
  fromEntry,
  plusGroupOrder,
} from "./kit.js";

function refused(
  id: string,
  says: string,
  reason: RefusalReason,
  variation: Variation | ((kit: LabKit) => Variation),
): LabCase {
  return {
    id,
    says,
    expect: "refuse",
    reason,
    async make(kit) {
      const body = deliveryFixture("command", { id: kit.uuid() });
      return [await makeRequest(kit, { body, ...(typeof variation === "function" ? variation(kit) : variation) })];
    },
  };
}

const recipe: readonly LabCase[] = [
  refused("version-other", "a recipe that does not exist", "version", { headers: { [names.version]: "2" } }),
  refused("version-missing", "no recipe", "version", { headers: { [names.version]: undefined } }),
  refused("version-twice", "the recipe twice", "version", { headers: { [names.version]: ["1", "1"] } }),
  refused("version-decimal", "the recipe written as 1.0", "version", { headers: { [names.version]: "1.0" } }),
];

const written = (id: string, says: string, text: (nowS: number) => string): LabCase =>
  refused(`time-${id}`, `a timestamp ${says}, signed as it is written`, "timestamp-format", ({ nowS }) => ({
    timestamp: text(nowS()),
  }));

const time: readonly LabCase[] = [
  refused("time-too-old", "a timestamp 301 s old", "timestamp-window", ({ slackS }) => ({
    apartS: -maxToleranceS - 1 - slackS,
  })),
  refused("time-too-new", "a timestamp 301 s ahead", "timestamp-window", ({ slackS }) => ({
    apartS: maxToleranceS + 1 + slackS,
  })),
  refused("time-zero", "the beginning of time", "timestamp-window", { timestamp: "0" }),
  written("milliseconds", "in milliseconds", (nowS) => `${nowS}000`),
  written("plus", "with a sign", (nowS) => `+${nowS}`),
  written("decimal", "with decimals", (nowS) => `${nowS}.0`),
  written("exponent", "with an exponent", (nowS) => `${nowS / 1e9}e9`),
  written("hexadecimal", "in hexadecimal", (nowS) => `0x${nowS.toString(16)}`),
  written("words", "in words", () => "now"),
  refused("time-missing", "no timestamp", "timestamp-format", { headers: { [names.timestamp]: undefined } }),
  refused("time-twice", "the timestamp twice", "timestamp-format", ({ nowS }) => ({
    headers: { [names.timestamp]: [String(nowS()), String(nowS())] },
  })),
  refused("time-reprinted", "a timestamp with a leading zero that was signed without", "bad-signature", ({ nowS }) => ({
    headers: { [names.timestamp]: `0${nowS()}` },
  })),
];

const destination: readonly LabCase[] = [
  refused("app-other", "a delivery to another App", "app", ({ otherAppId }) => ({
    signedFor: otherAppId,
    headers: { [names.app]: otherAppId },
  })),
  refused("app-stolen", "a delivery to another App whose header names ours", "bad-signature", ({ otherAppId }) => ({
    signedFor: otherAppId,
  })),
  refused("app-renamed", "a delivery to us whose header names another App", "app", ({ otherAppId }) => ({
    headers: { [names.app]: otherAppId },
  })),
  refused("app-prototype", "an App named __proto__", "app", { headers: { [names.app]: "__proto__" } }),
  refused("app-missing", "no App", "app", { headers: { [names.app]: undefined } }),
  refused("app-twice", "the App twice", "app", ({ appId }) => ({ headers: { [names.app]: [appId, appId] } })),
];

const delivery: readonly LabCase[] = [
  refused("id-missing", "no delivery id", "delivery-id", { headers: { [names.delivery]: undefined } }),
  refused("id-twice", "two delivery ids", "delivery-id", ({ uuid }) => ({
    headers: { [names.delivery]: [uuid(), uuid()] },
  })),
  refused("id-not-uuid", "a delivery id that is no UUID, properly signed", "delivery-id", { deliveryId: "17" }),
  refused("id-other", "another delivery id than the signed one", "bad-signature", ({ uuid }) => ({
    headers: { [names.delivery]: uuid() },
  })),
  refused("id-spliced", "a delivery id that holds a line feed and the signed timestamp", "delivery-id", (kit) => {
    const [id, signedS, body] = [kit.uuid(), kit.nowS(), deliveryFixture("command", { id: kit.uuid() })];
    return { deliveryId: `${id}\n${signedS}`, body };
  }),
  refused(
    "time-spliced",
    "a timestamp that holds a line feed and the first line of the body",
    "timestamp-format",
    ({ nowS }) => ({
      timestamp: `${nowS()}\n{"type":"interaction"}`,
    }),
  ),
];

const entries: readonly LabCase[] = [
  refused("entries-five", "five entries, a good one among them", "signature-entries", {
    resign: (good) =>
      [good, ...Array.from({ length: 4 }, () => entryOf("ed25519-unknown", new Uint8Array(64)))].join(", "),
  }),
  refused("entries-none", "an empty signature", "signature-header", { resign: () => "" }),
  refused("entries-missing", "no signature", "signature-header", { headers: { [names.signature]: undefined } }),
  refused("entry-no-key", "a signature without its key", "signature-header", {
    resign: (good) => good.split("=")[1] ?? "",
  }),
  refused("entry-key-form", "a key id of another algorithm", "signature-header", {
    resign: (good) => good.replace("ed25519-", "rsa-"),
  }),
  refused("entry-short", "a signature of 63 bytes", "signature-header", {
    resign: (good) => entryOf(good.split("=")[0] ?? "", fromEntry(good).subarray(0, 63)),
  }),
  refused("entry-long", "a signature of 65 bytes", "signature-header", {
    resign: (good) => entryOf(good.split("=")[0] ?? "", Uint8Array.of(...fromEntry(good), 0)),
  }),
  refused("entry-hexadecimal", "a signature in hexadecimal", "signature-header", {
    resign: (good) =>
      `${good.split("=")[0]}=${Array.from(fromEntry(good), (byte) => byte.toString(16).padStart(2, "0")).join("")}`,
  }),
];

const signatures: readonly LabCase[] = [
  refused("key-unknown", "a good signature of a key that is not published", "unknown-key", ({ stranger }) => ({
    keys: [stranger],
  })),
  refused("key-borrowed", "a stranger's signature under a published name", "bad-signature", ({ stranger, key }) => ({
    keys: [{ ...stranger, keyId: key.keyId }],
  })),
  refused("signature-zero", "a signature of zeros", "bad-signature", ({ key }) => ({
    resign: () => entryOf(key.keyId, new Uint8Array(64)),
  })),
  refused("signature-flipped", "a signature with one bit turned", "bad-signature", ({ key }) => ({
    resign: (good) => entryOf(key.keyId, flipLast(fromEntry(good), 31)),
  })),
  refused("signature-malleable", "a signature with the group order added to S", "bad-signature", ({ key }) => ({
    resign: (good) => entryOf(key.keyId, plusGroupOrder(fromEntry(good))),
  })),
  refused("label-probe", "an interaction signed as a probe", "label-mismatch", { label: "probe" }),
  refused("label-interaction", "a probe signed as an interaction", "label-mismatch", {
    label: "interaction",
    body: deliveryFixture("probe"),
  }),
  refused("probe-stolen", "a probe for another App whose header names ours", "bad-signature", ({ otherAppId }) => ({
    signedFor: otherAppId,
    body: deliveryFixture("probe"),
  })),
  refused("probe-stranger", "a probe by a key that is not published", "unknown-key", ({ stranger }) => ({
    keys: [stranger],
    body: deliveryFixture("probe"),
  })),
  refused("label-missing", "a signature without the label", "bad-signature", {
    signedBytes: (right) => right.subarray(labels.interaction.length + 1),
  }),
  refused("body-alone", "a signature over the body alone", "bad-signature", { signedBytes: (_, body) => body }),
  refused("body-line-feed", "a signature over a line feed behind the body", "bad-signature", {
    signedBytes: (right) => Uint8Array.of(...right, 10),
  }),
  refused("preamble-crlf", "a preamble with CRLF", "bad-signature", {
    signedBytes: (right, body) => {
      const head = new TextDecoder().decode(right.subarray(0, right.length - body.length));
      return Uint8Array.of(...utf8(head.replaceAll("\n", "\r\n")), ...body);
    },
  }),
  refused("body-changed", "a body with one byte changed", "bad-signature", {
    tamper: (body) => flipLast(body, body.length - 3),
  }),
  refused("body-longer", "a body with a line feed added", "bad-signature", {
    tamper: (body) => Uint8Array.of(...body, 10),
  }),
  refused("body-reserialised", "a body that was parsed and printed again", "bad-signature", (kit) => ({
    body: JSON.stringify(deliveryFixture("command", { id: kit.uuid() }), null, 2),
    tamper: (body) => utf8(JSON.stringify(JSON.parse(new TextDecoder().decode(body)))),
  })),
];

const requests: readonly LabCase[] = [
  refused("method-put", "another method", "method", { method: "PUT" }),
  refused("type-text", "another content type", "content-type", { headers: { "content-type": "text/plain" } }),
];

/** What an endpoint must refuse, each with the reason that this package's verifier gives. */
export const refusedCases: readonly LabCase[] = [
  ...recipe,
  ...time,
  ...destination,
  ...delivery,
  ...entries,
  ...signatures,
  ...requests,
];
