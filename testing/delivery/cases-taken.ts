import { deliveryHeaders, maxToleranceS } from "../../runtime/delivery/core/wire.js";
import { deliveryFixture, fixtureKinds } from "./fixtures.js";
import { type LabCase, type LabKit, makeRequest, type Variation } from "./kit.js";

/** The body of a new command. */
const commandOf = ({ uuid }: LabKit) => deliveryFixture("command", { id: uuid() });

/** A case of one request with a new command and a variation that must be accepted. */
function taken(id: string, says: string, variation: (kit: LabKit) => Variation): LabCase {
  return {
    id,
    says,
    expect: "confirm",
    make: async (kit) => [await makeRequest(kit, { body: commandOf(kit), ...variation(kit) })],
  };
}

const kinds: readonly LabCase[] = fixtureKinds.map((kind) => ({
  id: `good-${kind.replaceAll("_", "-")}`,
  says: kind === "probe" ? "a probe" : `an interaction of type ${kind}`,
  expect: kind === "probe" ? ("echo" as const) : ("confirm" as const),
  make: async (kit) => [
    await makeRequest(kit, { body: deliveryFixture(kind, kind === "probe" ? {} : { id: kit.uuid() }) }),
  ],
}));

/** Bodies that only verify byte for byte. */
const bodies: readonly LabCase[] = [
  taken("body-spaced", "a body with blanks, CRLF and a line feed at its end", (kit) => ({
    body: `{ "type" : "interaction",\r\n\t"interaction" : ${JSON.stringify(commandOf(kit)["interaction"])} }\n`,
  })),
  taken("body-leading-line-feed", "a body that begins with a line feed", (kit) => ({
    body: `\n${JSON.stringify(commandOf(kit))}`,
  })),
  taken("body-unicode", "a body with characters of two, three and four bytes, some of them escaped", (kit) => ({
    body: `{"type":"interaction","note":"é €\u2028 😀 \\u00e9 \\ud83d\\ude00","interaction":${JSON.stringify(commandOf(kit)["interaction"])}}`,
  })),
  taken("body-extra-fields", "a body with undescribed fields", (kit) => ({
    body: { ...deliveryFixture("command", { id: kit.uuid(), later: { deep: [1, null] } }), extra: true },
  })),
];

const unknown = `ed25519-unknown=${"A".repeat(85)}Q`;

/** Valid variations of the headers. */
const headers: readonly LabCase[] = [
  taken("time-oldest", "a timestamp at the old edge of the window", ({ slackS }) => ({
    apartS: slackS - maxToleranceS,
  })),
  taken("time-newest", "a timestamp at the new edge of the window", ({ slackS }) => ({
    apartS: maxToleranceS - slackS,
  })),
  taken("time-leading-zero", "a timestamp with a leading zero, signed as it is written", ({ nowS }) => ({
    timestamp: `0${nowS()}`,
  })),
  taken("id-upper-case", "a delivery id in capitals, signed as it is written", ({ uuid }) => ({
    deliveryId: uuid().toUpperCase(),
  })),
  taken("rotation-first", "two signatures of a rotation", ({ key, second }) => ({ keys: [key, second] })),
  taken("rotation-second", "the newer of two published keys alone", ({ second }) => ({ keys: [second] })),
  taken("rotation-unknown-beside", "an entry of a key that is not published beside a good one", () => ({
    resign: (good) => `${unknown}, ${good}`,
  })),
  taken("rotation-broken-beside", "an entry that cannot be read beside a good one", () => ({
    resign: (good) => `junk, ${good}`,
  })),
  taken(
    "rotation-forged-beside",
    "a forged entry of a published key beside a good one of another",
    ({ key, second }) => ({
      keys: [second],
      resign: (good) => `${key.keyId}=${"A".repeat(86)}, ${good}`,
    }),
  ),
  taken("entries-four", "four entries, the good one last", () => ({
    resign: (good) => [unknown, `${unknown}`, "junk", good].join(", "),
  })),
  taken("entries-semicolon", "entries separated by a semicolon", ({ key, second }) => ({
    keys: [key, second],
    resign: (good) => good.replace(", ", ";"),
  })),
  taken("entries-blank", "entries separated by a blank", ({ key, second }) => ({
    keys: [key, second],
    resign: (good) => good.replace(", ", " "),
  })),
  taken("entries-repeated-header", "one header for each entry", ({ key, second }) => ({
    keys: [second, key],
    resign: (good) => good.split(", "),
  })),
  taken("entry-padded", "a signature with its padding", () => ({ resign: (good) => `${good}==` })),
  taken("header-names-upper", "header names in capitals", ({ appId }) => ({
    headers: { [deliveryHeaders.app]: undefined, [deliveryHeaders.app.toUpperCase()]: appId },
  })),
];

/** A valid delivery that runs no handler. */
function passedOver(id: string, says: string, make: LabCase["make"]): LabCase {
  return { id, says, expect: "pass-over", make };
}

const over: readonly LabCase[] = [
  passedOver("replay", "a delivery that was sent before, to the byte", async (kit) => {
    const request = await makeRequest(kit, { body: commandOf(kit) });
    return [request, request];
  }),
  passedOver("replay-interaction", "an interaction that was delivered before, in a new delivery", async (kit) => {
    const body = commandOf(kit);
    return [await makeRequest(kit, { body }), await makeRequest(kit, { body })];
  }),
  passedOver("unknown-kind", "a body of an undescribed kind", async (kit) => [
    await makeRequest(kit, { body: { type: "news", headline: "x" } }),
  ]),
  passedOver("not-json", "a body that is not JSON", async (kit) => [await makeRequest(kit, { body: "{" })]),
  passedOver("not-utf8", "a body that is not UTF-8", async (kit) => [
    await makeRequest(kit, { body: Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d) }),
  ]),
  passedOver("empty-body", "no body at all", async (kit) => [await makeRequest(kit, { body: "" })]),
];

/** What the service may send: each of these has a valid signature. */
export const takenCases: readonly LabCase[] = [...kinds, ...bodies, ...headers, ...over];
