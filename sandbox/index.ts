/**
 * The Bot App Platform on one machine: for tests of Apps, for development without a network, and for seeing what the
 * real platform rarely shows.
 */
export { replay, startSandbox, type ClockFor } from "./start.js";
export type { SandboxOptions } from "./start.js";
export type { SandboxParameters } from "./settings.js";
export type { Sandbox, SandboxDefaults } from "./sandbox.js";
export type { SandboxClock } from "./clock/clock.js";
export { createVirtualClock, type VirtualClock, type VirtualClockOptions } from "./clock/clock.js";
export type { WireAnswer, WireRequest, WireStream } from "./wire.js";
export type { Portal } from "./portal/portal.js";
export type { InstallScreen, IssuedCredential } from "./portal/apps.js";
export type { Person } from "./people/person.js";
export type { TriggerOptions, CommandName } from "./people/trigger.js";
export type { Place } from "./machine/tx.js";
export type { PersonInteraction } from "./people/interaction.js";
export type { ArgumentValue } from "./people/trigger.js";
export { SandboxRefusal } from "./refusal.js";
export { formatEntry, type LogEntry, type LogKind, type SandboxLog } from "./log.js";
export type { LiveFaults } from "./faults/rules.js";
export type { Aim, FaultInjector, TimedAim, OrderedFault } from "./faults/faults.js";
export type {
  AnswerEffect,
  DeliveryEffect,
  DeliveryFault,
  Fault,
  FaultFrequency,
  RestEffect,
  RestFault,
  StreamEffect,
  StreamFault,
} from "./faults/shapes.js";
export type { EndpointPost, EndpointRequest } from "./edge/sender.js";
export type { EndpointAnswer } from "./wire.js";
export type { Resolve } from "./delivery/address.js";
export type { Notice } from "./world/live.js";
export type { Json, InteractionRecord, MessageRecord, SeenText } from "./world/records.js";
