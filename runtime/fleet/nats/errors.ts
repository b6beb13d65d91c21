import { JetStreamApiError } from "@nats-io/jetstream";
import { FleetError, type FleetErrorReason, isFleetError } from "../errors.js";

/** Codes of the JetStream API that mean something here. */
const WRONG_LAST_SEQUENCE = [10071, 10164];
const WRONG_LAST_ID = 10070;
const IN_PROCESS = 10158;
const FULL = [10077, 10122];
/** Has one code with what else keeps an entry from being stored, such as a folder that is gone. */
const BOUND = /maximum/i;
const TOO_LARGE = 10054;
const STREAM_NAME_IN_USE = 10058;
const SUBJECTS_OVERLAP = 10065;
const NOT_FOUND = [10059, 10014];
const COPIES_NEED_CLUSTER = 10074;
/** The configuration of an existing consumer cannot become the wanted one. */
const CONSUMER_DIFFERS = [10012, 10013, 10105, 10148];

const codeOf = (error: unknown): number | undefined => (error instanceof JetStreamApiError ? error.code : undefined);

const among = (error: unknown, codes: readonly number[]): boolean => codes.includes(codeOf(error) ?? 0);

/** Another write of the key came first, or the last entry of the stream is not the one named. */
export const isConflict = (error: unknown): boolean => among(error, [...WRONG_LAST_SEQUENCE, WRONG_LAST_ID]);
/** The id of the entry is known, and whether the entry will be there is not. */
export const isInProcess = (error: unknown): boolean => among(error, [IN_PROCESS]);
export const isFull = (error: unknown): boolean =>
  among(error, FULL) && error instanceof Error && BOUND.test(error.message);
/** More than one copy was asked of a server that is in no cluster. */
export const isAlone = (error: unknown): boolean => among(error, [COPIES_NEED_CLUSTER]);
export class NoLeaderError extends Error {
  override readonly name = "NoLeaderError";
}

/** Somebody else created it at the same moment, or it differs. */
const isNameTaken = (error: unknown): boolean => among(error, [STREAM_NAME_IN_USE, ...CONSUMER_DIFFERS]);
/** Its subjects are those of another stream, or of the same one, which another member is creating. */
export const isOverlap = (error: unknown): boolean => among(error, [SUBJECTS_OVERLAP]);
export const isNotFound = (error: unknown): boolean => among(error, NOT_FOUND);

/** It may exist in a moment: another member creates it, or its leader is being elected. */
export const isBeingMade = (error: unknown): boolean =>
  isNameTaken(error) ||
  isOverlap(error) ||
  isNotFound(error) ||
  error instanceof NoLeaderError ||
  (error instanceof Error && error.name === "TimeoutError");

/** Any error of the client as a `FleetError` in words. */
export function asNatsFleetError(error: unknown, what: string): FleetError {
  if (isFleetError(error)) return error;
  const name = error instanceof Error ? error.name : "";
  const text = error instanceof Error ? error.message : String(error);
  const causeText = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  const fleetError = (reason: FleetErrorReason, why: string) =>
    new FleetError(reason, `${what}: ${why}`, { cause: error });
  if (/permission|authorization/i.test(`${name} ${text} ${causeText}`))
    return fleetError("forbidden", `the server refuses it to these credentials (${text}).`);
  if (among(error, [TOO_LARGE]) || /^Invalid(Argument|Subject)Error$/.test(name)) return fleetError("argument", text);
  if (isOverlap(error)) return fleetError("mismatch", `another stream takes subjects of this fleet (${text}).`);
  const isWithout = /jetstream.*not enabled|no responders/i.test(`${text} ${causeText}`);
  const hint =
    "The server runs without JetStream (start it with -js), is not ready yet, or has no majority of its cluster.";
  return fleetError("unavailable", isWithout ? hint : text);
}
