import { assemble, clockOf, seedOf } from "./assemble.js";
import type { SandboxClock } from "./clock/clock.js";
import type { VirtualClock } from "./clock/virtual.js";
import { systemResolve } from "./delivery/address.js";
import { listen, platformApp, type Listening } from "./http/server.js";
import type { SandboxOptions } from "./options.js";
import type { Platform } from "./platform.js";
import { Portal } from "./portal/portal.js";
import { Sandbox } from "./sandbox.js";
import { Service } from "./service.js";
import { populate } from "./world/defaults.js";
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
 */
export async function startSandbox<const O extends SandboxOptions>(options?: O): Promise<Sandbox<ClockFor<O>>> {
  const given: SandboxOptions = options ?? {};
  const clock = clockOf(given);
  const world = new World(seedOf(given));
  const platform = assemble(given, world, clock);
  const { allowLoopbackEndpoints: allowLoopback = false, resolve = systemResolve } = given;
  const portal = new Portal(platform, { allowLoopback, resolve });
  const ids = populate(platform, portal);
  platform.log.clear();
  const service = new Service(platform);
  const server = await listenFor(given, platform, service);
  // `clockOf` made the clock that the type says these options make.
  const typedClock = clock as ClockFor<O>;
  return new Sandbox({
    platform,
    clock: typedClock,
    service,
    portal,
    ids,
    server,
    control: undefined,
    onStop: () => undefined,
  });
}

async function listenFor(
  { port = 0, host = "127.0.0.1", allowRemote = false }: SandboxOptions,
  platform: Platform,
  service: Service,
): Promise<Listening | undefined> {
  if (port === null) return undefined;
  return listen(platformApp(service, platform.settings.parameters.bodyLimitBytes), { host, port, allowRemote });
}
