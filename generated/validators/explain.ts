/**
 * Why a value is refused. Schemas and the library that reads them are loaded when first asked.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import * as guards from "./guards.js";
import type { Issue } from "./issues.js";
import { misfitOf } from "./misfit.js";

export type { Issue };

/** A guard of any type. */
type Guard = (value: unknown) => boolean;

/** The name of a type. */
export type TypeName =
  | "AccountId"
  | "AgeRestricted"
  | "AnswerBody"
  | "App"
  | "AppId"
  | "AppsChanged"
  | "Argument"
  | "AttachmentRef"
  | "AutocompleteCommand"
  | "AutocompleteData"
  | "AutocompleteInteraction"
  | "Category"
  | "CategoryId"
  | "Channel"
  | "ChannelId"
  | "ChannelMoved"
  | "ChannelType"
  | "ChannelsChanged"
  | "ChatCommandDefinition"
  | "Choice"
  | "CloseCode"
  | "Command"
  | "CommandData"
  | "CommandDefinition"
  | "CommandEdited"
  | "CommandId"
  | "CommandInteraction"
  | "CommandList"
  | "CommandOnMessageInteraction"
  | "CommandOnUserInteraction"
  | "CommandOption"
  | "CommandReference"
  | "CommandSaved"
  | "CommandType"
  | "CommandWrapped"
  | "ComponentInteraction"
  | "Components"
  | "Confirmation"
  | "ConnectionCloseEvent"
  | "ConnectionId"
  | "ConnectionOpenEvent"
  | "ConnectionResumeEvent"
  | "ControlEvent"
  | "CreateChannelBody"
  | "CreateCommandBody"
  | "CreateMessageBody"
  | "CreateRoleBody"
  | "DeclineConfirmation"
  | "DeferConfirmation"
  | "Deleted"
  | "DeliveryBody"
  | "DeliveryId"
  | "DisplaySeparately"
  | "EditChannelBody"
  | "EditCommandBody"
  | "EditMessageBody"
  | "EditRoleBody"
  | "EndpointUnreachableExtras"
  | "ErrorBody"
  | "ErrorCode"
  | "EventId"
  | "ExpiresInMs"
  | "FieldType"
  | "FormInteraction"
  | "GatewayEvent"
  | "InstalledApp"
  | "IntentFamily"
  | "Interaction"
  | "InteractionCreateEvent"
  | "InteractionDelivery"
  | "InteractionId"
  | "InteractionOutcome"
  | "InteractionState"
  | "MailboxBatch"
  | "MailboxCursor"
  | "MailboxId"
  | "MailboxOpened"
  | "ManagedChannel"
  | "Member"
  | "MemberList"
  | "Message"
  | "MessageCommandDefinition"
  | "MessageCreateEvent"
  | "MessageCreated"
  | "MessageEdited"
  | "MessageId"
  | "MessagePage"
  | "MessageReactions"
  | "Modal"
  | "ModalConfirmation"
  | "ModalField"
  | "OpaqueData"
  | "OptionType"
  | "PermissionName"
  | "Permissions"
  | "ProbeAnswer"
  | "ProbeDelivery"
  | "ProbeResult"
  | "RateLimitedBody"
  | "ReactionBody"
  | "ReactionSummary"
  | "ReactionToggled"
  | "ReactionUpdateEvent"
  | "ReplyConfirmation"
  | "RequiredPermission"
  | "RequiredPermissionRead"
  | "Revision"
  | "RevisionBody"
  | "Role"
  | "RoleColor"
  | "RoleId"
  | "RoleSummary"
  | "RolesChanged"
  | "SavedCommand"
  | "Server"
  | "ServerId"
  | "ServerSnapshot"
  | "SigningKey"
  | "SigningKeyList"
  | "StaleRevisionExtras"
  | "SuggestConfirmation"
  | "UserCommandDefinition"
  | "VoiceLimit"
  | "WireEvent";

/** Says what keeps a value from being of a type, as a list that is empty for a value that is. */
export async function explain(name: TypeName, value: unknown): Promise<readonly Issue[]> {
  const { issuesOf } = await import("./issues.js");
  return issuesOf(name, value);
}

/** A value is not of the type it should be. */
export class ShapeError extends TypeError {
  override readonly name = "ShapeError";
  /** Name of the type. */
  readonly expected: string;
  readonly #guard: Guard;
  readonly #value: unknown;

  constructor(guard: Guard, value: unknown) {
    const misfit = misfitOf(guard, value);
    const expected = /^is[^a-z]/.test(guard.name) ? guard.name.slice(2) : "value of its type";
    super(`not a ${expected}${misfit === undefined ? "" : `: ${misfit}`}; explain() says why`);
    this.expected = expected;
    this.#guard = guard;
    this.#value = value;
  }

  /** What does not fit. */
  async explain(): Promise<readonly Issue[]> {
    // Names of functions do not outlive a minifier. The guards are not part of what is loaded late: bundlers would wrap them.
    const name = Object.entries(guards).find(([, one]) => one === this.#guard)?.[0].slice(2);
    const { issuesOf } = await import("./issues.js");
    return name === undefined ? [] : issuesOf(name, this.#value);
  }
}

/**
 * Throws a {@link ShapeError} unless a value passes a guard.
 *
 * @example
 * ```ts
 * assert(isThing, value);
 * ```
 */
export function assert<Value>(guard: (value: unknown) => value is Value, value: unknown): asserts value is Value {
  if (!guard(value)) throw new ShapeError(guard, value);
}
