import type { Clock } from "../../abi/index.js";
import { type Refusal, refuse } from "../core/refusal.js";

/** Receives a body from an adapter, piece by piece. */
export interface BodyTicket {
  /** Takes a piece. False: stop reading. A piece that is not bytes ends the reading. */
  take(piece: unknown): boolean;
  /** The body is complete. */
  end(): void;
  /** The connection broke before the end. */
  fail(): void;
  /** The bytes were read or decoded by something before; the message says what to change. */
  lose(message: string): void;
}

/** Starts reading into the ticket; the returned function stops reading. */
export type BodyPump = (ticket: BodyTicket) => () => void;

const nothingToStop = (): void => undefined;

/** A body whose bytes are lost: reported only for a request that could be a delivery. */
export const lostBody =
  (message: string): BodyPump =>
  (ticket) => {
    ticket.lose(message);
    return nothingToStop;
  };

/** The message for a body that came as text, or as something else that is no bytes. */
export const decodedMessage =
  "The body of this request arrived as text, and the signature covers its raw bytes. Remove what decodes it, such as a " +
  "call of setEncoding(), or mount the deliveries before it.";

/** Limits on bodies. */
export interface IntakeLimits {
  /** Most bytes of one body. */
  readonly bodyLimitBytes: number;
  /** Most bytes of all bodies together that are being read or verified. */
  readonly totalLimitBytes: number;
  /** Timeout of reading one body. */
  readonly timeoutMs: number;
}

/** A complete body. Call `release` when its bytes are no longer needed. */
export interface TakenBody {
  readonly ok: true;
  readonly bytes: Uint8Array;
  release(): void;
}

/** The bytes of the body are lost. */
export interface LostBody {
  readonly ok: "lost";
  /** What to change. */
  readonly message: string;
}

/** Reads bodies within limits. */
export interface Intake {
  read(pump: BodyPump): Promise<TakenBody | LostBody | Refusal>;
}

/**
 * Reads bodies within limits on the size of one, the time for one, and the bytes of all. A stranger can pass every check
 * of headers, so these limits bound the memory. When the total is exceeded, the largest pending body is refused, which
 * during an attack is never a small genuine one.
 */
export function createIntake(limits: IntakeLimits, clock: Clock): Intake {
  const arriving = new Set<Arrival>();
  let heldBytes = 0;

  const shed = (): void => {
    let largest: Arrival | undefined;
    for (const arrival of arriving) if (largest === undefined || arrival.size > largest.size) largest = arrival;
    largest?.settle(refuse("body-too-large"));
  };

  return {
    read: (pump) =>
      new Promise((resolve) => {
        const gathered = gather();
        let refused = false;
        let stop = (): void => undefined;
        const release = (): void => {
          heldBytes -= arrival.size;
          arrival.size = 0;
        };
        const arrival: Arrival = {
          size: 0,
          settle(outcome) {
            if (!arriving.delete(arrival)) return;
            cancel();
            if (outcome === undefined) return resolve({ ok: true, bytes: gathered.bytes(), release });
            refused = true;
            gathered.drop();
            release();
            stop();
            resolve(outcome);
          },
        };
        // One more turn of the event loop: after a stall, timers fire before a body that came in time is read.
        let cancel = clock.schedule(() => {
          cancel = clock.schedule(() => arrival.settle(refuse("body-timeout")), 0);
        }, limits.timeoutMs);
        arriving.add(arrival);
        stop = pump({
          take(piece) {
            if (!arriving.has(arrival)) return false;
            const bytes = asBytes(piece);
            if (bytes === undefined) {
              arrival.settle({ ok: "lost", message: decodedMessage });
              return false;
            }
            arrival.size += bytes.length;
            heldBytes += bytes.length;
            gathered.add(bytes);
            if (arrival.size > limits.bodyLimitBytes) arrival.settle(refuse("body-too-large"));
            else if (heldBytes > limits.totalLimitBytes) shed();
            return arriving.has(arrival);
          },
          end: () => arrival.settle(undefined),
          fail: () => arrival.settle(refuse("body-aborted")),
          lose: (message) => arrival.settle({ ok: "lost", message }),
        });
        if (refused) stop();
      }),
  };
}

/** A body that is being read. */
interface Arrival {
  size: number;
  /** Ends the reading; without an outcome the body is complete. Only the first call counts. */
  settle(outcome: Refusal | LostBody | undefined): void;
}

const nothing = /* @__PURE__ */ new Uint8Array(0);

/**
 * Joins pieces. A body in one piece is not copied. Otherwise the buffer grows by doubling, so that single bytes cost neither
 * an object nor a copy each.
 */
function gather(): { add(piece: Uint8Array): void; bytes(): Uint8Array; drop(): void } {
  let joined: Uint8Array = nothing;
  let length = 0;
  return {
    add(piece) {
      const needed = length + piece.length;
      if (length === 0) joined = piece;
      else {
        if (needed > joined.length) {
          const grown = new Uint8Array(Math.max(needed, 2 * joined.length));
          grown.set(joined.subarray(0, length));
          joined = grown;
        }
        joined.set(piece, length);
      }
      length = needed;
    },
    bytes: () => joined.subarray(0, length),
    drop() {
      joined = nothing;
      length = 0;
    },
  };
}

/**
 * The bytes of any view or `ArrayBuffer`, without a copy; `undefined` for anything else. Works without `instanceof` for
 * bytes of another realm (edge runtimes, `vm`, Jest).
 */
export function asBytes(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]"
    ? new Uint8Array(value as ArrayBuffer) // which is what the tag says
    : undefined;
}
