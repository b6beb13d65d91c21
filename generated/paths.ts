/**
 * Types of every path of Bot App Platform.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

export interface paths {
    readonly "/api/apps/eventos": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Receives events, by stream or by mailbox.
         * @description Three operations on one route, told apart by the query: without `format` it opens the stream that asyncapi.yaml describes; with `format=json` it opens a mailbox, and with `mailbox` and `since` besides it reads one.
         */
        readonly get: operations["receiveEvents"];
        readonly put?: never;
        readonly post?: never;
        /** Closes a mailbox and gives its connection back. */
        readonly delete: operations["closeMailbox"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/apps/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Reads the App itself.
         * @description Has no side effect; the check that a credential is valid.
         */
        readonly get: operations["getMe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/apps/me/comandos": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Lists the App's commands, global and of servers. */
        readonly get: operations["listCommands"];
        readonly put?: never;
        /**
         * Registers a command, effective at once.
         * @description Global without `serverId`; with it, the command exists in that server only.
         */
        readonly post: operations["createCommand"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/apps/me/comandos/{comando}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a command of the calling App. */
                readonly comando: components["schemas"]["CommandId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Deletes a command.
         * @description Interactions already open keep their own deadline.
         */
        readonly delete: operations["deleteCommand"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Replaces the definition of a command.
         * @description Takes the whole definition. Its version goes up and clients load the catalog again, so do not send what has not changed.
         */
        readonly patch: operations["editCommand"];
        readonly trace?: never;
    };
    readonly "/api/chaves-de-assinatura": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Lists the keys that sign deliveries.
         * @description Public; no credential is sent. Being in this list is all that makes a key good.
         */
        readonly get: operations["listSigningKeys"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/interacoes/{interacao}/confirmar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the interaction, as it arrived. Kept out of logs by default. */
                readonly interacao: components["schemas"]["InteractionId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Confirms an interaction, once.
         * @description Inside 3 s, or 1 s for autocomplete. The first confirmation wins, by this route or in the answer to a delivery.
         */
        readonly post: operations["confirmInteraction"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/interacoes/{interacao}/resposta": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the interaction, as it arrived. Kept out of logs by default. */
                readonly interacao: components["schemas"]["InteractionId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Answers a deferred interaction.
         * @description Within 60 s of the deferral.
         */
        readonly post: operations["answerInteraction"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/interacoes/{interacao}/seguimento": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the interaction, as it arrived. Kept out of logs by default. */
                readonly interacao: components["schemas"]["InteractionId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Adds to a confirmed interaction.
         * @description Up to 5 times within 10 minutes. Does not change where the interaction stands.
         */
        readonly post: operations["followUpInteraction"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servidores/{servidor}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
            };
            readonly cookie?: never;
        };
        /**
         * Reads a server as the App sees it.
         * @description Carries the revision that every administrative change must name.
         */
        readonly get: operations["getServer"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servidores/{servidor}/apps/{app}/cargos/{cargo}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Application ID of an App installed in that server. */
                readonly app: components["schemas"]["AppId"];
                /** @description Id of a role of that server. */
                readonly cargo: components["schemas"]["RoleId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Gives a role to an App. */
        readonly put: operations["assignAppRole"];
        readonly post?: never;
        /** Takes a role from an App. */
        readonly delete: operations["removeAppRole"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servidores/{servidor}/canais": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Creates a channel. */
        readonly post: operations["createChannel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servidores/{servidor}/canais/{canal}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                readonly canal: components["schemas"]["ChannelId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Archives a channel.
         * @description It disappears from the product and is kept for moderation; nothing is erased.
         */
        readonly delete: operations["deleteChannel"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Changes a channel, or moves it into a category.
         * @description Moving excludes every other change.
         */
        readonly patch: operations["editChannel"];
        readonly trace?: never;
    };
    readonly "/api/servidores/{servidor}/canais/{canal}/mensagens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                readonly canal: components["schemas"]["ChannelId"];
            };
            readonly cookie?: never;
        };
        /**
         * Reads a page of a channel's messages.
         * @description Fifty messages, oldest first; `before` names the oldest one already held.
         */
        readonly get: operations["listMessages"];
        readonly put?: never;
        /**
         * Writes a message.
         * @description With a `clientRef` it can be sent again without writing twice; one is made for each call unless given.
         */
        readonly post: operations["createMessage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servidores/{servidor}/canais/{canal}/mensagens/{mensagem}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                readonly canal: components["schemas"]["ChannelId"];
                /** @description Id of a message of that channel. */
                readonly mensagem: components["schemas"]["MessageId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Deletes a message.
         * @description The App's own always; another's with the permission gerenciar_mensagens.
         */
        readonly delete: operations["deleteMessage"];
        readonly options?: never;
        readonly head?: never;
        /** Changes the text of a message of the App's own. */
        readonly patch: operations["editMessage"];
        readonly trace?: never;
    };
    readonly "/api/servidores/{servidor}/cargos": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Creates a role. */
        readonly post: operations["createRole"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servidores/{servidor}/cargos/{cargo}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of a role of that server. */
                readonly cargo: components["schemas"]["RoleId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Deletes a role. */
        readonly delete: operations["deleteRole"];
        readonly options?: never;
        readonly head?: never;
        /** Changes a role. */
        readonly patch: operations["editRole"];
        readonly trace?: never;
    };
    readonly "/api/servidores/{servidor}/membros": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
            };
            readonly cookie?: never;
        };
        /**
         * Lists the members of a server.
         * @description One list of at most 500, people and Apps; `truncated` says whether more exist.
         */
        readonly get: operations["listMembers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servidores/{servidor}/membros/{conta}/cargos/{cargo}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of the account of a member. */
                readonly conta: components["schemas"]["AccountId"];
                /** @description Id of a role of that server. */
                readonly cargo: components["schemas"]["RoleId"];
            };
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Gives a role to a person.
         * @description Needs a rank above that person's; an App's rank is that of its highest role.
         */
        readonly put: operations["assignMemberRole"];
        readonly post?: never;
        /** Takes a role from a person. */
        readonly delete: operations["removeMemberRole"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly delivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * An interaction or a probe, signed, at the App's own endpoint.
         * @description Answered with a 2xx inside 3 s, or 1 s for autocomplete, network included. There is no second attempt. Anything else counts against the endpoint. The signature covers the label, the receiver's own Application ID, the delivery id, the timestamp and the raw body, joined by line feeds.
         */
        readonly post: operations["receiveDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Snowflake of a person's account. */
        readonly AccountId: string;
        /** @description Whether the channel is restricted by age. */
        readonly AgeRestricted: unknown;
        /** @description A message that answers. */
        readonly AnswerBody: {
            readonly content: string;
            /** @description True: only the person who acted sees it, once; it is in no history, is not stored and cannot be searched. */
            readonly private?: boolean;
            readonly components?: components["schemas"]["Components"];
        };
        /** @description An App, as it sees itself. */
        readonly App: {
            readonly publicId: components["schemas"]["AppId"];
            /** @description Name shown to people. */
            readonly name: string;
        };
        /** @description Snowflake of an App, called its Application ID. Part of the credential and not secret. */
        readonly AppId: string;
        /** @description All installed Apps after a role was given or taken, and the new revision. */
        readonly AppsChanged: {
            readonly apps: readonly components["schemas"]["InstalledApp"][];
            readonly revision: components["schemas"]["Revision"];
        };
        /** @description An argument as the person filled it in. */
        readonly Argument: {
            /** @description Name of the option. */
            readonly name: string;
            readonly type: components["schemas"]["OptionType"];
            /** @description The value, of the option's type. */
            readonly value: unknown;
        };
        /** @description Reference to an attachment that exists already. Apps cannot upload. */
        readonly AttachmentRef: unknown;
        /** @description The command whose option is being typed in. */
        readonly AutocompleteCommand: {
            readonly publicId: components["schemas"]["CommandId"];
            /** @description Name of the command. */
            readonly name: string;
            /** @description Path of the command. */
            readonly path: unknown;
        };
        /** @description What a person has typed so far. */
        readonly AutocompleteData: {
            readonly command: components["schemas"]["AutocompleteCommand"];
            readonly arguments: readonly components["schemas"]["Argument"][];
            /** @description Name of the option being typed in. */
            readonly focused: string;
            readonly focusedType: components["schemas"]["OptionType"];
            /** @description Limits of the option being typed in. */
            readonly focusedLimits: {
                /** @description How long what is typed may be. */
                readonly maxLength?: number | null;
            };
        };
        /** @description A person types in an option and wants suggestions. */
        readonly AutocompleteInteraction: {
            readonly id: components["schemas"]["InteractionId"];
            /** @constant */
            readonly type: "autocomplete";
            readonly serverId: components["schemas"]["ServerId"];
            readonly channelId: components["schemas"]["ChannelId"];
            readonly userId: components["schemas"]["AccountId"];
            readonly data: components["schemas"]["AutocompleteData"];
            readonly expiresInMs: components["schemas"]["ExpiresInMs"];
        };
        /** @description A category of channels. */
        readonly Category: {
            readonly publicId?: components["schemas"]["CategoryId"];
            /** @description Name of the category. */
            readonly name?: unknown;
        };
        /** @description Snowflake of a category. */
        readonly CategoryId: string;
        /** @description A channel the actor can reach. One it cannot reach is simply absent from the list. */
        readonly Channel: {
            readonly publicId?: components["schemas"]["ChannelId"];
            readonly name: string;
            readonly type: components["schemas"]["ChannelType"];
            readonly voiceLimit?: components["schemas"]["VoiceLimit"];
            readonly ageRestricted?: components["schemas"]["AgeRestricted"];
            /** @description The category of the channel. */
            readonly categoryId?: components["schemas"]["CategoryId"] | null;
        };
        /** @description Snowflake of a channel. */
        readonly ChannelId: string;
        /** @description All channels and categories after a channel changed its category, and the new revision. */
        readonly ChannelMoved: {
            readonly channels: readonly components["schemas"]["Channel"][];
            readonly categories: readonly components["schemas"]["Category"][];
            readonly revision: components["schemas"]["Revision"];
        };
        /**
         * @description Kind of a channel.
         * @enum {string}
         */
        readonly ChannelType: "text" | (string & {});
        /** @description All channels after a change, and the new revision. */
        readonly ChannelsChanged: {
            readonly channels: readonly components["schemas"]["Channel"][];
            readonly revision: components["schemas"]["Revision"];
        };
        /** @description A command typed in a chat, with options. */
        readonly ChatCommandDefinition: {
            /** @constant */
            readonly type: "chat";
            readonly name: string;
            readonly description: string;
            readonly options?: readonly components["schemas"]["CommandOption"][];
            readonly requiredPermission?: components["schemas"]["RequiredPermission"];
        };
        /** @description A suggestion for the option being typed in. */
        readonly Choice: {
            /** @description What the person sees. */
            readonly name: string;
            /** @description What the option is filled with. */
            readonly value: unknown;
        };
        /**
         * @description Why a stream is closed. A vocabulary of its own, apart from the codes of refusals.
         * @enum {string}
         */
        readonly CloseCode: "TRANSIENT_FAILURE" | "SERVER_RESTARTING" | "AUTHORIZATION_LOST" | "CONNECTION_LIMIT_EXCEEDED" | "CREDENTIAL_REVOKED" | "APP_DELETED" | "OWNER_SANCTIONED" | "APP_SANCTIONED" | "FATAL_ERROR" | (string & {});
        /** @description A registered command. */
        readonly Command: {
            readonly publicId: components["schemas"]["CommandId"];
            readonly type: components["schemas"]["CommandType"];
            readonly name: string;
            readonly description: string;
            /** @description Arguments of a chat command. */
            readonly options?: readonly components["schemas"]["CommandOption"][] | null;
            readonly requiredPermission: components["schemas"]["RequiredPermissionRead"];
        };
        /** @description What was triggered. */
        readonly CommandData: {
            readonly command: components["schemas"]["CommandReference"];
        };
        /** @description A command as it is registered. */
        readonly CommandDefinition: components["schemas"]["ChatCommandDefinition"] | components["schemas"]["UserCommandDefinition"] | components["schemas"]["MessageCommandDefinition"];
        /** @description What an edit is answered with. */
        readonly CommandEdited: Record<string, unknown>;
        /** @description Snowflake of a command. */
        readonly CommandId: string;
        /** @description A chat command was triggered. */
        readonly CommandInteraction: {
            readonly id: components["schemas"]["InteractionId"];
            /** @constant */
            readonly type: "command";
            readonly serverId: components["schemas"]["ServerId"];
            readonly channelId: components["schemas"]["ChannelId"];
            readonly userId: components["schemas"]["AccountId"];
            readonly data: components["schemas"]["CommandData"];
            readonly expiresInMs: components["schemas"]["ExpiresInMs"];
        };
        /** @description The App's commands, global and of servers. */
        readonly CommandList: {
            readonly commands: readonly components["schemas"]["Command"][];
            /** @description True when more commands exist than the list carries. There are no pages; nothing may be concluded from what is missing. */
            readonly truncated: boolean;
        };
        /** @description A command was triggered on a message. */
        readonly CommandOnMessageInteraction: {
            readonly id: components["schemas"]["InteractionId"];
            /** @constant */
            readonly type: "command_on_message";
            readonly serverId: components["schemas"]["ServerId"];
            readonly channelId: components["schemas"]["ChannelId"];
            readonly userId: components["schemas"]["AccountId"];
            readonly data: components["schemas"]["OpaqueData"];
            readonly expiresInMs: components["schemas"]["ExpiresInMs"];
        };
        /** @description A command was triggered on a person. */
        readonly CommandOnUserInteraction: {
            readonly id: components["schemas"]["InteractionId"];
            /** @constant */
            readonly type: "command_on_user";
            readonly serverId: components["schemas"]["ServerId"];
            readonly channelId: components["schemas"]["ChannelId"];
            readonly userId: components["schemas"]["AccountId"];
            readonly data: components["schemas"]["OpaqueData"];
            readonly expiresInMs: components["schemas"]["ExpiresInMs"];
        };
        /** @description An argument that a person fills in. */
        readonly CommandOption: {
            readonly type: components["schemas"]["OptionType"];
            readonly name: string;
            readonly description: string;
            /** @description Whether the person must fill it in. */
            readonly required?: boolean;
            /** @description True: typing in it opens autocomplete interactions. */
            readonly autocomplete?: boolean;
            /** @description Lower bound, for `integer`. */
            readonly minValue?: number;
            /** @description Upper bound, for `integer`. */
            readonly maxValue?: number;
        };
        /** @description The command that was triggered. */
        readonly CommandReference: {
            /** @description Name of the command. */
            readonly name: string;
        };
        /** @description The command, bare or wrapped. */
        readonly CommandSaved: components["schemas"]["SavedCommand"] | components["schemas"]["CommandWrapped"];
        /**
         * @description Where a command is triggered - by typing it, on a person, or on a message.
         * @enum {string}
         */
        readonly CommandType: "chat" | "user" | "message";
        readonly CommandWrapped: {
            readonly command: components["schemas"]["Command"];
        };
        /** @description A button was pressed or something was selected in an earlier answer. */
        readonly ComponentInteraction: {
            readonly id: components["schemas"]["InteractionId"];
            /** @constant */
            readonly type: "component";
            readonly serverId: components["schemas"]["ServerId"];
            readonly channelId: components["schemas"]["ChannelId"];
            readonly userId: components["schemas"]["AccountId"];
            readonly data: components["schemas"]["OpaqueData"];
            readonly expiresInMs: components["schemas"]["ExpiresInMs"];
        };
        /** @description Buttons and selects of an answer. Passed on as they are. */
        readonly Components: readonly unknown[];
        /** @description The one confirmation of an interaction. */
        readonly Confirmation: components["schemas"]["ReplyConfirmation"] | components["schemas"]["DeferConfirmation"] | components["schemas"]["DeclineConfirmation"] | components["schemas"]["ModalConfirmation"] | components["schemas"]["SuggestConfirmation"];
        /** @description The service is about to close the stream. */
        readonly ConnectionCloseEvent: {
            /** @constant */
            readonly type: "connection_close";
            /** @description Why the stream is closed. A missing or unknown code means that reconnecting makes sense. */
            readonly code?: components["schemas"]["CloseCode"] | null;
            /** @description A sentence for logs. */
            readonly message?: string | null;
            /** @description Whether reconnecting makes sense. */
            readonly reconnect?: boolean | null;
        };
        /** @description Names one connection of the stream; for logs. */
        readonly ConnectionId: string | number;
        /** @description The stream starts. After an attempt to resume it means that the missed events are lost. */
        readonly ConnectionOpenEvent: {
            /** @constant */
            readonly type: "connection_open";
            readonly connectionId: components["schemas"]["ConnectionId"];
            /** @description Interface version of this connection. */
            readonly version: unknown;
        };
        /** @description The stream continues; exactly the missed events follow. */
        readonly ConnectionResumeEvent: {
            /** @constant */
            readonly type: "connection_resume";
        };
        /** @description Something that happened to the stream itself. */
        readonly ControlEvent: components["schemas"]["ConnectionOpenEvent"] | components["schemas"]["ConnectionResumeEvent"] | components["schemas"]["ConnectionCloseEvent"];
        readonly CreateChannelBody: {
            readonly name: string;
            readonly type: components["schemas"]["ChannelType"];
            readonly voiceLimit?: components["schemas"]["VoiceLimit"];
            readonly revision: components["schemas"]["Revision"];
        };
        readonly CreateCommandBody: {
            readonly command: components["schemas"]["CommandDefinition"];
            readonly serverId?: components["schemas"]["ServerId"];
        };
        readonly CreateMessageBody: {
            /** @description The text; required with attachments too. */
            readonly content: string;
            /** @description Idempotency key. The same value in the same channel never stores two messages. */
            readonly clientRef?: string;
            readonly attachments?: readonly components["schemas"]["AttachmentRef"][];
        };
        readonly CreateRoleBody: {
            readonly name: string;
            readonly permissions: components["schemas"]["Permissions"];
            readonly color?: components["schemas"]["RoleColor"];
            readonly displaySeparately?: components["schemas"]["DisplaySeparately"];
            readonly revision: components["schemas"]["Revision"];
        };
        /** @description Declines; the person sees the service's own sentence for it. */
        readonly DeclineConfirmation: {
            /** @constant */
            readonly type: "decline";
        };
        /** @description Confirms now; the answer follows within 60 s. */
        readonly DeferConfirmation: {
            /** @constant */
            readonly type: "defer";
        };
        readonly Deleted: {
            /** @constant */
            readonly ok: true;
        };
        /** @description The body of a signed delivery. */
        readonly DeliveryBody: components["schemas"]["InteractionDelivery"] | components["schemas"]["ProbeDelivery"];
        /** @description UUID of one signed delivery; the key to recognise a repeated one. Any version, any case. */
        readonly DeliveryId: string;
        /** @description Whether those who hold the role are displayed separately. */
        readonly DisplaySeparately: unknown;
        /** @description Either a move into a category or a change of the other fields, never both, and at least one field. */
        readonly EditChannelBody: {
            readonly revision: components["schemas"]["Revision"];
            readonly name?: string;
            readonly voiceLimit?: components["schemas"]["VoiceLimit"];
            readonly ageRestricted?: components["schemas"]["AgeRestricted"];
            readonly categoryId?: components["schemas"]["CategoryId"];
        };
        readonly EditCommandBody: {
            readonly command: components["schemas"]["CommandDefinition"];
        };
        readonly EditMessageBody: {
            /** @description The new text. */
            readonly content: string;
        };
        /** @description The fields to change. A given permission set replaces the old one whole. */
        readonly EditRoleBody: {
            readonly revision: components["schemas"]["Revision"];
            readonly name?: string;
            readonly permissions?: components["schemas"]["Permissions"];
            readonly color?: components["schemas"]["RoleColor"];
            readonly displaySeparately?: components["schemas"]["DisplaySeparately"];
        };
        /** @description What a refusal for an unreachable endpoint carries. */
        readonly EndpointUnreachableExtras: {
            readonly probe: components["schemas"]["ProbeResult"];
        };
        /** @description A refusal. */
        readonly ErrorBody: {
            readonly code?: components["schemas"]["ErrorCode"];
            /** @description A sentence for people; nothing to branch on. */
            readonly message?: unknown;
            readonly currentRevision?: components["schemas"]["Revision"];
            readonly probe?: components["schemas"]["ProbeResult"];
        };
        /**
         * @description Why a request was refused. The only thing to branch on.
         * @enum {string}
         */
        readonly ErrorCode: "MISSING_CREDENTIAL" | "APP_NOT_FOUND" | "INVALID_INPUT" | "STALE_REVISION" | "INTERACTION_ALREADY_CONFIRMED" | "APP_MISSING_SCOPE" | "ENDPOINT_REJECTED" | "ENDPOINT_UNREACHABLE" | "MAILBOX_EXPIRED" | (string & {});
        /** @description Position in the stream, from the `id:` line. Handed back as it came; never parsed or compared. */
        readonly EventId: string;
        /** @description Milliseconds left to confirm, counted by the service from sending. A duration, not an instant. A redelivered interaction carries what is left, possibly zero; a confirmation at zero is refused. */
        readonly ExpiresInMs: number;
        /**
         * @description One line or several.
         * @enum {string}
         */
        readonly FieldType: "text" | "paragraph" | (string & {});
        /** @description A form was submitted. */
        readonly FormInteraction: {
            readonly id: components["schemas"]["InteractionId"];
            /** @constant */
            readonly type: "form";
            readonly serverId: components["schemas"]["ServerId"];
            readonly channelId: components["schemas"]["ChannelId"];
            readonly userId: components["schemas"]["AccountId"];
            readonly data: components["schemas"]["OpaqueData"];
            readonly expiresInMs: components["schemas"]["ExpiresInMs"];
        };
        /** @description Something that happened in a server. */
        readonly GatewayEvent: components["schemas"]["MessageCreateEvent"] | components["schemas"]["ReactionUpdateEvent"] | components["schemas"]["InteractionCreateEvent"];
        /** @description An App in the list that role assignments return. */
        readonly InstalledApp: {
            readonly publicId?: components["schemas"]["AppId"];
        };
        /**
         * @description A family of events that can be asked for.
         * @enum {string}
         */
        readonly IntentFamily: "messages" | "members" | "interactions" | (string & {});
        /** @description Something a person did that the App must confirm within its window. */
        readonly Interaction: components["schemas"]["CommandInteraction"] | components["schemas"]["CommandOnUserInteraction"] | components["schemas"]["CommandOnMessageInteraction"] | components["schemas"]["AutocompleteInteraction"] | components["schemas"]["ComponentInteraction"] | components["schemas"]["FormInteraction"];
        /** @description An interaction for the App; only while no endpoint of its is active. */
        readonly InteractionCreateEvent: {
            /** @constant */
            readonly type: "interaction_create";
            readonly serverId: components["schemas"]["ServerId"];
            readonly appId: components["schemas"]["AppId"];
            readonly interaction: components["schemas"]["Interaction"];
        };
        /** @description An interaction, delivered to the App's endpoint. */
        readonly InteractionDelivery: {
            /** @constant */
            readonly type: "interaction";
            readonly interaction: components["schemas"]["Interaction"];
        };
        /** @description UUID of an interaction. Any version, any case; compared byte for byte. */
        readonly InteractionId: string;
        /** @description The result of confirming, answering or following up. */
        readonly InteractionOutcome: {
            readonly interaction: components["schemas"]["InteractionState"];
            readonly messageId?: components["schemas"]["MessageId"];
        };
        /** @description State of an interaction after an answer. */
        readonly InteractionState: {
            readonly id: components["schemas"]["InteractionId"];
            readonly state: string;
            /** @description Follow-ups of the interaction. */
            readonly followups: unknown;
            /** @description When it ends. Deadlines are never computed from it. */
            readonly expiresAt: unknown;
        };
        /** @description What came since the last read. */
        readonly MailboxBatch: {
            readonly events: readonly components["schemas"]["WireEvent"][];
            readonly next: components["schemas"]["MailboxCursor"];
        };
        /** @description Position in a mailbox. Handed back as it came; it only moves forward. */
        readonly MailboxCursor: string | number;
        /** @description Names an open mailbox. */
        readonly MailboxId: string;
        /** @description A mailbox, and what it already holds. */
        readonly MailboxOpened: {
            readonly mailbox: components["schemas"]["MailboxId"];
            readonly events: readonly components["schemas"]["WireEvent"][];
            readonly next: components["schemas"]["MailboxCursor"];
            readonly intents: readonly components["schemas"]["IntentFamily"][];
        };
        /** @description A channel in the list of whoever administers channels. Says that it is there, never what is in it. */
        readonly ManagedChannel: {
            readonly publicId?: components["schemas"]["ChannelId"];
            /** @description Name of the channel. */
            readonly name?: unknown;
        };
        /** @description A member of a server, person or App. */
        readonly Member: {
            /** @description Account id of a person, Application ID of an App. */
            readonly publicId?: string;
            /** @description Name of the member. */
            readonly name?: unknown;
            /** @description True for an App. */
            readonly isApp?: boolean | null;
        };
        /** @description Members of a server in one list, at most 500, without pages. */
        readonly MemberList: {
            readonly members: readonly components["schemas"]["Member"][];
            readonly roles: readonly components["schemas"]["RoleSummary"][];
            /** @description True when more members exist than the list carries. */
            readonly truncated: boolean;
        };
        /** @description A message of a channel. */
        readonly Message: {
            readonly publicId: components["schemas"]["MessageId"];
            readonly channelId: components["schemas"]["ChannelId"];
            /** @description The text. */
            readonly content: string;
            /** @description The idempotency key it was created with. */
            readonly clientRef?: string | null;
            /** @description Its attachments. */
            readonly attachments?: unknown;
        };
        /** @description A command in the menu of a message. It has no options; the message is the context. */
        readonly MessageCommandDefinition: {
            /** @constant */
            readonly type: "message";
            readonly name: string;
            readonly description: string;
            readonly requiredPermission?: components["schemas"]["RequiredPermission"];
        };
        /** @description A message was written. */
        readonly MessageCreateEvent: {
            /** @constant */
            readonly type: "message_create";
            readonly serverId: components["schemas"]["ServerId"];
            readonly message: components["schemas"]["Message"];
        };
        readonly MessageCreated: {
            readonly message: components["schemas"]["Message"];
            /** @description Present when moderation has a remark on the message. */
            readonly moderationWarning?: unknown;
        };
        readonly MessageEdited: {
            readonly message: components["schemas"]["Message"];
        };
        /** @description Snowflake of a message. */
        readonly MessageId: string;
        /** @description Up to 50 messages, oldest first, and the reactions to them. */
        readonly MessagePage: {
            readonly messages: readonly components["schemas"]["Message"][];
            /** @description Reactions by message id. */
            readonly reactions: {
                readonly [key: string]: components["schemas"]["MessageReactions"];
            };
        };
        /** @description What a page says about the reactions to one message; each has an emoji and a count. */
        readonly MessageReactions: readonly components["schemas"]["ReactionSummary"][] | Record<string, unknown>;
        /** @description A form to open for the person. */
        readonly Modal: {
            /** @description Names the form. */
            readonly id: string;
            readonly title: string;
            readonly fields: readonly components["schemas"]["ModalField"][];
        };
        /** @description Opens a form. */
        readonly ModalConfirmation: {
            /** @constant */
            readonly type: "modal";
            readonly modal?: components["schemas"]["Modal"];
        };
        /** @description A field of a form. */
        readonly ModalField: {
            readonly type: components["schemas"]["FieldType"];
            /** @description Names the field in what comes back. */
            readonly id: string;
            /** @description Text beside the field. */
            readonly label: string;
            /** @description Whether the person must fill it in. */
            readonly required?: unknown;
            /** @description How long the text may be. */
            readonly maxLength?: unknown;
        };
        /** @description What the interaction is about. */
        readonly OpaqueData: Record<string, unknown>;
        /**
         * @description Type of an option's value.
         * @enum {string}
         */
        readonly OptionType: "string" | "integer" | (string & {});
        /**
         * @description Name of a permission of a role.
         * @enum {string}
         */
        readonly PermissionName: "gerenciar_apps" | "gerenciar_canais" | "gerenciar_mensagens" | (string & {});
        /** @description The permission set of a role. Handed back as it came. */
        readonly Permissions: unknown;
        /** @description Gives the challenge back. */
        readonly ProbeAnswer: {
            readonly challenge: string;
        };
        /** @description A question whether the endpoint is the App's. */
        readonly ProbeDelivery: {
            /** @constant */
            readonly type: "probe";
            readonly challenge: string;
        };
        /** @description How a probe of an endpoint went. Never what the endpoint answered. */
        readonly ProbeResult: {
            readonly code?: unknown;
            readonly status?: unknown;
            readonly latencyMs?: unknown;
        };
        /** @description What a 429 carries. */
        readonly RateLimitedBody: unknown;
        readonly ReactionBody: {
            /** @description Any emoji of the Unicode RGI set, in its fully qualified spelling. */
            readonly emoji: string;
        };
        /** @description How often an emoji was given to a message. */
        readonly ReactionSummary: {
            /** @description The emoji in its canonical spelling. */
            readonly emoji: string;
            /** @description How many gave it. */
            readonly count: number;
        };
        /** @description State of the reaction after the toggle. */
        readonly ReactionToggled: {
            /** @description How many gave this emoji. */
            readonly count: number;
            /** @description Whether the caller is among them now. */
            readonly reacted: boolean;
        };
        /** @description The count of a reaction changed. */
        readonly ReactionUpdateEvent: {
            /** @constant */
            readonly type: "reaction_update";
            readonly serverId: components["schemas"]["ServerId"];
            /** @description The emoji. */
            readonly emoji: string;
            /** @description How many gave this emoji. */
            readonly count: number;
        };
        /** @description Answers with a message. */
        readonly ReplyConfirmation: {
            /** @constant */
            readonly type: "reply";
            readonly content: string;
            readonly components?: components["schemas"]["Components"];
            /** @description Whether only the person who acted sees it. */
            readonly private?: boolean;
        };
        /** @description Permission a person needs to trigger the command; null asks for none. The scopes of the installation still bound it. */
        readonly RequiredPermission: components["schemas"]["PermissionName"] | null;
        /** @description Permission a person needs to trigger the command; null asks for none. The value desconhecida means that nobody may trigger it, because the service does not know what it needs; it is not null, and cannot be written. */
        readonly RequiredPermissionRead: "desconhecida" | components["schemas"]["PermissionName"] | null;
        /** @description Concurrency token of a server. Handed back as it came; never compared or counted up. */
        readonly Revision: string | number;
        readonly RevisionBody: {
            readonly revision: components["schemas"]["Revision"];
        };
        /** @description A role with its permissions. */
        readonly Role: {
            readonly publicId?: components["schemas"]["RoleId"];
            readonly name: string;
            readonly permissions: components["schemas"]["Permissions"];
            readonly color?: components["schemas"]["RoleColor"];
            readonly displaySeparately?: components["schemas"]["DisplaySeparately"];
        };
        /** @description Colour of a role. */
        readonly RoleColor: unknown;
        /** @description Snowflake of a role. */
        readonly RoleId: string;
        /** @description A role as the member list carries it, without permissions. */
        readonly RoleSummary: {
            readonly publicId?: components["schemas"]["RoleId"];
            readonly name?: string;
            readonly color?: components["schemas"]["RoleColor"];
            readonly displaySeparately?: components["schemas"]["DisplaySeparately"];
        };
        /** @description All roles after a change, and the new revision. */
        readonly RolesChanged: {
            readonly roles: readonly components["schemas"]["Role"][];
            readonly revision: components["schemas"]["Revision"];
        };
        /** @description A command just registered. */
        readonly SavedCommand: {
            readonly publicId: components["schemas"]["CommandId"];
            readonly type: components["schemas"]["CommandType"];
            readonly name: string;
            readonly description?: string;
            readonly requiredPermission?: components["schemas"]["RequiredPermissionRead"];
        };
        /** @description A server. */
        readonly Server: {
            readonly publicId?: components["schemas"]["ServerId"];
            /** @description Name of the server. */
            readonly name?: unknown;
            /** @description Notification level suggested to whoever never chose one. Not a moderation decision. */
            readonly notificationDefault?: string;
        };
        /** @description Snowflake of a server. */
        readonly ServerId: string;
        /** @description A server as the actor sees it now. */
        readonly ServerSnapshot: {
            readonly server: components["schemas"]["Server"];
            /** @description Channels the actor can reach. */
            readonly channels: readonly components["schemas"]["Channel"][];
            /** @description All channels, for whoever administers channels. Absent means no such permission; empty means none exist. */
            readonly managedChannels?: readonly components["schemas"]["ManagedChannel"][];
            readonly categories: readonly components["schemas"]["Category"][];
            readonly roles: readonly components["schemas"]["Role"][];
            readonly revision: components["schemas"]["Revision"];
            /** @description What the actor may do here, as a hint for drawing an interface; the service decides on every call. For an App it is what its roles allow within the scopes of its installation. */
            readonly can: unknown;
            /** @description Rank of the actor; for an App that of its highest role now. */
            readonly myRank: unknown;
            /** @description Whether the actor owns the server. */
            readonly isOwner: boolean;
        };
        /** @description A public key with which the service signs deliveries. */
        readonly SigningKey: {
            /** @description Name of the key in signature entries. */
            readonly key_id: string;
            /** @description The 32 raw bytes of the Ed25519 public key in base64url. */
            readonly key: string;
            /**
             * @description State of the key in a rotation. Never decides whether a signature is accepted.
             * @enum {string}
             */
            readonly state: "current" | "previous" | (string & {});
            /** @description ISO 8601; informational. */
            readonly since?: string | null;
            /** @description ISO 8601, on a previous key; informational. */
            readonly until?: string | null;
        };
        readonly SigningKeyList: {
            readonly keys: readonly components["schemas"]["SigningKey"][];
        };
        /** @description What a refusal for an old revision carries. */
        readonly StaleRevisionExtras: {
            readonly currentRevision: components["schemas"]["Revision"];
        };
        /** @description Suggests values. Serves only autocomplete, where a reply is not the answer. */
        readonly SuggestConfirmation: {
            /** @constant */
            readonly type: "suggest";
            readonly choices: readonly components["schemas"]["Choice"][];
        };
        /** @description A command in the menu of a person. It has no options; the person is the context. */
        readonly UserCommandDefinition: {
            /** @constant */
            readonly type: "user";
            readonly name: string;
            readonly description: string;
            readonly requiredPermission?: components["schemas"]["RequiredPermission"];
        };
        /** @description How many people a voice channel takes. */
        readonly VoiceLimit: unknown;
        /** @description An event as it is on the wire; types that are not known here are possible. */
        readonly WireEvent: {
            readonly type: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly receiveEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description json for the mailbox; left out for the stream. */
                readonly format?: "json";
                /** @description Families of events to receive, when a stream or a mailbox is opened. */
                readonly intents?: readonly components["schemas"]["IntentFamily"][];
                /** @description Id of an open mailbox. */
                readonly mailbox?: components["schemas"]["MailboxId"];
                /** @description The `next` of the batch accepted last; it only moves forward. */
                readonly since?: components["schemas"]["MailboxCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The credential is dead. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The mailbox expired or overflowed; what it held is lost. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The stream, a mailbox just opened, or a batch of events. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MailboxOpened"] | components["schemas"]["MailboxBatch"];
                    readonly "text/event-stream": string;
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly closeMailbox: {
        readonly parameters: {
            readonly query: {
                /** @description Id of an open mailbox. */
                readonly mailbox: components["schemas"]["MailboxId"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description It is closed. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly getMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The App. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly app: components["schemas"]["App"];
                    };
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly listCommands: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The commands. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CommandList"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly createCommand: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateCommandBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The command. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CommandSaved"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly deleteCommand: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a command of the calling App. */
                readonly comando: components["schemas"]["CommandId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly editCommand: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a command of the calling App. */
                readonly comando: components["schemas"]["CommandId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EditCommandBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description It is replaced. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CommandEdited"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly listSigningKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The keys. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SigningKeyList"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly confirmInteraction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the interaction, as it arrived. Kept out of logs by default. */
                readonly interacao: components["schemas"]["InteractionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Confirmation"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description Where the interaction stands, and the message when a public one was written. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InteractionOutcome"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly answerInteraction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the interaction, as it arrived. Kept out of logs by default. */
                readonly interacao: components["schemas"]["InteractionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AnswerBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description Where the interaction stands, and the message when a public one was written. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InteractionOutcome"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly followUpInteraction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the interaction, as it arrived. Kept out of logs by default. */
                readonly interacao: components["schemas"]["InteractionId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AnswerBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description Where the interaction stands, and the message when a public one was written. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InteractionOutcome"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly getServer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The server. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServerSnapshot"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly assignAppRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Application ID of an App installed in that server. */
                readonly app: components["schemas"]["AppId"];
                /** @description Id of a role of that server. */
                readonly cargo: components["schemas"]["RoleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RevisionBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description All installed Apps. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AppsChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly removeAppRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Application ID of an App installed in that server. */
                readonly app: components["schemas"]["AppId"];
                /** @description Id of a role of that server. */
                readonly cargo: components["schemas"]["RoleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RevisionBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description All installed Apps. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AppsChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly createChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateChannelBody"];
            };
        };
        readonly responses: {
            /** @description All channels; the new one among them is not named. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelsChanged"];
                };
            };
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly deleteChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                readonly canal: components["schemas"]["ChannelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RevisionBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The channels that remain. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelsChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly editChannel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                readonly canal: components["schemas"]["ChannelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EditChannelBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description All channels; after a move, all categories too. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChannelMoved"] | components["schemas"]["ChannelsChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly listMessages: {
        readonly parameters: {
            readonly query?: {
                /** @description Id of the oldest message already held; the page ends just before it. */
                readonly antesDe?: components["schemas"]["MessageId"];
            };
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                readonly canal: components["schemas"]["ChannelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description A page. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessagePage"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly createMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                readonly canal: components["schemas"]["ChannelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateMessageBody"];
            };
        };
        readonly responses: {
            /** @description The message, and a remark of moderation where there is one. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageCreated"];
                };
            };
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly deleteMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                readonly canal: components["schemas"]["ChannelId"];
                /** @description Id of a message of that channel. */
                readonly mensagem: components["schemas"]["MessageId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description It is gone. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly editMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                readonly canal: components["schemas"]["ChannelId"];
                /** @description Id of a message of that channel. */
                readonly mensagem: components["schemas"]["MessageId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EditMessageBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The message. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageEdited"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly createRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateRoleBody"];
            };
        };
        readonly responses: {
            /** @description All roles. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RolesChanged"];
                };
            };
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly deleteRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of a role of that server. */
                readonly cargo: components["schemas"]["RoleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RevisionBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The roles that remain. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RolesChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly editRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of a role of that server. */
                readonly cargo: components["schemas"]["RoleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EditRoleBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description All roles. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RolesChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly listMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description The members. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberList"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly assignMemberRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of the account of a member. */
                readonly conta: components["schemas"]["AccountId"];
                /** @description Id of a role of that server. */
                readonly cargo: components["schemas"]["RoleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RevisionBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description All roles. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RolesChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly removeMemberRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of a server where the App is installed. */
                readonly servidor: components["schemas"]["ServerId"];
                /** @description Id of the account of a member. */
                readonly conta: components["schemas"]["AccountId"];
                /** @description Id of a role of that server. */
                readonly cargo: components["schemas"]["RoleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RevisionBody"];
            };
        };
        readonly responses: {
            /** @description A limit is exceeded. */
            readonly 429: {
                headers: {
                    /** @description How long to wait. */
                    readonly "Retry-After": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RateLimitedBody"];
                };
            };
            /** @description All roles. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RolesChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            readonly default: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    readonly receiveDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Application ID of the receiver. An index only; the receiver signs with its own. */
                readonly "x-svc-app": components["schemas"]["AppId"];
                /** @description Id of this delivery, the key to recognise a repetition by. */
                readonly "x-svc-delivery": components["schemas"]["DeliveryId"];
                /** @description Seconds since the Unix epoch, as text. */
                readonly "x-svc-timestamp": string;
                /** @description Which recipe the signature follows; currently `1`. Any other is refused. */
                readonly "x-svc-version": string;
                /** @description One entry `<key_id>=<base64url signature>`, two during a rotation, at most four. */
                readonly "x-svc-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeliveryBody"];
            };
        };
        readonly responses: {
            /** @description The signature was not accepted. No reason is given. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The confirmation, or the challenge given back. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Confirmation"] | components["schemas"]["ProbeAnswer"];
                };
            };
        };
    };
}
