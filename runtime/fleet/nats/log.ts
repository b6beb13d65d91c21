import type { PartitionedLog, PartitionLag } from "../engine/contract.js";
import { FleetError } from "../errors.js";
import { asNatsFleetError } from "./errors.js";
import { partOf } from "../engine/adapter.js";
import type { Pulls } from "./pulls.js";
import { type NatsAccess, birthOf, CONSUMER, noteMissing, streamOf, subjectOf } from "./setup.js";
import { StreamWriter } from "./writer.js";

export interface NatsLog extends PartitionedLog {
  /** The log was lost and made anew. */
  forget(): void;
}

export interface NatsLogOptions {
  readonly parts: readonly string[];
  readonly isUp: () => boolean;
  /** Hears when the partitions were created, each time that is read: see `birthOf`. */
  readonly onBirth?: (birth: string) => void;
}

/** A log of one stream per partition. */
export function natsLog(
  access: NatsAccess,
  pulls: Pulls,
  { parts, isUp, onBirth = () => undefined }: NatsLogOptions,
): NatsLog {
  const { name } = access.settings;
  const writers = parts.map(
    (part) => new StreamWriter(access, { stream: streamOf(name, part), subject: subjectOf(name, part) }),
  );
  const away = () => Promise.reject(new FleetError("unavailable", "There is no connection to NATS."));
  return {
    partitions: parts.length,
    append(entry) {
      // The client keeps what is published while it is not connected and sends it later, when it is out of date.
      return isUp() ? partOf(writers, entry.partition).append(entry) : away();
    },
    forget: () => writers.forEach((writer) => writer.forget()),
    pull(partition, options) {
      const stream = streamOf(name, partOf(parts, partition));
      return isUp() ? pulls.pull({ stream, partition }, options) : away();
    },
    async lag() {
      try {
        const read = await Promise.all(parts.map((part, partition) => lagOf(access, part, partition)));
        onBirth(birthOf(read.map(({ created }) => created)));
        return read.map(({ lag }) => lag);
      } catch (error) {
        noteMissing(access, error);
        throw asNatsFleetError(error, "Reading the lag");
      }
    },
  };
}

async function lagOf({ jsm, settings, copies }: NatsAccess, part: string, partition: number): Promise<PartOfLag> {
  const stream = streamOf(settings.name, part);
  const { state, config, created } = await jsm.streams.info(stream);
  copies.set(stream, config.num_replicas);
  if (state.messages === 0) return { created, lag: { partition, waiting: 0, inHand: 0, oldestAtMs: undefined } };
  const { num_ack_pending: inHand } = await jsm.consumers.info(stream, CONSUMER);
  const oldestAtMs = Date.parse(String(state.first_ts));
  return { created, lag: { partition, waiting: Math.max(0, state.messages - inHand), inHand, oldestAtMs } };
}

interface PartOfLag {
  /** When the stream was created. */
  readonly created: string;
  readonly lag: PartitionLag;
}
