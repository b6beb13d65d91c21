import { hasMethods } from "../../base/values.js";
import type { Redis } from "ioredis";
import { readSettings, SETTINGS_KEY, checkFleetName } from "../engine/adapter.js";
import type { EngineSession, EngineSettings, FleetEngine } from "../engine/contract.js";
import { FleetError } from "../errors.js";
import { RedisAccess, asRedisFleetError, noConnection } from "./access.js";
import { RedisSession } from "./session.js";

/** A client of ioredis, or what makes one. */
export type RedisConnector = Redis | (() => Redis | Promise<Redis>);

/**
 * Redis 7 or later as the engine of a fleet. Weaker than NATS: its replicas are written to without waiting, so that a
 * fail-over may forget events and claims, and everything is kept in memory. Pass a function that makes a client: when a
 * client has ended for good, the fleet makes a new one. Clients that the function makes are closed with the fleet. A
 * client that is passed itself stays yours, and the fleet ends when it ends. A second connection is made from it to
 * listen on.
 *
 * @example
 * redisEngine(() => new Redis("redis://redis.internal:6379"));
 */
export function redisEngine(connector: RedisConnector): FleetEngine {
  if (typeof connector !== "function") checkClient(connector);
  const isOwn = typeof connector === "function";
  const connect = async (): Promise<Redis> => {
    if (!isOwn) return connector;
    const redis = checkClient(await connector());
    redis.on("error", () => undefined); // shown by the requests that fail
    return redis;
  };
  const leave = (redis: Redis): void => {
    if (isOwn) redis.disconnect();
  };
  return {
    kind: "redis",
    reconnects: isOwn,
    async open(settings: EngineSettings): Promise<EngineSession> {
      checkFleetName(settings.name);
      const redis = await connect();
      try {
        if (redis.status !== "ready") await untilReady(redis, settings);
        return await RedisSession.open(new RedisAccess(redis, settings), isOwn);
      } catch (error) {
        leave(redis);
        throw error;
      }
    },
    async settingsOf(name) {
      checkFleetName(name);
      const redis = await connect();
      try {
        const text = await redis.hget(`fleet:{${name}}:state:${SETTINGS_KEY}`, "v");
        return text === null ? undefined : readSettings(text);
      } catch (error) {
        throw asRedisFleetError(error);
      } finally {
        leave(redis);
      }
    },
  };
}

function checkClient(redis: Redis): Redis {
  const wanted = "redisEngine takes a function that makes a client of ioredis, or a client";
  if (!hasMethods(redis, "evalsha", "psubscribe", "duplicate"))
    throw new FleetError("argument", `${wanted}: redisEngine(() => new Redis(address)) or new Redis(address).`);
  if (redis.options.stringNumbers !== true) return redis;
  throw new FleetError("argument", "redisEngine requires a client that returns numbers: omit stringNumbers.");
}

/** A client that has just been made is not connected yet. Rejects with the reason, which the client emits only once. */
async function untilReady(redis: Redis, { clock, requestTimeoutMs }: EngineSettings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let why: FleetError | undefined;
    const leave = () => {
      cancel();
      redis.off("ready", finish).off("error", hear);
    };
    const finish = () => {
      leave();
      if (redis.status === "ready") resolve();
      else reject(why ?? noConnection());
    };
    const hear = (error: unknown) => {
      const told = asRedisFleetError(error);
      why = told.reason === "forbidden" ? told : noConnection(error);
      if (told.reason === "forbidden") finish(); // waiting brings no password
    };
    const cancel = clock.schedule(finish, requestTimeoutMs);
    redis.once("ready", finish).on("error", hear);
    if (redis.status === "wait") redis.connect().catch(() => undefined);
    if (redis.status === "ready") finish();
  });
}
