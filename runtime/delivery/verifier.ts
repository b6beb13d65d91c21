import type { AppId, DeliveryId } from "../../generated/types.js";
import { isAppId } from "../../generated/validators.js";
import { type Clock, systemClock } from "../abi/index.js";
import { ArgumentError } from "../base/errors.js";
import { property } from "../interaction/read.js";
import { type HeaderSource, readDeliveryHeaders } from "./core/headers.js";
import { chain, type Maybe } from "./core/maybe.js";
import { planVerification, type VerificationPlan } from "./core/plan.js";
import { buildSignedBytes, type ProbeLayout, type SignedBytes } from "./core/preamble.js";
import { type Refusal, refuse } from "./core/refusal.js";
import { type LabelName, maxToleranceS, windowMs } from "./core/wire.js";
import type { VerifyKey } from "./ed25519/edge.js";
import { isSoundSignature } from "./ed25519/strict.js";
import type { KeySet, KeySource, KeyUse } from "./keys/key-set.js";
import { makeVerified, type VerifiedDelivery } from "./verified.js";

/** The delivery, or the reason of the refusal. */
export type Verdict = { readonly ok: true; readonly delivery: VerifiedDelivery } | MalformedBody | Refusal;

/** The signature is valid, but the body is not JSON object with a `type`. Not a refusal: the service sent it. */
export interface MalformedBody {
  readonly ok: "malformed";
  readonly appId: AppId;
  readonly deliveryId: DeliveryId;
}

/** Options of a verifier. */
export interface VerifierOptions {
  /** Application ids of your own: one, or several behind one endpoint. */
  readonly apps: string | readonly string[];
  readonly keys: KeySource;
  /** Tolerance of the timestamp in both directions, inclusive, in seconds: 1 to 300. Default 300. */
  readonly toleranceS?: number;
  /** Layout of the signed bytes of a probe, which is not documented. Default `as-interaction`. */
  readonly probeLayout?: ProbeLayout;
  readonly clock?: Clock;
}

/** Decides whether a request comes from the service, is for one of these Apps, and is recent. */
export interface Verifier {
  /** Checks the headers: version, timestamp, App and syntax. Synchronous; needs neither keys nor body. */
  plan(headers: HeaderSource): VerificationPlan | Refusal;
  /** Checks the signature, and that the type of the body fits the label. */
  finish(plan: VerificationPlan, body: Uint8Array, request?: RequestFacts): Verdict | Promise<Verdict>;
  /** Both steps, for a body that was read already. Never rejects because of what was received. */
  verify(request: { readonly headers: HeaderSource; readonly body: Uint8Array }): Promise<Verdict>;
}

/** Facts about the request that carries the delivery. */
export interface RequestFacts {
  /** Monotonic milliseconds at which it arrived; bounds the wait for keys. Default: now. */
  readonly arrivedAtMs?: number;
  /** Keeps a fetch of keys alive that outlasts the request. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/**
 * Creates a verifier.
 *
 * @see spec/rules/signatures.yaml for the steps and their order
 *
 * @throws ArgumentError when `toleranceS` is not 1 to 300
 * @throws ArgumentError when `apps` is empty or an id is not made of digits
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const { keys, toleranceS = maxToleranceS, probeLayout = "as-interaction", clock = systemClock } = options;
  if (!(typeof toleranceS === "number" && toleranceS >= 1 && toleranceS <= maxToleranceS)) {
    throw new ArgumentError(
      `toleranceS must be a number from 1 to ${maxToleranceS} seconds, got ${printed(toleranceS)}`,
    );
  }
  const settings = { apps: ownApps(options.apps), toleranceS };
  const plan: Verifier["plan"] = (headers) => planVerification(readDeliveryHeaders(headers), settings, clock.now());
  const finish: Verifier["finish"] = (planned, body, { arrivedAtMs = clock.monotonicMs(), waitUntil } = {}) => {
    const patienceMs = (): number => keyPatienceMs(parse(body)) - (clock.monotonicMs() - arrivedAtMs);
    const against: Against = { body, keys, probeLayout, before: keys.current(), use: { patienceMs, waitUntil } };
    return chain(keys.beforeUse(against.use), () => judge(planned, against));
  };
  return {
    plan,
    finish,
    async verify({ headers, body }) {
      const planned = plan(headers);
      return planned.ok ? finish(planned, body) : planned;
    },
  };
}

/** A value as it is written in code, with quotes around a string. */
const printed = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value) : String(value));

function ownApps(apps: string | readonly string[] | undefined): ReadonlyMap<string, AppId> {
  const ids = typeof apps === "string" ? [apps] : apps;
  if (!ids?.length) throw new ArgumentError("apps: at least one Application ID is needed");
  return new Map(
    ids.map((appId) => {
      if (isAppId(appId)) return [appId, appId];
      throw new ArgumentError(`apps: an Application ID is a string of digits, got ${JSON.stringify(appId)}`);
    }),
  );
}

/** A valid signature: its key, its label and the body that it covers. */
interface Held {
  readonly ok: true;
  readonly keyId: string;
  readonly label: LabelName;
  readonly body: Uint8Array;
}

/** What a plan is checked against. */
interface Against {
  readonly body: Uint8Array;
  readonly keys: KeySource;
  readonly probeLayout: ProbeLayout;
  /** The keys that the delivery found when it came. */
  readonly before: KeySet | undefined;
  readonly use: KeyUse;
}

function judge(plan: VerificationPlan, against: Against): Maybe<Verdict> {
  return chain(findSignature(plan, against), (held) => (held.ok ? bind(plan, held) : held));
}

/** Tries the current keys, then those of a new set if the delivery names a key that is not among them. */
function findSignature(plan: VerificationPlan, against: Against): Maybe<Held | Refusal> {
  return chain(tryEntries(plan, against), (first) => {
    const { keys, before, use } = against;
    const known = keys.current();
    const allKnown = plan.entries.every(({ keyId }) => known?.has(keyId));
    if (first !== undefined) {
      if (!allKnown) keys.renewInBackground?.(use); // a rotation: the present key vouches for the next one
      return first;
    }
    if (allKnown) return refuse("bad-signature");
    // A set that came while the delivery waited is new enough: forged ones must not spend what a rotation needs.
    const renewing = known === before ? keys.renew(use) : undefined;
    if (renewing === undefined) return withoutSignature(plan, keys);
    return chain(renewing, () => chain(tryEntries(plan, against), (second) => second ?? withoutSignature(plan, keys)));
  });
}

function withoutSignature(plan: VerificationPlan, keys: KeySource): Refusal {
  const set = keys.current();
  if (set === undefined) return refuse("keys-unavailable");
  return refuse(plan.entries.some(({ keyId }) => set.has(keyId)) ? "bad-signature" : "unknown-key");
}

/** An entry worth verifying: its key is published, its encoding valid. */
interface Candidate {
  readonly keyId: string;
  readonly key: VerifyKey;
  readonly signature: Uint8Array;
}

/**
 * One entry that verifies is enough. Entries of unknown keys are skipped, and a key has one try: with more, a forged
 * delivery would cost as many checks as it has entries.
 */
function tryEntries(plan: VerificationPlan, against: Against): Maybe<Held | undefined> {
  const set = against.keys.current();
  const candidates: Candidate[] = [];
  for (const { keyId, signature } of plan.entries) {
    const key = set?.get(keyId);
    if (key === undefined || !isSoundSignature(signature)) continue;
    if (candidates.every((one) => one.key !== key)) candidates.push({ keyId, key, signature });
  }
  if (candidates.length === 0) return undefined;
  const { body, probeLayout } = against;
  const under = (label: LabelName) => tryFrom(0, candidates, label, buildSignedBytes(label, plan, body, probeLayout));
  return chain(under("interaction"), (held) => held ?? under("probe"));
}

/** Tries one candidate after another; synchronous for as long as `verify` is. */
function tryFrom(
  start: number,
  candidates: readonly Candidate[],
  label: LabelName,
  { bytes, body }: SignedBytes,
): Maybe<Held | undefined> {
  for (let at = start; ; at += 1) {
    const candidate = candidates[at];
    if (candidate === undefined) return undefined;
    const answer = candidate.key.verify(bytes, candidate.signature);
    if (answer === false) continue;
    const held: Held = { ok: true, keyId: candidate.keyId, label, body };
    if (answer === true) return held;
    return Promise.resolve(answer).then((holds) =>
      holds ? held : tryFrom(at + 1, candidates, label, { bytes, body }),
    );
  }
}

/** Accepts only a probe under the label of probes, and anything but a probe under that of interactions. */
function bind(plan: VerificationPlan, held: Held): Verdict {
  const json = parse(held.body);
  const type = typeOf(json);
  if (held.label === "probe" ? type !== "probe" : type === "probe") return refuse("label-mismatch");
  if (type === undefined) return { ok: "malformed", appId: plan.ownAppId, deliveryId: plan.deliveryId };
  const { ownAppId: appId, deliveryId } = plan;
  const { keyId, label } = held;
  const delivery = makeVerified({ appId, deliveryId, timestampS: Number(plan.timestamp), keyId, label, type, json });
  return { ok: true, delivery };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    return undefined;
  }
}

function typeOf(json: unknown): string | undefined {
  const type = property(json, "type");
  return typeof type === "string" ? type : undefined;
}

/** What a wait for keys leaves of a window for the handler and the network, in milliseconds. */
const reservedMs = { interaction: 1_000, autocomplete: 550 };

/**
 * The longest wait for keys after which a delivery can still be answered in time: 2 s for a command, 450 ms for an
 * autocomplete, less when the body says that less time is left. The body is not verified yet; a false value only affects
 * the wait of its own sender.
 *
 * @param json the body, parsed; anything
 */
function keyPatienceMs(json: unknown): number {
  const interaction = property(json, "interaction");
  const kind = property(interaction, "type") === "autocomplete" ? "autocomplete" : "interaction";
  const saysMs = property(interaction, "expiresInMs");
  const leftMs = typeof saysMs === "number" && saysMs > 0 ? Math.min(saysMs, windowMs[kind]) : windowMs[kind];
  return Math.max(0, leftMs - reservedMs[kind]);
}
