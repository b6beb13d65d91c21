import {
  autocompleteBody,
  commandBody,
  keyA,
  keyB,
  names,
  otherAppId,
  probeBody,
  sign,
  startS,
  strangerKey,
} from "../../delivery/support.js";
import type { Delivered, DeliveryScenario } from "../kit/deliveries.js";

type SignGiven = NonNullable<Parameters<typeof sign>[0]>;

/** One delivery, signed in this way and changed afterwards. */
const once = (
  title: string,
  given: SignGiven = {},
  more: Partial<DeliveryScenario> & { readonly change?: (signed: Delivered) => Delivered } = {},
): DeliveryScenario => {
  const { change = (signed) => signed, ...rest } = more;
  return { title, requests: async () => [["delivery", change(await sign(given))]], ...rest };
};

const without =
  (name: string) =>
  (signed: Delivered): Delivered => ({
    ...signed,
    headers: Object.fromEntries(Object.entries(signed.headers).filter(([one]) => one !== name)),
  });
const withHeader =
  (name: string, value: string) =>
  (signed: Delivered): Delivered => ({
    ...signed,
    headers: { ...signed.headers, [name]: value },
  });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const otherId = "22222222-2222-4333-8444-555555555555";

const accepted: readonly DeliveryScenario[] = [
  once("a reply"),
  once("a defer", {}, { handle: () => ({ type: "defer" }) }),
  once("a decline", {}, { handle: () => ({ type: "decline" }) }),
  once(
    "suggestions",
    { body: autocompleteBody() },
    { handle: () => ({ type: "suggest", choices: [{ name: "a", value: "a" }] }) },
  ),
  once("a private reply", {}, { handle: () => ({ type: "reply", content: "psst", private: true }) }),
  once(
    "a private reply that is sent afterwards",
    {},
    {
      handle: () => ({ type: "reply", content: "psst", private: true }),
      options: { answerLater: async () => Promise.resolve() },
    },
  ),
  once("a reply that REST has made", {}, { handle: () => "handled-by-rest" }),
  once("nothing, acknowledged at once", {}, { handle: () => "handled-by-rest", options: { mode: "ack-then-rest" } }),
  once("no confirmation", {}, { handle: () => undefined }),
  once("no confirmation, and none is made up", {}, { handle: () => undefined, options: { onUnconfirmed: "neutral" } }),
  once("something that is not a confirmation", {}, { handle: () => ({ type: "nonsense" }) as never }),
  once(
    "a handler that throws",
    {},
    {
      handle: () => {
        throw new Error("mine");
      },
    },
  ),
  once(
    "a handler that throws, and the interaction is deferred",
    {},
    {
      handle: () => {
        throw new Error("mine");
      },
      options: { onThrow: "defer" },
    },
  ),
  once(
    "a handler that takes too long",
    {},
    {
      handle: async (wait) => {
        await wait(4_000);
        return { type: "reply", content: "late" };
      },
    },
  ),
  once(
    "a handler that takes too long, with an answer afterwards",
    {},
    {
      handle: async (wait) => {
        await wait(4_000);
        return { type: "reply", content: "late" };
      },
      options: { answerLater: async () => Promise.resolve() },
    },
  ),
  once(
    "suggestions that take too long",
    { body: autocompleteBody() },
    {
      handle: async (wait) => {
        await wait(900);
        return { type: "suggest", choices: [] };
      },
    },
  ),
  once(
    "other time for the handler",
    {},
    {
      handle: async (wait) => {
        await wait(4_000);
        return undefined;
      },
      options: { budgets: { interactionMs: 1_200 } },
    },
  ),
  once("a window that is over", { body: commandBody({ expiresInMs: 0 }) }),
  once("a window that is not named", { body: commandBody({ expiresInMs: undefined }) }),
  once("a probe", { body: probeBody }),
  once("a type that this version does not know", { body: { type: "future", more: 1 } }),
  once("a body that is not JSON, rightly signed", { body: bytes("{no") }),
  once("two signatures, of which one key is known", { keys: [strangerKey, keyA] }),
];

const repeated: readonly DeliveryScenario[] = [
  {
    title: "a delivery that comes twice",
    requests: async () => [
      ["delivery", await sign()],
      ["the same delivery", await sign()],
    ],
  },
  {
    title: "an interaction that comes in two deliveries",
    requests: async () => [
      ["delivery", await sign()],
      ["another delivery of the same interaction", await sign({ deliveryId: otherId })],
    ],
  },
  {
    title: "two interactions",
    requests: async () => [
      ["delivery", await sign()],
      ["another interaction", await sign({ deliveryId: otherId, body: commandBody({ id: otherId }) })],
    ],
  },
  {
    title: "a probe that comes twice",
    requests: async () => [
      ["probe", await sign({ body: probeBody })],
      ["the same probe", await sign({ body: probeBody })],
    ],
  },
  {
    title: "a delivery that comes twice, without a memory",
    options: { dedupe: false },
    requests: async () => [
      ["delivery", await sign()],
      ["the same delivery", await sign()],
    ],
  },
  ...(["run", "skip"] as const).map((onDedupeFailure) =>
    once(
      `the memory fails: ${onDedupeFailure}`,
      {},
      {
        options: {
          onDedupeFailure,
          dedupe: { claim: async () => Promise.reject(new Error("no store")) },
        },
      },
    ),
  ),
];

const refused: readonly DeliveryScenario[] = [
  once("a signature of a key that is not published", { keys: keyB }),
  once(
    "a body that was changed",
    {},
    { change: (signed) => ({ ...signed, body: Buffer.concat([signed.body, bytes(" ")]) }) },
  ),
  once("a delivery to another App", { appId: otherAppId }),
  once("another App in the header", {}, { change: withHeader(names.app, otherAppId) }),
  once("the label of a probe on an interaction", { label: "probe" }),
  once("a delivery 300 s old", { timestampS: startS - 300 }),
  once("a delivery 301 s old", { timestampS: startS - 301 }),
  once("a delivery 300 s from the future", { timestampS: startS + 300 }),
  once("a delivery 301 s from the future", { timestampS: startS + 301 }),
  once("a delivery 31 s old with a tolerance of 30", { timestampS: startS - 31 }, { options: { toleranceS: 30 } }),
  once("a time in milliseconds", {}, { change: withHeader(names.timestamp, `${startS}000`) }),
  once("no signature", {}, { change: without(names.signature) }),
  once("no App", {}, { change: without(names.app) }),
  once("no id", {}, { change: without(names.delivery) }),
  once("no version", {}, { change: without(names.version) }),
  once("another version", {}, { change: withHeader(names.version, "2") }),
  once("five signatures", { keys: [keyA, keyB, keyA, keyB, keyA] }),
  once("another content type", {}, { change: withHeader("content-type", "text/plain") }),
  once("another method", {}, { change: (signed) => ({ ...signed, method: "PUT" }) }),
  once("a GET", {}, { change: (signed) => ({ ...signed, method: "GET", headers: {}, body: new Uint8Array() }) }),
  once(
    "a body above the limit",
    { body: commandBody({ filler: "x".repeat(2_000) }) },
    { options: { bodyLimitBytes: 1_000 } },
  ),
  once("an empty body", { body: new Uint8Array() }),
];

/** What an endpoint takes, and what it refuses. */
export const deliveries: Readonly<Record<string, readonly DeliveryScenario[]>> = {
  "deliveries-accepted": accepted,
  "deliveries-repeated": repeated,
  "deliveries-refused": refused,
};
