/**
 * For tests: `svc-apps/testing`. The platform in this process, on a clock that stands still; signed deliveries, valid and
 * invalid; and what a store or an engine of a fleet must do.
 *
 * @module
 */
export * from "../runtime/delivery/testing/index.js";
export * from "../runtime/fleet/testing/index.js";
export { type StoreCase, storeCases, type StoreKit } from "../runtime/store/testing/index.js";
export { TestApp, testApp, type Testable, type TestAppOptions } from "./testing/app.js";
export { crashes, type CrashesOptions, type CrashFinding } from "./testing/crashes/crashes.js";
export type { MakeApp } from "./testing/crashes/restarted.js";
export { type SeenMessage, TestChannel } from "./testing/channel.js";
export type { ComponentName } from "./testing/components.js";
export { matchers, type MatcherResult, type TextMatch } from "./testing/matchers.js";
export { TestInteraction, TestPerson } from "./testing/person.js";
