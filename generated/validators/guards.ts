/**
 * One guard per type of Bot App Platform.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import type * as T from "../types.js";
import { isArray, isInteger, isNumber, isObject } from "./support.js";

const PATTERN_1 = /^[0-9]+$/u;
const PATTERN_2 = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/u;
const PATTERN_3 = /^ed25519-/u;

/** Whether `value` is a {@link T.AccountId}. */
export function isAccountId(value: unknown): value is T.AccountId {
  return typeof value === "string" && PATTERN_1.test(value);
}

/** Whether `_value` is a {@link T.AgeRestricted}. */
export function isAgeRestricted(_value: unknown): _value is T.AgeRestricted {
  return true;
}

/** Whether `value` is a {@link T.AnswerBody}. */
export function isAnswerBody(value: unknown): value is T.AnswerBody {
  if (!(isObject(value))) return false;
  const content = value["content"];
  if (!(typeof content === "string")) return false;
  const private_ = value["private"];
  if (!(private_ === undefined || (typeof private_ === "boolean"))) return false;
  const components = value["components"];
  return components === undefined || (isComponents(components));
}

/** Whether `value` is a {@link T.App}. */
export function isApp(value: unknown): value is T.App {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  if (!(isAppId(publicId))) return false;
  const name = value["name"];
  return typeof name === "string";
}

/** Whether `value` is a {@link T.AppId}. */
export function isAppId(value: unknown): value is T.AppId {
  return typeof value === "string" && PATTERN_1.test(value);
}

/** Whether `value` is a {@link T.AppsChanged}. */
export function isAppsChanged(value: unknown): value is T.AppsChanged {
  if (!(isObject(value))) return false;
  const apps = value["apps"];
  if (!(isArray(apps))) return false;
  for (const item_ of apps) {
    if (!(isInstalledApp(item_))) return false;
  }
  const revision = value["revision"];
  return isRevision(revision);
}

/** Whether `value` is a {@link T.Argument}. */
export function isArgument(value: unknown): value is T.Argument {
  if (!(isObject(value))) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  const type = value["type"];
  if (!(isOptionType(type))) return false;
  return value["value"] !== undefined;
}

/** Whether `_value` is a {@link T.AttachmentRef}. */
export function isAttachmentRef(_value: unknown): _value is T.AttachmentRef {
  return true;
}

/** Whether `value` is a {@link T.AutocompleteCommand}. */
export function isAutocompleteCommand(value: unknown): value is T.AutocompleteCommand {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  if (!(isCommandId(publicId))) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  return value["path"] !== undefined;
}

/** Whether `value` is a {@link T.AutocompleteData}. */
export function isAutocompleteData(value: unknown): value is T.AutocompleteData {
  if (!(isObject(value))) return false;
  const command = value["command"];
  if (!(isAutocompleteCommand(command))) return false;
  const arguments_ = value["arguments"];
  if (!(isArray(arguments_))) return false;
  for (const item_ of arguments_) {
    if (!(isArgument(item_))) return false;
  }
  const focused = value["focused"];
  if (!(typeof focused === "string")) return false;
  const focusedType = value["focusedType"];
  if (!(isOptionType(focusedType))) return false;
  const focusedLimits = value["focusedLimits"];
  if (!(isObject(focusedLimits))) return false;
  const maxLength = focusedLimits["maxLength"];
  return maxLength === undefined || ((isInteger(maxLength) || maxLength === null));
}

/** Whether `value` is a {@link T.AutocompleteInteraction}. */
export function isAutocompleteInteraction(value: unknown): value is T.AutocompleteInteraction {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "autocomplete")) return false;
  const id = value["id"];
  if (!(isInteractionId(id))) return false;
  const serverId = value["serverId"];
  if (!(isServerId(serverId))) return false;
  const channelId = value["channelId"];
  if (!(isChannelId(channelId))) return false;
  const userId = value["userId"];
  if (!(isAccountId(userId))) return false;
  const data = value["data"];
  if (!(isAutocompleteData(data))) return false;
  const expiresInMs = value["expiresInMs"];
  return isExpiresInMs(expiresInMs);
}

/** Whether `value` is a {@link T.Category}. */
export function isCategory(value: unknown): value is T.Category {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  return publicId === undefined || (isCategoryId(publicId));
}

/** Whether `value` is a {@link T.CategoryId}. */
export function isCategoryId(value: unknown): value is T.CategoryId {
  return typeof value === "string" && PATTERN_1.test(value);
}

/** Whether `value` is a {@link T.Channel}. */
export function isChannel(value: unknown): value is T.Channel {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  if (!(publicId === undefined || (isChannelId(publicId)))) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  const type = value["type"];
  if (!(isChannelType(type))) return false;
  const voiceLimit = value["voiceLimit"];
  if (!(voiceLimit === undefined || (isVoiceLimit(voiceLimit)))) return false;
  const ageRestricted = value["ageRestricted"];
  if (!(ageRestricted === undefined || (isAgeRestricted(ageRestricted)))) return false;
  const categoryId = value["categoryId"];
  if (categoryId !== undefined) {
    if (!(isCategoryId(categoryId) || categoryId === null)) return false;
  }
  return true;
}

/** Whether `value` is a {@link T.ChannelId}. */
export function isChannelId(value: unknown): value is T.ChannelId {
  return typeof value === "string" && PATTERN_1.test(value);
}

/** Whether `value` is a {@link T.ChannelMoved}. */
export function isChannelMoved(value: unknown): value is T.ChannelMoved {
  if (!(isObject(value))) return false;
  const channels = value["channels"];
  if (!(isArray(channels))) return false;
  for (const item_ of channels) {
    if (!(isChannel(item_))) return false;
  }
  const categories = value["categories"];
  if (!(isArray(categories))) return false;
  for (const item_$2 of categories) {
    if (!(isCategory(item_$2))) return false;
  }
  const revision = value["revision"];
  return isRevision(revision);
}

/** Whether `value` is a {@link T.ChannelType}. */
export function isChannelType(value: unknown): value is T.ChannelType {
  return typeof value === "string";
}

/** Whether `value` is a {@link T.ChannelsChanged}. */
export function isChannelsChanged(value: unknown): value is T.ChannelsChanged {
  if (!(isObject(value))) return false;
  const channels = value["channels"];
  if (!(isArray(channels))) return false;
  for (const item_ of channels) {
    if (!(isChannel(item_))) return false;
  }
  const revision = value["revision"];
  return isRevision(revision);
}

/** Whether `value` is a {@link T.ChatCommandDefinition}. */
export function isChatCommandDefinition(value: unknown): value is T.ChatCommandDefinition {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "chat")) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  const description = value["description"];
  if (!(typeof description === "string")) return false;
  const options = value["options"];
  if (options !== undefined) {
    if (!(isArray(options))) return false;
    for (const item_ of options) {
      if (!(isCommandOption(item_))) return false;
    }
  }
  const requiredPermission = value["requiredPermission"];
  return requiredPermission === undefined || (isRequiredPermission(requiredPermission));
}

/** Whether `value` is a {@link T.Choice}. */
export function isChoice(value: unknown): value is T.Choice {
  if (!(isObject(value))) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  return value["value"] !== undefined;
}

/** Whether `value` is a {@link T.CloseCode}. */
export function isCloseCode(value: unknown): value is T.CloseCode {
  return typeof value === "string";
}

function partCommand_1(value: unknown): boolean {
  if (!(isArray(value))) return false;
  for (const item_ of value) {
    if (!(isCommandOption(item_))) return false;
  }
  return true;
}

/** Whether `value` is a {@link T.Command}. */
export function isCommand(value: unknown): value is T.Command {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  if (!(isCommandId(publicId))) return false;
  const type = value["type"];
  if (!(isCommandType(type))) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  const description = value["description"];
  if (!(typeof description === "string")) return false;
  const options = value["options"];
  if (options !== undefined) {
    if (!(partCommand_1(options) || options === null)) return false;
  }
  const requiredPermission = value["requiredPermission"];
  return isRequiredPermissionRead(requiredPermission);
}

/** Whether `value` is a {@link T.CommandData}. */
export function isCommandData(value: unknown): value is T.CommandData {
  if (!(isObject(value))) return false;
  const command = value["command"];
  return isCommandReference(command);
}

/** Whether `value` is a {@link T.CommandDefinition}. */
export function isCommandDefinition(value: unknown): value is T.CommandDefinition {
  if (!isObject(value)) return false;
  switch (value["type"]) {
    case "chat":
      return isChatCommandDefinition(value);
    case "user":
      return isUserCommandDefinition(value);
    case "message":
      return isMessageCommandDefinition(value);
    default:
      return false;
  }
}

/** Whether `value` is a {@link T.CommandEdited}. */
export function isCommandEdited(value: unknown): value is T.CommandEdited {
  return isObject(value);
}

/** Whether `value` is a {@link T.CommandId}. */
export function isCommandId(value: unknown): value is T.CommandId {
  return typeof value === "string" && PATTERN_1.test(value);
}

/** Whether `value` is a {@link T.CommandInteraction}. */
export function isCommandInteraction(value: unknown): value is T.CommandInteraction {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "command")) return false;
  const id = value["id"];
  if (!(isInteractionId(id))) return false;
  const serverId = value["serverId"];
  if (!(isServerId(serverId))) return false;
  const channelId = value["channelId"];
  if (!(isChannelId(channelId))) return false;
  const userId = value["userId"];
  if (!(isAccountId(userId))) return false;
  const data = value["data"];
  if (!(isCommandData(data))) return false;
  const expiresInMs = value["expiresInMs"];
  return isExpiresInMs(expiresInMs);
}

/** Whether `value` is a {@link T.CommandList}. */
export function isCommandList(value: unknown): value is T.CommandList {
  if (!(isObject(value))) return false;
  const commands = value["commands"];
  if (!(isArray(commands))) return false;
  for (const item_ of commands) {
    if (!(isCommand(item_))) return false;
  }
  const truncated = value["truncated"];
  return typeof truncated === "boolean";
}

/** Whether `value` is a {@link T.CommandOnMessageInteraction}. */
export function isCommandOnMessageInteraction(value: unknown): value is T.CommandOnMessageInteraction {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "command_on_message")) return false;
  const id = value["id"];
  if (!(isInteractionId(id))) return false;
  const serverId = value["serverId"];
  if (!(isServerId(serverId))) return false;
  const channelId = value["channelId"];
  if (!(isChannelId(channelId))) return false;
  const userId = value["userId"];
  if (!(isAccountId(userId))) return false;
  const data = value["data"];
  if (!(isOpaqueData(data))) return false;
  const expiresInMs = value["expiresInMs"];
  return isExpiresInMs(expiresInMs);
}

/** Whether `value` is a {@link T.CommandOnUserInteraction}. */
export function isCommandOnUserInteraction(value: unknown): value is T.CommandOnUserInteraction {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "command_on_user")) return false;
  const id = value["id"];
  if (!(isInteractionId(id))) return false;
  const serverId = value["serverId"];
  if (!(isServerId(serverId))) return false;
  const channelId = value["channelId"];
  if (!(isChannelId(channelId))) return false;
  const userId = value["userId"];
  if (!(isAccountId(userId))) return false;
  const data = value["data"];
  if (!(isOpaqueData(data))) return false;
  const expiresInMs = value["expiresInMs"];
  return isExpiresInMs(expiresInMs);
}

/** Whether `value` is a {@link T.CommandOption}. */
export function isCommandOption(value: unknown): value is T.CommandOption {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(isOptionType(type))) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  const description = value["description"];
  if (!(typeof description === "string")) return false;
  const required = value["required"];
  if (!(required === undefined || (typeof required === "boolean"))) return false;
  const autocomplete = value["autocomplete"];
  if (!(autocomplete === undefined || (typeof autocomplete === "boolean"))) return false;
  const minValue = value["minValue"];
  if (!(minValue === undefined || (isNumber(minValue)))) return false;
  const maxValue = value["maxValue"];
  return maxValue === undefined || (isNumber(maxValue));
}

/** Whether `value` is a {@link T.CommandReference}. */
export function isCommandReference(value: unknown): value is T.CommandReference {
  if (!(isObject(value))) return false;
  const name = value["name"];
  return typeof name === "string";
}

/** Whether `value` is a {@link T.CommandSaved}. */
export function isCommandSaved(value: unknown): value is T.CommandSaved {
  return isSavedCommand(value) || isCommandWrapped(value);
}

/** Whether `value` is a {@link T.CommandType}. */
export function isCommandType(value: unknown): value is T.CommandType {
  return (value === "chat" || value === "user" || value === "message");
}

/** Whether `value` is a {@link T.CommandWrapped}. */
export function isCommandWrapped(value: unknown): value is T.CommandWrapped {
  if (!(isObject(value))) return false;
  const command = value["command"];
  return isCommand(command);
}

/** Whether `value` is a {@link T.ComponentInteraction}. */
export function isComponentInteraction(value: unknown): value is T.ComponentInteraction {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "component")) return false;
  const id = value["id"];
  if (!(isInteractionId(id))) return false;
  const serverId = value["serverId"];
  if (!(isServerId(serverId))) return false;
  const channelId = value["channelId"];
  if (!(isChannelId(channelId))) return false;
  const userId = value["userId"];
  if (!(isAccountId(userId))) return false;
  const data = value["data"];
  if (!(isOpaqueData(data))) return false;
  const expiresInMs = value["expiresInMs"];
  return isExpiresInMs(expiresInMs);
}

/** Whether `value` is a {@link T.Components}. */
export function isComponents(value: unknown): value is T.Components {
  return isArray(value);
}

/** Whether `value` is a {@link T.Confirmation}. */
export function isConfirmation(value: unknown): value is T.Confirmation {
  if (!isObject(value)) return false;
  switch (value["type"]) {
    case "reply":
      return isReplyConfirmation(value);
    case "defer":
      return isDeferConfirmation(value);
    case "decline":
      return isDeclineConfirmation(value);
    case "modal":
      return isModalConfirmation(value);
    case "suggest":
      return isSuggestConfirmation(value);
    default:
      return false;
  }
}

/** Whether `value` is a {@link T.ConnectionCloseEvent}. */
export function isConnectionCloseEvent(value: unknown): value is T.ConnectionCloseEvent {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "connection_close")) return false;
  const code = value["code"];
  if (code !== undefined) {
    if (!(isCloseCode(code) || code === null)) return false;
  }
  const message = value["message"];
  if (!(message === undefined || ((typeof message === "string" || message === null)))) return false;
  const reconnect = value["reconnect"];
  return reconnect === undefined || ((typeof reconnect === "boolean" || reconnect === null));
}

/** Whether `value` is a {@link T.ConnectionId}. */
export function isConnectionId(value: unknown): value is T.ConnectionId {
  return (typeof value === "string" || isNumber(value));
}

/** Whether `value` is a {@link T.ConnectionOpenEvent}. */
export function isConnectionOpenEvent(value: unknown): value is T.ConnectionOpenEvent {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "connection_open")) return false;
  const connectionId = value["connectionId"];
  if (!(isConnectionId(connectionId))) return false;
  return value["version"] !== undefined;
}

/** Whether `value` is a {@link T.ConnectionResumeEvent}. */
export function isConnectionResumeEvent(value: unknown): value is T.ConnectionResumeEvent {
  if (!(isObject(value))) return false;
  const type = value["type"];
  return type === "connection_resume";
}

/** Whether `value` is a {@link T.ControlEvent}. */
export function isControlEvent(value: unknown): value is T.ControlEvent {
  if (!isObject(value)) return false;
  switch (value["type"]) {
    case "connection_open":
      return isConnectionOpenEvent(value);
    case "connection_resume":
      return isConnectionResumeEvent(value);
    case "connection_close":
      return isConnectionCloseEvent(value);
    default:
      return false;
  }
}

/** Whether `value` is a {@link T.CreateChannelBody}. */
export function isCreateChannelBody(value: unknown): value is T.CreateChannelBody {
  if (!(isObject(value))) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  const type = value["type"];
  if (!(isChannelType(type))) return false;
  const voiceLimit = value["voiceLimit"];
  if (!(voiceLimit === undefined || (isVoiceLimit(voiceLimit)))) return false;
  const revision = value["revision"];
  return isRevision(revision);
}

/** Whether `value` is a {@link T.CreateCommandBody}. */
export function isCreateCommandBody(value: unknown): value is T.CreateCommandBody {
  if (!(isObject(value))) return false;
  const command = value["command"];
  if (!(isCommandDefinition(command))) return false;
  const serverId = value["serverId"];
  return serverId === undefined || (isServerId(serverId));
}

/** Whether `value` is a {@link T.CreateMessageBody}. */
export function isCreateMessageBody(value: unknown): value is T.CreateMessageBody {
  if (!(isObject(value))) return false;
  const content = value["content"];
  if (!(typeof content === "string")) return false;
  const clientRef = value["clientRef"];
  if (!(clientRef === undefined || (typeof clientRef === "string"))) return false;
  const attachments = value["attachments"];
  if (attachments !== undefined) {
    if (!(isArray(attachments))) return false;
    for (const item_ of attachments) {
      if (!(isAttachmentRef(item_))) return false;
    }
  }
  return true;
}

/** Whether `value` is a {@link T.CreateRoleBody}. */
export function isCreateRoleBody(value: unknown): value is T.CreateRoleBody {
  if (!(isObject(value))) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  const permissions = value["permissions"];
  if (!(permissions !== undefined)) return false;
  if (!(isPermissions(permissions))) return false;
  const color = value["color"];
  if (!(color === undefined || (isRoleColor(color)))) return false;
  const displaySeparately = value["displaySeparately"];
  if (!(displaySeparately === undefined || (isDisplaySeparately(displaySeparately)))) return false;
  const revision = value["revision"];
  return isRevision(revision);
}

/** Whether `value` is a {@link T.DeclineConfirmation}. */
export function isDeclineConfirmation(value: unknown): value is T.DeclineConfirmation {
  if (!(isObject(value))) return false;
  const type = value["type"];
  return type === "decline";
}

/** Whether `value` is a {@link T.DeferConfirmation}. */
export function isDeferConfirmation(value: unknown): value is T.DeferConfirmation {
  if (!(isObject(value))) return false;
  const type = value["type"];
  return type === "defer";
}

/** Whether `value` is a {@link T.Deleted}. */
export function isDeleted(value: unknown): value is T.Deleted {
  if (!(isObject(value))) return false;
  const ok = value["ok"];
  return ok === true;
}

/** Whether `value` is a {@link T.DeliveryBody}. */
export function isDeliveryBody(value: unknown): value is T.DeliveryBody {
  if (!isObject(value)) return false;
  switch (value["type"]) {
    case "interaction":
      return isInteractionDelivery(value);
    case "probe":
      return isProbeDelivery(value);
    default:
      return false;
  }
}

/** Whether `value` is a {@link T.DeliveryId}. */
export function isDeliveryId(value: unknown): value is T.DeliveryId {
  return typeof value === "string" && PATTERN_2.test(value);
}

/** Whether `_value` is a {@link T.DisplaySeparately}. */
export function isDisplaySeparately(_value: unknown): _value is T.DisplaySeparately {
  return true;
}

/** Whether `value` is a {@link T.EditChannelBody}. */
export function isEditChannelBody(value: unknown): value is T.EditChannelBody {
  if (!(isObject(value))) return false;
  const revision = value["revision"];
  if (!(isRevision(revision))) return false;
  const name = value["name"];
  if (!(name === undefined || (typeof name === "string"))) return false;
  const voiceLimit = value["voiceLimit"];
  if (!(voiceLimit === undefined || (isVoiceLimit(voiceLimit)))) return false;
  const ageRestricted = value["ageRestricted"];
  if (!(ageRestricted === undefined || (isAgeRestricted(ageRestricted)))) return false;
  const categoryId = value["categoryId"];
  if (!(categoryId === undefined || (isCategoryId(categoryId)))) return false;
  return Number(value["categoryId"] !== undefined) + Number(value["name"] !== undefined || value["voiceLimit"] !== undefined || value["ageRestricted"] !== undefined) === 1;
}

/** Whether `value` is a {@link T.EditCommandBody}. */
export function isEditCommandBody(value: unknown): value is T.EditCommandBody {
  if (!(isObject(value))) return false;
  const command = value["command"];
  return isCommandDefinition(command);
}

/** Whether `value` is a {@link T.EditMessageBody}. */
export function isEditMessageBody(value: unknown): value is T.EditMessageBody {
  if (!(isObject(value))) return false;
  const content = value["content"];
  return typeof content === "string";
}

/** Whether `value` is a {@link T.EditRoleBody}. */
export function isEditRoleBody(value: unknown): value is T.EditRoleBody {
  if (!(isObject(value))) return false;
  const revision = value["revision"];
  if (!(isRevision(revision))) return false;
  const name = value["name"];
  if (!(name === undefined || (typeof name === "string"))) return false;
  const permissions = value["permissions"];
  if (!(permissions === undefined || (isPermissions(permissions)))) return false;
  const color = value["color"];
  if (!(color === undefined || (isRoleColor(color)))) return false;
  const displaySeparately = value["displaySeparately"];
  return displaySeparately === undefined || (isDisplaySeparately(displaySeparately));
}

/** Whether `value` is a {@link T.EndpointUnreachableExtras}. */
export function isEndpointUnreachableExtras(value: unknown): value is T.EndpointUnreachableExtras {
  if (!(isObject(value))) return false;
  const probe = value["probe"];
  return isProbeResult(probe);
}

/** Whether `value` is a {@link T.ErrorBody}. */
export function isErrorBody(value: unknown): value is T.ErrorBody {
  if (!(isObject(value))) return false;
  const code = value["code"];
  if (!(code === undefined || (isErrorCode(code)))) return false;
  const currentRevision = value["currentRevision"];
  if (!(currentRevision === undefined || (isRevision(currentRevision)))) return false;
  const probe = value["probe"];
  return probe === undefined || (isProbeResult(probe));
}

/** Whether `value` is a {@link T.ErrorCode}. */
export function isErrorCode(value: unknown): value is T.ErrorCode {
  return typeof value === "string";
}

/** Whether `value` is a {@link T.EventId}. */
export function isEventId(value: unknown): value is T.EventId {
  return typeof value === "string";
}

/** Whether `value` is a {@link T.ExpiresInMs}. */
export function isExpiresInMs(value: unknown): value is T.ExpiresInMs {
  return isInteger(value);
}

/** Whether `value` is a {@link T.FieldType}. */
export function isFieldType(value: unknown): value is T.FieldType {
  return typeof value === "string";
}

/** Whether `value` is a {@link T.FormInteraction}. */
export function isFormInteraction(value: unknown): value is T.FormInteraction {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "form")) return false;
  const id = value["id"];
  if (!(isInteractionId(id))) return false;
  const serverId = value["serverId"];
  if (!(isServerId(serverId))) return false;
  const channelId = value["channelId"];
  if (!(isChannelId(channelId))) return false;
  const userId = value["userId"];
  if (!(isAccountId(userId))) return false;
  const data = value["data"];
  if (!(isOpaqueData(data))) return false;
  const expiresInMs = value["expiresInMs"];
  return isExpiresInMs(expiresInMs);
}

/** Whether `value` is a {@link T.GatewayEvent}. */
export function isGatewayEvent(value: unknown): value is T.GatewayEvent {
  if (!isObject(value)) return false;
  switch (value["type"]) {
    case "message_create":
      return isMessageCreateEvent(value);
    case "reaction_update":
      return isReactionUpdateEvent(value);
    case "interaction_create":
      return isInteractionCreateEvent(value);
    default:
      return false;
  }
}

/** Whether `value` is a {@link T.InstalledApp}. */
export function isInstalledApp(value: unknown): value is T.InstalledApp {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  return publicId === undefined || (isAppId(publicId));
}

/** Whether `value` is a {@link T.IntentFamily}. */
export function isIntentFamily(value: unknown): value is T.IntentFamily {
  return typeof value === "string";
}

/** Whether `value` is a {@link T.Interaction}. */
export function isInteraction(value: unknown): value is T.Interaction {
  if (!isObject(value)) return false;
  switch (value["type"]) {
    case "command":
      return isCommandInteraction(value);
    case "command_on_user":
      return isCommandOnUserInteraction(value);
    case "command_on_message":
      return isCommandOnMessageInteraction(value);
    case "autocomplete":
      return isAutocompleteInteraction(value);
    case "component":
      return isComponentInteraction(value);
    case "form":
      return isFormInteraction(value);
    default:
      return false;
  }
}

/** Whether `value` is a {@link T.InteractionCreateEvent}. */
export function isInteractionCreateEvent(value: unknown): value is T.InteractionCreateEvent {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "interaction_create")) return false;
  const serverId = value["serverId"];
  if (!(isServerId(serverId))) return false;
  const appId = value["appId"];
  if (!(isAppId(appId))) return false;
  const interaction = value["interaction"];
  return isInteraction(interaction);
}

/** Whether `value` is a {@link T.InteractionDelivery}. */
export function isInteractionDelivery(value: unknown): value is T.InteractionDelivery {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "interaction")) return false;
  const interaction = value["interaction"];
  return isInteraction(interaction);
}

/** Whether `value` is a {@link T.InteractionId}. */
export function isInteractionId(value: unknown): value is T.InteractionId {
  return typeof value === "string" && PATTERN_2.test(value);
}

/** Whether `value` is a {@link T.InteractionOutcome}. */
export function isInteractionOutcome(value: unknown): value is T.InteractionOutcome {
  if (!(isObject(value))) return false;
  const interaction = value["interaction"];
  if (!(isInteractionState(interaction))) return false;
  const messageId = value["messageId"];
  return messageId === undefined || (isMessageId(messageId));
}

/** Whether `value` is a {@link T.InteractionState}. */
export function isInteractionState(value: unknown): value is T.InteractionState {
  if (!(isObject(value))) return false;
  const id = value["id"];
  if (!(isInteractionId(id))) return false;
  const state = value["state"];
  if (!(typeof state === "string")) return false;
  if (!(value["followups"] !== undefined)) return false;
  return value["expiresAt"] !== undefined;
}

/** Whether `value` is a {@link T.MailboxBatch}. */
export function isMailboxBatch(value: unknown): value is T.MailboxBatch {
  if (!(isObject(value))) return false;
  const events = value["events"];
  if (!(isArray(events))) return false;
  for (const item_ of events) {
    if (!(isWireEvent(item_))) return false;
  }
  const next = value["next"];
  return isMailboxCursor(next);
}

/** Whether `value` is a {@link T.MailboxCursor}. */
export function isMailboxCursor(value: unknown): value is T.MailboxCursor {
  return (typeof value === "string" || isNumber(value));
}

/** Whether `value` is a {@link T.MailboxId}. */
export function isMailboxId(value: unknown): value is T.MailboxId {
  return typeof value === "string";
}

/** Whether `value` is a {@link T.MailboxOpened}. */
export function isMailboxOpened(value: unknown): value is T.MailboxOpened {
  if (!(isObject(value))) return false;
  const mailbox = value["mailbox"];
  if (!(isMailboxId(mailbox))) return false;
  const events = value["events"];
  if (!(isArray(events))) return false;
  for (const item_ of events) {
    if (!(isWireEvent(item_))) return false;
  }
  const next = value["next"];
  if (!(isMailboxCursor(next))) return false;
  const intents = value["intents"];
  if (!(isArray(intents))) return false;
  for (const item_$2 of intents) {
    if (!(isIntentFamily(item_$2))) return false;
  }
  return true;
}

/** Whether `value` is a {@link T.ManagedChannel}. */
export function isManagedChannel(value: unknown): value is T.ManagedChannel {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  return publicId === undefined || (isChannelId(publicId));
}

/** Whether `value` is a {@link T.Member}. */
export function isMember(value: unknown): value is T.Member {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  if (!(publicId === undefined || (typeof publicId === "string"))) return false;
  const isApp_ = value["isApp"];
  return isApp_ === undefined || ((typeof isApp_ === "boolean" || isApp_ === null));
}

/** Whether `value` is a {@link T.MemberList}. */
export function isMemberList(value: unknown): value is T.MemberList {
  if (!(isObject(value))) return false;
  const members = value["members"];
  if (!(isArray(members))) return false;
  for (const item_ of members) {
    if (!(isMember(item_))) return false;
  }
  const roles = value["roles"];
  if (!(isArray(roles))) return false;
  for (const item_$2 of roles) {
    if (!(isRoleSummary(item_$2))) return false;
  }
  const truncated = value["truncated"];
  return typeof truncated === "boolean";
}

/** Whether `value` is a {@link T.Message}. */
export function isMessage(value: unknown): value is T.Message {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  if (!(isMessageId(publicId))) return false;
  const channelId = value["channelId"];
  if (!(isChannelId(channelId))) return false;
  const content = value["content"];
  if (!(typeof content === "string")) return false;
  const clientRef = value["clientRef"];
  return clientRef === undefined || ((typeof clientRef === "string" || clientRef === null));
}

/** Whether `value` is a {@link T.MessageCommandDefinition}. */
export function isMessageCommandDefinition(value: unknown): value is T.MessageCommandDefinition {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "message")) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  const description = value["description"];
  if (!(typeof description === "string")) return false;
  const requiredPermission = value["requiredPermission"];
  return requiredPermission === undefined || (isRequiredPermission(requiredPermission));
}

/** Whether `value` is a {@link T.MessageCreateEvent}. */
export function isMessageCreateEvent(value: unknown): value is T.MessageCreateEvent {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "message_create")) return false;
  const serverId = value["serverId"];
  if (!(isServerId(serverId))) return false;
  const message = value["message"];
  return isMessage(message);
}

/** Whether `value` is a {@link T.MessageCreated}. */
export function isMessageCreated(value: unknown): value is T.MessageCreated {
  if (!(isObject(value))) return false;
  const message = value["message"];
  return isMessage(message);
}

/** Whether `value` is a {@link T.MessageEdited}. */
export function isMessageEdited(value: unknown): value is T.MessageEdited {
  if (!(isObject(value))) return false;
  const message = value["message"];
  return isMessage(message);
}

/** Whether `value` is a {@link T.MessageId}. */
export function isMessageId(value: unknown): value is T.MessageId {
  return typeof value === "string" && PATTERN_1.test(value);
}

/** Whether `value` is a {@link T.MessagePage}. */
export function isMessagePage(value: unknown): value is T.MessagePage {
  if (!(isObject(value))) return false;
  const messages = value["messages"];
  if (!(isArray(messages))) return false;
  if (!(messages.length <= 50)) return false;
  for (const item_ of messages) {
    if (!(isMessage(item_))) return false;
  }
  const reactions = value["reactions"];
  if (!(isObject(reactions))) return false;
  for (const key_ of Object.keys(reactions)) {
    if (!(isMessageId(key_))) return false;
    const item_$2 = reactions[key_];
    if (!(isMessageReactions(item_$2))) return false;
  }
  return true;
}

function partMessageReactions_1(value: unknown): boolean {
  if (!(isArray(value))) return false;
  for (const item_ of value) {
    if (!(isReactionSummary(item_))) return false;
  }
  return true;
}

/** Whether `value` is a {@link T.MessageReactions}. */
export function isMessageReactions(value: unknown): value is T.MessageReactions {
  return partMessageReactions_1(value) || isObject(value);
}

/** Whether `value` is a {@link T.Modal}. */
export function isModal(value: unknown): value is T.Modal {
  if (!(isObject(value))) return false;
  const id = value["id"];
  if (!(typeof id === "string")) return false;
  const title = value["title"];
  if (!(typeof title === "string")) return false;
  const fields = value["fields"];
  if (!(isArray(fields))) return false;
  for (const item_ of fields) {
    if (!(isModalField(item_))) return false;
  }
  return true;
}

/** Whether `value` is a {@link T.ModalConfirmation}. */
export function isModalConfirmation(value: unknown): value is T.ModalConfirmation {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "modal")) return false;
  const modal = value["modal"];
  return modal === undefined || (isModal(modal));
}

/** Whether `value` is a {@link T.ModalField}. */
export function isModalField(value: unknown): value is T.ModalField {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(isFieldType(type))) return false;
  const id = value["id"];
  if (!(typeof id === "string")) return false;
  const label = value["label"];
  return typeof label === "string";
}

/** Whether `value` is a {@link T.OpaqueData}. */
export function isOpaqueData(value: unknown): value is T.OpaqueData {
  return isObject(value);
}

/** Whether `value` is a {@link T.OptionType}. */
export function isOptionType(value: unknown): value is T.OptionType {
  return typeof value === "string";
}

/** Whether `value` is a {@link T.PermissionName}. */
export function isPermissionName(value: unknown): value is T.PermissionName {
  return typeof value === "string";
}

/** Whether `_value` is a {@link T.Permissions}. */
export function isPermissions(_value: unknown): _value is T.Permissions {
  return true;
}

/** Whether `value` is a {@link T.ProbeAnswer}. */
export function isProbeAnswer(value: unknown): value is T.ProbeAnswer {
  if (!(isObject(value))) return false;
  const challenge = value["challenge"];
  return typeof challenge === "string";
}

/** Whether `value` is a {@link T.ProbeDelivery}. */
export function isProbeDelivery(value: unknown): value is T.ProbeDelivery {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "probe")) return false;
  const challenge = value["challenge"];
  return typeof challenge === "string";
}

/** Whether `value` is a {@link T.ProbeResult}. */
export function isProbeResult(value: unknown): value is T.ProbeResult {
  return isObject(value);
}

/** Whether `_value` is a {@link T.RateLimitedBody}. */
export function isRateLimitedBody(_value: unknown): _value is T.RateLimitedBody {
  return true;
}

/** Whether `value` is a {@link T.ReactionBody}. */
export function isReactionBody(value: unknown): value is T.ReactionBody {
  if (!(isObject(value))) return false;
  const emoji = value["emoji"];
  return typeof emoji === "string";
}

/** Whether `value` is a {@link T.ReactionSummary}. */
export function isReactionSummary(value: unknown): value is T.ReactionSummary {
  if (!(isObject(value))) return false;
  const emoji = value["emoji"];
  if (!(typeof emoji === "string")) return false;
  const count_ = value["count"];
  return isInteger(count_);
}

/** Whether `value` is a {@link T.ReactionToggled}. */
export function isReactionToggled(value: unknown): value is T.ReactionToggled {
  if (!(isObject(value))) return false;
  const count_ = value["count"];
  if (!(isInteger(count_))) return false;
  const reacted = value["reacted"];
  return typeof reacted === "boolean";
}

/** Whether `value` is a {@link T.ReactionUpdateEvent}. */
export function isReactionUpdateEvent(value: unknown): value is T.ReactionUpdateEvent {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "reaction_update")) return false;
  const serverId = value["serverId"];
  if (!(isServerId(serverId))) return false;
  const emoji = value["emoji"];
  if (!(typeof emoji === "string")) return false;
  const count_ = value["count"];
  return isInteger(count_);
}

/** Whether `value` is a {@link T.ReplyConfirmation}. */
export function isReplyConfirmation(value: unknown): value is T.ReplyConfirmation {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "reply")) return false;
  const content = value["content"];
  if (!(typeof content === "string" && content.length > 0)) return false;
  const components = value["components"];
  if (!(components === undefined || (isComponents(components)))) return false;
  const private_ = value["private"];
  return private_ === undefined || (typeof private_ === "boolean");
}

/** Whether `value` is a {@link T.RequiredPermission}. */
export function isRequiredPermission(value: unknown): value is T.RequiredPermission {
  return isPermissionName(value) || value === null;
}

/** Whether `value` is a {@link T.RequiredPermissionRead}. */
export function isRequiredPermissionRead(value: unknown): value is T.RequiredPermissionRead {
  return value === "desconhecida" || isPermissionName(value) || value === null;
}

/** Whether `value` is a {@link T.Revision}. */
export function isRevision(value: unknown): value is T.Revision {
  return (typeof value === "string" || isNumber(value));
}

/** Whether `value` is a {@link T.RevisionBody}. */
export function isRevisionBody(value: unknown): value is T.RevisionBody {
  if (!(isObject(value))) return false;
  const revision = value["revision"];
  return isRevision(revision);
}

/** Whether `value` is a {@link T.Role}. */
export function isRole(value: unknown): value is T.Role {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  if (!(publicId === undefined || (isRoleId(publicId)))) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  const permissions = value["permissions"];
  if (!(permissions !== undefined)) return false;
  if (!(isPermissions(permissions))) return false;
  const color = value["color"];
  if (!(color === undefined || (isRoleColor(color)))) return false;
  const displaySeparately = value["displaySeparately"];
  return displaySeparately === undefined || (isDisplaySeparately(displaySeparately));
}

/** Whether `_value` is a {@link T.RoleColor}. */
export function isRoleColor(_value: unknown): _value is T.RoleColor {
  return true;
}

/** Whether `value` is a {@link T.RoleId}. */
export function isRoleId(value: unknown): value is T.RoleId {
  return typeof value === "string" && PATTERN_1.test(value);
}

/** Whether `value` is a {@link T.RoleSummary}. */
export function isRoleSummary(value: unknown): value is T.RoleSummary {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  if (!(publicId === undefined || (isRoleId(publicId)))) return false;
  const name = value["name"];
  if (!(name === undefined || (typeof name === "string"))) return false;
  const color = value["color"];
  if (!(color === undefined || (isRoleColor(color)))) return false;
  const displaySeparately = value["displaySeparately"];
  return displaySeparately === undefined || (isDisplaySeparately(displaySeparately));
}

/** Whether `value` is a {@link T.RolesChanged}. */
export function isRolesChanged(value: unknown): value is T.RolesChanged {
  if (!(isObject(value))) return false;
  const roles = value["roles"];
  if (!(isArray(roles))) return false;
  for (const item_ of roles) {
    if (!(isRole(item_))) return false;
  }
  const revision = value["revision"];
  return isRevision(revision);
}

/** Whether `value` is a {@link T.SavedCommand}. */
export function isSavedCommand(value: unknown): value is T.SavedCommand {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  if (!(isCommandId(publicId))) return false;
  const type = value["type"];
  if (!(isCommandType(type))) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  const description = value["description"];
  if (!(description === undefined || (typeof description === "string"))) return false;
  const requiredPermission = value["requiredPermission"];
  return requiredPermission === undefined || (isRequiredPermissionRead(requiredPermission));
}

/** Whether `value` is a {@link T.Server}. */
export function isServer(value: unknown): value is T.Server {
  if (!(isObject(value))) return false;
  const publicId = value["publicId"];
  if (!(publicId === undefined || (isServerId(publicId)))) return false;
  const notificationDefault = value["notificationDefault"];
  return notificationDefault === undefined || (typeof notificationDefault === "string");
}

/** Whether `value` is a {@link T.ServerId}. */
export function isServerId(value: unknown): value is T.ServerId {
  return typeof value === "string" && PATTERN_1.test(value);
}

/** Whether `value` is a {@link T.ServerSnapshot}. */
export function isServerSnapshot(value: unknown): value is T.ServerSnapshot {
  if (!(isObject(value))) return false;
  const server = value["server"];
  if (!(isServer(server))) return false;
  const channels = value["channels"];
  if (!(isArray(channels))) return false;
  for (const item_ of channels) {
    if (!(isChannel(item_))) return false;
  }
  const managedChannels = value["managedChannels"];
  if (managedChannels !== undefined) {
    if (!(isArray(managedChannels))) return false;
    for (const item_$2 of managedChannels) {
      if (!(isManagedChannel(item_$2))) return false;
    }
  }
  const categories = value["categories"];
  if (!(isArray(categories))) return false;
  for (const item_$3 of categories) {
    if (!(isCategory(item_$3))) return false;
  }
  const roles = value["roles"];
  if (!(isArray(roles))) return false;
  for (const item_$4 of roles) {
    if (!(isRole(item_$4))) return false;
  }
  const revision = value["revision"];
  if (!(isRevision(revision))) return false;
  if (!(value["can"] !== undefined)) return false;
  if (!(value["myRank"] !== undefined)) return false;
  const isOwner_ = value["isOwner"];
  return typeof isOwner_ === "boolean";
}

/** Whether `value` is a {@link T.SigningKey}. */
export function isSigningKey(value: unknown): value is T.SigningKey {
  if (!(isObject(value))) return false;
  const key_id = value["key_id"];
  if (!(typeof key_id === "string" && PATTERN_3.test(key_id))) return false;
  const key_ = value["key"];
  if (!(typeof key_ === "string")) return false;
  const state = value["state"];
  if (!(typeof state === "string")) return false;
  const since = value["since"];
  if (!(since === undefined || ((typeof since === "string" || since === null)))) return false;
  const until = value["until"];
  return until === undefined || ((typeof until === "string" || until === null));
}

/** Whether `value` is a {@link T.SigningKeyList}. */
export function isSigningKeyList(value: unknown): value is T.SigningKeyList {
  if (!(isObject(value))) return false;
  const keys = value["keys"];
  if (!(isArray(keys))) return false;
  for (const item_ of keys) {
    if (!(isSigningKey(item_))) return false;
  }
  return true;
}

/** Whether `value` is a {@link T.StaleRevisionExtras}. */
export function isStaleRevisionExtras(value: unknown): value is T.StaleRevisionExtras {
  if (!(isObject(value))) return false;
  const currentRevision = value["currentRevision"];
  return isRevision(currentRevision);
}

/** Whether `value` is a {@link T.SuggestConfirmation}. */
export function isSuggestConfirmation(value: unknown): value is T.SuggestConfirmation {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "suggest")) return false;
  const choices = value["choices"];
  if (!(isArray(choices))) return false;
  for (const item_ of choices) {
    if (!(isChoice(item_))) return false;
  }
  return true;
}

/** Whether `value` is a {@link T.UserCommandDefinition}. */
export function isUserCommandDefinition(value: unknown): value is T.UserCommandDefinition {
  if (!(isObject(value))) return false;
  const type = value["type"];
  if (!(type === "user")) return false;
  const name = value["name"];
  if (!(typeof name === "string")) return false;
  const description = value["description"];
  if (!(typeof description === "string")) return false;
  const requiredPermission = value["requiredPermission"];
  return requiredPermission === undefined || (isRequiredPermission(requiredPermission));
}

/** Whether `_value` is a {@link T.VoiceLimit}. */
export function isVoiceLimit(_value: unknown): _value is T.VoiceLimit {
  return true;
}

/** Whether `value` is a {@link T.WireEvent}. */
export function isWireEvent(value: unknown): value is T.WireEvent {
  if (!(isObject(value))) return false;
  const type = value["type"];
  return typeof type === "string";
}
