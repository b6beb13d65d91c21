/**
 * Why a value is refused. Schemas and the library that reads them are loaded when first asked.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import type * as T from "../types.js";
import { isAccountId, isAgeRestricted, isAnswerBody, isApp, isAppId, isAppsChanged, isArgument, isAttachmentRef, isAutocompleteCommand, isAutocompleteData, isAutocompleteInteraction, isCategory, isCategoryId, isChannel, isChannelId, isChannelMoved, isChannelType, isChannelsChanged, isChatCommandDefinition, isChoice, isCloseCode, isCommand, isCommandData, isCommandDefinition, isCommandEdited, isCommandId, isCommandInteraction, isCommandList, isCommandOnMessageInteraction, isCommandOnUserInteraction, isCommandOption, isCommandReference, isCommandSaved, isCommandType, isCommandWrapped, isComponentInteraction, isComponents, isConfirmation, isConnectionCloseEvent, isConnectionId, isConnectionOpenEvent, isConnectionResumeEvent, isControlEvent, isCreateChannelBody, isCreateCommandBody, isCreateMessageBody, isCreateRoleBody, isDeclineConfirmation, isDeferConfirmation, isDeleted, isDeliveryBody, isDeliveryId, isDisplaySeparately, isEditChannelBody, isEditCommandBody, isEditMessageBody, isEditRoleBody, isEndpointUnreachableExtras, isErrorBody, isErrorCode, isEventId, isExpiresInMs, isFieldType, isFormInteraction, isGatewayEvent, isInstalledApp, isIntentFamily, isInteraction, isInteractionCreateEvent, isInteractionDelivery, isInteractionId, isInteractionOutcome, isInteractionState, isMailboxBatch, isMailboxCursor, isMailboxId, isMailboxOpened, isManagedChannel, isMember, isMemberList, isMessage, isMessageCommandDefinition, isMessageCreateEvent, isMessageCreated, isMessageEdited, isMessageId, isMessagePage, isMessageReactions, isModal, isModalConfirmation, isModalField, isOpaqueData, isOptionType, isPermissionName, isPermissions, isProbeAnswer, isProbeDelivery, isProbeResult, isRateLimitedBody, isReactionBody, isReactionSummary, isReactionToggled, isReactionUpdateEvent, isReplyConfirmation, isRequiredPermission, isRequiredPermissionRead, isRevision, isRevisionBody, isRole, isRoleColor, isRoleId, isRoleSummary, isRolesChanged, isSavedCommand, isServer, isServerId, isServerSnapshot, isSigningKey, isSigningKeyList, isStaleRevisionExtras, isSuggestConfirmation, isUserCommandDefinition, isVoiceLimit, isWireEvent } from "./guards.js";
import { misfitOf } from "./misfit.js";

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

  constructor(expected: string, value: unknown, guard: (value: unknown) => boolean = () => true) {
    const misfit = misfitOf(guard, value);
    super(`not a ${expected}${misfit === undefined ? "" : `: ${misfit}`}; explain() says why`);
    this.expected = expected;
    this.#value = value;
  }

  /** What does not fit. */
  explain(): Promise<readonly Issue[]> {
    return explain(this.expected, this.#value);
  }
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.AccountId}. */
export function assertAccountId(value: unknown): asserts value is T.AccountId {
  if (!isAccountId(value)) throw new ShapeError("AccountId", value, isAccountId);
}

/** Says what keeps `value` from being a {@link T.AccountId}. */
export function explainAccountId(value: unknown): Promise<readonly Issue[]> {
  return explain("AccountId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.AgeRestricted}. */
export function assertAgeRestricted(value: unknown): asserts value is T.AgeRestricted {
  if (!isAgeRestricted(value)) throw new ShapeError("AgeRestricted", value, isAgeRestricted);
}

/** Says what keeps `value` from being a {@link T.AgeRestricted}. */
export function explainAgeRestricted(value: unknown): Promise<readonly Issue[]> {
  return explain("AgeRestricted", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.AnswerBody}. */
export function assertAnswerBody(value: unknown): asserts value is T.AnswerBody {
  if (!isAnswerBody(value)) throw new ShapeError("AnswerBody", value, isAnswerBody);
}

/** Says what keeps `value` from being a {@link T.AnswerBody}. */
export function explainAnswerBody(value: unknown): Promise<readonly Issue[]> {
  return explain("AnswerBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.App}. */
export function assertApp(value: unknown): asserts value is T.App {
  if (!isApp(value)) throw new ShapeError("App", value, isApp);
}

/** Says what keeps `value` from being a {@link T.App}. */
export function explainApp(value: unknown): Promise<readonly Issue[]> {
  return explain("App", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.AppId}. */
export function assertAppId(value: unknown): asserts value is T.AppId {
  if (!isAppId(value)) throw new ShapeError("AppId", value, isAppId);
}

/** Says what keeps `value` from being a {@link T.AppId}. */
export function explainAppId(value: unknown): Promise<readonly Issue[]> {
  return explain("AppId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.AppsChanged}. */
export function assertAppsChanged(value: unknown): asserts value is T.AppsChanged {
  if (!isAppsChanged(value)) throw new ShapeError("AppsChanged", value, isAppsChanged);
}

/** Says what keeps `value` from being a {@link T.AppsChanged}. */
export function explainAppsChanged(value: unknown): Promise<readonly Issue[]> {
  return explain("AppsChanged", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Argument}. */
export function assertArgument(value: unknown): asserts value is T.Argument {
  if (!isArgument(value)) throw new ShapeError("Argument", value, isArgument);
}

/** Says what keeps `value` from being a {@link T.Argument}. */
export function explainArgument(value: unknown): Promise<readonly Issue[]> {
  return explain("Argument", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.AttachmentRef}. */
export function assertAttachmentRef(value: unknown): asserts value is T.AttachmentRef {
  if (!isAttachmentRef(value)) throw new ShapeError("AttachmentRef", value, isAttachmentRef);
}

/** Says what keeps `value` from being a {@link T.AttachmentRef}. */
export function explainAttachmentRef(value: unknown): Promise<readonly Issue[]> {
  return explain("AttachmentRef", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.AutocompleteCommand}. */
export function assertAutocompleteCommand(value: unknown): asserts value is T.AutocompleteCommand {
  if (!isAutocompleteCommand(value)) throw new ShapeError("AutocompleteCommand", value, isAutocompleteCommand);
}

/** Says what keeps `value` from being a {@link T.AutocompleteCommand}. */
export function explainAutocompleteCommand(value: unknown): Promise<readonly Issue[]> {
  return explain("AutocompleteCommand", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.AutocompleteData}. */
export function assertAutocompleteData(value: unknown): asserts value is T.AutocompleteData {
  if (!isAutocompleteData(value)) throw new ShapeError("AutocompleteData", value, isAutocompleteData);
}

/** Says what keeps `value` from being a {@link T.AutocompleteData}. */
export function explainAutocompleteData(value: unknown): Promise<readonly Issue[]> {
  return explain("AutocompleteData", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.AutocompleteInteraction}. */
export function assertAutocompleteInteraction(value: unknown): asserts value is T.AutocompleteInteraction {
  if (!isAutocompleteInteraction(value)) throw new ShapeError("AutocompleteInteraction", value, isAutocompleteInteraction);
}

/** Says what keeps `value` from being a {@link T.AutocompleteInteraction}. */
export function explainAutocompleteInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("AutocompleteInteraction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Category}. */
export function assertCategory(value: unknown): asserts value is T.Category {
  if (!isCategory(value)) throw new ShapeError("Category", value, isCategory);
}

/** Says what keeps `value` from being a {@link T.Category}. */
export function explainCategory(value: unknown): Promise<readonly Issue[]> {
  return explain("Category", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CategoryId}. */
export function assertCategoryId(value: unknown): asserts value is T.CategoryId {
  if (!isCategoryId(value)) throw new ShapeError("CategoryId", value, isCategoryId);
}

/** Says what keeps `value` from being a {@link T.CategoryId}. */
export function explainCategoryId(value: unknown): Promise<readonly Issue[]> {
  return explain("CategoryId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Channel}. */
export function assertChannel(value: unknown): asserts value is T.Channel {
  if (!isChannel(value)) throw new ShapeError("Channel", value, isChannel);
}

/** Says what keeps `value` from being a {@link T.Channel}. */
export function explainChannel(value: unknown): Promise<readonly Issue[]> {
  return explain("Channel", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ChannelId}. */
export function assertChannelId(value: unknown): asserts value is T.ChannelId {
  if (!isChannelId(value)) throw new ShapeError("ChannelId", value, isChannelId);
}

/** Says what keeps `value` from being a {@link T.ChannelId}. */
export function explainChannelId(value: unknown): Promise<readonly Issue[]> {
  return explain("ChannelId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ChannelMoved}. */
export function assertChannelMoved(value: unknown): asserts value is T.ChannelMoved {
  if (!isChannelMoved(value)) throw new ShapeError("ChannelMoved", value, isChannelMoved);
}

/** Says what keeps `value` from being a {@link T.ChannelMoved}. */
export function explainChannelMoved(value: unknown): Promise<readonly Issue[]> {
  return explain("ChannelMoved", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ChannelType}. */
export function assertChannelType(value: unknown): asserts value is T.ChannelType {
  if (!isChannelType(value)) throw new ShapeError("ChannelType", value, isChannelType);
}

/** Says what keeps `value` from being a {@link T.ChannelType}. */
export function explainChannelType(value: unknown): Promise<readonly Issue[]> {
  return explain("ChannelType", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ChannelsChanged}. */
export function assertChannelsChanged(value: unknown): asserts value is T.ChannelsChanged {
  if (!isChannelsChanged(value)) throw new ShapeError("ChannelsChanged", value, isChannelsChanged);
}

/** Says what keeps `value` from being a {@link T.ChannelsChanged}. */
export function explainChannelsChanged(value: unknown): Promise<readonly Issue[]> {
  return explain("ChannelsChanged", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ChatCommandDefinition}. */
export function assertChatCommandDefinition(value: unknown): asserts value is T.ChatCommandDefinition {
  if (!isChatCommandDefinition(value)) throw new ShapeError("ChatCommandDefinition", value, isChatCommandDefinition);
}

/** Says what keeps `value` from being a {@link T.ChatCommandDefinition}. */
export function explainChatCommandDefinition(value: unknown): Promise<readonly Issue[]> {
  return explain("ChatCommandDefinition", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Choice}. */
export function assertChoice(value: unknown): asserts value is T.Choice {
  if (!isChoice(value)) throw new ShapeError("Choice", value, isChoice);
}

/** Says what keeps `value` from being a {@link T.Choice}. */
export function explainChoice(value: unknown): Promise<readonly Issue[]> {
  return explain("Choice", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CloseCode}. */
export function assertCloseCode(value: unknown): asserts value is T.CloseCode {
  if (!isCloseCode(value)) throw new ShapeError("CloseCode", value, isCloseCode);
}

/** Says what keeps `value` from being a {@link T.CloseCode}. */
export function explainCloseCode(value: unknown): Promise<readonly Issue[]> {
  return explain("CloseCode", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Command}. */
export function assertCommand(value: unknown): asserts value is T.Command {
  if (!isCommand(value)) throw new ShapeError("Command", value, isCommand);
}

/** Says what keeps `value` from being a {@link T.Command}. */
export function explainCommand(value: unknown): Promise<readonly Issue[]> {
  return explain("Command", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandData}. */
export function assertCommandData(value: unknown): asserts value is T.CommandData {
  if (!isCommandData(value)) throw new ShapeError("CommandData", value, isCommandData);
}

/** Says what keeps `value` from being a {@link T.CommandData}. */
export function explainCommandData(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandData", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandDefinition}. */
export function assertCommandDefinition(value: unknown): asserts value is T.CommandDefinition {
  if (!isCommandDefinition(value)) throw new ShapeError("CommandDefinition", value, isCommandDefinition);
}

/** Says what keeps `value` from being a {@link T.CommandDefinition}. */
export function explainCommandDefinition(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandDefinition", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandEdited}. */
export function assertCommandEdited(value: unknown): asserts value is T.CommandEdited {
  if (!isCommandEdited(value)) throw new ShapeError("CommandEdited", value, isCommandEdited);
}

/** Says what keeps `value` from being a {@link T.CommandEdited}. */
export function explainCommandEdited(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandEdited", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandId}. */
export function assertCommandId(value: unknown): asserts value is T.CommandId {
  if (!isCommandId(value)) throw new ShapeError("CommandId", value, isCommandId);
}

/** Says what keeps `value` from being a {@link T.CommandId}. */
export function explainCommandId(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandInteraction}. */
export function assertCommandInteraction(value: unknown): asserts value is T.CommandInteraction {
  if (!isCommandInteraction(value)) throw new ShapeError("CommandInteraction", value, isCommandInteraction);
}

/** Says what keeps `value` from being a {@link T.CommandInteraction}. */
export function explainCommandInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandInteraction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandList}. */
export function assertCommandList(value: unknown): asserts value is T.CommandList {
  if (!isCommandList(value)) throw new ShapeError("CommandList", value, isCommandList);
}

/** Says what keeps `value` from being a {@link T.CommandList}. */
export function explainCommandList(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandList", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandOnMessageInteraction}. */
export function assertCommandOnMessageInteraction(value: unknown): asserts value is T.CommandOnMessageInteraction {
  if (!isCommandOnMessageInteraction(value)) throw new ShapeError("CommandOnMessageInteraction", value, isCommandOnMessageInteraction);
}

/** Says what keeps `value` from being a {@link T.CommandOnMessageInteraction}. */
export function explainCommandOnMessageInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandOnMessageInteraction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandOnUserInteraction}. */
export function assertCommandOnUserInteraction(value: unknown): asserts value is T.CommandOnUserInteraction {
  if (!isCommandOnUserInteraction(value)) throw new ShapeError("CommandOnUserInteraction", value, isCommandOnUserInteraction);
}

/** Says what keeps `value` from being a {@link T.CommandOnUserInteraction}. */
export function explainCommandOnUserInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandOnUserInteraction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandOption}. */
export function assertCommandOption(value: unknown): asserts value is T.CommandOption {
  if (!isCommandOption(value)) throw new ShapeError("CommandOption", value, isCommandOption);
}

/** Says what keeps `value` from being a {@link T.CommandOption}. */
export function explainCommandOption(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandOption", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandReference}. */
export function assertCommandReference(value: unknown): asserts value is T.CommandReference {
  if (!isCommandReference(value)) throw new ShapeError("CommandReference", value, isCommandReference);
}

/** Says what keeps `value` from being a {@link T.CommandReference}. */
export function explainCommandReference(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandReference", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandSaved}. */
export function assertCommandSaved(value: unknown): asserts value is T.CommandSaved {
  if (!isCommandSaved(value)) throw new ShapeError("CommandSaved", value, isCommandSaved);
}

/** Says what keeps `value` from being a {@link T.CommandSaved}. */
export function explainCommandSaved(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandSaved", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandType}. */
export function assertCommandType(value: unknown): asserts value is T.CommandType {
  if (!isCommandType(value)) throw new ShapeError("CommandType", value, isCommandType);
}

/** Says what keeps `value` from being a {@link T.CommandType}. */
export function explainCommandType(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandType", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CommandWrapped}. */
export function assertCommandWrapped(value: unknown): asserts value is T.CommandWrapped {
  if (!isCommandWrapped(value)) throw new ShapeError("CommandWrapped", value, isCommandWrapped);
}

/** Says what keeps `value` from being a {@link T.CommandWrapped}. */
export function explainCommandWrapped(value: unknown): Promise<readonly Issue[]> {
  return explain("CommandWrapped", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ComponentInteraction}. */
export function assertComponentInteraction(value: unknown): asserts value is T.ComponentInteraction {
  if (!isComponentInteraction(value)) throw new ShapeError("ComponentInteraction", value, isComponentInteraction);
}

/** Says what keeps `value` from being a {@link T.ComponentInteraction}. */
export function explainComponentInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("ComponentInteraction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Components}. */
export function assertComponents(value: unknown): asserts value is T.Components {
  if (!isComponents(value)) throw new ShapeError("Components", value, isComponents);
}

/** Says what keeps `value` from being a {@link T.Components}. */
export function explainComponents(value: unknown): Promise<readonly Issue[]> {
  return explain("Components", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Confirmation}. */
export function assertConfirmation(value: unknown): asserts value is T.Confirmation {
  if (!isConfirmation(value)) throw new ShapeError("Confirmation", value, isConfirmation);
}

/** Says what keeps `value` from being a {@link T.Confirmation}. */
export function explainConfirmation(value: unknown): Promise<readonly Issue[]> {
  return explain("Confirmation", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ConnectionCloseEvent}. */
export function assertConnectionCloseEvent(value: unknown): asserts value is T.ConnectionCloseEvent {
  if (!isConnectionCloseEvent(value)) throw new ShapeError("ConnectionCloseEvent", value, isConnectionCloseEvent);
}

/** Says what keeps `value` from being a {@link T.ConnectionCloseEvent}. */
export function explainConnectionCloseEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("ConnectionCloseEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ConnectionId}. */
export function assertConnectionId(value: unknown): asserts value is T.ConnectionId {
  if (!isConnectionId(value)) throw new ShapeError("ConnectionId", value, isConnectionId);
}

/** Says what keeps `value` from being a {@link T.ConnectionId}. */
export function explainConnectionId(value: unknown): Promise<readonly Issue[]> {
  return explain("ConnectionId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ConnectionOpenEvent}. */
export function assertConnectionOpenEvent(value: unknown): asserts value is T.ConnectionOpenEvent {
  if (!isConnectionOpenEvent(value)) throw new ShapeError("ConnectionOpenEvent", value, isConnectionOpenEvent);
}

/** Says what keeps `value` from being a {@link T.ConnectionOpenEvent}. */
export function explainConnectionOpenEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("ConnectionOpenEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ConnectionResumeEvent}. */
export function assertConnectionResumeEvent(value: unknown): asserts value is T.ConnectionResumeEvent {
  if (!isConnectionResumeEvent(value)) throw new ShapeError("ConnectionResumeEvent", value, isConnectionResumeEvent);
}

/** Says what keeps `value` from being a {@link T.ConnectionResumeEvent}. */
export function explainConnectionResumeEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("ConnectionResumeEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ControlEvent}. */
export function assertControlEvent(value: unknown): asserts value is T.ControlEvent {
  if (!isControlEvent(value)) throw new ShapeError("ControlEvent", value, isControlEvent);
}

/** Says what keeps `value` from being a {@link T.ControlEvent}. */
export function explainControlEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("ControlEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CreateChannelBody}. */
export function assertCreateChannelBody(value: unknown): asserts value is T.CreateChannelBody {
  if (!isCreateChannelBody(value)) throw new ShapeError("CreateChannelBody", value, isCreateChannelBody);
}

/** Says what keeps `value` from being a {@link T.CreateChannelBody}. */
export function explainCreateChannelBody(value: unknown): Promise<readonly Issue[]> {
  return explain("CreateChannelBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CreateCommandBody}. */
export function assertCreateCommandBody(value: unknown): asserts value is T.CreateCommandBody {
  if (!isCreateCommandBody(value)) throw new ShapeError("CreateCommandBody", value, isCreateCommandBody);
}

/** Says what keeps `value` from being a {@link T.CreateCommandBody}. */
export function explainCreateCommandBody(value: unknown): Promise<readonly Issue[]> {
  return explain("CreateCommandBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CreateMessageBody}. */
export function assertCreateMessageBody(value: unknown): asserts value is T.CreateMessageBody {
  if (!isCreateMessageBody(value)) throw new ShapeError("CreateMessageBody", value, isCreateMessageBody);
}

/** Says what keeps `value` from being a {@link T.CreateMessageBody}. */
export function explainCreateMessageBody(value: unknown): Promise<readonly Issue[]> {
  return explain("CreateMessageBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.CreateRoleBody}. */
export function assertCreateRoleBody(value: unknown): asserts value is T.CreateRoleBody {
  if (!isCreateRoleBody(value)) throw new ShapeError("CreateRoleBody", value, isCreateRoleBody);
}

/** Says what keeps `value` from being a {@link T.CreateRoleBody}. */
export function explainCreateRoleBody(value: unknown): Promise<readonly Issue[]> {
  return explain("CreateRoleBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.DeclineConfirmation}. */
export function assertDeclineConfirmation(value: unknown): asserts value is T.DeclineConfirmation {
  if (!isDeclineConfirmation(value)) throw new ShapeError("DeclineConfirmation", value, isDeclineConfirmation);
}

/** Says what keeps `value` from being a {@link T.DeclineConfirmation}. */
export function explainDeclineConfirmation(value: unknown): Promise<readonly Issue[]> {
  return explain("DeclineConfirmation", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.DeferConfirmation}. */
export function assertDeferConfirmation(value: unknown): asserts value is T.DeferConfirmation {
  if (!isDeferConfirmation(value)) throw new ShapeError("DeferConfirmation", value, isDeferConfirmation);
}

/** Says what keeps `value` from being a {@link T.DeferConfirmation}. */
export function explainDeferConfirmation(value: unknown): Promise<readonly Issue[]> {
  return explain("DeferConfirmation", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Deleted}. */
export function assertDeleted(value: unknown): asserts value is T.Deleted {
  if (!isDeleted(value)) throw new ShapeError("Deleted", value, isDeleted);
}

/** Says what keeps `value` from being a {@link T.Deleted}. */
export function explainDeleted(value: unknown): Promise<readonly Issue[]> {
  return explain("Deleted", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.DeliveryBody}. */
export function assertDeliveryBody(value: unknown): asserts value is T.DeliveryBody {
  if (!isDeliveryBody(value)) throw new ShapeError("DeliveryBody", value, isDeliveryBody);
}

/** Says what keeps `value` from being a {@link T.DeliveryBody}. */
export function explainDeliveryBody(value: unknown): Promise<readonly Issue[]> {
  return explain("DeliveryBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.DeliveryId}. */
export function assertDeliveryId(value: unknown): asserts value is T.DeliveryId {
  if (!isDeliveryId(value)) throw new ShapeError("DeliveryId", value, isDeliveryId);
}

/** Says what keeps `value` from being a {@link T.DeliveryId}. */
export function explainDeliveryId(value: unknown): Promise<readonly Issue[]> {
  return explain("DeliveryId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.DisplaySeparately}. */
export function assertDisplaySeparately(value: unknown): asserts value is T.DisplaySeparately {
  if (!isDisplaySeparately(value)) throw new ShapeError("DisplaySeparately", value, isDisplaySeparately);
}

/** Says what keeps `value` from being a {@link T.DisplaySeparately}. */
export function explainDisplaySeparately(value: unknown): Promise<readonly Issue[]> {
  return explain("DisplaySeparately", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.EditChannelBody}. */
export function assertEditChannelBody(value: unknown): asserts value is T.EditChannelBody {
  if (!isEditChannelBody(value)) throw new ShapeError("EditChannelBody", value, isEditChannelBody);
}

/** Says what keeps `value` from being a {@link T.EditChannelBody}. */
export function explainEditChannelBody(value: unknown): Promise<readonly Issue[]> {
  return explain("EditChannelBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.EditCommandBody}. */
export function assertEditCommandBody(value: unknown): asserts value is T.EditCommandBody {
  if (!isEditCommandBody(value)) throw new ShapeError("EditCommandBody", value, isEditCommandBody);
}

/** Says what keeps `value` from being a {@link T.EditCommandBody}. */
export function explainEditCommandBody(value: unknown): Promise<readonly Issue[]> {
  return explain("EditCommandBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.EditMessageBody}. */
export function assertEditMessageBody(value: unknown): asserts value is T.EditMessageBody {
  if (!isEditMessageBody(value)) throw new ShapeError("EditMessageBody", value, isEditMessageBody);
}

/** Says what keeps `value` from being a {@link T.EditMessageBody}. */
export function explainEditMessageBody(value: unknown): Promise<readonly Issue[]> {
  return explain("EditMessageBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.EditRoleBody}. */
export function assertEditRoleBody(value: unknown): asserts value is T.EditRoleBody {
  if (!isEditRoleBody(value)) throw new ShapeError("EditRoleBody", value, isEditRoleBody);
}

/** Says what keeps `value` from being a {@link T.EditRoleBody}. */
export function explainEditRoleBody(value: unknown): Promise<readonly Issue[]> {
  return explain("EditRoleBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.EndpointUnreachableExtras}. */
export function assertEndpointUnreachableExtras(value: unknown): asserts value is T.EndpointUnreachableExtras {
  if (!isEndpointUnreachableExtras(value)) throw new ShapeError("EndpointUnreachableExtras", value, isEndpointUnreachableExtras);
}

/** Says what keeps `value` from being a {@link T.EndpointUnreachableExtras}. */
export function explainEndpointUnreachableExtras(value: unknown): Promise<readonly Issue[]> {
  return explain("EndpointUnreachableExtras", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ErrorBody}. */
export function assertErrorBody(value: unknown): asserts value is T.ErrorBody {
  if (!isErrorBody(value)) throw new ShapeError("ErrorBody", value, isErrorBody);
}

/** Says what keeps `value` from being a {@link T.ErrorBody}. */
export function explainErrorBody(value: unknown): Promise<readonly Issue[]> {
  return explain("ErrorBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ErrorCode}. */
export function assertErrorCode(value: unknown): asserts value is T.ErrorCode {
  if (!isErrorCode(value)) throw new ShapeError("ErrorCode", value, isErrorCode);
}

/** Says what keeps `value` from being a {@link T.ErrorCode}. */
export function explainErrorCode(value: unknown): Promise<readonly Issue[]> {
  return explain("ErrorCode", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.EventId}. */
export function assertEventId(value: unknown): asserts value is T.EventId {
  if (!isEventId(value)) throw new ShapeError("EventId", value, isEventId);
}

/** Says what keeps `value` from being a {@link T.EventId}. */
export function explainEventId(value: unknown): Promise<readonly Issue[]> {
  return explain("EventId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ExpiresInMs}. */
export function assertExpiresInMs(value: unknown): asserts value is T.ExpiresInMs {
  if (!isExpiresInMs(value)) throw new ShapeError("ExpiresInMs", value, isExpiresInMs);
}

/** Says what keeps `value` from being a {@link T.ExpiresInMs}. */
export function explainExpiresInMs(value: unknown): Promise<readonly Issue[]> {
  return explain("ExpiresInMs", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.FieldType}. */
export function assertFieldType(value: unknown): asserts value is T.FieldType {
  if (!isFieldType(value)) throw new ShapeError("FieldType", value, isFieldType);
}

/** Says what keeps `value` from being a {@link T.FieldType}. */
export function explainFieldType(value: unknown): Promise<readonly Issue[]> {
  return explain("FieldType", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.FormInteraction}. */
export function assertFormInteraction(value: unknown): asserts value is T.FormInteraction {
  if (!isFormInteraction(value)) throw new ShapeError("FormInteraction", value, isFormInteraction);
}

/** Says what keeps `value` from being a {@link T.FormInteraction}. */
export function explainFormInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("FormInteraction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.GatewayEvent}. */
export function assertGatewayEvent(value: unknown): asserts value is T.GatewayEvent {
  if (!isGatewayEvent(value)) throw new ShapeError("GatewayEvent", value, isGatewayEvent);
}

/** Says what keeps `value` from being a {@link T.GatewayEvent}. */
export function explainGatewayEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("GatewayEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.InstalledApp}. */
export function assertInstalledApp(value: unknown): asserts value is T.InstalledApp {
  if (!isInstalledApp(value)) throw new ShapeError("InstalledApp", value, isInstalledApp);
}

/** Says what keeps `value` from being a {@link T.InstalledApp}. */
export function explainInstalledApp(value: unknown): Promise<readonly Issue[]> {
  return explain("InstalledApp", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.IntentFamily}. */
export function assertIntentFamily(value: unknown): asserts value is T.IntentFamily {
  if (!isIntentFamily(value)) throw new ShapeError("IntentFamily", value, isIntentFamily);
}

/** Says what keeps `value` from being a {@link T.IntentFamily}. */
export function explainIntentFamily(value: unknown): Promise<readonly Issue[]> {
  return explain("IntentFamily", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Interaction}. */
export function assertInteraction(value: unknown): asserts value is T.Interaction {
  if (!isInteraction(value)) throw new ShapeError("Interaction", value, isInteraction);
}

/** Says what keeps `value` from being a {@link T.Interaction}. */
export function explainInteraction(value: unknown): Promise<readonly Issue[]> {
  return explain("Interaction", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.InteractionCreateEvent}. */
export function assertInteractionCreateEvent(value: unknown): asserts value is T.InteractionCreateEvent {
  if (!isInteractionCreateEvent(value)) throw new ShapeError("InteractionCreateEvent", value, isInteractionCreateEvent);
}

/** Says what keeps `value` from being a {@link T.InteractionCreateEvent}. */
export function explainInteractionCreateEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("InteractionCreateEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.InteractionDelivery}. */
export function assertInteractionDelivery(value: unknown): asserts value is T.InteractionDelivery {
  if (!isInteractionDelivery(value)) throw new ShapeError("InteractionDelivery", value, isInteractionDelivery);
}

/** Says what keeps `value` from being a {@link T.InteractionDelivery}. */
export function explainInteractionDelivery(value: unknown): Promise<readonly Issue[]> {
  return explain("InteractionDelivery", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.InteractionId}. */
export function assertInteractionId(value: unknown): asserts value is T.InteractionId {
  if (!isInteractionId(value)) throw new ShapeError("InteractionId", value, isInteractionId);
}

/** Says what keeps `value` from being a {@link T.InteractionId}. */
export function explainInteractionId(value: unknown): Promise<readonly Issue[]> {
  return explain("InteractionId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.InteractionOutcome}. */
export function assertInteractionOutcome(value: unknown): asserts value is T.InteractionOutcome {
  if (!isInteractionOutcome(value)) throw new ShapeError("InteractionOutcome", value, isInteractionOutcome);
}

/** Says what keeps `value` from being a {@link T.InteractionOutcome}. */
export function explainInteractionOutcome(value: unknown): Promise<readonly Issue[]> {
  return explain("InteractionOutcome", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.InteractionState}. */
export function assertInteractionState(value: unknown): asserts value is T.InteractionState {
  if (!isInteractionState(value)) throw new ShapeError("InteractionState", value, isInteractionState);
}

/** Says what keeps `value` from being a {@link T.InteractionState}. */
export function explainInteractionState(value: unknown): Promise<readonly Issue[]> {
  return explain("InteractionState", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.MailboxBatch}. */
export function assertMailboxBatch(value: unknown): asserts value is T.MailboxBatch {
  if (!isMailboxBatch(value)) throw new ShapeError("MailboxBatch", value, isMailboxBatch);
}

/** Says what keeps `value` from being a {@link T.MailboxBatch}. */
export function explainMailboxBatch(value: unknown): Promise<readonly Issue[]> {
  return explain("MailboxBatch", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.MailboxCursor}. */
export function assertMailboxCursor(value: unknown): asserts value is T.MailboxCursor {
  if (!isMailboxCursor(value)) throw new ShapeError("MailboxCursor", value, isMailboxCursor);
}

/** Says what keeps `value` from being a {@link T.MailboxCursor}. */
export function explainMailboxCursor(value: unknown): Promise<readonly Issue[]> {
  return explain("MailboxCursor", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.MailboxId}. */
export function assertMailboxId(value: unknown): asserts value is T.MailboxId {
  if (!isMailboxId(value)) throw new ShapeError("MailboxId", value, isMailboxId);
}

/** Says what keeps `value` from being a {@link T.MailboxId}. */
export function explainMailboxId(value: unknown): Promise<readonly Issue[]> {
  return explain("MailboxId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.MailboxOpened}. */
export function assertMailboxOpened(value: unknown): asserts value is T.MailboxOpened {
  if (!isMailboxOpened(value)) throw new ShapeError("MailboxOpened", value, isMailboxOpened);
}

/** Says what keeps `value` from being a {@link T.MailboxOpened}. */
export function explainMailboxOpened(value: unknown): Promise<readonly Issue[]> {
  return explain("MailboxOpened", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ManagedChannel}. */
export function assertManagedChannel(value: unknown): asserts value is T.ManagedChannel {
  if (!isManagedChannel(value)) throw new ShapeError("ManagedChannel", value, isManagedChannel);
}

/** Says what keeps `value` from being a {@link T.ManagedChannel}. */
export function explainManagedChannel(value: unknown): Promise<readonly Issue[]> {
  return explain("ManagedChannel", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Member}. */
export function assertMember(value: unknown): asserts value is T.Member {
  if (!isMember(value)) throw new ShapeError("Member", value, isMember);
}

/** Says what keeps `value` from being a {@link T.Member}. */
export function explainMember(value: unknown): Promise<readonly Issue[]> {
  return explain("Member", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.MemberList}. */
export function assertMemberList(value: unknown): asserts value is T.MemberList {
  if (!isMemberList(value)) throw new ShapeError("MemberList", value, isMemberList);
}

/** Says what keeps `value` from being a {@link T.MemberList}. */
export function explainMemberList(value: unknown): Promise<readonly Issue[]> {
  return explain("MemberList", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Message}. */
export function assertMessage(value: unknown): asserts value is T.Message {
  if (!isMessage(value)) throw new ShapeError("Message", value, isMessage);
}

/** Says what keeps `value` from being a {@link T.Message}. */
export function explainMessage(value: unknown): Promise<readonly Issue[]> {
  return explain("Message", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.MessageCommandDefinition}. */
export function assertMessageCommandDefinition(value: unknown): asserts value is T.MessageCommandDefinition {
  if (!isMessageCommandDefinition(value)) throw new ShapeError("MessageCommandDefinition", value, isMessageCommandDefinition);
}

/** Says what keeps `value` from being a {@link T.MessageCommandDefinition}. */
export function explainMessageCommandDefinition(value: unknown): Promise<readonly Issue[]> {
  return explain("MessageCommandDefinition", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.MessageCreateEvent}. */
export function assertMessageCreateEvent(value: unknown): asserts value is T.MessageCreateEvent {
  if (!isMessageCreateEvent(value)) throw new ShapeError("MessageCreateEvent", value, isMessageCreateEvent);
}

/** Says what keeps `value` from being a {@link T.MessageCreateEvent}. */
export function explainMessageCreateEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("MessageCreateEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.MessageCreated}. */
export function assertMessageCreated(value: unknown): asserts value is T.MessageCreated {
  if (!isMessageCreated(value)) throw new ShapeError("MessageCreated", value, isMessageCreated);
}

/** Says what keeps `value` from being a {@link T.MessageCreated}. */
export function explainMessageCreated(value: unknown): Promise<readonly Issue[]> {
  return explain("MessageCreated", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.MessageEdited}. */
export function assertMessageEdited(value: unknown): asserts value is T.MessageEdited {
  if (!isMessageEdited(value)) throw new ShapeError("MessageEdited", value, isMessageEdited);
}

/** Says what keeps `value` from being a {@link T.MessageEdited}. */
export function explainMessageEdited(value: unknown): Promise<readonly Issue[]> {
  return explain("MessageEdited", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.MessageId}. */
export function assertMessageId(value: unknown): asserts value is T.MessageId {
  if (!isMessageId(value)) throw new ShapeError("MessageId", value, isMessageId);
}

/** Says what keeps `value` from being a {@link T.MessageId}. */
export function explainMessageId(value: unknown): Promise<readonly Issue[]> {
  return explain("MessageId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.MessagePage}. */
export function assertMessagePage(value: unknown): asserts value is T.MessagePage {
  if (!isMessagePage(value)) throw new ShapeError("MessagePage", value, isMessagePage);
}

/** Says what keeps `value` from being a {@link T.MessagePage}. */
export function explainMessagePage(value: unknown): Promise<readonly Issue[]> {
  return explain("MessagePage", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.MessageReactions}. */
export function assertMessageReactions(value: unknown): asserts value is T.MessageReactions {
  if (!isMessageReactions(value)) throw new ShapeError("MessageReactions", value, isMessageReactions);
}

/** Says what keeps `value` from being a {@link T.MessageReactions}. */
export function explainMessageReactions(value: unknown): Promise<readonly Issue[]> {
  return explain("MessageReactions", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Modal}. */
export function assertModal(value: unknown): asserts value is T.Modal {
  if (!isModal(value)) throw new ShapeError("Modal", value, isModal);
}

/** Says what keeps `value` from being a {@link T.Modal}. */
export function explainModal(value: unknown): Promise<readonly Issue[]> {
  return explain("Modal", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ModalConfirmation}. */
export function assertModalConfirmation(value: unknown): asserts value is T.ModalConfirmation {
  if (!isModalConfirmation(value)) throw new ShapeError("ModalConfirmation", value, isModalConfirmation);
}

/** Says what keeps `value` from being a {@link T.ModalConfirmation}. */
export function explainModalConfirmation(value: unknown): Promise<readonly Issue[]> {
  return explain("ModalConfirmation", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ModalField}. */
export function assertModalField(value: unknown): asserts value is T.ModalField {
  if (!isModalField(value)) throw new ShapeError("ModalField", value, isModalField);
}

/** Says what keeps `value` from being a {@link T.ModalField}. */
export function explainModalField(value: unknown): Promise<readonly Issue[]> {
  return explain("ModalField", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.OpaqueData}. */
export function assertOpaqueData(value: unknown): asserts value is T.OpaqueData {
  if (!isOpaqueData(value)) throw new ShapeError("OpaqueData", value, isOpaqueData);
}

/** Says what keeps `value` from being a {@link T.OpaqueData}. */
export function explainOpaqueData(value: unknown): Promise<readonly Issue[]> {
  return explain("OpaqueData", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.OptionType}. */
export function assertOptionType(value: unknown): asserts value is T.OptionType {
  if (!isOptionType(value)) throw new ShapeError("OptionType", value, isOptionType);
}

/** Says what keeps `value` from being a {@link T.OptionType}. */
export function explainOptionType(value: unknown): Promise<readonly Issue[]> {
  return explain("OptionType", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.PermissionName}. */
export function assertPermissionName(value: unknown): asserts value is T.PermissionName {
  if (!isPermissionName(value)) throw new ShapeError("PermissionName", value, isPermissionName);
}

/** Says what keeps `value` from being a {@link T.PermissionName}. */
export function explainPermissionName(value: unknown): Promise<readonly Issue[]> {
  return explain("PermissionName", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Permissions}. */
export function assertPermissions(value: unknown): asserts value is T.Permissions {
  if (!isPermissions(value)) throw new ShapeError("Permissions", value, isPermissions);
}

/** Says what keeps `value` from being a {@link T.Permissions}. */
export function explainPermissions(value: unknown): Promise<readonly Issue[]> {
  return explain("Permissions", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ProbeAnswer}. */
export function assertProbeAnswer(value: unknown): asserts value is T.ProbeAnswer {
  if (!isProbeAnswer(value)) throw new ShapeError("ProbeAnswer", value, isProbeAnswer);
}

/** Says what keeps `value` from being a {@link T.ProbeAnswer}. */
export function explainProbeAnswer(value: unknown): Promise<readonly Issue[]> {
  return explain("ProbeAnswer", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ProbeDelivery}. */
export function assertProbeDelivery(value: unknown): asserts value is T.ProbeDelivery {
  if (!isProbeDelivery(value)) throw new ShapeError("ProbeDelivery", value, isProbeDelivery);
}

/** Says what keeps `value` from being a {@link T.ProbeDelivery}. */
export function explainProbeDelivery(value: unknown): Promise<readonly Issue[]> {
  return explain("ProbeDelivery", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ProbeResult}. */
export function assertProbeResult(value: unknown): asserts value is T.ProbeResult {
  if (!isProbeResult(value)) throw new ShapeError("ProbeResult", value, isProbeResult);
}

/** Says what keeps `value` from being a {@link T.ProbeResult}. */
export function explainProbeResult(value: unknown): Promise<readonly Issue[]> {
  return explain("ProbeResult", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.RateLimitedBody}. */
export function assertRateLimitedBody(value: unknown): asserts value is T.RateLimitedBody {
  if (!isRateLimitedBody(value)) throw new ShapeError("RateLimitedBody", value, isRateLimitedBody);
}

/** Says what keeps `value` from being a {@link T.RateLimitedBody}. */
export function explainRateLimitedBody(value: unknown): Promise<readonly Issue[]> {
  return explain("RateLimitedBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ReactionBody}. */
export function assertReactionBody(value: unknown): asserts value is T.ReactionBody {
  if (!isReactionBody(value)) throw new ShapeError("ReactionBody", value, isReactionBody);
}

/** Says what keeps `value` from being a {@link T.ReactionBody}. */
export function explainReactionBody(value: unknown): Promise<readonly Issue[]> {
  return explain("ReactionBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ReactionSummary}. */
export function assertReactionSummary(value: unknown): asserts value is T.ReactionSummary {
  if (!isReactionSummary(value)) throw new ShapeError("ReactionSummary", value, isReactionSummary);
}

/** Says what keeps `value` from being a {@link T.ReactionSummary}. */
export function explainReactionSummary(value: unknown): Promise<readonly Issue[]> {
  return explain("ReactionSummary", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ReactionToggled}. */
export function assertReactionToggled(value: unknown): asserts value is T.ReactionToggled {
  if (!isReactionToggled(value)) throw new ShapeError("ReactionToggled", value, isReactionToggled);
}

/** Says what keeps `value` from being a {@link T.ReactionToggled}. */
export function explainReactionToggled(value: unknown): Promise<readonly Issue[]> {
  return explain("ReactionToggled", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ReactionUpdateEvent}. */
export function assertReactionUpdateEvent(value: unknown): asserts value is T.ReactionUpdateEvent {
  if (!isReactionUpdateEvent(value)) throw new ShapeError("ReactionUpdateEvent", value, isReactionUpdateEvent);
}

/** Says what keeps `value` from being a {@link T.ReactionUpdateEvent}. */
export function explainReactionUpdateEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("ReactionUpdateEvent", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ReplyConfirmation}. */
export function assertReplyConfirmation(value: unknown): asserts value is T.ReplyConfirmation {
  if (!isReplyConfirmation(value)) throw new ShapeError("ReplyConfirmation", value, isReplyConfirmation);
}

/** Says what keeps `value` from being a {@link T.ReplyConfirmation}. */
export function explainReplyConfirmation(value: unknown): Promise<readonly Issue[]> {
  return explain("ReplyConfirmation", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.RequiredPermission}. */
export function assertRequiredPermission(value: unknown): asserts value is T.RequiredPermission {
  if (!isRequiredPermission(value)) throw new ShapeError("RequiredPermission", value, isRequiredPermission);
}

/** Says what keeps `value` from being a {@link T.RequiredPermission}. */
export function explainRequiredPermission(value: unknown): Promise<readonly Issue[]> {
  return explain("RequiredPermission", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.RequiredPermissionRead}. */
export function assertRequiredPermissionRead(value: unknown): asserts value is T.RequiredPermissionRead {
  if (!isRequiredPermissionRead(value)) throw new ShapeError("RequiredPermissionRead", value, isRequiredPermissionRead);
}

/** Says what keeps `value` from being a {@link T.RequiredPermissionRead}. */
export function explainRequiredPermissionRead(value: unknown): Promise<readonly Issue[]> {
  return explain("RequiredPermissionRead", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Revision}. */
export function assertRevision(value: unknown): asserts value is T.Revision {
  if (!isRevision(value)) throw new ShapeError("Revision", value, isRevision);
}

/** Says what keeps `value` from being a {@link T.Revision}. */
export function explainRevision(value: unknown): Promise<readonly Issue[]> {
  return explain("Revision", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.RevisionBody}. */
export function assertRevisionBody(value: unknown): asserts value is T.RevisionBody {
  if (!isRevisionBody(value)) throw new ShapeError("RevisionBody", value, isRevisionBody);
}

/** Says what keeps `value` from being a {@link T.RevisionBody}. */
export function explainRevisionBody(value: unknown): Promise<readonly Issue[]> {
  return explain("RevisionBody", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Role}. */
export function assertRole(value: unknown): asserts value is T.Role {
  if (!isRole(value)) throw new ShapeError("Role", value, isRole);
}

/** Says what keeps `value` from being a {@link T.Role}. */
export function explainRole(value: unknown): Promise<readonly Issue[]> {
  return explain("Role", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.RoleColor}. */
export function assertRoleColor(value: unknown): asserts value is T.RoleColor {
  if (!isRoleColor(value)) throw new ShapeError("RoleColor", value, isRoleColor);
}

/** Says what keeps `value` from being a {@link T.RoleColor}. */
export function explainRoleColor(value: unknown): Promise<readonly Issue[]> {
  return explain("RoleColor", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.RoleId}. */
export function assertRoleId(value: unknown): asserts value is T.RoleId {
  if (!isRoleId(value)) throw new ShapeError("RoleId", value, isRoleId);
}

/** Says what keeps `value` from being a {@link T.RoleId}. */
export function explainRoleId(value: unknown): Promise<readonly Issue[]> {
  return explain("RoleId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.RoleSummary}. */
export function assertRoleSummary(value: unknown): asserts value is T.RoleSummary {
  if (!isRoleSummary(value)) throw new ShapeError("RoleSummary", value, isRoleSummary);
}

/** Says what keeps `value` from being a {@link T.RoleSummary}. */
export function explainRoleSummary(value: unknown): Promise<readonly Issue[]> {
  return explain("RoleSummary", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.RolesChanged}. */
export function assertRolesChanged(value: unknown): asserts value is T.RolesChanged {
  if (!isRolesChanged(value)) throw new ShapeError("RolesChanged", value, isRolesChanged);
}

/** Says what keeps `value` from being a {@link T.RolesChanged}. */
export function explainRolesChanged(value: unknown): Promise<readonly Issue[]> {
  return explain("RolesChanged", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.SavedCommand}. */
export function assertSavedCommand(value: unknown): asserts value is T.SavedCommand {
  if (!isSavedCommand(value)) throw new ShapeError("SavedCommand", value, isSavedCommand);
}

/** Says what keeps `value` from being a {@link T.SavedCommand}. */
export function explainSavedCommand(value: unknown): Promise<readonly Issue[]> {
  return explain("SavedCommand", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.Server}. */
export function assertServer(value: unknown): asserts value is T.Server {
  if (!isServer(value)) throw new ShapeError("Server", value, isServer);
}

/** Says what keeps `value` from being a {@link T.Server}. */
export function explainServer(value: unknown): Promise<readonly Issue[]> {
  return explain("Server", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ServerId}. */
export function assertServerId(value: unknown): asserts value is T.ServerId {
  if (!isServerId(value)) throw new ShapeError("ServerId", value, isServerId);
}

/** Says what keeps `value` from being a {@link T.ServerId}. */
export function explainServerId(value: unknown): Promise<readonly Issue[]> {
  return explain("ServerId", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.ServerSnapshot}. */
export function assertServerSnapshot(value: unknown): asserts value is T.ServerSnapshot {
  if (!isServerSnapshot(value)) throw new ShapeError("ServerSnapshot", value, isServerSnapshot);
}

/** Says what keeps `value` from being a {@link T.ServerSnapshot}. */
export function explainServerSnapshot(value: unknown): Promise<readonly Issue[]> {
  return explain("ServerSnapshot", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.SigningKey}. */
export function assertSigningKey(value: unknown): asserts value is T.SigningKey {
  if (!isSigningKey(value)) throw new ShapeError("SigningKey", value, isSigningKey);
}

/** Says what keeps `value` from being a {@link T.SigningKey}. */
export function explainSigningKey(value: unknown): Promise<readonly Issue[]> {
  return explain("SigningKey", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.SigningKeyList}. */
export function assertSigningKeyList(value: unknown): asserts value is T.SigningKeyList {
  if (!isSigningKeyList(value)) throw new ShapeError("SigningKeyList", value, isSigningKeyList);
}

/** Says what keeps `value` from being a {@link T.SigningKeyList}. */
export function explainSigningKeyList(value: unknown): Promise<readonly Issue[]> {
  return explain("SigningKeyList", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.StaleRevisionExtras}. */
export function assertStaleRevisionExtras(value: unknown): asserts value is T.StaleRevisionExtras {
  if (!isStaleRevisionExtras(value)) throw new ShapeError("StaleRevisionExtras", value, isStaleRevisionExtras);
}

/** Says what keeps `value` from being a {@link T.StaleRevisionExtras}. */
export function explainStaleRevisionExtras(value: unknown): Promise<readonly Issue[]> {
  return explain("StaleRevisionExtras", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.SuggestConfirmation}. */
export function assertSuggestConfirmation(value: unknown): asserts value is T.SuggestConfirmation {
  if (!isSuggestConfirmation(value)) throw new ShapeError("SuggestConfirmation", value, isSuggestConfirmation);
}

/** Says what keeps `value` from being a {@link T.SuggestConfirmation}. */
export function explainSuggestConfirmation(value: unknown): Promise<readonly Issue[]> {
  return explain("SuggestConfirmation", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.UserCommandDefinition}. */
export function assertUserCommandDefinition(value: unknown): asserts value is T.UserCommandDefinition {
  if (!isUserCommandDefinition(value)) throw new ShapeError("UserCommandDefinition", value, isUserCommandDefinition);
}

/** Says what keeps `value` from being a {@link T.UserCommandDefinition}. */
export function explainUserCommandDefinition(value: unknown): Promise<readonly Issue[]> {
  return explain("UserCommandDefinition", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.VoiceLimit}. */
export function assertVoiceLimit(value: unknown): asserts value is T.VoiceLimit {
  if (!isVoiceLimit(value)) throw new ShapeError("VoiceLimit", value, isVoiceLimit);
}

/** Says what keeps `value` from being a {@link T.VoiceLimit}. */
export function explainVoiceLimit(value: unknown): Promise<readonly Issue[]> {
  return explain("VoiceLimit", value);
}

/** Throws a {@link ShapeError} unless `value` is a {@link T.WireEvent}. */
export function assertWireEvent(value: unknown): asserts value is T.WireEvent {
  if (!isWireEvent(value)) throw new ShapeError("WireEvent", value, isWireEvent);
}

/** Says what keeps `value` from being a {@link T.WireEvent}. */
export function explainWireEvent(value: unknown): Promise<readonly Issue[]> {
  return explain("WireEvent", value);
}
