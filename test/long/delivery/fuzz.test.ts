/**
 * Random and mutated requests against every adapter that can be mounted here: the process lives, each request gets an
 * answer or a closed connection in its time, and a good delivery between them is answered. A watchdog names the request
 * that stands still. Then the server is stopped while bodies are stalled, cut and flooding, and must end.
 */
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { allFrameworks, type Mounted, send } from "../../delivery/frameworks.js";
import { fresh, live, names } from "../../delivery/support.js";

const total = Number(process.env["FUZZ_REQUESTS"] ?? 100_000);
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_122);
const lanes = 24;
/** Above the two seconds that a body may take, and the handler's own budget. */
const limitMs = 20_000;

/** The generator of Park and Miller: the same requests for the same seed. */
function random(from: number): (below: number) => number {
  let state = from % 2_147_483_647 || 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

type Signed = Awaited<ReturnType<typeof fresh>>;
type Rand = ReturnType<typeof random>;

const methods = ["POST", "POST", "POST", "POST", "GET", "PUT", "HEAD", "OPTIONS", "DELETE", "PATCH"];
const types = [
  "application/json",
  "application/json; charset=utf-8",
  "text/plain",
  "multipart/form-data",
  "",
  "application/x-www-form-urlencoded",
];

/** One request as bytes, and what it is called when it stands still. */
interface Fuzzed {
  readonly name: string;
  readonly pieces: readonly Buffer[];
  /** `stall`: nothing more comes. `cut`: the connection breaks after the last piece. */
  readonly ending: "whole" | "stall" | "cut";
}

function mutate(bytes: Uint8Array, pick: Rand): Buffer {
  const copy = Buffer.from(bytes);
  for (let times = pick(4); times > 0 && copy.length > 0; times -= 1) copy[pick(copy.length)] = pick(256);
  return pick(8) === 0 ? copy.subarray(0, pick(copy.length + 1)) : copy;
}

function fuzzed(number: number, signed: Signed, pick: Rand): Fuzzed {
  const method = methods[pick(methods.length)] ?? "POST";
  const headers: [string, string][] = Object.entries({ host: "x", ...signed.headers });
  if (pick(3) === 0) headers.splice(pick(headers.length), 1);
  if (pick(4) === 0) headers.push([names.signature, "x".repeat(pick(300))]);
  if (pick(4) === 0) headers.push(["content-type", types[pick(types.length)] ?? ""]);
  if (pick(6) === 0) headers.push([Object.values(names)[pick(5)] ?? "x", String(pick(1e9))]);
  const body = pick(3) === 0 ? mutate(signed.body, pick) : Buffer.from(signed.body);
  const shape = pick(200);
  const ending = shape === 0 ? "stall" : shape < 6 ? "cut" : "whole";
  const isChunked = pick(4) === 0;
  const declared = ending === "whole" ? body.length : body.length + 1 + pick(5_000_000);
  headers.push(isChunked ? ["transfer-encoding", "chunked"] : ["content-length", String(declared)], [
    "connection",
    "close",
  ]);
  const head = `${method} /deliveries HTTP/1.1\r\n${headers.map(([key, value]) => `${key}: ${value}\r\n`).join("")}\r\n`;
  const chunk = [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")];
  const end = ending === "whole" ? [Buffer.from("0\r\n\r\n")] : [];
  const sent = isChunked ? [...(body.length > 0 ? chunk : []), ...end] : [body];
  return {
    name: `#${number} of seed ${seed}: ${ending} ${head.slice(0, 400)}`,
    pieces: [Buffer.from(head, "latin1"), ...sent],
    ending,
  };
}

/** Sends one and gives the status line, or "closed". Rejects with its name when nothing happens in time. */
function play(port: number, { name, pieces, ending }: Fuzzed): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const watchdog = setTimeout(() => {
      reject(new Error(`stood still for ${limitMs} ms: ${name}`));
      socket.destroy();
    }, limitMs);
    let received = "";
    const done = (): void => {
      clearTimeout(watchdog);
      socket.destroy();
      resolve(received.split("\r\n", 1)[0] || "closed");
    };
    socket.on("data", (piece) => (received += piece.toString("latin1")));
    socket.on("error", () => undefined).on("close", done);
    socket.on("connect", () => {
      for (const piece of pieces) socket.write(piece);
      if (ending === "cut") socket.write("", () => socket.destroy());
    });
  });
}

const uncaught: unknown[] = [];
const hear = (error: unknown): void => void uncaught.push(error);
beforeEach(() => void process.on("uncaughtException", hear).on("unhandledRejection", hear));
afterEach(() => {
  process.off("uncaughtException", hear).off("unhandledRejection", hear);
  if (uncaught.length > 0) throw new Error("something ended nowhere", { cause: uncaught.splice(0)[0] });
});

describe.each(Object.entries(allFrameworks))("%s", (name, mount) => {
  test(`END-22 END-23 ${total} random and mutated requests each end in their time, and good deliveries pass between them`, async () => {
    const { handler } = live({ bodyTimeoutMs: 500 });
    const { port, close }: Mounted = await mount(handler);
    const pick = random(seed + name.length);
    // What reads a body before the adapter, a parser or a gateway, waits for it without an end.
    const waits = /raw|fetch|Lambda/.test(name);
    const answers = new Map<string, number>();
    let number = 0;
    let signed = await fresh();
    const lane = async (): Promise<void> => {
      while (number < total) {
        const at = (number += 1);
        if (at % 200 === 0) {
          expect((await send(port, await fresh())).status).toBe(200);
          signed = await fresh();
        }
        const one = fuzzed(at, signed, pick);
        const status = await play(port, waits && one.ending === "stall" ? { ...one, ending: "cut" } : one);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    expect((await send(port, await fresh())).status).toBe(200);
    expect([...answers.keys()].filter((line) => / 500 /.test(line))).toEqual([]);
    await close();
  }, 900_000);

  test("END-23 a server that is stopped while bodies stall, break and flood comes to its end", async () => {
    const { handler } = live({ bodyTimeoutMs: 500 });
    const { port, close } = await mount(handler);
    const signed = await fresh();
    const lines = Object.entries({ ...signed.headers, host: "x", "content-length": "900000" });
    const head = `POST /deliveries HTTP/1.1\r\n${lines.map(([key, value]) => `${key}: ${value}\r\n`).join("")}\r\n`;
    const sent: Promise<void>[] = [];
    const sockets = Array.from({ length: 30 }, (_, at) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined).resume();
      sent.push(new Promise((resolve) => void socket.write(head, () => resolve())));
      if (at % 3 === 1) socket.write(" ", () => socket.destroy());
      if (at % 3 === 2) for (let piece = 0; piece < 40; piece += 1) socket.write(Buffer.alloc(65_536, 0x20));
      return socket;
    });
    await Promise.all(sent);
    expect((await send(port, await fresh())).status).toBe(200); // which the server reads after them
    await close();
    for (const socket of sockets) socket.destroy();
    expect(handler.counts()).toBeDefined();
  }, 30_000);
});
