import { createDispatcher, type Task } from "../../runtime/events/index.js";
import { byDispatcher } from "./consume.js";
import { clientOver, cutAtRandom, eventJson, frame, greeting } from "./material.js";
import { race, table, verdict } from "./measure.js";

/** Events that pass through a queue while so many others wait in it. */
const PASSING = 1_000_000;

/** Cost per event by how many wait, and per byte by how large they are. */
export async function flatness(rounds: number): Promise<string> {
  const backlogs = [10, 1000, 100_000, 1_000_000];
  const queues = await race(
    backlogs.map((waiting) => ({ name: String(waiting), run: () => passThrough(waiting) })),
    rounds,
  );
  const perEvent = queues.map(({ cpuMs }, index) => (cpuMs * 1e6) / (PASSING + (backlogs[index] ?? 0)));
  const sizes = [100, 400, 10_000, 100_000, 1_000_000];
  const perByte: number[] = [];
  for (const bytes of sizes) {
    const count = Math.max(20, Math.round(20_000_000 / bytes));
    const text = greeting + Array.from({ length: count }, (_, n) => frame(n, eventJson(n, bytes))).join("");
    const chunks = cutAtRandom(text);
    const [taken] = await race([{ name: "", run: () => byDispatcher(clientOver(chunks), count) }], rounds);
    perByte.push(((taken?.cpuMs ?? 0) * 1e6) / text.length);
  }
  const spread = Math.max(...perEvent) / Math.min(...perEvent);
  const large = (perByte.at(-1) ?? 0) / (perByte[1] ?? 1);
  return [
    table(
      ["events queued", ...backlogs.map((each) => each.toLocaleString("en"))],
      [["ns of CPU per event through the queue", ...perEvent.map(Math.round)]],
    ),
    table(
      ["bytes per event", ...sizes.map((each) => each.toLocaleString("en"))],
      [["ns of CPU per byte, socket to handler", ...perByte.map((ns) => ns.toFixed(2))]],
    ),
    `Dearest against cheapest backlog ${spread.toFixed(2)}, at most 2: ${verdict(spread <= 2)}.`,
    `1 MB against 400-byte events, per byte ${large.toFixed(2)}, at most 1: ${verdict(large <= 1)}.`,
  ].join("\n\n");
}

/** Fills a queue behind one handler and then passes events through it, one in for each one out. */
function passThrough(waiting: number): Promise<void> {
  return new Promise((done) => {
    let left = PASSING + waiting;
    let open: (() => void) | undefined;
    const event = {};
    const task: Task<object> = { event, receivedAtMs: 0, identity: "", settled: () => undefined };
    const dispatcher = createDispatcher<object>({
      concurrency: 1,
      queueLimit: waiting + 2,
      handle: () => {
        // The first one holds all others back until they are queued.
        if (open === undefined) return new Promise<void>((resolve) => (open = resolve));
        left -= 1;
        if (left >= waiting) dispatcher.offer(task);
        if (left === 0) done();
        return undefined;
      },
    });
    for (let n = 0; n <= waiting; n += 1) dispatcher.offer(task);
    open?.();
  });
}
