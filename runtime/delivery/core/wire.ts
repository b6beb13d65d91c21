import { brand, limits, recipeVersion } from "../../../generated/tables.js";

/** Header names of a delivery, lower case. */
export const deliveryHeaders = brand.deliveryHeaders;

/** First line of the signed bytes, one per kind of delivery. */
export const labels = brand.labels;

/** Kinds of delivery that have a label of their own. */
export type LabelName = keyof typeof labels;

/** The recipe implemented here. */
export { recipeVersion };

/** Furthest a timestamp may lie from our clock, in either direction, seconds. */
export const maxToleranceS = limits.timestampToleranceS;

/** Most entries a signature header may carry. */
export const maxSignatureEntries = limits.signatureEntries;

/** What every key id begins with. */
export const keyIdPrefix = brand.signingKeyPrefix;
