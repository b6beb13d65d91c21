/**
 * What the recipe calls its headers and labels. Everything here derives from one brand, so that a rename of the
 * product never reaches the code below.
 */
const brandValue = "svc";

/** Header names of a delivery, lower case. */
export const deliveryHeaders = {
  app: `x-${brandValue}-app`,
  delivery: `x-${brandValue}-delivery`,
  timestamp: `x-${brandValue}-timestamp`,
  version: `x-${brandValue}-version`,
  signature: `x-${brandValue}-signature`,
} as const;

/** First line of the signed bytes, one per kind of delivery. */
export const labels = {
  interaction: `${brandValue}-interaction-v1`,
  probe: `${brandValue}-probe-v1`,
} as const;

export type LabelName = keyof typeof labels;

export const recipeVersion = "1";

/** Furthest a timestamp may lie from our clock, in either direction, seconds. */
export const maxToleranceS = 300;

/** Most entries a signature header may carry. */
export const maxSignatureEntries = 4;

export const keyIdPrefix = "ed25519-";
