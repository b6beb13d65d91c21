import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "svc-apps/sandbox";
import { afterEach, expect, test, vi } from "vitest";
import { REWIRE } from "../../runtime/app/environment.js";
import { silentLogger } from "../../runtime/app/logger.js";

afterEach(() => vi.restoreAllMocks());

test("AUTH-11 a credential is rotated without a missed event: issue, swap in, revoke, resume", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rotation-"));
  const sandbox = await startSandbox({ clock: "virtual", seed: 1, port: null });
  const { person, channelId, appId, token } = sandbox.defaults;
  const file = join(folder, "token");
  await writeFile(file, `${token}\n`);
  process.env["SVC_APP_TOKEN_FILE"] = file;
  const { app } = await import("../../examples/rotation/bot.js");
  const seen: string[] = [];
  vi.spyOn(console, "log").mockImplementation((text: unknown) => void seen.push(String(text)));
  const notices: string[] = [];
  app[REWIRE]({
    baseUrl: sandbox.baseUrl,
    transport: sandbox.request,
    streamTransport: sandbox.openStream,
    clock: sandbox.clock,
    random: () => 0.5,
    logger: silentLogger,
    onDiagnostic: (notice) => notices.push(notice.type),
  });
  try {
    await app.start({ signals: false });
    person.post(channelId, "before");
    await vi.waitUntil(() => seen.length === 1, { timeout: 10_000 });
    const second = sandbox.portal.issueCredential({ appId });
    await writeFile(file, second.token);
    sandbox.portal.revokeCredential({ appId, slot: 1 });
    person.post(channelId, "while nobody was connected");
    // The file is read by the machine, in its own time: the clock goes on slowly until the stream is back.
    const again = async (): Promise<boolean> => {
      await sandbox.clock.advance(50);
      return seen.length === 2;
    };
    await vi.waitUntil(again, { timeout: 15_000, interval: 10 });
    person.post(channelId, "after");
    await vi.waitUntil(() => seen.length === 3, { timeout: 10_000 });
    expect(seen).toEqual(["before", "while nobody was connected", "after"]);
    expect(notices).toContain("events.resumed");
    expect(notices).not.toContain("events.gap");
  } finally {
    await app.stop({ graceMs: 0 });
    app[REWIRE](undefined);
    await sandbox.stop();
    await rm(folder, { recursive: true });
  }
}, 40_000);
