/**
 * Why a value is refused. Schemas and the library that reads them are loaded when first asked.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml. Do not edit: change the description and generate again.
 *
 * @module
 */

import type {
  AccountId,
  AnswerBody,
  App,
  AppId,
  AppsChanged,
  Argument,
  AttachmentRef,
  AutocompleteCommand,
  AutocompleteData,
  AutocompleteInteraction,
  Category,
  CategoryId,
  Channel,
  ChannelId,
  ChannelMoved,
  ChannelType,
  ChannelsChanged,
  ChatCommandDefinition,
  Choice,
  CloseCode,
  Command,
  CommandData,
  CommandDefinition,
  CommandEdited,
  CommandId,
  CommandInteraction,
  CommandList,
  CommandOnMessageInteraction,
  CommandOnUserInteraction,
  CommandOption,
  CommandReference,
  CommandSaved,
  CommandType,
  CommandWrapped,
  ComponentInteraction,
  Components,
  Confirmation,
  ConnectionCloseEvent,
  ConnectionId,
  ConnectionOpenEvent,
  ConnectionResumeEvent,
  ControlEvent,
  CreateChannelBody,
  CreateCommandBody,
  CreateMessageBody,
  CreateRoleBody,
  DeclineConfirmation,
  DeferConfirmation,
  Deleted,
  DeliveryBody,
  DeliveryId,
  EditChannelBody,
  EditCommandBody,
  EditMessageBody,
  EditRoleBody,
  EndpointUnreachableExtras,
  ErrorBody,
  ErrorCode,
  EventId,
  ExpiresInMs,
  FieldType,
  FormInteraction,
  GatewayEvent,
  InstalledApp,
  IntentFamily,
  Interaction,
  InteractionCreateEvent,
  InteractionDelivery,
  InteractionId,
  InteractionOutcome,
  InteractionState,
  MailboxBatch,
  MailboxCursor,
  MailboxId,
  MailboxOpened,
  ManagedChannel,
  Member,
  MemberList,
  Message,
  MessageCommandDefinition,
  MessageCreateEvent,
  MessageCreated,
  MessageEdited,
  MessageId,
  MessagePage,
  Modal,
  ModalConfirmation,
  ModalField,
  OpaqueData,
  OptionType,
  PermissionName,
  Permissions,
  ProbeAnswer,
  ProbeDelivery,
  ProbeResult,
  ReactionBody,
  ReactionSummary,
  ReactionToggled,
  ReactionUpdateEvent,
  ReplyConfirmation,
  RequiredPermission,
  RequiredPermissionRead,
  Revision,
  RevisionBody,
  Role,
  RoleColor,
  RoleId,
  RoleSummary,
  RolesChanged,
  Server,
  ServerId,
  ServerSnapshot,
  SigningKey,
  SigningKeyList,
  StaleRevisionExtras,
  SuggestConfirmation,
  UserCommandDefinition,
  WireEvent,
} from "../types.js";
import {
  isAccountId,
  isAnswerBody,
  isApp,
  isAppId,
  isAppsChanged,
  isArgument,
  isAttachmentRef,
  isAutocompleteCommand,
  isAutocompleteData,
  isAutocompleteInteraction,
  isCategory,
  isCategoryId,
  isChannel,
  isChannelId,
  isChannelMoved,
  isChannelType,
  isChannelsChanged,
  isChatCommandDefinition,
  isChoice,
  isCloseCode,
  isCommand,
  isCommandData,
  isCommandDefinition,
  isCommandEdited,
  isCommandId,
  isCommandInteraction,
  isCommandList,
  isCommandOnMessageInteraction,
  isCommandOnUserInteraction,
  isCommandOption,
  isCommandReference,
  isCommandSaved,
  isCommandType,
  isCommandWrapped,
  isComponentInteraction,
  isComponents,
  isConfirmation,
  isConnectionCloseEvent,
  isConnectionId,
  isConnectionOpenEvent,
  isConnectionResumeEvent,
  isControlEvent,
  isCreateChannelBody,
  isCreateCommandBody,
  isCreateMessageBody,
  isCreateRoleBody,
  isDeclineConfirmation,
  isDeferConfirmation,
  isDeleted,
  isDeliveryBody,
  isDeliveryId,
  isEditChannelBody,
  isEditCommandBody,
  isEditMessageBody,
  isEditRoleBody,
  isEndpointUnreachableExtras,
  isErrorBody,
  isErrorCode,
  isEventId,
  isExpiresInMs,
  isFieldType,
  isFormInteraction,
  isGatewayEvent,
  isInstalledApp,
  isIntentFamily,
  isInteraction,
  isInteractionCreateEvent,
  isInteractionDelivery,
  isInteractionId,
  isInteractionOutcome,
  isInteractionState,
  isMailboxBatch,
  isMailboxCursor,
  isMailboxId,
  isMailboxOpened,
  isManagedChannel,
  isMember,
  isMemberList,
  isMessage,
  isMessageCommandDefinition,
  isMessageCreateEvent,
  isMessageCreated,
  isMessageEdited,
  isMessageId,
  isMessagePage,
  isModal,
  isModalConfirmation,
  isModalField,
  isOpaqueData,
  isOptionType,
  isPermissionName,
  isPermissions,
  isProbeAnswer,
  isProbeDelivery,
  isProbeResult,
  isReactionBody,
  isReactionSummary,
  isReactionToggled,
  isReactionUpdateEvent,
  isReplyConfirmation,
  isRequiredPermission,
  isRequiredPermissionRead,
  isRevision,
  isRevisionBody,
  isRole,
  isRoleColor,
  isRoleId,
  isRoleSummary,
  isRolesChanged,
  isServer,
  isServerId,
  isServerSnapshot,
  isSigningKey,
  isSigningKeyList,
  isStaleRevisionExtras,
  isSuggestConfirmation,
  isUserCommandDefinition,
  isWireEvent,
} from "./guards.js";

/** One thing that does not fit. */
export interface Issue {
  /** JSON Pointer to the value; empty for the whole. */
  readonly path: string;
  /** What was expected there. */
  readonly message: string;
  /** JSON Schema keyword that was not satisfied. */
  readonly keyword: string;
}

/** Says what does not fit, as a list that is empty for a value that does. `name` is that of a type. */
export async function explain(name: string, value: unknown): Promise<readonly Issue[]> {
  const { issuesOf } = await import("./issues.js");
  return issuesOf(name, value);
}

/** A value is not of the type it should be. */
export class ShapeError extends TypeError {
  override readonly name = "ShapeError";
  /** Name of the type. */
  readonly expected: string;
  readonly #value: unknown;

  constructor(expected: string, value: unknown) {
    super(`not a ${expected}; explain() says why`);
    this.expected = expected;
    this.#value = value;
  }

  /** What does not fit. */
  explain(): Promise<readonly Issue[]> {
    return explain(this.expected, this.#value);
  }
}

/** Throws a {@link ShapeError} unless `value` is a {@link AccountId}. */
export function assertAccountId(value: unknown): asserts value is AccountId {
  if (!isAccountId(value)) throw new ShapeError("AccountId", value);
}

/** Says what keeps `value` from being a {@link AccountId}. */
export function explainAccountId(value: unknown): Promise<readonly Issue[]> {
  return explain("AccountId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link AnswerBody}. */
export function assertAnswerBody(value: unknown): asserts value is AnswerBody {
  if (!isAnswerBody(value)) throw new ShapeError("AnswerBody", value);
}

/** Says what keeps `value` from being a {@link AnswerBody}. */
export function explainAnswerBody(value: unknown): Promise<readonly Issue[]> {
  return explain("AnswerBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link App}. */
export function assertApp(value: unknown): asserts value is App {
  if (!isApp(value)) throw new ShapeError("App", value);
}

/** Says what keeps `value` from being a {@link App}. */
export function explainApp(value: unknown): Promise<readonly Issue[]> {
  return explain("App", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link AppId}. */
export function assertAppId(value: unknown): asserts value is AppId {
  if (!isAppId(value)) throw new ShapeError("AppId", value);
}

/** Says what keeps `value` from being a {@link AppId}. */
export function explainAppId(value: unknown): Promise<readonly Issue[]> {
  return explain("AppId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link AppsChanged}. */
export function assertAppsChanged(value: unknown): asserts value is AppsChanged {
  if (!isAppsChanged(value)) throw new ShapeError("AppsChanged", value);
}

/** Says what keeps `value` from being a {@link AppsChanged}. */
export function explainAppsChanged(value: unknown): Promise<readonly Issue[]> {
  return explain("AppsChanged", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Argument}. */
export function assertArgument(value: unknown): asserts value is Argument {
  if (!isArgument(value)) throw new ShapeError("Argument", value);
}

/** Says what keeps `value` from being a {@link Argument}. */
export function explainArgument(value: unknown): Promise<readonly Issue[]> {
  return explain("Argument", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link AttachmentRef}. */
export function assertAttachmentRef(value: unknown): asserts value is AttachmentRef {
  if (!isAttachmentRef(value)) throw new ShapeError("AttachmentRef", value);
}

/** Says what keeps `value` from being a {@link AttachmentRef}. */
export function explainAttachmentRef(value: unknown): Promise<readonly Issue[]> {
  return explain("AttachmentRef", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link AutocompleteCommand}. */
export function assertAutocompleteCommand(value: unknown): asserts value is AutocompleteCommand {
  if (!isAutocompleteCommand(value)) throw new ShapeError("AutocompleteCommand", value);
}

/** Says what keeps `value` from being a {@link AutocompleteCommand}. */
export function explainAutocompleteCommand(value: unknown): Promise<readonly Issue[]> {
  return explain("AutocompleteCommand", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link AutocompleteData}. */
export function assertAutocompleteData(value: unknown): asserts value is AutocompleteData {
  if (!isAutocompleteData(value)) throw new ShapeError("AutocompleteData", value);
}

/** Says what keeps `value` from being a {@link AutocompleteData}. */
export function explainAutocompleteData(value: unknown): Promise<readonly Issue[]> {
  return explain("AutocompleteData", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link AutocompleteInteraction}. */
export function assertAutocompleteInteraction(value: unknown): asserts value is AutocompleteInteraction {
  if (!isAutocompleteInteraction(value)) throw new ShapeError("AutocompleteInteraction", value);
}

/** Says what keeps `value` from being a {@link AutocompleteInteraction}. */
export function explainAutocompleteInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("AutocompleteInteraction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Category}. */
export function assertCategory(value: unknown): asserts value is Category {
  if (!isCategory(value)) throw new ShapeError("Category", value);
}

/** Says what keeps `value` from being a {@link Category}. */
export function explainCategory(value: unknown): Promise<readonly Issue[]> {
  return explain("Category", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CategoryId}. */
export function assertCategoryId(value: unknown): asserts value is CategoryId {
  if (!isCategoryId(value)) throw new ShapeError("CategoryId", value);
}

/** Says what keeps `value` from being a {@link CategoryId}. */
export function explainCategoryId(value: unknown): Promise<readonly Issue[]> {
  return explain("CategoryId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Channel}. */
export function assertChannel(value: unknown): asserts value is Channel {
  if (!isChannel(value)) throw new ShapeError("Channel", value);
}

/** Says what keeps `value` from being a {@link Channel}. */
export function explainChannel(value: unknown): Promise<readonly Issue[]> {
  return explain("Channel", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ChannelId}. */
export function assertChannelId(value: unknown): asserts value is ChannelId {
  if (!isChannelId(value)) throw new ShapeError("ChannelId", value);
}

/** Says what keeps `value` from being a {@link ChannelId}. */
export function explainChannelId(value: unknown): Promise<readonly Issue[]> {
  return explain("ChannelId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ChannelMoved}. */
export function assertChannelMoved(value: unknown): asserts value is ChannelMoved {
  if (!isChannelMoved(value)) throw new ShapeError("ChannelMoved", value);
}

/** Says what keeps `value` from being a {@link ChannelMoved}. */
export function explainChannelMoved(value: unknown): Promise<readonly Issue[]> {
  return explain("ChannelMoved", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ChannelType}. */
export function assertChannelType(value: unknown): asserts value is ChannelType {
  if (!isChannelType(value)) throw new ShapeError("ChannelType", value);
}

/** Says what keeps `value` from being a {@link ChannelType}. */
export function explainChannelType(value: unknown): Promise<readonly Issue[]> {
  return explain("ChannelType", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ChannelsChanged}. */
export function assertChannelsChanged(value: unknown): asserts value is ChannelsChanged {
  if (!isChannelsChanged(value)) throw new ShapeError("ChannelsChanged", value);
}

/** Says what keeps `value` from being a {@link ChannelsChanged}. */
export function explainChannelsChanged(value: unknown): Promise<readonly Issue[]> {
  return explain("ChannelsChanged", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ChatCommandDefinition}. */
export function assertChatCommandDefinition(value: unknown): asserts value is ChatCommandDefinition {
  if (!isChatCommandDefinition(value)) throw new ShapeError("ChatCommandDefinition", value);
}

/** Says what keeps `value` from being a {@link ChatCommandDefinition}. */
export function explainChatCommandDefinition(value: unknown): Promise<readonly Issue[]> {
  return explain("ChatCommandDefinition", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Choice}. */
export function assertChoice(value: unknown): asserts value is Choice {
  if (!isChoice(value)) throw new ShapeError("Choice", value);
}

/** Says what keeps `value` from being a {@link Choice}. */
export function explainChoice(value: unknown): Promise<readonly Issue[]> {
  return explain("Choice", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CloseCode}. */
export function assertCloseCode(value: unknown): asserts value is CloseCode {
  if (!isCloseCode(value)) throw new ShapeError("CloseCode", value);
}

/** Says what keeps `value` from being a {@link CloseCode}. */
export function explainCloseCode(value: unknown): Promise<readonly Issue[]> {
  return explain("CloseCode", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Command}. */
export function assertCommand(value: unknown): asserts value is Command {
  if (!isCommand(value)) throw new ShapeError("Command", value);
}

/** Says what keeps `value` from being a {@link Command}. */
export function explainCommand(value: unknown): Promise<readonly Issue[]> {
  return explain("Command", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandData}. */
export function assertCommandData(value: unknown): asserts value is CommandData {
  if (!isCommandData(value)) throw new ShapeError("CommandData", value);
}

/** Says what keeps `value` from being a {@link CommandData}. */
export function explainCommandData(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandData", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandDefinition}. */
export function assertCommandDefinition(value: unknown): asserts value is CommandDefinition {
  if (!isCommandDefinition(value)) throw new ShapeError("CommandDefinition", value);
}

/** Says what keeps `value` from being a {@link CommandDefinition}. */
export function explainCommandDefinition(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandDefinition", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandEdited}. */
export function assertCommandEdited(value: unknown): asserts value is CommandEdited {
  if (!isCommandEdited(value)) throw new ShapeError("CommandEdited", value);
}

/** Says what keeps `value` from being a {@link CommandEdited}. */
export function explainCommandEdited(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandEdited", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandId}. */
export function assertCommandId(value: unknown): asserts value is CommandId {
  if (!isCommandId(value)) throw new ShapeError("CommandId", value);
}

/** Says what keeps `value` from being a {@link CommandId}. */
export function explainCommandId(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandInteraction}. */
export function assertCommandInteraction(value: unknown): asserts value is CommandInteraction {
  if (!isCommandInteraction(value)) throw new ShapeError("CommandInteraction", value);
}

/** Says what keeps `value` from being a {@link CommandInteraction}. */
export function explainCommandInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandInteraction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandList}. */
export function assertCommandList(value: unknown): asserts value is CommandList {
  if (!isCommandList(value)) throw new ShapeError("CommandList", value);
}

/** Says what keeps `value` from being a {@link CommandList}. */
export function explainCommandList(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandList", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandOnMessageInteraction}. */
export function assertCommandOnMessageInteraction(value: unknown): asserts value is CommandOnMessageInteraction {
  if (!isCommandOnMessageInteraction(value)) throw new ShapeError("CommandOnMessageInteraction", value);
}

/** Says what keeps `value` from being a {@link CommandOnMessageInteraction}. */
export function explainCommandOnMessageInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandOnMessageInteraction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandOnUserInteraction}. */
export function assertCommandOnUserInteraction(value: unknown): asserts value is CommandOnUserInteraction {
  if (!isCommandOnUserInteraction(value)) throw new ShapeError("CommandOnUserInteraction", value);
}

/** Says what keeps `value` from being a {@link CommandOnUserInteraction}. */
export function explainCommandOnUserInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandOnUserInteraction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandOption}. */
export function assertCommandOption(value: unknown): asserts value is CommandOption {
  if (!isCommandOption(value)) throw new ShapeError("CommandOption", value);
}

/** Says what keeps `value` from being a {@link CommandOption}. */
export function explainCommandOption(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandOption", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandReference}. */
export function assertCommandReference(value: unknown): asserts value is CommandReference {
  if (!isCommandReference(value)) throw new ShapeError("CommandReference", value);
}

/** Says what keeps `value` from being a {@link CommandReference}. */
export function explainCommandReference(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandReference", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandSaved}. */
export function assertCommandSaved(value: unknown): asserts value is CommandSaved {
  if (!isCommandSaved(value)) throw new ShapeError("CommandSaved", value);
}

/** Says what keeps `value` from being a {@link CommandSaved}. */
export function explainCommandSaved(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandSaved", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandType}. */
export function assertCommandType(value: unknown): asserts value is CommandType {
  if (!isCommandType(value)) throw new ShapeError("CommandType", value);
}

/** Says what keeps `value` from being a {@link CommandType}. */
export function explainCommandType(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandType", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CommandWrapped}. */
export function assertCommandWrapped(value: unknown): asserts value is CommandWrapped {
  if (!isCommandWrapped(value)) throw new ShapeError("CommandWrapped", value);
}

/** Says what keeps `value` from being a {@link CommandWrapped}. */
export function explainCommandWrapped(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandWrapped", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ComponentInteraction}. */
export function assertComponentInteraction(value: unknown): asserts value is ComponentInteraction {
  if (!isComponentInteraction(value)) throw new ShapeError("ComponentInteraction", value);
}

/** Says what keeps `value` from being a {@link ComponentInteraction}. */
export function explainComponentInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("ComponentInteraction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Components}. */
export function assertComponents(value: unknown): asserts value is Components {
  if (!isComponents(value)) throw new ShapeError("Components", value);
}

/** Says what keeps `value` from being a {@link Components}. */
export function explainComponents(value: unknown): Promise<readonly Issue[]> {
  return explain("Components", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Confirmation}. */
export function assertConfirmation(value: unknown): asserts value is Confirmation {
  if (!isConfirmation(value)) throw new ShapeError("Confirmation", value);
}

/** Says what keeps `value` from being a {@link Confirmation}. */
export function explainConfirmation(value: unknown): Promise<readonly Issue[]> {
  return explain("Confirmation", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ConnectionCloseEvent}. */
export function assertConnectionCloseEvent(value: unknown): asserts value is ConnectionCloseEvent {
  if (!isConnectionCloseEvent(value)) throw new ShapeError("ConnectionCloseEvent", value);
}

/** Says what keeps `value` from being a {@link ConnectionCloseEvent}. */
export function explainConnectionCloseEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("ConnectionCloseEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ConnectionId}. */
export function assertConnectionId(value: unknown): asserts value is ConnectionId {
  if (!isConnectionId(value)) throw new ShapeError("ConnectionId", value);
}

/** Says what keeps `value` from being a {@link ConnectionId}. */
export function explainConnectionId(value: unknown): Promise<readonly Issue[]> {
  return explain("ConnectionId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ConnectionOpenEvent}. */
export function assertConnectionOpenEvent(value: unknown): asserts value is ConnectionOpenEvent {
  if (!isConnectionOpenEvent(value)) throw new ShapeError("ConnectionOpenEvent", value);
}

/** Says what keeps `value` from being a {@link ConnectionOpenEvent}. */
export function explainConnectionOpenEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("ConnectionOpenEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ConnectionResumeEvent}. */
export function assertConnectionResumeEvent(value: unknown): asserts value is ConnectionResumeEvent {
  if (!isConnectionResumeEvent(value)) throw new ShapeError("ConnectionResumeEvent", value);
}

/** Says what keeps `value` from being a {@link ConnectionResumeEvent}. */
export function explainConnectionResumeEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("ConnectionResumeEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ControlEvent}. */
export function assertControlEvent(value: unknown): asserts value is ControlEvent {
  if (!isControlEvent(value)) throw new ShapeError("ControlEvent", value);
}

/** Says what keeps `value` from being a {@link ControlEvent}. */
export function explainControlEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("ControlEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CreateChannelBody}. */
export function assertCreateChannelBody(value: unknown): asserts value is CreateChannelBody {
  if (!isCreateChannelBody(value)) throw new ShapeError("CreateChannelBody", value);
}

/** Says what keeps `value` from being a {@link CreateChannelBody}. */
export function explainCreateChannelBody(value: unknown): Promise<readonly Issue[]> {
  return explain("CreateChannelBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CreateCommandBody}. */
export function assertCreateCommandBody(value: unknown): asserts value is CreateCommandBody {
  if (!isCreateCommandBody(value)) throw new ShapeError("CreateCommandBody", value);
}

/** Says what keeps `value` from being a {@link CreateCommandBody}. */
export function explainCreateCommandBody(value: unknown): Promise<readonly Issue[]> {
  return explain("CreateCommandBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CreateMessageBody}. */
export function assertCreateMessageBody(value: unknown): asserts value is CreateMessageBody {
  if (!isCreateMessageBody(value)) throw new ShapeError("CreateMessageBody", value);
}

/** Says what keeps `value` from being a {@link CreateMessageBody}. */
export function explainCreateMessageBody(value: unknown): Promise<readonly Issue[]> {
  return explain("CreateMessageBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link CreateRoleBody}. */
export function assertCreateRoleBody(value: unknown): asserts value is CreateRoleBody {
  if (!isCreateRoleBody(value)) throw new ShapeError("CreateRoleBody", value);
}

/** Says what keeps `value` from being a {@link CreateRoleBody}. */
export function explainCreateRoleBody(value: unknown): Promise<readonly Issue[]> {
  return explain("CreateRoleBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link DeclineConfirmation}. */
export function assertDeclineConfirmation(value: unknown): asserts value is DeclineConfirmation {
  if (!isDeclineConfirmation(value)) throw new ShapeError("DeclineConfirmation", value);
}

/** Says what keeps `value` from being a {@link DeclineConfirmation}. */
export function explainDeclineConfirmation(value: unknown): Promise<readonly Issue[]> {
  return explain("DeclineConfirmation", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link DeferConfirmation}. */
export function assertDeferConfirmation(value: unknown): asserts value is DeferConfirmation {
  if (!isDeferConfirmation(value)) throw new ShapeError("DeferConfirmation", value);
}

/** Says what keeps `value` from being a {@link DeferConfirmation}. */
export function explainDeferConfirmation(value: unknown): Promise<readonly Issue[]> {
  return explain("DeferConfirmation", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Deleted}. */
export function assertDeleted(value: unknown): asserts value is Deleted {
  if (!isDeleted(value)) throw new ShapeError("Deleted", value);
}

/** Says what keeps `value` from being a {@link Deleted}. */
export function explainDeleted(value: unknown): Promise<readonly Issue[]> {
  return explain("Deleted", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link DeliveryBody}. */
export function assertDeliveryBody(value: unknown): asserts value is DeliveryBody {
  if (!isDeliveryBody(value)) throw new ShapeError("DeliveryBody", value);
}

/** Says what keeps `value` from being a {@link DeliveryBody}. */
export function explainDeliveryBody(value: unknown): Promise<readonly Issue[]> {
  return explain("DeliveryBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link DeliveryId}. */
export function assertDeliveryId(value: unknown): asserts value is DeliveryId {
  if (!isDeliveryId(value)) throw new ShapeError("DeliveryId", value);
}

/** Says what keeps `value` from being a {@link DeliveryId}. */
export function explainDeliveryId(value: unknown): Promise<readonly Issue[]> {
  return explain("DeliveryId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link EditChannelBody}. */
export function assertEditChannelBody(value: unknown): asserts value is EditChannelBody {
  if (!isEditChannelBody(value)) throw new ShapeError("EditChannelBody", value);
}

/** Says what keeps `value` from being a {@link EditChannelBody}. */
export function explainEditChannelBody(value: unknown): Promise<readonly Issue[]> {
  return explain("EditChannelBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link EditCommandBody}. */
export function assertEditCommandBody(value: unknown): asserts value is EditCommandBody {
  if (!isEditCommandBody(value)) throw new ShapeError("EditCommandBody", value);
}

/** Says what keeps `value` from being a {@link EditCommandBody}. */
export function explainEditCommandBody(value: unknown): Promise<readonly Issue[]> {
  return explain("EditCommandBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link EditMessageBody}. */
export function assertEditMessageBody(value: unknown): asserts value is EditMessageBody {
  if (!isEditMessageBody(value)) throw new ShapeError("EditMessageBody", value);
}

/** Says what keeps `value` from being a {@link EditMessageBody}. */
export function explainEditMessageBody(value: unknown): Promise<readonly Issue[]> {
  return explain("EditMessageBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link EditRoleBody}. */
export function assertEditRoleBody(value: unknown): asserts value is EditRoleBody {
  if (!isEditRoleBody(value)) throw new ShapeError("EditRoleBody", value);
}

/** Says what keeps `value` from being a {@link EditRoleBody}. */
export function explainEditRoleBody(value: unknown): Promise<readonly Issue[]> {
  return explain("EditRoleBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link EndpointUnreachableExtras}. */
export function assertEndpointUnreachableExtras(value: unknown): asserts value is EndpointUnreachableExtras {
  if (!isEndpointUnreachableExtras(value)) throw new ShapeError("EndpointUnreachableExtras", value);
}

/** Says what keeps `value` from being a {@link EndpointUnreachableExtras}. */
export function explainEndpointUnreachableExtras(value: unknown): Promise<readonly Issue[]> {
  return explain("EndpointUnreachableExtras", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ErrorBody}. */
export function assertErrorBody(value: unknown): asserts value is ErrorBody {
  if (!isErrorBody(value)) throw new ShapeError("ErrorBody", value);
}

/** Says what keeps `value` from being a {@link ErrorBody}. */
export function explainErrorBody(value: unknown): Promise<readonly Issue[]> {
  return explain("ErrorBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ErrorCode}. */
export function assertErrorCode(value: unknown): asserts value is ErrorCode {
  if (!isErrorCode(value)) throw new ShapeError("ErrorCode", value);
}

/** Says what keeps `value` from being a {@link ErrorCode}. */
export function explainErrorCode(value: unknown): Promise<readonly Issue[]> {
  return explain("ErrorCode", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link EventId}. */
export function assertEventId(value: unknown): asserts value is EventId {
  if (!isEventId(value)) throw new ShapeError("EventId", value);
}

/** Says what keeps `value` from being a {@link EventId}. */
export function explainEventId(value: unknown): Promise<readonly Issue[]> {
  return explain("EventId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ExpiresInMs}. */
export function assertExpiresInMs(value: unknown): asserts value is ExpiresInMs {
  if (!isExpiresInMs(value)) throw new ShapeError("ExpiresInMs", value);
}

/** Says what keeps `value` from being a {@link ExpiresInMs}. */
export function explainExpiresInMs(value: unknown): Promise<readonly Issue[]> {
  return explain("ExpiresInMs", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link FieldType}. */
export function assertFieldType(value: unknown): asserts value is FieldType {
  if (!isFieldType(value)) throw new ShapeError("FieldType", value);
}

/** Says what keeps `value` from being a {@link FieldType}. */
export function explainFieldType(value: unknown): Promise<readonly Issue[]> {
  return explain("FieldType", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link FormInteraction}. */
export function assertFormInteraction(value: unknown): asserts value is FormInteraction {
  if (!isFormInteraction(value)) throw new ShapeError("FormInteraction", value);
}

/** Says what keeps `value` from being a {@link FormInteraction}. */
export function explainFormInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("FormInteraction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link GatewayEvent}. */
export function assertGatewayEvent(value: unknown): asserts value is GatewayEvent {
  if (!isGatewayEvent(value)) throw new ShapeError("GatewayEvent", value);
}

/** Says what keeps `value` from being a {@link GatewayEvent}. */
export function explainGatewayEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("GatewayEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link InstalledApp}. */
export function assertInstalledApp(value: unknown): asserts value is InstalledApp {
  if (!isInstalledApp(value)) throw new ShapeError("InstalledApp", value);
}

/** Says what keeps `value` from being a {@link InstalledApp}. */
export function explainInstalledApp(value: unknown): Promise<readonly Issue[]> {
  return explain("InstalledApp", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link IntentFamily}. */
export function assertIntentFamily(value: unknown): asserts value is IntentFamily {
  if (!isIntentFamily(value)) throw new ShapeError("IntentFamily", value);
}

/** Says what keeps `value` from being a {@link IntentFamily}. */
export function explainIntentFamily(value: unknown): Promise<readonly Issue[]> {
  return explain("IntentFamily", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Interaction}. */
export function assertInteraction(value: unknown): asserts value is Interaction {
  if (!isInteraction(value)) throw new ShapeError("Interaction", value);
}

/** Says what keeps `value` from being a {@link Interaction}. */
export function explainInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("Interaction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link InteractionCreateEvent}. */
export function assertInteractionCreateEvent(value: unknown): asserts value is InteractionCreateEvent {
  if (!isInteractionCreateEvent(value)) throw new ShapeError("InteractionCreateEvent", value);
}

/** Says what keeps `value` from being a {@link InteractionCreateEvent}. */
export function explainInteractionCreateEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("InteractionCreateEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link InteractionDelivery}. */
export function assertInteractionDelivery(value: unknown): asserts value is InteractionDelivery {
  if (!isInteractionDelivery(value)) throw new ShapeError("InteractionDelivery", value);
}

/** Says what keeps `value` from being a {@link InteractionDelivery}. */
export function explainInteractionDelivery(value: unknown): Promise<readonly Issue[]> {
  return explain("InteractionDelivery", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link InteractionId}. */
export function assertInteractionId(value: unknown): asserts value is InteractionId {
  if (!isInteractionId(value)) throw new ShapeError("InteractionId", value);
}

/** Says what keeps `value` from being a {@link InteractionId}. */
export function explainInteractionId(value: unknown): Promise<readonly Issue[]> {
  return explain("InteractionId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link InteractionOutcome}. */
export function assertInteractionOutcome(value: unknown): asserts value is InteractionOutcome {
  if (!isInteractionOutcome(value)) throw new ShapeError("InteractionOutcome", value);
}

/** Says what keeps `value` from being a {@link InteractionOutcome}. */
export function explainInteractionOutcome(value: unknown): Promise<readonly Issue[]> {
  return explain("InteractionOutcome", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link InteractionState}. */
export function assertInteractionState(value: unknown): asserts value is InteractionState {
  if (!isInteractionState(value)) throw new ShapeError("InteractionState", value);
}

/** Says what keeps `value` from being a {@link InteractionState}. */
export function explainInteractionState(value: unknown): Promise<readonly Issue[]> {
  return explain("InteractionState", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link MailboxBatch}. */
export function assertMailboxBatch(value: unknown): asserts value is MailboxBatch {
  if (!isMailboxBatch(value)) throw new ShapeError("MailboxBatch", value);
}

/** Says what keeps `value` from being a {@link MailboxBatch}. */
export function explainMailboxBatch(value: unknown): Promise<readonly Issue[]> {
  return explain("MailboxBatch", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link MailboxCursor}. */
export function assertMailboxCursor(value: unknown): asserts value is MailboxCursor {
  if (!isMailboxCursor(value)) throw new ShapeError("MailboxCursor", value);
}

/** Says what keeps `value` from being a {@link MailboxCursor}. */
export function explainMailboxCursor(value: unknown): Promise<readonly Issue[]> {
  return explain("MailboxCursor", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link MailboxId}. */
export function assertMailboxId(value: unknown): asserts value is MailboxId {
  if (!isMailboxId(value)) throw new ShapeError("MailboxId", value);
}

/** Says what keeps `value` from being a {@link MailboxId}. */
export function explainMailboxId(value: unknown): Promise<readonly Issue[]> {
  return explain("MailboxId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link MailboxOpened}. */
export function assertMailboxOpened(value: unknown): asserts value is MailboxOpened {
  if (!isMailboxOpened(value)) throw new ShapeError("MailboxOpened", value);
}

/** Says what keeps `value` from being a {@link MailboxOpened}. */
export function explainMailboxOpened(value: unknown): Promise<readonly Issue[]> {
  return explain("MailboxOpened", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ManagedChannel}. */
export function assertManagedChannel(value: unknown): asserts value is ManagedChannel {
  if (!isManagedChannel(value)) throw new ShapeError("ManagedChannel", value);
}

/** Says what keeps `value` from being a {@link ManagedChannel}. */
export function explainManagedChannel(value: unknown): Promise<readonly Issue[]> {
  return explain("ManagedChannel", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Member}. */
export function assertMember(value: unknown): asserts value is Member {
  if (!isMember(value)) throw new ShapeError("Member", value);
}

/** Says what keeps `value` from being a {@link Member}. */
export function explainMember(value: unknown): Promise<readonly Issue[]> {
  return explain("Member", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link MemberList}. */
export function assertMemberList(value: unknown): asserts value is MemberList {
  if (!isMemberList(value)) throw new ShapeError("MemberList", value);
}

/** Says what keeps `value` from being a {@link MemberList}. */
export function explainMemberList(value: unknown): Promise<readonly Issue[]> {
  return explain("MemberList", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Message}. */
export function assertMessage(value: unknown): asserts value is Message {
  if (!isMessage(value)) throw new ShapeError("Message", value);
}

/** Says what keeps `value` from being a {@link Message}. */
export function explainMessage(value: unknown): Promise<readonly Issue[]> {
  return explain("Message", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link MessageCommandDefinition}. */
export function assertMessageCommandDefinition(value: unknown): asserts value is MessageCommandDefinition {
  if (!isMessageCommandDefinition(value)) throw new ShapeError("MessageCommandDefinition", value);
}

/** Says what keeps `value` from being a {@link MessageCommandDefinition}. */
export function explainMessageCommandDefinition(value: unknown): Promise<readonly Issue[]> {
  return explain("MessageCommandDefinition", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link MessageCreateEvent}. */
export function assertMessageCreateEvent(value: unknown): asserts value is MessageCreateEvent {
  if (!isMessageCreateEvent(value)) throw new ShapeError("MessageCreateEvent", value);
}

/** Says what keeps `value` from being a {@link MessageCreateEvent}. */
export function explainMessageCreateEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("MessageCreateEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link MessageCreated}. */
export function assertMessageCreated(value: unknown): asserts value is MessageCreated {
  if (!isMessageCreated(value)) throw new ShapeError("MessageCreated", value);
}

/** Says what keeps `value` from being a {@link MessageCreated}. */
export function explainMessageCreated(value: unknown): Promise<readonly Issue[]> {
  return explain("MessageCreated", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link MessageEdited}. */
export function assertMessageEdited(value: unknown): asserts value is MessageEdited {
  if (!isMessageEdited(value)) throw new ShapeError("MessageEdited", value);
}

/** Says what keeps `value` from being a {@link MessageEdited}. */
export function explainMessageEdited(value: unknown): Promise<readonly Issue[]> {
  return explain("MessageEdited", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link MessageId}. */
export function assertMessageId(value: unknown): asserts value is MessageId {
  if (!isMessageId(value)) throw new ShapeError("MessageId", value);
}

/** Says what keeps `value` from being a {@link MessageId}. */
export function explainMessageId(value: unknown): Promise<readonly Issue[]> {
  return explain("MessageId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link MessagePage}. */
export function assertMessagePage(value: unknown): asserts value is MessagePage {
  if (!isMessagePage(value)) throw new ShapeError("MessagePage", value);
}

/** Says what keeps `value` from being a {@link MessagePage}. */
export function explainMessagePage(value: unknown): Promise<readonly Issue[]> {
  return explain("MessagePage", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Modal}. */
export function assertModal(value: unknown): asserts value is Modal {
  if (!isModal(value)) throw new ShapeError("Modal", value);
}

/** Says what keeps `value` from being a {@link Modal}. */
export function explainModal(value: unknown): Promise<readonly Issue[]> {
  return explain("Modal", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ModalConfirmation}. */
export function assertModalConfirmation(value: unknown): asserts value is ModalConfirmation {
  if (!isModalConfirmation(value)) throw new ShapeError("ModalConfirmation", value);
}

/** Says what keeps `value` from being a {@link ModalConfirmation}. */
export function explainModalConfirmation(value: unknown): Promise<readonly Issue[]> {
  return explain("ModalConfirmation", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ModalField}. */
export function assertModalField(value: unknown): asserts value is ModalField {
  if (!isModalField(value)) throw new ShapeError("ModalField", value);
}

/** Says what keeps `value` from being a {@link ModalField}. */
export function explainModalField(value: unknown): Promise<readonly Issue[]> {
  return explain("ModalField", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link OpaqueData}. */
export function assertOpaqueData(value: unknown): asserts value is OpaqueData {
  if (!isOpaqueData(value)) throw new ShapeError("OpaqueData", value);
}

/** Says what keeps `value` from being a {@link OpaqueData}. */
export function explainOpaqueData(value: unknown): Promise<readonly Issue[]> {
  return explain("OpaqueData", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link OptionType}. */
export function assertOptionType(value: unknown): asserts value is OptionType {
  if (!isOptionType(value)) throw new ShapeError("OptionType", value);
}

/** Says what keeps `value` from being a {@link OptionType}. */
export function explainOptionType(value: unknown): Promise<readonly Issue[]> {
  return explain("OptionType", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link PermissionName}. */
export function assertPermissionName(value: unknown): asserts value is PermissionName {
  if (!isPermissionName(value)) throw new ShapeError("PermissionName", value);
}

/** Says what keeps `value` from being a {@link PermissionName}. */
export function explainPermissionName(value: unknown): Promise<readonly Issue[]> {
  return explain("PermissionName", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Permissions}. */
export function assertPermissions(value: unknown): asserts value is Permissions {
  if (!isPermissions(value)) throw new ShapeError("Permissions", value);
}

/** Says what keeps `value` from being a {@link Permissions}. */
export function explainPermissions(value: unknown): Promise<readonly Issue[]> {
  return explain("Permissions", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ProbeAnswer}. */
export function assertProbeAnswer(value: unknown): asserts value is ProbeAnswer {
  if (!isProbeAnswer(value)) throw new ShapeError("ProbeAnswer", value);
}

/** Says what keeps `value` from being a {@link ProbeAnswer}. */
export function explainProbeAnswer(value: unknown): Promise<readonly Issue[]> {
  return explain("ProbeAnswer", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ProbeDelivery}. */
export function assertProbeDelivery(value: unknown): asserts value is ProbeDelivery {
  if (!isProbeDelivery(value)) throw new ShapeError("ProbeDelivery", value);
}

/** Says what keeps `value` from being a {@link ProbeDelivery}. */
export function explainProbeDelivery(value: unknown): Promise<readonly Issue[]> {
  return explain("ProbeDelivery", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ProbeResult}. */
export function assertProbeResult(value: unknown): asserts value is ProbeResult {
  if (!isProbeResult(value)) throw new ShapeError("ProbeResult", value);
}

/** Says what keeps `value` from being a {@link ProbeResult}. */
export function explainProbeResult(value: unknown): Promise<readonly Issue[]> {
  return explain("ProbeResult", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ReactionBody}. */
export function assertReactionBody(value: unknown): asserts value is ReactionBody {
  if (!isReactionBody(value)) throw new ShapeError("ReactionBody", value);
}

/** Says what keeps `value` from being a {@link ReactionBody}. */
export function explainReactionBody(value: unknown): Promise<readonly Issue[]> {
  return explain("ReactionBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ReactionSummary}. */
export function assertReactionSummary(value: unknown): asserts value is ReactionSummary {
  if (!isReactionSummary(value)) throw new ShapeError("ReactionSummary", value);
}

/** Says what keeps `value` from being a {@link ReactionSummary}. */
export function explainReactionSummary(value: unknown): Promise<readonly Issue[]> {
  return explain("ReactionSummary", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ReactionToggled}. */
export function assertReactionToggled(value: unknown): asserts value is ReactionToggled {
  if (!isReactionToggled(value)) throw new ShapeError("ReactionToggled", value);
}

/** Says what keeps `value` from being a {@link ReactionToggled}. */
export function explainReactionToggled(value: unknown): Promise<readonly Issue[]> {
  return explain("ReactionToggled", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ReactionUpdateEvent}. */
export function assertReactionUpdateEvent(value: unknown): asserts value is ReactionUpdateEvent {
  if (!isReactionUpdateEvent(value)) throw new ShapeError("ReactionUpdateEvent", value);
}

/** Says what keeps `value` from being a {@link ReactionUpdateEvent}. */
export function explainReactionUpdateEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("ReactionUpdateEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ReplyConfirmation}. */
export function assertReplyConfirmation(value: unknown): asserts value is ReplyConfirmation {
  if (!isReplyConfirmation(value)) throw new ShapeError("ReplyConfirmation", value);
}

/** Says what keeps `value` from being a {@link ReplyConfirmation}. */
export function explainReplyConfirmation(value: unknown): Promise<readonly Issue[]> {
  return explain("ReplyConfirmation", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link RequiredPermission}. */
export function assertRequiredPermission(value: unknown): asserts value is RequiredPermission {
  if (!isRequiredPermission(value)) throw new ShapeError("RequiredPermission", value);
}

/** Says what keeps `value` from being a {@link RequiredPermission}. */
export function explainRequiredPermission(value: unknown): Promise<readonly Issue[]> {
  return explain("RequiredPermission", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link RequiredPermissionRead}. */
export function assertRequiredPermissionRead(value: unknown): asserts value is RequiredPermissionRead {
  if (!isRequiredPermissionRead(value)) throw new ShapeError("RequiredPermissionRead", value);
}

/** Says what keeps `value` from being a {@link RequiredPermissionRead}. */
export function explainRequiredPermissionRead(value: unknown): Promise<readonly Issue[]> {
  return explain("RequiredPermissionRead", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Revision}. */
export function assertRevision(value: unknown): asserts value is Revision {
  if (!isRevision(value)) throw new ShapeError("Revision", value);
}

/** Says what keeps `value` from being a {@link Revision}. */
export function explainRevision(value: unknown): Promise<readonly Issue[]> {
  return explain("Revision", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link RevisionBody}. */
export function assertRevisionBody(value: unknown): asserts value is RevisionBody {
  if (!isRevisionBody(value)) throw new ShapeError("RevisionBody", value);
}

/** Says what keeps `value` from being a {@link RevisionBody}. */
export function explainRevisionBody(value: unknown): Promise<readonly Issue[]> {
  return explain("RevisionBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Role}. */
export function assertRole(value: unknown): asserts value is Role {
  if (!isRole(value)) throw new ShapeError("Role", value);
}

/** Says what keeps `value` from being a {@link Role}. */
export function explainRole(value: unknown): Promise<readonly Issue[]> {
  return explain("Role", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link RoleColor}. */
export function assertRoleColor(value: unknown): asserts value is RoleColor {
  if (!isRoleColor(value)) throw new ShapeError("RoleColor", value);
}

/** Says what keeps `value` from being a {@link RoleColor}. */
export function explainRoleColor(value: unknown): Promise<readonly Issue[]> {
  return explain("RoleColor", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link RoleId}. */
export function assertRoleId(value: unknown): asserts value is RoleId {
  if (!isRoleId(value)) throw new ShapeError("RoleId", value);
}

/** Says what keeps `value` from being a {@link RoleId}. */
export function explainRoleId(value: unknown): Promise<readonly Issue[]> {
  return explain("RoleId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link RoleSummary}. */
export function assertRoleSummary(value: unknown): asserts value is RoleSummary {
  if (!isRoleSummary(value)) throw new ShapeError("RoleSummary", value);
}

/** Says what keeps `value` from being a {@link RoleSummary}. */
export function explainRoleSummary(value: unknown): Promise<readonly Issue[]> {
  return explain("RoleSummary", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link RolesChanged}. */
export function assertRolesChanged(value: unknown): asserts value is RolesChanged {
  if (!isRolesChanged(value)) throw new ShapeError("RolesChanged", value);
}

/** Says what keeps `value` from being a {@link RolesChanged}. */
export function explainRolesChanged(value: unknown): Promise<readonly Issue[]> {
  return explain("RolesChanged", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link Server}. */
export function assertServer(value: unknown): asserts value is Server {
  if (!isServer(value)) throw new ShapeError("Server", value);
}

/** Says what keeps `value` from being a {@link Server}. */
export function explainServer(value: unknown): Promise<readonly Issue[]> {
  return explain("Server", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ServerId}. */
export function assertServerId(value: unknown): asserts value is ServerId {
  if (!isServerId(value)) throw new ShapeError("ServerId", value);
}

/** Says what keeps `value` from being a {@link ServerId}. */
export function explainServerId(value: unknown): Promise<readonly Issue[]> {
  return explain("ServerId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link ServerSnapshot}. */
export function assertServerSnapshot(value: unknown): asserts value is ServerSnapshot {
  if (!isServerSnapshot(value)) throw new ShapeError("ServerSnapshot", value);
}

/** Says what keeps `value` from being a {@link ServerSnapshot}. */
export function explainServerSnapshot(value: unknown): Promise<readonly Issue[]> {
  return explain("ServerSnapshot", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link SigningKey}. */
export function assertSigningKey(value: unknown): asserts value is SigningKey {
  if (!isSigningKey(value)) throw new ShapeError("SigningKey", value);
}

/** Says what keeps `value` from being a {@link SigningKey}. */
export function explainSigningKey(value: unknown): Promise<readonly Issue[]> {
  return explain("SigningKey", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link SigningKeyList}. */
export function assertSigningKeyList(value: unknown): asserts value is SigningKeyList {
  if (!isSigningKeyList(value)) throw new ShapeError("SigningKeyList", value);
}

/** Says what keeps `value` from being a {@link SigningKeyList}. */
export function explainSigningKeyList(value: unknown): Promise<readonly Issue[]> {
  return explain("SigningKeyList", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link StaleRevisionExtras}. */
export function assertStaleRevisionExtras(value: unknown): asserts value is StaleRevisionExtras {
  if (!isStaleRevisionExtras(value)) throw new ShapeError("StaleRevisionExtras", value);
}

/** Says what keeps `value` from being a {@link StaleRevisionExtras}. */
export function explainStaleRevisionExtras(value: unknown): Promise<readonly Issue[]> {
  return explain("StaleRevisionExtras", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link SuggestConfirmation}. */
export function assertSuggestConfirmation(value: unknown): asserts value is SuggestConfirmation {
  if (!isSuggestConfirmation(value)) throw new ShapeError("SuggestConfirmation", value);
}

/** Says what keeps `value` from being a {@link SuggestConfirmation}. */
export function explainSuggestConfirmation(value: unknown): Promise<readonly Issue[]> {
  return explain("SuggestConfirmation", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link UserCommandDefinition}. */
export function assertUserCommandDefinition(value: unknown): asserts value is UserCommandDefinition {
  if (!isUserCommandDefinition(value)) throw new ShapeError("UserCommandDefinition", value);
}

/** Says what keeps `value` from being a {@link UserCommandDefinition}. */
export function explainUserCommandDefinition(value: unknown): Promise<readonly Issue[]> {
  return explain("UserCommandDefinition", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link WireEvent}. */
export function assertWireEvent(value: unknown): asserts value is WireEvent {
  if (!isWireEvent(value)) throw new ShapeError("WireEvent", value);
}

/** Says what keeps `value` from being a {@link WireEvent}. */
export function explainWireEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("WireEvent", value);
}
