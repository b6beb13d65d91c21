import { hasMethods } from "../../http/check-given.js";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { readSettings, SETTINGS_KEY, checkFleetName } from "../engine/adapter.js";
import type { EngineSession, EngineSettings, FleetEngine } from "../engine/contract.js";
import { checkFleetGiven, whole } from "../check-options.js";
import { FleetError } from "../errors.js";
import type { Kind, Kinds } from "../../http/check-options.js";
import { asNatsFleetError, isAlone, isNotFound } from "./errors.js";
import { NatsSession } from "./session.js";
import { type NatsAccess, bucketOf, SET_UP_REQUEST_MS } from "./setup.js";

/** Options of {@link natsEngine}. */
export interface NatsEngineOptions {
  /** Copies of every stream on different servers: 1, 3 or 5. Counts when they are created. Default 1. */
  readonly replicas?: number;
  /** Where events are kept. Default `disk`. */
  readonly storage?: "memory" | "disk";
  /** The JetStream domain of the servers. Default: none. */
  readonly domain?: string;
}

const OPTIONS = {
  replicas: whole(1, 5),
  storage: ['"disk" or "memory"', (value) => value === "disk" || value === "memory"],
  domain: ["a text without spaces and dots", (value) => typeof value === "string" && /^[^\s.*>]+$/.test(value)],
} satisfies Kinds & Record<keyof NatsEngineOptions, Kind>;

/**
 * NATS with JetStream, server 2.9 or later, as the engine of a fleet. Credentials, TLS and reconnecting are the
 * connection's: keep `maxReconnectAttempts: -1` in it, so that it comes back however long the server was away. The
 * connection stays yours: closing the fleet does not close it.
 */
export function natsEngine(connection: NatsConnection, options: NatsEngineOptions = {}): FleetEngine {
  if (!hasMethods(connection, "publish", "subscribe", "request"))
    throw new FleetError("argument", "natsEngine takes a connection to NATS: natsEngine(await connect({ servers })).");
  checkFleetGiven("natsEngine()", options, OPTIONS);
  const where = options.domain === undefined ? "NATS" : `NATS (domain "${options.domain}")`;
  return {
    kind: "nats",
    async open(settings: EngineSettings): Promise<EngineSession> {
      checkFleetName(settings.name);
      const domain = options.domain === undefined ? {} : { domain: options.domain };
      const common = { timeout: settings.requestTimeoutMs, ...domain };
      const apiPrefix = options.domain === undefined ? "$JS.API" : `$JS.${options.domain}.API`;
      try {
        const access: NatsAccess = {
          connection,
          settings,
          replicas: options.replicas ?? 1,
          storage: options.storage ?? "disk",
          copies: new Map(),
          onMissing: new Set(),
          apiPrefix,
          domainPrefix: options.domain === undefined ? "" : `${apiPrefix}.`,
          js: jetstream(connection, common),
          // Asking the server whether it has JetStream is left to the first real request, which says more.
          jsm: await jetstreamManager(connection, { ...common, checkAPI: false }),
          setUpJs: jetstream(connection, { ...common, timeout: SET_UP_REQUEST_MS }),
          setUpJsm: await jetstreamManager(connection, { ...common, timeout: SET_UP_REQUEST_MS, checkAPI: false }),
        };
        return await NatsSession.open(access);
      } catch (error) {
        const what = `Opening the fleet "${settings.name}" on ${where}`;
        if (isAlone(error)) throw tooManyCopies(what, options.replicas, connection.getServer());
        throw asNatsFleetError(error, what);
      }
    },
    async settingsOf(name) {
      checkFleetName(name);
      const domain = options.domain === undefined ? {} : { domain: options.domain };
      try {
        const kv = await new Kvm(jetstream(connection, domain)).open(bucketOf(name, "state"));
        const entry = await kv.get(SETTINGS_KEY);
        return entry === null ? undefined : readSettings(entry.string());
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw asNatsFleetError(error, `Looking at the fleet "${name}" on ${where}`);
      }
    },
  };
}

function tooManyCopies(what: string, replicas = 1, server: string): FleetError {
  const remedy = `Start at least ${replicas} servers with one cluster block, or leave replicas out`;
  return new FleetError(
    "argument",
    `${what}: replicas: ${replicas} needs as many servers, and the server ${server} is alone. ${remedy}.`,
  );
}
