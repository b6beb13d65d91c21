import { createParser } from "eventsource-parser";
import { byBatches, byDispatcher, byLoop, seen } from "./consume.js";
import { clientOver, COUNT, cutAtRandom, eventJson, frame, greeting } from "./material.js";
import { race, table, verdict } from "./measure.js";

/** Bare parsing, and ours on top of it, over the same events in memory. */
export async function inMemory(rounds: number): Promise<string> {
  const jsons = Array.from({ length: COUNT }, (_, n) => eventJson(n));
  const chunks = cutAtRandom(greeting + jsons.map((json, n) => frame(n, json)).join(""));
  const size = (json: string) => (JSON.parse(json) as { message: { content: string } }).message.content.length;
  const taken = await race(
    [
      { name: "`JSON.parse` alone", run: () => jsons.forEach((json) => (seen.size += size(json))) },
      { name: "eventsource-parser and `JSON.parse`", run: () => parserAlone(chunks) },
      { name: "ours, to a handler", run: () => byDispatcher(clientOver(chunks), COUNT) },
      { name: "ours, by `for await`", run: () => byLoop(clientOver(chunks), COUNT) },
      { name: "ours, by batches", run: () => byBatches(clientOver(chunks), COUNT) },
    ],
    rounds,
  );
  const [bare, , handler, loop] = taken.map(({ wallMs }) => wallMs);
  const [bareCpu] = taken.map(({ cpuMs }) => cpuMs);
  const share = (ms: number | undefined) => (bare ?? 0) / (ms ?? 1);
  const rows = taken.map(({ name, wallMs, cpuMs }) => [
    name,
    Math.round(COUNT / wallMs),
    share(wallMs).toFixed(2),
    ((bareCpu ?? 0) / cpuMs).toFixed(2),
  ]);
  return [
    table(["in memory", "k events/s", "share of `JSON.parse`", "share by CPU time"], rows),
    `To a handler at no less than 0.55: ${verdict(share(handler) >= 0.55)}. By \`for await\` at no less than 0.40: ${verdict(share(loop) >= 0.4)}.`,
  ].join("\n\n");
}

function parserAlone(chunks: readonly Uint8Array[]): void {
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: ({ data }) => {
      const { message } = JSON.parse(data) as { message?: { content: string } };
      seen.size += message?.content.length ?? 0;
    },
  });
  for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
}
