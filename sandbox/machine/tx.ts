import type { EndpointAnswer } from "../wire.js";
import type { StreamFault } from "../faults/shapes.js";
import type { WireRequest } from "../wire.js";
import type { Settings } from "../settings.js";
import type { LogKind } from "../log.js";
import type { World } from "../world/world.js";
import type { Signed } from "../wire.js";

/** Whose method a call is, of those that people and tests use. */
export type Receiver =
  | { readonly on: "portal" | "faults" | "streams" | "settings" }
  | { readonly on: "person"; readonly personId: string; readonly home: Place };

/** Where a person acts. */
export interface Place {
  readonly serverId: string;
  readonly channelId: string;
}

export type SendResult =
  | { readonly kind: "answered"; readonly answer: EndpointAnswer; readonly latencyMs: number }
  | { readonly kind: "timeout"; readonly latencyMs: number }
  | { readonly kind: "failed"; readonly reason: string; readonly latencyMs: number };

/** Where a fault could strike. */
export interface Occasion {
  readonly on: "rest" | "stream" | "delivery";
  readonly operation?: string | undefined;
  readonly appId?: string | undefined;
}

/** Everything that can happen to the platform. The list of inputs of a day is the day: see `apply`. */
export type Input =
  /** A REST request that is to be carried out now. */
  | { readonly type: "request"; readonly request: WireRequest }
  /** A request for a stream, with the faults that struck it. */
  | { readonly type: "stream"; readonly request: WireRequest; readonly faults: readonly StreamFault[] }
  /** The line of a stream ended from outside. */
  | { readonly type: "closed"; readonly connectionId: string; readonly end: StreamEnd }
  | { readonly type: "due"; readonly timer: Timer }
  /** An endpoint answered a delivery, or did not. */
  | { readonly type: "delivered"; readonly deliveryId: string; readonly result: SendResult }
  /** A request, stream or delivery is about to be met: which faults strike it? */
  | { readonly type: "strike"; readonly occasion: Occasion }
  /** Somebody acted: a action of the portal, an act of a person, a fault ordered. */
  | { readonly type: "call"; readonly receiver: Receiver; readonly method: string; readonly args: readonly unknown[] }
  /** A snapshot takes the place of the state, as after a restart with that file. What was ordered to go wrong stays. */
  | { readonly type: "restored"; readonly snapshot: string }
  /** The service was started again from a file: all connections are gone. */
  | { readonly type: "restarted"; readonly offlineSinceMs: number };

/** Why a stream ended, for the log. */
export type StreamEnd = "client" | "close-frame" | "cut" | "lagging" | "stopped";

/** What comes due by itself: the deadline of an interaction, a heartbeat, the idle time of a mailbox. */
export type Timer = `interaction:${string}` | `heartbeat:${string}` | `mailbox:${string}`;

/** A signed body on its way to an endpoint. */
export interface OutgoingDelivery {
  readonly id: string;
  readonly url: string;
  /** Connect to this IP address; unset leaves it to the system. */
  readonly address?: string | undefined;
  readonly signed: Signed;
  readonly timeoutMs: number;
}

/** What is to be done outside of the state. The edges do it, and hand in what came of it as further inputs. */
export type Effect =
  | {
      readonly type: "log";
      readonly kind: LogKind;
      readonly text: string;
      readonly detail: Readonly<Record<string, unknown>>;
    }
  /** A stream begins; `muted`: its line never carries a byte. */
  | { readonly type: "open"; readonly connectionId: string; readonly muted: boolean }
  | { readonly type: "write"; readonly connectionId: string; readonly text: string }
  /** The line stays open and carries nothing more. */
  | { readonly type: "mute"; readonly connectionId: string }
  | { readonly type: "end"; readonly connectionId: string; readonly end: StreamEnd; readonly severed: boolean }
  /** A mailbox has something to read, or is gone. */
  | { readonly type: "mailbox"; readonly mailboxId: string }
  /** An interaction changed, or what its person sees of it. */
  | { readonly type: "interaction"; readonly interactionId: string }
  /** The text of a message changed, or its reactions, or it is gone; without an id, everything may be another. */
  | { readonly type: "message"; readonly messageId: string | undefined }
  | { readonly type: "deliver"; readonly delivery: OutgoingDelivery }
  /** Hand in `due` after that time; without one, never. One timer a name: setting it again replaces it. */
  | { readonly type: "timer"; readonly timer: Timer; readonly afterMs: number | undefined };

export interface Instant {
  /** Wall-clock time, milliseconds since the Unix epoch. */
  readonly nowMs: number;
  /** Milliseconds on a clock that never goes backward. */
  readonly monotonicMs: number;
}

/**
 * One input being applied: the state, the instant, and what is to be done outside because of it. Rules take it as
 * their first argument; they read no clock, open no socket and keep nothing of their own.
 */
export interface Tx extends Instant {
  /** The state, plain data. Rules change it in place: it belongs to the machine while an input is applied. */
  readonly world: World;
  readonly settings: Settings;
  /** What the edges have to carry out, in order. */
  readonly effects: Effect[];
}

export function log(tx: Tx, kind: LogKind, text: string, detail: Readonly<Record<string, unknown>> = {}): void {
  tx.effects.push({ type: "log", kind, text, detail });
}
