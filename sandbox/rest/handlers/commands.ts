import { invalidInput } from "../../refusal.js";
import { createCommand, deleteCommand, editCommand } from "../../rules/commands.js";
import { answer, confirm, followUp, type AnswerText } from "../../rules/confirmation.js";
import {
  created,
  fieldsOf,
  flagOf,
  listOf,
  noContent,
  ok,
  pathOf,
  textOf,
  type RestCall,
  type RestResult,
} from "../call.js";
import { commandView } from "../views.js";

export function listCommands({ platform, app }: RestCall): RestResult {
  const commands = platform.world.commands.list(app.id);
  const shown = commands.slice(0, platform.settings.parameters.commandList);
  return ok({
    commands: shown.map((command) => commandView(platform.world, command)),
    truncated: shown.length < commands.length,
  });
}

function requireDefinition(call: RestCall): NonNullable<ReturnType<typeof fieldsOf>> {
  const command = fieldsOf(call, "command");
  if (command === undefined) throw invalidInput("The definition goes under command.");
  return command;
}

export function postCommand(call: RestCall): RestResult {
  const definition = { command: requireDefinition(call), serverId: textOf(call, "serverId") };
  const command = createCommand(call.platform, call.app.id, definition);
  const view = commandView(call.platform.world, command);
  return created(call.platform.settings.readings.commandSavedShape === "wrapped" ? { command: view } : view);
}

export function patchCommand(call: RestCall): RestResult {
  const command = editCommand(call.platform, call.app.id, pathOf(call, "commandId"), requireDefinition(call));
  const view = commandView(call.platform.world, command);
  const shapes = { bare: view, wrapped: { command: view }, empty: {} };
  return ok(shapes[call.platform.settings.readings.commandEditedShape]);
}

export function removeCommand(call: RestCall): RestResult {
  deleteCommand(call.platform, call.app.id, pathOf(call, "commandId"));
  return noContent;
}

export function confirmInteraction(call: RestCall): RestResult {
  return ok(confirm(call.platform, call.app.id, pathOf(call, "interactionId"), call.body));
}

function answerText(call: RestCall): AnswerText {
  const content = textOf(call, "content");
  if (content === undefined) throw invalidInput("content is required, as text.");
  return { content, private: flagOf(call, "private"), components: listOf(call, "components") };
}

export function answerInteraction(call: RestCall): RestResult {
  return ok(answer(call.platform, call.app.id, pathOf(call, "interactionId"), answerText(call)));
}

export function followUpInteraction(call: RestCall): RestResult {
  return ok(followUp(call.platform, call.app.id, pathOf(call, "interactionId"), answerText(call)));
}
