/**
 * Types of every path of Bot App Platform.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

export interface paths {
    "/api/apps/eventos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Receives events, by stream or by mailbox.
         * @description Three operations on one route, told apart by the query: without `format` it opens the stream that asyncapi.yaml describes; with `format=json` it opens a mailbox, and with `mailbox` and `since` besides it reads one.
         */
        get: operations["receiveEvents"];
        put?: never;
        post?: never;
        /** Closes a mailbox and gives its connection back. */
        delete: operations["closeMailbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/apps/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the App itself.
         * @description Has no side effect; the check that a credential is valid.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/apps/me/comandos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the App's commands, global and of servers. */
        get: operations["listCommands"];
        put?: never;
        /**
         * Registers a command, effective at once.
         * @description Global without `serverId`; with it, the command exists in that server only.
         */
        post: operations["createCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/apps/me/comandos/{comando}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a command of the calling App. */
                comando: components["schemas"]["CommandId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a command.
         * @description Interactions already open keep their own deadline.
         */
        delete: operations["deleteCommand"];
        options?: never;
        head?: never;
        /**
         * Replaces the definition of a command.
         * @description Takes the whole definition. Its version goes up and clients load the catalog again, so do not send what has not changed.
         */
        patch: operations["editCommand"];
        trace?: never;
    };
    "/api/chaves-de-assinatura": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the keys that sign deliveries.
         * @description Public; no credential is sent. Being in this list is all that makes a key good.
         */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/interacoes/{interacao}/confirmar": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the interaction, as it arrived. Kept out of logs by default. */
                interacao: components["schemas"]["InteractionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirms an interaction, once.
         * @description Inside 3 s, or 1 s for autocomplete. The first confirmation wins, by this route or in the answer to a delivery.
         */
        post: operations["confirmInteraction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/interacoes/{interacao}/resposta": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the interaction, as it arrived. Kept out of logs by default. */
                interacao: components["schemas"]["InteractionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers a deferred interaction.
         * @description Within 60 s of the deferral.
         */
        post: operations["answerInteraction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/interacoes/{interacao}/seguimento": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the interaction, as it arrived. Kept out of logs by default. */
                interacao: components["schemas"]["InteractionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds to a confirmed interaction.
         * @description Up to 5 times within 10 minutes. Does not change where the interaction stands.
         */
        post: operations["followUpInteraction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servidores/{servidor}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
            };
            cookie?: never;
        };
        /**
         * Reads a server as the App sees it.
         * @description Carries the revision that every administrative change must name.
         */
        get: operations["getServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servidores/{servidor}/apps/{app}/cargos/{cargo}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Application ID of an App installed in that server. */
                app: components["schemas"]["AppId"];
                /** @description Id of a role of that server. */
                cargo: components["schemas"]["RoleId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Gives a role to an App. */
        put: operations["assignAppRole"];
        post?: never;
        /** Takes a role from an App. */
        delete: operations["removeAppRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servidores/{servidor}/canais": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a channel. */
        post: operations["createChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servidores/{servidor}/canais/{canal}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                canal: components["schemas"]["ChannelId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Archives a channel.
         * @description It disappears from the product and is kept for moderation; nothing is erased.
         */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        /**
         * Changes a channel, or moves it into a category.
         * @description Moving excludes every other change.
         */
        patch: operations["editChannel"];
        trace?: never;
    };
    "/api/servidores/{servidor}/canais/{canal}/mensagens": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                canal: components["schemas"]["ChannelId"];
            };
            cookie?: never;
        };
        /**
         * Reads a page of a channel's messages.
         * @description Fifty messages, oldest first, ending at the newest or just before `before`.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Writes a message.
         * @description With a `clientRef` it can be sent again without writing twice; one is made for each call unless given.
         */
        post: operations["createMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servidores/{servidor}/canais/{canal}/mensagens/{mensagem}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                canal: components["schemas"]["ChannelId"];
                /** @description Id of a message of that channel. */
                mensagem: components["schemas"]["MessageId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a message.
         * @description The App's own always; another's with the permission gerenciar_mensagens.
         */
        delete: operations["deleteMessage"];
        options?: never;
        head?: never;
        /** Changes the text of a message of the App's own. */
        patch: operations["editMessage"];
        trace?: never;
    };
    "/api/servidores/{servidor}/cargos": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a role. */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servidores/{servidor}/cargos/{cargo}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of a role of that server. */
                cargo: components["schemas"]["RoleId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a role. */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        /** Changes a role. */
        patch: operations["editRole"];
        trace?: never;
    };
    "/api/servidores/{servidor}/membros": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
            };
            cookie?: never;
        };
        /**
         * Lists the members of a server.
         * @description One list of at most 500, people and Apps; `truncated` says whether more exist.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servidores/{servidor}/membros/{conta}/cargos/{cargo}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of the account of a member. */
                conta: components["schemas"]["AccountId"];
                /** @description Id of a role of that server. */
                cargo: components["schemas"]["RoleId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Gives a role to a person.
         * @description Needs a rank above that person's; an App's rank is that of its highest role.
         */
        put: operations["assignMemberRole"];
        post?: never;
        /**
         * Takes a role from a person.
         * @description Needs a rank above that person's; an App's rank is that of its highest role.
         */
        delete: operations["removeMemberRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    delivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An interaction or a probe, signed, at the App's own endpoint.
         * @description Answered with a 2xx inside 3 s, or 1 s for autocomplete, network included. There is no second attempt. Anything else counts against the endpoint. The signature covers the label, the receiver's own Application ID, the delivery id, the timestamp and the raw body, joined by line feeds.
         */
        post: operations["receiveDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Snowflake of a person's account. */
        AccountId: string;
        /** @description A message that answers. */
        AnswerBody: {
            components?: components["schemas"]["Components"];
            content: string;
            /** @description Whether only the person who acted sees it, once. Default: false. */
            private?: boolean;
        };
        /** @description An App, as it sees itself. */
        App: {
            /** @description Name shown to people. */
            name: string;
            publicId: components["schemas"]["AppId"];
        };
        /** @description Snowflake of an App, called its Application ID. Part of the credential and not secret. */
        AppId: string;
        /** @description All installed Apps after a role was given or taken, and the new revision. */
        AppsChanged: {
            apps: components["schemas"]["InstalledApp"][];
            revision: components["schemas"]["Revision"];
        };
        /** @description An argument as the person filled it in. */
        Argument: {
            name: string;
            type: components["schemas"]["OptionType"];
            /** @description The value, of the option's type. */
            value: unknown;
        };
        /** @description Reference to an attachment that exists already. Apps cannot upload. */
        AttachmentRef: unknown;
        AutocompleteCommand: {
            name: string;
            /** @description Path of the command. */
            path?: unknown;
            publicId: components["schemas"]["CommandId"];
        };
        /** @description What a person has typed so far. */
        AutocompleteData: {
            arguments: components["schemas"]["Argument"][];
            command: components["schemas"]["AutocompleteCommand"];
            /** @description Name of the option being typed in. */
            focused: string;
            /** @description Limits of the option being typed in. */
            focusedLimits?: {
                maxLength?: number;
            };
            focusedType?: components["schemas"]["OptionType"];
        };
        /** @description A person types in an option and wants suggestions. */
        AutocompleteInteraction: {
            channelId: components["schemas"]["ChannelId"];
            data: components["schemas"]["AutocompleteData"];
            expiresInMs: components["schemas"]["ExpiresInMs"];
            id: components["schemas"]["InteractionId"];
            serverId: components["schemas"]["ServerId"];
            /** @constant */
            type: "autocomplete";
            userId: components["schemas"]["AccountId"];
        };
        /** @description A category of channels. */
        Category: {
            name?: string;
            publicId?: components["schemas"]["CategoryId"];
        };
        /** @description Snowflake of a category. */
        CategoryId: string;
        /** @description A channel the actor can reach. One it cannot reach is simply absent from the list. */
        Channel: {
            /** @description Whether the channel is closed to minors. */
            ageRestricted?: boolean;
            /** @description The category it stands in. */
            categoryId?: components["schemas"]["CategoryId"] | null;
            name: string;
            publicId: components["schemas"]["ChannelId"];
            type: components["schemas"]["ChannelType"];
            /** @description How many people a voice channel takes. */
            voiceLimit?: number;
        };
        /** @description Snowflake of a channel. */
        ChannelId: string;
        /** @description All channels and categories after a channel changed its category, and the new revision. */
        ChannelMoved: {
            categories: components["schemas"]["Category"][];
            channels: components["schemas"]["Channel"][];
            revision: components["schemas"]["Revision"];
        };
        /**
         * @description Kind of a channel.
         * @enum {string}
         */
        ChannelType: "text" | (string & {});
        /** @description All channels after a change, and the new revision. */
        ChannelsChanged: {
            channels: components["schemas"]["Channel"][];
            revision: components["schemas"]["Revision"];
        };
        /** @description A command typed in a chat, with options. */
        ChatCommandDefinition: {
            description: string;
            name: string;
            options?: components["schemas"]["CommandOption"][];
            requiredPermission?: components["schemas"]["RequiredPermission"];
            /** @constant */
            type: "chat";
        };
        /** @description A suggestion for the option being typed in. */
        Choice: {
            /** @description What the person sees. */
            name: string;
            /** @description What the option is filled with. */
            value: string | number;
        };
        /**
         * @description Why a stream is closed. A vocabulary of its own, apart from the codes of refusals.
         * @enum {string}
         */
        CloseCode: "TRANSIENT_FAILURE" | "SERVER_RESTARTING" | "AUTHORIZATION_LOST" | "CONNECTION_LIMIT_EXCEEDED" | "CREDENTIAL_REVOKED" | "APP_DELETED" | "OWNER_SANCTIONED" | "APP_SANCTIONED" | "FATAL_ERROR" | (string & {});
        /** @description A registered command. */
        Command: {
            description?: string;
            name: string;
            options?: components["schemas"]["CommandOption"][];
            publicId: components["schemas"]["CommandId"];
            requiredPermission?: components["schemas"]["RequiredPermissionRead"];
            type: components["schemas"]["CommandType"];
        };
        /** @description What was triggered. */
        CommandData: {
            command: components["schemas"]["CommandReference"];
        };
        /** @description A command as it is registered. */
        CommandDefinition: components["schemas"]["ChatCommandDefinition"] | components["schemas"]["UserCommandDefinition"] | components["schemas"]["MessageCommandDefinition"];
        /** @description What an edit is answered with. */
        CommandEdited: Record<string, never>;
        /** @description Snowflake of a command. */
        CommandId: string;
        /** @description A chat command was triggered. */
        CommandInteraction: {
            channelId: components["schemas"]["ChannelId"];
            data: components["schemas"]["CommandData"];
            expiresInMs: components["schemas"]["ExpiresInMs"];
            id: components["schemas"]["InteractionId"];
            serverId: components["schemas"]["ServerId"];
            /** @constant */
            type: "command";
            userId: components["schemas"]["AccountId"];
        };
        /** @description The App's commands, global and of servers. */
        CommandList: {
            commands: components["schemas"]["Command"][];
            /** @description True when more commands exist than the list carries. There are no pages; nothing may be concluded from what is missing. */
            truncated: boolean;
        };
        /** @description A command was triggered on a message. */
        CommandOnMessageInteraction: {
            channelId: components["schemas"]["ChannelId"];
            data: components["schemas"]["OpaqueData"];
            expiresInMs: components["schemas"]["ExpiresInMs"];
            id: components["schemas"]["InteractionId"];
            serverId: components["schemas"]["ServerId"];
            /** @constant */
            type: "command_on_message";
            userId: components["schemas"]["AccountId"];
        };
        /** @description A command was triggered on a person. */
        CommandOnUserInteraction: {
            channelId: components["schemas"]["ChannelId"];
            data: components["schemas"]["OpaqueData"];
            expiresInMs: components["schemas"]["ExpiresInMs"];
            id: components["schemas"]["InteractionId"];
            serverId: components["schemas"]["ServerId"];
            /** @constant */
            type: "command_on_user";
            userId: components["schemas"]["AccountId"];
        };
        /** @description An argument that a person fills in. */
        CommandOption: {
            /** @description Whether typing in it opens autocomplete interactions. */
            autocomplete?: boolean;
            description: string;
            /** @description Upper bound, for `integer`. */
            maxValue?: number;
            /** @description Lower bound, for `integer`. */
            minValue?: number;
            name: string;
            /** @description Whether the person must fill it in. Default: false. */
            required?: boolean;
            type: components["schemas"]["OptionType"];
        };
        /** @description The command that was triggered. */
        CommandReference: {
            name: string;
        };
        /** @description The command, bare or wrapped. */
        CommandSaved: components["schemas"]["Command"] | components["schemas"]["CommandWrapped"];
        /**
         * @description Where a command is triggered - by typing it, on a person, or on a message.
         * @enum {string}
         */
        CommandType: "chat" | "user" | "message";
        CommandWrapped: {
            command: components["schemas"]["Command"];
        };
        /** @description A button was pressed or something was selected in an earlier answer. */
        ComponentInteraction: {
            channelId: components["schemas"]["ChannelId"];
            data: components["schemas"]["OpaqueData"];
            expiresInMs: components["schemas"]["ExpiresInMs"];
            id: components["schemas"]["InteractionId"];
            serverId: components["schemas"]["ServerId"];
            /** @constant */
            type: "component";
            userId: components["schemas"]["AccountId"];
        };
        /** @description Buttons and selects of an answer. Passed on as they are. */
        Components: unknown[];
        /** @description The one confirmation of an interaction. */
        Confirmation: components["schemas"]["ReplyConfirmation"] | components["schemas"]["DeferConfirmation"] | components["schemas"]["DeclineConfirmation"] | components["schemas"]["ModalConfirmation"] | components["schemas"]["SuggestConfirmation"];
        /** @description The service is about to close the stream. */
        ConnectionCloseEvent: {
            code?: components["schemas"]["CloseCode"];
            /** @description A sentence for logs. */
            message?: string;
            /** @description Whether reconnecting makes sense. */
            reconnect?: boolean;
            /** @constant */
            type: "connection_close";
        };
        /** @description Names one connection of the stream; for logs. */
        ConnectionId: string;
        /** @description The stream starts. After an attempt to resume it means that the missed events are lost. */
        ConnectionOpenEvent: {
            connectionId: components["schemas"]["ConnectionId"];
            /** @constant */
            type: "connection_open";
            /** @description Interface version of this connection. */
            version: string | number;
        };
        /** @description The stream continues; exactly the missed events follow. */
        ConnectionResumeEvent: {
            /** @constant */
            type: "connection_resume";
        };
        /** @description Something that happened to the stream itself. */
        ControlEvent: components["schemas"]["ConnectionOpenEvent"] | components["schemas"]["ConnectionResumeEvent"] | components["schemas"]["ConnectionCloseEvent"];
        CreateChannelBody: {
            name: string;
            revision: components["schemas"]["Revision"];
            type: components["schemas"]["ChannelType"];
            /** @description How many people a voice channel takes. */
            voiceLimit?: number;
        };
        CreateCommandBody: {
            command: components["schemas"]["CommandDefinition"];
            serverId?: components["schemas"]["ServerId"];
        };
        CreateMessageBody: {
            attachments?: components["schemas"]["AttachmentRef"][];
            /** @description Idempotency key. The same value in the same channel never stores two messages. */
            clientRef?: string;
            /** @description The text; required with attachments too. */
            content: string;
        };
        CreateRoleBody: {
            color?: components["schemas"]["RoleColor"];
            /** @description Whether its holders are listed apart. */
            displaySeparately?: boolean;
            name: string;
            permissions: components["schemas"]["Permissions"];
            revision: components["schemas"]["Revision"];
        };
        /** @description Declines; the person sees the service's own sentence for it. */
        DeclineConfirmation: {
            /** @constant */
            type: "decline";
        };
        /** @description Confirms now; the answer follows within 60 s. */
        DeferConfirmation: {
            /** @constant */
            type: "defer";
        };
        Deleted: {
            /** @constant */
            ok: true;
        };
        /** @description The body of a signed delivery. */
        DeliveryBody: components["schemas"]["InteractionDelivery"] | components["schemas"]["ProbeDelivery"];
        /** @description UUID of one signed delivery; the key to recognise a repeated one. Any version, any case. */
        DeliveryId: string;
        /** @description Either a move into a category or a change of the other fields, never both, and at least one field. */
        EditChannelBody: {
            /** @description Whether the channel is closed to minors. */
            ageRestricted?: boolean;
            categoryId?: components["schemas"]["CategoryId"];
            name?: string;
            revision: components["schemas"]["Revision"];
            /** @description How many people a voice channel takes. */
            voiceLimit?: number;
        };
        EditCommandBody: {
            command: components["schemas"]["CommandDefinition"];
        };
        EditMessageBody: {
            /** @description The new text. */
            content: string;
        };
        /** @description The fields to change. A given permission set replaces the old one whole. */
        EditRoleBody: {
            color?: components["schemas"]["RoleColor"];
            /** @description Whether its holders are listed apart. */
            displaySeparately?: boolean;
            name?: string;
            permissions?: components["schemas"]["Permissions"];
            revision: components["schemas"]["Revision"];
        };
        /** @description What a refusal for an unreachable endpoint carries. */
        EndpointUnreachableExtras: {
            probe: components["schemas"]["ProbeResult"];
        };
        /** @description A refusal. */
        ErrorBody: {
            code?: components["schemas"]["ErrorCode"];
            currentRevision?: components["schemas"]["Revision"];
            /** @description A sentence for people; nothing to branch on. */
            message?: string;
            probe?: components["schemas"]["ProbeResult"];
        };
        /**
         * @description Why a request was refused. The only thing to branch on.
         * @enum {string}
         */
        ErrorCode: "MISSING_CREDENTIAL" | "APP_NOT_FOUND" | "INVALID_INPUT" | "STALE_REVISION" | "INTERACTION_ALREADY_CONFIRMED" | "APP_MISSING_SCOPE" | "ENDPOINT_REJECTED" | "ENDPOINT_UNREACHABLE" | "MAILBOX_EXPIRED" | (string & {});
        /** @description Position in the stream, from the `id:` line. Handed back as it came; never parsed or compared. */
        EventId: string;
        /** @description Milliseconds left to confirm, counted by the service from sending. A duration, not an instant. A redelivered interaction carries what is left, possibly zero. */
        ExpiresInMs: number;
        /**
         * @description One line or several.
         * @enum {string}
         */
        FieldType: "text" | "paragraph" | (string & {});
        /** @description A form was submitted. */
        FormInteraction: {
            channelId: components["schemas"]["ChannelId"];
            data: components["schemas"]["OpaqueData"];
            expiresInMs: components["schemas"]["ExpiresInMs"];
            id: components["schemas"]["InteractionId"];
            serverId: components["schemas"]["ServerId"];
            /** @constant */
            type: "form";
            userId: components["schemas"]["AccountId"];
        };
        /** @description Something that happened in a server. */
        GatewayEvent: components["schemas"]["MessageCreateEvent"] | components["schemas"]["ReactionUpdateEvent"] | components["schemas"]["InteractionCreateEvent"];
        /** @description An App in the list that role assignments return. */
        InstalledApp: {
            publicId?: components["schemas"]["AppId"];
        };
        /**
         * @description A family of events that can be asked for.
         * @enum {string}
         */
        IntentFamily: "messages" | "members" | "interactions" | (string & {});
        /** @description Something a person did that the App must confirm within its window. */
        Interaction: components["schemas"]["CommandInteraction"] | components["schemas"]["CommandOnUserInteraction"] | components["schemas"]["CommandOnMessageInteraction"] | components["schemas"]["AutocompleteInteraction"] | components["schemas"]["ComponentInteraction"] | components["schemas"]["FormInteraction"];
        /** @description An interaction for the App; only while no endpoint of its is active. */
        InteractionCreateEvent: {
            appId: components["schemas"]["AppId"];
            interaction: components["schemas"]["Interaction"];
            serverId: components["schemas"]["ServerId"];
            /** @constant */
            type: "interaction_create";
        };
        /** @description An interaction, delivered to the App's endpoint. */
        InteractionDelivery: {
            interaction: components["schemas"]["Interaction"];
            /** @constant */
            type: "interaction";
        };
        /** @description UUID of an interaction. Any version, any case; compared byte for byte. */
        InteractionId: string;
        /** @description The result of confirming, answering or following up. */
        InteractionOutcome: {
            interaction: components["schemas"]["InteractionState"];
            messageId?: components["schemas"]["MessageId"];
        };
        /** @description Where an interaction stands after an answer. */
        InteractionState: {
            /** @description When it ends. Deadlines are never computed from it. */
            expiresAt?: unknown;
            /** @description Follow-ups of the interaction. */
            followups?: unknown;
            id: components["schemas"]["InteractionId"];
            state: string;
        };
        /** @description What came since the last read. */
        MailboxBatch: {
            events: components["schemas"]["WireEvent"][];
            next: components["schemas"]["MailboxCursor"];
        };
        /** @description Position in a mailbox. Handed back as it came; it only moves forward. */
        MailboxCursor: string | number;
        /** @description Names an open mailbox. */
        MailboxId: string;
        /** @description A mailbox, and what it already holds. */
        MailboxOpened: {
            events: components["schemas"]["WireEvent"][];
            intents: components["schemas"]["IntentFamily"][];
            mailbox: components["schemas"]["MailboxId"];
            next: components["schemas"]["MailboxCursor"];
        };
        /** @description A channel in the list of whoever administers channels. Says that it is there, never what is in it. */
        ManagedChannel: {
            name?: string;
            publicId?: components["schemas"]["ChannelId"];
        };
        /** @description A member of a server, person or App. */
        Member: {
            /** @description True for an App. Absent says nothing. */
            isApp?: boolean;
            name?: string;
            /** @description Account id of a person, Application ID of an App. */
            publicId?: string;
        };
        /** @description Members of a server in one list, at most 500, without pages. */
        MemberList: {
            members: components["schemas"]["Member"][];
            roles: components["schemas"]["RoleSummary"][];
            /** @description True when more members exist than the list carries. */
            truncated: boolean;
        };
        /** @description A message of a channel. */
        Message: {
            attachments?: components["schemas"]["AttachmentRef"][];
            channelId: components["schemas"]["ChannelId"];
            /** @description The idempotency key it was created with; need not be echoed. */
            clientRef?: string;
            /** @description The text. */
            content: string;
            publicId: components["schemas"]["MessageId"];
        };
        /** @description A command in the menu of a message. It has no options; the message is the context. */
        MessageCommandDefinition: {
            description: string;
            name: string;
            requiredPermission?: components["schemas"]["RequiredPermission"];
            /** @constant */
            type: "message";
        };
        /** @description A message was written. */
        MessageCreateEvent: {
            message: components["schemas"]["Message"];
            serverId: components["schemas"]["ServerId"];
            /** @constant */
            type: "message_create";
        };
        MessageCreated: {
            message: components["schemas"]["Message"];
            /** @description Present when moderation has a remark on the message, which was stored all the same. */
            moderationWarning?: unknown;
        };
        MessageEdited: {
            message: components["schemas"]["Message"];
        };
        /** @description Snowflake of a message. */
        MessageId: string;
        /** @description Up to 50 messages, oldest first, and the reactions to them. */
        MessagePage: {
            messages: components["schemas"]["Message"][];
            /** @description Reactions by message id. A message without any may be missing. */
            reactions: {
                [key: string]: components["schemas"]["ReactionSummary"][];
            };
        };
        /** @description A form to open for the person. */
        Modal: {
            fields: components["schemas"]["ModalField"][];
            id: string;
            title: string;
        };
        /** @description Opens a form. */
        ModalConfirmation: {
            modal?: components["schemas"]["Modal"];
            /** @constant */
            type: "modal";
        };
        /** @description A field of a form. */
        ModalField: {
            id: string;
            label: string;
            maxLength?: number;
            required?: boolean;
            type: components["schemas"]["FieldType"];
        };
        /** @description What the interaction is about. */
        OpaqueData: Record<string, never>;
        /**
         * @description Type of an option's value.
         * @enum {string}
         */
        OptionType: "string" | "integer" | (string & {});
        /**
         * @description Name of a permission of a role.
         * @enum {string}
         */
        PermissionName: "gerenciar_apps" | "gerenciar_canais" | "gerenciar_mensagens" | (string & {});
        /** @description The permission set of a role. Handed back as it came. */
        Permissions: unknown;
        /** @description Gives the challenge back. */
        ProbeAnswer: {
            challenge: string;
        };
        /** @description A question whether the endpoint is the App's. */
        ProbeDelivery: {
            challenge: string;
            /** @constant */
            type: "probe";
        };
        /** @description How a probe of an endpoint went. Never what the endpoint answered. */
        ProbeResult: {
            code?: unknown;
            latencyMs?: unknown;
            status?: unknown;
        };
        ReactionBody: {
            /** @description Any emoji of the Unicode RGI set, in its fully qualified spelling. */
            emoji: string;
        };
        /** @description How often an emoji was given to a message. */
        ReactionSummary: {
            count: number;
            /** @description The emoji in its canonical spelling. */
            emoji: string;
        };
        /** @description Where the reaction stands after the toggle. */
        ReactionToggled: {
            /** @description How many gave this emoji. */
            count: number;
            /** @description Whether the caller is among them now. */
            reacted: boolean;
        };
        /** @description The count of a reaction changed. */
        ReactionUpdateEvent: {
            count: number;
            emoji: string;
            serverId: components["schemas"]["ServerId"];
            /** @constant */
            type: "reaction_update";
        };
        /** @description Answers with a message. */
        ReplyConfirmation: {
            components?: components["schemas"]["Components"];
            content: string;
            /** @description Whether only the person who acted sees it. */
            private?: boolean;
            /** @constant */
            type: "reply";
        };
        /** @description Permission a person needs to trigger the command; null asks for none. The scopes of the installation still bound it. */
        RequiredPermission: components["schemas"]["PermissionName"] | null;
        /** @description Permission a person needs to trigger the command; null asks for none. The value desconhecida means that nobody may trigger it, because the service does not know what it needs; it is not null, and cannot be written. */
        RequiredPermissionRead: "desconhecida" | components["schemas"]["PermissionName"] | null;
        /** @description Concurrency token of a server. Handed back as it came; never compared or counted up. */
        Revision: string | number;
        RevisionBody: {
            revision: components["schemas"]["Revision"];
        };
        /** @description A role with its permissions. */
        Role: {
            color?: components["schemas"]["RoleColor"];
            /** @description Whether its holders are listed apart. */
            displaySeparately?: boolean;
            name: string;
            permissions: components["schemas"]["Permissions"];
            publicId: components["schemas"]["RoleId"];
        };
        /** @description Colour of a role. */
        RoleColor: string | number;
        /** @description Snowflake of a role. */
        RoleId: string;
        /** @description A role as the member list carries it, without permissions. */
        RoleSummary: {
            color?: components["schemas"]["RoleColor"];
            /** @description Whether its holders are listed apart. */
            displaySeparately?: boolean;
            name: string;
            publicId: components["schemas"]["RoleId"];
        };
        /** @description All roles after a change, and the new revision. */
        RolesChanged: {
            revision: components["schemas"]["Revision"];
            roles: components["schemas"]["Role"][];
        };
        /** @description A server. */
        Server: {
            name?: string;
            /** @description Notification level suggested to whoever never chose one. Not a moderation decision. */
            notificationDefault?: string;
            publicId?: components["schemas"]["ServerId"];
        };
        /** @description Snowflake of a server. */
        ServerId: string;
        /** @description A server as the actor sees it now. */
        ServerSnapshot: {
            /** @description What the actor may do here, as a hint for drawing an interface; the service decides on every call. For an App it is what its roles allow within the scopes of its installation. */
            can: unknown;
            categories: components["schemas"]["Category"][];
            /** @description Channels the actor can reach. */
            channels: components["schemas"]["Channel"][];
            /** @description Whether the actor owns the server. */
            isOwner: boolean;
            /** @description All channels, for whoever administers channels. Absent means no such permission; empty means none exist. */
            managedChannels?: components["schemas"]["ManagedChannel"][];
            /** @description Rank of the actor; for an App that of its highest role now. */
            myRank: number;
            revision: components["schemas"]["Revision"];
            roles: components["schemas"]["Role"][];
            server: components["schemas"]["Server"];
        };
        /** @description A public key with which the service signs deliveries. */
        SigningKey: {
            /** @description The 32 raw bytes of the Ed25519 public key in base64url. */
            key: string;
            /** @description Name of the key in signature entries. */
            key_id: string;
            /** @description ISO 8601; informational. */
            since?: string;
            /**
             * @description Where the key stands in a rotation. Never decides whether a signature is accepted.
             * @enum {string}
             */
            state: "current" | "previous" | (string & {});
            /** @description ISO 8601, on a previous key; informational. */
            until?: string;
        };
        SigningKeyList: {
            keys: components["schemas"]["SigningKey"][];
        };
        /** @description What a refusal for an old revision carries. */
        StaleRevisionExtras: {
            currentRevision: components["schemas"]["Revision"];
        };
        /** @description Suggests values. Only for autocomplete, whose only answer it is. */
        SuggestConfirmation: {
            choices: components["schemas"]["Choice"][];
            /** @constant */
            type: "suggest";
        };
        /** @description A command in the menu of a person. It has no options; the person is the context. */
        UserCommandDefinition: {
            description: string;
            name: string;
            requiredPermission?: components["schemas"]["RequiredPermission"];
            /** @constant */
            type: "user";
        };
        /** @description An event as it stands on the wire; types that are not known here are possible. */
        WireEvent: {
            type: string;
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
    receiveEvents: {
        parameters: {
            query?: {
                /** @description json for the mailbox; left out for the stream. */
                format?: "json";
                /** @description Families of events to receive; at least one, when a stream or a mailbox is opened. */
                intents?: components["schemas"]["IntentFamily"][];
                /** @description Id of an open mailbox. */
                mailbox?: components["schemas"]["MailboxId"];
                /** @description The `next` of the batch accepted last; it only moves forward. */
                since?: components["schemas"]["MailboxCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mailbox expired or overflowed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The stream, a mailbox just opened, or a batch of events. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailboxOpened"] | components["schemas"]["MailboxBatch"];
                    "text/event-stream": string;
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    closeMailbox: {
        parameters: {
            query: {
                /** @description Id of an open mailbox. */
                mailbox: components["schemas"]["MailboxId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It is closed. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The App. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        app: components["schemas"]["App"];
                    };
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listCommands: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The commands. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandList"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCommandBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The command. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandSaved"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteCommand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a command of the calling App. */
                comando: components["schemas"]["CommandId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    editCommand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a command of the calling App. */
                comando: components["schemas"]["CommandId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditCommandBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It is replaced. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommandEdited"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The keys. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeyList"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    confirmInteraction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the interaction, as it arrived. Kept out of logs by default. */
                interacao: components["schemas"]["InteractionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Confirmation"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Where the interaction stands, and the message when a public one was written. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InteractionOutcome"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    answerInteraction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the interaction, as it arrived. Kept out of logs by default. */
                interacao: components["schemas"]["InteractionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Where the interaction stands, and the message when a public one was written. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InteractionOutcome"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    followUpInteraction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the interaction, as it arrived. Kept out of logs by default. */
                interacao: components["schemas"]["InteractionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Where the interaction stands, and the message when a public one was written. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InteractionOutcome"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerSnapshot"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    assignAppRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Application ID of an App installed in that server. */
                app: components["schemas"]["AppId"];
                /** @description Id of a role of that server. */
                cargo: components["schemas"]["RoleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description All installed Apps. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppsChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    removeAppRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Application ID of an App installed in that server. */
                app: components["schemas"]["AppId"];
                /** @description Id of a role of that server. */
                cargo: components["schemas"]["RoleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description All installed Apps. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppsChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateChannelBody"];
            };
        };
        responses: {
            /** @description All channels; the new one among them is not named. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelsChanged"];
                };
            };
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                canal: components["schemas"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The channels that remain. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelsChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    editChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                canal: components["schemas"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditChannelBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description All channels; after a move, all categories too. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelMoved"] | components["schemas"]["ChannelsChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description Id of the oldest message already held; the page ends just before it. */
                antesDe?: components["schemas"]["MessageId"];
            };
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                canal: components["schemas"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A page. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                canal: components["schemas"]["ChannelId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMessageBody"];
            };
        };
        responses: {
            /** @description The message, and a remark of moderation where there is one. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageCreated"];
                };
            };
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                canal: components["schemas"]["ChannelId"];
                /** @description Id of a message of that channel. */
                mensagem: components["schemas"]["MessageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It is gone. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    editMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of a channel of that server. */
                canal: components["schemas"]["ChannelId"];
                /** @description Id of a message of that channel. */
                mensagem: components["schemas"]["MessageId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditMessageBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The message. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageEdited"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRoleBody"];
            };
        };
        responses: {
            /** @description All roles. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolesChanged"];
                };
            };
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of a role of that server. */
                cargo: components["schemas"]["RoleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The roles that remain. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolesChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    editRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of a role of that server. */
                cargo: components["schemas"]["RoleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditRoleBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description All roles. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolesChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The members. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    assignMemberRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of the account of a member. */
                conta: components["schemas"]["AccountId"];
                /** @description Id of a role of that server. */
                cargo: components["schemas"]["RoleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description All roles. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolesChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    removeMemberRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a server where the App is installed. */
                servidor: components["schemas"]["ServerId"];
                /** @description Id of the account of a member. */
                conta: components["schemas"]["AccountId"];
                /** @description Id of a role of that server. */
                cargo: components["schemas"]["RoleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionBody"];
            };
        };
        responses: {
            /** @description Too many requests; nothing was done. */
            429: {
                headers: {
                    /** @description How long to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description All roles. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolesChanged"];
                };
            };
            /** @description The request was refused; the code says why. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    receiveDelivery: {
        parameters: {
            query?: never;
            header: {
                /** @description Application ID of the receiver. An index only; the receiver signs with its own. */
                "x-svc-app": components["schemas"]["AppId"];
                /** @description Id of this delivery; recognise repetitions by it. */
                "x-svc-delivery": components["schemas"]["DeliveryId"];
                /** @description Seconds since the Unix epoch, as text. */
                "x-svc-timestamp": string;
                /** @description Which recipe the signature follows. */
                "x-svc-version": "1";
                /** @description One entry `<key_id>=<base64url signature>`, two during a rotation, at most four. */
                "x-svc-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryBody"];
            };
        };
        responses: {
            /** @description The signature was not accepted. No reason is given. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The confirmation, or the challenge given back. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Confirmation"] | components["schemas"]["ProbeAnswer"];
                };
            };
        };
    };
}
