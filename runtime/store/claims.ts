import type { Clock } from "../abi/index.js";
import type { DiagnosticSink } from "../diagnostics/reporter.js";
import type { KeyValue } from "./contract.js";
import { boundedKey } from "./keys.js";
import { Records } from "./records.js";

/** Ids claimed once over all processes that share a store: a claim is a record that only one of them can create. */
export function claimsIn(store: KeyValue, parts: { readonly clock: Clock; readonly sink: DiagnosticSink<never> }) {
  const read = (value: unknown): true | undefined => (value === true ? value : undefined);
  const records = new Records<true>(store, { ...parts, use: "claim", read });
  return {
    async claim(key: string, ttlMs: number): Promise<boolean> {
      return (await records.put(await boundedKey(key), true, { expected: null, ttlMs })) !== undefined;
    },
  };
}
