/**
 * Signed deliveries: `svc-apps/delivery`. The verifier can be used by itself; the handler is an endpoint around it.
 */
export type { HeaderRecord, HeaderSource } from "./core/headers.js";
export type { VerificationPlan } from "./core/plan.js";
export type { ProbeLayout } from "./core/preamble.js";
export type { Refusal, RefusalReason } from "./core/refusal.js";
export { type ClaimMemory, memoryDedupe, type MemoryDedupeOptions } from "./dedupe/store.js";
export type { Ed25519, VerifyKey } from "./ed25519/edge.js";
export { nobleEd25519 } from "./ed25519/noble.js";
export { pickEd25519 } from "./ed25519/pick.js";
export { nodeEd25519 } from "./ed25519/node.js";
export { webCryptoEd25519 } from "./ed25519/webcrypto.js";
export type { DeliverySource, DeliveryTarget } from "./adapters/target.js";
export type { DeliveryAnswer } from "./handler/answer.js";
export type { DeliveryContext } from "./handler/context.js";
export { createDeliveryHandler, type DeliveryHandler } from "./handler/handle.js";
export type { DeliveryCounts, DeliveryDiagnostic, DeliveryRef, KeysDiagnostic } from "../diagnostics/delivery.js";
export type { BodyPump, BodyTicket } from "./handler/intake.js";
export type {
  Budgets,
  DeliveryAssumptions,
  DeliveryHandle,
  DeliveryHandlerOptions,
  DeliveryResult,
  Fallback,
} from "./handler/options.js";
export type { DeliveryRequest } from "./handler/request.js";
export { fixedKeys, type FixedKeysOptions, type PublishedKey } from "./keys/fixed-keys.js";
export { createKeyStore, type KeyStore, type KeyStoreOptions } from "./keys/key-store.js";
export type { KeySource, KeyUse } from "./keys/key-set.js";
export { isVerified, type VerifiedDelivery, type VerifiedFacts, type VerifiedInteraction } from "./verified.js";
export {
  createVerifier,
  type MalformedBody,
  type RequestFacts,
  type Verdict,
  type Verifier,
  type VerifierOptions,
} from "./verifier.js";
export { createSigningPair, signDelivery, type SignedDelivery, type SigningPair, type SignOptions } from "./sign.js";
// Last, because esbuild orders files by their first import, and gzip compresses this order better.
