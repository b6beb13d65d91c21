import { connect, createServer, type ClientHttp2Session, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { toFastifyPlugin as toFastifyHandler, toKoaHandler, toNodeHandler } from "svc-apps/adapters";
import fastify from "fastify";
import Koa from "koa";
import { describe, expect, onTestFinished, test } from "vitest";
import type { DeliveryHandler } from "svc-apps/delivery";
import { fresh, live, names } from "./support.js";

/** A server of HTTP/2, and its sessions. */
interface Mounted {
  readonly server: Http2Server;
  readonly port: number;
}

function listening(server: Http2Server): Promise<Mounted> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({ server, port: (server.address() as AddressInfo).port })); // on TCP
  });
}

const mounts: Readonly<Record<string, (handler: DeliveryHandler) => Promise<Mounted>>> = {
  "node:http2": (handler) => listening(createServer(toNodeHandler(handler) as never)), // the same members are used
  Fastify: async (handler) => {
    const app = fastify({ http2: true });
    await app.register(toFastifyHandler(handler, { path: "/deliveries" }) as never); // typed for HTTP/1
    await app.listen({ port: 0, host: "127.0.0.1" });
    return { server: app.server, port: (app.server.address() as AddressInfo).port };
  },
  Koa: (handler) => {
    const app = new Koa();
    app.silent = true;
    app.use(toKoaHandler(handler) as never);
    return listening(createServer((request, response) => void app.callback()(request as never, response as never)));
  },
};

interface Ended {
  readonly status: number;
  readonly body: string;
  readonly resetCode: number | undefined;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** One request; without `end` its body never ends. The code is that of the reset, once the stream has closed. */
function ask(session: ClientHttp2Session, headers: Headers, body: Uint8Array, end = true): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const sent = { ...headers, ":method": "POST", ":path": "/deliveries" } as Record<string, string>;
    const stream = session.request(sent, { endStream: false });
    let [status, text] = [0, ""];
    stream.on("response", (received) => (status = Number(received[":status"])));
    stream.on("data", (piece: Buffer) => (text += piece.toString()));
    stream.on("close", () => resolve({ status, body: text, resetCode: stream.rstCode }));
    stream.on("error", reject);
    if (end) stream.end(body);
    else stream.write(body);
  });
}

describe.each(Object.entries(mounts))("HTTP/2 on %s", (_, mount) => {
  test("a delivery is taken, a refused stream is reset with its answer, and the connection serves the next", async () => {
    const warnings: string[] = [];
    const listen = (warning: Error) => void warnings.push(warning.message);
    process.on("warning", listen);
    const { handler } = live();
    const { server, port } = await mount(handler);
    const sessions: ServerHttp2Session[] = [];
    server.on("session", (session) => sessions.push(session));
    const session = connect(`http://127.0.0.1:${port}`);
    onTestFinished(() => {
      process.off("warning", listen);
      session.destroy();
      for (const each of sessions) each.destroy();
      server.close();
    });
    const { headers, body } = await fresh();
    const { host: _host, connection: _connection, ...rest } = headers as Record<string, string>;
    expect(await ask(session, rest, body)).toMatchObject({ status: 200, body: expect.stringContaining("héllo") });
    const forged = { ...rest, [names.signature]: "v0" };
    const refused = await Promise.all(
      Array.from({ length: 200 }, () => ask(session, forged, body.subarray(0, 5), false)),
    );
    expect(new Set(refused.map(({ status, resetCode }) => `${status} ${resetCode}`))).toEqual(new Set(["401 0"]));
    expect(await ask(session, forged, body)).toMatchObject({ status: 401 });
    const again = await fresh();
    expect(await ask(session, again.headers as Headers, again.body)).toMatchObject({ status: 200 });
    expect(sessions).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});
