import {
  oneOf,
  option,
  type OptionsOf,
  options,
  type WithDefaults,
  withDefaults,
  usually,
  whole,
} from "../../base/options.js";
import { hasMethods, defined } from "../../base/values.js";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { readSettings, SETTINGS_KEY, checkFleetName } from "../engine/adapter.js";
import type { EngineSession, EngineSettings, FleetEngine } from "../engine/contract.js";
import { checkFleetGiven } from "../resolve-options.js";
import { FleetError } from "../errors.js";
import { asNatsFleetError, isAlone, isNotFound } from "./errors.js";
import { NatsSession } from "./session.js";
import { type NatsAccess, bucketOf, SET_UP_REQUEST_MS } from "./setup.js";

/** Options of {@link natsEngine}. */
export interface NatsEngineOptions extends OptionsOf<typeof natsOptions> {}

const natsOptions = /* @__PURE__ */ options(() => ({
  /** Copies of every stream on different servers: 1, 3 or 5. Counts when they are created. Default 1. */
  replicas: whole(1, 5, 1),
  /** Where events are kept. Default `disk`. */
  storage: usually(oneOf("disk", "memory"), "disk"),
  /** The JetStream domain of the servers. Default: none. */
  domain: option<string>(
    "a string without spaces and dots",
    (value) => typeof value === "string" && /^[^\s.*>]+$/.test(value),
  ),
}));

/** A connection to NATS, or what makes one. */
export type NatsConnector = NatsConnection | (() => NatsConnection | Promise<NatsConnection>);

/**
 * NATS with JetStream, server 2.9 or later, as the engine of a fleet. Credentials, TLS and reconnecting are the
 * connection's: keep `maxReconnectAttempts: -1` in it. Pass a function that connects: the client closes a connection for
 * good after two refused logins, and then the fleet makes a new one. Connections that the function makes are closed with
 * the fleet. A connection that is passed itself stays yours, and the fleet ends when it is closed for good.
 *
 * @example
 * natsEngine(() => connect({ servers: "nats.internal", maxReconnectAttempts: -1, reconnectTimeWait: 200 }));
 */
export function natsEngine(connector: NatsConnector, given: NatsEngineOptions = {}): FleetEngine {
  if (typeof connector !== "function") checkConnection(connector);
  checkFleetGiven("natsEngine()", given, natsOptions);
  const { domain, replicas, storage } = withDefaults(natsOptions, given);
  const where = domain === undefined ? "NATS" : `NATS (domain "${domain}")`;
  const isOwn = typeof connector === "function";
  const connected = async <Result>(
    what: string,
    use: (connection: NatsConnection) => Promise<Result>,
    isDone: boolean,
  ): Promise<Result> => {
    let connection: NatsConnection | undefined;
    try {
      connection = isOwn ? checkConnection(await connector()) : connector;
      const result = await use(connection);
      if (isOwn && isDone) await connection.close();
      return result;
    } catch (error) {
      if (isOwn) await connection?.close();
      if (isAlone(error)) throw tooManyCopies(what, replicas, connection?.getServer());
      throw asNatsFleetError(error, what);
    }
  };
  return {
    kind: "nats",
    reconnects: isOwn,
    async open(settings: EngineSettings): Promise<EngineSession> {
      checkFleetName(settings.name);
      const what = `Opening the fleet "${settings.name}" on ${where}`;
      const open = async (connection: NatsConnection) =>
        NatsSession.open(await accessTo(connection, settings, { domain, replicas, storage, isOwn }));
      return connected(what, open, false);
    },
    async settingsOf(name) {
      checkFleetName(name);
      const read = async (connection: NatsConnection) => {
        const kv = await new Kvm(jetstream(connection, defined({ domain }))).open(bucketOf(name, "state"));
        const entry = await kv.get(SETTINGS_KEY);
        return entry === null ? undefined : readSettings(entry.string());
      };
      const orNone = (connection: NatsConnection) =>
        read(connection).catch((error: unknown) => {
          if (isNotFound(error)) return undefined;
          throw error;
        });
      return connected(`Looking at the fleet "${name}" on ${where}`, orNone, true);
    },
  };
}

async function accessTo(
  connection: NatsConnection,
  settings: EngineSettings,
  { domain, replicas, storage, isOwn }: WithDefaults<typeof natsOptions> & { readonly isOwn: boolean },
): Promise<NatsAccess> {
  const common = { timeout: settings.requestTimeoutMs, ...defined({ domain }) };
  const settingUp = { ...common, timeout: SET_UP_REQUEST_MS };
  const apiPrefix = domain === undefined ? "$JS.API" : `$JS.${domain}.API`;
  return {
    connection,
    isOwn,
    settings,
    replicas,
    storage,
    copies: new Map(),
    onMissing: new Set(),
    apiPrefix,
    domainPrefix: domain === undefined ? "" : `${apiPrefix}.`,
    js: jetstream(connection, common),
    // Asking the server whether it has JetStream is left to the first real request, which says more.
    jsm: await jetstreamManager(connection, { ...common, checkAPI: false }),
    setUpJs: jetstream(connection, settingUp),
    setUpJsm: await jetstreamManager(connection, { ...settingUp, checkAPI: false }),
  };
}

function checkConnection(connection: NatsConnection): NatsConnection {
  if (hasMethods(connection, "publish", "subscribe", "request")) return connection;
  const wanted = "natsEngine takes a function that connects to NATS, or a connection";
  throw new FleetError("argument", `${wanted}: natsEngine(() => connect({ servers })) or await connect({ servers }).`);
}

function tooManyCopies(what: string, replicas: number, server = "asked"): FleetError {
  const remedy = `Start at least ${replicas} servers with one cluster block, or leave replicas out`;
  return new FleetError(
    "argument",
    `${what}: replicas: ${replicas} needs as many servers, and the server ${server} is alone. ${remedy}.`,
  );
}
