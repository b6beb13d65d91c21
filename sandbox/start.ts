import { assemble, clockOf, seedOf } from "./assemble.js";
import type { SandboxClock } from "./clock/clock.js";
import type { VirtualClock } from "./clock/virtual.js";
import { controlApp } from "./control/server.js";
import { systemResolve } from "./delivery/address.js";
import { listen, platformApp, type Listening } from "./http/server.js";
import type { SandboxOptions } from "./options.js";
import { Journal, lockFile, readWorldFile } from "./persist/journal.js";
import { linesOf, loadWorld, type Restored } from "./persist/lines.js";
import type { Platform } from "./platform.js";
import { Portal } from "./portal/portal.js";
import { replayWith } from "./replay/replay.js";
import { watchDeadlines } from "./rules/interactions.js";
import { Sandbox } from "./sandbox.js";
import { Service } from "./service.js";
import { findDefaults, populate, type DefaultIds } from "./world/defaults.js";
import { World } from "./world/world.js";

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
 * @throws when the port is taken, the host is not this machine, or the file is not a world's or in use
 */
export async function startSandbox<const O extends SandboxOptions>(options?: O): Promise<Sandbox<ClockFor<O>>> {
  const given: SandboxOptions = options ?? {};
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
  const restored =
    readWorldFile(options.data ?? "") ?? (options.from === undefined ? undefined : mustRead(options.from));
  const clock = clockOf(restored === undefined ? options : { startMs: restored.lastMs, ...options });
  const world = new World(restored?.seed ?? seedOf(options));
  const platform = assemble(options, world, clock);
  const { allowLoopbackEndpoints: allowLoopback = false, resolve = systemResolve } = options;
  if (restored !== undefined && options.record === true) throw new Error("only a new world can be recorded");
  const portal = new Portal(platform, { allowLoopback, resolve });
  const ids = restored === undefined ? populate(platform, portal) : restore(platform, restored);
  platform.log.reset();
  const service = new Service(platform);
  const server = await listenFor(options, platform, service);
  const journal = options.data === undefined ? undefined : follow(platform, options.data);
  const onStop = (): void => {
    world.listen(undefined);
    journal?.close();
    unlock();
  };
  const sandbox = new Sandbox({ platform, clock, service, portal, ids, server, onStop });
  await listenForControl(options, sandbox);
  return sandbox;
}

function mustRead(file: string): Restored {
  const restored = readWorldFile(file);
  if (restored === undefined) throw new Error(`there is no file ${file}`);
  return restored;
}

/** Brings a world back: its records, its feeds, and the deadlines that were running. */
function restore(platform: Platform, { changes, lastMs }: Restored): DefaultIds {
  platform.hub.restore(loadWorld(platform.world, changes), lastMs);
  for (const interaction of platform.world.interactions.list()) watchDeadlines(platform, interaction);
  return findDefaults(platform);
}

function follow(platform: Platform, file: string): Journal {
  const journal = Journal.follow(
    file,
    () => platform.clock.now(),
    () => linesOf(platform),
  );
  platform.world.listen((change) => journal.take(change));
  return journal;
}

async function listenForControl({ controlPort = null }: SandboxOptions, sandbox: Sandbox): Promise<void> {
  if (controlPort === null) return;
  // Never reachable from other machines, whatever the platform's own port does.
  const options = { host: "127.0.0.1", port: controlPort, allowRemote: false };
  try {
    sandbox.controlledBy(await listen(controlApp(sandbox), options));
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}

async function listenFor(
  { port = 0, host = "127.0.0.1", allowRemote = false }: SandboxOptions,
  platform: Platform,
  service: Service,
): Promise<Listening | undefined> {
  if (port === null) return undefined;
  return listen(platformApp(service, platform.settings.parameters.bodyLimitBytes), { host, port, allowRemote });
}

/**
 * Plays a recording of `sandbox.recording()` again, in a new sandbox on a virtual clock, and gives the recording that
 * results: equal to the first, byte for byte, as long as the sandbox behaves as it did.
 */
export const replay = (recording: string): Promise<string> => replayWith((options) => startSandbox(options), recording);
