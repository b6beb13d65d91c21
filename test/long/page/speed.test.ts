import { describe, expect, test } from "vitest";
import { hasBrowser } from "../../page/browser.js";
import { endAfterEach, open, start } from "../../page/support.js";

endAfterEach();

/** Scrolls up through everything, frame by frame; gives the middle time of a frame and the most messages drawn. */
const scroll = `(async () => {
  const box = document.querySelector(".history");
  const frames = [];
  let [first, drawn] = ["", 0];
  for (let lastMs = performance.now(); first !== "message 1" && frames.length < 20_000;) {
    box.scrollTop -= 900;
    await new Promise(requestAnimationFrame);
    const nowMs = performance.now();
    frames.push(nowMs - lastMs);
    lastMs = nowMs;
    first = box.querySelector(".message .content")?.textContent ?? "";
    drawn = Math.max(drawn, box.querySelectorAll(".message").length);
  }
  frames.sort((a, b) => a - b);
  return { first, drawn, middleMs: frames[Math.floor(frames.length / 2)] };
})()`;

describe.runIf(hasBrowser)("the speed of the sandbox's page", { timeout: 120_000 }, () => {
  test("the first view is there within 300 ms of the first byte asked for", async () => {
    const sandbox = await start({});
    sandbox.defaults.person.post(sandbox.defaults.channelId, "hello");
    const page = await open(sandbox);
    const tookMs: number[] = [];
    for (let n = 0; n < 5; n++) {
      await page.reload();
      await page.locator(".message").waitFor();
      tookMs.push(await page.evaluate(() => performance.now()));
    }
    expect(Math.min(...tookMs)).toBeLessThan(300);
  });

  test("ten thousand messages scroll with frames of less than 50 ms in the middle, and never more than 150 are drawn", async () => {
    const sandbox = await start({ clock: "virtual" });
    const { person, channelId } = sandbox.defaults;
    for (let n = 1; n <= 10_000; n++) person.post(channelId, `message ${n}`);
    const page = await open(sandbox);
    await page.locator(".message", { hasText: "message 10000" }).waitFor();
    const seen = await page.evaluate<{ readonly first: string; readonly drawn: number; readonly middleMs: number }>(
      scroll,
    );
    expect(seen.first).toBe("message 1");
    expect(seen.drawn).toBeLessThanOrEqual(150);
    expect(seen.middleMs).toBeLessThan(50);
  });
});
