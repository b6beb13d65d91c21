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
  isRateLimitedBody,
  isReactionBody,
  isReactionToggled,
  isRevisionBody,
  isRoleId,
  isRolesChanged,
  isServerId,
  isServerSnapshot,
  isSigningKeyList,
} from "./guards.js";
import { misfitOf } from "./misfit.js";
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
  /** What an event of the answer holds, where it can be read whole too. */
  readonly event?: Guard;
  /** The body of an answer, by status; a status without content is left out. */
  readonly answers: Readonly<Record<string, Guard>>;
  /** Says where a value fails one of them. */
  readonly misfitOf?: (guard: Guard, value: unknown) => string | undefined;
}

/** The guards of every operation, by its id. */
export const operationValidators = {
  answerInteraction: {
    body: isAnswerBody,
    params: { interactionId: isInteractionId },
    answers: { "2XX": isInteractionOutcome, "429": isRateLimitedBody },
    misfitOf,
  },
  assignAppRole: {
    body: isRevisionBody,
    params: { serverId: isServerId, appId: isAppId, roleId: isRoleId },
    answers: { "2XX": isAppsChanged, "429": isRateLimitedBody },
    misfitOf,
  },
  assignMemberRole: {
    body: isRevisionBody,
    params: { serverId: isServerId, accountId: isAccountId, roleId: isRoleId },
    answers: { "2XX": isRolesChanged, "429": isRateLimitedBody },
    misfitOf,
  },
  closeMailbox: { params: { mailboxId: isMailboxId }, answers: { "429": isRateLimitedBody }, misfitOf },
  confirmInteraction: {
    body: isConfirmation,
    params: { interactionId: isInteractionId },
    answers: { "2XX": isInteractionOutcome, "429": isRateLimitedBody },
    misfitOf,
  },
  createChannel: {
    body: isCreateChannelBody,
    params: { serverId: isServerId },
    answers: { "201": isChannelsChanged, "429": isRateLimitedBody },
    misfitOf,
  },
  createCommand: { body: isCreateCommandBody, answers: { "2XX": isCommandSaved, "429": isRateLimitedBody }, misfitOf },
  createMessage: {
    body: isCreateMessageBody,
    params: { serverId: isServerId, channelId: isChannelId },
    answers: { "201": isMessageCreated, "429": isRateLimitedBody },
    misfitOf,
  },
  createRole: {
    body: isCreateRoleBody,
    params: { serverId: isServerId },
    answers: { "201": isRolesChanged, "429": isRateLimitedBody },
    misfitOf,
  },
  deleteChannel: {
    body: isRevisionBody,
    params: { serverId: isServerId, channelId: isChannelId },
    answers: { "2XX": isChannelsChanged, "429": isRateLimitedBody },
    misfitOf,
  },
  deleteCommand: { params: { commandId: isCommandId }, answers: { "429": isRateLimitedBody }, misfitOf },
  deleteMessage: {
    params: { serverId: isServerId, channelId: isChannelId, messageId: isMessageId },
    answers: { "2XX": isDeleted, "429": isRateLimitedBody },
    misfitOf,
  },
  deleteRole: {
    body: isRevisionBody,
    params: { serverId: isServerId, roleId: isRoleId },
    answers: { "2XX": isRolesChanged, "429": isRateLimitedBody },
    misfitOf,
  },
  editChannel: {
    body: isEditChannelBody,
    params: { serverId: isServerId, channelId: isChannelId },
    answers: { "2XX": is$EditChannelAnswer2XX_1, "429": isRateLimitedBody },
    misfitOf,
  },
  editCommand: {
    body: isEditCommandBody,
    params: { commandId: isCommandId },
    answers: { "2XX": isCommandEdited, "429": isRateLimitedBody },
    misfitOf,
  },
  editMessage: {
    body: isEditMessageBody,
    params: { serverId: isServerId, channelId: isChannelId, messageId: isMessageId },
    answers: { "2XX": isMessageEdited, "429": isRateLimitedBody },
    misfitOf,
  },
  editRole: {
    body: isEditRoleBody,
    params: { serverId: isServerId, roleId: isRoleId },
    answers: { "2XX": isRolesChanged, "429": isRateLimitedBody },
    misfitOf,
  },
  followUpInteraction: {
    body: isAnswerBody,
    params: { interactionId: isInteractionId },
    answers: { "2XX": isInteractionOutcome, "429": isRateLimitedBody },
    misfitOf,
  },
  getMe: { answers: { "2XX": is$GetMeAnswer2XX_1, "429": isRateLimitedBody }, misfitOf },
  getServer: {
    params: { serverId: isServerId },
    answers: { "2XX": isServerSnapshot, "429": isRateLimitedBody },
    misfitOf,
  },
  listCommands: { answers: { "2XX": isCommandList, "429": isRateLimitedBody }, misfitOf },
  listMembers: {
    params: { serverId: isServerId },
    answers: { "2XX": isMemberList, "429": isRateLimitedBody },
    misfitOf,
  },
  listMessages: {
    params: {
      serverId: isServerId,
      channelId: isChannelId,
      before: (value: unknown) => value === undefined || isMessageId(value),
    },
    answers: { "2XX": isMessagePage, "429": isRateLimitedBody },
    misfitOf,
  },
  listSigningKeys: { answers: { "2XX": isSigningKeyList, "429": isRateLimitedBody }, misfitOf },
  openMailbox: {
    params: { intents: is$OpenMailboxIntents_1 },
    answers: { "2XX": isMailboxOpened, "401": isErrorBody, "409": isErrorBody, "429": isRateLimitedBody },
    misfitOf,
  },
  openStream: {
    params: { intents: is$OpenStreamIntents_1 },
    answers: { "401": isErrorBody, "409": isErrorBody, "429": isRateLimitedBody },
    misfitOf,
  },
  readMailbox: {
    params: { mailboxId: isMailboxId, since: isMailboxCursor },
    answers: { "2XX": isMailboxBatch, "401": isErrorBody, "409": isErrorBody, "429": isRateLimitedBody },
    misfitOf,
  },
  removeAppRole: {
    body: isRevisionBody,
    params: { serverId: isServerId, appId: isAppId, roleId: isRoleId },
    answers: { "2XX": isAppsChanged, "429": isRateLimitedBody },
    misfitOf,
  },
  removeMemberRole: {
    body: isRevisionBody,
    params: { serverId: isServerId, accountId: isAccountId, roleId: isRoleId },
    answers: { "2XX": isRolesChanged, "429": isRateLimitedBody },
    misfitOf,
  },
  toggleReaction: {
    body: isReactionBody,
    params: { channelId: isChannelId, messageId: isMessageId, serverId: isServerId },
    answers: { "2XX": isReactionToggled, "429": isRateLimitedBody },
    misfitOf,
  },
} as const satisfies Readonly<Record<string, OperationValidators>>;
