import { isRecord } from "../base/values.js";
import {
  any,
  checkOptions,
  needed,
  numeric,
  oneOf,
  option,
  type OptionsOf,
  options as defineOptions,
  text,
} from "../base/options.js";
import { ArgumentError } from "../base/errors.js";
import { encodeBase64url } from "./core/base64url.js";
import { buildSignedBytes } from "./core/preamble.js";
import { deliveryHeaders, type LabelName, recipeVersion } from "./core/wire.js";
import type { PublishedKey } from "./keys/fixed-keys.js";

/** A signing key for tests. */
export interface SigningPair {
  /** Begins with `ed25519-`. */
  readonly keyId: string;
  /** The 32 bytes of the private seed. */
  readonly seed: Uint8Array;
  /** The public half, as the key route would publish it. */
  readonly published: PublishedKey;
}

/** What to sign, for which App and with which keys. */
export interface SignOptions extends OptionsOf<typeof signOptions> {}

const signOptions = /* @__PURE__ */ defineOptions(() => ({
  /** Keys to sign with. Several make several entries, as during a rotation. */
  keys: needed(
    option<SigningPair | readonly SigningPair[]>("a pair of createSigningPair(), or a list of them", (value) =>
      [value].flat().every((pair) => isRecord(pair) && pair["seed"] !== undefined),
    ),
  ),
  /** Application ID of the destination. */
  appId: needed(text()),
  /** Raw bytes, a string, or a value to print as JSON. */
  body: needed(any<unknown>()),
  /** Default: a random UUID. */
  deliveryId: text(),
  /** Unix seconds. Default: now. */
  timestampS: numeric(),
  /** Default: `probe` for a body whose `type` is that, otherwise `interaction`. */
  label: oneOf("interaction", "probe"),
}));

/** A signed request. */
export interface SignedDelivery {
  readonly method: "POST";
  /** Lower-case names, the content type included. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Signs a delivery as the service does, to test an endpoint. */
export async function signDelivery(options: SignOptions): Promise<SignedDelivery> {
  checkOptions(options, signOptions, { of: "signDelivery()" });
  if (!options.keys || !options.appId) throw new ArgumentError("signDelivery() needs keys and appId");
  const { appId, deliveryId = crypto.randomUUID(), timestampS = Math.floor(Date.now() / 1_000) } = options;
  const body = bytesOf(options.body);
  const timestamp = String(timestampS);
  const label = options.label ?? labelOf(options.body);
  const { bytes } = buildSignedBytes(label, { ownAppId: appId, deliveryId, timestamp }, body);
  const entries = await Promise.all([options.keys].flat().map((key) => signatureEntry(key, bytes)));
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [deliveryHeaders.app]: appId,
      [deliveryHeaders.delivery]: deliveryId,
      [deliveryHeaders.timestamp]: timestamp,
      [deliveryHeaders.version]: recipeVersion,
      [deliveryHeaders.signature]: entries.join(", "),
    },
    body,
  };
}

/** One entry of the signature header, over any bytes. */
export async function signatureEntry(key: SigningPair, bytes: Uint8Array): Promise<string> {
  const { signAsync } = await import("@noble/ed25519");
  return `${key.keyId}=${encodeBase64url(await signAsync(bytes, key.seed))}`;
}

/**
 * Creates a signing pair.
 *
 * @param seed 32 bytes. Default: random ones
 */
export async function createSigningPair(keyId: string, seed?: Uint8Array): Promise<SigningPair> {
  const { getPublicKeyAsync, utils } = await import("@noble/ed25519");
  const own = seed ?? utils.randomSecretKey();
  return { keyId, seed: own, published: { key_id: keyId, key: encodeBase64url(await getPublicKeyAsync(own)) } };
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}

function labelOf(body: unknown): LabelName {
  return typeof body === "object" && body !== null && "type" in body && body.type === "probe" ? "probe" : "interaction";
}
