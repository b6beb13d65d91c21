// `npm run demo:fleet`: an App in several processes over NATS, of which the reader and a worker are killed.
import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { World } from "../test/fleet/sim/world.js";
import { ProcessFleet, removeProgram, until } from "../test/long/fleet/kit.js";

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** The same story in one process, over the engine in memory and on a clock of its own. */
async function inMemory(): Promise<void> {
  say("There is no nats-server on the path (apt-get install nats-server): the engine in memory plays it, in no time.");
  const world = new World({ fleet: { partitions: 8 } });
  for (const name of ["a", "b", "c", "d"]) await world.add(name);
  world.load(60, 20);
  await world.run(3_000);
  const holder = world.holder();
  const worker = world.machines.find((machine) => machine !== holder);
  if (holder !== undefined) world.kill(holder);
  say(`${holder?.name} reads the stream: killed`);
  if (worker !== undefined) world.kill(worker);
  say(`${worker?.name} handles events: killed`);
  await world.run(12_000);
  await world.settle();
  const { emitted, lost, twice, outOfOrder } = world.verdict();
  say(`${emitted} events: ${lost.length} lost, ${twice.length} handled twice, ${outOfOrder.length} out of order`);
  process.exitCode = lost.length + outOfOrder.length;
}

async function overNats(): Promise<void> {
  const fleet = await ProcessFleet.start();
  try {
    await Promise.all(["a", "b", "c", "d"].map((name) => fleet.add(name)));
    await until(() => fleet.holder !== undefined, "somebody reads the stream");
    await until(() => fleet.workers.some(({ told }) => told.includes("events.opened")), "the stream is open");
    say(`Four processes over NATS. ${fleet.holder?.name} reads the stream; all handle events, 60 a second.`);
    fleet.load(60);
    await sleep(3_000);
    const { holder } = fleet;
    const worker = fleet.others[0];
    holder?.child.kill("SIGKILL");
    say(`${holder?.name}, which reads the stream: killed with SIGKILL`);
    await holder?.gone;
    worker?.child.kill("SIGKILL");
    say(`${worker?.name}, a worker: killed with SIGKILL`);
    const killedMs = Date.now();
    await until(() => fleet.holder !== undefined, "another reads the stream");
    say(
      `${fleet.holder?.name} reads the stream after ${((Date.now() - killedMs) / 1_000).toFixed(1)} s and resumes it`,
    );
    await sleep(4_000);
    const { posted, lost, twice, outOfOrder } = await fleet.settle();
    say(`${posted} events: ${lost.length} lost, ${twice.length} handled twice, ${outOfOrder.length} out of order`);
    process.exitCode = lost.length + outOfOrder.length === 0 ? 0 : 1;
  } finally {
    await fleet.stop();
    await removeProgram();
  }
}

await (spawnSync("nats-server", ["--version"]).error === undefined ? overNats() : inMemory());
