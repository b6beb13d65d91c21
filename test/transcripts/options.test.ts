import { describe, expect, test } from "vitest";
import { documentedOptions, type Probes } from "./kit/documented.js";
import { appOptions, commandOptions, eventOptions } from "./scenarios/options-apps.js";
import {
  callerOptions,
  clientOptions,
  concurrencyLimits,
  fetchOptions,
  retryPolicy,
  retryWaits,
} from "./scenarios/options-calls.js";
import { budgets, deliveryOptions } from "./scenarios/options-deliveries.js";

const tables: readonly (readonly [of: string, file: string, probes: Probes])[] = [
  ["ClientOptions", "runtime/http/options.ts", clientOptions],
  ["RetryPolicy", "runtime/http/retry/decide.ts", retryPolicy],
  ["RetryWaits", "runtime/http/retry/decide.ts", retryWaits],
  ["ConcurrencyLimits", "runtime/http/middleware/limits.ts", concurrencyLimits],
  ["FetchClientOptions", "runtime/http/fetch-client/client.ts", fetchOptions],
  ["CallerOptions", "runtime/caller/options.ts", callerOptions],
  ["DeliveryHandlerOptions", "runtime/delivery/handler/options.ts", deliveryOptions],
  ["Budgets", "runtime/delivery/handler/options.ts", budgets],
  ["AppOptions", "runtime/app/options.ts", appOptions],
  ["AppEventsOptions", "runtime/app/options.ts", eventOptions],
  ["AppCommandsOptions", "runtime/app/options.ts", commandOptions],
];

describe.each(tables)("%s", (of, file, probes) => {
  const documented = documentedOptions(file, of);

  test("every option is probed here, and no other", () => {
    expect(Object.keys(probes).toSorted()).toEqual(documented.map(({ name }) => name).toSorted());
  });

  test.each(documented)("$name is heeded, and its default is the documented one", async ({ name, defaultNumber }) => {
    const probe = probes[name];
    if (probe === undefined || typeof probe === "string") return expect(probe).toMatch(/\w/);
    const without = await probe.play(undefined);
    expect(await probe.play(probe.value)).not.toBe(without);
    if (defaultNumber !== undefined) expect(probe.standard).toBe(defaultNumber);
    if (probe.standard !== undefined) expect(await probe.play(probe.standard)).toBe(without);
  });
});
