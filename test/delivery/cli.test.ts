import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "svc-apps/abi";
import { createDeliveryHandler, createKeyStore, fixedKeys, type PublishedKey, toNodeListener } from "svc-apps/delivery";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { run } from "../../cli/deliver.js";
import { UsageError } from "../../cli/frame.js";
import { appId } from "./support.js";

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

async function listen(options: Parameters<typeof createDeliveryHandler>[0]): Promise<string> {
  const server = createServer(toNodeListener(createDeliveryHandler(options)));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // it listens on TCP
}

async function labKeys(): Promise<readonly PublishedKey[]> {
  const { printed } = await deliver("--keys");
  return (JSON.parse(printed) as { keys: readonly PublishedKey[] }).keys; // our own output
}

const handle = () => ({ type: "defer" }) as const;

describe("svc-apps deliver", () => {
  test("END-02 one delivery of a kind is sent and its answer told", async () => {
    const url = await listen({ apps: appId, keys: fixedKeys(await labKeys()), handle });
    const command = await deliver(url, "--app", appId);
    expect(command.code).toBe(0);
    expect(command.printed).toMatch(/^ok +good-command +an interaction of type command: answered 200 with a "defer"/);
    const probe = await deliver(url, "--app", appId, "--kind", "probe");
    expect(probe.printed).toMatch(/^ok +good-probe .* answered 200 with a challenge/);
  });

  test("END-12 all of them are played, wrong ones are marked, and the exit code says so", async () => {
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
    expect(foreign.printed).toMatch(/0 wrongly taken, \d+ wrongly refused or answered\n$/);
  });

  test("SIG-20 an endpoint can fetch the keys from the command itself", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    const port = await new Promise<number>((resolve) => {
      blocker.on("listening", () => {
        const free = (blocker.address() as AddressInfo).port; // it listens on TCP
        blocker.close(() => resolve(free));
      });
    });
    const fetchKeys = async () => (await fetch(`http://127.0.0.1:${port}/keys`)).json();
    let elapsedMs = 0; // a second passes at each look, so that the store has always rested after its failed start
    const clock = { ...systemClock, monotonicMs: () => (elapsedMs += 1_000) };
    const url = await listen({ apps: appId, keys: createKeyStore({ fetchKeys, clock }), handle });
    const { code, printed } = await deliver(url, "--app", appId, "--serve-keys", String(port));
    expect([code, printed]).toEqual([0, expect.stringContaining("ok ")]);
  });

  test("calls that make no sense are refused in a sentence", async () => {
    for (const [argv, said] of [
      [["--app", "1"], /give one URL/],
      [["ftp://x/", "--app", "1"], /not an http\(s\) URL: "ftp:\/\/x\/"/],
      [["http://x/"], /--app is needed/],
      [["http://x/", "--app", "1", "--kind", "song"], /--kind must be one of command, .*got "song"/],
      [["http://x/", "--app", "1", "--timeout", "soon"], /--timeout must be a whole number, got "soon"/],
    ] as const) {
      const call = deliver(...argv);
      await expect(call).rejects.toThrow(said);
      await expect(call).rejects.toBeInstanceOf(UsageError);
    }
    expect((await deliver("--help")).printed).toMatch(/^Usage: svc-apps deliver/);
  });
});
