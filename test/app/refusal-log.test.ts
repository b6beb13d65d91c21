import { App, consoleLogger } from "svc-apps";
import { createSigningPair, fixedKeys, signDelivery, type SignOptions } from "svc-apps/delivery";
import { expect, test } from "vitest";
import { StepClock } from "./kit/clock.js";

const trusted = await createSigningPair("ed25519-trusted");
const stranger = await createSigningPair("ed25519-stranger");

/** An App that trusts one key, and what it wrote. */
function endpoint() {
  const clock = new StepClock();
  const lines: string[] = [];
  const app = new App({
    baseUrl: "http://127.0.0.1:1",
    token: "svc_app.123.secret",
    events: false,
    clock,
    logger: consoleLogger({ write: (line) => void lines.push(line.slice(13)) }),
    delivery: { keys: fixedKeys([trusted.published]) },
  });
  const send = async (options: Partial<SignOptions> = {}): Promise<number> => {
    const timestampS = Math.floor(clock.now() / 1_000);
    const body = { type: "interaction" };
    const signed = await signDelivery({ keys: trusted, appId: "123", body, timestampS, ...options });
    const { method, headers } = signed;
    const request = new Request("https://app.example/", { method, headers, body: Buffer.from(signed.body) });
    return (await app.fetch(request)).status;
  };
  return { app, clock, lines, send };
}

test("a refused delivery is a line of the log that says what to look at", async () => {
  const { clock, lines, send } = endpoint();
  expect(await send({ keys: stranger })).toBe(401);
  expect(await send({ appId: "7" })).toBe(401);
  expect(await send({ timestampS: Math.floor(clock.now() / 1_000) - 301 })).toBe(401);
  expect(lines).toEqual([
    "warn  A delivery was refused: it is signed by a key that is not trusted here  reason=unknown-key",
    "warn  A delivery was refused: it is addressed to another App  reason=app",
    "warn  A delivery was refused: the sender's clock and this machine's are too far apart  reason=timestamp-window",
  ]);
});

test("strangers fill the log with one line a minute for each reason, which counts the others", async () => {
  const { clock, lines, send } = endpoint();
  for (let sent = 0; sent < 50; sent += 1) await send({ keys: stranger });
  await clock.advance(59_999);
  await send({ keys: stranger });
  expect(lines).toEqual([expect.stringMatching(/reason=unknown-key$/)]);
  await clock.advance(1);
  await send({ keys: stranger });
  expect(lines.slice(1)).toEqual([expect.stringMatching(/reason=unknown-key {2}count=51$/)]);
});

test("a browser at the endpoint's address is none of the log's business, and is counted", async () => {
  const { app, lines } = endpoint();
  expect((await app.fetch(new Request("https://app.example/"))).status).toBe(405);
  expect((await app.fetch(new Request("https://app.example/", { method: "POST", body: "a" }))).status).toBe(415);
  expect(lines).toEqual([]);
  expect(app.health().deliveries).toMatchObject({ refused: 2 });
});

test("what keeps all deliveries out is an error of the log, once a minute however many come", async () => {
  const { app, clock, lines } = endpoint();
  const used = async (): Promise<number> => {
    const { headers, body } = await signDelivery({
      keys: trusted,
      appId: "123",
      body: {},
      timestampS: Math.floor(clock.now() / 1_000),
    });
    const request = new Request("https://app.example/", { method: "POST", headers, body: Buffer.from(body) });
    await request.text();
    return (await app.fetch(request)).status;
  };
  for (let sent = 0; sent < 50; sent += 1) expect(await used()).toBe(500);
  const line = (end: string): unknown =>
    expect.stringMatching(new RegExp(`^error No delivery can be taken: The body .*${end}$`));
  expect(lines).toEqual([line("itself\\.")]);
  await clock.advance(60_000);
  await used();
  expect(lines).toEqual([line("itself\\."), line("  count=50")]);
});
