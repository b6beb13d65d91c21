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
import type { Diagnostic, AppOptions } from "svc-apps";
import { confirmInteractionOperation, createMessageOperation, type Operation } from "svc-apps/rest";
import { openTelemetry } from "svc-apps/otel";
import { expect, onTestFinished, test } from "vitest";
import { appOn, endpointOf, pass, platform, roll } from "./kit/world.js";

const named = ({ method, path }: Operation) => `${method} ${path}`;
const routeOf = {
  createMessage: named(createMessageOperation),
  confirmInteraction: named(confirmInteractionOperation),
};

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
  expect(line(spans(), routeOf.createMessage)).toEqual([
    "process interaction_create",
    "handler command roll",
    routeOf.createMessage,
  ]);
  expect(line(spans(), routeOf.confirmInteraction)).toEqual([
    "process interaction_create",
    "handler command roll",
    "confirm reply",
    routeOf.confirmInteraction,
  ]);
  const call = spans().find(({ name }) => name === routeOf.createMessage);
  expect(call?.attributes).toEqual({
    "apps.operation": "createMessage",
    "http.request.method": "POST",
    "url.template": routeOf.createMessage.slice("POST ".length),
    "http.response.status_code": 201,
  });
  const event = spans().find(({ name }) => name === "process interaction_create");
  expect(event?.attributes).toEqual({
    "messaging.system": "svc-apps",
    "messaging.operation.name": "process",
    "messaging.operation.type": "process",
    "messaging.destination.name": "interaction_create",
    "apps.type": "interaction_create",
    "apps.source": "gateway",
  });
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
      expect.objectContaining({ "apps.what": "probe_answered", value: 1 }),
      expect.objectContaining({ "apps.what": "answered", value: 2 }),
      expect.objectContaining({ "apps.what": "refused", "apps.reason": expect.any(String), value: 1 }),
    ]),
  );
  expect(measured["apps.handler.failures"]).toEqual([{ value: 1, "apps.handler": "command roll" }]);
  expect(measured["apps.interactions"]).toEqual([
    { value: 2, "apps.interaction.type": "command", "apps.source": "delivery" },
  ]);
});

test("hooks and listeners of the App's own are told as before, inside the spans", async () => {
  const told: string[] = [];
  const { options, spans, counts } = telemetry({
    onDiagnostic: ({ type }) => void told.push(type),
    around: async ({ name }, run) => {
      told.push(`around ${name} in ${api.trace.getActiveSpan() ? "a span" : "none"}`);
      return run();
    },
  });
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
  for (const one of ["interaction.received", "interaction.confirmed", "http.call_succeeded", "delivery.answered"]) {
    expect(told).toContain(one);
  }
  expect(told).toContain("around handler in a span");
  expect(told).not.toContain("around handler in none");
  expect(line(spans(), routeOf.createMessage)).toEqual([
    "delivery command",
    "handler command roll",
    routeOf.createMessage,
  ]);
  expect((await counts())["apps.interactions"]).toEqual([
    { value: 1, "apps.interaction.type": "command", "apps.source": "delivery" },
  ]);
});

test("gaps, lost connections, duplicates, expiries and failures are counted", async () => {
  const { options, counts } = telemetry();
  const base = { level: "info", message: "" } as const;
  const ref = { ...base, interactionId: "1", interactionType: "command", source: "gateway" } as const;
  const told: readonly object[] = [
    { type: "events.gap", ...base },
    { type: "events.disconnected", ...base },
    { type: "events.waiting_for_slot", ...base },
    { type: "interaction.duplicate", ...ref },
    { type: "interaction.expired", ...ref, queuedMs: 0 },
    { type: "app.handler_failed", ...base, handler: "command roll", source: "gateway", error: new Error("x") },
  ];
  for (const diagnostic of told) options.onDiagnostic(diagnostic as Diagnostic); // no more of each than is counted
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

test("calls and handlers are measured in seconds under the names that the semantic conventions have for them", async () => {
  const { options, spans, counts } = telemetry({ baseUrl: "https://chat.example:8443" });
  const call = { callId: 1, operation: "createMessage", route: "POST /messages/{id}", message: "" } as const;
  const error = Object.assign(new Error("full"), {
    kind: "refusal",
    status: 409,
    code: "FULL",
    attempts: 3,
    ambiguous: false,
  });
  options.onDiagnostic({ ...call, type: "http.call_started", level: "debug" });
  options.onDiagnostic({ ...call, type: "http.call_refused", level: "info", error, durationMs: 250 });
  options.onDiagnostic({
    type: "app.handled",
    level: "debug",
    message: "",
    handler: "command roll",
    source: "gateway",
    tookMs: 40,
  });
  const attributes = {
    "server.address": "chat.example",
    "server.port": 8443,
    "http.request.method": "POST",
    "url.template": "/messages/{id}",
    "http.response.status_code": 409,
    "error.type": "FULL",
  };
  const measured = await counts();
  expect(measured["http.client.request.duration"]).toEqual([
    { value: expect.objectContaining({ sum: 0.25, count: 1 }), ...attributes },
  ]);
  expect(measured["messaging.process.duration"]).toEqual([
    {
      value: expect.objectContaining({ sum: 0.04, count: 1 }),
      "messaging.system": "svc-apps",
      "messaging.operation.name": "process",
      "messaging.operation.type": "process",
      "apps.handler": "command roll",
      "apps.source": "gateway",
    },
  ]);
  expect(spans().map(({ name, attributes: found }) => ({ name, found }))).toEqual([
    {
      name: "POST /messages/{id}",
      found: { ...attributes, "apps.operation": "createMessage", "http.request.resend_count": 2 },
    },
  ]);
});

test("RATE-12 interactions that came, and those that came too late, are counted by their type", async () => {
  const { options, counts } = telemetry();
  const came = { interactionId: "1", source: "gateway", level: "info", message: "" } as const;
  for (const interactionType of ["autocomplete", "autocomplete", "command"] as const) {
    options.onDiagnostic({ type: "interaction.expired", ...came, interactionType, queuedMs: 0 });
  }
  const late = (await counts())["apps.interactions.expired"] ?? [];
  expect(late).toHaveLength(2);
  expect(late).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ value: 2, "apps.interaction.type": "autocomplete", "apps.source": "gateway" }),
      expect.objectContaining({ value: 1, "apps.interaction.type": "command", "apps.source": "gateway" }),
    ]),
  );
});
