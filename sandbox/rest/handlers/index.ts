import type { OperationId } from "../../spec.js";
import type { RestCall, RestResult } from "../call.js";
import * as administration from "./administration.js";
import * as commands from "./commands.js";
import * as events from "./events.js";
import * as messages from "./messages.js";
import * as servers from "./servers.js";

type Handler = (call: RestCall) => RestResult;

/** The stream is opened elsewhere, its answer being no body; the keys are given to whoever asks, without a credential. */
type Handled = Exclude<OperationId, "openStream" | "listSigningKeys">;

const byOperation = {
  getMe: servers.getMe,
  getServer: servers.getServer,
  listMembers: servers.listMembers,
  listMessages: messages.listMessages,
  createMessage: messages.postMessage,
  editMessage: messages.patchMessage,
  deleteMessage: messages.removeMessage,
  toggleReaction: messages.postReaction,
  createChannel: administration.postChannel,
  editChannel: administration.patchChannel,
  deleteChannel: administration.removeChannel,
  createRole: administration.postRole,
  editRole: administration.patchRole,
  deleteRole: administration.removeRole,
  assignMemberRole: administration.putMemberRole,
  removeMemberRole: administration.deleteMemberRole,
  assignAppRole: administration.putAppRole,
  removeAppRole: administration.deleteAppRole,
  listCommands: commands.listCommands,
  createCommand: commands.postCommand,
  editCommand: commands.patchCommand,
  deleteCommand: commands.removeCommand,
  confirmInteraction: commands.confirmInteraction,
  answerInteraction: commands.answerInteraction,
  followUpInteraction: commands.followUpInteraction,
  openMailbox: events.openMailbox,
  readMailbox: events.readMailbox,
  closeMailbox: events.closeMailbox,
} satisfies Readonly<Record<Handled, Handler>>;

/** What each operation with a credential does. An operation of the description that is missing here does not compile. */
export const handlers: Readonly<Record<string, Handler>> = byOperation;
