import { given } from "../json.js";
import type { Place, Tx } from "../machine/tx.js";
import { invalidInput, notFound } from "../refusal.js";
import {
  createMessage,
  deleteMessage,
  editMessage,
  messageFor,
  type MessagePlace,
  pageOf,
  toggleReaction,
  type ReactionToggle,
} from "../rules/messages.js";
import { current, openInteraction, noticesOf } from "../rules/interactions.js";
import { channelFor } from "../rules/permissions.js";
import type { Actor, InteractionRecord, InteractionType, Json, MessageRecord } from "../world/records.js";
import {
  fieldsFor,
  argumentsFor,
  commandData,
  requireCommand,
  requireSuggesting,
  type ArgumentValue,
  type CommandName,
  type TriggerOptions,
} from "./trigger.js";

/** An interaction by its id, or anything that carries it. */
type InteractionName = string | { readonly id: string };

/** The acts of a `Person` as rules. What opens an interaction gives its id. */
export class PersonRules {
  readonly #id: string;
  readonly #tx: Tx;
  readonly #home: Place;
  readonly #actor: Actor;

  /** `home` is where the person acts when no other place is given. */
  constructor(tx: Tx, id: string, home: Place) {
    tx.world.people.require(id, "person");
    this.#id = id;
    this.#tx = tx;
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
    const { serverId } = this.#in(channelId);
    return createMessage(this.#tx, this.#actor, { serverId, channelId, content: text, clientRef, attachments });
  }

  /** Changes an own message. */
  edit(messageId: string, text: string): MessageRecord {
    return editMessage(this.#tx, this.#actor, this.#placeOf(messageId), text);
  }

  /** Deletes an own message, or another's with the permission for it. */
  delete(messageId: string): void {
    deleteMessage(this.#tx, this.#actor, this.#placeOf(messageId));
  }

  /** Gives a reaction, or takes it back. */
  react(messageId: string, emoji: string): ReactionToggle {
    return toggleReaction(this.#tx, this.#actor, this.#placeOf(messageId), emoji);
  }

  /** The newest page of a channel, or the page before a message; oldest message first. */
  read(channelId: string, { before }: { readonly before?: string } = {}): readonly MessageRecord[] {
    return pageOf(this.#tx, this.#actor, this.#in(channelId), before);
  }

  /** Reloads the client: private answers, forms and suggestions are gone for good. */
  reload(): void {
    this.#tx.world.sights.delete(this.#id);
  }

  /** Triggers a chat command with its arguments by name. */
  run(command: CommandName, args: Readonly<Record<string, ArgumentValue>> = {}, options: TriggerOptions = {}): string {
    const found = requireCommand(this.#tx, this.#actor, "chat", command, this.#at(options));
    const data = commandData(this.#tx, found, argumentsFor(found, args));
    return this.#open("command", found.appId, data, options);
  }

  /** Triggers a command of the menu of a person. */
  runOnUser(command: CommandName, userId: string, options: TriggerOptions = {}): string {
    const found = requireCommand(this.#tx, this.#actor, "user", command, this.#at(options));
    const data = { ...commandData(this.#tx, found), target: { userId } };
    return this.#open("command_on_user", found.appId, data, options);
  }

  /** Triggers a command of the menu of a message. */
  runOnMessage(command: CommandName, messageId: string, options: TriggerOptions = {}): string {
    const { serverId, channelId } = this.#placeOf(messageId);
    const place = { ...options, serverId, channelId };
    const found = requireCommand(this.#tx, this.#actor, "message", command, place);
    const data = { ...commandData(this.#tx, found), target: { messageId } };
    return this.#open("command_on_message", found.appId, data, place);
  }

  /** Types `text` in an option that suggests, with the other arguments as far as they are filled in. */
  type(
    command: CommandName,
    option: string,
    text: string | number,
    options: TriggerOptions & { readonly args?: Readonly<Record<string, ArgumentValue>> } = {},
  ): string {
    const found = requireCommand(this.#tx, this.#actor, "chat", command, this.#at(options));
    const typed = argumentsFor(found, { ...options.args, [option]: text }, { partial: true });
    requireSuggesting(found, option);
    const focused = typed.find((argument) => argument.name === option);
    const data = {
      command: { publicId: found.id, name: found.name, path: [] },
      arguments: typed,
      focused: option,
      focusedType: focused?.type ?? "string",
      focusedLimits: { maxLength: this.#tx.settings.parameters.focusedMaxLength },
    };
    return this.#open("autocomplete", found.appId, data, options);
  }

  /** Presses a component of a message, or selects `values` in it. It may be one that is not there any more. */
  press(messageId: string, componentId: string, values?: readonly string[]): string {
    const { author } = this.pressable(messageId);
    const component = { id: componentId, ...given({ values }) };
    return this.#open("component", author.id, { component, messageId }, this.#placeOf(messageId));
  }

  /** @internal A message whose components this person could press: one of an App, in sight. */
  pressable(messageId: string): MessageRecord {
    const message = messageFor(this.#tx, this.#actor, this.#placeOf(messageId));
    if (message.author.kind !== "app") throw notFound("component on that message");
    return message;
  }

  /** Presses a component of a private answer. */
  pressPrivate(interaction: InteractionName, componentId: string, values?: readonly string[]): string {
    const { appId, serverId, channelId } = this.#interaction(interaction);
    const component = { id: componentId, ...given({ values }) };
    return this.#open("component", appId, { component }, { serverId, channelId });
  }

  /** Submits the form that an interaction opened, with texts by field. */
  submit(opened: InteractionName, values: Readonly<Record<string, string>> = {}): string {
    const { id: openedId, appId, serverId, channelId, shown, submitted } = this.#interaction(opened);
    const inSight = noticesOf(this.#tx.world, this.#id).some(
      ({ kind, interactionId }) => kind === "form" && interactionId === openedId,
    );
    if (!inSight || shown === undefined) throw notFound("open form");
    if (submitted === true && this.#tx.settings.assumptions.formSubmissions === "once")
      throw invalidInput("This form was submitted already, which closed it; open it again for a new one.");
    const form = shown as { readonly id: string }; // a form was checked when it was opened
    const fields = fieldsFor(form, values);
    const submission = this.#open("form", appId, { form: { id: form.id }, fields }, { serverId, channelId });
    const { interactions } = this.#tx.world;
    if (interactions.get(openedId)) interactions.patch(openedId, { submitted: true }); // unless just forgotten
    return submission;
  }

  #open(type: InteractionType, appId: string, data: { readonly [key: string]: Json }, options: Partial<Place>): string {
    const { serverId, channelId } = this.#at(options);
    channelFor(this.#tx.world, this.#actor, serverId, channelId);
    const { id } = openInteraction(this.#tx, { appId, type, serverId, channelId, userId: this.#id, data });
    return id;
  }

  #interaction(name: InteractionName): InteractionRecord {
    const id = typeof name === "string" ? name : name.id;
    const interaction = current(this.#tx, id);
    if (interaction === undefined)
      throw new Error(`there is no interaction ${id}, or it is so old that the sandbox forgot it`);
    return interaction;
  }

  #at<O extends Partial<Place>>(options: O): O & Place {
    return { ...this.#home, ...options };
  }

  #in(channelId: string): Place {
    return { serverId: this.#tx.world.channels.require(channelId, "channel").serverId, channelId };
  }

  #placeOf(messageId: string): MessagePlace {
    const { serverId, channelId } = this.#tx.world.messages.require(messageId, "message");
    return { serverId, channelId, messageId };
  }
}
