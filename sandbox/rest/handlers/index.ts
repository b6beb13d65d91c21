import { serverHandlers } from "./servers.js";
import * as mailboxes from "../../gateway/mailboxes.js";
import type { OperationId } from "../../spec.js";
import {
  type RestCall,
  type RestResult,
  created,
  listOf,
  ok,
  pathOf,
  textOf,
  objectOf,
  flagOf,
  noContent,
} from "../call.js";
import {
  createMessage,
  deleteMessage,
  editMessage,
  pageOf,
  toggleReaction,
  type MessagePlace,
  remarkOn,
} from "../../rules/messages.js";
import { invalidInput } from "../../refusal.js";
import { messageView, reactionViews, commandView } from "../views.js";
import { createCommand, deleteCommand, editCommand } from "../../rules/commands.js";
import { answer, confirm, followUp, type AnswerText } from "../../rules/confirmation.js";
import { publishedKeys } from "../../delivery/sign.js";
import { renderEntry } from "../../gateway/feeds.js";
import type { Tx } from "../../machine/tx.js";
import type { FeedEntry, MailboxRecord } from "../../world/live.js";
import type { Json } from "../../world/records.js";
import { type Fields, given } from "../../json.js";

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

function requireDefinition(call: RestCall): Fields {
  const command = objectOf(call, "command");
  if (command === undefined) throw invalidInput("The definition goes under command.");
  return command;
}

function answerText(call: RestCall): AnswerText {
  const content = requireContent(call);
  return { content, private: flagOf(call, "private"), components: listOf(call, "components") };
}

/** The families asked for: at least one; names that are not known here are taken and stay silent. */
export function familiesOf(query: Readonly<Record<string, string>>): readonly string[] {
  const families = new Set((query["intents"] ?? "").split(",").map((family) => family.trim()));
  families.delete("");
  if (families.size === 0) throw invalidInput("intents must name at least one family.");
  return [...families];
}

/** A mailbox of the App's own; anybody else's is as good as gone. */
function ownMailbox({ tx, app, query }: RestCall): MailboxRecord {
  const mailbox = tx.world.mailboxes.get(query["mailbox"] ?? "");
  if (mailbox?.appId !== app.id || mailbox.state !== "open") throw mailboxes.mailboxExpired();
  return mailbox;
}

type Handler = (call: RestCall) => RestResult;

/** The stream is opened elsewhere, its answer being no body; the keys are given to whoever asks, without a credential. */
type Handled = Exclude<OperationId, "openStream" | "listSigningKeys">;

const byOperation = {
  ...serverHandlers,
  listMessages(call) {
    const messages = pageOf(call.tx, call.app, channelPlace(call), call.query["antesDe"]);
    const views = messages.map((message) => messageView(message, call.tx.settings));
    return ok({ messages: views, reactions: reactionViews(call.tx.world, messages) });
  },
  createMessage(call) {
    const message = createMessage(call.tx, call.app, {
      ...channelPlace(call),
      content: requireContent(call),
      clientRef: textOf(call, "clientRef"),
      attachments: listOf(call, "attachments"),
    });
    return created({
      message: messageView(message, call.tx.settings),
      ...given({ moderationWarning: remarkOn(call.tx, message.content) }),
    });
  },
  editMessage(call) {
    const message = editMessage(call.tx, call.app, messagePlace(call), requireContent(call));
    return ok({ message: messageView(message, call.tx.settings) });
  },
  deleteMessage(call) {
    deleteMessage(call.tx, call.app, messagePlace(call));
    return ok({ ok: true });
  },
  toggleReaction(call) {
    const emoji = textOf(call, "emoji");
    if (emoji === undefined) throw invalidInput("emoji is required, as text.");
    return ok({ ...toggleReaction(call.tx, call.app, messagePlace(call), emoji) });
  },
  listCommands({ tx, app }) {
    const commands = tx.world.commands.list(app.id);
    const saysScope = tx.settings.assumptions.commandScopeListed === "serverId";
    const shown = commands.slice(0, tx.settings.parameters.commandList);
    return ok({
      commands: shown.map((command) => ({
        ...commandView(tx.world, command),
        ...(saysScope ? { serverId: command.serverId ?? null } : {}),
      })),
      truncated: shown.length < commands.length,
    });
  },
  createCommand(call) {
    const definition = { command: requireDefinition(call), serverId: textOf(call, "serverId") };
    const view = commandView(call.tx.world, createCommand(call.tx, call.app.id, definition));
    return created(call.tx.settings.assumptions.commandSavedShape === "wrapped" ? { command: view } : view);
  },
  editCommand(call) {
    const command = editCommand(call.tx, call.app.id, pathOf(call, "commandId"), requireDefinition(call));
    const view = commandView(call.tx.world, command);
    const shapes = { bare: view, wrapped: { command: view }, empty: {} };
    return ok(shapes[call.tx.settings.assumptions.commandEditedShape]);
  },
  deleteCommand(call) {
    deleteCommand(call.tx, call.app.id, pathOf(call, "commandId"));
    return noContent;
  },
  confirmInteraction: (call) => ok(confirm(call.tx, call.app.id, pathOf(call, "interactionId"), call.body)),
  answerInteraction: (call) => ok(answer(call.tx, call.app.id, pathOf(call, "interactionId"), answerText(call))),
  followUpInteraction: (call) => ok(followUp(call.tx, call.app.id, pathOf(call, "interactionId"), answerText(call))),
  openMailbox({ tx, app, credential, query }) {
    const families = familiesOf(query);
    const mailbox = mailboxes.openMailbox(tx, { appId: app.id, credentialId: credential.id, families });
    const events = mailboxes.openingEvents(tx, mailbox);
    return ok({ mailbox: mailbox.id, events, next: String(mailbox.accepted), intents: families });
  },
  readMailbox(call) {
    const { tx, query } = call;
    const mailbox = ownMailbox(call);
    const since = query["since"];
    if (since === undefined) throw invalidInput("since is required.");
    const read = mailboxes.readMailbox(tx, mailbox, since);
    const asTheyCame = tx.settings.assumptions.mailboxExpiryClock === "at-arrival";
    const text = (entry: FeedEntry): string => (asTheyCame ? entry.json : renderEntry(tx, entry));
    return ok({ events: read.events.map((entry) => JSON.parse(text(entry)) as Json), next: read.next });
  },
  closeMailbox(call) {
    mailboxes.closeMailbox(call.tx, ownMailbox(call).id, "closed");
    return call.tx.settings.assumptions.closeMailboxAnswer === "ok" ? ok({ ok: true }) : noContent;
  },
} satisfies Readonly<Record<Handled, Handler>>;

/** What each operation with a credential does. An operation of the description that is missing here does not compile. */
export const handlers: Readonly<Record<string, Handler>> = byOperation;

/** The one route without a credential. */
export function listSigningKeys(tx: Tx): RestResult {
  return ok({ keys: publishedKeys(tx) });
}
