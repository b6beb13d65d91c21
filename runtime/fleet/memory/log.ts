import { onLimit } from "../../base/time.js";
import type { Clock } from "../../abi/index.js";
import type { LogDelivery, PartitionedLog } from "../engine/contract.js";
import { partOf } from "../engine/adapter.js";
import type { MemoryPartition, Stored } from "./partition.js";
import type { Wire } from "./wire.js";

export interface MemoryLog extends PartitionedLog {
  /** Whoever waits gets nothing: the connection over which it was asked for is gone. */
  endPulls(): void;
}

export function memoryLog(parts: readonly MemoryPartition[], wire: Wire, clock: Clock): MemoryLog {
  const pulls = new Set<() => void>();
  return {
    partitions: parts.length,
    append(entry) {
      const part = partOf(parts, entry.partition);
      return wire.request(() => part.append(entry));
    },
    pull(partition, { waitMs, signal }) {
      if (signal.aborted) return Promise.resolve(undefined);
      const part = partOf(parts, partition);
      return new Promise((resolve) => {
        let over = false;
        let leave = () => {};
        const finish = (stored?: Stored) => {
          const delivery = stored === undefined ? undefined : deliveryOf(stored, { partition, part, wire });
          if (over) {
            void delivery?.release().catch(() => undefined);
            return;
          }
          over = true;
          cancel();
          pulls.delete(finish);
          wire.toEngine(() => leave());
          resolve(delivery);
        };
        const cancel = onLimit({ timeoutMs: waitMs, signal }, clock, () => finish());
        pulls.add(finish);
        wire.toEngine(() => {
          if (!over) leave = part.wait((stored) => wire.toMember(() => finish(stored)));
        });
      });
    },
    lag: () => wire.request(() => parts.map((part, index) => part.lag(index))),
    endPulls: () => pulls.forEach((end) => end()),
  };
}

function deliveryOf(
  { sequence, id, body, storedAtMs, deliveries }: Stored,
  { partition, part, wire }: { readonly partition: number; readonly part: MemoryPartition; readonly wire: Wire },
): LogDelivery {
  const delivered = { sequence, deliveries };
  return {
    partition,
    id,
    body,
    deliveries,
    storedAtMs,
    ack: () => wire.request(() => part.ack(sequence)),
    release: (delayMs = 0) => wire.request(() => part.release(delivered, delayMs)),
    extend: () => wire.request(() => part.extend(delivered)),
  };
}
