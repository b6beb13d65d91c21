/**
 * Random histories of an App whose process is killed, or stopped, at any step, while its stores survive: no answer is
 * lost, no write is made twice, a conversation hears its own presses alone, and no update of a session disappears.
 */
import { createCommand, createClient } from "svc-apps";
import { expect, test } from "vitest";
import { History } from "./kit/kill-history.js";
import { order } from "./kit/killable.js";
import { platform } from "./kit/world.js";

/** Some 7 ms of CPU each. */
const HISTORIES = Number(process.env["KILLS"] ?? 1_000);
/** Histories that share one platform, each with a person of its own. */
const SHARED = 10;

test(`${HISTORIES} histories of kills and stops`, async () => {
  let ends = 0;
  for (let seed = 0; seed < HISTORIES; seed += SHARED) {
    const sandbox = await platform({ parameters: { logEntries: 100 } });
    const { baseUrl, defaults, request: transport, clock } = sandbox;
    await createCommand(createClient({ baseUrl, token: defaults.token, transport, clock }), {
      command: order as never,
    });
    for (let at = seed; at < seed + SHARED; at += 1) {
      const history = new History(sandbox, at);
      await history.play().catch((error: unknown) => {
        throw new Error(`history ${at}: ${String(error)}`, { cause: error });
      });
      ends += history.ends;
    }
  }
  expect(ends).toBeGreaterThan(HISTORIES / 2);
}, 120_000);
