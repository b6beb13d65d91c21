import { assumptionDefaults, type SandboxAssumptions } from "./spec.js";

/** How the sandbox reads the points on which the platform's documentation is silent: one entry per assumption. */
export type Readings = SandboxAssumptions;

/** The reading of each entry that holds when none was asked for. */
export const defaultReadings: Readings = assumptionDefaults;
