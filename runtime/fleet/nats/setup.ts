import {
  AckPolicy,
  type ConsumerConfig,
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { EngineSettings } from "../engine/contract.js";
import { sleep } from "../../base/time.js";
import { FleetError } from "../errors.js";
import { isBeingMade, isNotFound, NoLeaderError } from "./errors.js";

export interface NatsAccess {
  readonly connection: NatsConnection;
  /** The session made the connection, and closes it. */
  readonly isOwn: boolean;
  readonly settings: EngineSettings;
  readonly replicas: number;
  readonly storage: "memory" | "disk";
  /** How many copies each stream has, by its name: an operator may change it. */
  readonly copies: Map<string, number>;
  /** Told when something of the fleet is found not to be there. */
  readonly onMissing: Set<() => void>;
  readonly apiPrefix: string;
  /** Stands before a key's subject on the way to the servers of another domain; empty without one. */
  readonly domainPrefix: string;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  /** For setting up: its requests wait no longer than `SET_UP_REQUEST_MS`. */
  readonly setUpJs: JetStreamClient;
  readonly setUpJsm: JetStreamManager;
}

/** The one durable consumer of each stream, on which every member pulls. */
export const CONSUMER = "workers";

const nanos = (ms: number): number => Math.round(ms * 1_000_000);

export const streamOf = (fleet: string, part: string): string => `FLEET_${fleet}_${part}`;
export const subjectOf = (fleet: string, part: string): string => `fleet.${fleet}.log.${part}`;
export const bucketOf = (fleet: string, bucket: string): string => `FLEET_${fleet}_${bucket}`;
export const partName = (partition: number): string => String(partition).padStart(3, "0");
/** The part that carries interactions. */
export const LANE = "lane";

interface Wanted {
  readonly stream: Partial<StreamConfig> & { readonly name: string };
  readonly consumer: Partial<ConsumerConfig>;
}

/**
 * Creates and checks all streams and consumers. Answers with when the log was created, whoever did: another time means
 * another log, without what was in the first.
 */
export async function setUp(access: NatsAccess): Promise<string> {
  const parts = Array.from({ length: access.settings.partitions }, (_, index) => event(access, index));
  const [first, ...others] = parts;
  // The first one alone: where it cannot be, one error is enough.
  const created = first === undefined ? "" : await ensure(access, first);
  const rest = await Promise.all([...others, lane(access)].map((part) => ensure(access, part)));
  return birthOf([created, ...rest.slice(0, -1)]); // not the lane: it is in memory, and always anew after a restart
}

/** When the partitions of the log were created. */
export const birthOf = (created: readonly string[]): string => created.join(" ");

function event({ settings, replicas, storage }: NatsAccess, partition: number): Wanted {
  const stream = {
    discard: DiscardPolicy.New,
    storage: storage === "disk" ? StorageType.File : StorageType.Memory,
    num_replicas: replicas,
    max_msgs: Math.max(1, Math.ceil(settings.maxLagEvents / settings.partitions)),
    duplicate_window: nanos(settings.duplicateWindowMs),
  };
  return wanted(settings.name, partName(partition), { stream, consumer: consumer(settings.ackWaitMs, 1) });
}

function lane({ settings, replicas }: NatsAccess): Wanted {
  const { lifeMs, ackWaitMs } = settings.interactions;
  const stream = {
    discard: DiscardPolicy.Old,
    storage: StorageType.Memory,
    num_replicas: replicas,
    max_msgs: 10_000,
    max_age: nanos(lifeMs),
    duplicate_window: nanos(lifeMs),
  };
  return wanted(settings.name, LANE, { stream, consumer: consumer(ackWaitMs, 10_000) });
}

function wanted(
  fleet: string,
  part: string,
  { stream, consumer: pulls }: Pick<Wanted, "consumer"> & { stream: object },
): Wanted {
  const [name, subjects] = [streamOf(fleet, part), [subjectOf(fleet, part)]];
  return { stream: { name, subjects, retention: RetentionPolicy.Workqueue, ...stream }, consumer: pulls };
}

const consumer = (ackWaitMs: number, maxInHand: number): Partial<ConsumerConfig> => ({
  durable_name: CONSUMER,
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(ackWaitMs),
  max_ack_pending: maxInHand,
  max_deliver: -1,
});

/** Finds or creates the stream and its consumer, and checks both. Answers with when the stream was created. */
async function ensure(access: NatsAccess, wanted: Wanted): Promise<string> {
  const jsm = access.setUpJsm;
  const { stream, consumer: wantedConsumer } = wanted;
  const has = await findOrMake(access, async () =>
    withLeader((await orNothing(jsm.streams.info(stream.name))) ?? (await jsm.streams.add(stream))),
  );
  compare(stream.name, stream, has.config);
  access.copies.set(stream.name, has.config.num_replicas);
  const hasConsumer = await findOrMake(
    access,
    async () =>
      (await orNothing(jsm.consumers.info(stream.name, CONSUMER))) ??
      (await jsm.consumers.add(stream.name, wantedConsumer)),
  );
  compare(`${stream.name}, consumer ${CONSUMER}`, wantedConsumer, hasConsumer.config);
  if (has.config.num_replicas < 2) return has.created;
  // Of two members that create it at once, a cluster tells each another time: the stream's own is known by now.
  return (await findOrMake(access, async () => withLeader(await jsm.streams.info(stream.name)))).created;
}

/** How long one request of setting up waits, and between two looks, milliseconds. */
export const SET_UP_REQUEST_MS = 1_000;
const BETWEEN_LOOKS_MS = 50;

/**
 * What could not be made because another member just did is looked for again, as long as a request may take: the server
 * says that a stream's subjects are taken before it can be asked for it. A cluster that chooses the leader of a stream
 * says that it is not there, or nothing at all. A foreign stream is never found under our name.
 */
export async function findOrMake<Found>(
  { settings }: Pick<NatsAccess, "settings">,
  attempt: () => Promise<Found>,
): Promise<Found> {
  const { clock, requestTimeoutMs } = settings;
  const endMs = clock.monotonicMs() + Math.max(2 * SET_UP_REQUEST_MS, requestTimeoutMs);
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (clock.monotonicMs() > endMs || !isBeingMade(error)) throw error;
      await sleep(clock, BETWEEN_LOOKS_MS);
    }
  }
}

/** The stream, once it has a leader: before that it does not answer. */
export function withLeader<Info extends Pick<StreamInfo, "cluster" | "config">>(info: Info): Info {
  const isLed = info.cluster === undefined || info.config.num_replicas < 2 || (info.cluster.leader ?? "") !== "";
  if (!isLed) throw new NoLeaderError(`${info.config.name} has no leader yet`);
  return info;
}

/** Reports a missing stream or consumer to the code that can create it again. */
export function noteMissing({ onMissing }: Pick<NatsAccess, "onMissing">, error: unknown): void {
  if (isNotFound(error)) for (const tell of onMissing) tell();
}

async function orNothing<Info>(asked: Promise<Info>): Promise<Info | undefined> {
  return asked.catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
}

/** How many copies there are is the operator's choice: a stream that was scaled up is taken as it is. */
const NOT_COMPARED = ["name", "num_replicas", "storage"];

function compare(name: string, wanted: object, has: object): void {
  const actual = new Map<string, unknown>(Object.entries(has));
  for (const [key, value] of Object.entries(wanted)) {
    if (NOT_COMPARED.includes(key) || JSON.stringify(actual.get(key)) === JSON.stringify(value)) continue;
    const [hasText, wantedText] = [JSON.stringify(actual.get(key)), JSON.stringify(value)];
    const why = `${key} is ${hasText} there and ${wantedText} is wanted here`;
    const remedy =
      "Use the same settings for all members (partitions, ackWaitMs, maxLagEvents), or another name for the fleet.";
    throw new FleetError("mismatch", `${name} exists and is different: ${why}. ${remedy}`);
  }
}
