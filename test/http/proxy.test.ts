import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { build } from "esbuild";
import { afterEach, describe, expect, test } from "vitest";
import { createClient, fetchTransport, getMe, isAppsError } from "svc-apps";
import { openStreamOperation } from "svc-apps/rest";
import { startProxy, untrusted } from "../support/connect-proxy.js";
import { json, type Responder, startServer } from "../support/http-server.js";
import { outcomeOf } from "../support/test-client.js";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  for (const end of ends.splice(0).toReversed()) await end();
});

const answers: Responder = ({ path }, response) => {
  if (path.startsWith("/api/apps/me")) return json(response, 200, { app: {} });
  response.writeHead(200, { "content-type": "text/event-stream" }).end("data: one\n\n");
};

/** A service and a proxy that leads to it, which the client is told of by `variable`. */
async function behindProxy(scheme: "http" | "https", more: { noProxy?: string; refuse?: number } = {}) {
  const { port, url, seen } = scheme === "http" ? await plain() : await overTls();
  const proxy = await startProxy({ port, ...(more.refuse !== undefined && { refuse: more.refuse }) });
  ends.push(proxy.close);
  const proxyEnv = { [`${scheme.toUpperCase()}_PROXY`]: proxy.url, NO_PROXY: more.noProxy };
  const clientAt = (baseUrl: string) =>
    createClient({ baseUrl, token: "svc_app.71.one", proxyEnv, retry: { retries: 0 } });
  return { proxy, seen, url, clientAt };
}

async function plain() {
  const server = await startServer(answers);
  ends.push(server.close);
  return { port: Number(new URL(server.url).port), url: server.url, seen: server.seen };
}

async function overTls() {
  const seen: { readonly headers: object }[] = [];
  const server = https.createServer({ ...untrusted }, (request, response) => {
    seen.push({ headers: request.headers });
    answers({ path: request.url ?? "", method: "GET", headers: {}, body: "" }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has an address with a port
  return { port, url: `https://chat.test:${port}`, seen };
}

const basic = `Basic ${Buffer.from("someone:proxy-secret").toString("base64")}`;

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of body) text += Buffer.from(chunk).toString();
  return text;
}

describe("a client that is told of a proxy by the environment", () => {
  test("sends calls and the stream through it, over TLS to a name that the proxy alone can resolve", async () => {
    const { proxy, seen, clientAt } = await behindProxy("https");
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"; // the certificate is not what this is about
    const client = clientAt("https://chat.test");
    expect(await getMe(client, {})).toEqual({ app: {} });
    const stream = await client.openStream(openStreamOperation, { intents: ["messages"] });
    expect(await textOf(stream.body)).toBe("data: one\n\n");
    expect(new Set(proxy.asked)).toEqual(new Set(["chat.test:443"]));
    expect(new Set(proxy.authorizations)).toEqual(new Set([basic]));
    // The proxy's credential is the proxy's, and the App's goes through the tunnel alone.
    expect(seen.map(({ headers }) => Object.keys(headers).includes("proxy-authorization"))).toEqual([false, false]);
    expect(seen[0]?.headers).toMatchObject({ authorization: "Bearer svc_app.71.one" });
  });

  test("checks the certificate of the service behind it, and sends nothing to one that is not trusted", async () => {
    const { proxy, seen, clientAt } = await behindProxy("https");
    const error = await outcomeOf(getMe(clientAt("https://chat.test"), {}));
    expect(error).toMatchObject({ reason: "unreachable", attempts: 1, ambiguous: false });
    expect(proxy.asked).toEqual(["chat.test:443"]);
    expect(seen).toEqual([]);
  });

  test("sends calls and the stream of an http address through it as well", async () => {
    const { proxy, url, clientAt } = await behindProxy("http");
    const client = clientAt(url);
    expect(await getMe(client, {})).toEqual({ app: {} });
    const stream = await client.openStream(openStreamOperation, { intents: ["messages"] });
    expect(await textOf(stream.body)).toBe("data: one\n\n");
    expect(new Set(proxy.asked)).toEqual(new Set([new URL(url).host]));
  });

  test.each(["127.0.0.1", "other.test, 127.0.0.1", "*"])("goes past it to what NO_PROXY names: %s", async (noProxy) => {
    const { proxy, url, seen, clientAt } = await behindProxy("http", { noProxy });
    expect(await getMe(clientAt(url), {})).toEqual({ app: {} });
    expect(proxy.asked).toEqual([]);
    expect(seen).toHaveLength(1);
  });

  test("takes HTTPS_PROXY for https and HTTP_PROXY for http, and none where its own is missing or empty", async () => {
    const { url, seen } = await plain();
    const dead = "http://127.0.0.1:9";
    const proxyEnv = { HTTPS_PROXY: dead, HTTP_PROXY: dead };
    const emptied = createClient({
      baseUrl: url,
      token: "svc_app.71.one",
      proxyEnv: { HTTPS_PROXY: dead, HTTP_PROXY: "" },
    });
    await getMe(emptied, {});
    expect(seen).toHaveLength(1);
    const excepted: readonly Record<string, string>[] = [
      { HTTP_PROXY: dead, http_proxy: "" },
      { HTTP_PROXY: dead, NO_PROXY: "*" },
      { HTTP_PROXY: dead, no_proxy: "chat.example, 127.0.0.1" },
      { HTTP_PROXY: dead, NO_PROXY: new URL(url).host },
    ];
    for (const env of excepted) await getMe(createClient({ baseUrl: url, token: "svc_app.71.one", proxyEnv: env }), {});
    expect(seen).toHaveLength(5);
    const retry = { retries: 0 };
    const error = await outcomeOf(getMe(createClient({ baseUrl: url, token: "svc_app.71.one", proxyEnv, retry }), {}));
    expect(error).toMatchObject({
      reason: "unreachable",
      ambiguous: false,
      message: expect.stringContaining("the proxy could not be reached") as unknown,
    });
    const elsewhere = { HTTP_PROXY: dead, NO_PROXY: "27.0.0.1 127.0.0.1:1" };
    const client = createClient({ baseUrl: url, token: "svc_app.71.one", proxyEnv: elsewhere, retry });
    expect(await outcomeOf(getMe(client, {}))).toMatchObject({ reason: "unreachable" });
  });

  test.each([407, 403, 502])(
    "says that the proxy refused (%i), that nothing was sent, and no password",
    async (refuse) => {
      const { url, seen, clientAt } = await behindProxy("http", { refuse });
      const error = await outcomeOf(getMe(clientAt(url), {}));
      expect(error).toMatchObject({
        kind: "no-answer",
        reason: "unreachable",
        ambiguous: false,
        message: expect.stringContaining(`the proxy refused to connect (${refuse})`) as unknown,
      });
      expect(shown(error)).not.toMatch(/proxy-secret|someone/);
      expect(seen).toEqual([]);
    },
  );

  test.each([
    "someone:proxy-secret@proxy.test:3128",
    "socks5://someone:proxy-secret@proxy.test",
    "http://someone:proxy-secret%zz@proxy.test",
    "nothing at all proxy-secret",
  ])("refuses what is no address of a proxy by the name of its variable, without showing it: %#", async (given) => {
    const make = () =>
      createClient({ baseUrl: "https://chat.test", token: "svc_app.71.one", proxyEnv: { https_proxy: given } });
    const error = await outcomeOf((async () => make())());
    expect(error).toMatchObject({
      name: "ArgumentError",
      message: expect.stringMatching(/^proxyEnv: HTTPS_PROXY must be an http\(s\) address/) as unknown,
    });
    expect(shown(error)).not.toMatch(/proxy-secret|someone/);
  });

  test("is bundled whole: no import is left for a package, nor one that a bundler warns of", async () => {
    const { metafile, warnings, outputFiles } = await build({
      stdin: {
        contents: `import { createClient } from "./runtime/http/index.ts"; createClient({ proxyEnv: process.env });`,
        resolveDir: process.cwd(),
      },
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "node",
    });
    expect(warnings).toEqual([]);
    expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
    expect(outputFiles[0]?.text).toContain("proxy-authorization");
    expect(outputFiles[0]?.text).not.toMatch(/\bimport\(/);
  });

  test("ends with the call when the proxy never answers, and says so", async () => {
    const silent = net.createServer((socket) => socket.on("error", () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    ends.push(async () => void silent.close());
    const { port } = silent.address() as AddressInfo; // a TCP server that listens has an address with a port
    const client = createClient({
      baseUrl: "http://chat.test",
      token: "svc_app.71.one",
      timeoutMs: 50,
      retry: false,
      proxyEnv: { HTTP_PROXY: `http://127.0.0.1:${port}` },
    });
    expect(await outcomeOf(getMe(client, {}))).toMatchObject({ reason: "timeout" });
  });

  test("refuses a transport of one's own beside it, which would go past the proxy", () => {
    const options = {
      baseUrl: "https://chat.test",
      token: "svc_app.71.one",
      proxyEnv: {},
      transport: fetchTransport(),
    };
    expect(() => createClient(options)).toThrow(/^proxyEnv: a transport of your own goes past the proxy/);
  });
});

/** All that anybody could print of an error, its causes included. */
function shown(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const own = isAppsError(error) ? JSON.stringify(error) : "";
  return `${error.message} ${error.stack} ${own} ${shown(error.cause)}`;
}
