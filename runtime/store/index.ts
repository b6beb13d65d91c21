/**
 * Where an App keeps its data: `svc-apps/stores`. One contract, {@link KeyValue}, and its implementations.
 *
 * @module
 */
export type { DeleteOptions, KeyValue, PutOptions, StoredValue } from "./contract.js";
export { isStoreError, StoreError, type StoreErrorReason } from "./errors.js";
export { fileStore } from "./file.js";
export { memoryStore } from "./memory.js";
