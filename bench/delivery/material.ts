import { createPrivateKey, createPublicKey, sign, webcrypto } from "node:crypto";
import { systemClock } from "../../runtime/abi/index.js";
import {
  createDeliveryHandler,
  type DeliveryHandle,
  type DeliveryHandler,
  type Ed25519,
  fixedKeys,
  type PublishedKey,
} from "../../runtime/delivery/index.js";
import { buildSignedBytes } from "../../runtime/delivery/core/preamble.js";
import { deliveryHeaders, recipeVersion } from "../../runtime/delivery/core/wire.js";

/** One delivery of about a kilobyte, and the pieces that bare crypto needs for the same work. */
export interface Sample {
  readonly method: "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly signedBytes: Uint8Array;
  readonly signature: Uint8Array;
}

export const appId = "7301000000000000001";
const keyId = "ed25519-bench";
const seed = Buffer.alloc(32, 7);
const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
const privateKey = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
export const publicKey = createPublicKey(privateKey);
const x = publicKey.export({ format: "jwk" }).x ?? "";
export const rawPublicKey = Buffer.from(x, "base64url");
export const published: PublishedKey = { key_id: keyId, key: x };

/** The text as a parser of HTTP makes it: in one piece, where a text that was put together is in many until it is read. */
const asParsed = (text: string): string => Buffer.from(text, "latin1").toString("latin1");

/** Signs `count` deliveries of `size` bytes, each with ids of its own. */
export function samples(count: number, size = 1_024): readonly Sample[] {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return Array.from({ length: count }, () => {
    const deliveryId = webcrypto.randomUUID();
    const interaction = {
      id: webcrypto.randomUUID(),
      type: "command",
      serverId: "7401000000000000001",
      channelId: "7501000000000000001",
      userId: "7601000000000000001",
      data: { command: { name: "roll" }, arguments: [{ name: "text", type: "string", value: "" }] },
      expiresInMs: 3_000,
    };
    const bare = JSON.stringify({ type: "interaction", interaction }).length;
    interaction.data.arguments[0]!.value = "x".repeat(Math.max(0, size - bare));
    const body = new TextEncoder().encode(JSON.stringify({ type: "interaction", interaction }));
    const { bytes } = buildSignedBytes("interaction", { ownAppId: appId, deliveryId, timestamp }, body);
    const signature = sign(null, bytes, privateKey);
    const headers = {
      host: "app.example",
      "user-agent": "bench",
      "content-type": "application/json",
      "content-length": String(body.length),
      [deliveryHeaders.app]: appId,
      [deliveryHeaders.delivery]: asParsed(deliveryId),
      [deliveryHeaders.timestamp]: timestamp,
      [deliveryHeaders.version]: recipeVersion,
      [deliveryHeaders.signature]: asParsed(`${keyId}=${signature.toString("base64url")}`),
    };
    return { method: "POST", headers, body, signedBytes: bytes, signature };
  });
}

/** An endpoint whose handler does nothing but answer, after telling that it was reached. */
export function endpoint(ed25519?: Ed25519, reached?: () => void): DeliveryHandler {
  const keys = fixedKeys([published], ed25519 === undefined ? {} : { ed25519 });
  const handle: DeliveryHandle = () => {
    reached?.();
    return { type: "defer" };
  };
  return createDeliveryHandler({ apps: appId, keys, handle, clock: systemClock });
}
