/**
 * Types of Bot App Platform.
 *
 * What is not documented is listed in ../docs/undocumented.md.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

declare const brand: unique symbol;

/** Snowflake of a person's account. */
export type AccountId = string & { readonly [brand]: "AccountId" };

/** Snowflake of an App, called its Application ID. Part of the credential and not secret. */
export type AppId = string & { readonly [brand]: "AppId" };

/** Snowflake of a category. */
export type CategoryId = string & { readonly [brand]: "CategoryId" };

/** Snowflake of a channel. */
export type ChannelId = string & { readonly [brand]: "ChannelId" };

/** Snowflake of a command. */
export type CommandId = string & { readonly [brand]: "CommandId" };

/**
 * Names one connection of the stream; for logs.
 *
 * Not documented: its type is not stated.
 */
export type ConnectionId = (string | number) & { readonly [brand]: "ConnectionId" };

/** UUID of one signed delivery; the key to recognise a repeated one. Any version, any case. */
export type DeliveryId = string & { readonly [brand]: "DeliveryId" };

/**
 * Position in the stream, from the `id:` line. Handed back as it came; never parsed or compared.
 *
 * Not documented: whether ids count per App, per connection or overall is not known.
 */
export type EventId = string & { readonly [brand]: "EventId" };

/** UUID of an interaction. Any version, any case; compared byte for byte. */
export type InteractionId = string & { readonly [brand]: "InteractionId" };

/**
 * Position in a mailbox. Handed back as it came; it only moves forward.
 *
 * Not documented: its type is not stated; it travels in the query.
 */
export type MailboxCursor = (string | number) & { readonly [brand]: "MailboxCursor" };

/** Names an open mailbox. */
export type MailboxId = string & { readonly [brand]: "MailboxId" };

/** Snowflake of a message. */
export type MessageId = string & { readonly [brand]: "MessageId" };

/**
 * Concurrency token of a server. Handed back as it came; never compared or counted up.
 *
 * Not documented: the type of the token is not known.
 */
export type Revision = (string | number) & { readonly [brand]: "Revision" };

/** Snowflake of a role. */
export type RoleId = string & { readonly [brand]: "RoleId" };

/** Snowflake of a server. */
export type ServerId = string & { readonly [brand]: "ServerId" };

/**
 * Whether the channel is restricted by age.
 *
 * Not documented: its type is not stated, nor that records which are read carry it.
 *
 * @see spec/schemas/server.yaml#/AgeRestricted
 */
export type AgeRestricted = unknown;

/**
 * A message that answers.
 *
 * @see spec/schemas/answer.yaml#/AnswerBody
 */
export interface AnswerBody {
  readonly content: string;
  /**
   * True: only the person who acted sees it, once; it is in no history, is not stored and cannot be searched.
   *
   * Not documented: what leaving it out means is not stated; a public answer is the natural reading.
   */
  readonly private?: boolean;
  readonly components?: Components;
}

/**
 * An App, as it sees itself.
 *
 * Not documented: the other fields of the record are not known.
 *
 * @see spec/schemas/app.yaml#/App
 */
export interface App {
  readonly publicId: AppId;
  /** Name shown to people. */
  readonly name: string;
}

/**
 * All installed Apps after a role was given or taken, and the new revision.
 *
 * @see spec/schemas/administration.yaml#/AppsChanged
 */
export interface AppsChanged {
  readonly apps: readonly InstalledApp[];
  readonly revision: Revision;
}

/**
 * An argument as the person filled it in.
 *
 * @see spec/schemas/interaction.yaml#/Argument
 */
export interface Argument {
  /** Name of the option. */
  readonly name: string;
  readonly type: OptionType;
  /** The value, of the option's type. */
  readonly value: unknown;
}

/**
 * Reference to an attachment that exists already. Apps cannot upload.
 *
 * Not documented: the shape of a reference is not known.
 *
 * @see spec/schemas/message.yaml#/AttachmentRef
 */
export type AttachmentRef = unknown;

/**
 * The command whose option is being typed in.
 *
 * @see spec/schemas/interaction.yaml#/AutocompleteCommand
 */
export interface AutocompleteCommand {
  readonly publicId: CommandId;
  /** Name of the command. */
  readonly name: string;
  /**
   * Path of the command.
   *
   * Not documented: its type is not known.
   */
  readonly path: unknown;
}

/**
 * What a person has typed so far.
 *
 * @see spec/schemas/interaction.yaml#/AutocompleteData
 */
export interface AutocompleteData {
  readonly command: AutocompleteCommand;
  readonly arguments: readonly Argument[];
  /** Name of the option being typed in. */
  readonly focused: string;
  readonly focusedType: OptionType;
  /**
   * Limits of the option being typed in.
   *
   * Not documented: what maxLength limits, and whether other limits exist, is not known.
   */
  readonly focusedLimits: {
    /** How long what is typed may be. */
    readonly maxLength?: number | null;
  };
}

/**
 * A person types in an option and wants suggestions.
 *
 * @see spec/schemas/interaction.yaml#/AutocompleteInteraction
 */
export interface AutocompleteInteraction {
  readonly id: InteractionId;
  readonly type: "autocomplete";
  readonly serverId: ServerId;
  readonly channelId: ChannelId;
  readonly userId: AccountId;
  readonly data: AutocompleteData;
  readonly expiresInMs: ExpiresInMs;
}

/**
 * A category of channels.
 *
 * Not documented: the fields of this record are not known.
 *
 * @see spec/schemas/server.yaml#/Category
 */
export interface Category {
  /** Not documented: whether the record names its id so is not stated. */
  readonly publicId?: CategoryId;
  /**
   * Name of the category.
   *
   * Not documented: whether the record has a name is not stated.
   */
  readonly name?: unknown;
}

/**
 * A channel the actor can reach. One it cannot reach is simply absent from the list.
 *
 * Not documented: the other fields of the record are not known.
 *
 * @see spec/schemas/server.yaml#/Channel
 */
export interface Channel {
  /** Not documented: whether the record names its id so is not stated. */
  readonly publicId?: ChannelId;
  readonly name: string;
  readonly type: ChannelType;
  readonly voiceLimit?: VoiceLimit;
  readonly ageRestricted?: AgeRestricted;
  /**
   * The category of the channel.
   *
   * Not documented: whether the record carries it, and null outside of all categories, is not stated.
   */
  readonly categoryId?: CategoryId | null;
}

/**
 * All channels and categories after a channel changed its category, and the new revision.
 *
 * @see spec/schemas/administration.yaml#/ChannelMoved
 */
export interface ChannelMoved {
  readonly channels: readonly Channel[];
  readonly categories: readonly Category[];
  readonly revision: Revision;
}

/**
 * Kind of a channel.
 *
 * Not documented: other kinds exist but are not known.
 *
 * @see spec/schemas/server.yaml#/ChannelType
 */
export type ChannelType = "text" | (string & {});

/** The values of {@link ChannelType} that are documented. */
export type KnownChannelType = "text";

/**
 * All channels after a change, and the new revision.
 *
 * @see spec/schemas/administration.yaml#/ChannelsChanged
 */
export interface ChannelsChanged {
  readonly channels: readonly Channel[];
  readonly revision: Revision;
}

/**
 * A command typed in a chat, with options.
 *
 * @see spec/schemas/command.yaml#/ChatCommandDefinition
 */
export interface ChatCommandDefinition {
  readonly type: "chat";
  readonly name: string;
  readonly description: string;
  readonly options?: readonly CommandOption[];
  readonly requiredPermission?: RequiredPermission;
}

/**
 * A suggestion for the option being typed in.
 *
 * @see spec/schemas/answer.yaml#/Choice
 */
export interface Choice {
  /** What the person sees. */
  readonly name: string;
  /**
   * What the option is filled with.
   *
   * Not documented: its type is not stated; the type of the option is the natural one.
   */
  readonly value: unknown;
}

/**
 * Why a stream is closed. A vocabulary of its own, apart from the codes of refusals.
 *
 * Statements disagree: too many connections are answered 429 before a stream opens, and are also a reason to close an open one.
 *
 * @see spec/schemas/events.yaml#/CloseCode
 */
export type CloseCode =
  | "TRANSIENT_FAILURE"
  | "SERVER_RESTARTING"
  | "AUTHORIZATION_LOST"
  | "CONNECTION_LIMIT_EXCEEDED"
  | "CREDENTIAL_REVOKED"
  | "APP_DELETED"
  | "OWNER_SANCTIONED"
  | "APP_SANCTIONED"
  | "FATAL_ERROR"
  | (string & {});

/** The values of {@link CloseCode} that are documented. */
export type KnownCloseCode =
  | "TRANSIENT_FAILURE"
  | "SERVER_RESTARTING"
  | "AUTHORIZATION_LOST"
  | "CONNECTION_LIMIT_EXCEEDED"
  | "CREDENTIAL_REVOKED"
  | "APP_DELETED"
  | "OWNER_SANCTIONED"
  | "APP_SANCTIONED"
  | "FATAL_ERROR";

/**
 * A registered command.
 *
 * Not documented: the other fields, the version among them, are not known.
 *
 * @see spec/schemas/command.yaml#/Command
 */
export interface Command {
  readonly publicId: CommandId;
  readonly type: CommandType;
  readonly name: string;
  readonly description: string;
  /**
   * Arguments of a chat command.
   *
   * Not documented: whether commands without options carry null, an empty list or nothing is not stated.
   */
  readonly options?: readonly CommandOption[] | null;
  readonly requiredPermission: RequiredPermissionRead;
}

/**
 * What was triggered.
 *
 * Not documented: where the arguments are is not known; see the assumption commandArguments.
 *
 * @see spec/schemas/interaction.yaml#/CommandData
 */
export interface CommandData {
  readonly command: CommandReference;
}

/**
 * A command as it is registered.
 *
 * @see spec/schemas/command.yaml#/CommandDefinition
 */
export type CommandDefinition = ChatCommandDefinition | UserCommandDefinition | MessageCommandDefinition;

/**
 * What an edit is answered with.
 *
 * Not documented: whether the command comes back, bare or wrapped, is not known.
 *
 * @see spec/schemas/command.yaml#/CommandEdited
 */
export type CommandEdited = { readonly [key: string]: unknown };

/**
 * A chat command was triggered.
 *
 * @see spec/schemas/interaction.yaml#/CommandInteraction
 */
export interface CommandInteraction {
  readonly id: InteractionId;
  readonly type: "command";
  readonly serverId: ServerId;
  readonly channelId: ChannelId;
  readonly userId: AccountId;
  readonly data: CommandData;
  readonly expiresInMs: ExpiresInMs;
}

/**
 * The App's commands, global and of servers.
 *
 * @see spec/schemas/command.yaml#/CommandList
 */
export interface CommandList {
  readonly commands: readonly Command[];
  /** True when more commands exist than the list carries. There are no pages; nothing may be concluded from what is missing. */
  readonly truncated: boolean;
}

/**
 * A command was triggered on a message.
 *
 * @see spec/schemas/interaction.yaml#/CommandOnMessageInteraction
 */
export interface CommandOnMessageInteraction {
  readonly id: InteractionId;
  readonly type: "command_on_message";
  readonly serverId: ServerId;
  readonly channelId: ChannelId;
  readonly userId: AccountId;
  readonly data: OpaqueData;
  readonly expiresInMs: ExpiresInMs;
}

/**
 * A command was triggered on a person.
 *
 * @see spec/schemas/interaction.yaml#/CommandOnUserInteraction
 */
export interface CommandOnUserInteraction {
  readonly id: InteractionId;
  readonly type: "command_on_user";
  readonly serverId: ServerId;
  readonly channelId: ChannelId;
  readonly userId: AccountId;
  readonly data: OpaqueData;
  readonly expiresInMs: ExpiresInMs;
}

/**
 * An argument that a person fills in.
 *
 * Not documented: whether options nest, and how, is not known.
 *
 * @see spec/schemas/command.yaml#/CommandOption
 */
export interface CommandOption {
  readonly type: OptionType;
  readonly name: string;
  readonly description: string;
  /**
   * Whether the person must fill it in.
   *
   * Not documented: what leaving it out means is not stated.
   */
  readonly required?: boolean;
  /**
   * True: typing in it opens autocomplete interactions.
   *
   * Not documented: what leaving it out means is not stated.
   */
  readonly autocomplete?: boolean;
  /** Lower bound, for `integer`. */
  readonly minValue?: number;
  /** Upper bound, for `integer`. */
  readonly maxValue?: number;
  readonly [extra: string]: unknown;
}

/**
 * The command that was triggered.
 *
 * Not documented: fields beyond the name are not known for triggered commands.
 *
 * @see spec/schemas/interaction.yaml#/CommandReference
 */
export interface CommandReference {
  /** Name of the command. */
  readonly name: string;
}

/**
 * The command, bare or wrapped.
 *
 * Not documented: whether the answer is bare or wrapped is not known.
 *
 * @see spec/schemas/command.yaml#/CommandSaved
 */
export type CommandSaved = SavedCommand | CommandWrapped;

/**
 * Where a command is triggered - by typing it, on a person, or on a message.
 *
 * @see spec/schemas/command.yaml#/CommandType
 */
export type CommandType = "chat" | "user" | "message";

/** @see spec/schemas/command.yaml#/CommandWrapped */
export interface CommandWrapped {
  readonly command: Command;
}

/**
 * A button was pressed or something was selected in an earlier answer.
 *
 * @see spec/schemas/interaction.yaml#/ComponentInteraction
 */
export interface ComponentInteraction {
  readonly id: InteractionId;
  readonly type: "component";
  readonly serverId: ServerId;
  readonly channelId: ChannelId;
  readonly userId: AccountId;
  readonly data: OpaqueData;
  readonly expiresInMs: ExpiresInMs;
}

/**
 * Buttons and selects of an answer. Passed on as they are.
 *
 * Not documented: the shape of components is not known.
 *
 * @see spec/schemas/answer.yaml#/Components
 */
export type Components = readonly unknown[];

/**
 * The one confirmation of an interaction.
 *
 * @see spec/schemas/answer.yaml#/Confirmation
 */
export type Confirmation =
  ReplyConfirmation | DeferConfirmation | DeclineConfirmation | ModalConfirmation | SuggestConfirmation;

/**
 * The service is about to close the stream.
 *
 * @see spec/schemas/events.yaml#/ConnectionCloseEvent
 */
export interface ConnectionCloseEvent {
  readonly type: "connection_close";
  /**
   * Why the stream is closed. A missing or unknown code means that reconnecting makes sense.
   *
   * Not documented: whether a missing code is absent or null is not stated.
   */
  readonly code?: CloseCode | null;
  /**
   * A sentence for logs.
   *
   * Not documented: whether it is always there is not stated.
   */
  readonly message?: string | null;
  /**
   * Whether reconnecting makes sense.
   *
   * Not documented: whether it is always there is not stated.
   *
   * Statements disagree: the flag decides, yet a missing or unknown code means reconnect whatever the flag says; see the assumption unknownCloseCode.
   */
  readonly reconnect?: boolean | null;
}

/**
 * The stream starts. After an attempt to resume it means that the missed events are lost.
 *
 * @see spec/schemas/events.yaml#/ConnectionOpenEvent
 */
export interface ConnectionOpenEvent {
  readonly type: "connection_open";
  readonly connectionId: ConnectionId;
  /**
   * Interface version of this connection.
   *
   * Not documented: its type is not stated.
   */
  readonly version: unknown;
}

/**
 * The stream continues; exactly the missed events follow.
 *
 * Not documented: its fields are not known.
 *
 * @see spec/schemas/events.yaml#/ConnectionResumeEvent
 */
export interface ConnectionResumeEvent {
  readonly type: "connection_resume";
}

/**
 * Something that happened to the stream itself.
 *
 * @see spec/schemas/events.yaml#/ControlEvent
 */
export type ControlEvent = ConnectionOpenEvent | ConnectionResumeEvent | ConnectionCloseEvent;

/** @see spec/schemas/administration.yaml#/CreateChannelBody */
export interface CreateChannelBody {
  readonly name: string;
  readonly type: ChannelType;
  readonly voiceLimit?: VoiceLimit;
  readonly revision: Revision;
}

/** @see spec/schemas/command.yaml#/CreateCommandBody */
export interface CreateCommandBody {
  readonly command: CommandDefinition;
  readonly serverId?: ServerId;
}

/** @see spec/schemas/message.yaml#/CreateMessageBody */
export interface CreateMessageBody {
  /** The text; required with attachments too. */
  readonly content: string;
  /**
   * Idempotency key. The same value in the same channel never stores two messages.
   *
   * Not documented: what a repeated value is answered with, and how long it is remembered, is not known.
   */
  readonly clientRef?: string;
  readonly attachments?: readonly AttachmentRef[];
}

/** @see spec/schemas/administration.yaml#/CreateRoleBody */
export interface CreateRoleBody {
  readonly name: string;
  readonly permissions: Permissions;
  readonly color?: RoleColor;
  readonly displaySeparately?: DisplaySeparately;
  readonly revision: Revision;
}

/**
 * Declines; the person sees the service's own sentence for it.
 *
 * @see spec/schemas/answer.yaml#/DeclineConfirmation
 */
export interface DeclineConfirmation {
  readonly type: "decline";
}

/**
 * Confirms now; the answer follows within 60 s.
 *
 * @see spec/schemas/answer.yaml#/DeferConfirmation
 */
export interface DeferConfirmation {
  readonly type: "defer";
}

/** @see spec/schemas/message.yaml#/Deleted */
export interface Deleted {
  readonly ok: true;
}

/**
 * The body of a signed delivery.
 *
 * @see spec/schemas/delivery.yaml#/DeliveryBody
 */
export type DeliveryBody = InteractionDelivery | ProbeDelivery;

/**
 * Whether those who hold the role are displayed separately.
 *
 * Not documented: its type is not stated.
 *
 * @see spec/schemas/server.yaml#/DisplaySeparately
 */
export type DisplaySeparately = unknown;

/**
 * Either a move into a category or a change of the other fields, never both, and at least one field.
 *
 * @see spec/schemas/administration.yaml#/EditChannelBody
 */
export type EditChannelBody =
  | {
      readonly revision: Revision;
      readonly name?: never;
      readonly voiceLimit?: never;
      readonly ageRestricted?: never;
      readonly categoryId: CategoryId;
    }
  | {
      readonly revision: Revision;
      readonly name: string;
      readonly voiceLimit?: VoiceLimit;
      readonly ageRestricted?: AgeRestricted;
      readonly categoryId?: never;
    }
  | {
      readonly revision: Revision;
      readonly name?: string;
      readonly voiceLimit: VoiceLimit;
      readonly ageRestricted?: AgeRestricted;
      readonly categoryId?: never;
    }
  | {
      readonly revision: Revision;
      readonly name?: string;
      readonly voiceLimit?: VoiceLimit;
      readonly ageRestricted: AgeRestricted;
      readonly categoryId?: never;
    };

/** @see spec/schemas/command.yaml#/EditCommandBody */
export interface EditCommandBody {
  readonly command: CommandDefinition;
}

/** @see spec/schemas/message.yaml#/EditMessageBody */
export interface EditMessageBody {
  /** The new text. */
  readonly content: string;
}

/**
 * The fields to change. A given permission set replaces the old one whole.
 *
 * @see spec/schemas/administration.yaml#/EditRoleBody
 */
export interface EditRoleBody {
  readonly revision: Revision;
  readonly name?: string;
  readonly permissions?: Permissions;
  readonly color?: RoleColor;
  readonly displaySeparately?: DisplaySeparately;
}

/**
 * What a refusal for an unreachable endpoint carries.
 *
 * @see spec/schemas/error.yaml#/EndpointUnreachableExtras
 */
export interface EndpointUnreachableExtras {
  readonly probe: ProbeResult;
}

/**
 * A refusal.
 *
 * Not documented: the shape beyond the code is not known; the code may also be under `error`.
 *
 * Statements disagree: every refusal is said to have a code, yet a 401 or 429 may come from layers in front of the service without one.
 *
 * @see spec/schemas/error.yaml#/ErrorBody
 */
export interface ErrorBody {
  readonly code?: ErrorCode;
  /**
   * A sentence for people; nothing to branch on.
   *
   * Not documented: whether refusals carry their text under this name is not stated.
   */
  readonly message?: unknown;
  readonly currentRevision?: Revision;
  readonly probe?: ProbeResult;
}

/**
 * Why a request was refused. The only thing to branch on.
 *
 * Not documented: the vocabulary is larger than what is known.
 *
 * Statements disagree: the vocabulary is called closed, yet it is not listed whole.
 *
 * @see spec/schemas/error.yaml#/ErrorCode
 */
export type ErrorCode =
  | "MISSING_CREDENTIAL"
  | "APP_NOT_FOUND"
  | "INVALID_INPUT"
  | "STALE_REVISION"
  | "INTERACTION_ALREADY_CONFIRMED"
  | "APP_MISSING_SCOPE"
  | "ENDPOINT_REJECTED"
  | "ENDPOINT_UNREACHABLE"
  | "MAILBOX_EXPIRED"
  | (string & {});

/** The values of {@link ErrorCode} that are documented. */
export type KnownErrorCode =
  | "MISSING_CREDENTIAL"
  | "APP_NOT_FOUND"
  | "INVALID_INPUT"
  | "STALE_REVISION"
  | "INTERACTION_ALREADY_CONFIRMED"
  | "APP_MISSING_SCOPE"
  | "ENDPOINT_REJECTED"
  | "ENDPOINT_UNREACHABLE"
  | "MAILBOX_EXPIRED";

/**
 * Milliseconds left to confirm, counted by the service from sending. A duration, not an instant. A redelivered interaction carries what is left, possibly zero; a confirmation at zero is refused.
 *
 * Statements disagree: a duration comes in, and an instant, expiresAt, goes out; only the duration drives deadlines.
 *
 * @see spec/schemas/interaction.yaml#/ExpiresInMs
 */
export type ExpiresInMs = number;

/**
 * One line or several.
 *
 * Not documented: other types exist but are not known.
 *
 * @see spec/schemas/answer.yaml#/FieldType
 */
export type FieldType = "text" | "paragraph" | (string & {});

/** The values of {@link FieldType} that are documented. */
export type KnownFieldType = "text" | "paragraph";

/**
 * A form was submitted.
 *
 * @see spec/schemas/interaction.yaml#/FormInteraction
 */
export interface FormInteraction {
  readonly id: InteractionId;
  readonly type: "form";
  readonly serverId: ServerId;
  readonly channelId: ChannelId;
  readonly userId: AccountId;
  readonly data: OpaqueData;
  readonly expiresInMs: ExpiresInMs;
}

/**
 * Something that happened in a server.
 *
 * @see spec/schemas/events.yaml#/GatewayEvent
 */
export type GatewayEvent = MessageCreateEvent | ReactionUpdateEvent | InteractionCreateEvent;

/**
 * An App in the list that role assignments return.
 *
 * Not documented: the fields of this record are not known.
 *
 * @see spec/schemas/app.yaml#/InstalledApp
 */
export interface InstalledApp {
  /** Not documented: whether the record names its id so is not stated. */
  readonly publicId?: AppId;
}

/**
 * A family of events that can be asked for.
 *
 * Not documented: other families exist but are not known, nor are the events of members.
 *
 * @see spec/schemas/events.yaml#/IntentFamily
 */
export type IntentFamily = "messages" | "members" | "interactions" | (string & {});

/** The values of {@link IntentFamily} that are documented. */
export type KnownIntentFamily = "messages" | "members" | "interactions";

/**
 * Something a person did that the App must confirm within its window.
 *
 * @see spec/schemas/interaction.yaml#/Interaction
 */
export type Interaction =
  | CommandInteraction
  | CommandOnUserInteraction
  | CommandOnMessageInteraction
  | AutocompleteInteraction
  | ComponentInteraction
  | FormInteraction;

/**
 * An interaction for the App; only while no endpoint of its is active.
 *
 * @see spec/schemas/events.yaml#/InteractionCreateEvent
 */
export interface InteractionCreateEvent {
  readonly type: "interaction_create";
  readonly serverId: ServerId;
  readonly appId: AppId;
  readonly interaction: Interaction;
}

/**
 * An interaction, delivered to the App's endpoint.
 *
 * @see spec/schemas/delivery.yaml#/InteractionDelivery
 */
export interface InteractionDelivery {
  readonly type: "interaction";
  readonly interaction: Interaction;
}

/**
 * The result of confirming, answering or following up.
 *
 * @see spec/schemas/interaction.yaml#/InteractionOutcome
 */
export interface InteractionOutcome {
  readonly interaction: InteractionState;
  readonly messageId?: MessageId;
}

/**
 * State of an interaction after an answer.
 *
 * @see spec/schemas/interaction.yaml#/InteractionState
 */
export interface InteractionState {
  readonly id: InteractionId;
  /**
   * Not documented: the values are not known.
   *
   * Not documented: the value after a deferred answer is not known.
   */
  readonly state: string;
  /**
   * Follow-ups of the interaction.
   *
   * Not documented: whether this is a count or a list is not known.
   */
  readonly followups: unknown;
  /**
   * When it ends. Deadlines are never computed from it.
   *
   * Not documented: its type is not known.
   *
   * Statements disagree: an instant goes out where a duration came in; only the duration drives deadlines.
   */
  readonly expiresAt: unknown;
}

/**
 * What came since the last read.
 *
 * @see spec/schemas/events.yaml#/MailboxBatch
 */
export interface MailboxBatch {
  readonly events: readonly WireEvent[];
  readonly next: MailboxCursor;
}

/**
 * A mailbox, and what it already holds.
 *
 * @see spec/schemas/events.yaml#/MailboxOpened
 */
export interface MailboxOpened {
  readonly mailbox: MailboxId;
  readonly events: readonly WireEvent[];
  readonly next: MailboxCursor;
  readonly intents: readonly IntentFamily[];
}

/**
 * A channel in the list of whoever administers channels. Says that it is there, never what is in it.
 *
 * Not documented: the fields of this record are not known.
 *
 * @see spec/schemas/server.yaml#/ManagedChannel
 */
export interface ManagedChannel {
  /** Not documented: whether the record names its id so is not stated. */
  readonly publicId?: ChannelId;
  /**
   * Name of the channel.
   *
   * Not documented: whether the record has a name is not stated.
   */
  readonly name?: unknown;
}

/**
 * A member of a server, person or App.
 *
 * Not documented: fields beyond isApp are not known.
 *
 * @see spec/schemas/server.yaml#/Member
 */
export interface Member {
  /**
   * Account id of a person, Application ID of an App.
   *
   * Not documented: whether the record names its id so is not stated.
   */
  readonly publicId?: string;
  /**
   * Name of the member.
   *
   * Not documented: whether the record has a name is not stated.
   */
  readonly name?: unknown;
  /**
   * True for an App.
   *
   * Not documented: its value for users is not stated: false, null or nothing.
   */
  readonly isApp?: boolean | null;
}

/**
 * Members of a server in one list, at most 500, without pages.
 *
 * @see spec/schemas/server.yaml#/MemberList
 */
export interface MemberList {
  readonly members: readonly Member[];
  readonly roles: readonly RoleSummary[];
  /** True when more members exist than the list carries. */
  readonly truncated: boolean;
}

/**
 * A message of a channel.
 *
 * Not documented: the other fields of the record are not known.
 *
 * @see spec/schemas/message.yaml#/Message
 */
export interface Message {
  readonly publicId: MessageId;
  readonly channelId: ChannelId;
  /** The text. */
  readonly content: string;
  /**
   * The idempotency key it was created with.
   *
   * Not documented: whether records that are read carry it, and null without one, is not stated.
   */
  readonly clientRef?: string | null;
  /**
   * Its attachments.
   *
   * Not documented: whether records that are read carry them, and as what, is not stated.
   */
  readonly attachments?: unknown;
}

/**
 * A command in the menu of a message. It has no options; the message is the context.
 *
 * @see spec/schemas/command.yaml#/MessageCommandDefinition
 */
export interface MessageCommandDefinition {
  readonly type: "message";
  readonly name: string;
  readonly description: string;
  readonly requiredPermission?: RequiredPermission;
}

/**
 * A message was written.
 *
 * @see spec/schemas/events.yaml#/MessageCreateEvent
 */
export interface MessageCreateEvent {
  readonly type: "message_create";
  readonly serverId: ServerId;
  readonly message: Message;
}

/** @see spec/schemas/message.yaml#/MessageCreated */
export interface MessageCreated {
  readonly message: Message;
  /**
   * Present when moderation has a remark on the message.
   *
   * Not documented: the shape of the remark is not known.
   */
  readonly moderationWarning?: unknown;
}

/** @see spec/schemas/message.yaml#/MessageEdited */
export interface MessageEdited {
  readonly message: Message;
}

/**
 * Up to 50 messages, oldest first, and the reactions to them.
 *
 * @see spec/schemas/message.yaml#/MessagePage
 */
export interface MessagePage {
  readonly messages: readonly Message[];
  /**
   * Reactions by message id.
   *
   * Not documented: whether a message without reactions is in the map is not stated.
   */
  readonly reactions: {
    readonly [key: MessageId]: MessageReactions | undefined;
  };
}

/**
 * What a page says about the reactions to one message; each has an emoji and a count.
 *
 * Not documented: whether this is a list of reactions, a map or a single one is not stated.
 *
 * @see spec/schemas/message.yaml#/MessageReactions
 */
export type MessageReactions = readonly ReactionSummary[] | { readonly [key: string]: unknown };

/**
 * A form to open for the person.
 *
 * @see spec/schemas/answer.yaml#/Modal
 */
export interface Modal {
  /** Names the form. */
  readonly id: string;
  readonly title: string;
  readonly fields: readonly ModalField[];
}

/**
 * Opens a form.
 *
 * Not documented: where the form is in the body is not known; see the assumption modalPlacement.
 *
 * @see spec/schemas/answer.yaml#/ModalConfirmation
 */
export interface ModalConfirmation {
  readonly type: "modal";
  /** Not documented: that the form has this name is not stated. */
  readonly modal?: Modal;
  readonly [extra: string]: unknown;
}

/**
 * A field of a form.
 *
 * @see spec/schemas/answer.yaml#/ModalField
 */
export interface ModalField {
  readonly type: FieldType;
  /** Names the field in what comes back. */
  readonly id: string;
  /** Text beside the field. */
  readonly label: string;
  /**
   * Whether the person must fill it in.
   *
   * Not documented: its type is not stated.
   *
   * Not documented: what leaving it out means is not stated.
   */
  readonly required?: unknown;
  /**
   * How long the text may be.
   *
   * Not documented: neither its type nor what it counts is stated.
   */
  readonly maxLength?: unknown;
}

/**
 * What the interaction is about.
 *
 * Not documented: the shape for this type of interaction is not known.
 *
 * @see spec/schemas/interaction.yaml#/OpaqueData
 */
export type OpaqueData = { readonly [key: string]: unknown };

/**
 * Type of an option's value.
 *
 * Not documented: other types exist but are not known.
 *
 * @see spec/schemas/command.yaml#/OptionType
 */
export type OptionType = "string" | "integer" | (string & {});

/** The values of {@link OptionType} that are documented. */
export type KnownOptionType = "string" | "integer";

/**
 * Name of a permission of a role.
 *
 * Not documented: only these names are known; the vocabulary is larger.
 *
 * @see spec/schemas/server.yaml#/PermissionName
 */
export type PermissionName = "gerenciar_apps" | "gerenciar_canais" | "gerenciar_mensagens" | (string & {});

/** The values of {@link PermissionName} that are documented. */
export type KnownPermissionName = "gerenciar_apps" | "gerenciar_canais" | "gerenciar_mensagens";

/**
 * The permission set of a role. Handed back as it came.
 *
 * Not documented: neither shape nor vocabulary is known.
 *
 * @see spec/schemas/server.yaml#/Permissions
 */
export type Permissions = unknown;

/**
 * Gives the challenge back.
 *
 * @see spec/schemas/delivery.yaml#/ProbeAnswer
 */
export interface ProbeAnswer {
  readonly challenge: string;
}

/**
 * A question whether the endpoint is the App's.
 *
 * @see spec/schemas/delivery.yaml#/ProbeDelivery
 */
export interface ProbeDelivery {
  readonly type: "probe";
  readonly challenge: string;
}

/**
 * How a probe of an endpoint went. Never what the endpoint answered.
 *
 * Not documented: the types of the fields are not known.
 *
 * @see spec/schemas/error.yaml#/ProbeResult
 */
export interface ProbeResult {
  readonly code?: unknown;
  readonly status?: unknown;
  readonly latencyMs?: unknown;
}

/**
 * What a 429 carries.
 *
 * Not documented: the body of a 429 is not known, not even that it has a code.
 *
 * @see spec/schemas/error.yaml#/RateLimitedBody
 */
export type RateLimitedBody = unknown;

/** @see spec/schemas/message.yaml#/ReactionBody */
export interface ReactionBody {
  /** Any emoji of the Unicode RGI set, in its fully qualified spelling. */
  readonly emoji: string;
}

/**
 * How often an emoji was given to a message.
 *
 * Not documented: the other fields are not known.
 *
 * @see spec/schemas/message.yaml#/ReactionSummary
 */
export interface ReactionSummary {
  /** The emoji in its canonical spelling. */
  readonly emoji: string;
  /** How many gave it. */
  readonly count: number;
}

/**
 * State of the reaction after the toggle.
 *
 * @see spec/schemas/message.yaml#/ReactionToggled
 */
export interface ReactionToggled {
  /** How many gave this emoji. */
  readonly count: number;
  /** Whether the caller is among them now. */
  readonly reacted: boolean;
}

/**
 * The count of a reaction changed.
 *
 * Not documented: more fields exist, not even the message's id is known to be among them.
 *
 * @see spec/schemas/events.yaml#/ReactionUpdateEvent
 */
export interface ReactionUpdateEvent {
  readonly type: "reaction_update";
  readonly serverId: ServerId;
  /** The emoji. */
  readonly emoji: string;
  /** How many gave this emoji. */
  readonly count: number;
}

/**
 * Answers with a message.
 *
 * @see spec/schemas/answer.yaml#/ReplyConfirmation
 */
export interface ReplyConfirmation {
  readonly type: "reply";
  readonly content: string;
  /** Not documented: whether a first answer may carry components is not known; see the assumption replyComponents. */
  readonly components?: Components;
  /**
   * Whether only the person who acted sees it.
   *
   * Not documented: whether a first answer may be private is not known; see the assumption privateReply.
   *
   * Statements disagree: private answers by the body of a delivery are warned about, yet the first answer does not list the field.
   */
  readonly private?: boolean;
}

/**
 * Permission a person needs to trigger the command; null asks for none. The scopes of the installation still bound it.
 *
 * Not documented: what leaving it out means is not stated.
 *
 * Statements disagree: it is a field of commands, yet the registration does not list it; see the assumption commandPermission.
 *
 * @see spec/schemas/command.yaml#/RequiredPermission
 */
export type RequiredPermission = PermissionName | null;

/**
 * Permission a person needs to trigger the command; null asks for none. The value desconhecida means that nobody may trigger it, because the service does not know what it needs; it is not null, and cannot be written.
 *
 * @see spec/schemas/command.yaml#/RequiredPermissionRead
 */
export type RequiredPermissionRead = "desconhecida" | PermissionName | null;

/** @see spec/schemas/administration.yaml#/RevisionBody */
export interface RevisionBody {
  readonly revision: Revision;
}

/**
 * A role with its permissions.
 *
 * Not documented: the other fields of the record are not known.
 *
 * @see spec/schemas/server.yaml#/Role
 */
export interface Role {
  /** Not documented: whether the record names its id so is not stated. */
  readonly publicId?: RoleId;
  readonly name: string;
  readonly permissions: Permissions;
  readonly color?: RoleColor;
  readonly displaySeparately?: DisplaySeparately;
}

/**
 * Colour of a role.
 *
 * Not documented: whether colours are text or numbers, and what a role without one carries, is not known.
 *
 * @see spec/schemas/server.yaml#/RoleColor
 */
export type RoleColor = unknown;

/**
 * A role as the member list carries it, without permissions.
 *
 * Not documented: only that permissions are missing is stated; the other fields are taken from roles.
 *
 * @see spec/schemas/server.yaml#/RoleSummary
 */
export interface RoleSummary {
  /** Not documented: whether the record names its id so is not stated. */
  readonly publicId?: RoleId;
  /** Not documented: whether the record has a name here too is not stated. */
  readonly name?: string;
  readonly color?: RoleColor;
  readonly displaySeparately?: DisplaySeparately;
}

/**
 * All roles after a change, and the new revision.
 *
 * @see spec/schemas/administration.yaml#/RolesChanged
 */
export interface RolesChanged {
  readonly roles: readonly Role[];
  readonly revision: Revision;
}

/**
 * A command just registered.
 *
 * Not documented: whether the answer to a registration carries every field of a command is not stated.
 *
 * @see spec/schemas/command.yaml#/SavedCommand
 */
export interface SavedCommand {
  readonly publicId: CommandId;
  readonly type: CommandType;
  readonly name: string;
  readonly description?: string;
  readonly requiredPermission?: RequiredPermissionRead;
}

/**
 * A server.
 *
 * Not documented: the other fields of the record are not known.
 *
 * @see spec/schemas/server.yaml#/Server
 */
export interface Server {
  /** Not documented: whether the record names its id so is not stated. */
  readonly publicId?: ServerId;
  /**
   * Name of the server.
   *
   * Not documented: whether the record has a name is not stated.
   */
  readonly name?: unknown;
  /**
   * Notification level suggested to whoever never chose one. Not a moderation decision.
   *
   * Not documented: the values are not known.
   */
  readonly notificationDefault?: string;
}

/**
 * A server as the actor sees it now.
 *
 * @see spec/schemas/server.yaml#/ServerSnapshot
 */
export interface ServerSnapshot {
  readonly server: Server;
  /** Channels the actor can reach. */
  readonly channels: readonly Channel[];
  /** All channels, for whoever administers channels. Absent means no such permission; empty means none exist. */
  readonly managedChannels?: readonly ManagedChannel[];
  readonly categories: readonly Category[];
  readonly roles: readonly Role[];
  readonly revision: Revision;
  /**
   * What the actor may do here, as a hint for drawing an interface; the service decides on every call. For an App it is what its roles allow within the scopes of its installation.
   *
   * Not documented: neither its shape nor the scope identifiers are known.
   */
  readonly can: unknown;
  /**
   * Rank of the actor; for an App that of its highest role now.
   *
   * Not documented: its type is not stated.
   */
  readonly myRank: unknown;
  /** Whether the actor owns the server. */
  readonly isOwner: boolean;
}

/**
 * A public key with which the service signs deliveries.
 *
 * @see spec/schemas/app.yaml#/SigningKey
 */
export interface SigningKey {
  /** Name of the key in signature entries. */
  readonly key_id: string;
  /** The 32 raw bytes of the Ed25519 public key in base64url. */
  readonly key: string;
  /** State of the key in a rotation. Never decides whether a signature is accepted. */
  readonly state: "current" | "previous" | (string & {});
  /**
   * ISO 8601; informational.
   *
   * Not documented: whether it may be null is not stated.
   */
  readonly since?: string | null;
  /**
   * ISO 8601, on a previous key; informational.
   *
   * Not documented: whether it is absent or null on the current key is not stated.
   */
  readonly until?: string | null;
}

/** @see spec/schemas/delivery.yaml#/SigningKeyList */
export interface SigningKeyList {
  readonly keys: readonly SigningKey[];
}

/**
 * What a refusal for an old revision carries.
 *
 * @see spec/schemas/error.yaml#/StaleRevisionExtras
 */
export interface StaleRevisionExtras {
  readonly currentRevision: Revision;
}

/**
 * Suggests values. Serves only autocomplete, where a reply is not the answer.
 *
 * @see spec/schemas/answer.yaml#/SuggestConfirmation
 */
export interface SuggestConfirmation {
  /** Not documented: whether autocomplete may be deferred, declined or answered with a form is not known; see the assumption autocompleteConfirmations. */
  readonly type: "suggest";
  readonly choices: readonly Choice[];
}

/**
 * A command in the menu of a person. It has no options; the person is the context.
 *
 * @see spec/schemas/command.yaml#/UserCommandDefinition
 */
export interface UserCommandDefinition {
  readonly type: "user";
  readonly name: string;
  readonly description: string;
  readonly requiredPermission?: RequiredPermission;
}

/**
 * How many people a voice channel takes.
 *
 * Not documented: neither its type nor what a channel without a limit carries is stated.
 *
 * @see spec/schemas/server.yaml#/VoiceLimit
 */
export type VoiceLimit = unknown;

/**
 * An event as it is on the wire; types that are not known here are possible.
 *
 * Not documented: types beyond those described exist.
 *
 * @see spec/schemas/events.yaml#/WireEvent
 */
export interface WireEvent {
  readonly type: string;
}

/** What arrived in the place of a {@link DeliveryBody} and is not known: kept whole, never thrown at. */
export interface UnknownDeliveryBody {
  readonly type: "unknown";
  /** The discriminant as it arrived; empty when there was none. */
  readonly wireType: string;
  /** `type`: nothing of that type is described. `shape`: the type is, but the content does not fit it. */
  readonly reason: "type" | "shape";
  /** What arrived. */
  readonly payload: unknown;
}

/** What arrived in the place of a {@link GatewayEvent} or {@link ControlEvent} and is not known: kept whole, never thrown at. */
export interface UnknownEvent {
  readonly type: "unknown";
  /** The discriminant as it arrived; empty when there was none. */
  readonly wireType: string;
  /** `type`: nothing of that type is described. `shape`: the type is, but the content does not fit it. */
  readonly reason: "type" | "shape";
  /** What arrived. */
  readonly payload: unknown;
}

/** What arrived in the place of a {@link Interaction} and is not known: kept whole, never thrown at. */
export interface UnknownInteraction {
  readonly type: "unknown";
  /** The discriminant as it arrived; empty when there was none. */
  readonly wireType: string;
  /** `type`: nothing of that type is described. `shape`: the type is, but the content does not fit it. */
  readonly reason: "type" | "shape";
  /** What arrived. */
  readonly payload: unknown;
}

/**
 * Body of the refusal `APP_MISSING_SCOPE`.
 *
 * The command needs what the installation does not authorize.
 */
export type ErrorBodyAppMissingScope = { readonly code: "APP_MISSING_SCOPE" };

/**
 * Body of the refusal `APP_NOT_FOUND`.
 *
 * The App does not exist, or is not open for installation; which of them is not said.
 */
export type ErrorBodyAppNotFound = { readonly code: "APP_NOT_FOUND" };

/**
 * Body of the refusal `ENDPOINT_REJECTED`.
 *
 * The endpoint's address is not https on port 443 at a public address without credentials in it.
 */
export type ErrorBodyEndpointRejected = { readonly code: "ENDPOINT_REJECTED" };

/**
 * Body of the refusal `ENDPOINT_UNREACHABLE`.
 *
 * The endpoint did not give the challenge back in time.
 */
export type ErrorBodyEndpointUnreachable = { readonly code: "ENDPOINT_UNREACHABLE" } & EndpointUnreachableExtras;

/**
 * Body of the refusal `INTERACTION_ALREADY_CONFIRMED`.
 *
 * The interaction was confirmed before.
 */
export type ErrorBodyInteractionAlreadyConfirmed = { readonly code: "INTERACTION_ALREADY_CONFIRMED" };

/**
 * Body of the refusal `INVALID_INPUT`.
 *
 * Malformed input; a reaction that is no emoji; `categoryId` together with other fields of a channel.
 */
export type ErrorBodyInvalidInput = { readonly code: "INVALID_INPUT" };

/**
 * Body of the refusal `MAILBOX_EXPIRED`.
 *
 * The mailbox was not read in time or overflowed; what it held is lost.
 */
export type ErrorBodyMailboxExpired = { readonly code: "MAILBOX_EXPIRED" };

/**
 * Body of the refusal `MISSING_CREDENTIAL`.
 *
 * The credential does not exist, was revoked, or its owner is sanctioned; which of them is not said.
 */
export type ErrorBodyMissingCredential = { readonly code: "MISSING_CREDENTIAL" };

/**
 * Body of the refusal `STALE_REVISION`.
 *
 * The revision sent is not the current one.
 */
export type ErrorBodyStaleRevision = { readonly code: "STALE_REVISION" } & StaleRevisionExtras;

/** Every documented refusal, discriminated by `code`. */
export type KnownErrorBody =
  | ErrorBodyAppMissingScope
  | ErrorBodyAppNotFound
  | ErrorBodyEndpointRejected
  | ErrorBodyEndpointUnreachable
  | ErrorBodyInteractionAlreadyConfirmed
  | ErrorBodyInvalidInput
  | ErrorBodyMailboxExpired
  | ErrorBodyMissingCredential
  | ErrorBodyStaleRevision;

/** What a refusal carries besides its code, by code. */
export interface ErrorExtras {
  readonly ENDPOINT_UNREACHABLE: EndpointUnreachableExtras;
  readonly STALE_REVISION: StaleRevisionExtras;
}

/** Fields of a body as parameters: those that may be left out may be undefined. */
type Fields$<Body> = Body extends unknown
  ? { [Field in keyof Body]: object extends Pick<Body, Field> ? Body[Field] | undefined : Body[Field] }
  : never;

/** @see spec/paths/interactions.yaml#/answer/post */
export interface AnswerInteractionParams {
  /** Id of the interaction, as it arrived. Kept out of logs by default. */
  readonly interactionId: InteractionId;
  readonly content: string;
  /**
   * True: only the person who acted sees it, once; it is in no history, is not stored and cannot be searched.
   *
   * Not documented: what leaving it out means is not stated; a public answer is the natural reading.
   */
  readonly private?: boolean | undefined;
  readonly components?: Components | undefined;
}

export type AnswerInteractionResult = InteractionOutcome;

export type AnswerInteractionCode = "MISSING_CREDENTIAL" | "INVALID_INPUT" | (string & {});

export interface AnswerInteractionErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/roles.yaml#/appRole/put */
export interface AssignAppRoleParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Application ID of an App installed in that server. */
  readonly appId: AppId;
  /** Id of a role of that server. */
  readonly roleId: RoleId;
  readonly revision: Revision;
}

export type AssignAppRoleResult = AppsChanged;

export type AssignAppRoleCode = "MISSING_CREDENTIAL" | "STALE_REVISION" | (string & {});

export interface AssignAppRoleErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/roles.yaml#/memberRole/put */
export interface AssignMemberRoleParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Id of the account of a member. */
  readonly accountId: AccountId;
  /** Id of a role of that server. */
  readonly roleId: RoleId;
  readonly revision: Revision;
}

export type AssignMemberRoleResult = RolesChanged;

export type AssignMemberRoleCode = "MISSING_CREDENTIAL" | "STALE_REVISION" | (string & {});

export interface AssignMemberRoleErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/events.yaml#/events/delete */
export interface CloseMailboxParams {
  /** Id of an open mailbox. */
  readonly mailboxId: MailboxId;
}

export type CloseMailboxResult = void;

export type CloseMailboxCode = "MISSING_CREDENTIAL" | (string & {});

export interface CloseMailboxErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/interactions.yaml#/confirm/post */
export type ConfirmInteractionParams = {
  /** Id of the interaction, as it arrived. Kept out of logs by default. */
  readonly interactionId: InteractionId;
} & Fields$<Confirmation>;

export type ConfirmInteractionResult = InteractionOutcome;

export type ConfirmInteractionCode =
  "INTERACTION_ALREADY_CONFIRMED" | "MISSING_CREDENTIAL" | "APP_MISSING_SCOPE" | "INVALID_INPUT" | (string & {});

export interface ConfirmInteractionErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/channels.yaml#/channels/post */
export interface CreateChannelParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  readonly name: string;
  readonly type: ChannelType;
  readonly voiceLimit?: VoiceLimit | undefined;
  readonly revision: Revision;
}

export type CreateChannelResult = ChannelsChanged;

export type CreateChannelCode = "MISSING_CREDENTIAL" | "STALE_REVISION" | "INVALID_INPUT" | (string & {});

export interface CreateChannelErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/commands.yaml#/commands/post */
export interface CreateCommandParams {
  readonly command: CommandDefinition;
  readonly serverId?: ServerId | undefined;
}

export type CreateCommandResult = CommandSaved;

export type CreateCommandCode = "MISSING_CREDENTIAL" | "APP_MISSING_SCOPE" | "INVALID_INPUT" | (string & {});

export interface CreateCommandErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/messages.yaml#/messages/post */
export interface CreateMessageParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Id of a channel of that server. */
  readonly channelId: ChannelId;
  /** The text; required with attachments too. */
  readonly content: string;
  /**
   * Idempotency key. The same value in the same channel never stores two messages.
   *
   * Not documented: what a repeated value is answered with, and how long it is remembered, is not known.
   */
  readonly clientRef?: string | undefined;
  readonly attachments?: readonly AttachmentRef[] | undefined;
}

export type CreateMessageResult = MessageCreated;

export type CreateMessageCode = "MISSING_CREDENTIAL" | "INVALID_INPUT" | (string & {});

export interface CreateMessageErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/roles.yaml#/roles/post */
export interface CreateRoleParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  readonly name: string;
  readonly permissions: Permissions;
  readonly color?: RoleColor | undefined;
  readonly displaySeparately?: DisplaySeparately | undefined;
  readonly revision: Revision;
}

export type CreateRoleResult = RolesChanged;

export type CreateRoleCode = "MISSING_CREDENTIAL" | "STALE_REVISION" | "INVALID_INPUT" | (string & {});

export interface CreateRoleErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/channels.yaml#/channel/delete */
export interface DeleteChannelParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Id of a channel of that server. */
  readonly channelId: ChannelId;
  readonly revision: Revision;
}

export type DeleteChannelResult = ChannelsChanged;

export type DeleteChannelCode = "MISSING_CREDENTIAL" | "STALE_REVISION" | (string & {});

export interface DeleteChannelErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/commands.yaml#/command/delete */
export interface DeleteCommandParams {
  /** Id of a command of the calling App. */
  readonly commandId: CommandId;
}

export type DeleteCommandResult = void;

export type DeleteCommandCode = "MISSING_CREDENTIAL" | (string & {});

export interface DeleteCommandErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/messages.yaml#/message/delete */
export interface DeleteMessageParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Id of a channel of that server. */
  readonly channelId: ChannelId;
  /** Id of a message of that channel. */
  readonly messageId: MessageId;
}

export type DeleteMessageResult = Deleted;

export type DeleteMessageCode = "MISSING_CREDENTIAL" | (string & {});

export interface DeleteMessageErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/roles.yaml#/role/delete */
export interface DeleteRoleParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Id of a role of that server. */
  readonly roleId: RoleId;
  readonly revision: Revision;
}

export type DeleteRoleResult = RolesChanged;

export type DeleteRoleCode = "MISSING_CREDENTIAL" | "STALE_REVISION" | (string & {});

export interface DeleteRoleErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/channels.yaml#/channel/patch */
export type EditChannelParams = {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Id of a channel of that server. */
  readonly channelId: ChannelId;
} & (
  | {
      readonly revision: Revision;
      readonly name?: undefined;
      readonly voiceLimit?: undefined;
      readonly ageRestricted?: undefined;
      readonly categoryId: CategoryId;
    }
  | {
      readonly revision: Revision;
      readonly name: string;
      readonly voiceLimit?: VoiceLimit | undefined;
      readonly ageRestricted?: AgeRestricted | undefined;
      readonly categoryId?: undefined;
    }
  | {
      readonly revision: Revision;
      readonly name?: string | undefined;
      readonly voiceLimit: VoiceLimit;
      readonly ageRestricted?: AgeRestricted | undefined;
      readonly categoryId?: undefined;
    }
  | {
      readonly revision: Revision;
      readonly name?: string | undefined;
      readonly voiceLimit?: VoiceLimit | undefined;
      readonly ageRestricted: AgeRestricted;
      readonly categoryId?: undefined;
    }
);

export type EditChannelResult = ChannelMoved | ChannelsChanged;

export type EditChannelCode = "INVALID_INPUT" | "MISSING_CREDENTIAL" | "STALE_REVISION" | (string & {});

export interface EditChannelErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/commands.yaml#/command/patch */
export interface EditCommandParams {
  /** Id of a command of the calling App. */
  readonly commandId: CommandId;
  readonly command: CommandDefinition;
}

export type EditCommandResult = CommandEdited;

export type EditCommandCode = "MISSING_CREDENTIAL" | "APP_MISSING_SCOPE" | "INVALID_INPUT" | (string & {});

export interface EditCommandErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/messages.yaml#/message/patch */
export interface EditMessageParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Id of a channel of that server. */
  readonly channelId: ChannelId;
  /** Id of a message of that channel. */
  readonly messageId: MessageId;
  /** The new text. */
  readonly content: string;
}

export type EditMessageResult = MessageEdited;

export type EditMessageCode = "MISSING_CREDENTIAL" | "INVALID_INPUT" | (string & {});

export interface EditMessageErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/roles.yaml#/role/patch */
export interface EditRoleParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Id of a role of that server. */
  readonly roleId: RoleId;
  readonly revision: Revision;
  readonly name?: string | undefined;
  readonly permissions?: Permissions | undefined;
  readonly color?: RoleColor | undefined;
  readonly displaySeparately?: DisplaySeparately | undefined;
}

export type EditRoleResult = RolesChanged;

export type EditRoleCode = "MISSING_CREDENTIAL" | "STALE_REVISION" | "INVALID_INPUT" | (string & {});

export interface EditRoleErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/interactions.yaml#/followUp/post */
export interface FollowUpInteractionParams {
  /** Id of the interaction, as it arrived. Kept out of logs by default. */
  readonly interactionId: InteractionId;
  readonly content: string;
  /**
   * True: only the person who acted sees it, once; it is in no history, is not stored and cannot be searched.
   *
   * Not documented: what leaving it out means is not stated; a public answer is the natural reading.
   */
  readonly private?: boolean | undefined;
  readonly components?: Components | undefined;
}

export type FollowUpInteractionResult = InteractionOutcome;

export type FollowUpInteractionCode = "MISSING_CREDENTIAL" | "INVALID_INPUT" | (string & {});

export interface FollowUpInteractionErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/identity.yaml#/me/get */
export interface GetMeParams {}

export type GetMeResult = {
  readonly app: App;
};

export type GetMeCode = "MISSING_CREDENTIAL" | (string & {});

export interface GetMeErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/servers.yaml#/server/get */
export interface GetServerParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
}

export type GetServerResult = ServerSnapshot;

export type GetServerCode = "MISSING_CREDENTIAL" | (string & {});

export interface GetServerErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/commands.yaml#/commands/get */
export interface ListCommandsParams {}

export type ListCommandsResult = CommandList;

export type ListCommandsCode = "MISSING_CREDENTIAL" | (string & {});

export interface ListCommandsErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/servers.yaml#/members/get */
export interface ListMembersParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
}

export type ListMembersResult = MemberList;

export type ListMembersCode = "MISSING_CREDENTIAL" | (string & {});

export interface ListMembersErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/messages.yaml#/messages/get */
export interface ListMessagesParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Id of a channel of that server. */
  readonly channelId: ChannelId;
  /**
   * Id of the oldest message already held; the page ends just before it.
   *
   * Not documented: whether the page may repeat the message named here is not known.
   */
  readonly before?: MessageId | undefined;
}

export type ListMessagesResult = MessagePage;

export type ListMessagesCode = "MISSING_CREDENTIAL" | (string & {});

export interface ListMessagesErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/keys.yaml#/keys/get */
export interface ListSigningKeysParams {}

export type ListSigningKeysResult = SigningKeyList;

export interface ListSigningKeysErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/events.yaml#/events/get/x-query-variants/1 */
export interface OpenMailboxParams {
  /**
   * Families of events to receive, when a stream or a mailbox is opened.
   *
   * Not documented: what an empty list, or none at all, means is not known; the types ask for one at least.
   */
  readonly intents: readonly IntentFamily[];
}

export type OpenMailboxResult = MailboxOpened;

export type OpenMailboxCode = "MISSING_CREDENTIAL" | (string & {});

export interface OpenMailboxErrors {
  /** The credential is dead. */
  readonly 401: ErrorBody;
  /** The mailbox expired or overflowed; what it held is lost. */
  readonly 409: ErrorBody;
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/events.yaml#/events/get/x-query-variants/0 */
export interface OpenStreamParams {
  /**
   * Families of events to receive, when a stream or a mailbox is opened.
   *
   * Not documented: what an empty list, or none at all, means is not known; the types ask for one at least.
   */
  readonly intents: readonly IntentFamily[];
}

export type OpenStreamResult = unknown;

export type OpenStreamCode = "MISSING_CREDENTIAL" | (string & {});

export interface OpenStreamErrors {
  /** The credential is dead. */
  readonly 401: ErrorBody;
  /** The mailbox expired or overflowed; what it held is lost. */
  readonly 409: ErrorBody;
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/events.yaml#/events/get/x-query-variants/2 */
export interface ReadMailboxParams {
  /** Id of an open mailbox. */
  readonly mailboxId: MailboxId;
  /** The `next` of the batch accepted last; it only moves forward. */
  readonly since: MailboxCursor;
}

export type ReadMailboxResult = MailboxBatch;

export type ReadMailboxCode = "MAILBOX_EXPIRED" | "MISSING_CREDENTIAL" | (string & {});

export interface ReadMailboxErrors {
  /** The credential is dead. */
  readonly 401: ErrorBody;
  /** The mailbox expired or overflowed; what it held is lost. */
  readonly 409: ErrorBody;
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/roles.yaml#/appRole/delete */
export interface RemoveAppRoleParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Application ID of an App installed in that server. */
  readonly appId: AppId;
  /** Id of a role of that server. */
  readonly roleId: RoleId;
  readonly revision: Revision;
}

export type RemoveAppRoleResult = AppsChanged;

export type RemoveAppRoleCode = "MISSING_CREDENTIAL" | "STALE_REVISION" | (string & {});

export interface RemoveAppRoleErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/roles.yaml#/memberRole/delete */
export interface RemoveMemberRoleParams {
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Id of the account of a member. */
  readonly accountId: AccountId;
  /** Id of a role of that server. */
  readonly roleId: RoleId;
  readonly revision: Revision;
}

export type RemoveMemberRoleResult = RolesChanged;

export type RemoveMemberRoleCode = "MISSING_CREDENTIAL" | "STALE_REVISION" | (string & {});

export interface RemoveMemberRoleErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** @see spec/paths/messages.yaml#/toggleReaction */
export interface ToggleReactionParams {
  /** Id of a channel of that server. */
  readonly channelId: ChannelId;
  /** Id of a message of that channel. */
  readonly messageId: MessageId;
  /** Id of a server where the App is installed. */
  readonly serverId: ServerId;
  /** Any emoji of the Unicode RGI set, in its fully qualified spelling. */
  readonly emoji: string;
}

export type ToggleReactionResult = ReactionToggled;

export type ToggleReactionCode = "INVALID_INPUT" | "MISSING_CREDENTIAL" | (string & {});

export interface ToggleReactionErrors {
  /** A limit is exceeded. */
  readonly 429: RateLimitedBody;
  /** The request was refused; the code says why. */
  readonly default: ErrorBody;
}

/** What to assume where the service's behaviour is not documented. Every one has a default. */
export interface Assumptions {
  /**
   * What a second answer to a deferred interaction does.
   *
   * - `"appends"`: It is said as well.
   * - `"refused"`: It is refused: only the first counts.
   * - `"replaces"`: It takes the place of the first.
   *
   * @defaultValue `"refused"`
   */
  readonly answerTwice: "appends" | "refused" | "replaces";
  /**
   * Which words the state of an interaction uses.
   *
   * - `"numbers"`: Text that only looks like numbers.
   * - `"words"`: English words such as `confirmed` and `answered`.
   *
   * @defaultValue `"words"`
   */
  readonly answeredState: "numbers" | "words";
  /**
   * Which values the version header takes.
   *
   * @defaultValue `"1"`
   */
  readonly apiVersion: string;
  /**
   * How long one attempt of a call may take.
   *
   * Unit: ms.
   *
   * @defaultValue `10000`
   */
  readonly attemptTimeoutMs: number;
  /**
   * Whether autocomplete can be confirmed by anything but suggestions.
   *
   * - `"any"`: Also by deferring, declining or a form.
   * - `"suggest-only"`: Only by suggestions.
   *
   * @defaultValue `"suggest-only"`
   */
  readonly autocompleteConfirmations: "any" | "suggest-only";
  /**
   * How long a call may take, repetitions and waits included.
   *
   * Unit: ms.
   *
   * @defaultValue `60000`
   */
  readonly callDeadlineMs: number;
  /**
   * Whether a channel leaves its category by an edit with null.
   *
   * - `"null"`: Null takes it out.
   * - `"unsupported"`: There is no way to take a channel out.
   *
   * @defaultValue `"unsupported"`
   */
  readonly channelCategoryRemoval: "null" | "unsupported";
  /**
   * What closing a mailbox is answered with.
   *
   * - `"no-content"`: 204 without a body.
   * - `"ok"`: 200 with a body.
   *
   * @defaultValue `"no-content"`
   */
  readonly closeMailboxAnswer: "no-content" | "ok";
  /**
   * Where the arguments of a triggered command are in its data.
   *
   * - `"data.arguments"`: Beside the command, as in autocomplete.
   * - `"data.command.arguments"`: Inside the command.
   * - `"data.options"`: Beside the command, as `options`.
   *
   * @defaultValue `"data.arguments"`
   */
  readonly commandArguments: "data.arguments" | "data.command.arguments" | "data.options";
  /**
   * Whether commands on a person or a message need a description.
   *
   * - `"optional"`: Only chat commands do.
   * - `"required"`: All commands do.
   *
   * @defaultValue `"required"`
   */
  readonly commandDescription: "optional" | "required";
  /**
   * What an edited command is answered with.
   *
   * - `"bare"`: The command itself.
   * - `"empty"`: An empty object.
   * - `"wrapped"`: The command under `command`.
   *
   * @defaultValue `"bare"`
   */
  readonly commandEditedShape: "bare" | "empty" | "wrapped";
  /**
   * Whether two commands of one type and scope may share a name.
   *
   * - `"shared"`: Both exist.
   * - `"unique"`: The second is refused.
   *
   * @defaultValue `"unique"`
   */
  readonly commandNameUnique: "shared" | "unique";
  /**
   * Whether a command's required permission may be written.
   *
   * - `"omitted"`: It is left out of what is sent.
   * - `"sent"`: It is written with the definition.
   *
   * @defaultValue `"sent"`
   */
  readonly commandPermission: "omitted" | "sent";
  /**
   * Whether a created command comes back bare or wrapped.
   *
   * - `"bare"`: The command itself.
   * - `"wrapped"`: Under `command`.
   *
   * @defaultValue `"bare"`
   */
  readonly commandSavedShape: "bare" | "wrapped";
  /**
   * Whether a listed command says which server it belongs to.
   *
   * - `"omitted"`: It does not.
   * - `"serverId"`: As `serverId`, null for a global command.
   *
   * @defaultValue `"serverId"`
   */
  readonly commandScopeListed: "omitted" | "serverId";
  /**
   * Where the revision goes when a channel or a role is deleted.
   *
   * - `"body"`: In a JSON body.
   * - `"query"`: In the query, which no proxy drops.
   *
   * @defaultValue `"body"`
   */
  readonly deleteRevisionPlacement: "body" | "query";
  /**
   * How large a delivery can be; a larger one is refused unread.
   *
   * Unit: bytes.
   *
   * @defaultValue `1048576`
   */
  readonly deliveryBodyBytes: number;
  /**
   * What a repeated `clientRef` is answered with.
   *
   * - `"original"`: With the message stored first, like a new one.
   * - `"refusal"`: With a refusal; nothing is stored.
   *
   * @defaultValue `"original"`
   */
  readonly duplicateClientRef: "original" | "refusal";
  /**
   * How long failures do not count after an emergency rotation.
   *
   * Unit: ms.
   *
   * @defaultValue `3600000`
   */
  readonly emergencyGraceMs: number;
  /**
   * What an `id:` line without a value means on the stream: the SSE standard says that it takes back the last id.
   *
   * - `"keep"`: Nothing: the last id is still the one to resume from, against the standard. It cannot lose events.
   * - `"reset"`: By the standard: there is nothing to resume from, and a lost connection is a gap.
   *
   * @defaultValue `"keep"`
   */
  readonly emptyEventId: "keep" | "reset";
  /**
   * Whether a late autocomplete handler may be covered by an empty list.
   *
   * - `"sent"`: An empty list is sent.
   * - `"silent"`: Nothing is sent and the interaction expires.
   *
   * @defaultValue `"sent"`
   */
  readonly emptySuggestions: "sent" | "silent";
  /**
   * Whether a refusal's code is at the top or under `error`.
   *
   * - `"flat"`: At the top.
   * - `"nested"`: Under `error`, extras beside it.
   *
   * @defaultValue `"flat"`
   */
  readonly errorBodyShape: "flat" | "nested";
  /**
   * Whether two connections of an App each receive every event.
   *
   * - `"all"`: Each receives all.
   * - `"split"`: Each event goes to one of them.
   *
   * @defaultValue `"all"`
   */
  readonly eventFanOut: "all" | "split";
  /**
   * What event ids count.
   *
   * - `"app"`: Events of the App.
   * - `"connection"`: Events of one connection and the streams that resume it.
   *
   * @defaultValue `"app"`
   */
  readonly eventIdScope: "app" | "connection";
  /**
   * Which code refuses a confirmation that comes too late.
   *
   * - `"INTERACTION_ALREADY_CONFIRMED"`: The code for a second confirmation.
   * - `"INTERACTION_EXPIRED"`: A code of its own.
   * - `"INVALID_INPUT"`: The general code.
   *
   * @defaultValue `"INTERACTION_EXPIRED"`
   */
  readonly expiredConfirmCode: "INTERACTION_ALREADY_CONFIRMED" | "INTERACTION_EXPIRED" | "INVALID_INPUT";
  /**
   * How `expiresAt` is written.
   *
   * - `"epochMs"`: Milliseconds since the Unix epoch.
   * - `"iso"`: ISO 8601 text.
   *
   * @defaultValue `"iso"`
   */
  readonly expiresAtShape: "epochMs" | "iso";
  /**
   * The endpoint's state after a probe that did not close.
   *
   * - `"off"`: It goes off.
   * - `"probing"`: It stays in probing.
   *
   * @defaultValue `"probing"`
   */
  readonly failedProbeState: "off" | "probing";
  /**
   * How long a stream may stay without a first byte before the mailbox is tried.
   *
   * Unit: ms.
   *
   * @defaultValue `30000`
   */
  readonly firstByteMs: number;
  /**
   * Whether follow-ups are taken after a decline, a form or suggestions, or before the deferred answer.
   *
   * - `"refused"`: They are refused.
   * - `"taken"`: They are.
   *
   * @defaultValue `"taken"`
   */
  readonly followUpAfterDecline: "refused" | "taken";
  /**
   * When the ten minutes for follow-ups start.
   *
   * - `"answer"`: At the answer, for a deferred one.
   * - `"confirm"`: At the confirmation.
   * - `"creation"`: When the interaction was made.
   *
   * @defaultValue `"confirm"`
   */
  readonly followUpWindowStart: "answer" | "confirm" | "creation";
  /**
   * Whether `followups` is a count or a list.
   *
   * - `"count"`: A number.
   * - `"list"`: A list of what was added.
   *
   * @defaultValue `"count"`
   */
  readonly followupsShape: "count" | "list";
  /**
   * Whether a person may send the same opened form more than once.
   *
   * - `"once"`: Sending it closes it.
   * - `"repeated"`: It stays open, and each sending is an interaction.
   *
   * @defaultValue `"once"`
   */
  readonly formSubmissions: "once" | "repeated";
  /**
   * How large one frame of the stream can be; a larger one ends the stream with an error.
   *
   * Unit: bytes.
   *
   * @defaultValue `4194304`
   */
  readonly frameBytes: number;
  /**
   * Whether events about the connection appear in a mailbox.
   *
   * - `"absent"`: They do not.
   * - `"present"`: They do.
   *
   * @defaultValue `"absent"`
   */
  readonly mailboxControlEvents: "absent" | "present";
  /**
   * When `expiresInMs` of an interaction in a mailbox is computed.
   *
   * - `"at-arrival"`: When it is put in, so that waiting is not counted.
   * - `"at-read"`: When it is read.
   *
   * @defaultValue `"at-read"`
   */
  readonly mailboxExpiryClock: "at-arrival" | "at-read";
  /**
   * What to do with a mailbox while the own queue is full.
   *
   * - `"declare-gap"`: Let it go and report a gap.
   * - `"keep-reading"`: Read on, slowly, into a bounded overflow; beyond it report a gap.
   *
   * @defaultValue `"keep-reading"`
   */
  readonly mailboxOverflow: "declare-gap" | "keep-reading";
  /**
   * Whether a read of an empty mailbox waits.
   *
   * - `"held"`: It waits a while for an event.
   * - `"immediate"`: It answers at once.
   *
   * @defaultValue `"immediate"`
   */
  readonly mailboxRead: "held" | "immediate";
  /**
   * What reading twice from one position gives.
   *
   * - `"empty"`: Nothing: what was read is gone.
   * - `"repeats"`: The same events again.
   *
   * @defaultValue `"repeats"`
   */
  readonly mailboxReread: "empty" | "repeats";
  /**
   * Whether a message says who wrote it, and how.
   *
   * - `"absent"`: It does not.
   * - `"authorId"`: Its field `authorId` is the id of the person or App.
   *
   * @defaultValue `"absent"`
   */
  readonly messageAuthor: "absent" | "authorId";
  /**
   * Whether a page repeats the message named by `before`.
   *
   * - `"exclusive"`: It ends just before it.
   * - `"inclusive"`: It ends with it.
   *
   * @defaultValue `"exclusive"`
   */
  readonly messagePageBound: "exclusive" | "inclusive";
  /**
   * When a command that asks for more than the installation's scopes is refused.
   *
   * - `"registration"`: When it is registered.
   * - `"trigger"`: When a person triggers it.
   *
   * @defaultValue `"registration"`
   */
  readonly missingScopeRaised: "registration" | "trigger";
  /**
   * Where the form is in the body of a modal confirmation.
   *
   * - `"inline"`: Its fields beside `type`.
   * - `"nested"`: Under `modal`.
   *
   * @defaultValue `"nested"`
   */
  readonly modalPlacement: "inline" | "nested";
  /**
   * What a permission set looks like.
   *
   * - `"bits"`: A bit set as text.
   * - `"list"`: A list of names.
   * - `"map"`: A map from name to true.
   *
   * @defaultValue `"list"`
   */
  readonly permissionsShape: "bits" | "list" | "map";
  /**
   * Whether the first answer may be private.
   *
   * - `"refused"`: Asking for it is an error of the caller.
   * - `"rerouted"`: The interaction is deferred and the text goes through the answer route.
   * - `"sent"`: `private` goes with the reply.
   *
   * @defaultValue `"rerouted"`
   */
  readonly privateReply: "refused" | "rerouted" | "sent";
  /**
   * The signed bytes of a probe beyond its label.
   *
   * - `"as-interaction"`: The layout of an interaction under the other label.
   * - `"label-and-body"`: Only label and body.
   *
   * @defaultValue `"as-interaction"`
   */
  readonly probeLayout: "as-interaction" | "label-and-body";
  /**
   * Method and path of the reaction toggle, for example `POST /…/{servidor}/{canal}/{mensagem}/…`. Without it the operation refuses to run.
   *
   * @defaultValue `null`
   */
  readonly reactionRoute: string | null;
  /**
   * Whether the first answer may carry components.
   *
   * - `"refused"`: Giving them is an error of the caller.
   * - `"rerouted"`: The interaction is deferred and the message goes through the answer route, which takes them.
   * - `"sent"`: `components` go with the reply.
   *
   * @defaultValue `"sent"`
   */
  readonly replyComponents: "refused" | "rerouted" | "sent";
  /**
   * In which header an answer names its request.
   *
   * @defaultValue `"x-request-id"`
   */
  readonly requestIdHeader: string | null;
  /**
   * What a stream gets that names an id of a stream with other intents.
   *
   * - `"resumed"`: It is resumed: the missed events of the families asked for now follow.
   * - `"started-over"`: It starts over, with connection_open.
   *
   * @defaultValue `"resumed"`
   */
  readonly resumeWithOtherIntents: "resumed" | "started-over";
  /**
   * The endpoint's state after a successful re-test.
   *
   * - `"active"`: Active at once.
   * - `"probing"`: Probing first.
   *
   * @defaultValue `"active"`
   */
  readonly retestState: "active" | "probing";
  /**
   * How Retry-After is written.
   *
   * - `"date"`: As an HTTP date.
   * - `"seconds"`: In seconds.
   *
   * @defaultValue `"seconds"`
   */
  readonly retryAfterFormat: "date" | "seconds";
  /**
   * Where the revision of the four role assignments goes.
   *
   * - `"body"`: In a JSON body.
   * - `"query"`: In the query.
   *
   * @defaultValue `"body"`
   */
  readonly revisionPlacement: "body" | "query";
  /**
   * What a revision looks like.
   *
   * - `"number"`: A number.
   * - `"text"`: Text that does not count up.
   *
   * @defaultValue `"text"`
   */
  readonly revisionShape: "number" | "text";
  /**
   * What separates several signature entries.
   *
   * - `"comma"`: A comma.
   * - `"comma-space"`: A comma and a space.
   * - `"semicolon"`: A semicolon.
   * - `"space"`: A space.
   *
   * @defaultValue `"comma"`
   */
  readonly signatureSeparator: "comma" | "comma-space" | "semicolon" | "space";
  /**
   * How long a stream may carry no byte before it counts as dead.
   *
   * Unit: ms.
   *
   * @defaultValue `60000`
   */
  readonly silenceMs: number;
  /**
   * How many failures suspend an endpoint.
   *
   * Unit: count.
   *
   * @defaultValue `5`
   */
  readonly suspensionFailures: number;
  /**
   * In which time those failures must fall.
   *
   * Unit: ms.
   *
   * @defaultValue `600000`
   */
  readonly suspensionPeriodMs: number;
  /**
   * What a close frame with an unknown or no code means.
   *
   * - `"honour-flag"`: Stop when its flag says so.
   * - `"reconnect"`: Reconnect, whatever its flag says, at a capped rate.
   *
   * @defaultValue `"reconnect"`
   */
  readonly unknownCloseCode: "honour-flag" | "reconnect";
}

/** The assumptions that matter to the client. */
export type ClientAssumptions = Pick<
  Assumptions,
  | "answerTwice"
  | "apiVersion"
  | "attemptTimeoutMs"
  | "callDeadlineMs"
  | "channelCategoryRemoval"
  | "commandArguments"
  | "commandDescription"
  | "commandPermission"
  | "deleteRevisionPlacement"
  | "deliveryBodyBytes"
  | "emptyEventId"
  | "emptySuggestions"
  | "eventFanOut"
  | "firstByteMs"
  | "followUpWindowStart"
  | "frameBytes"
  | "mailboxExpiryClock"
  | "mailboxOverflow"
  | "modalPlacement"
  | "privateReply"
  | "probeLayout"
  | "reactionRoute"
  | "replyComponents"
  | "requestIdHeader"
  | "revisionPlacement"
  | "silenceMs"
  | "unknownCloseCode"
>;

/** The assumptions that matter to the sandbox. */
export type SandboxAssumptions = Pick<
  Assumptions,
  | "answerTwice"
  | "answeredState"
  | "apiVersion"
  | "autocompleteConfirmations"
  | "channelCategoryRemoval"
  | "closeMailboxAnswer"
  | "commandArguments"
  | "commandDescription"
  | "commandEditedShape"
  | "commandNameUnique"
  | "commandPermission"
  | "commandSavedShape"
  | "commandScopeListed"
  | "deleteRevisionPlacement"
  | "duplicateClientRef"
  | "emergencyGraceMs"
  | "emptySuggestions"
  | "errorBodyShape"
  | "eventFanOut"
  | "eventIdScope"
  | "expiredConfirmCode"
  | "expiresAtShape"
  | "failedProbeState"
  | "followUpAfterDecline"
  | "followUpWindowStart"
  | "followupsShape"
  | "formSubmissions"
  | "mailboxControlEvents"
  | "mailboxExpiryClock"
  | "mailboxRead"
  | "mailboxReread"
  | "messageAuthor"
  | "messagePageBound"
  | "missingScopeRaised"
  | "modalPlacement"
  | "permissionsShape"
  | "privateReply"
  | "probeLayout"
  | "reactionRoute"
  | "replyComponents"
  | "resumeWithOtherIntents"
  | "retestState"
  | "retryAfterFormat"
  | "revisionPlacement"
  | "revisionShape"
  | "signatureSeparator"
  | "suspensionFailures"
  | "suspensionPeriodMs"
>;
