import type { RefusalReason } from "../core/refusal.js";

/** Which delivery an event is about. Ids only: no text of the person, no header, no signature. */
export interface DeliveryRef {
  readonly appId: string;
  readonly deliveryId: string;
  readonly interactionId?: string;
}

/**
 * What happened at the endpoint, for logs and metrics. `refused` is traffic that was not the service's, or a clock
 * that is wrong; `handler-failed` is a fault of the App. The service counts the first towards suspension, the second
 * never reaches it as a failure.
 */
export type DeliveryEvent =
  | { readonly type: "refused"; readonly reason: RefusalReason }
  | ({ readonly type: "probe-answered" } & DeliveryRef)
  | ({ readonly type: "malformed-body" } & DeliveryRef)
  | ({ readonly type: "unknown-type"; readonly wireType: string } & DeliveryRef)
  | ({ readonly type: "duplicate"; readonly of: "delivery" | "interaction" } & DeliveryRef)
  | ({ readonly type: "dedupe-failed"; readonly error: unknown } & DeliveryRef)
  | ({ readonly type: "expired" } & DeliveryRef)
  | ({ readonly type: "answered"; readonly confirmation: string; readonly tookMs: number } & DeliveryRef)
  | ({ readonly type: "left-to-rest"; readonly tookMs: number } & DeliveryRef)
  | ({ readonly type: "handler-failed"; readonly error: unknown } & DeliveryRef)
  | ({ readonly type: "handler-late" } & DeliveryRef)
  | ({ readonly type: "unconfirmed" } & DeliveryRef)
  | ({ readonly type: "invalid-confirmation"; readonly problem: string } & DeliveryRef)
  | ({ readonly type: "reply-rerouted" } & DeliveryRef)
  | ({ readonly type: "late-result"; readonly outcome: "handed-on" | "dropped" } & DeliveryRef)
  | { readonly type: "misconfigured"; readonly message: string };

/** How often each kind of event has happened since the handler was made. */
export type DeliveryCounts = Readonly<Record<DeliveryEvent["type"], number>>;

/** Takes events: counts each, and tells the hook. */
export interface EventSink {
  emit(event: DeliveryEvent): void;
  counts(): DeliveryCounts;
}

const none: DeliveryCounts = {
  refused: 0,
  "probe-answered": 0,
  "malformed-body": 0,
  "unknown-type": 0,
  duplicate: 0,
  "dedupe-failed": 0,
  expired: 0,
  answered: 0,
  "left-to-rest": 0,
  "handler-failed": 0,
  "handler-late": 0,
  unconfirmed: 0,
  "invalid-confirmation": 0,
  "reply-rerouted": 0,
  "late-result": 0,
  misconfigured: 0,
};

/** Counts, then tells; a hook that throws harms nobody. */
export function createEventSink(onEvent: ((event: DeliveryEvent) => void) | undefined): EventSink {
  const counted = { ...none };
  return {
    emit(event) {
      counted[event.type] += 1;
      try {
        onEvent?.(event);
      } catch {
        // The hook is the App's; what it does wrong must not decide what the service is answered.
      }
    },
    counts: () => ({ ...counted }),
  };
}
