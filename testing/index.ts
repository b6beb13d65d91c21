/**
 * For tests: `svc-apps/testing`. The platform in this process, on a clock that stands still; signed deliveries, valid and
 * invalid; and what a store or an engine of a fleet must do.
 *
 * @module
 */
export * from "./delivery/index.js";
export * from "./fleet/index.js";
export { type StoreCase, storeCases, type StoreKit } from "./store/index.js";
export { TestApp, testApp, type Testable, type TestAppOptions } from "./app/app.js";
export { crashes, type CrashesOptions, type CrashFinding } from "./app/crashes/crashes.js";
export type { MakeApp } from "./app/crashes/restarted.js";
export { type SeenMessage, TestChannel } from "./app/channel.js";
export type { ComponentName } from "./app/components.js";
export { matchers, type MatcherResult, type TextMatch } from "./app/matchers.js";
export { TestInteraction, TestPerson } from "./app/person.js";
