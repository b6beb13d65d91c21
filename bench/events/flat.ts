import { createDispatcher, laneOf, openEvents, type StreamEvent } from "../../runtime/events/index.js";
import { byDispatcher } from "./consume.js";
import { clientOver, cutAtRandom, eventJson, frame, greeting } from "./material.js";
import { race, table, verdict } from "./measure.js";

/** Cost per event by how many wait, and per byte by how large they are. */
export async function flatness(rounds: number): Promise<string> {
  const backlogs = [10, 1000, 100_000, 1_000_000];
  const perEvent: number[] = [];
  for (const waiting of backlogs) {
    const repeat = Math.max(1, Math.ceil(20_000 / waiting));
    const [taken] = await race([{ name: "", run: () => drain(waiting, repeat) }], waiting > 100_000 ? 1 : rounds);
    perEvent.push(((taken?.cpuMs ?? 0) * 1e6) / (waiting * repeat));
  }
  const sizes = [100, 400, 10_000, 100_000, 1_000_000];
  const perByte: number[] = [];
  for (const bytes of sizes) {
    const count = Math.max(20, Math.round(20_000_000 / bytes));
    const text = greeting + Array.from({ length: count }, (_, n) => frame(n, eventJson(n, bytes))).join("");
    const chunks = cutAtRandom(text);
    const [taken] = await race([{ name: "", run: () => byDispatcher(clientOver(chunks), count) }], rounds);
    perByte.push(((taken?.cpuMs ?? 0) * 1e6) / text.length);
  }
  return [
    table(
      ["events queued", ...backlogs.map((each) => each.toLocaleString("en"))],
      [["ns of CPU per event", ...perEvent.map(Math.round)]],
    ),
    table(
      ["bytes per event", ...sizes.map((each) => each.toLocaleString("en"))],
      [["ns of CPU per byte", ...perByte.map((ns) => ns.toFixed(2))]],
    ),
    `Largest against smallest backlog ${((perEvent.at(-1) ?? 0) / (perEvent[0] ?? 1)).toFixed(2)}: ${verdict((perEvent.at(-1) ?? 0) <= 1.5 * (perEvent[0] ?? 0))}.`,
    `1 MB against 400-byte events, per byte ${((perByte.at(-1) ?? 0) / (perByte[1] ?? 1)).toFixed(2)}: ${verdict((perByte.at(-1) ?? 0) <= (perByte[1] ?? 0))}.`,
  ].join("\n\n");
}

/** Lets so many wait behind one slow handler, then handles them all; so often. */
async function drain(waiting: number, repeat: number): Promise<void> {
  const json = eventJson(0);
  const text = greeting + Array.from({ length: waiting }, (_, n) => frame(n, json)).join("");
  const chunks = cutAtRandom(text);
  for (let round = 0; round < repeat; round += 1) await drainOnce(chunks, waiting);
}

function drainOnce(chunks: readonly Uint8Array[], waiting: number): Promise<void> {
  return new Promise((done) => {
    const stream = openEvents(clientOver(chunks), {
      intents: ["messages"],
      transport: "gateway",
      maxUnhandled: waiting + 1,
    });
    let left = waiting;
    let open: (() => void) | undefined;
    const dispatcher = createDispatcher<StreamEvent>({
      laneOf,
      concurrency: 1,
      queueLimit: waiting,
      handle: () => {
        left -= 1;
        if (left === 0) {
          void stream.close({ graceMs: 0 });
          done();
        }
        if (left < waiting - 1) return undefined;
        // The first one holds all others back until they are queued.
        return new Promise<void>((resolve) => (open = resolve));
      },
    });
    const look = () => {
      if (waiting === 1 || stream.state.queued >= waiting - 1) open?.();
      else setImmediate(look);
    };
    stream.run(dispatcher).catch(() => undefined);
    setImmediate(look);
  });
}
