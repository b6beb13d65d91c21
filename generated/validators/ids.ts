/**
 * Makers of the branded values of Bot App Platform.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import type * as T from "../types.js";
import {
  isAccountId,
  isAppId,
  isCategoryId,
  isChannelId,
  isCommandId,
  isConnectionId,
  isDeliveryId,
  isEventId,
  isInteractionId,
  isMailboxCursor,
  isMailboxId,
  isMessageId,
  isRevision,
  isRoleId,
  isServerId,
} from "./guards.js";

/** The same value as a {@link T.AccountId}. Throws a RangeError when it does not have that form. */
export function asAccountId(value: string): T.AccountId {
  if (isAccountId(value)) return value;
  throw misfit(value, "an AccountId, a string that matches ^[0-9]+$", asAccountId);
}

/** The same value as a {@link T.AppId}. Throws a RangeError when it does not have that form. */
export function asAppId(value: string): T.AppId {
  if (isAppId(value)) return value;
  throw misfit(value, "an AppId, a string that matches ^[0-9]+$", asAppId);
}

/** The same value as a {@link T.CategoryId}. Throws a RangeError when it does not have that form. */
export function asCategoryId(value: string): T.CategoryId {
  if (isCategoryId(value)) return value;
  throw misfit(value, "a CategoryId, a string that matches ^[0-9]+$", asCategoryId);
}

/** The same value as a {@link T.ChannelId}. Throws a RangeError when it does not have that form. */
export function asChannelId(value: string): T.ChannelId {
  if (isChannelId(value)) return value;
  throw misfit(value, "a ChannelId, a string that matches ^[0-9]+$", asChannelId);
}

/** The same value as a {@link T.CommandId}. Throws a RangeError when it does not have that form. */
export function asCommandId(value: string): T.CommandId {
  if (isCommandId(value)) return value;
  throw misfit(value, "a CommandId, a string that matches ^[0-9]+$", asCommandId);
}

/** The same value as a {@link T.ConnectionId}. Throws a RangeError when it does not have that form. */
export function asConnectionId(value: string | number): T.ConnectionId {
  if (isConnectionId(value)) return value;
  throw misfit(value, "a ConnectionId, a string or a number", asConnectionId);
}

/** The same value as a {@link T.DeliveryId}. Throws a RangeError when it does not have that form. */
export function asDeliveryId(value: string): T.DeliveryId {
  if (isDeliveryId(value)) return value;
  throw misfit(
    value,
    "a DeliveryId, a string that matches ^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
    asDeliveryId,
  );
}

/** The same value as a {@link T.EventId}. Throws a RangeError when it does not have that form. */
export function asEventId(value: string): T.EventId {
  if (isEventId(value)) return value;
  throw misfit(value, "an EventId, a string", asEventId);
}

/** The same value as a {@link T.InteractionId}. Throws a RangeError when it does not have that form. */
export function asInteractionId(value: string): T.InteractionId {
  if (isInteractionId(value)) return value;
  throw misfit(
    value,
    "an InteractionId, a string that matches ^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
    asInteractionId,
  );
}

/** The same value as a {@link T.MailboxCursor}. Throws a RangeError when it does not have that form. */
export function asMailboxCursor(value: string | number): T.MailboxCursor {
  if (isMailboxCursor(value)) return value;
  throw misfit(value, "a MailboxCursor, a string or a number", asMailboxCursor);
}

/** The same value as a {@link T.MailboxId}. Throws a RangeError when it does not have that form. */
export function asMailboxId(value: string): T.MailboxId {
  if (isMailboxId(value)) return value;
  throw misfit(value, "a MailboxId, a string", asMailboxId);
}

/** The same value as a {@link T.MessageId}. Throws a RangeError when it does not have that form. */
export function asMessageId(value: string): T.MessageId {
  if (isMessageId(value)) return value;
  throw misfit(value, "a MessageId, a string that matches ^[0-9]+$", asMessageId);
}

/** The same value as a {@link T.Revision}. Throws a RangeError when it does not have that form. */
export function asRevision(value: string | number): T.Revision {
  if (isRevision(value)) return value;
  throw misfit(value, "a Revision, a string or a number", asRevision);
}

/** The same value as a {@link T.RoleId}. Throws a RangeError when it does not have that form. */
export function asRoleId(value: string): T.RoleId {
  if (isRoleId(value)) return value;
  throw misfit(value, "a RoleId, a string that matches ^[0-9]+$", asRoleId);
}

/** The same value as a {@link T.ServerId}. Throws a RangeError when it does not have that form. */
export function asServerId(value: string): T.ServerId {
  if (isServerId(value)) return value;
  throw misfit(value, "a ServerId, a string that matches ^[0-9]+$", asServerId);
}

/** The error for a value of another form. It shows next to nothing of the value, which may be a secret in the wrong place. */
function misfit(value: unknown, wanted: string, maker: (value: never) => unknown): RangeError {
  const error = new RangeError(`not the form of ${wanted}: got ${shapeOf(value)}`);
  // Where a stack can be made to begin elsewhere, it begins where the value came from.
  const capture: unknown = Reflect.get(Error, "captureStackTrace");
  if (typeof capture === "function") Reflect.apply(capture, Error, [error, maker]);
  return error;
}

function shapeOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== "string") return `a value of type ${typeof value}`;
  if (value === "") return "an empty string";
  const digits = /^[0-9]{1,4}/.exec(value)?.[0];
  return `a string of length ${value.length}${digits === undefined ? "" : ` that begins with ${digits}`}`;
}
