import { createPublicKey, verify } from "node:crypto";

/**
 * A receiver's view of a delivery, written from the recipe alone: it shares no code with the signer, and knows only
 * what any receiver knows.
 */
export function verifies(
  kind: "interaction" | "probe",
  ownAppId: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  keys: readonly { readonly key_id: string; readonly key: string }[],
): boolean[] {
  const lines = [`svc-${kind}-v1`, ownAppId, headers["x-svc-delivery"], headers["x-svc-timestamp"], body];
  const bytes = Buffer.from(lines.join("\n"), "utf8");
  return (headers["x-svc-signature"] ?? "").split(",").map((entry) => {
    const [keyId, ...signature] = entry.split("=");
    const known = keys.find((key) => key.key_id === keyId);
    if (known === undefined) return false;
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: known.key }, format: "jwk" });
    return verify(null, bytes, key, Buffer.from(signature.join("="), "base64url"));
  });
}
