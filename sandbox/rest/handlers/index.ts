import type { RestCall, RestResult } from "../call.js";
import * as administration from "./administration.js";
import * as commands from "./commands.js";
import * as events from "./events.js";
import * as messages from "./messages.js";
import * as servers from "./servers.js";

/** What each operation with a credential does. The stream is opened elsewhere: its answer is not a body. */
export const handlers: Readonly<Record<string, (call: RestCall) => RestResult>> = {
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
};
