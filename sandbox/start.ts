import { type SandboxClock, realClock, createVirtualClock, type VirtualClock } from "./clock/clock.js";
import { type Resolve, systemResolve } from "./delivery/address.js";
import { type EndpointPost, networkPost, EndpointSender } from "./edge/sender.js";
import type { RequestObserver } from "./wire.js";
import {
  type Assumptions,
  checkAssumptions,
  checkParameters,
  givenBy,
  type SandboxParameters,
  settingsOf,
  type Settings,
} from "./settings.js";
import { randomBytes } from "node:crypto";
import { controlHandler } from "./control/server.js";
import { Journal, record, lockFile, readWorldFile, type RestoredWorld } from "./edge/journal.js";
import { Machine, portalOf } from "./edge/machine.js";
import { Service } from "./edge/service.js";
import { listen, platformHandler } from "./http.js";
import { newWorld, replay as replayText } from "./machine/recording.js";
import { Sandbox } from "./sandbox.js";

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
  readonly assumptions?: Partial<Assumptions>;
  /** Quantities the platform does not publish, and bounds of the sandbox itself. */
  readonly parameters?: Partial<SandboxParameters>;
  /** Accepts endpoints on this machine over `http` and on any port. Default: false. */
  readonly allowLoopbackEndpoints?: boolean;
  /** Records everything that goes in and comes out, for `recording()`. Only from a new world. Default: false. */
  readonly record?: boolean;
  /** Hears of every request as it came, credentials included, once it is answered. Default: nobody. */
  readonly observer?: RequestObserver;
  /** How host names of endpoints are resolved. Default: the system's resolver. */
  readonly resolve?: Resolve;
  /** How deliveries are carried. Default: over the network, to the address that was checked. */
  readonly post?: EndpointPost;
}

const OPTIONS: Readonly<Record<keyof SandboxOptions, true>> = {
  clock: true,
  startMs: true,
  seed: true,
  port: true,
  controlPort: true,
  host: true,
  allowRemote: true,
  data: true,
  from: true,
  assumptions: true,
  parameters: true,
  allowLoopbackEndpoints: true,
  record: true,
  observer: true,
  resolve: true,
  post: true,
};

/** Under a wrong name or of another kind, an option would be passed over: the clock would be the machine's. */
function check(options: SandboxOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(OPTIONS, name)) continue;
    throw new Error(`startSandbox() has no option "${name}"; there are ${Object.keys(OPTIONS).join(", ")}`);
  }
  checkAssumptions(options.assumptions ?? {});
  checkParameters(options.parameters ?? {});
  const { clock = "real", seed = "" } = options;
  const { now } = Object(clock) as { readonly now?: unknown }; // programs without types hand over anything
  if (typeof now !== "function" && clock !== "real" && clock !== "virtual") {
    throw new Error(`clock must be "real", "virtual" or a clock, got ${JSON.stringify(clock)}`);
  }
  if (typeof seed !== "number" && typeof seed !== "string") {
    throw new Error(`seed must be a number or a string, got ${typeof seed}`);
  }
}

function clockOf({ clock = "real", startMs }: SandboxOptions): SandboxClock {
  if (clock === "real") return realClock;
  if (clock === "virtual") return createVirtualClock(startMs === undefined ? {} : { startMs });
  return clock;
}

const seedOf = ({ seed }: SandboxOptions): string =>
  seed === undefined ? randomBytes(12).toString("base64url") : String(seed);

/** The clock that a sandbox started with these options has. */
export type ClockFor<O extends SandboxOptions> = O extends { readonly clock: "virtual" }
  ? VirtualClock
  : O extends { readonly clock: infer C extends SandboxClock }
    ? C
    : SandboxClock;

/**
 * Starts the whole platform on this machine: REST, the gateway, deliveries, and everything people do around them.
 *
 * @example
 * const sandbox = await startSandbox({ clock: "virtual", seed: 1 });
 * await sandbox.clock.advance(3000);
 * await sandbox.stop();
 *
 * @throws when an option does not exist or cannot be, the port is taken, the host is not this machine, or the file is not
 *   a world's or in use
 */
export async function startSandbox<const O extends SandboxOptions>(options?: O): Promise<Sandbox<ClockFor<O>>> {
  const given: SandboxOptions = options ?? {};
  check(given);
  const unlock = given.data === undefined ? () => undefined : lockFile(given.data);
  try {
    // `clockOf` makes the clock that the type says these options make.
    return (await start(given, unlock)) as Sandbox<ClockFor<O>>;
  } catch (error) {
    unlock();
    throw error;
  }
}

async function start(options: SandboxOptions, unlock: () => void): Promise<Sandbox> {
  const settings = settingsOf(options);
  const restored = restoredFor(options, settings);
  const clock = clockOf(restored === undefined ? options : { startMs: restored.lastMs, ...options });
  if (restored !== undefined && options.record === true) throw new Error("only a new world can be recorded");
  const seed = seedOf(options);
  const world = restored?.world ?? newWorld(seed, settings, clock.now());
  const sender = new EndpointSender(options.post ?? networkPost(settings.parameters.endpointAnswerBytes));
  const machine = new Machine({ world, clock, sender });
  if (restored !== undefined) machine.apply({ type: "restarted", offlineSinceMs: restored.lastMs });
  const recording = options.record === true ? recordingOf(machine) : undefined;
  const service = new Service(machine, options.observer);
  const { port = 0, host = "127.0.0.1", allowRemote = false } = options;
  const handler = platformHandler(service, settings.parameters.bodyLimitBytes);
  const server = port === null ? undefined : await listen(handler, { host, port, allowRemote });
  const journal = options.data === undefined ? undefined : new Journal(options.data, machine);
  const onStop = (): void => {
    journal?.close();
    unlock();
  };
  const portal = portalOf(machine, options.resolve ?? systemResolve);
  const sandbox = new Sandbox({ machine, clock, service, portal, server, recording, onStop });
  await listenForControl(options, sandbox);
  return sandbox;
}

function restoredFor({ data, from }: SandboxOptions, settings: Settings): RestoredWorld | undefined {
  const kept = data === undefined ? undefined : readWorldFile(data, settings);
  if (kept !== undefined || from === undefined) return kept;
  const restored = readWorldFile(from, settings);
  if (restored === undefined) throw new Error(`there is no file ${from}`);
  return restored;
}

function recordingOf(machine: Machine): () => string {
  const { seed, settings } = machine.world;
  const startMs = machine.clock.now();
  return record(machine, { format: "sandbox-recording", version: 2, seed, startMs, ...givenBy(settings) });
}

async function listenForControl({ controlPort = null }: SandboxOptions, sandbox: Sandbox): Promise<void> {
  if (controlPort === null) return;
  // Never reachable from other machines, whatever the platform's own port does.
  const options = { host: "127.0.0.1", port: controlPort, allowRemote: false };
  try {
    sandbox.controlledBy(await listen(controlHandler(sandbox, replay), options));
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}

/**
 * Plays a recording of `sandbox.recording()` again and gives the recording that results: equal to the first, byte for
 * byte, as long as the sandbox behaves as it did. Any first lines of a recording are one too.
 *
 * @throws when the text is not a recording
 */
export const replay = async (recording: string): Promise<string> => replayText(recording);
