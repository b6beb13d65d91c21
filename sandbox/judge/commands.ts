import type { PersonInteraction } from "../people/interaction.js";
import type { ArgumentValue } from "../people/trigger.js";
import type { CommandRecord } from "../world/records.js";
import type { Stage } from "./stage.js";

type Option = { readonly [key: string]: unknown };

const optionsOf = ({ definition }: CommandRecord): readonly Option[] => {
  const options: unknown = definition["options"];
  return Array.isArray(options) ? (options as readonly Option[]) : [];
};

/** Arguments that fit a definition. */
export function sampleArguments(command: CommandRecord): Record<string, ArgumentValue> {
  const entries = optionsOf(command).map((option): [string, ArgumentValue] => {
    const lowest = typeof option["minValue"] === "number" ? Math.ceil(option["minValue"]) : 1;
    return [String(option["name"]), option["type"] === "integer" ? lowest : "sample"];
  });
  return Object.fromEntries(entries);
}

/** Triggers a command in the way its type is triggered. */
export function trigger({ sandbox }: Stage, command: CommandRecord): PersonInteraction {
  const { owner, person, channelId } = sandbox.defaults;
  const { type, id } = command;
  if (type === "user") return owner.runOnUser(id, person.id);
  if (type === "message") return owner.runOnMessage(id, owner.post(channelId, "a message to act on").id);
  return owner.run(id, sampleArguments(command));
}

/** Somebody uses every command of the App, and types in every option that suggests. */
export async function playCommands(stage: Stage, commands: readonly CommandRecord[]): Promise<void> {
  for (const command of commands) {
    stage.say(`somebody uses the command ${command.name}`);
    const used = trigger(stage, command);
    await stage.until(() => used.state !== "open", 3500);
    stage.book.judge("INT-37", used.state !== "expired", `${command.name} was not confirmed in time`);
    for (const option of optionsOf(command).filter((one) => one["autocomplete"] === true)) {
      await playTyping(stage, command, String(option["name"]));
    }
  }
}

async function playTyping(stage: Stage, command: CommandRecord, option: string): Promise<void> {
  const typing = stage.sandbox.defaults.owner.type(command.id, option, "sa");
  await stage.until(() => typing.state !== "open", 1500);
  const others = stage
    .confirmations(typing.id)
    .filter(({ request }) => !/"type"\s*:\s*"suggest"/.test(request.body ?? ""));
  stage.book.judge("INT-11", others.length === 0, `${command.name}: autocomplete was answered by something else`);
  stage.book.judge("INT-37", typing.state !== "expired", `${command.name}: no suggestions in time`);
}
