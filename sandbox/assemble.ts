import { randomBytes } from "node:crypto";
import { realClock, type SandboxClock } from "./clock/clock.js";
import { createVirtualClock } from "./clock/virtual.js";
import { networkPost } from "./delivery/post.js";
import { EndpointSender } from "./delivery/sender.js";
import { FaultBook } from "./faults/book.js";
import { Hub } from "./gateway/hub.js";
import { SandboxLog } from "./log.js";
import type { SandboxOptions } from "./options.js";
import { Notices } from "./people/notices.js";
import type { Platform } from "./platform.js";
import { checkReadings, defaultReadings } from "./readings.js";
import { Rates } from "./rules/rates.js";
import { defaultParameters, type Settings } from "./settings.js";
import { Tape, type TapeHeader } from "./replay/tape.js";
import type { World } from "./world/world.js";

/** The clock that the options ask for. */
export function clockOf({ clock = "real", startMs }: SandboxOptions): SandboxClock {
  if (clock === "real") return realClock;
  if (clock === "virtual") return createVirtualClock(startMs === undefined ? {} : { startMs });
  return clock;
}

/** The seed that the options ask for, or a random one. */
export const seedOf = ({ seed }: SandboxOptions): string =>
  seed === undefined ? randomBytes(12).toString("base64url") : String(seed);

function settingsOf({ assumptions = {}, parameters = {} }: SandboxOptions): Settings {
  checkReadings(assumptions);
  return {
    parameters: { ...defaultParameters, ...parameters },
    readings: { ...defaultReadings, ...assumptions },
    pinned: new Set(Object.keys(assumptions)),
  };
}

function tapeHeader(options: SandboxOptions, { seed }: World, clock: SandboxClock): TapeHeader {
  const { assumptions = {}, parameters = {}, allowLoopbackEndpoints = false } = options;
  const startMs = clock.now();
  return { format: "sandbox-recording", version: 1, seed, startMs, assumptions, parameters, allowLoopbackEndpoints };
}

/** Puts the organs of a platform together around a world. Nothing listens yet. */
export function assemble(options: SandboxOptions, world: World, clock: SandboxClock): Platform {
  const settings = settingsOf(options);
  const log = new SandboxLog(() => clock.now(), settings.parameters.logEntries);
  const tape = options.record === true ? new Tape(tapeHeader(options, world, clock), () => clock.now()) : undefined;
  return {
    tape,
    witness: options.witness,
    world,
    clock,
    log,
    settings,
    hub: new Hub({ world, clock, log, settings, tape }),
    notices: new Notices(),
    rates: new Rates(clock, settings.parameters.requestsPerSecond),
    faults: new FaultBook(world, log),
    sender: new EndpointSender(options.post ?? networkPost(settings.parameters.endpointAnswerBytes)),
  };
}
