import type { Attributes, Meter } from "@opentelemetry/api";
import type {
  Diagnostic,
  HttpCallFacts,
  HttpCallFailed,
  HttpCallRefused,
  HttpCallSucceeded,
  InteractionRef,
} from "../../diagnostics/index.js";
import type { FleetState } from "../../fleet/state.js";
import type { AppOptions } from "../options.js";

/** Bounds in seconds that the conventions advise for durations. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

type Meters = ReturnType<typeof metersOf>;

export function metersOf(meter: Meter) {
  const counter = (name: string, description: string) => meter.createCounter(`apps.${name}`, { description });
  const duration = (name: string, description: string) =>
    meter.createHistogram(name, { description, unit: "s", advice: { explicitBucketBoundaries: SECONDS } });
  return {
    interactions: counter("interactions", "Interactions received."),
    expired: counter("interactions.expired", "Interactions received too late to be confirmed."),
    duplicates: counter("duplicates", "Duplicate events, deliveries and interactions."),
    failures: counter("handler.failures", "Handlers that threw."),
    gaps: counter("events.gaps", "Times at which events may have been lost."),
    reconnects: counter("events.reconnects", "Connections lost."),
    slots: counter("events.slot_waits", "Times at which every connection of the App was taken."),
    deliveries: counter("deliveries", "What happened at the signed endpoint, refusals and failures apart."),
    fleet: counter("fleet", "What happened to the fleet: redelivered, dead_letter, pause, suspended and so on."),
    calls: duration("http.client.request.duration", "Calls of REST routes, with their repetitions."),
    handled: duration("messaging.process.duration", "From the start of a handler to its end."),
    confirmed: duration("apps.confirm.duration", "From asking to confirm until it was confirmed."),
  };
}

export function diagnosticMetrics(meters: Meters, server: Attributes): (diagnostic: Diagnostic) => void {
  return (diagnostic) => {
    switch (diagnostic.type) {
      case "interaction.received":
        return meters.interactions.add(1, interactionAttributes(diagnostic));
      case "interaction.expired":
        return meters.expired.add(1, interactionAttributes(diagnostic));
      case "interaction.duplicate":
        return meters.duplicates.add(1, { "apps.of": "interaction" });
      case "interaction.confirmed":
        return meters.confirmed.record(diagnostic.tookMs / 1000, {
          "apps.confirmation": diagnostic.confirmation,
          "apps.via": diagnostic.via,
          "apps.auto": diagnostic.auto,
        });
      case "app.handler_failed":
        return meters.failures.add(1, { "apps.handler": diagnostic.handler });
      case "app.handled":
        return meters.handled.record(diagnostic.tookMs / 1000, {
          ...PROCESSING,
          "apps.handler": diagnostic.handler,
          "apps.source": diagnostic.source,
        });
      case "http.call_succeeded":
      case "http.call_refused":
      case "http.call_failed":
        return meters.calls.record(diagnostic.durationMs / 1000, {
          ...server,
          ...routeAttributes(diagnostic),
          ...endAttributes(diagnostic),
        });
      case "delivery.refused":
        return meters.deliveries.add(1, { "apps.what": "refused", "apps.reason": diagnostic.reason });
      default:
        return otherMetrics(meters, diagnostic.type);
    }
  };
}

/** The state of a fleet when it is read: a gauge each. */
export function observeFleet(meter: Meter, fleet: NonNullable<AppOptions["fleet"]>): void {
  const gauge = (name: string, description: string, read: (state: FleetState) => number) => {
    const observed = meter.createObservableGauge(`apps.fleet.${name}`, { description });
    observed.addCallback((result) => result.observe(read(fleet.state), { fleet: fleet.name }));
  };
  gauge("lag", "Events in the log that are not finished.", ({ lag }) => lag);
  gauge("oldest", "Milliseconds that the oldest of them has been there.", ({ oldestMs }) => oldestMs);
  gauge(
    "holder",
    "Slots of the live stream that this process holds.",
    ({ slots }) => slots.filter(({ isMine }) => isMine).length,
  );
  gauge("suspended", "1 while a slot is held here and the engine is out of reach.", ({ slots }) =>
    slots.some(({ isSuspended }) => isSuspended) ? 1 : 0,
  );
  gauge("round_trip", "Milliseconds to the engine and back.", ({ roundTripMs }) => roundTripMs);
}

function otherMetrics(meters: Meters, type: string): void {
  if (type.startsWith("fleet.")) meters.fleet.add(1, { "apps.what": type.slice("fleet.".length) });
  if (type.startsWith("delivery.")) meters.deliveries.add(1, { "apps.what": type.slice("delivery.".length) });
  if (type === "events.gap") meters.gaps.add(1);
  if (type === "events.disconnected") meters.reconnects.add(1);
  if (type === "events.waiting_for_slot") meters.slots.add(1);
}

/** What the conventions want on whatever a consumer does with a message. */
export const PROCESSING = {
  "messaging.system": "svc-apps",
  "messaging.operation.name": "process",
  "messaging.operation.type": "process",
} as const;

export type CallEnd = HttpCallSucceeded | HttpCallRefused | HttpCallFailed;

export const interactionAttributes = ({ interactionType, source }: InteractionRef): Attributes => ({
  "apps.interaction.type": interactionType,
  "apps.source": source,
});

export function routeAttributes({ route }: HttpCallFacts): Attributes {
  const [method = "", template = ""] = route.split(" ");
  return { "http.request.method": method, "url.template": template };
}

/** Status, and for what went wrong the code of the refusal or, without one, the status or kind of the error. */
export function endAttributes(end: CallEnd): Attributes {
  const status = "error" in end ? end.error.status : end.status;
  return {
    ...(status !== undefined && { "http.response.status_code": status }),
    ...("error" in end && { "error.type": end.error.code ?? String(status ?? end.error.kind) }),
  };
}

export function resendAttributes(end: CallEnd): Attributes {
  const resent = ("error" in end ? end.error.attempts : end.attempts) - 1;
  return resent > 0 ? { "http.request.resend_count": resent } : {};
}

/** Where the service is; nothing where the options do not say. */
export function serverAttributes({ baseUrl }: AppOptions): Attributes {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return {};
  const { hostname, port, protocol } = new URL(baseUrl);
  return { "server.address": hostname, "server.port": Number(port || (protocol === "http:" ? 80 : 443)) };
}
