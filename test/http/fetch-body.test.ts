import fc from "fast-check";
import { fetchTransport } from "svc-apps";
import { createCaller } from "svc-apps/rest";
import { expect, test } from "vitest";

/** A body that arrives in these pieces. */
const inPieces = (pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

async function read(pieces: readonly Uint8Array[], maxBodyBytes?: number): Promise<string> {
  const transport = fetchTransport({ fetch: async () => new Response(inPieces(pieces)) });
  const limit = maxBodyBytes === undefined ? {} : { maxBodyBytes };
  return (await transport({ method: "GET", url: "http://a.example/", headers: {}, ...limit })).body;
}

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => new TextEncoder().encode(`\u{feff}${text}`)),
);

test("a body is the text that fetch itself makes of it, wherever the network cuts it", async () => {
  await fc.assert(
    fc.asyncProperty(bytes, fc.array(fc.nat(40), { maxLength: 5 }), async (whole, at) => {
      const cuts = [0, ...at.filter((cut) => cut < whole.length).toSorted((a, b) => a - b), whole.length];
      const pieces = cuts.slice(1).map((end, index) => whole.slice(cuts[index], end));
      expect(await read(pieces)).toBe(await new Response(whole).text());
    }),
  );
});

test("a body is read up to its limit, to the byte, in one piece or in many", async () => {
  const four = Uint8Array.of(97, 98, 99, 100);
  for (const pieces of [[four], [four.slice(0, 1), four.slice(1)]]) {
    expect(await read(pieces, 4)).toBe("abcd");
    await expect(read(pieces, 3)).rejects.toMatchObject({ reason: "too-large" });
  }
});

test("a body whose source cannot be cancelled is too large all the same", async () => {
  const stubborn = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel: () => Promise.reject(new Error("the source is gone")),
    });
  const fetch = async () => new Response(stubborn());
  const request = { method: "GET", url: "http://a.example/", headers: {}, maxBodyBytes: 25 };
  await expect(fetchTransport({ fetch })(request)).rejects.toMatchObject({ reason: "too-large" });
  const read = { id: "read", method: "GET", path: "/", accept: "application/octet-stream" } as const;
  const caller = createCaller({ baseUrl: "http://127.0.0.1:1", fetch, maxBodyBytes: 25, retry: false });
  await expect(caller.call({ ...read, retry: "safe" }, {})).rejects.toMatchObject({ reason: "too-large" });
});
