import type { FleetReport } from "../diagnostics/fleet.js";
import { fieldsOf } from "./engine/adapter.js";
import type { EngineSession } from "./engine/contract.js";
import { FleetError } from "./errors.js";
import type { Lease } from "./lease.js";

/** What is registered, and by which build. */
export interface CommandsVersion {
  /** Of all definitions, in whatever way is the same on every machine. */
  readonly hash: string;
  /** Default: the fleet's `build`. Without one, the member that starts last registers its own. */
  readonly build?: string | undefined;
}

/** `registered` by this member, `same` as what is there, or `newer` is there and stays. */
export type CommandsOutcome = "registered" | "same" | "newer";

const KEY = "commands";

export interface CommandsOptions {
  readonly session: Pick<EngineSession, "state">;
  /** The lease under which one member at a time registers. */
  readonly lease: Lease;
  readonly report: FleetReport;
  readonly signal?: AbortSignal | undefined;
}

/** Registers commands once over all members, and never those of an older build over those of a newer one. */
export async function registerOnce(
  version: CommandsVersion,
  register: () => Promise<void>,
  { session, lease, report, signal }: CommandsOptions,
): Promise<CommandsOutcome> {
  const { hash, build = "" } = version;
  try {
    if (!(await lease.acquired(signal)))
      throw new FleetError("closed", "The fleet was closed before commands were registered.");
    const entry = await session.state.get(KEY);
    const known = entry === undefined ? undefined : readVersion(entry.value);
    if (known !== undefined && compareBuilds(build, known.build) < 0) {
      const mine = build === "" ? "has no build" : `is ${build}`;
      const message = `Commands of build ${known.build} are registered and stay; this one ${mine}.`;
      report("commands_kept", message, { build, registered: known.build });
      return "newer";
    }
    if (known?.hash === hash) {
      if (known.build !== build) await session.state.put(KEY, JSON.stringify({ hash, build }), entry?.revision);
      return "same";
    }
    await register();
    await session.state.put(KEY, JSON.stringify({ hash, build }), entry?.revision);
    return "registered";
  } finally {
    await lease.release();
  }
}

/** Between a number and what comes before it: `1.10.0-rc.1` is older than `1.10.0`. */
const CANDIDATE = /-(?=(?:alpha|beta|rc|pre|preview|dev|next|canary|nightly|snapshot)(?![a-z]))/i;

/** As people number builds: `1.10.0` comes after `1.9.0`, and after its own candidates. No build is older than any. */
function compareBuilds(one: string, other: string): number {
  const [[a = "", aCandidate], [b = "", bCandidate]] = [one.split(CANDIDATE), other.split(CANDIDATE)];
  const compare = (x: string, y: string) => x.localeCompare(y, "en", { numeric: true });
  if (aCandidate !== undefined && bCandidate !== undefined) return compare(a, b) || compare(aCandidate, bCandidate);
  return compare(a, b) || Number(bCandidate !== undefined) - Number(aCandidate !== undefined);
}

function readVersion(text: string): { readonly hash: string; readonly build: string } | undefined {
  const { hash, build } = fieldsOf(text);
  return typeof hash === "string" && typeof build === "string" ? { hash, build } : undefined;
}
