/**
 * OpenTelemetry for Apps: `svc-apps/otel`. Spans event → handler → call and delivery → handler → confirm, and metrics
 * for what an operator wants to be woken by, named by the semantic conventions for HTTP and messaging where these have a
 * name. The API package is handed in, so that none is loaded here.
 *
 * @module
 */
import type { Attributes, Context, Meter, Span, Tracer } from "@opentelemetry/api";
import type { Diagnostic } from "../../diagnostics/index.js";
import { isRecord, typeName } from "../../base/values.js";
import { ArgumentError } from "../../base/errors.js";
import type { Around, Work } from "../around.js";
import type { AppOptions } from "../options.js";
import {
  endAttributes,
  PROCESSING,
  resendAttributes,
  routeAttributes,
  serverAttributes,
  diagnosticMetrics,
  metersOf,
  observeFleet,
} from "./metrics.js";

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
  readonly onDiagnostic: (diagnostic: Diagnostic) => void;
  readonly around: Around;
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
 * Adds telemetry to the options of an App, over the global providers of `api`. Listeners that stand in the options are
 * told as before.
 *
 * @throws ArgumentError when `api` is not that package.
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
  checkGiven(api, options);
  const tracer = api.trace.getTracer(SCOPE);
  const meter = api.metrics.getMeter(SCOPE);
  const meters = metersOf(meter);
  if (options.fleet !== undefined) observeFleet(meter, options.fleet);
  const { onDiagnostic, around } = options;
  const server = serverAttributes(options);
  const spans = callSpans(tracer, server);
  const metrics = diagnosticMetrics(meters, server);
  return {
    ...options,
    onDiagnostic(diagnostic) {
      metrics(diagnostic);
      spans(diagnostic);
      onDiagnostic?.(diagnostic); // last: the two above do not throw, and the App's own listener may
    },
    around: within(tracedWork(api, tracer), around),
  };
}

/** What the types refuse, for those who come without them, and mostly with the options alone, or first. */
function checkGiven(api: unknown, options: unknown): void {
  for (const [part, method] of [
    ["trace", "getTracer"],
    ["metrics", "getMeter"],
    ["context", "active"],
  ] as const) {
    if (typeof Reflect.get(Object(Reflect.get(Object(api), part)), method) === "function") continue;
    const how = 'import * as api from "@opentelemetry/api"';
    throw new ArgumentError(`openTelemetry() takes the API package first: ${how}`);
  }
  if (isRecord(options)) return;
  throw new ArgumentError(`openTelemetry() takes the options of an App second, not ${typeName(options)}`);
}

/** The span lies around whatever the App itself puts around the work. */
const within = (outer: Around, inner: Around | undefined): Around =>
  inner ? (work, run) => outer(work, () => inner(work, run)) : outer;

function tracedWork(api: OpenTelemetryApi, tracer: Tracer): Around {
  return async (work, run) => {
    const parent = api.context.active();
    const span = tracer.startSpan(nameOf(work), { kind: KINDS[work.name], attributes: attributesOf(work) }, parent);
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
  const operation = name === "event" ? "process" : name;
  return what === undefined ? operation : `${operation} ${String(what)}`;
}

function attributesOf({ name, attributes }: Work): Attributes {
  const own = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`apps.${key}`, value]));
  const event = name === "event" && { ...PROCESSING, "messaging.destination.name": attributes["type"] };
  return { ...own, ...event };
}

/** A call begins synchronously inside its caller, so its span finds its parent by itself. */
function callSpans(tracer: Tracer, server: Attributes): (diagnostic: Diagnostic) => void {
  const spans = new Map<number, Span>();
  return (diagnostic) => {
    if (diagnostic.type === "http.call_started") {
      const attributes = { ...server, ...routeAttributes(diagnostic), "apps.operation": diagnostic.operation };
      spans.set(diagnostic.callId, tracer.startSpan(diagnostic.route, { kind: CLIENT, attributes }));
      return;
    }
    if (!("callId" in diagnostic)) return;
    const span = spans.get(diagnostic.callId);
    if (!span) return;
    switch (diagnostic.type) {
      case "http.retry":
      case "http.rate_limited":
        return void span.addEvent(diagnostic.type, { "apps.wait": diagnostic.waitMs / 1000 });
      case "http.call_succeeded":
      case "http.call_refused":
      case "http.call_failed":
        span.setAttributes({ ...endAttributes(diagnostic), ...resendAttributes(diagnostic) });
        if ("error" in diagnostic) fail(span, diagnostic.error);
        break;
      default:
        return;
    }
    spans.delete(diagnostic.callId);
    span.end();
  };
}

function fail(span: Span, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  span.setStatus({ code: ERROR, message });
  if (error instanceof Error) span.recordException({ name: error.name, message });
}
