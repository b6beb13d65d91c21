import { describe, expect, test } from "vitest";
import type { Options } from "../../runtime/base/options.js";
import * as appTables from "../../runtime/app/options.js";
import { callerOptions as callerTable } from "../../runtime/caller/options.js";
import {
  budgetOptions as budgetTable,
  deliveryHandlerOptions as deliveryTable,
} from "../../runtime/delivery/handler/options.js";
import { fetchClientOptions as fetchTable } from "../../runtime/http/fetch-client/client.js";
import { concurrencyOptions as concurrencyTable } from "../../runtime/http/middleware/limits.js";
import { clientOptions as clientTable } from "../../runtime/http/options.js";
import { retryOptions as retryTable } from "../../runtime/http/retry/decide.js";
import { type Definition, documentedOptions, type Probes } from "./kit/documented.js";
import { appOptions, commandOptions, eventOptions } from "./scenarios/options-apps.js";
import {
  callerOptions,
  clientOptions,
  concurrencyLimits,
  fetchOptions,
  retryOptions,
} from "./scenarios/options-calls.js";
import { budgets, deliveryOptions } from "./scenarios/options-deliveries.js";

const core: Definition = ["runtime/http/core-options.ts", "coreOptions"];

const tables: readonly (readonly [defined: readonly Definition[], known: Options, probes: Probes])[] = [
  [[core, ["runtime/http/options.ts", "clientOptions"]], clientTable, clientOptions],
  [[["runtime/http/retry/decide.ts", "retryOptions"]], retryTable, retryOptions],
  [[["runtime/http/middleware/limits.ts", "concurrencyOptions"]], concurrencyTable, concurrencyLimits],
  [[core, ["runtime/http/fetch-client/client.ts", "fetchClientOptions"]], fetchTable, fetchOptions],
  [
    [core, ["runtime/caller/server.ts", "addressOptions"], ["runtime/caller/options.ts", "callerOptions"]],
    callerTable,
    callerOptions,
  ],
  [
    [
      ["runtime/delivery/handler/options.ts", "deliveryOptions"],
      ["runtime/delivery/handler/options.ts", "endpointOptions"],
      ["runtime/delivery/handler/options.ts", "deliveryHandlerOptions"],
    ],
    deliveryTable,
    deliveryOptions,
  ],
  [[["runtime/delivery/handler/options.ts", "budgetOptions"]], budgetTable, budgets],
  [[["runtime/app/options.ts", "appOptions"]], appTables.appOptions, appOptions],
  [
    [
      ["runtime/events/options.ts", "sharedOptions"],
      ["runtime/app/options.ts", "appEventsOptions"],
    ],
    appTables.appEventsOptions,
    eventOptions,
  ],
  [[["runtime/app/options.ts", "appCommandsOptions"]], appTables.appCommandsOptions, commandOptions],
];

describe.each(tables)("%j", (defined, known, probes) => {
  const documented = documentedOptions(defined);

  test("a default is the one that the comment names, where it is a number", () => {
    const wrong = documented.filter(({ name, defaultNumber }) => {
      const usual = known[name]?.[2];
      return typeof usual === "number" && defaultNumber !== undefined && usual !== defaultNumber;
    });
    expect(wrong).toEqual([]);
  });

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
