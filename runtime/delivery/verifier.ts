import { type Clock, systemClock } from "../abi/index.js";
import { type HeaderSource, readDeliveryHeaders } from "./core/headers.js";
import { type OwnApp, planVerification, type VerificationPlan } from "./core/plan.js";
import { buildSignedBytes, type ProbeLayout } from "./core/preamble.js";
import { type Refusal, refuse } from "./core/refusal.js";
import { type LabelName, labels, maxToleranceS } from "./core/wire.js";
import type { VerifyKey } from "./ed25519/edge.js";
import { isSoundSignature } from "./ed25519/strict.js";
import type { KeySource } from "./keys/source.js";
import { makeVerified, type VerifiedDelivery } from "./verified.js";

/** Accepted with the delivery, or refused with the reason. */
export type Verdict = { readonly ok: true; readonly delivery: VerifiedDelivery } | MalformedBody | Refusal;

/** The signature held, but the body is not a JSON object with a `type`: nothing to hand on, nothing to refuse. */
export interface MalformedBody {
  readonly ok: "malformed";
  readonly appId: string;
  readonly deliveryId: string;
}

export interface VerifierOptions {
  /** Application ids of our own: one, or several behind one endpoint. */
  readonly apps: string | readonly string[];
  readonly keys: KeySource;
  /** Furthest a timestamp may lie from our clock, both ways, inclusive: 1 to 300 seconds. Default 300. */
  readonly toleranceS?: number;
  /** How probes are laid out, which is not documented. Default `as-interaction`. */
  readonly probeLayout?: ProbeLayout;
  readonly clock?: Clock;
}

/** Decides whether a request came from the service, for us, now. */
export interface Verifier {
  /** All that can be decided from the headers: recipe, time, destination, form. No key, no byte, no waiting. */
  plan(headers: HeaderSource): VerificationPlan | Refusal;
  /** The rest: keys, signature, and that the body is of the kind its label says. */
  finish(plan: VerificationPlan, body: Uint8Array): Promise<Verdict>;
  /** Both at once, for a body that is already here. Never rejects on account of what was received. */
  verify(request: { readonly headers: HeaderSource; readonly body: Uint8Array }): Promise<Verdict>;
}

const labelNames = Object.keys(labels) as readonly LabelName[]; // keys of a const object
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/**
 * Makes a verifier.
 *
 * @throws RangeError when `toleranceS` is not 1 to 300
 * @throws TypeError when `apps` is empty or an id is not made of digits
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const { keys, toleranceS = maxToleranceS, probeLayout = "as-interaction", clock = systemClock } = options;
  if (!(toleranceS >= 1 && toleranceS <= maxToleranceS)) {
    throw new RangeError(`toleranceS must be 1 to ${maxToleranceS} seconds, got ${toleranceS}`);
  }
  const settings = { apps: ownApps(options.apps), toleranceS };
  const plan: Verifier["plan"] = (headers) => planVerification(readDeliveryHeaders(headers), settings, clock.now());
  const finish: Verifier["finish"] = async (planned, body) => {
    const waiting = keys.beforeUse();
    if (waiting !== undefined) await waiting;
    const held = await findSignature(planned, { body, keys, probeLayout }, waiting !== undefined);
    return "ok" in held ? held : bind(planned, held);
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

function ownApps(apps: string | readonly string[]): ReadonlyMap<string, OwnApp> {
  const ids = typeof apps === "string" ? [apps] : apps;
  if (ids.length === 0) throw new TypeError("apps: at least one Application ID is needed");
  for (const id of ids) {
    if (!/^[0-9]{1,32}$/.test(id))
      throw new TypeError(`apps: an Application ID is a string of digits, got ${JSON.stringify(id)}`);
  }
  return new Map(ids.map((appId) => [appId, { appId }]));
}

/** A signature that held: whose, and over what. */
interface Held {
  readonly keyId: string;
  readonly label: LabelName;
  readonly body: Uint8Array;
}

/** What a plan is held against. */
interface Against {
  readonly body: Uint8Array;
  readonly keys: KeySource;
  readonly probeLayout: ProbeLayout;
}

async function findSignature(plan: VerificationPlan, against: Against, hasWaited: boolean): Promise<Held | Refusal> {
  const { keys } = against;
  const tried = new Set<VerifyKey>();
  const first = await tryEntries(plan, against, tried);
  if (first !== undefined) return first;
  if (plan.entries.every((entry) => keys.current()?.has(entry.keyId))) return refuse("bad-signature");
  const renewing = hasWaited ? undefined : keys.renew(); // one wait per delivery: its window is short
  if (renewing !== undefined) {
    await renewing;
    const second = await tryEntries(plan, against, tried);
    if (second !== undefined) return second;
  }
  if (keys.current() === undefined) return refuse("keys-unavailable");
  return refuse(tried.size > 0 ? "bad-signature" : "unknown-key");
}

/** Any entry of a published key that verifies is enough; entries of other keys are passed over. */
async function tryEntries(
  plan: VerificationPlan,
  { body, keys, probeLayout }: Against,
  tried: Set<VerifyKey>,
): Promise<Held | undefined> {
  const set = keys.current();
  const candidates = plan.entries.flatMap(({ keyId, signature }) => {
    const key = set?.get(keyId);
    if (key === undefined || tried.has(key)) return [];
    return { keyId, key, signature };
  });
  for (const { key } of candidates) tried.add(key);
  const sound = candidates.filter(({ signature }) => isSoundSignature(signature));
  for (const label of sound.length > 0 ? labelNames : []) {
    const signed = buildSignedBytes(label, plan, body, probeLayout);
    for (const { keyId, key, signature } of sound) {
      const answer = key.verify(signed.bytes, signature);
      if (typeof answer === "boolean" ? answer : await answer) return { keyId, label, body: signed.body };
    }
  }
  return undefined;
}

/** The label says what the body must be, and the body what the label must have been. */
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
  if (typeof json !== "object" || json === null || !("type" in json)) return undefined;
  return typeof json.type === "string" ? json.type : undefined;
}
