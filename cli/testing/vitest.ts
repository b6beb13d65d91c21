/**
 * Adds the matchers to vitest's `expect`: `import "svc-apps/testing/vitest"`.
 *
 * @module
 */
import { expect } from "vitest";
import { matchers } from "./matchers.js";
import type { TextMatch } from "./matchers.js";

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
