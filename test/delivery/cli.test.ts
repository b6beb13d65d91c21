import { toNodeHandler } from "svc-apps/adapters";
import { createServer, type Server } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "svc-apps/rest";
import { createDeliveryHandler, createKeyStore, fixedKeys, type PublishedKey } from "svc-apps/delivery";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { run } from "../../cli/deliver.js";
import { UsageError } from "../../cli/usage-error.js";
import { vectorKit } from "../../testing/delivery/vectors.js";
import { appId, strangerKey } from "./support.js";

let state = "";
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "deliver-"));
  vi.stubEnv("SVC_APP_ID", "");
  vi.stubEnv("XDG_STATE_HOME", state);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(state, { recursive: true, force: true });
});

/** Runs the command and gives its exit code and what it printed. */
async function deliver(...argv: readonly string[]): Promise<{ code: number; printed: string }> {
  let printed = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    return { code: await run(argv), printed };
  } finally {
    write.mockRestore();
  }
}

const listen = async (options: Parameters<typeof createDeliveryHandler>[0]): Promise<string> =>
  listenOn(createServer(toNodeHandler(createDeliveryHandler(options))));

async function listenOn(server: Server): Promise<string> {
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // it listens on TCP
}

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const blocker = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => void blocker.on("listening", resolve));
  const { port } = blocker.address() as AddressInfo; // it listens on TCP
  await new Promise((resolve) => void blocker.close(resolve));
  return port;
}

async function labKeys(): Promise<readonly PublishedKey[]> {
  const { printed } = await deliver("--keys");
  return (JSON.parse(printed) as { keys: readonly PublishedKey[] }).keys; // our own output
}

const handle = () => ({ type: "defer" }) as const;

describe("svc-apps deliver", () => {
  test("signs with random keys, which are those of earlier runs of the same user", async () => {
    const first = await labKeys();
    expect(await labKeys()).toEqual(first);
    vi.stubEnv("XDG_STATE_HOME", join(state, "of-another-user"));
    const ofBoth = [...first, ...(await labKeys())];
    for (const part of ["key", "key_id"] as const) expect(new Set(ofBoth.map((one) => one[part])).size).toBe(4);
  });

  test("an endpoint that trusts the key of the vectors, which everybody knows, is told so", async () => {
    const { key } = await vectorKit();
    const url = await listen({ apps: appId, keys: fixedKeys([...(await labKeys()), key.published]), handle });
    const { code, printed } = await deliver(url, "--app", appId, "--all");
    expect(code).toBe(1);
    expect(printed).toMatch(/^WRONG key-unknown /m);
    expect(printed).toMatch(/trusts a key whose private half everybody knows/);
  });

  test("END-02 one delivery of a kind is sent and its answer printed", async () => {
    const url = await listen({ apps: appId, keys: fixedKeys(await labKeys()), handle });
    const command = await deliver(url, "--app", appId);
    expect(command.code).toBe(0);
    expect(command.printed).toMatch(/^ok +good-command +an interaction of type command: answered 200 with a "defer"/);
    const probe = await deliver(url, "--app", appId, "--kind", "probe");
    expect(probe.printed).toMatch(/^ok +good-probe .* answered 200 with a challenge/);
  });

  test("--json prints the results and nothing else, with the same exit code", async () => {
    const url = await listen({ apps: appId, keys: fixedKeys(await labKeys()), handle });
    const fine = await deliver(url, "--app", appId, "--json");
    expect(fine.code).toBe(0);
    expect(JSON.parse(fine.printed)).toEqual([
      expect.objectContaining({ id: "good-command", verdict: "right", did: 'answered 200 with a "defer"', notes: [] }),
    ]);
    const foreign = await deliver(url, "--app", "1", "--json");
    expect(foreign.code).toBe(1);
    expect(JSON.parse(foreign.printed)).toMatchObject([{ verdict: "wrong", expect: "confirm" }]);
  });

  test("END-12 all cases are sent, failures are marked, and the exit code tells", async () => {
    const url = await listen({
      apps: appId,
      keys: fixedKeys(await labKeys()),
      handle: () => undefined,
      onUnconfirmed: "neutral",
    });
    const all = await deliver(url, "--app", appId, "--all");
    expect(all.printed).toMatch(/\n\d+ deliveries, as it must be; \d+ to look at\n$/);
    expect(all.code).toBe(0);
    const foreign = await deliver(url, "--app", "1", "--all");
    expect(foreign.code).toBe(1);
    expect(foreign.printed).toMatch(/WRONG good-command .*answered 401/);
    expect(foreign.printed).toMatch(
      /0 wrongly taken, 7 wrongly refused or answered\n\d\d more were not sent: .*\n\nThe endpoint .* not for App 1\./,
    );
    expect(foreign.printed).not.toMatch(/^ok/m);
  });

  test.each([404, 405])(
    "the router's own %i to another method is nothing to look at, and to a delivery it is",
    async (status) => {
      const listener = toNodeHandler(
        createDeliveryHandler({ apps: appId, keys: fixedKeys(await labKeys()), handle: () => ({ type: "decline" }) }),
      );
      const server = createServer((request, response) => {
        const routed = request.method === "POST" && request.headers["content-type"] !== "text/plain";
        return routed ? listener(request, response) : void response.writeHead(status).end("<h1>Cannot</h1>");
      });
      const { code, printed } = await deliver(await listenOn(server), "--app", appId, "--all");
      expect(code).toBe(0);
      expect(printed).toMatch(
        new RegExp(`ok +method-put +another method: answered ${status}\\nok +type-text .*\\n +the answer has`),
      );
      expect(printed).toMatch(
        /; 1 to look at\nA "decline" is how an App takes a good delivery of what it does not have/,
      );
    },
  );

  test("SIG-20 an endpoint can fetch the keys from the command itself", async () => {
    const port = await freePort();
    const fetchKeys = async () => (await fetch(`http://127.0.0.1:${port}/keys`)).json();
    let laterMs = 0;
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + laterMs };
    const url = await listen({ apps: appId, keys: createKeyStore({ fetchKeys, clock }), handle });
    laterMs = 1_000; // the store has rested after its failed start
    const { code, printed } = await deliver(url, "--app", appId, "--serve-keys", String(port));
    expect([code, printed]).toEqual([0, expect.stringContaining("ok ")]);
  });

  test("an endpoint with other keys is distinguished from a broken one, once, with the ways to make it trust these keys", async () => {
    const url = await listen({ apps: appId, keys: fixedKeys([strangerKey.published]), handle });
    for (const more of [[], ["--all"]]) {
      const { code, printed } = await deliver(url, "--app", appId, ...more);
      expect(code).toBe(1);
      expect(printed.match(/does not trust this command's keys/g)).toHaveLength(1);
      expect(printed).toMatch(/--keys .*delivery: { keys: fixedKeys\(…\) }.*--serve-keys <port>/s);
    }
    const served = await deliver(url, "--app", appId, "--serve-keys", String(await freePort()));
    expect(served.printed).toMatch(/Nobody asked for the keys at http:\/\/127\.0\.0\.1:\d+: point its key route there/);
  });

  test("an endpoint that has the keys and still refuses gets advice about its App and its clock", async () => {
    const port = await freePort();
    const fetchKeys = async () => (await fetch(`http://127.0.0.1:${port}/keys`)).json();
    const server = createServer((_, response) => {
      void fetchKeys().then(() => response.writeHead(401).end());
    });
    const { printed } = await deliver(await listenOn(server), "--app", "7", "--serve-keys", String(port));
    expect(printed).toMatch(
      /fetched this command's keys and refuses all the same\. Is it for App 7, its clock right\?/,
    );
    expect(printed).not.toContain("does not trust");
  });

  test("an address that refuses connections and a path that does not exist have messages of their own", async () => {
    const nobody = await deliver(`http://127.0.0.1:${await freePort()}/`, "--app", appId, "--all");
    expect(nobody.code).toBe(1);
    expect(nobody.printed).toMatch(/^WRONG good-command .*did not answer: connect ECONNREFUSED/);
    expect(nobody.printed).toMatch(
      /\n1 delivery: .*\n\nNothing listens at 127\.0\.0\.1:\d+: start the endpoint first\.\n$/,
    );
    const server = createServer((_, response) => void response.writeHead(404).end());
    const nothing = await deliver(`${await listenOn(server)}deliverys`, "--app", appId, "--all");
    expect(nothing.printed).toMatch(
      /A server answers at \S+, but not for \/deliverys: is that the endpoint's path\?\n$/,
    );
  });

  test("an endpoint that answers with a 500 gets advice about its log and its body parser", async () => {
    const failing = createServer((_, response) => void response.writeHead(500).end());
    const { code, printed } = await deliver(await listenOn(failing), "--app", appId);
    expect(code).toBe(1);
    expect(printed).toMatch(
      /\n\nEvery delivery was answered 500: the log of the App says why\.\nIs there a body parser, /,
    );
  });

  test("the App is taken from the environment unless it is given", async () => {
    const url = await listen({ apps: appId, keys: fixedKeys(await labKeys()), handle });
    vi.stubEnv("SVC_APP_ID", appId);
    expect((await deliver(url)).code).toBe(0);
    expect((await deliver(url, "--app", "1")).code).toBe(1);
    vi.stubEnv("SVC_APP_ID", "mine");
    await expect(deliver(url)).rejects.toThrow('SVC_APP_ID must be the digits of an Application ID, got "mine"');
    vi.stubEnv("SVC_APP_ID", "");
    await expect(deliver(url)).rejects.toThrow("--app or SVC_APP_ID is needed");
  });

  test("an endpoint that accepts some valid deliveries is broken, and gets no advice about keys", async () => {
    const answering = createDeliveryHandler({ apps: appId, keys: fixedKeys(await labKeys()), handle });
    let asked = 0;
    const listener = toNodeHandler(answering);
    const server = createServer((request, response) =>
      (asked += 1) === 1 ? listener(request, response) : void response.writeHead(401).end(),
    );
    const { code, printed } = await deliver(await listenOn(server), "--app", appId, "--all");
    expect([code, printed]).toEqual([1, expect.stringMatching(/wrongly refused or answered\n$/)]);
  });

  test("wrong arguments are refused with a message", async () => {
    for (const [argv, said] of [
      [["--app", "1"], /pass one URL/],
      [["ftp://x/", "--app", "1"], /deliver needs an http\(s\) URL .*, got "ftp:\/\/x\/"/],
      [["http://x/"], /--app or SVC_APP_ID is needed/],
      [["http://x/", "--app", "abc"], /--app must be the digits of an Application ID, got "abc"/],
      [["http://x/", "--app", "1", "--kind", "song"], /--kind must be one of command, .*got "song"/],
      [["http://x/", "--app", "1", "--serve-keys", "65536"], /--serve-keys must be a port from 1 to 65535, got 65536/],
      [["http://x/", "--app", "1", "--timeout", "soon"], /--timeout must be a whole number, got "soon"/],
    ] as const) {
      const call = deliver(...argv);
      await expect(call).rejects.toThrow(said);
      await expect(call).rejects.toBeInstanceOf(UsageError);
    }
  });
});
