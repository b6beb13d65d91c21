import { setMaxListeners } from "node:events";
import { AckPolicy, type JetStreamClient, RetentionPolicy } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { systemClock } from "../../runtime/abi/index.js";
import type { EngineSession, LogEntry } from "../../runtime/fleet/index.js";
import { Appender } from "../../runtime/fleet/intake/appender.js";
import { type Bench, quantile, type Taken, timed } from "./measure.js";

const BODY = JSON.stringify({ type: "message_create", message: { content: "x".repeat(200) } });
const BATCH = 100;

/** An appender that may always act. */
function appenderOf(session: EngineSession): Appender {
  const right = { untilMayAct: () => Promise.resolve(), untilConfirmed: () => Promise.resolve() };
  const told = { report: () => {}, engineFailed: () => {} };
  return new Appender({
    session,
    right,
    isOnlyWriter: true,
    clock: systemClock,
    ...told,
    signal: new AbortController().signal,
  });
}

const entries = (first: number, count: number, partitions: number): readonly LogEntry[] =>
  Array.from({ length: count }, (_, index) => {
    const id = `m-${first + index}`;
    return { id, body: BODY, partition: (first + index) % partitions };
  });

/** Appends some and waits for them. */
function append(appender: Appender, some: readonly LogEntry[]): Promise<unknown> {
  const one = (entry: LogEntry) =>
    new Promise<void>((done) => appender.add({ partition: entry.partition, write: () => entry, done }));
  return Promise.all(some.map(one));
}

/** Appends in batches, as a stream brings them. */
async function fill(session: EngineSession, count: number, first = 0): Promise<void> {
  const appender = appenderOf(session);
  for (let done = 0; done < count; done += BATCH) {
    await append(appender, entries(first + done, BATCH, session.events.partitions));
  }
}

async function bareStream(bench: Bench, name: string) {
  const client = await bench.client();
  await client.jsm.streams.add({ name, subjects: [`${name}.*`], retention: RetentionPolicy.Workqueue });
  return client;
}

async function publishBare(js: JetStreamClient, name: string, count: number, partitions = 32): Promise<void> {
  for (let done = 0; done < count; done += BATCH) {
    const batch = entries(done, BATCH, partitions);
    await Promise.all(batch.map(({ id, partition }) => js.publish(`${name}.${partition}`, BODY, { msgID: id })));
  }
}

/** Appending through a fleet and publishing, of the same events in the same batches. */
export async function appending(bench: Bench, count: number): Promise<{ fleet: Taken; bare: Taken }> {
  const [session] = await bench.sessions(bench.name(), 1);
  if (session === undefined) throw new Error("no session");
  const fleet = await timed(bench, () => fill(session, count));
  const name = bench.name();
  const { js } = await bareStream(bench, name);
  const bare = await timed(bench, () => publishBare(js, name, count));
  await bench.clean();
  return { fleet, bare };
}

/** Pulls of a member on all partitions, each acknowledged at once, until told to end. */
function pulling(session: EngineSession, onEvent: () => void, signal: AbortSignal): Promise<unknown> {
  const loop = async (partition: number): Promise<void> => {
    while (!signal.aborted) {
      const delivery = await session.events.pull(partition, { waitMs: 2_000, signal });
      if (delivery === undefined) continue;
      await delivery.ack();
      onEvent();
    }
  };
  return Promise.all(Array.from({ length: session.events.partitions }, (_, partition) => loop(partition)));
}

/** Takes so many events in order at so many members. `whilePulling` appends meanwhile. */
async function ordered(
  sessions: readonly EngineSession[],
  count: number,
  whilePulling: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  let left = count;
  const all = new Promise<void>((resolve) => {
    const onEvent = () => (left -= 1) === 0 && resolve();
    for (const session of sessions) void pulling(session, onEvent, abort.signal).catch(resolve);
  });
  await Promise.all([all, whilePulling()]);
  abort.abort();
}

/** A backlog taken by members of a fleet in the order of each partition. */
export async function draining(bench: Bench, count: number, { members = 4, partitions = 32 } = {}): Promise<Taken> {
  const sessions = await bench.sessions(bench.name(), members, partitions);
  if (sessions[0] !== undefined) await fill(sessions[0], count);
  const taken = await timed(bench, () => ordered(sessions, count));
  await bench.clean();
  return taken;
}

/** The same backlog in one stream, taken by one consumer in no order. */
export async function drainingBare(bench: Bench, count: number, members = 4): Promise<Taken> {
  const name = bench.name();
  const { js, jsm } = await bareStream(bench, name);
  await publishBare(js, name, count);
  await jsm.consumers.add(name, { durable_name: "w", ack_policy: AckPolicy.Explicit, max_ack_pending: 10_000 });
  const clients = await Promise.all(Array.from({ length: members }, () => bench.client()));
  const taken = await timed(bench, async () => {
    let left = count;
    const consumers = await Promise.all(clients.map((client) => client.js.consumers.get(name, "w")));
    const all = await Promise.all(consumers.map((consumer) => consumer.consume({ max_messages: 200 })));
    const loop = async (messages: (typeof all)[number]): Promise<void> => {
      for await (const message of messages) {
        message.ack();
        if ((left -= 1) > 0) continue;
        for (const other of all) other.stop();
      }
    };
    await Promise.all(all.map(loop));
  });
  await bench.clean();
  return taken;
}

const PACE_MS = 10;
const STEP = 8;

/** Calls `step` with a few events at a time, some hundreds a second. */
async function paced(count: number, step: (first: number) => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += STEP) {
    await step(done);
    await new Promise((resolve) => void setTimeout(resolve, PACE_MS));
  }
}

/** Steady small batches that are taken as they come, with a stream for each partition. */
export async function caughtUp(bench: Bench, count: number): Promise<Taken> {
  const sessions = await bench.sessions(bench.name(), 4);
  const [first] = sessions;
  if (first === undefined) throw new Error("no session");
  const appender = appenderOf(first);
  const appending = () => paced(count, (done) => append(appender, entries(done, STEP, 32)));
  const taken = await timed(bench, () => ordered(sessions, count, appending));
  await bench.clean();
  return taken;
}

/** The same with one stream and a filtered consumer for each partition. */
export async function caughtUpInOneStream(bench: Bench, count: number): Promise<Taken> {
  const name = bench.name();
  const { js, jsm } = await bareStream(bench, name);
  const partitions = Array.from({ length: 32 }, (_, index) => index);
  for (const partition of partitions) {
    const consumer = { durable_name: `p${partition}`, filter_subject: `${name}.${partition}`, max_ack_pending: 1 };
    await jsm.consumers.add(name, { ...consumer, ack_policy: AckPolicy.Explicit });
  }
  const clients = await Promise.all(Array.from({ length: 4 }, () => bench.client()));
  const taken = await timed(bench, async () => {
    let left = count;
    const loop = async (client: { js: JetStreamClient }, partition: number): Promise<void> => {
      const consumer = await client.js.consumers.get(name, `p${partition}`);
      while (left > 0) {
        const message = await consumer.next({ expires: 2_000 });
        if (message === null) continue;
        message.ack();
        left -= 1;
      }
    };
    const append = paced(count, (done) =>
      Promise.all(
        entries(done, STEP, 32).map(({ id, partition }) => js.publish(`${name}.${partition}`, BODY, { msgID: id })),
      ),
    );
    const loops = clients.flatMap((client) => partitions.map((partition) => loop(client, partition)));
    await Promise.all([...loops, append]);
  });
  await bench.clean();
  return taken;
}

/** Milliseconds of an interaction through its lane, beside a backlog that is being taken. */
export async function lane(bench: Bench, backlog: number, count: number): Promise<number> {
  const sessions = await bench.sessions(bench.name(), 4);
  const [first] = sessions;
  if (first === undefined) throw new Error("no session");
  await fill(first, backlog);
  const abort = new AbortController();
  const { signal } = abort;
  setMaxListeners(0, signal);
  const sentMs = new Map<string, number>();
  const tookMs: number[] = [];
  const serve = async (session: EngineSession): Promise<void> => {
    while (!signal.aborted) {
      const delivery = await session.interactions.pull(0, { waitMs: 1_000, signal });
      if (delivery === undefined) continue;
      tookMs.push(performance.now() - (sentMs.get(delivery.id) ?? 0));
      await delivery.ack();
    }
  };
  const serving = sessions.flatMap((session) => [serve(session), pulling(session, () => {}, signal)]);
  for (let index = 0; index < count; index += 1) {
    const id = `i-${index}`;
    sentMs.set(id, performance.now());
    await first.interactions.append({ partition: 0, id, body: BODY });
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
  await new Promise((resolve) => void setTimeout(resolve, 500));
  abort.abort();
  await Promise.allSettled(serving);
  await bench.clean();
  return quantile(tookMs, 0.99);
}

/** Claims one after the other, through a fleet and with the client's own `create`. */
export async function claiming(bench: Bench, count: number): Promise<{ fleet: Taken; bare: Taken }> {
  const [session] = await bench.sessions(bench.name(), 1);
  const { js } = await bench.client();
  const kv = await new Kvm(js).create(bench.name());
  const fleet = await timed(bench, async () => {
    for (let index = 0; index < count; index += 1) await session?.claims.put(`i-${index}`, "member");
  });
  const bare = await timed(bench, async () => {
    for (let index = 0; index < count; index += 1) await kv.create(`i-${index}`, "member");
  });
  await bench.clean();
  return { fleet, bare };
}
