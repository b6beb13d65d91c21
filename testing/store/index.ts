import { expiryCases } from "./cases-expiry.js";
import { racingCases } from "./cases-racing.js";
import { valueCases } from "./cases-values.js";
import type { StoreCase } from "./kit.js";

export type { StoreCase, StoreKit } from "./kit.js";

/**
 * Everything that a store must do, one case each. An adapter passes all of them:
 *
 * @example
 * test.each(storeCases.map((one) => [one.name, one] as const))("%s", async (_name, one) => {
 *   await one.run({ open: () => myStore(client) });
 * });
 */
export const storeCases: readonly StoreCase[] = [...valueCases, ...racingCases, ...expiryCases];
