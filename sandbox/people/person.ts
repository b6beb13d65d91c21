import { type Machine, callsOn } from "../edge/machine.js";
import type { Place } from "../machine/tx.js";
import type { ReactionToggle } from "../rules/messages.js";
import { noticesOf } from "../rules/interactions.js";
import type { Notice } from "../world/live.js";
import type { Json, MessageRecord } from "../world/records.js";
import type { CommandName, PersonRules, TriggerOptions } from "./acts.js";
import { PersonInteraction } from "./interaction.js";
import type { ArgumentValue } from "./trigger.js";

/** One person, and everything a person can do in a server. Each act is one input of the platform. */
export class Person {
  readonly id: string;
  readonly name: string;
  readonly #machine: Machine;
  readonly #acts: PersonRules;

  /** `home` is where the person acts when no other place is given. */
  constructor(machine: Machine, id: string, { serverId, channelId }: Place) {
    this.id = id;
    this.name = machine.world.people.require(id, "person").name;
    this.#machine = machine;
    this.#acts = callsOn(machine, { on: "person", personId: id, home: { serverId, channelId } });
  }

  #opened(id: string): PersonInteraction {
    return new PersonInteraction(this.#machine, id);
  }

  /** Writes a message. */
  post(
    channelId: string,
    text: string,
    options?: { readonly clientRef?: string; readonly attachments?: readonly Json[] },
  ): MessageRecord {
    return options === undefined ? this.#acts.post(channelId, text) : this.#acts.post(channelId, text, options);
  }

  /** Changes an own message. */
  edit(messageId: string, text: string): MessageRecord {
    return this.#acts.edit(messageId, text);
  }

  /** Deletes an own message, or another's with the permission for it. */
  delete(messageId: string): void {
    this.#acts.delete(messageId);
  }

  /** Gives a reaction, or takes it back. */
  react(messageId: string, emoji: string): ReactionToggle {
    return this.#acts.react(messageId, emoji);
  }

  /** The newest page of a channel, or the page before a message; oldest message first. */
  read(channelId: string, page?: { readonly before?: string }): readonly MessageRecord[] {
    return page === undefined ? this.#acts.read(channelId) : this.#acts.read(channelId, page);
  }

  /** What only this person sees, oldest first. */
  get notices(): readonly Notice[] {
    return noticesOf(this.#machine.world, this.id);
  }

  /** Reloads the client: private answers, forms and suggestions are gone for good. */
  reload(): void {
    this.#acts.reload();
  }

  /** Triggers a chat command with its arguments by name. */
  run(
    command: CommandName,
    args: Readonly<Record<string, ArgumentValue>> = {},
    options: TriggerOptions = {},
  ): PersonInteraction {
    return this.#opened(this.#acts.run(nameOf(command), args, options));
  }

  /** Triggers a command of the menu of a person. */
  runOnUser(command: CommandName, userId: string, options: TriggerOptions = {}): PersonInteraction {
    return this.#opened(this.#acts.runOnUser(nameOf(command), userId, options));
  }

  /** Triggers a command of the menu of a message. */
  runOnMessage(command: CommandName, messageId: string, options: TriggerOptions = {}): PersonInteraction {
    return this.#opened(this.#acts.runOnMessage(nameOf(command), messageId, options));
  }

  /** Types `text` in an option that suggests, with the other arguments as far as they are filled in. */
  type(
    command: CommandName,
    option: string,
    text: string | number,
    options: TriggerOptions & { readonly args?: Readonly<Record<string, ArgumentValue>> } = {},
  ): PersonInteraction {
    return this.#opened(this.#acts.type(nameOf(command), option, text, options));
  }

  /** Presses a component of a message, or selects `values` in it. It may be one that is not there any more. */
  press(messageId: string, componentId: string, values?: readonly string[]): PersonInteraction {
    return this.#opened(this.#acts.press(messageId, componentId, values));
  }

  /** @internal A message whose components this person could press: one of an App, in sight. */
  pressable(messageId: string): MessageRecord {
    return this.#acts.pressable(messageId);
  }

  /** Presses a component of a private answer. */
  pressPrivate(interaction: PersonInteraction, componentId: string, values?: readonly string[]): PersonInteraction {
    return this.#opened(this.#acts.pressPrivate(interaction.id, componentId, values));
  }

  /** Submits the form that an interaction opened, with texts by field. */
  submit(opened: PersonInteraction, values: Readonly<Record<string, string>> = {}): PersonInteraction {
    return this.#opened(this.#acts.submit(opened.id, values));
  }
}

/** A definition may hold functions, which are no part of an input. */
const nameOf = (command: CommandName): string => (typeof command === "string" ? command : command.name);
