import { afterEach, describe, expect, test } from "vitest";
import {
  type Client,
  type ClientOptions,
  createClient,
  fetchStreamTransport,
  fetchTransport,
  openStream,
} from "svc-apps";
import { openStreamOperation, type StreamAnswer } from "svc-apps/rest";
import { json, type Responder, startServer, type TestServer } from "../support/http-server.js";
import { outcomeOf } from "../support/test-client.js";
import { createVirtualClock } from "../support/virtual-clock.js";

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const doors: Readonly<Record<string, Partial<ClientOptions>>> = {
  node: {},
  fetch: { transport: fetchTransport(), streamTransport: fetchStreamTransport() },
};

describe.each(Object.entries(doors))("a stream over %s", (_name, door) => {
  const connect = async (respond: Responder, options: Partial<ClientOptions> = {}) => {
    const server = await startServer(respond);
    servers.push(server);
    const client = createClient({ baseUrl: server.url, token: "svc_app.71.one", ...door, ...options });
    return { client, server };
  };
  const open = (client: Client, lastEventId?: string) =>
    client.openStream(openStreamOperation, { intents: ["messages"] }, lastEventId === undefined ? {} : { lastEventId });

  test("AUTH-05 AUTH-07 VER-01 carries credential and version in headers, and the position to resume from", async () => {
    const { client, server } = await connect((_seen, response) =>
      response.writeHead(200, { "content-type": "text/event-stream" }).end("data"),
    );
    const answer = await open(client, "4182");
    expect(server.seen[0]).toMatchObject({
      path: "/api/apps/eventos?intents=messages",
      headers: {
        authorization: "Bearer svc_app.71.one",
        "x-svc-api-version": "1",
        "last-event-id": "4182",
        accept: "text/event-stream",
      },
    });
    expect(answer.status).toBe(200);
    let text = "";
    for await (const chunk of answer.body) text += Buffer.from(chunk).toString();
    expect(text).toBe("data");
    expect("last-event-id" in (await reopened(client, server))).toBe(false);
  });

  const reopened = async (client: Client, server: TestServer) => {
    (await open(client)).close();
    return server.seen.at(-1)?.headers ?? {};
  };

  test("the generated function opens it too", async () => {
    const { client } = await connect((_seen, response) => response.writeHead(200).end());
    const answer = await openStream(client, { intents: ["messages"] });
    expect(answer.status).toBe(200);
    answer.close();
  });

  test("the content type is the reader's to judge", async () => {
    const { client } = await connect((_seen, response) => json(response, 200, {}));
    const answer = await open(client);
    expect(answer.headers["content-type"]).toBe("application/json");
    answer.close();
  });

  test("a refusal is the same error as that of a call", async () => {
    const { client } = await connect((_seen, response) =>
      json(response, 429, { code: "SLOW" }, { "retry-after": "9" }),
    );
    expect(await outcomeOf(open(client))).toMatchObject({
      name: "RateLimitedError",
      code: "SLOW",
      retryAfterMs: 9_000,
      operation: "openStream",
    });
    const redirecting = await connect((_seen, response) => response.writeHead(302, { location: "/x" }).end());
    expect(await outcomeOf(open(redirecting.client))).toMatchObject({ kind: "protocol", status: 302 });
    const bare = await connect((_seen, response) => response.writeHead(401).end());
    expect(await outcomeOf(open(bare.client))).toMatchObject({ kind: "http", status: 401 });
  });

  test("AUTH-13 AUTH-15 remembers which credential opened it, and goes over to another when that one is refused", async () => {
    const { client, server } = await connect(
      (seen, response) => {
        if (seen.headers.authorization?.endsWith("one")) return json(response, 401, { code: "MISSING_CREDENTIAL" });
        response.writeHead(200).end();
      },
      { token: ["svc_app.71.one", "svc_app.71.two"] },
    );
    const answer = await open(client);
    expect(server.seen).toHaveLength(2);
    const { credentialId } = answer;
    expect(typeof credentialId).toBe("symbol");
    expect((await open(client)).credentialId).toBe(credentialId);
    expect(await client.credentialChanged(credentialId)).toBe(false);
  });

  test("AUTH-16 a dead credential is refused once, not repeated", async () => {
    const { client, server } = await connect((_seen, response) => json(response, 401, { code: "MISSING_CREDENTIAL" }));
    expect(await outcomeOf(open(client))).toMatchObject({ code: "MISSING_CREDENTIAL", attempts: 1 });
    expect(server.seen).toHaveLength(1);
  });

  test("EVT-05 an id that is not ASCII goes back to the letter", async () => {
    const { client, server } = await connect((_seen, response) => response.writeHead(200).end());
    for (const lastEventId of ["é-1", "✓-2", "plain 3"]) {
      (await open(client, lastEventId)).close();
      const sent = server.seen.at(-1)?.headers["last-event-id"];
      expect(Buffer.from(String(sent), "latin1").toString("utf8")).toBe(lastEventId);
    }
  });

  test("an id that no header can carry is told as such, and nothing is sent", async () => {
    const { client, server } = await connect((_seen, response) => response.writeHead(200).end());
    expect(await outcomeOf(open(client, "41\r\nx-evil: 1"))).toMatchObject({
      kind: "argument",
      message: expect.stringContaining("lastEventId"),
    });
    expect(server.seen).toHaveLength(0);
  });

  test("a token function is asked at every opening, and tells of a change", async () => {
    let token = "svc_app.71.one";
    const { client, server } = await connect((_seen, response) => response.writeHead(200).end(), {
      token: () => token,
    });
    const { credentialId } = await open(client);
    expect(await client.credentialChanged(credentialId)).toBe(false);
    token = "svc_app.71.two";
    expect(await client.credentialChanged(credentialId)).toBe(true);
    await open(client);
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer svc_app.71.one",
      "Bearer svc_app.71.two",
    ]);
  });

  test("a refusal that never ends is cut off after a while", async () => {
    const clock = createVirtualClock();
    let reached = () => {};
    const arrived = new Promise<void>((resolve) => (reached = resolve));
    const { client } = await connect(
      (_seen, response) => {
        response.writeHead(403, { "content-type": "application/json" });
        response.write('{"code":"SLOW', reached);
      },
      { clock },
    );
    const outcome = outcomeOf(open(client));
    await arrived;
    await clock.runUntil(() => clock.pending === 0 || clock.nextInMs === 5_000, 1_000).catch(() => undefined);
    await clock.advance(5_000);
    expect(await outcome).toMatchObject({ kind: "http", status: 403 });
    const flood = await connect((_seen, response) => {
      response.writeHead(403);
      const push = () => {
        while (!response.destroyed && response.write("x".repeat(10_000)));
      };
      response.on("drain", push);
      push();
    });
    expect(await outcomeOf(open(flood.client))).toMatchObject({ kind: "http", status: 403 });
  });
});

test("RATE-11 a transport of the user's is bounded in time, and a stream that it opens too late is closed", async () => {
  const clock = createVirtualClock();
  let late: ((answer: StreamAnswer) => void) | undefined;
  const streamTransport = () => new Promise<StreamAnswer>((resolve) => (late = resolve));
  const client = createClient({ baseUrl: "https://chat.example", token: "svc_app.71.s", clock, streamTransport });
  const giving = new AbortController();
  for (const [options, reason] of [
    [{ timeoutMs: 1_000 }, "timeout"],
    [{ signal: giving.signal }, "aborted"],
  ] as const) {
    const outcome = outcomeOf(client.openStream(openStreamOperation, { intents: ["messages"] }, options));
    await clock.settle();
    await clock.advance(999);
    expect(clock.pending).toBe(1);
    if (reason === "aborted") giving.abort();
    else await clock.advance(1);
    expect(await outcome).toMatchObject({ kind: "no-answer", reason, attempts: 1 });
    expect(clock.pending).toBe(0);
    let closed = 0;
    late?.({ status: 200, headers: {}, body: (async function* () {})(), close: () => (closed += 1) });
    await clock.settle();
    expect(closed).toBe(1);
  }
});
