import { brand, type limits, recipeVersion } from "../../../generated/tables.js";

/**
 * What the description says of a limit. Written out here, and compared with it by the compiler: imported, each would
 * bring the table of all limits into the bundle of a verifier.
 */
type Limit<Name extends keyof typeof limits> = (typeof limits)[Name];

/** Header names of a delivery, lower case. */
export const deliveryHeaders = brand.deliveryHeaders;

/** First line of the signed bytes, one per kind of delivery. */
export const labels = brand.labels;

/** Kinds of delivery that have a label of their own. */
export type LabelName = keyof typeof labels;

/** The recipe implemented here. */
export { recipeVersion };

/** Furthest a timestamp may lie from our clock, in either direction, seconds. */
export const maxToleranceS: Limit<"timestampToleranceS"> = 300;

/** Most entries a signature header may carry. */
export const maxSignatureEntries: Limit<"signatureEntries"> = 4;

/** Time to confirm an interaction, and an autocomplete, milliseconds. */
export const windowMs: {
  readonly interaction: Limit<"confirmationWindowMs">;
  readonly autocomplete: Limit<"autocompleteWindowMs">;
} = { interaction: 3_000, autocomplete: 1_000 };

/** What every key id begins with. */
export const keyIdPrefix = brand.signingKeyPrefix;
