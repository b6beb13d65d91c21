import { toLambdaHandler } from "svc-apps/adapters";
import {} from "svc-apps/delivery";
import { describe, expect, onTestFinished, test } from "vitest";
import { frameworks, type Mounted, send, sendRaw } from "./frameworks.js";
import { appId, commandBody, fresh, live, names, probeBody, settle, withHeaders } from "./support.js";

async function opened(mount: Promise<Mounted>): Promise<number> {
  const { port, close } = await mount;
  onTestFinished(close);
  return port;
}

describe.each(Object.entries(frameworks))("%s", (_name, mount) => {
  test("END-04 END-22 a delivery is verified by its raw bytes and answered as JSON", async () => {
    const { handler } = live();
    const port = await opened(mount(handler));
    const spaced = `{ "type":"interaction",\r\n "interaction": ${JSON.stringify(commandBody()["interaction"])} }\n`;
    const reply = await send(port, await fresh({ body: spaced }));
    expect(reply).toMatchObject({ status: 200, body: '{"type":"reply","content":"héllo"}' });
    expect(reply.headers["content-type"]).toMatch(/^application\/json/);
    expect(Number(reply.headers["content-length"] ?? 35)).toBe(35);
  });

  test("END-02 END-11 a probe is echoed, a replay answered neutrally", async () => {
    const { handler } = live();
    const port = await opened(mount(handler));
    expect(await send(port, await fresh({ body: probeBody }))).toMatchObject({
      status: 200,
      body: '{"challenge":"p-123"}',
    });
    const signed = await fresh();
    expect((await send(port, signed)).status).toBe(200);
    expect(await send(port, signed)).toMatchObject({ status: 204, body: "" });
  });

  test("END-12 a refusal is a bare 401, whatever the framework would add", async () => {
    const { handler, last } = live();
    const port = await opened(mount(handler));
    const signed = await fresh();
    const reply = await send(port, { ...signed, body: Buffer.concat([signed.body, Buffer.from(" ")]) });
    expect(reply).toMatchObject({ status: 401, body: "" });
    expect(last()).toMatchObject({ type: "delivery.refused", reason: "bad-signature" });
  });

  test("SIG-28 a header sent twice is refused, except the list of signatures", async () => {
    const { handler, last } = live();
    const port = await opened(mount(handler));
    const signed = await fresh();
    const twice = (header: string) =>
      send(port, withHeaders(signed, { [header]: [signed.headers[header] ?? "", signed.headers[header] ?? ""] }));
    for (const [header, reason] of [
      [names.app, "app"],
      [names.delivery, "delivery-id"],
      [names.timestamp, "timestamp-format"],
      [names.version, "version"],
    ] as const) {
      expect((await twice(header)).status).toBe(401);
      expect(last()).toMatchObject({ type: "delivery.refused", reason });
    }
    expect((await twice(names.signature)).status).toBe(200);
  });

  test("END-22 a body that is not UTF-8, in chunks of any size, is verified as it is", async () => {
    const { handler, last } = live();
    const port = await opened(mount(handler));
    const signed = await fresh({ body: Uint8Array.from({ length: 3_000 }, (_, index) => index % 256) });
    const lines = Object.entries({ ...signed.headers, host: "x", "transfer-encoding": "chunked", connection: "close" });
    const head = `POST /deliveries HTTP/1.1\r\n${lines.map(([key, value]) => `${key}: ${value}\r\n`).join("")}\r\n`;
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < signed.body.length; at += 700) {
      const piece = signed.body.subarray(at, at + 700);
      chunks.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
    }
    expect(await sendRaw(port, [head, ...chunks, "0\r\n\r\n"])).toMatch(/^HTTP\/1\.1 204/);
    expect(last()).toMatchObject({ type: "delivery.malformed_body" });
  });

  test("END-24 other methods and content types are refused", async () => {
    const { handler } = live();
    const port = await opened(mount(handler));
    const signed = await fresh();
    expect((await send(port, { ...signed, method: "PUT" })).status).toBe(405);
    expect((await send(port, withHeaders(signed, { "content-type": "text/plain" }))).status).toBe(415);
  });

  test("END-23 a body beyond the limit is refused, announced or not", async () => {
    const { handler } = live({ bodyLimitBytes: 1_000 });
    const port = await opened(mount(handler));
    const signed = await fresh({ body: commandBody({ filler: "x".repeat(5_000) }) });
    expect((await send(port, withHeaders(signed, { "content-length": String(signed.body.length) }))).status).toBe(413);
    expect((await send(port, withHeaders(signed, { "transfer-encoding": "chunked" }))).status).toBe(413);
    expect((await send(port, await fresh())).status).toBe(200);
  });
});

// Behind express.raw the waiting is the parser's, not ours.
const waiting = Object.entries(frameworks).filter(([name]) => !name.includes("raw"));

describe.each(waiting)("%s", (_name, mount) => {
  test("END-23 a body that does not arrive is given up, and the connection closed", async () => {
    const { handler, last } = live({ bodyTimeoutMs: 40 });
    const port = await opened(mount(handler));
    const signed = await fresh();
    const lines = Object.entries({ ...signed.headers, host: "x", "content-length": String(signed.body.length) });
    const head = `POST /deliveries HTTP/1.1\r\n${lines.map(([key, value]) => `${key}: ${value}\r\n`).join("")}\r\n`;
    expect(await sendRaw(port, [head, signed.body.subarray(0, 10)])).toMatch(/^HTTP\/1\.1 408/);
    expect(last()).toMatchObject({ type: "delivery.refused", reason: "body-timeout" });
  });
});

describe("Lambda", () => {
  test("END-22 both payload versions, text or base64, are verified by their bytes", async () => {
    const { handler } = live();
    const lambda = toLambdaHandler(handler);
    const body = () => fresh({ body: `${JSON.stringify(commandBody({ id: crypto.randomUUID() }))}\n` });
    const one = await body();
    const upper = Object.fromEntries(Object.entries(one.headers).map(([name, value]) => [name.toUpperCase(), value]));
    const text = Buffer.from(one.body).toString();
    expect(await lambda({ httpMethod: "POST", headers: upper, body: text })).toEqual({
      statusCode: 200,
      headers: { "content-type": "application/json" },
      body: '{"type":"reply","content":"héllo"}',
      isBase64Encoded: false,
    });
    const two = await body();
    const base64 = Buffer.from(two.body).toString("base64");
    const http = { method: "POST" };
    const event = { requestContext: { http }, headers: { ...two.headers }, body: base64, isBase64Encoded: true };
    expect((await lambda(event)).statusCode).toBe(200);
    expect((await lambda({ ...event, body: text })).statusCode).toBe(401);
    expect((await lambda({ requestContext: { http }, headers: null, body: null })).statusCode).toBe(415);
  });

  test("SIG-28 a header repeated in multiValueHeaders is refused, however it is spelled", async () => {
    const { handler, last } = live();
    const { headers, body } = await fresh();
    const twice = { [names.app]: [appId, appId] };
    const event = { httpMethod: "POST", headers: { ...headers }, body: Buffer.from(body).toString() };
    expect((await toLambdaHandler(handler)({ ...event, multiValueHeaders: twice })).statusCode).toBe(401);
    expect(last()).toMatchObject({ type: "delivery.refused", reason: "app" });
  });
});

describe("the web", () => {
  test("waitUntil is found where a Worker or an edge function has it", async () => {
    const kept: unknown[] = [];
    class Context {
      readonly works = kept;
      waitUntil(work: unknown) {
        this.works.push(work);
      }
    }
    const { handler } = live({ handle: async () => ({ type: "defer" }) });
    await settle(); // the keys are there
    for (const environment of [[{}, new Context()], [new Context()]]) {
      const { method, headers, body } = await fresh();
      const response = await handler(
        new Request("https://app.example/", { method, headers, body: Buffer.from(body) }),
        ...environment,
      );
      expect(response.status).toBe(200);
    }
    expect(kept).toEqual([expect.any(Promise), expect.any(Promise)]);
  });

  test("a body that breaks off is refused and does not reject", async () => {
    const { handler, last } = live();
    const { method, headers } = await fresh();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("{"));
        controller.error(new Error("reset"));
      },
    });
    const init = { method, headers, body, duplex: "half" };
    expect((await handler(new Request("https://app.example/", init as RequestInit))).status).toBe(400);
    expect(last()).toMatchObject({ type: "delivery.refused", reason: "body-aborted" });
  });
});
