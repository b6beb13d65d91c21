/**
 * Guards of what the operations of Bot App Platform send and answer.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import {
  isAccountId,
  isAnswerBody,
  isApp,
  isAppId,
  isAppsChanged,
  isChannelId,
  isChannelMoved,
  isChannelsChanged,
  isCommandEdited,
  isCommandId,
  isCommandList,
  isCommandSaved,
  isConfirmation,
  isCreateChannelBody,
  isCreateCommandBody,
  isCreateMessageBody,
  isCreateRoleBody,
  isDeleted,
  isEditChannelBody,
  isEditCommandBody,
  isEditMessageBody,
  isEditRoleBody,
  isErrorBody,
  isIntentFamily,
  isInteractionId,
  isInteractionOutcome,
  isMailboxBatch,
  isMailboxCursor,
  isMailboxId,
  isMailboxOpened,
  isMemberList,
  isMessageCreated,
  isMessageEdited,
  isMessageId,
  isMessagePage,
  isReactionBody,
  isReactionToggled,
  isRevisionBody,
  isRoleId,
  isRolesChanged,
  isServerId,
  isServerSnapshot,
  isSigningKeyList,
} from "./guards.js";
import { isArray, isObject } from "./support.js";

function is$EditChannelAnswer2XX_1(value: unknown): boolean {
  return isChannelMoved(value) || isChannelsChanged(value);
}

function is$GetMeAnswer2XX_1(value: unknown): boolean {
  if (!isObject(value)) return false;
  const app = value["app"];
  return isApp(app);
}

function is$OpenMailboxIntents_1(value: unknown): boolean {
  if (!isArray(value)) return false;
  if (!(value.length >= 1)) return false;
  for (const item_ of value) {
    if (!isIntentFamily(item_)) return false;
  }
  return true;
}

function is$OpenStreamIntents_1(value: unknown): boolean {
  if (!isArray(value)) return false;
  if (!(value.length >= 1)) return false;
  for (const item_ of value) {
    if (!isIntentFamily(item_)) return false;
  }
  return true;
}

/** A guard for a value of any shape. */
export type Guard = (value: unknown) => boolean;

/** The guards of one operation. */
export interface OperationValidators {
  /** The body, where one is sent. */
  readonly body?: Guard;
  /** Each parameter outside the body, by its name in TypeScript; undefined fits where it may be left out. */
  readonly params?: Readonly<Record<string, Guard>>;
  /** The body of an answer, by status; a status without content is left out. */
  readonly answers: Readonly<Record<string, Guard>>;
}

/** The guards of every operation, by its id. */
export const operationValidators = {
  answerInteraction: {
    body: isAnswerBody,
    params: { interactionId: isInteractionId },
    answers: { "2XX": isInteractionOutcome, "429": isErrorBody },
  },
  assignAppRole: {
    body: isRevisionBody,
    params: { serverId: isServerId, appId: isAppId, roleId: isRoleId },
    answers: { "2XX": isAppsChanged, "429": isErrorBody },
  },
  assignMemberRole: {
    body: isRevisionBody,
    params: { serverId: isServerId, accountId: isAccountId, roleId: isRoleId },
    answers: { "2XX": isRolesChanged, "429": isErrorBody },
  },
  closeMailbox: { params: { mailboxId: isMailboxId }, answers: { "429": isErrorBody } },
  confirmInteraction: {
    body: isConfirmation,
    params: { interactionId: isInteractionId },
    answers: { "2XX": isInteractionOutcome, "429": isErrorBody },
  },
  createChannel: {
    body: isCreateChannelBody,
    params: { serverId: isServerId },
    answers: { "201": isChannelsChanged, "429": isErrorBody },
  },
  createCommand: { body: isCreateCommandBody, answers: { "2XX": isCommandSaved, "429": isErrorBody } },
  createMessage: {
    body: isCreateMessageBody,
    params: { serverId: isServerId, channelId: isChannelId },
    answers: { "201": isMessageCreated, "429": isErrorBody },
  },
  createRole: {
    body: isCreateRoleBody,
    params: { serverId: isServerId },
    answers: { "201": isRolesChanged, "429": isErrorBody },
  },
  deleteChannel: {
    body: isRevisionBody,
    params: { serverId: isServerId, channelId: isChannelId },
    answers: { "2XX": isChannelsChanged, "429": isErrorBody },
  },
  deleteCommand: { params: { commandId: isCommandId }, answers: { "429": isErrorBody } },
  deleteMessage: {
    params: { serverId: isServerId, channelId: isChannelId, messageId: isMessageId },
    answers: { "2XX": isDeleted, "429": isErrorBody },
  },
  deleteRole: {
    body: isRevisionBody,
    params: { serverId: isServerId, roleId: isRoleId },
    answers: { "2XX": isRolesChanged, "429": isErrorBody },
  },
  editChannel: {
    body: isEditChannelBody,
    params: { serverId: isServerId, channelId: isChannelId },
    answers: { "2XX": is$EditChannelAnswer2XX_1, "429": isErrorBody },
  },
  editCommand: {
    body: isEditCommandBody,
    params: { commandId: isCommandId },
    answers: { "2XX": isCommandEdited, "429": isErrorBody },
  },
  editMessage: {
    body: isEditMessageBody,
    params: { serverId: isServerId, channelId: isChannelId, messageId: isMessageId },
    answers: { "2XX": isMessageEdited, "429": isErrorBody },
  },
  editRole: {
    body: isEditRoleBody,
    params: { serverId: isServerId, roleId: isRoleId },
    answers: { "2XX": isRolesChanged, "429": isErrorBody },
  },
  followUpInteraction: {
    body: isAnswerBody,
    params: { interactionId: isInteractionId },
    answers: { "2XX": isInteractionOutcome, "429": isErrorBody },
  },
  getMe: { answers: { "2XX": is$GetMeAnswer2XX_1, "429": isErrorBody } },
  getServer: { params: { serverId: isServerId }, answers: { "2XX": isServerSnapshot, "429": isErrorBody } },
  listCommands: { answers: { "2XX": isCommandList, "429": isErrorBody } },
  listMembers: { params: { serverId: isServerId }, answers: { "2XX": isMemberList, "429": isErrorBody } },
  listMessages: {
    params: {
      serverId: isServerId,
      channelId: isChannelId,
      before: (value: unknown) => value === undefined || isMessageId(value),
    },
    answers: { "2XX": isMessagePage, "429": isErrorBody },
  },
  listSigningKeys: { answers: { "2XX": isSigningKeyList, "429": isErrorBody } },
  openMailbox: {
    params: { intents: is$OpenMailboxIntents_1 },
    answers: { "2XX": isMailboxOpened, "409": isErrorBody, "429": isErrorBody },
  },
  openStream: { params: { intents: is$OpenStreamIntents_1 }, answers: { "409": isErrorBody, "429": isErrorBody } },
  readMailbox: {
    params: { mailboxId: isMailboxId, since: isMailboxCursor },
    answers: { "2XX": isMailboxBatch, "409": isErrorBody, "429": isErrorBody },
  },
  removeAppRole: {
    body: isRevisionBody,
    params: { serverId: isServerId, appId: isAppId, roleId: isRoleId },
    answers: { "2XX": isAppsChanged, "429": isErrorBody },
  },
  removeMemberRole: {
    body: isRevisionBody,
    params: { serverId: isServerId, accountId: isAccountId, roleId: isRoleId },
    answers: { "2XX": isRolesChanged, "429": isErrorBody },
  },
  toggleReaction: {
    body: isReactionBody,
    params: { channelId: isChannelId, messageId: isMessageId, serverId: isServerId },
    answers: { "2XX": isReactionToggled, "429": isErrorBody },
  },
} as const satisfies Readonly<Record<string, OperationValidators>>;
