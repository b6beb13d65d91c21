/**
 * Adds the matchers to vitest's `expect`, and stops after each test the Apps that it put under test:
 * `import "svc-apps/testing/vitest"`, in the file of the test. An App put under test in `beforeAll` is left running.
 *
 * @module
 */
import { afterEach, beforeEach, expect, onTestFinished } from "vitest";
import { onTestApp } from "./app/app.js";
import type { TestApp } from "./app/app.js";
import { matchers } from "./app/matchers.js";
import type { TextMatch } from "./app/matchers.js";

declare module "vitest" {
  // Its type parameter must be named as vitest names it.
  interface Matchers<T> {
    /** A channel has a message with this text. */
    toHaveMessage(text: TextMatch): T;
    /** An interaction was answered with this text, publicly or privately, at once or later. */
    toHaveReplied(text: TextMatch): T;
    /** An autocomplete was answered with a suggestion of this name. */
    toHaveSuggested(name: TextMatch): T;
  }
}

expect.extend(matchers);

/** Concurrent tests cannot be told apart from here: what they began ends with the last of them. */
let running = 0;
let begun: TestApp[] = [];

onTestApp((world) => {
  if (running > 0) begun.push(world);
  else stopWithTest(world);
});
beforeEach(() => {
  running += 1;
});
afterEach(async () => {
  running -= 1;
  if (running > 0) return;
  const worlds = begun;
  begun = [];
  const ends = await Promise.allSettled(worlds.map(async (world) => world.stop()));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
});

/** Where files share their modules (`isolate: false`), the hooks above are those of the first file alone. */
function stopWithTest(world: TestApp): void {
  try {
    onTestFinished(world.stop);
  } catch {
    // Not in a test, but in beforeAll: whoever began it there stops it.
  }
}
