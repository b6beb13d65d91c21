/**
 * For tests of endpoints, a part of `svc-apps/testing`. Signs deliveries as the service does, and has valid ones of every
 * kind and invalid ones of every sort.
 */
export { deliveryFixture, type FixtureKind, fixtureKinds } from "./fixtures.js";
export { type LabCase, type LabExpectation, type LabKit, type LabRequest, makeRequest, type Variation } from "./kit.js";
export {
  createSigningPair,
  signDelivery,
  type SignedDelivery,
  type SigningPair,
  type SignOptions,
} from "../../runtime/delivery/sign.js";
export { deliveryVectors, labCases } from "./vectors.js";
