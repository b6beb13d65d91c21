import { hasMethods } from "../../http/check-given.js";
import type { Redis } from "ioredis";
import { readSettings, SETTINGS_KEY, checkFleetName } from "../engine/adapter.js";
import type { EngineSession, EngineSettings, FleetEngine } from "../engine/contract.js";
import { FleetError } from "../errors.js";
import { RedisAccess, asRedisFleetError, noConnection } from "./access.js";
import { RedisSession } from "./session.js";

/**
 * Redis 7 or later as the engine of a fleet. Weaker than NATS: its replicas are written to without waiting, so that a
 * fail-over may forget events and claims, and everything is kept in memory. The client stays yours: closing the fleet
 * does not close it. A second connection is made from it to listen on.
 */
export function redisEngine(redis: Redis): FleetEngine {
  if (!hasMethods(redis, "evalsha", "psubscribe", "duplicate"))
    throw new FleetError("argument", "redisEngine takes a client of ioredis: redisEngine(new Redis(address)).");
  if (redis.options.stringNumbers === true)
    throw new FleetError("argument", "redisEngine takes a client that gives numbers: leave stringNumbers out.");
  return {
    kind: "redis",
    async open(settings: EngineSettings): Promise<EngineSession> {
      checkFleetName(settings.name);
      if (redis.status !== "ready") await untilReady(redis, settings);
      return RedisSession.open(new RedisAccess(redis, settings));
    },
    async settingsOf(name) {
      checkFleetName(name);
      const text = await redis.hget(`fleet:{${name}}:state:${SETTINGS_KEY}`, "v").catch((error: unknown) => {
        throw asRedisFleetError(error);
      });
      return text === null ? undefined : readSettings(text);
    },
  };
}

/** A client that has just been made is not connected yet. Rejects with what kept it from that: only it is told. */
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
