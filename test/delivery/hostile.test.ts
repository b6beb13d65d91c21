import v8 from "node:v8";
import vm from "node:vm";
import fc from "fast-check";
import type { BodyTicket } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../support/any-character.js";
import {
  appId,
  commandBody,
  deliveryId,
  endpoint,
  keyA,
  keyB,
  names,
  settle,
  sign,
  startS,
  withHeaders,
} from "./support.js";

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc") as () => void; // what the flag above puts there

/** Bytes in use after a collection: objects and buffers. Buffers are given back a moment later, so it looks twice. */
async function inUse(): Promise<number> {
  for (let round = 0; round < 2; round += 1) {
    collect();
    await settle();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Asserts what is in use beyond `before`, as soon as the collector has had its way. */
async function staysBelow(before: number, limit: number): Promise<void> {
  let more = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 20 && more >= limit; round += 1) more = (await inUse()) - before;
  expect(more).toBeLessThan(limit);
}

/** A signature that has the right form and was made by somebody else. */
const forged = (await sign({ keys: { ...keyB, keyId: keyA.keyId } })).headers[names.signature] ?? "";
const good = {
  "content-type": "application/json",
  [names.app]: appId,
  [names.delivery]: deliveryId,
  [names.timestamp]: String(startS),
  [names.version]: "1",
  [names.signature]: forged,
};

describe("fuzzing", () => {
  const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom(...Object.values(good)), fc.string());
  const value = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.constant(undefined));
  const name = fc.oneof(
    fc.constantFrom(...Object.keys(good)),
    fc.string(),
    fc.constantFrom("__proto__", "constructor", "get"),
  );
  const headers = fc.dictionary(name, value).map((odd) => ({ ...good, ...odd }));

  test("SIG-28 SIG-32 no header, body or method makes the handler throw, run the App or answer more than a status", async () => {
    const { handler } = endpoint({ handle: () => Promise.reject(new Error("must not run")) });
    const method = fc.oneof(fc.constant("POST"), fc.string());
    await fc.assert(
      fc.asyncProperty(method, headers, fc.uint8Array({ maxLength: 300 }), async (verb, record, body) => {
        const answer = await handler.deliver({ method: verb, headers: record, body });
        expect([401, 405, 413, 415]).toContain(answer.status);
        expect(answer.body).toBe("");
      }),
      { numRuns: 1_000 },
    );
    expect(handler.counts()["handler_failed"]).toBe(0);
  });

  test("END-01 no signed body makes the handler throw or answer anything but a 2xx", async () => {
    const { handler, clock } = endpoint();
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json(),
      fc.jsonValue().map((interaction) => JSON.stringify({ type: "interaction", interaction })),
      fc
        .record({ id: fc.jsonValue(), type: fc.jsonValue(), expiresInMs: fc.jsonValue(), data: fc.jsonValue() })
        .map((odd) => JSON.stringify({ type: "interaction", interaction: odd })),
      fc
        .dictionary(fc.constantFrom("id", "type", "data", "userId", "expiresInMs"), fc.jsonValue())
        .map((odd) => JSON.stringify(commandBody(odd))),
      fc.jsonValue().map((challenge) => JSON.stringify({ type: "probe", challenge })),
    );
    await fc.assert(
      fc.asyncProperty(body, fc.uuid(), async (bytes, id) => {
        const label = typeof bytes === "string" && bytes.startsWith('{"type":"probe"') ? "probe" : "interaction";
        const signed = await sign({ body: bytes, deliveryId: id, label });
        expect([200, 204]).toContain((await handler.deliver(signed)).status);
      }),
      { numRuns: 150 },
    );
    await clock.advance(0);
  });

  test("END-01 a deeply nested body is answered like any other that cannot be read", async () => {
    const { handler } = endpoint();
    const deep = `{"type":"interaction","interaction":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`;
    expect((await handler.deliver(await sign({ body: deep }))).status).toBe(204);
    const data = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const command = JSON.stringify(commandBody()).replace('"data":{', `"data":{"x":${data},`);
    expect((await handler.deliver(await sign({ body: command }))).status).toBe(200);
  });
});

describe("time", () => {
  /** Processor time of the shortest of some runs, ms: however busy the machine is, it is not counted. */
  async function shortest(work: () => Promise<unknown>): Promise<number> {
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 7; run += 1) {
      const start = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(start);
      best = Math.min(best, (user + system) / 1000);
    }
    return best;
  }

  test("SIG-01 hostile headers of a megabyte cost time in proportion to their size, whichever they are in", async () => {
    const { handler } = endpoint();
    const fill = ["a", "=", ",", " ", "0", "ed25519-a=", "-", "\t;"];
    for (const header of Object.keys(good)) {
      for (const piece of fill) {
        const record = { ...good, [header]: piece.repeat(1_000_000 / piece.length) };
        const body = new Uint8Array(0);
        // A few milliseconds when linear, minutes when quadratic.
        expect(await shortest(() => handler.deliver({ method: "POST", headers: record, body }))).toBeLessThan(500);
      }
    }
  });

  test("SIG-11 a forged body costs time in proportion to its size", async () => {
    const { handler, reasons } = endpoint();
    const costMs = (size: number) => {
      const body = new Uint8Array(size).fill(0x20);
      return shortest(() => handler.deliver({ method: "POST", headers: good, body }));
    };
    const ratios: number[] = []; // eight times the size: 8 when linear, 64 when quadratic, and noise on a busy machine
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const small = await costMs(131_072);
      ratios.push((await costMs(1_048_576)) / small);
    }
    expect(Math.min(...ratios)).toBeLessThan(24);
    expect(new Set(reasons())).toEqual(new Set(["bad-signature"]));
  });
});

describe("memory", () => {
  test("END-23 a flood of forged deliveries leaves memory as it was", async () => {
    const { handler, events } = endpoint();
    const body = new Uint8Array(1_000);
    const flood = async (count: number) => {
      for (let sent = 0; sent < count; sent += 32) {
        await Promise.all(Array.from({ length: 32 }, () => handler.deliver({ method: "POST", headers: good, body })));
        events.length = 0;
      }
    };
    await flood(1_280);
    const before = await inUse();
    await flood(2_560);
    await staysBelow(before, 3_000_000);
    expect(handler.counts().refused).toBe(3_840);
  });

  test("END-23 a thousand slow bodies stay within the total, and a small honest delivery passes between them", async () => {
    const totalBodyLimitBytes = 4 * 1_048_576;
    const { handler, clock, reasons } = endpoint({ totalBodyLimitBytes });
    const tickets: BodyTicket[] = [];
    const before = await inUse();
    const answers = Array.from({ length: 1_000 }, () =>
      handler.deliver({
        method: "POST",
        headers: good,
        body: (ticket) => {
          tickets.push(ticket);
          return () => undefined;
        },
      }),
    );
    await settle();
    expect(tickets).toHaveLength(1_000);
    const piece = new Uint8Array(1_024);
    for (let round = 0; round < 60; round += 1) for (const ticket of tickets) ticket.take(piece);
    await staysBelow(before, 3 * totalBodyLimitBytes);
    const honest = await handler.deliver({
      ...(await sign()),
      body: (ticket) => {
        const small = new TextEncoder().encode(JSON.stringify(commandBody()));
        ticket.take(small);
        ticket.end();
        return () => undefined;
      },
    });
    expect(honest.status).toBe(200);
    expect(reasons().length).toBeGreaterThan(900);
    await clock.advance(2_000);
    expect((await Promise.all(answers)).every(({ status }) => status === 413 || status === 408)).toBe(true);
    tickets.length = 0;
    await staysBelow(before, totalBodyLimitBytes);
  });

  test("END-23 a body that comes byte by byte costs neither an object nor a copy for each", async () => {
    const { handler } = endpoint();
    const body = JSON.stringify(commandBody({ filler: "x".repeat(200_000) }));
    const signed = await sign({ body });
    const before = await inUse();
    let filled: BodyTicket | undefined;
    const answer = handler.deliver({
      ...signed,
      body: (ticket) => {
        for (const byte of signed.body) ticket.take(Uint8Array.of(byte));
        filled = ticket;
        return () => undefined;
      },
    });
    await staysBelow(before, 2_000_000);
    filled?.end();
    expect((await answer).status).toBe(200);
  });

  test("END-23 a body that arrives in pieces is taken up to the limit and stopped at the byte beyond it", async () => {
    const signed = await sign();
    for (const [limit, status] of [
      [signed.body.length, 200],
      [signed.body.length - 1, 413],
    ] as const) {
      const { handler } = endpoint({ bodyLimitBytes: limit });
      const taken: boolean[] = [];
      const answer = await handler.deliver({
        ...signed,
        body: (ticket) => {
          taken.push(ticket.take(signed.body.subarray(0, -1)), ticket.take(signed.body.subarray(-1)));
          ticket.end();
          return () => undefined;
        },
      });
      expect([answer.status, ...taken]).toEqual([status, true, status === 200]);
    }
  });

  test("END-23 all bodies are accepted up to the total limit, beyond which the largest is refused", async () => {
    const { handler, reasons, clock } = endpoint({ totalBodyLimitBytes: 100 });
    const tickets: BodyTicket[] = [];
    const open = () =>
      handler.deliver({ method: "POST", headers: good, body: (ticket) => (tickets.push(ticket), () => undefined) });
    const [large, small] = [open(), open()];
    await settle();
    expect(tickets.map((ticket, at) => ticket.take(new Uint8Array(at === 0 ? 60 : 40)))).toEqual([true, true]);
    expect(tickets[1]?.take(new Uint8Array(1))).toBe(true);
    expect((await large).status).toBe(413);
    expect([reasons(), tickets[0]?.take(new Uint8Array(1))]).toEqual([["body-too-large"], false]);
    await clock.advance(2_000);
    expect((await small).status).toBe(408);
  });

  test("END-23 the bytes of a body are released after its verdict", async () => {
    const { handler, reasons } = endpoint({ totalBodyLimitBytes: 3_000 });
    const pump = (bytes: Uint8Array) => (ticket: BodyTicket) => {
      ticket.take(bytes);
      ticket.end();
      return () => undefined;
    };
    for (let round = 0; round < 20; round += 1) {
      const signed = await sign({ deliveryId: crypto.randomUUID(), body: commandBody({ id: crypto.randomUUID() }) });
      expect((await handler.deliver({ ...signed, body: pump(signed.body) })).status).toBe(200);
      const bad = withHeaders(signed, { [names.signature]: forged });
      expect((await handler.deliver({ ...bad, body: pump(new Uint8Array(2_000)) })).status).toBe(401);
      expect((await handler.deliver({ ...signed, body: pump(new Uint8Array(4_000)) })).status).toBe(413);
    }
    expect(new Set(reasons())).toEqual(new Set(["bad-signature", "body-too-large"]));
  });
});
