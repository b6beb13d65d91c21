import type { Redis } from "ioredis";
import { within } from "../../base/time.js";
import type { EngineSettings } from "../engine/contract.js";
import { FleetError, type FleetErrorReason, isFleetError } from "../errors.js";
import type { Script } from "./scripts.js";

/** Requests to the server, in time and in words. */
export class RedisAccess {
  readonly redis: Redis;
  readonly settings: EngineSettings;

  constructor(redis: Redis, settings: EngineSettings) {
    this.redis = redis;
    this.settings = settings;
  }

  /** A key of this fleet. The braces keep all of them on one node of a cluster. */
  key(...parts: readonly (string | number)[]): string {
    return [`fleet:{${this.settings.name}}`, ...parts].join(":");
  }

  /** A channel of this fleet. Prefix and database of the client, which keep keys apart, are put into its name. */
  channel(...parts: readonly string[]): string {
    const { keyPrefix = "", db = 0 } = this.redis.options;
    return `${keyPrefix}${db === 0 ? "" : `${db}:`}${this.key(...parts)}`;
  }

  /** Runs a script; the server keeps it after the first time. */
  run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    return this.request(async () => {
      try {
        return await this.redis.evalsha(script.sha, keys.length, ...keys, ...args);
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
        return this.redis.eval(script.text, keys.length, ...keys, ...args);
      }
    });
  }

  /** Rejects with a FleetError when there is no connection, when it takes too long, and when the server refuses. */
  async request<Result>(work: () => Promise<Result>): Promise<Result> {
    const { clock, requestTimeoutMs } = this.settings;
    // The client would keep commands while it is not connected, and send them when they are out of date.
    if (this.redis.status !== "ready") throw noConnection();
    const late = () => new FleetError("unavailable", `Redis did not answer within ${requestTimeoutMs} ms.`);
    try {
      return await within(work(), { clock, timeoutMs: requestTimeoutMs }, late);
    } catch (error) {
      throw asRedisFleetError(error);
    }
  }
}

/** A pattern that matches the text itself. */
export const asPattern = (text: string): string => text.replaceAll(/[[\]*?\\]/g, String.raw`\$&`);

/** With what the client said about it, where that is known. */
export function noConnection(cause?: unknown): FleetError {
  const why = cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : "";
  return new FleetError("unavailable", `There is no connection to Redis${why}.`, { cause });
}

/** Any error of the client as a `FleetError` in words. */
export function asRedisFleetError(error: unknown): FleetError {
  if (isFleetError(error)) return error;
  const text = error instanceof Error ? error.message : String(error);
  const fleetError = (reason: FleetErrorReason, message: string) => new FleetError(reason, message, { cause: error });
  if (/^(NOPERM|NOAUTH|WRONGPASS)/.test(text))
    return fleetError("forbidden", `Redis refuses it to these credentials (${text}).`);
  if (text.includes("WRONGTYPE"))
    return fleetError(
      "mismatch",
      `A key of this fleet holds something else (${text}). Use another name for the fleet.`,
    );
  const isGone = text.includes("NOGROUP");
  return fleetError("unavailable", isGone ? "The log is not there; it is created anew." : `Redis: ${text}`);
}
