/**
 * Where an App keeps its data: `svc-apps/stores`. One contract, {@link KeyValue}, and its implementations.
 *
 * @module
 */
export type { DeleteOptions, KeyValue, PutOptions, StoredValue } from "./contract.js";
export { isStoreError, StoreError, type StoreErrorReason } from "./errors.js";
export { fileStore } from "./file.js";
export { memoryStore } from "./memory.js";
export { durableObjectStore, type DurableObjectStorage } from "./durable-object.js";
export { natsStore, type NatsBucket } from "./nats.js";
export { type PostgresClient, postgresStore, type PostgresStoreOptions } from "./postgres.js";
export { type IoredisClient, type NodeRedisClient, redisStore, type RedisStoreOptions } from "./redis.js";
export { sealed, type SealingKey } from "./sealed.js";
export { type SqliteDatabase, sqliteStore, type SqliteStoreOptions } from "./sqlite.js";
