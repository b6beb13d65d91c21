import type {
  EngineSession,
  EngineSettings,
  LogDelivery,
  PartitionedLog,
} from "../../runtime/fleet/engine/contract.js";

/** What a case needs of its runner. */
export interface EngineKit {
  /** A new member of the fleet of this case. */
  open(settings?: Partial<EngineSettings>): Promise<EngineSession>;
  /** Closes the connection of a session for good, as its client does after refused logins. Default: that is not tested. */
  endConnection?(session: EngineSession): void | Promise<void>;
  /** Lets so many milliseconds pass, on whichever clock the engine runs. */
  wait(ms: number): Promise<void>;
}

/** One thing that an engine must do. */
export interface EngineCase {
  /** A sentence that must be true. */
  readonly name: string;
  /** Rejects when it is not. */
  run(kit: EngineKit): Promise<void>;
}

export const alone = (name: string, check: (session: EngineSession, kit: EngineKit) => Promise<void>): EngineCase => ({
  name,
  run: async (kit) => check(await kit.open(), kit),
});

export const together = (
  name: string,
  check: (members: readonly [EngineSession, EngineSession], kit: EngineKit) => Promise<void>,
): EngineCase => ({ name, run: async (kit) => check([await kit.open(), await kit.open()], kit) });

/** Settings of the cases: short, so that a suite on a real clock takes seconds. */
export const caseSettings = {
  partitions: 4,
  ackWaitMs: 400,
  maxLagEvents: 40,
  duplicateWindowMs: 60_000,
  leaseMs: 600,
  claimMs: 1_000,
  deadLetterMs: 60_000,
  interactions: { lifeMs: 900, ackWaitMs: 250 },
  requestTimeoutMs: 2_000,
} as const;

/** A case that failed. */
export class CaseFailure extends Error {
  override readonly name = "CaseFailure";
}

/** Fails unless both look the same as JSON. */
export function expectSame(actual: unknown, wanted: unknown, what: string): void {
  const [has, wants] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (has !== wants) throw new CaseFailure(`${what}: expected ${wants}, got ${has}`);
}

export function expectTrue(holds: boolean, what: string): void {
  if (!holds) throw new CaseFailure(what);
}

export function expectSome<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new CaseFailure(`${what}: there is none`);
  return value;
}

export async function until(kit: EngineKit, holds: () => boolean | Promise<boolean>, withinMs = 4_000): Promise<void> {
  for (let passedMs = 0, stepMs = 1; !(await holds()); stepMs = Math.min(40, 2 * stepMs)) {
    if (passedMs > withinMs) throw new CaseFailure(`it did not come true within ${withinMs} ms: ${String(holds)}`);
    await kit.wait(stepMs);
    passedMs += stepMs;
  }
}

/** What work comes to, while time passes. */
export async function during<Result>(kit: EngineKit, work: Promise<Result>, withinMs = 4_000): Promise<Result> {
  let isSettled = false;
  const settle = () => (isSettled = true);
  work.then(settle, settle);
  await until(kit, () => isSettled, withinMs);
  return work;
}

/** The next entry of a partition, or nothing within the time. */
export async function next(
  kit: EngineKit,
  log: PartitionedLog,
  options: { readonly partition?: number; readonly waitMs?: number; readonly signal?: AbortSignal } = {},
): Promise<LogDelivery | undefined> {
  const { partition = 0, waitMs = 1_500, signal = new AbortController().signal } = options;
  return during(kit, log.pull(partition, { waitMs, signal }), waitMs + 3_000);
}

export async function some(kit: EngineKit, log: PartitionedLog, partition = 0): Promise<LogDelivery> {
  return expectSome(await next(kit, log, { partition }), `an entry of partition ${partition}`);
}

/** Appends entries of these ids one after the other, each with its id as body. */
export async function append(log: PartitionedLog, ids: readonly string[], partition = 0): Promise<readonly string[]> {
  const results: string[] = [];
  for (const id of ids) results.push(await log.append({ partition, id, body: id }));
  return results;
}

/** Takes and acknowledges everything that is there, and says in which order it came. */
export async function drain(kit: EngineKit, log: PartitionedLog, partition = 0): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const delivery = await next(kit, log, { partition, waitMs: 200 });
    if (delivery === undefined) return ids;
    ids.push(delivery.id);
    await delivery.ack();
  }
}
