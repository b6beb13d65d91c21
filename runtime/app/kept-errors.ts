import { isRecord } from "../http/answer.js";
import {
  ArgumentError,
  HttpError,
  InteractionExpiredError,
  isAppsError,
  MissingCredentialError,
  NoAnswerError,
  ProtocolError,
  RateLimitedError,
  RefusalError,
} from "../http/errors/index.js";
import { InteractionClosedError } from "../interaction/errors.js";

/** What a call that says something fails with. */
const CLASSES = [
  ArgumentError,
  HttpError,
  InteractionClosedError,
  InteractionExpiredError,
  MissingCredentialError,
  NoAnswerError,
  ProtocolError,
  RateLimitedError,
  RefusalError,
];

/** What a call failed with, as plain data; the sentence alone where a build from before wrote it. */
export type KeptError = string | Readonly<Record<string, unknown>>;

export function keptError(error: unknown): KeptError {
  if (isAppsError(error)) return error.toJSON();
  return error instanceof Error ? { name: error.name, message: error.message } : { message: String(error) };
}

/** The error again: a handler that looks at its class, its reason or its code finds what it found before. */
export function errorAgain(kept: KeptError): Error {
  if (!isRecord(kept)) return new ArgumentError(String(kept));
  const { name, message, ...facts } = kept;
  const error = new Error(String(message));
  const known = CLASSES.find(({ prototype }) => prototype.name === name);
  if (known) return Object.assign(Object.setPrototypeOf(error, known.prototype as object) as Error, facts);
  return Object.defineProperty(error, "name", { value: name ?? "Error" });
}
