import { JetStreamApiError } from "@nats-io/jetstream";
import { describe, expect, test } from "vitest";
import { StreamWriter } from "../../runtime/fleet/nats/writer.js";
import type { NatsAccess } from "../../runtime/fleet/nats/setup.js";
import { systemClock } from "../../runtime/abi/index.js";

interface Options {
  readonly msgID: string;
  readonly headers?: { get(name: string): string };
  readonly expect?: { readonly lastSequence?: number };
}

/** A clustered stream as servers 2.10 and later have it: the id of an entry on its way, or refused, is known and nowhere. */
class Stream {
  /** Message id and entry, in order. */
  readonly stored: string[] = [];
  readonly seqs = new Map<string, number>();
  /** How a known id without a place is answered. */
  readonly answer: "duplicate" | "in process";
  /** Called before each publish. */
  before: (options: Options) => void = () => undefined;

  constructor(answer: "duplicate" | "in process" = "duplicate") {
    this.answer = answer;
  }

  /** Puts an entry in without anybody being told. */
  land(msgID: string, id = msgID): void {
    this.stored.push(id);
    this.seqs.set(msgID, this.stored.length);
  }

  publish(options: Options): Promise<{ seq: number; duplicate: boolean }> {
    this.before(options);
    const { msgID } = options;
    const seq = this.seqs.get(msgID);
    if (seq === 0 && this.answer === "in process") return Promise.reject(refusal(10158));
    if (seq !== undefined) return Promise.resolve({ seq, duplicate: true });
    this.seqs.set(msgID, 0);
    const wanted = options.expect?.lastSequence;
    if (wanted !== undefined && wanted !== this.stored.length) return Promise.reject(refusal(10071));
    this.land(msgID, options.headers?.get("Fleet-Id") ?? msgID);
    return Promise.resolve({ seq: this.stored.length, duplicate: false });
  }
}

const refusal = (err_code: number) => new JetStreamApiError({ code: 400, err_code, description: "refused" });

const writerOf = (stream: Stream, copies = 3): StreamWriter => {
  const access = {
    js: { publish: (_subject: string, _body: string, options: Options) => stream.publish(options) },
    jsm: {
      streams: {
        info: () => Promise.resolve({ state: { last_seq: stream.stored.length } }),
      },
    },
    copies: new Map([["S", copies]]),
    // Time passes at once.
    settings: {
      requestTimeoutMs: 1_000,
      clock: { ...systemClock, schedule: (run: () => void) => (queueMicrotask(run), () => {}) },
    },
  };
  // The little of a connection that a writer uses.
  return new StreamWriter(access as unknown as NatsAccess, { stream: "S", subject: "s" });
};
const append = (writer: StreamWriter, id: string, after?: string) =>
  writer.append({ partition: 0, id, body: id, after });

describe.each(["duplicate", "in process"] as const)("where a known id without a place is answered as %s", (answer) => {
  test("an entry that was refused is not taken for stored, and goes in once when it is tried again", async () => {
    const stream = new Stream(answer);
    const writer = writerOf(stream);
    expect([await append(writer, "a"), await append(writer, "b")]).toEqual(["stored", "stored"]);
    expect(await append(writer, "c", "a")).toBe("not-next");
    expect(await append(writer, "c", "b")).toBe("stored");
    expect(await append(writer, "c", "b")).toBe("duplicate");
    expect(stream.stored).toEqual(["a", "b", "c"]);
  });

  test("two writers of an entry that was refused leave it once", async () => {
    const stream = new Stream(answer);
    const [one, other] = [writerOf(stream), writerOf(stream)];
    await append(one, "a");
    stream.seqs.set("b", 0);
    const results = await Promise.all([append(one, "b"), append(other, "b")]);
    expect(results.toSorted()).toEqual(["duplicate", "stored"]);
    expect(stream.stored).toEqual(["a", "b"]);
  });

  test("an entry that was refused is not taken for stored where copies came to the stream since", async () => {
    const stream = new Stream(answer);
    const writer = writerOf(stream, 1);
    stream.seqs.set("a", 0);
    expect(await append(writer, "a")).toBe("stored");
    expect(await append(writer, "a")).toBe("duplicate");
    expect(stream.stored).toEqual(["a"]);
  });

  test("an entry that was on its way after all is not put in a second time", async () => {
    const stream = new Stream(answer);
    const writer = writerOf(stream);
    stream.seqs.set("a", 0);
    // It lands when the writer is about to put it in under another message id.
    stream.before = ({ msgID }) => {
      if (msgID === "a~1" && stream.seqs.get("a") === 0) stream.land("a");
    };
    expect(await append(writer, "a")).toBe("duplicate");
    expect(stream.stored).toEqual(["a"]);
  });

  test("what stays in process under every name is told, never taken for stored", async () => {
    const stream = new Stream(answer);
    stream.before = ({ msgID }) => void stream.seqs.set(msgID, 0);
    await expect(append(writerOf(stream), "a")).rejects.toMatchObject({ reason: "unavailable" });
  });
});

test("an entry after one that this writer does not know is refused, and after one on its way it waits", async () => {
  const stream = new Stream();
  const writer = writerOf(stream);
  expect(await append(writer, "x", "unknown")).toBe("not-next");
  expect(await Promise.all([append(writer, "a"), append(writer, "b", "a"), append(writer, "c", "b")])).toEqual([
    "stored",
    "stored",
    "stored",
  ]);
});

test("an entry never takes a place behind another writer's entry that stands where the one before it would have", async () => {
  const stream = new Stream();
  const [one, other] = [writerOf(stream), writerOf(stream)];
  await append(one, "a");
  await append(other, "foreign");
  expect(await Promise.all([append(one, "x", "a"), append(one, "y", "x")])).toEqual(["not-next", "not-next"]);
  expect(stream.stored).toEqual(["a", "foreign"]);
});

test("what names none is not put in before what was called for earlier", async () => {
  const stream = new Stream();
  const writer = writerOf(stream);
  await Promise.all([append(writer, "a"), append(writer, "b", "a"), append(writer, "c")]);
  expect(stream.stored).toEqual(["a", "b", "c"]);
});

test("after the log was lost, places in the former one count for nothing", async () => {
  const stream = new Stream();
  const writer = writerOf(stream);
  await append(writer, "a");
  writer.forget();
  expect(await append(writer, "b", "a")).toBe("not-next");
});
