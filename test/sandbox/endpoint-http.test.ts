import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { startSandbox } from "svc-apps/sandbox";
import { call } from "./support.js";
import { verifies } from "./verify.js";

const servers = new Set<Server>();
afterEach(() => {
  for (const server of servers) server.close().closeAllConnections();
  servers.clear();
});

interface Seen {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** An endpoint on a real socket. */
async function endpoint(
  handle: (body: string, response: ServerResponse) => void,
): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((incoming, response) => {
    let body = "";
    incoming.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    incoming.on("end", () => {
      seen.push({ headers: incoming.headers, body });
      handle(body, response);
    });
  });
  servers.add(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`, seen };
}

const isProbe = (body: string): boolean => body.startsWith('{"type":"probe"');

test("SBX-05 deliveries reach an endpoint on a socket byte for byte as they were signed, and its body confirms", async () => {
  const sandbox = await startSandbox({ port: null, allowLoopbackEndpoints: true });
  const { appId, person } = sandbox.defaults;
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "é 😀" } });
  const { url, seen } = await endpoint((body, response) =>
    response.end(isProbe(body) ? body : '{"type":"reply","content":"4"}'),
  );
  await sandbox.portal.saveEndpoint({ appId, url });
  await sandbox.portal.probeEndpoint({ appId });
  const rolled = person.run("roll");
  await rolled.confirmed();
  expect(rolled.texts).toMatchObject([{ content: "4" }]);
  const { keys } = (await call(sandbox, "listSigningKeys")).body as { readonly keys: Parameters<typeof verifies>[4] };
  const [probe, delivery] = seen;
  const headers = (from: Seen | undefined) => (from?.headers ?? {}) as Record<string, string>;
  expect(verifies("probe", appId, headers(probe), probe?.body ?? "", keys)).toEqual([true]);
  expect(verifies("interaction", appId, headers(delivery), delivery?.body ?? "", keys)).toEqual([true]);
  await sandbox.stop();
});

test("SBX-11 an endpoint that redirects, floods, hangs up or stays silent costs a failure and nothing more", async () => {
  const handlers: Record<string, (response: ServerResponse) => void> = {
    redirect: (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    flood: (response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
        if (!response.destroyed) response.once("drain", pour);
      };
      pour();
    },
    "hang up": (response) => response.socket?.destroy(),
    silence: () => undefined,
  };
  for (const handle of Object.values(handlers)) {
    const sandbox = await startSandbox({ port: null, clock: "virtual", allowLoopbackEndpoints: true });
    const { appId, person } = sandbox.defaults;
    await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "" } });
    const { url, seen } = await endpoint((body, response) => (isProbe(body) ? response.end(body) : handle(response)));
    await sandbox.portal.saveEndpoint({ appId, url });
    await sandbox.portal.probeEndpoint({ appId });
    person.run("roll");
    await vi.waitUntil(() => seen.length >= 2, { timeout: 20_000, interval: 5 }); // it comes over a socket
    await sandbox.clock.advance(3000);
    await sandbox.idle();
    expect(sandbox.portal.endpointOf({ appId })).toMatchObject({ state: "active", failuresTotal: 1 });
    await sandbox.stop();
  }
});
