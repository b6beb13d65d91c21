/**
 * Makers of the branded values of Bot App Platform.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml. Do not edit: change the description and generate again.
 *
 * @module
 */

import type {
  AccountId,
  AppId,
  CategoryId,
  ChannelId,
  CommandId,
  ConnectionId,
  DeliveryId,
  EventId,
  InteractionId,
  MailboxCursor,
  MailboxId,
  MessageId,
  Revision,
  RoleId,
  ServerId,
} from "../types.js";
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

/** The same value as a {@link AccountId}. Throws a RangeError when it does not have that form. */
export function asAccountId(value: string): AccountId {
  if (isAccountId(value)) return value;
  throw new RangeError("not the form of a AccountId");
}

/** The same value as a {@link AppId}. Throws a RangeError when it does not have that form. */
export function asAppId(value: string): AppId {
  if (isAppId(value)) return value;
  throw new RangeError("not the form of a AppId");
}

/** The same value as a {@link CategoryId}. Throws a RangeError when it does not have that form. */
export function asCategoryId(value: string): CategoryId {
  if (isCategoryId(value)) return value;
  throw new RangeError("not the form of a CategoryId");
}

/** The same value as a {@link ChannelId}. Throws a RangeError when it does not have that form. */
export function asChannelId(value: string): ChannelId {
  if (isChannelId(value)) return value;
  throw new RangeError("not the form of a ChannelId");
}

/** The same value as a {@link CommandId}. Throws a RangeError when it does not have that form. */
export function asCommandId(value: string): CommandId {
  if (isCommandId(value)) return value;
  throw new RangeError("not the form of a CommandId");
}

/** The same value as a {@link ConnectionId}. Throws a RangeError when it does not have that form. */
export function asConnectionId(value: string): ConnectionId {
  if (isConnectionId(value)) return value;
  throw new RangeError("not the form of a ConnectionId");
}

/** The same value as a {@link DeliveryId}. Throws a RangeError when it does not have that form. */
export function asDeliveryId(value: string): DeliveryId {
  if (isDeliveryId(value)) return value;
  throw new RangeError("not the form of a DeliveryId");
}

/** The same value as a {@link EventId}. Throws a RangeError when it does not have that form. */
export function asEventId(value: string): EventId {
  if (isEventId(value)) return value;
  throw new RangeError("not the form of a EventId");
}

/** The same value as a {@link InteractionId}. Throws a RangeError when it does not have that form. */
export function asInteractionId(value: string): InteractionId {
  if (isInteractionId(value)) return value;
  throw new RangeError("not the form of a InteractionId");
}

/** The same value as a {@link MailboxCursor}. Throws a RangeError when it does not have that form. */
export function asMailboxCursor(value: string | number): MailboxCursor {
  if (isMailboxCursor(value)) return value;
  throw new RangeError("not the form of a MailboxCursor");
}

/** The same value as a {@link MailboxId}. Throws a RangeError when it does not have that form. */
export function asMailboxId(value: string): MailboxId {
  if (isMailboxId(value)) return value;
  throw new RangeError("not the form of a MailboxId");
}

/** The same value as a {@link MessageId}. Throws a RangeError when it does not have that form. */
export function asMessageId(value: string): MessageId {
  if (isMessageId(value)) return value;
  throw new RangeError("not the form of a MessageId");
}

/** The same value as a {@link Revision}. Throws a RangeError when it does not have that form. */
export function asRevision(value: string | number): Revision {
  if (isRevision(value)) return value;
  throw new RangeError("not the form of a Revision");
}

/** The same value as a {@link RoleId}. Throws a RangeError when it does not have that form. */
export function asRoleId(value: string): RoleId {
  if (isRoleId(value)) return value;
  throw new RangeError("not the form of a RoleId");
}

/** The same value as a {@link ServerId}. Throws a RangeError when it does not have that form. */
export function asServerId(value: string): ServerId {
  if (isServerId(value)) return value;
  throw new RangeError("not the form of a ServerId");
}
