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
  throw new RangeError("not the form of a AccountId");
}

/** The same value as a {@link T.AppId}. Throws a RangeError when it does not have that form. */
export function asAppId(value: string): T.AppId {
  if (isAppId(value)) return value;
  throw new RangeError("not the form of a AppId");
}

/** The same value as a {@link T.CategoryId}. Throws a RangeError when it does not have that form. */
export function asCategoryId(value: string): T.CategoryId {
  if (isCategoryId(value)) return value;
  throw new RangeError("not the form of a CategoryId");
}

/** The same value as a {@link T.ChannelId}. Throws a RangeError when it does not have that form. */
export function asChannelId(value: string): T.ChannelId {
  if (isChannelId(value)) return value;
  throw new RangeError("not the form of a ChannelId");
}

/** The same value as a {@link T.CommandId}. Throws a RangeError when it does not have that form. */
export function asCommandId(value: string): T.CommandId {
  if (isCommandId(value)) return value;
  throw new RangeError("not the form of a CommandId");
}

/** The same value as a {@link T.ConnectionId}. Throws a RangeError when it does not have that form. */
export function asConnectionId(value: string): T.ConnectionId {
  if (isConnectionId(value)) return value;
  throw new RangeError("not the form of a ConnectionId");
}

/** The same value as a {@link T.DeliveryId}. Throws a RangeError when it does not have that form. */
export function asDeliveryId(value: string): T.DeliveryId {
  if (isDeliveryId(value)) return value;
  throw new RangeError("not the form of a DeliveryId");
}

/** The same value as a {@link T.EventId}. Throws a RangeError when it does not have that form. */
export function asEventId(value: string): T.EventId {
  if (isEventId(value)) return value;
  throw new RangeError("not the form of a EventId");
}

/** The same value as a {@link T.InteractionId}. Throws a RangeError when it does not have that form. */
export function asInteractionId(value: string): T.InteractionId {
  if (isInteractionId(value)) return value;
  throw new RangeError("not the form of a InteractionId");
}

/** The same value as a {@link T.MailboxCursor}. Throws a RangeError when it does not have that form. */
export function asMailboxCursor(value: string | number): T.MailboxCursor {
  if (isMailboxCursor(value)) return value;
  throw new RangeError("not the form of a MailboxCursor");
}

/** The same value as a {@link T.MailboxId}. Throws a RangeError when it does not have that form. */
export function asMailboxId(value: string): T.MailboxId {
  if (isMailboxId(value)) return value;
  throw new RangeError("not the form of a MailboxId");
}

/** The same value as a {@link T.MessageId}. Throws a RangeError when it does not have that form. */
export function asMessageId(value: string): T.MessageId {
  if (isMessageId(value)) return value;
  throw new RangeError("not the form of a MessageId");
}

/** The same value as a {@link T.Revision}. Throws a RangeError when it does not have that form. */
export function asRevision(value: string | number): T.Revision {
  if (isRevision(value)) return value;
  throw new RangeError("not the form of a Revision");
}

/** The same value as a {@link T.RoleId}. Throws a RangeError when it does not have that form. */
export function asRoleId(value: string): T.RoleId {
  if (isRoleId(value)) return value;
  throw new RangeError("not the form of a RoleId");
}

/** The same value as a {@link T.ServerId}. Throws a RangeError when it does not have that form. */
export function asServerId(value: string): T.ServerId {
  if (isServerId(value)) return value;
  throw new RangeError("not the form of a ServerId");
}
