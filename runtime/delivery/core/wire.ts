import { brand, type limits, recipeVersion } from "../../../generated/tables.js";

/**
 * The value of a limit in the description. The constants below repeat these values, checked by the compiler: importing the
 * table would add all limits to the bundle of a verifier.
 */
type Limit<Name extends keyof typeof limits> = (typeof limits)[Name];

/** Header names of a delivery, lower case. */
export const deliveryHeaders = brand.deliveryHeaders;

/** First line of the signed bytes, by kind of delivery. */
export const labels = brand.labels;

/** Kinds of delivery that have a label of their own. */
export type LabelName = keyof typeof labels;

/** The version of the signature recipe implemented here. */
export { recipeVersion };

/** Largest tolerance of a timestamp in either direction, in seconds. */
export const maxToleranceS: Limit<"timestampToleranceS"> = 300;

/** Most entries in a signature header. */
export const maxSignatureEntries: Limit<"signatureEntries"> = 4;

/** Confirmation windows in milliseconds. */
export const windowMs: {
  readonly interaction: Limit<"confirmationWindowMs">;
  readonly autocomplete: Limit<"autocompleteWindowMs">;
} = { interaction: 3_000, autocomplete: 1_000 };

/** Prefix of every key id. */
export const keyIdPrefix = brand.signingKeyPrefix;
