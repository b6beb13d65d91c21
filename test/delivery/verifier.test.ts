import { createVerifier, fixedKeys, type KeySource, type KeyUse, type VerifyKey } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import type { VerificationPlan } from "../../runtime/delivery/core/plan.js";
import { labels } from "../../runtime/delivery/core/wire.js";
import { appId, commandBody, deliveryId, keyA, keyB, names, probeBody, sign, startS, steppedClock } from "./support.js";

/** Keys by id that say what they are told to, and what the verifier asks of their source. */
interface Scripted {
  readonly set?: Readonly<Record<string, VerifyKey>> | undefined;
  /** The set once it was renewed; absent: renewing is refused. */
  readonly renewed?: Readonly<Record<string, VerifyKey>>;
  readonly waits?: boolean;
  /** The set once a delivery has waited. */
  readonly waited?: Readonly<Record<string, VerifyKey>>;
}

const says = (answer: boolean | Promise<boolean>): VerifyKey => ({ verify: () => answer });
const sayingYes = says(true);
const sayingNo = says(false);

function scripted({ set, renewed, waited, waits = waited !== undefined }: Scripted) {
  let current = set === undefined ? undefined : new Map(Object.entries(set));
  const asked: string[] = [];
  let lastUse: KeyUse | undefined;
  const keys: KeySource = {
    current: () => current,
    beforeUse(use) {
      lastUse = use;
      if (waited !== undefined) current = new Map(Object.entries(waited));
      return waits ? Promise.resolve() : undefined;
    },
    renew() {
      asked.push("renew");
      if (renewed === undefined) return undefined;
      current = new Map(Object.entries(renewed));
      return Promise.resolve();
    },
    renewInBackground: () => void asked.push("in background"),
    prefetch: () => Promise.resolve(),
  };
  const verifier = createVerifier({ apps: appId, keys, clock: steppedClock() });
  return { verifier, asked, use: () => lastUse };
}

const [a, b] = [keyA.keyId, keyB.keyId];
const signedByA = await sign();
const signedByBoth = await sign({ keys: [keyA, keyB] });

/** What comes of a delivery: `at once` where no promise was needed, and what the keys were asked for. */
async function judged(script: Scripted, delivery = signedByA, body = delivery.body) {
  const { verifier, asked } = scripted(script);
  const plan = verifier.plan(delivery.headers) as VerificationPlan; // the headers are sound
  const verdict = verifier.finish(plan, body);
  const atOnce = !(verdict instanceof Promise);
  const ended = await verdict;
  const what = ended.ok === true ? ended.delivery.keyId : ended.ok === false ? ended.reason : ended.ok;
  return [atOnce ? `${what} at once` : what, ...asked];
}

test("a key has one try, however many entries name it: a forged delivery costs two checks at most for each", async () => {
  let checks = 0;
  const counted = (): VerifyKey => ({ verify: () => ((checks += 1), false) });
  const entryOf = (delivery: typeof signedByA): string => delivery.headers[names.signature] ?? "";
  const forged = (signature: string) => ({
    ...signedByA,
    headers: { ...signedByA.headers, [names.signature]: signature },
  });
  const own = entryOf(signedByA);
  expect(await judged({ set: { [a]: counted() } }, forged([own, own, own, own].join(",")))).toEqual([
    "bad-signature at once",
  ]);
  expect(checks).toBe(2);
  const both = entryOf(signedByBoth);
  await judged({ set: { [a]: counted(), [b]: counted() } }, forged([both, both].join(",")));
  expect(checks).toBe(2 + 4);
});

describe("which keys are tried, and when the set is fetched again", () => {
  test.each<readonly [what: string, script: Scripted, delivery: typeof signedByA, want: readonly string[]]>([
    ["a key at hand holds", { set: { [a]: sayingYes } }, signedByA, [`${a} at once`]],
    ["the only key does not hold", { set: { [a]: sayingNo } }, signedByA, ["bad-signature at once"]],
    ["the second holds", { set: { [a]: sayingNo, [b]: sayingYes } }, signedByBoth, [`${b} at once`]],
    ["none of two holds", { set: { [a]: sayingNo, [b]: sayingNo } }, signedByBoth, ["bad-signature at once"]],
    ["a key says later that it holds", { set: { [a]: says(Promise.resolve(true)) } }, signedByA, [a]],
    ["a key says later that it does not", { set: { [a]: says(Promise.resolve(false)) } }, signedByA, ["bad-signature"]],
    ["the second holds later", { set: { [a]: says(Promise.resolve(false)), [b]: sayingYes } }, signedByBoth, [b]],
    ["the next key is named", { set: { [a]: sayingYes } }, signedByBoth, [`${a} at once`, "in background"]],
    ["the set is new", { set: { [b]: sayingYes }, renewed: { [a]: sayingYes } }, signedByA, [a, "renew"]],
    ["the new set has it not either", { set: {}, renewed: { [b]: sayingYes } }, signedByA, ["unknown-key", "renew"]],
    ["there is no new set", { set: { [b]: sayingYes } }, signedByA, ["unknown-key at once", "renew"]],
    ["one fails, one is unknown", { set: { [a]: sayingNo } }, signedByBoth, ["bad-signature at once", "renew"]],
    ["there is no set at all", { set: undefined }, signedByA, ["keys-unavailable at once", "renew"]],
    ["it has waited already", { set: { [a]: sayingYes }, waits: true }, signedByA, [a]],
    [
      "waiting brought a new set, without the key",
      { set: {}, renewed: { [a]: sayingYes }, waited: { [b]: sayingYes } },
      signedByA,
      ["unknown-key"],
    ],
    ["waiting was in vain", { set: {}, renewed: { [a]: sayingYes }, waits: true }, signedByA, [a, "renew"]],
  ])("%s", async (_, script, delivery, want) => {
    expect(await judged(script, delivery)).toEqual(want);
  });
});

test("an entry that fails is checked once for each label, and again only against a new set", async () => {
  for (const [script, checks] of [
    [{}, 2],
    [{ renewed: { [b]: sayingNo } }, 2],
  ] as const) {
    let checked = 0;
    const counting: VerifyKey = { verify: () => (checked += 1) < 0 };
    await judged({ ...script, set: { [a]: counting } }, signedByBoth);
    expect(checked).toBe(checks);
  }
});

test("keys are waited for as long as the delivery has left, counted from its arrival", () => {
  const { verifier, use } = scripted({ set: { [a]: sayingYes } });
  const plan = verifier.plan(signedByA.headers) as VerificationPlan; // the headers are sound
  const waitUntil = (): void => undefined;
  void verifier.finish(plan, signedByA.body, { arrivedAtMs: 4_500, waitUntil });
  expect(use()?.patienceMs()).toBe(1_500);
  expect(use()?.waitUntil).toBe(waitUntil);
  void verifier.finish(plan, signedByA.body);
  expect(use()?.patienceMs()).toBe(2_000);
});

describe("what was signed", () => {
  const labelled = (label: "interaction" | "probe"): VerifyKey => ({
    verify: (bytes) => Buffer.from(bytes).indexOf(`${labels[label]}\n`) === 0,
  });
  const bytesOf = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body));

  test("SIG-22 the kind of a body must fit its label, both ways", async () => {
    const [interaction, probe] = [commandBody(), probeBody].map(bytesOf);
    for (const [label, body, want] of [
      ["interaction", interaction, `${a} at once`],
      ["probe", probe, `${a} at once`],
      ["interaction", probe, "label-mismatch at once"],
      ["probe", interaction, "label-mismatch at once"],
    ] as const)
      expect(await judged({ set: { [a]: labelled(label) } }, signedByA, body)).toEqual([want]);
  });

  test("a signed body that is no object with a type is malformed", async () => {
    const { verifier } = scripted({ set: { [a]: sayingYes } });
    const plan = verifier.plan(signedByA.headers) as VerificationPlan; // the headers are sound
    const texts = ["null", "1", '"type"', "[]", "{}", '{"type":1}', "{", ""].map((text) => Buffer.from(text));
    for (const body of [...texts, Uint8Array.of(34, 0xff, 34)])
      expect(await verifier.finish(plan, body)).toEqual({ ok: "malformed", appId, deliveryId });
  });

  test("a verified delivery holds the facts about it", async () => {
    const { verifier } = scripted({ set: { [a]: labelled("probe") } });
    const verdict = await verifier.finish(verifier.plan(signedByA.headers) as VerificationPlan, bytesOf(probeBody)); // sound
    const facts = { appId, deliveryId, timestampS: startS, keyId: a, label: "probe", type: "probe", json: probeBody };
    expect(verdict).toMatchObject({ ok: true, delivery: facts });
  });
});

test("SIG-03 the error of a wrong tolerance shows it as written in code", () => {
  const made = (toleranceS: unknown) => () =>
    createVerifier({ apps: appId, keys: fixedKeys([keyA.published]), toleranceS: toleranceS as number }); // plain JavaScript
  expect(made("300")).toThrow(/got "300"$/);
  expect(made(Number.NaN)).toThrow(/got NaN$/);
});

test("a signature header of 2,048 characters is read, a longer one is refused", () => {
  const { verifier } = scripted({ set: {} });
  const [entry = ""] = [signedByA.headers[names.signature]];
  const planned = (length: number) =>
    verifier.plan({ ...signedByA.headers, [names.signature]: entry + " ".repeat(length - entry.length) });
  expect(planned(2_048)).toMatchObject({ ok: true });
  expect(planned(2_049)).toEqual({ ok: false, reason: "signature-header" });
});

test.each<readonly [body: unknown, waitMs: number]>([
  [{ interaction: { type: "command", expiresInMs: 3_000 } }, 2_000],
  [{ interaction: { type: "command", expiresInMs: 10_000 } }, 2_000],
  [{ interaction: { type: "command", expiresInMs: 1_500 } }, 500],
  [{ interaction: { type: "command", expiresInMs: 500 } }, 0],
  [{ interaction: { type: "command", expiresInMs: 0 } }, 2_000],
  [{ interaction: { type: "command", expiresInMs: "1500" } }, 2_000],
  [{ interaction: { type: "autocomplete", expiresInMs: 1_000 } }, 450],
  [{ interaction: { type: "autocomplete", expiresInMs: 700 } }, 150],
  [{ interaction: { type: "autocomplete" } }, 450],
  [{ interaction: null }, 2_000],
  [{}, 2_000],
  [null, 2_000],
  ["text", 2_000],
])("a delivery of %j waits for keys for %i ms at most", (body, waitMs) => {
  const { verifier, use } = scripted({ set: { [a]: sayingYes } });
  const plan = verifier.plan(signedByA.headers) as VerificationPlan; // the headers are sound
  void verifier.finish(plan, new TextEncoder().encode(JSON.stringify(body)));
  expect(use()?.patienceMs()).toBe(waitMs);
});
