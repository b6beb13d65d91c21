import { brand } from "../../generated/tables.js";
import type { StreamAnswer } from "../../runtime/abi/index.js";
import { createClient } from "../../runtime/http/index.js";
import { randomFrom } from "../../test/events/kit/random.js";

/** Of an App that exists nowhere. */
export const benchToken = `${brand.tokenPrefix}.7100000000000000001.s3cret`;

export const COUNT = Number(process.env["COUNT"] ?? 200_000);

const utf8 = new TextEncoder();

/** JSON of one message event; with `bytes`, padded to about that size. */
export function eventJson(n: number, bytes = 400): string {
  const json = (content: string) =>
    JSON.stringify({
      type: "message_create",
      serverId: "8012345678901234567",
      message: {
        publicId: `90${String(n).padStart(17, "0")}`,
        channelId: "8112345678901234567",
        content,
        author: { publicId: "7012345678901234567", name: "someone" },
        createdAt: "2026-01-01T00:00:00Z",
      },
    });
  return json("lorem ipsum ".repeat(1 + Math.ceil(bytes / 12)).slice(0, Math.max(1, bytes - json("").length)));
}

export const frame = (n: number, json: string): string => `id: ${1_000_000 + n}\ndata: ${json}\n\n`;

export const greeting = 'data: {"type":"connection_open","connectionId":"c1","version":"1"}\n\n';

/** Cuts a text at random places, as a socket does. */
export function cutAtRandom(text: string, mostBytes = 65_536, seed = 1): Uint8Array[] {
  const bytes = utf8.encode(text);
  const chance = randomFrom(seed);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = 1 + Math.floor(chance() * mostBytes);
    chunks.push(bytes.slice(at, at + size));
    at += size;
  }
  return chunks;
}

/** A client whose stream is these chunks, and then silence. */
export function clientOver(chunks: Iterable<Uint8Array>) {
  const open = (): StreamAnswer => ({
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: (async function* () {
      yield* chunks;
      await new Promise(() => undefined);
    })(),
    close: () => undefined,
  });
  return createClient({
    baseUrl: "http://service.test",
    token: benchToken,
    transport: () => Promise.reject(new Error("not used")),
    streamTransport: () => Promise.resolve(open()),
  });
}
