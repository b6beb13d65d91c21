import type { Platform } from "../platform.js";
import { invalidInput, notFound } from "../refusal.js";
import {
  createMessage,
  deleteMessage,
  editMessage,
  messageFor,
  pageOf,
  toggleReaction,
  type ReactionToggle,
} from "../rules/messages.js";
import { openInteraction } from "../rules/interactions.js";
import { channelFor } from "../rules/permissions.js";
import type { Actor, InteractionType, Json, MessageRecord } from "../world/records.js";
import { fieldsFor } from "./form.js";
import { PersonInteraction } from "./interaction.js";
import type { Notice } from "./notices.js";
import { argumentsFor, commandData, requireCommand, type ArgumentValue } from "./trigger.js";

/** Where a person acts. */
export interface Place {
  readonly serverId: string;
  readonly channelId: string;
}

/** Narrows which command is meant, and where. */
export interface TriggerOptions extends Partial<Place> {
  /** The App whose command it is. Default: the only one that has it. */
  readonly appId?: string;
}

/** A command by name or id, or anything that carries its name, such as its definition. */
export type CommandName = string | { readonly name: string };

/** One person, and everything a person can do in a server. */
export class Person {
  readonly id: string;
  readonly name: string;
  readonly #platform: Platform;
  readonly #home: Place;
  readonly #actor: Actor;

  /** `home` is where the person acts when no other place is given. */
  constructor(platform: Platform, id: string, home: Place) {
    const record = platform.world.people.get(id);
    if (record === undefined) throw notFound("person");
    this.id = id;
    this.name = record.name;
    this.#platform = platform;
    this.#home = { serverId: home.serverId, channelId: home.channelId };
    this.#actor = { kind: "person", id };
  }

  /** Writes a message. */
  post(
    channelId: string,
    text: string,
    options: { readonly clientRef?: string; readonly attachments?: readonly Json[] } = {},
  ): MessageRecord {
    const { clientRef, attachments } = options;
    return createMessage(this.#platform, this.#actor, {
      ...this.#in(channelId),
      content: text,
      clientRef,
      attachments,
    });
  }

  edit(messageId: string, text: string): MessageRecord {
    return editMessage(this.#platform, this.#actor, this.#placeOf(messageId), text);
  }

  delete(messageId: string): void {
    deleteMessage(this.#platform, this.#actor, this.#placeOf(messageId));
  }

  /** Gives a reaction, or takes it back. */
  react(messageId: string, emoji: string): ReactionToggle {
    return toggleReaction(this.#platform, this.#actor, this.#placeOf(messageId), emoji);
  }

  /** The newest page of a channel, oldest message first. */
  read(channelId: string): readonly MessageRecord[] {
    return pageOf(this.#platform, this.#actor, this.#in(channelId));
  }

  /** Everything only this person sees, oldest first. */
  get notices(): readonly Notice[] {
    return this.#platform.notices.of(this.id);
  }

  /** Reloads the client: private answers, forms and suggestions are gone for good. */
  reload(): void {
    this.#platform.notices.reload(this.id);
  }

  /** Triggers a chat command with its arguments by name. */
  run(
    command: CommandName,
    args: Readonly<Record<string, ArgumentValue>> = {},
    options: TriggerOptions = {},
  ): PersonInteraction {
    const found = requireCommand(this.#platform, this.#actor, "chat", command, this.#at(options));
    const data = commandData(this.#platform, found, argumentsFor(found, args));
    return this.#open("command", found.appId, data, options);
  }

  /** Triggers a command of the menu of a person. */
  runOnUser(command: CommandName, userId: string, options: TriggerOptions = {}): PersonInteraction {
    const found = requireCommand(this.#platform, this.#actor, "user", command, this.#at(options));
    const data = { ...commandData(this.#platform, found), target: { userId } };
    return this.#open("command_on_user", found.appId, data, options);
  }

  /** Triggers a command of the menu of a message. */
  runOnMessage(command: CommandName, messageId: string, options: TriggerOptions = {}): PersonInteraction {
    const { serverId, channelId } = this.#placeOf(messageId);
    const place = { ...options, serverId, channelId };
    const found = requireCommand(this.#platform, this.#actor, "message", command, place);
    const data = { ...commandData(this.#platform, found), target: { messageId } };
    return this.#open("command_on_message", found.appId, data, place);
  }

  /** Types `text` in an option that suggests, with the other arguments as far as they are filled in. */
  type(
    command: CommandName,
    option: string,
    text: string | number,
    options: TriggerOptions & { readonly args?: Readonly<Record<string, ArgumentValue>> } = {},
  ): PersonInteraction {
    const found = requireCommand(this.#platform, this.#actor, "chat", command, this.#at(options));
    const typed = argumentsFor(found, { ...options.args, [option]: text }, { partial: true });
    const focused = typed.find((argument) => argument.name === option);
    const data = {
      command: { publicId: found.id, name: found.name, path: [] },
      arguments: typed,
      focused: option,
      focusedType: focused?.type ?? "string",
      focusedLimits: { maxLength: this.#platform.settings.parameters.focusedMaxLength },
    };
    return this.#open("autocomplete", found.appId, data, options);
  }

  /** Presses a component of a message, or selects `values` in it. It may be one that is not there any more. */
  press(messageId: string, componentId: string, values?: readonly string[]): PersonInteraction {
    const { author } = this.pressable(messageId);
    return this.#component(author.id, { componentId, values, messageId }, this.#placeOf(messageId));
  }

  /** @internal A message whose components this person could press: one of an App, in sight. */
  pressable(messageId: string): MessageRecord {
    const message = messageFor(this.#platform, this.#actor, this.#placeOf(messageId));
    if (message.author.kind !== "app") throw notFound("component on that message");
    return message;
  }

  /** Presses a component of a private answer. */
  pressPrivate(interaction: PersonInteraction, componentId: string, values?: readonly string[]): PersonInteraction {
    const { appId, serverId, channelId } = interaction.record;
    return this.#component(appId, { componentId, values }, { serverId, channelId });
  }

  #component(
    appId: string,
    {
      componentId,
      values,
      messageId,
    }: { readonly componentId: string; readonly values: readonly string[] | undefined; readonly messageId?: string },
    place: Place,
  ): PersonInteraction {
    const component = { id: componentId, ...(values === undefined ? {} : { values }) };
    return this.#open("component", appId, { component, ...(messageId === undefined ? {} : { messageId }) }, place);
  }

  /** Submits the form that an interaction opened, with texts by field. */
  submit(opened: PersonInteraction, values: Readonly<Record<string, string>> = {}): PersonInteraction {
    const { appId, serverId, channelId, shown, submitted } = opened.record;
    if (opened.form === undefined || shown === undefined) throw notFound("open form");
    if (submitted === true && this.#platform.settings.readings.formSubmissions === "once")
      throw invalidInput("This form was submitted before, and closed with that; opening it again gives another.");
    const form = shown as { readonly id: string }; // a form was checked when it was opened
    const fields = fieldsFor(form, values);
    const submission = this.#open("form", appId, { form: { id: form.id }, fields }, { serverId, channelId });
    const { interactions } = this.#platform.world;
    if (interactions.get(opened.id)) interactions.patch(opened.id, { submitted: true }); // unless just forgotten
    return submission;
  }

  #open(
    type: InteractionType,
    appId: string,
    data: { readonly [key: string]: Json },
    options: Partial<Place>,
  ): PersonInteraction {
    const { serverId, channelId } = this.#at(options);
    channelFor(this.#platform.world, this.#actor, serverId, channelId);
    const { id } = openInteraction(this.#platform, { appId, type, serverId, channelId, userId: this.id, data });
    return new PersonInteraction(this.#platform, id);
  }

  #at<O extends Partial<Place>>(options: O): O & Place {
    return { ...this.#home, ...options };
  }

  #in(channelId: string): Place {
    const channel = this.#platform.world.channels.get(channelId);
    if (channel === undefined) throw notFound("channel");
    return { serverId: channel.serverId, channelId };
  }

  #placeOf(messageId: string): Place & { readonly messageId: string } {
    const message = this.#platform.world.messages.get(messageId);
    if (message === undefined) throw notFound("message");
    return { serverId: message.serverId, channelId: message.channelId, messageId };
  }
}
