import { describe, expect, test } from "vitest";
import { eventsOf } from "../../runtime/caller/index.js";
import { failure, READ, world } from "./world.js";

describe("the size of what is read", () => {
  const LIMIT = 16 * 1024 * 1024;
  const answerOf = (bytes: number, type: string): Response => {
    let left = bytes;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const size = Math.min(left, 1 << 20);
        if (size === 0) return controller.close();
        left -= size;
        controller.enqueue(new Uint8Array(size).fill(0x61));
      },
    });
    return new Response(body, { headers: { "content-type": type } });
  };

  test.each(["text/plain", "application/octet-stream"])("an answer of %s has 16 MiB at most", async (type) => {
    const { caller } = world([() => answerOf(LIMIT, type), () => answerOf(LIMIT + 1, type)]);
    const whole = await caller.call<string | Blob>(READ, { id: "1" });
    expect(typeof whole === "string" ? whole.length : whole.size).toBe(LIMIT);
    expect(await failure(caller.call(READ, { id: "1" }, { retry: false }))).toMatchObject({
      message: expect.stringContaining(`the answer has more than ${LIMIT} bytes`),
    });
  });

  test("an event of a stream has as much at most", async () => {
    const events = () => new Response(`data: ${"x".repeat(100)}\n\ndata: ${"x".repeat(200)}`);
    const { caller } = world([events], { maxBodyBytes: 150 });
    const read = eventsOf<string>(await caller.openStream({ ...READ, accept: "text/event-stream" }, { id: "1" }));
    expect((await read.next()).value).toMatchObject({ data: "x".repeat(100) });
    expect(await failure(read.next())).toMatchObject({
      operation: "read",
      message: expect.stringContaining("an event has more than 150 characters"),
    });
  });
});
