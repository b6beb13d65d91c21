/**
 * Operations of Bot App Platform, one function each.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import type {
  Call,
  CallOptions,
  Caller,
  Operation,
  StreamAnswer,
  StreamCaller,
  StreamOptions,
} from "../runtime/abi/index.js";
import { open as open$, send as send$ } from "../runtime/abi/index.js";
import type * as T from "./types.js";

export const answerInteractionOperation: Operation = {
  id: "answerInteraction",
  method: "POST",
  path: "/api/interacoes/{interacao}/resposta",
  pathParams: { interacao: "interactionId" },
  body: true,
  needs: ["content"],
  retry: "never",
  answer: [{ interaction: "object" }],
  urgent: true,
};

/**
 * Answers a deferred interaction.
 *
 * Within 60 s of the deferral.
 *
 * Refused with `MISSING_CREDENTIAL`. Possible, though not documented here: `INVALID_INPUT`.
 *
 * @see spec/paths/interactions.yaml#/answer/post
 */
export function answerInteraction(
  client: Caller,
  params: T.AnswerInteractionParams,
  options?: CallOptions,
): Call<T.AnswerInteractionResult, T.AnswerInteractionCode, T.AnswerInteractionErrors> {
  return send$(client, answerInteractionOperation, params, options);
}

export const assignAppRoleOperation: Operation = {
  id: "assignAppRole",
  method: "PUT",
  path: "/api/servidores/{servidor}/apps/{app}/cargos/{cargo}",
  pathParams: { servidor: "serverId", app: "appId", cargo: "roleId" },
  body: true,
  needs: ["revision"],
  retry: "after-reread",
  answer: [{ apps: "array", revision: "any" }],
  placement: { revision: "revisionPlacement" },
};

/**
 * Gives a role to an App.
 *
 * Not documented: which rank giving a role to an App needs is not stated.
 *
 * Refused with `MISSING_CREDENTIAL`, `STALE_REVISION`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/roles.yaml#/appRole/put
 */
export function assignAppRole(
  client: Caller,
  params: T.AssignAppRoleParams,
  options?: CallOptions,
): Call<T.AssignAppRoleResult, T.AssignAppRoleCode, T.AssignAppRoleErrors> {
  return send$(client, assignAppRoleOperation, params, options);
}

export const assignMemberRoleOperation: Operation = {
  id: "assignMemberRole",
  method: "PUT",
  path: "/api/servidores/{servidor}/membros/{conta}/cargos/{cargo}",
  pathParams: { servidor: "serverId", conta: "accountId", cargo: "roleId" },
  body: true,
  needs: ["revision"],
  retry: "after-reread",
  answer: [{ revision: "any", roles: "array" }],
  placement: { revision: "revisionPlacement" },
};

/**
 * Gives a role to a person.
 *
 * Needs a rank above that person's; an App's rank is that of its highest role.
 *
 * Refused with `MISSING_CREDENTIAL`, `STALE_REVISION`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/roles.yaml#/memberRole/put
 */
export function assignMemberRole(
  client: Caller,
  params: T.AssignMemberRoleParams,
  options?: CallOptions,
): Call<T.AssignMemberRoleResult, T.AssignMemberRoleCode, T.AssignMemberRoleErrors> {
  return send$(client, assignMemberRoleOperation, params, options);
}

export const closeMailboxOperation: Operation = {
  id: "closeMailbox",
  method: "DELETE",
  path: "/api/apps/eventos",
  queryParams: { mailbox: "mailboxId" },
  needs: ["mailboxId"],
  retry: "safe",
  mayBeEmpty: true,
};

/**
 * Closes a mailbox and gives its connection back.
 *
 * Refused with `MISSING_CREDENTIAL`.
 *
 * Retry: `safe`.
 *
 * @see spec/paths/events.yaml#/events/delete
 */
export function closeMailbox(
  client: Caller,
  params: T.CloseMailboxParams,
  options?: CallOptions,
): Call<T.CloseMailboxResult, T.CloseMailboxCode, T.CloseMailboxErrors> {
  return send$(client, closeMailboxOperation, params, options);
}

export const confirmInteractionOperation: Operation = {
  id: "confirmInteraction",
  method: "POST",
  path: "/api/interacoes/{interacao}/confirmar",
  pathParams: { interacao: "interactionId" },
  body: true,
  retry: "never",
  answer: [{ interaction: "object" }],
  urgent: true,
  withinMs: 3000,
};

/**
 * Confirms an interaction, once.
 *
 * Inside 3 s, or 1 s for autocomplete. The first confirmation wins, by this route or in the answer to a delivery.
 *
 * Not documented: which code refuses a confirmation that comes too late is not known; see the assumption expiredConfirmCode.
 *
 * Refused with `INTERACTION_ALREADY_CONFIRMED`, `MISSING_CREDENTIAL`. Possible, though not documented here: `APP_MISSING_SCOPE`, `INVALID_INPUT`.
 *
 * @see spec/paths/interactions.yaml#/confirm/post
 */
export function confirmInteraction(
  client: Caller,
  params: T.ConfirmInteractionParams,
  options?: CallOptions,
): Call<T.ConfirmInteractionResult, T.ConfirmInteractionCode, T.ConfirmInteractionErrors> {
  return send$(client, confirmInteractionOperation, params, options);
}

export const createChannelOperation: Operation = {
  id: "createChannel",
  method: "POST",
  path: "/api/servidores/{servidor}/canais",
  pathParams: { servidor: "serverId" },
  body: true,
  needs: ["name", "revision", "type"],
  retry: "after-reread",
  answer: [{ channels: "array", revision: "any" }],
};

/**
 * Creates a channel.
 *
 * Refused with `MISSING_CREDENTIAL`, `STALE_REVISION`. Possible, though not documented here: `INVALID_INPUT`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/channels.yaml#/channels/post
 */
export function createChannel(
  client: Caller,
  params: T.CreateChannelParams,
  options?: CallOptions,
): Call<T.CreateChannelResult, T.CreateChannelCode, T.CreateChannelErrors> {
  return send$(client, createChannelOperation, params, options);
}

export const createCommandOperation: Operation = {
  id: "createCommand",
  method: "POST",
  path: "/api/apps/me/comandos",
  body: true,
  needs: ["command"],
  neverSends: { requiredPermission: "desconhecida" },
  retry: "never",
  answer: [{ name: "any", publicId: "any", type: "any" }, { command: "object" }],
};

/**
 * Registers a command, effective at once.
 *
 * Global without `serverId`; with it, the command exists in that server only.
 *
 * Not documented: whether APP_MISSING_SCOPE comes when a command is registered or when it is triggered is not stated; see the assumption missingScopeRaised.
 *
 * Refused with `MISSING_CREDENTIAL`. Possible, though not documented here: `APP_MISSING_SCOPE`, `INVALID_INPUT`.
 *
 * @see spec/paths/commands.yaml#/commands/post
 */
export function createCommand(
  client: Caller,
  params: T.CreateCommandParams,
  options?: CallOptions,
): Call<T.CreateCommandResult, T.CreateCommandCode, T.CreateCommandErrors> {
  return send$(client, createCommandOperation, params, options);
}

export const createMessageOperation: Operation = {
  id: "createMessage",
  method: "POST",
  path: "/api/servidores/{servidor}/canais/{canal}/mensagens",
  pathParams: { servidor: "serverId", canal: "channelId" },
  body: true,
  needs: ["content"],
  retry: "with-client-ref",
  idempotencyKey: "clientRef",
  answer: [{ message: "object" }],
};

/**
 * Writes a message.
 *
 * With a `clientRef` it can be sent again without writing twice; one is made for each call unless given.
 *
 * Refused with `MISSING_CREDENTIAL`. Possible, though not documented here: `INVALID_INPUT`.
 *
 * Retry: `with-client-ref`.
 *
 * @see spec/paths/messages.yaml#/messages/post
 */
export function createMessage(
  client: Caller,
  params: T.CreateMessageParams,
  options?: CallOptions,
): Call<T.CreateMessageResult, T.CreateMessageCode, T.CreateMessageErrors> {
  return send$(client, createMessageOperation, params, options);
}

export const createRoleOperation: Operation = {
  id: "createRole",
  method: "POST",
  path: "/api/servidores/{servidor}/cargos",
  pathParams: { servidor: "serverId" },
  body: true,
  needs: ["name", "permissions", "revision"],
  retry: "after-reread",
  answer: [{ revision: "any", roles: "array" }],
};

/**
 * Creates a role.
 *
 * Refused with `MISSING_CREDENTIAL`, `STALE_REVISION`. Possible, though not documented here: `INVALID_INPUT`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/roles.yaml#/roles/post
 */
export function createRole(
  client: Caller,
  params: T.CreateRoleParams,
  options?: CallOptions,
): Call<T.CreateRoleResult, T.CreateRoleCode, T.CreateRoleErrors> {
  return send$(client, createRoleOperation, params, options);
}

export const deleteChannelOperation: Operation = {
  id: "deleteChannel",
  method: "DELETE",
  path: "/api/servidores/{servidor}/canais/{canal}",
  pathParams: { servidor: "serverId", canal: "channelId" },
  body: true,
  needs: ["revision"],
  retry: "after-reread",
  answer: [{ channels: "array", revision: "any" }],
  placement: { revision: "deleteRevisionPlacement" },
};

/**
 * Archives a channel.
 *
 * It disappears from the product and is kept for moderation; nothing is erased.
 *
 * Refused with `MISSING_CREDENTIAL`, `STALE_REVISION`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/channels.yaml#/channel/delete
 */
export function deleteChannel(
  client: Caller,
  params: T.DeleteChannelParams,
  options?: CallOptions,
): Call<T.DeleteChannelResult, T.DeleteChannelCode, T.DeleteChannelErrors> {
  return send$(client, deleteChannelOperation, params, options);
}

export const deleteCommandOperation: Operation = {
  id: "deleteCommand",
  method: "DELETE",
  path: "/api/apps/me/comandos/{comando}",
  pathParams: { comando: "commandId" },
  retry: "safe",
  mayBeEmpty: true,
};

/**
 * Deletes a command.
 *
 * Interactions already open keep their own deadline.
 *
 * Refused with `MISSING_CREDENTIAL`.
 *
 * Retry: `safe`.
 *
 * @see spec/paths/commands.yaml#/command/delete
 */
export function deleteCommand(
  client: Caller,
  params: T.DeleteCommandParams,
  options?: CallOptions,
): Call<T.DeleteCommandResult, T.DeleteCommandCode, T.DeleteCommandErrors> {
  return send$(client, deleteCommandOperation, params, options);
}

export const deleteMessageOperation: Operation = {
  id: "deleteMessage",
  method: "DELETE",
  path: "/api/servidores/{servidor}/canais/{canal}/mensagens/{mensagem}",
  pathParams: { servidor: "serverId", canal: "channelId", mensagem: "messageId" },
  retry: "safe",
  answer: [{ ok: "any" }],
};

/**
 * Deletes a message.
 *
 * The App's own always; another's with the permission gerenciar_mensagens.
 *
 * Refused with `MISSING_CREDENTIAL`.
 *
 * Retry: `safe`.
 *
 * @see spec/paths/messages.yaml#/message/delete
 */
export function deleteMessage(
  client: Caller,
  params: T.DeleteMessageParams,
  options?: CallOptions,
): Call<T.DeleteMessageResult, T.DeleteMessageCode, T.DeleteMessageErrors> {
  return send$(client, deleteMessageOperation, params, options);
}

export const deleteRoleOperation: Operation = {
  id: "deleteRole",
  method: "DELETE",
  path: "/api/servidores/{servidor}/cargos/{cargo}",
  pathParams: { servidor: "serverId", cargo: "roleId" },
  body: true,
  needs: ["revision"],
  retry: "after-reread",
  answer: [{ revision: "any", roles: "array" }],
  placement: { revision: "deleteRevisionPlacement" },
};

/**
 * Deletes a role.
 *
 * Refused with `MISSING_CREDENTIAL`, `STALE_REVISION`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/roles.yaml#/role/delete
 */
export function deleteRole(
  client: Caller,
  params: T.DeleteRoleParams,
  options?: CallOptions,
): Call<T.DeleteRoleResult, T.DeleteRoleCode, T.DeleteRoleErrors> {
  return send$(client, deleteRoleOperation, params, options);
}

export const editChannelOperation: Operation = {
  id: "editChannel",
  method: "PATCH",
  path: "/api/servidores/{servidor}/canais/{canal}",
  pathParams: { servidor: "serverId", canal: "channelId" },
  body: true,
  needs: ["revision"],
  retry: "after-reread",
  answer: [
    { categories: "array", channels: "array", revision: "any" },
    { channels: "array", revision: "any" },
  ],
};

/**
 * Changes a channel, or moves it into a category.
 *
 * Moving excludes every other change.
 *
 * Refused with `INVALID_INPUT`, `MISSING_CREDENTIAL`, `STALE_REVISION`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/channels.yaml#/channel/patch
 */
export function editChannel(
  client: Caller,
  params: T.EditChannelParams & { readonly categoryId: unknown },
  options?: CallOptions,
): Call<T.ChannelMoved, T.EditChannelCode, T.EditChannelErrors>;
/**
 * Changes a channel, or moves it into a category.
 *
 * Moving excludes every other change.
 *
 * Refused with `INVALID_INPUT`, `MISSING_CREDENTIAL`, `STALE_REVISION`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/channels.yaml#/channel/patch
 */
export function editChannel(
  client: Caller,
  params: T.EditChannelParams & { readonly categoryId?: never },
  options?: CallOptions,
): Call<T.ChannelsChanged, T.EditChannelCode, T.EditChannelErrors>;
/**
 * Changes a channel, or moves it into a category.
 *
 * Moving excludes every other change.
 *
 * Refused with `INVALID_INPUT`, `MISSING_CREDENTIAL`, `STALE_REVISION`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/channels.yaml#/channel/patch
 */
export function editChannel(
  client: Caller,
  params: T.EditChannelParams,
  options?: CallOptions,
): Call<T.EditChannelResult, T.EditChannelCode, T.EditChannelErrors>;
export function editChannel(
  client: Caller,
  params: T.EditChannelParams,
  options?: CallOptions,
): Call<T.EditChannelResult, T.EditChannelCode, T.EditChannelErrors> {
  return send$(client, editChannelOperation, params, options);
}

export const editCommandOperation: Operation = {
  id: "editCommand",
  method: "PATCH",
  path: "/api/apps/me/comandos/{comando}",
  pathParams: { comando: "commandId" },
  body: true,
  needs: ["command"],
  neverSends: { requiredPermission: "desconhecida" },
  retry: "after-reread",
  mayBeEmpty: true,
};

/**
 * Replaces the definition of a command.
 *
 * Takes the whole definition. Its version goes up and clients load the catalog again, so do not send what has not changed.
 *
 * Refused with `MISSING_CREDENTIAL`. Possible, though not documented here: `APP_MISSING_SCOPE`, `INVALID_INPUT`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/commands.yaml#/command/patch
 */
export function editCommand(
  client: Caller,
  params: T.EditCommandParams,
  options?: CallOptions,
): Call<T.EditCommandResult, T.EditCommandCode, T.EditCommandErrors> {
  return send$(client, editCommandOperation, params, options);
}

export const editMessageOperation: Operation = {
  id: "editMessage",
  method: "PATCH",
  path: "/api/servidores/{servidor}/canais/{canal}/mensagens/{mensagem}",
  pathParams: { servidor: "serverId", canal: "channelId", mensagem: "messageId" },
  body: true,
  needs: ["content"],
  retry: "safe",
  answer: [{ message: "object" }],
};

/**
 * Changes the text of a message of the App's own.
 *
 * Refused with `MISSING_CREDENTIAL`. Possible, though not documented here: `INVALID_INPUT`.
 *
 * Retry: `safe`.
 *
 * @see spec/paths/messages.yaml#/message/patch
 */
export function editMessage(
  client: Caller,
  params: T.EditMessageParams,
  options?: CallOptions,
): Call<T.EditMessageResult, T.EditMessageCode, T.EditMessageErrors> {
  return send$(client, editMessageOperation, params, options);
}

export const editRoleOperation: Operation = {
  id: "editRole",
  method: "PATCH",
  path: "/api/servidores/{servidor}/cargos/{cargo}",
  pathParams: { servidor: "serverId", cargo: "roleId" },
  body: true,
  needs: ["revision"],
  retry: "after-reread",
  answer: [{ revision: "any", roles: "array" }],
};

/**
 * Changes a role.
 *
 * Refused with `MISSING_CREDENTIAL`, `STALE_REVISION`. Possible, though not documented here: `INVALID_INPUT`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/roles.yaml#/role/patch
 */
export function editRole(
  client: Caller,
  params: T.EditRoleParams,
  options?: CallOptions,
): Call<T.EditRoleResult, T.EditRoleCode, T.EditRoleErrors> {
  return send$(client, editRoleOperation, params, options);
}

export const followUpInteractionOperation: Operation = {
  id: "followUpInteraction",
  method: "POST",
  path: "/api/interacoes/{interacao}/seguimento",
  pathParams: { interacao: "interactionId" },
  body: true,
  needs: ["content"],
  retry: "never",
  answer: [{ interaction: "object" }],
  urgent: true,
};

/**
 * Adds to a confirmed interaction.
 *
 * Up to 5 times within 10 minutes. Does not change where the interaction stands.
 *
 * Refused with `MISSING_CREDENTIAL`. Possible, though not documented here: `INVALID_INPUT`.
 *
 * @see spec/paths/interactions.yaml#/followUp/post
 */
export function followUpInteraction(
  client: Caller,
  params: T.FollowUpInteractionParams,
  options?: CallOptions,
): Call<T.FollowUpInteractionResult, T.FollowUpInteractionCode, T.FollowUpInteractionErrors> {
  return send$(client, followUpInteractionOperation, params, options);
}

export const getMeOperation: Operation = {
  id: "getMe",
  method: "GET",
  path: "/api/apps/me",
  retry: "safe",
  answer: [{ app: "object" }],
};

/**
 * Reads the App itself.
 *
 * Has no side effect; the check that a credential is valid.
 *
 * Statements disagree: a 401 elsewhere may also mean that the route refuses credentials of Apps; this route tells which.
 *
 * Refused with `MISSING_CREDENTIAL`.
 *
 * @see spec/paths/identity.yaml#/me/get
 */
export function getMe(
  client: Caller,
  params: T.GetMeParams = {},
  options?: CallOptions,
): Call<T.GetMeResult, T.GetMeCode, T.GetMeErrors> {
  return send$(client, getMeOperation, params, options);
}

export const getServerOperation: Operation = {
  id: "getServer",
  method: "GET",
  path: "/api/servidores/{servidor}",
  pathParams: { servidor: "serverId" },
  retry: "safe",
  answer: [
    {
      can: "any",
      categories: "array",
      channels: "array",
      isOwner: "any",
      myRank: "any",
      revision: "any",
      roles: "array",
      server: "object",
    },
  ],
};

/**
 * Reads a server as the App sees it.
 *
 * Carries the revision that every administrative change must name.
 *
 * Refused with `MISSING_CREDENTIAL`.
 *
 * @see spec/paths/servers.yaml#/server/get
 */
export function getServer(
  client: Caller,
  params: T.GetServerParams,
  options?: CallOptions,
): Call<T.GetServerResult, T.GetServerCode, T.GetServerErrors> {
  return send$(client, getServerOperation, params, options);
}

export const listCommandsOperation: Operation = {
  id: "listCommands",
  method: "GET",
  path: "/api/apps/me/comandos",
  retry: "safe",
  answer: [{ commands: "array", truncated: "any" }],
};

/**
 * Lists the App's commands, global and of servers.
 *
 * Refused with `MISSING_CREDENTIAL`.
 *
 * @see spec/paths/commands.yaml#/commands/get
 */
export function listCommands(
  client: Caller,
  params: T.ListCommandsParams = {},
  options?: CallOptions,
): Call<T.ListCommandsResult, T.ListCommandsCode, T.ListCommandsErrors> {
  return send$(client, listCommandsOperation, params, options);
}

export const listMembersOperation: Operation = {
  id: "listMembers",
  method: "GET",
  path: "/api/servidores/{servidor}/membros",
  pathParams: { servidor: "serverId" },
  retry: "safe",
  answer: [{ members: "array", roles: "array", truncated: "any" }],
};

/**
 * Lists the members of a server.
 *
 * One list of at most 500, people and Apps; `truncated` says whether more exist.
 *
 * Refused with `MISSING_CREDENTIAL`.
 *
 * @see spec/paths/servers.yaml#/members/get
 */
export function listMembers(
  client: Caller,
  params: T.ListMembersParams,
  options?: CallOptions,
): Call<T.ListMembersResult, T.ListMembersCode, T.ListMembersErrors> {
  return send$(client, listMembersOperation, params, options);
}

export const listMessagesOperation: Operation = {
  id: "listMessages",
  method: "GET",
  path: "/api/servidores/{servidor}/canais/{canal}/mensagens",
  pathParams: { servidor: "serverId", canal: "channelId" },
  queryParams: { antesDe: "before" },
  retry: "safe",
  answer: [{ messages: "array", reactions: "object" }],
};

/**
 * Reads a page of a channel's messages.
 *
 * Fifty messages, oldest first; `before` names the oldest one already held.
 *
 * Refused with `MISSING_CREDENTIAL`.
 *
 * @see spec/paths/messages.yaml#/messages/get
 */
export function listMessages(
  client: Caller,
  params: T.ListMessagesParams,
  options?: CallOptions,
): Call<T.ListMessagesResult, T.ListMessagesCode, T.ListMessagesErrors> {
  return send$(client, listMessagesOperation, params, options);
}

export const listSigningKeysOperation: Operation = {
  id: "listSigningKeys",
  method: "GET",
  path: "/api/chaves-de-assinatura",
  retry: "safe",
  auth: false,
  answer: [{ keys: "array" }],
};

/**
 * Lists the keys that sign deliveries.
 *
 * Public; no credential is sent. Being in this list is all that makes a key good.
 *
 * @see spec/paths/keys.yaml#/keys/get
 */
export function listSigningKeys(
  client: Caller,
  params: T.ListSigningKeysParams = {},
  options?: CallOptions,
): Call<T.ListSigningKeysResult, string, T.ListSigningKeysErrors> {
  return send$(client, listSigningKeysOperation, params, options);
}

export const openMailboxOperation: Operation = {
  id: "openMailbox",
  method: "GET",
  path: "/api/apps/eventos",
  queryParams: { intents: "intents" },
  queryConst: { format: "json" },
  needs: ["intents"],
  retry: "never",
  answer: [{ events: "array", intents: "array", mailbox: "any", next: "any" }],
};

/**
 * Opens a mailbox.
 *
 * Takes one of the App's connections. It keeps the events of the stream: `message_create`, `reaction_update` and `interaction_create`.
 *
 * Refused with `MISSING_CREDENTIAL`.
 *
 * Retry: `never`.
 *
 * @see spec/paths/events.yaml#/events/get/x-query-variants/1
 */
export function openMailbox(
  client: Caller,
  params: T.OpenMailboxParams,
  options?: CallOptions,
): Call<T.OpenMailboxResult, T.OpenMailboxCode, T.OpenMailboxErrors> {
  return send$(client, openMailboxOperation, params, options);
}

export const openStreamOperation: Operation = {
  id: "openStream",
  method: "GET",
  path: "/api/apps/eventos",
  queryParams: { intents: "intents" },
  needs: ["intents"],
  retry: "never",
  accept: "text/event-stream",
};

/**
 * Opens the stream of events.
 *
 * The first frame is an event already; there is no handshake. What follows is described in asyncapi.yaml: the events `message_create`, `reaction_update` and `interaction_create`, and those about the connection, `connection_open`, `connection_resume` and `connection_close`.
 *
 * Statements disagree: too many connections are answered 429 before the stream opens, and are also a reason to close an open one.
 *
 * Statements disagree: a client that is full stops reading, and a stream that carries no byte counts as dead; a pause of one's own is no silence.
 *
 * Refused with `MISSING_CREDENTIAL`.
 *
 * Retry: `never`.
 *
 * @see spec/paths/events.yaml#/events/get/x-query-variants/0
 */
export function openStream(
  client: StreamCaller,
  params: T.OpenStreamParams,
  options?: StreamOptions,
): Promise<StreamAnswer> {
  return open$(client, openStreamOperation, params, options);
}

export const readMailboxOperation: Operation = {
  id: "readMailbox",
  method: "GET",
  path: "/api/apps/eventos",
  queryParams: { mailbox: "mailboxId", since: "since" },
  queryConst: { format: "json" },
  needs: ["mailboxId", "since"],
  retry: "safe",
  answer: [{ events: "array", next: "any" }],
};

/**
 * Reads a mailbox.
 *
 * At most 90 times a minute, and never more than 45 s apart. Takes no connection.
 *
 * Statements disagree: a revoked App learns of it by this 409, and by 401 everywhere else; take either as a reason to check the credential.
 *
 * Statements disagree: a mailbox must be read within 45 s, yet a client that is full stops reading; see the assumption mailboxOverflow.
 *
 * Refused with `MAILBOX_EXPIRED`, `MISSING_CREDENTIAL`.
 *
 * @see spec/paths/events.yaml#/events/get/x-query-variants/2
 */
export function readMailbox(
  client: Caller,
  params: T.ReadMailboxParams,
  options?: CallOptions,
): Call<T.ReadMailboxResult, T.ReadMailboxCode, T.ReadMailboxErrors> {
  return send$(client, readMailboxOperation, params, options);
}

export const removeAppRoleOperation: Operation = {
  id: "removeAppRole",
  method: "DELETE",
  path: "/api/servidores/{servidor}/apps/{app}/cargos/{cargo}",
  pathParams: { servidor: "serverId", app: "appId", cargo: "roleId" },
  body: true,
  needs: ["revision"],
  retry: "after-reread",
  answer: [{ apps: "array", revision: "any" }],
  placement: { revision: "revisionPlacement" },
};

/**
 * Takes a role from an App.
 *
 * Not documented: which rank taking a role needs is not stated.
 *
 * Refused with `MISSING_CREDENTIAL`, `STALE_REVISION`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/roles.yaml#/appRole/delete
 */
export function removeAppRole(
  client: Caller,
  params: T.RemoveAppRoleParams,
  options?: CallOptions,
): Call<T.RemoveAppRoleResult, T.RemoveAppRoleCode, T.RemoveAppRoleErrors> {
  return send$(client, removeAppRoleOperation, params, options);
}

export const removeMemberRoleOperation: Operation = {
  id: "removeMemberRole",
  method: "DELETE",
  path: "/api/servidores/{servidor}/membros/{conta}/cargos/{cargo}",
  pathParams: { servidor: "serverId", conta: "accountId", cargo: "roleId" },
  body: true,
  needs: ["revision"],
  retry: "after-reread",
  answer: [{ revision: "any", roles: "array" }],
  placement: { revision: "revisionPlacement" },
};

/**
 * Takes a role from a person.
 *
 * Not documented: which rank taking a role needs is not stated; giving one needs a rank above that person's.
 *
 * Refused with `MISSING_CREDENTIAL`, `STALE_REVISION`.
 *
 * Retry: `after-reread`.
 *
 * @see spec/paths/roles.yaml#/memberRole/delete
 */
export function removeMemberRole(
  client: Caller,
  params: T.RemoveMemberRoleParams,
  options?: CallOptions,
): Call<T.RemoveMemberRoleResult, T.RemoveMemberRoleCode, T.RemoveMemberRoleErrors> {
  return send$(client, removeMemberRoleOperation, params, options);
}

export const toggleReactionOperation: Operation = {
  id: "toggleReaction",
  method: "POST",
  path: "",
  pathParams: { canal: "channelId", mensagem: "messageId", servidor: "serverId" },
  body: true,
  needs: ["emoji"],
  retry: "never",
  answer: [{ count: "any", reacted: "any" }],
  routeAssumption: "reactionRoute",
};

/**
 * Gives a reaction, or takes it back when it is there.
 *
 * The second identical call undoes the first, so it is never repeated by itself. The answer does not carry the emoji; its canonical spelling comes from a listing or an event.
 *
 * Not documented: the route is not known; give it as the assumption reactionRoute.
 *
 * Refused with `INVALID_INPUT`, `MISSING_CREDENTIAL`.
 *
 * @see spec/paths/messages.yaml#/toggleReaction
 */
export function toggleReaction(
  client: Caller,
  params: T.ToggleReactionParams,
  options?: CallOptions,
): Call<T.ToggleReactionResult, T.ToggleReactionCode, T.ToggleReactionErrors> {
  return send$(client, toggleReactionOperation, params, options);
}
