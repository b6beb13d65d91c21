import { type Ground, type Machine, type Verdict, World } from "./world.js";

/** How large a story is. */
export interface StorySize {
  readonly members: number;
  readonly seconds: number;
  readonly perSecond: number;
}

/** A sequence of numbers that a seed decides. */
function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What a story came to, and what happened in it: enough to see why from the seed alone. */
export interface StoryEnd {
  readonly verdict: Verdict;
  readonly happened: readonly string[];
  /** Most events that faults may make be done twice: one per partition for each of them. */
  readonly mayBeTwice: number;
}

const PARTITIONS = 8;
const CHANNELS = 12;

/**
 * A fleet to which things happen that a seed decides: machines are killed, stand still, are cut off, leave and come, the
 * engine goes away and comes back, clocks are wrong. At the end everything still alive is healed and everything emitted
 * must have been handled: nothing lost, each channel in order.
 */
export async function playStory(seed: number, size: StorySize, ground?: Ground): Promise<StoryEnd> {
  const random = randomOf(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  // Apart from what decides the story, which then is the same in real time, where no two runs are alike.
  const inside = randomOf(seed + 0x5eed);
  const standby = random() < 0.5 ? ("hot" as const) : ("warm" as const);
  const slow = { channel: "", untilMs: 0 };
  const poison: { number: number | undefined; left: number } = { number: undefined, left: 2 };
  const world: World = new World({
    fleet: {
      maxLagEvents: PARTITIONS * 12,
      name: `story-${seed}`,
      partitions: PARTITIONS,
      ackWaitMs: 4_000,
      leaseMs: 4_000,
      standby,
      random: inside,
    },
    latencyMs: 1 + upTo(20),
    handlerMs: (number, channel, member) => {
      if (number === poison.number && poison.left > 0) {
        poison.left -= 1;
        const killed = world.machines.find(({ name }) => name === member);
        if (killed !== undefined && awake().length > 2)
          world.clock.schedule(() => killed.isDead || world.kill(killed), 1);
        return 1_000;
      }
      if (channel === slow.channel && world.clock.monotonicMs() < slow.untilMs)
        return slow.untilMs - world.clock.monotonicMs();
      return Math.floor(inside() * 40);
    },
    ...(ground === undefined ? {} : { ground }),
  });
  const happened: string[] = [`${standby}, seed ${seed}`];
  const note = (text: string) => void happened.push(`${(world.clock.monotonicMs() / 1_000).toFixed(1)} s: ${text}`);
  for (let index = 0; index < size.members; index += 1) {
    const skewMs = random() < 0.1 ? upTo(7_200_000) - 3_600_000 : 0;
    await world.add(`m${index}`, { skewMs });
  }
  world.load(size.perSecond, CHANNELS);
  await world.run(2_000);
  const left = new Set<Machine>();
  const awake = () =>
    world.machines.filter((machine) => !machine.isDead && !left.has(machine) && !machine.clock.isPaused);
  let mayBeTwice = 0;
  let isAway = false;
  const victim = (): Machine | undefined => {
    const some = awake();
    // Whoever holds the stream is where it hurts most.
    const holder = world.holder(upTo(standby === "hot" ? 2 : 1));
    return random() < 0.5 && holder !== undefined && !left.has(holder) ? holder : some[upTo(some.length)];
  };
  const endMs = world.clock.monotonicMs() + size.seconds * 1_000;
  while (world.clock.monotonicMs() < endMs) {
    await world.run(500 + upTo(5_000));
    const machine = victim();
    const kind = upTo(10);
    mayBeTwice += PARTITIONS;
    if (kind === 0 && awake().length > 2 && machine !== undefined) {
      note(`${machine.name} is killed`);
      world.kill(machine);
    } else if (kind === 1 && awake().length > 1 && machine !== undefined) {
      const ms = 1_000 + upTo(10_000);
      note(`${machine.name} stands still for ${ms} ms`);
      world.pause(machine);
      world.clock.schedule(() => world.resume(machine), ms);
    } else if (kind === 2 && machine !== undefined) {
      const ms = 500 + upTo(10_000);
      note(`${machine.name} is cut off for ${ms} ms`);
      world.faults.cut(machine.name);
      world.clock.schedule(() => machine.isDead || world.faults.heal(machine.name), ms);
    } else if (kind === 3 && !isAway) {
      const ms = 200 + upTo(9_000);
      note(`the engine is away for ${ms} ms`);
      isAway = true;
      // Ids of what is done are forgotten by a restart: whatever is appended again afterwards comes twice.
      mayBeTwice += 200;
      world.faults.stop();
      world.clock.schedule(() => {
        isAway = false;
        world.faults.start();
      }, ms);
    } else if (kind === 4 && awake().length > 2 && machine !== undefined) {
      note(`${machine.name} leaves`);
      left.add(machine);
      void machine.fleet.close({ graceMs: 1_000 });
    } else if (kind === 6 && machine !== undefined) {
      note(`the connection of ${machine.name} is closed for good`);
      world.faults.end(machine.name);
    } else if (kind === 7) {
      const ms = 1_000 + upTo(4_000);
      note(`handlers of one channel stand still for ${ms} ms`);
      slow.untilMs = world.clock.monotonicMs() + ms;
      slow.channel = `c${upTo(CHANNELS)}`;
    } else if (kind === 8) {
      const ms = 500 + upTo(5_000);
      note(`the engine is slow for ${ms} ms`);
      world.faults.slow(50 + upTo(250));
      world.clock.schedule(() => world.faults.slow(undefined), ms);
    } else if (kind === 9 && awake().length > 3 && poison.number === undefined) {
      poison.number = world.platform.emitted.length;
      note(`event ${poison.number} kills who handles it, twice`);
    } else if (kind === 5 && !isAway) {
      const name = `late${world.machines.length}`;
      note(`${name} comes`);
      await world.add(name);
    }
  }
  await world.run(12_000);
  await world.settle(60_000);
  return { verdict: world.verdict(), happened, mayBeTwice };
}
