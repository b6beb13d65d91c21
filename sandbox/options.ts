import type { SandboxClock } from "./clock/clock.js";
import type { Resolve } from "./delivery/address.js";
import type { EndpointPost } from "./delivery/post.js";
import type { Witness } from "./rest/wire.js";
import type { Readings } from "./readings.js";
import type { SandboxParameters } from "./settings.js";

/** How to start a sandbox. Everything has a default. */
export interface SandboxOptions {
  /** The machine's time ("real", the default), a clock that is stepped ("virtual"), or any clock of that shape. */
  readonly clock?: "real" | "virtual" | SandboxClock;
  /** Where a virtual clock starts, milliseconds since the Unix epoch. Default: 2030-01-01T00:00:00Z. */
  readonly startMs?: number;
  /** From what ids, secrets and keys are derived. Default: random, and shown in the log. */
  readonly seed?: number | string;
  /** Port for REST and the gateway. Default: 0, any free one. `null` opens none: in-process only. */
  readonly port?: number | null;
  /** Port for the control interface of the portal. Default: `null`, none. */
  readonly controlPort?: number | null;
  /** Address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** Allows a `host` that other machines can reach. Default: false. */
  readonly allowRemote?: boolean;
  /** File that keeps the world between runs, made when it is not there. Default: none. */
  readonly data?: string;
  /** File to start from, made by `save()` or by `data`. It is only read. Default: none. */
  readonly from?: string;
  /** How to read what the platform's documentation leaves open. Default: each entry's own default. */
  readonly assumptions?: Partial<Readings>;
  /** Quantities the platform does not publish, and bounds of the sandbox itself. */
  readonly parameters?: Partial<SandboxParameters>;
  /** Accepts endpoints on this machine over `http` and on any port. Default: false. */
  readonly allowLoopbackEndpoints?: boolean;
  /** Records everything that goes in and comes out, for `recording()`. Only from a new world. Default: false. */
  readonly record?: boolean;
  /** Hears of every request as it came, credentials included, once it is answered. Default: nobody. */
  readonly witness?: Witness;
  /** How host names of endpoints are resolved. Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** How deliveries are carried. Default: over the network, to the address that was checked. */
  readonly post?: EndpointPost;
}
