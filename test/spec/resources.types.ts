import {
  assignAppRole,
  assignMemberRole,
  type Caller,
  confirmInteraction,
  createMessage,
  createRole,
  deleteMessage,
  editChannel,
  editRole,
  removeAppRole,
  toggleReaction,
} from "svc-apps/rest";
import type {
  AccountId,
  AppId,
  Argument,
  AutocompleteCommand,
  AutocompleteData,
  CategoryId,
  Channel,
  ChannelId,
  ChannelType,
  Command,
  CommandDefinition,
  CommandId,
  CommandReference,
  ControlEvent,
  ErrorCode,
  GatewayEvent,
  IntentFamily,
  Interaction,
  InteractionCreateEvent,
  InteractionId,
  InteractionOutcome,
  KnownErrorCode,
  KnownFieldType,
  ManagedChannel,
  Member,
  MessageCreateEvent,
  MessageId,
  MessagePage,
  ModalField,
  OptionType,
  Revision,
  RoleId,
  ServerId,
  ServerSnapshot,
} from "svc-apps/types";

declare const caller: Caller;
declare const serverId: ServerId;
declare const channelId: ChannelId;
declare const messageId: MessageId;
declare const accountId: AccountId;
declare const appId: AppId;
declare const roleId: RoleId;
declare const categoryId: CategoryId;
declare const revision: Revision;
declare const snapshot: ServerSnapshot;

// REST-01: every key is there, and the list of managed channels is the only optional one.
type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
export const optional: OptionalKeys<ServerSnapshot> = "managedChannels";
// REST-03: a managed channel says that a channel is there; it is no reachable channel.
declare const managed: ManagedChannel;
// @ts-expect-error
export const reachable: Channel = managed;
// REST-05: a revision is opaque: it can be neither counted up nor made of text.
// @ts-expect-error
export const next: Revision = "18";
// @ts-expect-error
export const counted = snapshot.revision + 1;
// REST-09: ownership is a boolean, for Apps too.
export const owner: boolean = snapshot.isOwner;
// REST-14: a missing mark says nothing about an App.
declare const member: Member;
// @ts-expect-error
export const isApp: boolean = member.isApp;

// MSG-06: a message without reactions may be missing from the map.
declare const page: MessagePage;
// @ts-expect-error
void page.reactions[messageId].length;
export const listed = Array.isArray(page.reactions[messageId]);
// MSG-08: content is required with attachments too.
// @ts-expect-error
void createMessage(caller, { serverId, channelId, attachments: [] });
// MSG-17: deleting answers with a body that says ok.
export const ok: Promise<{ readonly ok: true }> = deleteMessage(caller, { serverId, channelId, messageId });
// MSG-22: the toggle answers with count and reacted; an emoji is nothing it is known to carry.
const toggled = toggleReaction(caller, { serverId, channelId, messageId, emoji: "👍" });
export const counts: Promise<{ readonly count: number; readonly reacted: boolean }> = toggled;
// @ts-expect-error
export const emoji: Promise<string> = toggled.then(({ emoji: echoed }) => echoed);

// ADM-09: the kind of a channel is open.
export const kinds: readonly ChannelType[] = ["text", "stage"];
// ADM-12: categories come exactly when the channel was moved.
void editChannel(caller, { serverId, channelId, revision, categoryId }).then(({ categories }) => categories.length);
// @ts-expect-error
void editChannel(caller, { serverId, channelId, revision, name: "a" }).then(({ categories }) => categories.length);
// ADM-13: null is not a category.
// @ts-expect-error
void editChannel(caller, { serverId, channelId, revision, categoryId: null });
// ADM-18, ADM-19: a role needs name, permissions of any shape, and revision.
void createRole(caller, { serverId, name: "m", permissions: { any: ["shape"] }, revision });
// @ts-expect-error
void createRole(caller, { serverId, name: "m", revision });
// ADM-20: a colour is text or a number.
void createRole(caller, { serverId, name: "m", permissions: [], color: 5, revision });
void createRole(caller, { serverId, name: "m", permissions: [], color: "#fff", revision });
// ADM-21: an edit needs the revision alone.
void editRole(caller, { serverId, roleId, revision });
// @ts-expect-error
void editRole(caller, { serverId, roleId, name: "m" });
// ADM-22: a role is given to an account, and the answer has roles.
void assignMemberRole(caller, { serverId, accountId, roleId, revision }).then(({ roles }) => roles.length);
// @ts-expect-error
void assignMemberRole(caller, { serverId, accountId: appId, roleId, revision });
// ADM-23: given to an App or taken from it, the answer has apps, and reading roles from it fails.
void assignAppRole(caller, { serverId, appId, roleId, revision }).then(({ apps }) => apps.length);
void removeAppRole(caller, { serverId, appId, roleId, revision }).then(({ apps }) => apps.length);
// @ts-expect-error
void removeAppRole(caller, { serverId, appId, roleId, revision }).then(({ roles }) => roles.length);
// @ts-expect-error
void assignAppRole(caller, { serverId, appId, roleId, revision }).then(({ roles }) => roles.length);

// CMD-12, CMD-13: what a command needs is read as none, a name, or a requirement nobody knows.
declare const command: Command;
export const none = command.requiredPermission === null;
export const nobody = command.requiredPermission === "desconhecida";
// CMD-15: it may be written, and left out.
export const written: CommandDefinition = { type: "user", name: "a", description: "", requiredPermission: null };
// CMD-19, CMD-25: a description is asked for whatever the type.
// @ts-expect-error
export const bare: CommandDefinition = { type: "message", name: "a" };

// INT-09: content belongs to a reply alone, choices to suggestions alone.
declare const interactionId: InteractionId;
void confirmInteraction(caller, { interactionId, type: "reply", content: "x" });
void confirmInteraction(caller, { interactionId, type: "suggest", choices: [] });
// @ts-expect-error
void confirmInteraction(caller, { interactionId, type: "reply", choices: [] });
// INT-15: a decline has no text.
// @ts-expect-error
void confirmInteraction(caller, { interactionId, type: "decline", content: "x" });
// INT-01: six kinds, and a switch over them is exhaustive.
export function kindOf(interaction: Interaction): string {
  switch (interaction.type) {
    case "command":
    case "command_on_user":
    case "command_on_message":
    case "autocomplete":
    case "component":
    case "form":
      return interaction.type;
  }
}
// INT-19: nothing can rest on what is not documented of an outcome.
declare const outcome: InteractionOutcome;
// @ts-expect-error
export const followUps: number = outcome.interaction.followups;
// @ts-expect-error
export const expires: string = outcome.interaction.expiresAt;
// INT-17: a message id is absent or there, never null.
export const written_: MessageId | undefined = outcome.messageId;
// INT-14: a field of a form is of an open kind, and has an id and a label.
export const field: ModalField = { type: "stars", id: "a", label: "A", required: true, maxLength: 5 };
export const fieldKinds: KnownFieldType extends "text" | "paragraph" ? true : false = true;
// @ts-expect-error
export const unnamed: ModalField = { type: "text", label: "A" };
// @ts-expect-error
export const unlabelled: ModalField = { type: "text", id: "a" };
// G-37: the type of its limit is not stated.
export const limited: ModalField = { type: "text", id: "a", label: "A", maxLength: "5" };
/** Whether nothing is said about a type. */
type IsUnknown<Type> = unknown extends Type ? true : false;
// INT-29: what autocomplete carries is known to the last field, but for the path of its command.
declare const typed: AutocompleteData;
export const focused: string = typed.focused;
export const focusedType: OptionType = typed.focusedType;
export const focusedLimit: number | null | undefined = typed.focusedLimits.maxLength;
export const typedArguments: readonly { readonly name: string; readonly type: OptionType }[] = typed.arguments;
export const suggestedTo: readonly [CommandId, string] = [typed.command.publicId, typed.command.name];
export const noPath: IsUnknown<AutocompleteCommand["path"]> = true;
export const noValue: IsUnknown<Argument["value"]> = true;
// INT-33: of the command that was triggered the name alone is promised.
export const triggered: CommandReference = { name: "roll" };
// @ts-expect-error
export const nameless: CommandReference = {};
export const noId: "publicId" extends keyof CommandReference ? true : false = false;
// INT-36: whoever acted is an account.
declare const interaction: Interaction;
export const actor: AccountId = interaction.userId;

// EVT-02: families are open.
export const families: readonly IntentFamily[] = ["messages", "members", "interactions", "voice"];
// EVT-18: control events are not among the events of servers.
declare const control: ControlEvent;
// @ts-expect-error
export const ordinary: GatewayEvent = control;
// EVT-20, EVT-22, EVT-24: events narrow by their name on the wire.
export function look(event: GatewayEvent): string {
  if (event.type === "message_create") return (event satisfies MessageCreateEvent).message.content;
  if (event.type === "interaction_create") return (event satisfies InteractionCreateEvent).interaction.id;
  return event.type === "reaction_update" ? event.emoji : "";
}
// ERR-10: a code that is not known is a code all the same.
export const code: ErrorCode = "NEW" satisfies ErrorCode;
// @ts-expect-error
export const known: KnownErrorCode = "NEW";
