import { wordsOf } from "../../events/dispatch/words.js";
import { isRecord } from "../../base/values.js";
import { ArgumentError, HttpError, isAppsError, NoAnswerError, ProtocolError } from "../../base/errors.js";
import {
  InteractionExpiredError,
  MissingCredentialError,
  RateLimitedError,
  RefusalError,
} from "../../http/errors/index.js";
import { InteractionClosedError } from "../../interaction/errors.js";

/** Errors that calls on an interaction reject with. */
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

/** An error as data; the message alone in records of an earlier build. */
export type StoredError = string | Readonly<Record<string, unknown>>;

export function storeError(error: unknown): StoredError {
  if (isAppsError(error)) return error.toJSON();
  return wordsOf(error);
}

/** The error that was stored: of the same class, with the same facts, such as its reason or its code. */
export function restoreError(stored: StoredError): Error {
  if (!isRecord(stored)) return new ArgumentError(String(stored));
  const { name, message, ...facts } = stored;
  const error = new Error(String(message));
  const known = CLASSES.find(({ prototype }) => prototype.name === name);
  if (known) return Object.assign(Object.setPrototypeOf(error, known.prototype as object) as Error, facts);
  return Object.defineProperty(error, "name", { value: name ?? "Error" });
}
