import {
  createMessage,
  deleteMessage,
  editMessage,
  pageOf,
  toggleReaction,
  type MessagePlace,
} from "../../rules/messages.js";
import { remarkOn } from "../../rules/messages.js";
import { invalidInput } from "../../refusal.js";
import { created, listOf, ok, pathOf, textOf, type RestCall, type RestResult } from "../call.js";
import { messageView, reactionViews } from "../views.js";

const channelPlace = (call: RestCall) => ({
  serverId: pathOf(call, "serverId"),
  channelId: pathOf(call, "channelId"),
});

const messagePlace = (call: RestCall): MessagePlace => ({
  ...channelPlace(call),
  messageId: pathOf(call, "messageId"),
});

function requireContent(call: RestCall): string {
  const content = textOf(call, "content");
  if (content === undefined) throw invalidInput("content is required, as text.");
  return content;
}

export function listMessages(call: RestCall): RestResult {
  const messages = pageOf(call.platform, call.app, channelPlace(call), call.query["antesDe"]);
  return ok({ messages: messages.map(messageView), reactions: reactionViews(call.platform.world, messages) });
}

export function postMessage(call: RestCall): RestResult {
  const message = createMessage(call.platform, call.app, {
    ...channelPlace(call),
    content: requireContent(call),
    clientRef: textOf(call, "clientRef"),
    attachments: listOf(call, "attachments"),
  });
  const warning = remarkOn(call.platform, message.content);
  return created({ message: messageView(message), ...(warning === undefined ? {} : { moderationWarning: warning }) });
}

export function patchMessage(call: RestCall): RestResult {
  const message = editMessage(call.platform, call.app, messagePlace(call), requireContent(call));
  return ok({ message: messageView(message) });
}

export function removeMessage(call: RestCall): RestResult {
  deleteMessage(call.platform, call.app, messagePlace(call));
  return ok({ ok: true });
}

export function postReaction(call: RestCall): RestResult {
  const emoji = textOf(call, "emoji");
  if (emoji === undefined) throw invalidInput("emoji is required, as text.");
  const { count, reacted } = toggleReaction(call.platform, call.app, messagePlace(call), emoji);
  return ok({ count, reacted });
}
