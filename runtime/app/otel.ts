/**
 * OpenTelemetry for Apps: `svc-apps/otel`. Spans event → handler → call and delivery → handler → confirm, and metrics
 * for what an operator wants to be woken by. The API package is handed in, so that none is loaded here.
 *
 * @module
 */
import type { Attributes, Context, Counter, Histogram, Meter, Span, Tracer } from "@opentelemetry/api";
import type { DeliveryEvent } from "../delivery/handler/events.js";
import type { ClientEvent } from "../http/hooks.js";
import type { AppHooks, AppNotice, Around, Work } from "./hooks.js";
import type { AppOptions } from "./options.js";

/** The part of `@opentelemetry/api` that is used; `import * as api from "@opentelemetry/api"` fits. */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string, version?: string): Tracer;
    setSpan(context: Context, span: Span): Context;
  };
  readonly metrics: { getMeter(name: string, version?: string): Meter };
  readonly context: {
    active(): Context;
    with<Result>(context: Context, run: () => Result): Result;
  };
}

/** What is added to the options of an App. */
export interface Telemetry {
  readonly hooks: AppHooks;
  /** Listener of the client's calls. */
  readonly onEvent: (event: ClientEvent) => void;
  readonly delivery: { readonly onEvent: (event: DeliveryEvent) => void };
}

const SCOPE = "svc-apps";
/** Values of `SpanKind` and `SpanStatusCode`, which are plain numbers of the OpenTelemetry interface. */
const SERVER = 1;
const CLIENT = 2;
const CONSUMER = 4;
const INTERNAL = 0;
const ERROR = 2;

const KINDS: Readonly<Record<Work["name"], number>> = {
  event: CONSUMER,
  delivery: SERVER,
  handler: INTERNAL,
  confirm: INTERNAL,
};

/**
 * Adds telemetry to the options of an App, over the global providers of `api`. Hooks and listeners that stand in the
 * options are told as before.
 *
 * @example
 * ```ts
 * import * as api from "@opentelemetry/api";
 * const app = new App(openTelemetry(api, { baseUrl, token }));
 * ```
 */
export function openTelemetry<Options extends AppOptions = AppOptions>(
  api: OpenTelemetryApi,
  options?: Options,
): Options & Telemetry;
export function openTelemetry(api: OpenTelemetryApi, options: AppOptions = {}): AppOptions & Telemetry {
  const tracer = api.trace.getTracer(SCOPE);
  const meters = metersOf(api.metrics.getMeter(SCOPE));
  const { hooks, onEvent, delivery } = options;
  return {
    ...options,
    hooks: {
      onNotice: both(noticeMetrics(meters), hooks?.onNotice),
      around: within(tracedWork(api, tracer), hooks?.around),
    },
    onEvent: both(callSpans(tracer), onEvent),
    delivery: {
      ...delivery,
      onEvent: both((event) => meters.deliveries.add(1, deliveryAttributes(event)), delivery?.onEvent),
    },
  };
}

/** Telemetry first: it does not throw, and the App's own listener may. */
function both<Event>(first: (event: Event) => void, second: ((event: Event) => void) | undefined) {
  return (event: Event): void => {
    first(event);
    second?.(event);
  };
}

/** The span lies around whatever the App itself puts around the work. */
const within = (outer: Around, inner: Around | undefined): Around =>
  inner ? (work, run) => outer(work, () => inner(work, run)) : outer;

interface Meters {
  readonly interactions: Counter;
  readonly expired: Counter;
  readonly duplicates: Counter;
  readonly failures: Counter;
  readonly gaps: Counter;
  readonly reconnects: Counter;
  readonly slots: Counter;
  readonly deliveries: Counter;
  readonly confirmMs: Histogram;
  readonly handlerMs: Histogram;
}

function metersOf(meter: Meter): Meters {
  const counter = (name: string, description: string) => meter.createCounter(`apps.${name}`, { description });
  const histogram = (name: string, description: string) =>
    meter.createHistogram(`apps.${name}`, { description, unit: "ms" });
  return {
    interactions: counter("interactions", "Interactions that came in."),
    expired: counter("interactions.expired", "Interactions that came too late to be confirmed."),
    duplicates: counter("duplicates", "Events, deliveries and interactions that came again."),
    failures: counter("handler.failures", "Handlers that threw."),
    gaps: counter("events.gaps", "Times at which events may have been lost."),
    reconnects: counter("events.reconnects", "Connections lost."),
    slots: counter("events.slot_waits", "Times at which every connection of the App was taken."),
    deliveries: counter("deliveries", "What happened at the signed endpoint, refusals and failures apart."),
    confirmMs: histogram("confirm.duration", "From asking to confirm until it was confirmed."),
    handlerMs: histogram("handler.duration", "From the start of a handler to its end."),
  };
}

function noticeMetrics(meters: Meters): (notice: AppNotice) => void {
  return (notice) => {
    switch (notice.kind) {
      case "interaction_received":
        return meters.interactions.add(1, { type: notice.type, source: notice.source });
      case "interaction_expired":
        return meters.expired.add(1, { type: notice.type, source: notice.source });
      case "interaction_duplicate":
        return meters.duplicates.add(1, { of: "interaction" });
      case "handler_failed":
        return meters.failures.add(1, { handler: notice.handler });
      case "confirmed":
        return meters.confirmMs.record(notice.tookMs, {
          type: notice.confirmation,
          via: notice.via,
          auto: notice.auto,
        });
      case "handled":
        return meters.handlerMs.record(notice.tookMs, { handler: notice.handler });
      case "events":
        return eventMetrics(meters, notice.notice.type);
      case "answer_due":
      case "autocomplete_undependable":
      case "interaction_unknown":
      case "interaction_unrouted":
      case "unconfirmed":
    }
  };
}

function eventMetrics(meters: Meters, type: string): void {
  if (type === "gap") meters.gaps.add(1);
  if (type === "disconnected") meters.reconnects.add(1);
  if (type === "waiting-for-slot") meters.slots.add(1);
}

function deliveryAttributes(event: DeliveryEvent): Attributes {
  return event.type === "refused" ? { what: event.type, reason: event.reason } : { what: event.type };
}

function tracedWork(api: OpenTelemetryApi, tracer: Tracer): Around {
  return async (work, run) => {
    const parent = api.context.active();
    const options = { kind: KINDS[work.name], attributes: work.attributes };
    const span = tracer.startSpan(nameOf(work), options, parent);
    try {
      return await api.context.with(api.trace.setSpan(parent, span), run);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  };
}

function nameOf({ name, attributes }: Work): string {
  const what = attributes["handler"] ?? attributes["confirmation"] ?? attributes["type"];
  return what === undefined ? name : `${name} ${String(what)}`;
}

/** A call begins synchronously inside its caller, so its span finds its parent by itself. */
function callSpans(tracer: Tracer): (event: ClientEvent) => void {
  const spans = new Map<number, Span>();
  return (event) => {
    if (event.type === "request") {
      const attributes = { "http.route": event.route, "apps.operation": event.operation };
      spans.set(event.callId, tracer.startSpan(event.operation, { kind: CLIENT, attributes }));
      return;
    }
    const span = spans.get(event.callId);
    if (!span) return;
    if (event.type === "retry" || event.type === "rate-limited") {
      span.addEvent(event.type, { waitMs: event.waitMs });
      return;
    }
    if (event.type === "warning") return;
    spans.delete(event.callId);
    if (event.type === "answer") span.setAttribute("http.response.status_code", event.status);
    else fail(span, event.error);
    span.end();
  };
}

function fail(span: Span, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  span.setStatus({ code: ERROR, message });
  if (error instanceof Error) span.recordException({ name: error.name, message });
}
