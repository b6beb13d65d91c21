import { AsyncLocalStorage } from "node:async_hooks";
import * as api from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import type { AppNotice, AppOptions } from "svc-apps";
import { openTelemetry } from "svc-apps/otel";
import { expect, onTestFinished, test } from "vitest";
import { appOn, endpointOf, pass, platform, roll } from "./kit/world.js";

/** Keeps the active context across awaits, as the context managers for Node do. */
class Contexts implements api.ContextManager {
  readonly #storage = new AsyncLocalStorage<api.Context>();
  active(): api.Context {
    return this.#storage.getStore() ?? api.ROOT_CONTEXT;
  }
  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    context: api.Context,
    run: F,
    self?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(context, () => run.apply(self, args));
  }
  bind<T>(_context: api.Context, target: T): T {
    return target;
  }
  enable(): this {
    return this;
  }
  disable(): this {
    return this;
  }
}

function telemetry(own: AppOptions = {}) {
  const spans = new InMemorySpanExporter();
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000 });
  api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
  api.metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  api.context.setGlobalContextManager(new Contexts());
  onTestFinished(async () => {
    await reader.shutdown();
    api.trace.disable();
    api.metrics.disable();
    api.context.disable();
  });
  return {
    options: openTelemetry(api, own),
    spans: () => spans.getFinishedSpans(),
    async counts() {
      await reader.forceFlush();
      const points = metrics
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap((scope) => scope.metrics);
      return Object.fromEntries(
        points.map(({ descriptor, dataPoints }) => [
          descriptor.name,
          dataPoints.map(({ value, attributes }) => ({ value, ...attributes })),
        ]),
      );
    },
  };
}

/** A span and its ancestors, outermost first. */
function line(spans: readonly ReadableSpan[], name: string): readonly string[] {
  const found = spans.find((span) => span.name === name);
  const parent = spans.find((span) => span.spanContext().spanId === found?.parentSpanContext?.spanId);
  if (!found) return [];
  return parent ? [...line(spans, parent.name), name] : [name];
}

test("spans lead from the event to its handler to the call it makes", async () => {
  const { options, spans } = telemetry();
  const sandbox = await platform();
  const { app, start } = appOn(sandbox, options);
  app.command(roll, async ({ api: bound, serverId, channelId, reply }) => {
    await bound.createMessage({ serverId, channelId, content: "rolling" });
    await reply("4");
  });
  const { person } = await start();
  person.run(roll);
  await pass(sandbox, 50);
  expect(line(spans(), "createMessage")).toEqual(["event interaction_create", "handler command roll", "createMessage"]);
  expect(line(spans(), "confirmInteraction")).toEqual([
    "event interaction_create",
    "handler command roll",
    "confirm reply",
    "confirmInteraction",
  ]);
  const call = spans().find(({ name }) => name === "createMessage");
  expect(call?.attributes).toMatchObject({ "apps.operation": "createMessage", "http.response.status_code": 201 });
  expect(JSON.stringify(spans().map(({ attributes }) => attributes))).not.toContain(sandbox.defaults.token);
});

test("spans lead from a delivery to its handler to its confirmation, and refusals are counted apart from failures", async () => {
  const { options, spans, counts } = telemetry();
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
  const { app, start } = appOn(sandbox, { ...options, events: false });
  app.command(roll, async ({ args, reply }) => {
    if (args.sides === 2) throw new Error("no dice");
    await reply("4");
  });
  const { person } = await start();
  await endpointOf(sandbox, app);
  person.run(roll);
  person.run(roll, { sides: 2 });
  await pass(sandbox, 100);
  await sandbox.idle();
  expect(line(spans(), "confirm reply")).toEqual(["delivery command", "handler command roll", "confirm reply"]);
  await app.fetch(
    new Request("https://app.example/", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    }),
  );
  const failed = spans().filter(({ status }) => status.code === api.SpanStatusCode.ERROR);
  expect(failed.map(({ name }) => name)).toEqual(["handler command roll"]);
  const measured = await counts();
  expect(measured["apps.deliveries"]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: "probe-answered", value: 1 }),
      expect.objectContaining({ what: "answered", value: 2 }),
      expect.objectContaining({ what: "refused", reason: expect.any(String), value: 1 }),
    ]),
  );
  expect(measured["apps.handler.failures"]).toEqual([{ value: 1, handler: "command roll" }]);
  expect(measured["apps.interactions"]).toEqual([{ value: 2, type: "command", source: "delivery" }]);
});

test("hooks and listeners of the App's own are told as before, inside the spans", async () => {
  const told: string[] = [];
  const { options, spans, counts } = telemetry({
    hooks: {
      onNotice: ({ kind }) => void told.push(kind),
      around: async ({ name }, run) => {
        told.push(`around ${name} in ${api.trace.getActiveSpan() ? "a span" : "none"}`);
        return run();
      },
    },
    onEvent: ({ type, operation }) => void told.push(`${operation} ${type}`),
    delivery: { budgets: { interactionMs: 2_000 }, onEvent: ({ type }) => void told.push(`delivery ${type}`) },
  });
  expect(options.delivery.budgets).toEqual({ interactionMs: 2_000 });
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
  const { app, start } = appOn(sandbox, { ...options, events: false });
  app.command(roll, async ({ api: bound, serverId, channelId, reply }) => {
    await bound.createMessage({ serverId, channelId, content: "rolling" });
    await reply("4");
  });
  const { person } = await start();
  await endpointOf(sandbox, app);
  person.run(roll);
  await pass(sandbox, 100);
  for (const one of ["interaction_received", "confirmed", "createMessage answer", "delivery answered"]) {
    expect(told).toContain(one);
  }
  expect(told).toContain("around handler in a span");
  expect(told).not.toContain("around handler in none");
  expect(line(spans(), "createMessage")).toEqual(["delivery command", "handler command roll", "createMessage"]);
  expect((await counts())["apps.interactions"]).toEqual([{ value: 1, type: "command", source: "delivery" }]);
});

test("gaps, lost connections, duplicates, expiries and failures are counted", async () => {
  const { options, counts } = telemetry();
  const ref = { id: "1", type: "command", source: "gateway" } as const;
  const told: readonly AppNotice[] = [
    {
      kind: "events",
      notice: { type: "gap", atMs: 0, reason: "outside-window", lastEventId: "1", offlineMs: 1 },
    },
    {
      kind: "events",
      notice: { type: "disconnected", atMs: 0, transport: "gateway", ending: { kind: "end" } as never },
    },
    { kind: "events", notice: { type: "waiting-for-slot", atMs: 0 } },
    { kind: "interaction_duplicate", ...ref },
    { kind: "interaction_expired", ...ref },
    { kind: "handler_failed", handler: "command roll", source: "gateway", error: new Error("x") },
  ];
  for (const notice of told) options.hooks.onNotice?.(notice);
  const measured = await counts();
  for (const name of [
    "events.gaps",
    "events.reconnects",
    "events.slot_waits",
    "duplicates",
    "interactions.expired",
    "handler.failures",
  ]) {
    expect(measured[`apps.${name}`]).toEqual([expect.objectContaining({ value: 1 })]);
  }
});

test("RATE-12 interactions that came, and those that came too late, are counted by their type", async () => {
  const { options, counts } = telemetry();
  const came = { id: "1", source: "gateway" } as const;
  for (const type of ["autocomplete", "autocomplete", "command"] as const) {
    options.hooks.onNotice?.({ kind: "interaction_expired", ...came, type });
  }
  const late = (await counts())["apps.interactions.expired"] ?? [];
  expect(late).toHaveLength(2);
  expect(late).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ value: 2, type: "autocomplete", source: "gateway" }),
      expect.objectContaining({ value: 1, type: "command", source: "gateway" }),
    ]),
  );
});
