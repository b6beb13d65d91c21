import {
  assignAppRole,
  assignMemberRole,
  type Caller,
  createChannel,
  createMessage,
  createRole,
  deleteChannel,
  deleteRole,
  editChannel,
  editCommand,
  editRole,
  listMessages,
  openMailbox,
  readMailbox,
  removeAppRole,
  removeMemberRole,
  unknownField,
} from "svc-apps/rest";
import type {
  AccountId,
  AppId,
  ChannelId,
  ChannelMoved,
  CommandDefinition,
  CommandId,
  CommandOption,
  DeliveryId,
  ErrorCode,
  InteractionId,
  MailboxCursor,
  MailboxId,
  MemberList,
  MessageId,
  Revision,
  RoleId,
  ServerId,
  ServerSnapshot,
} from "svc-apps/types";

declare const caller: Caller;
declare const serverId: ServerId;
declare const channelId: ChannelId;
declare const messageId: MessageId;
declare const revision: Revision;
declare const snapshot: ServerSnapshot;
declare const members: MemberList;

// GEN-03, GEN-07: ids are text of one kind each; two kinds do not mix, and numbers are no ids.
void createMessage(caller, { serverId, channelId, content: "" });
// @ts-expect-error the server's id stands in the place of the channel's
void createMessage(caller, { serverId: channelId, channelId: serverId, content: "" });
// @ts-expect-error a bare string has not been checked
void createMessage(caller, { serverId: "1", channelId, content: "" });
// @ts-expect-error a number has lost digits
void createMessage(caller, { serverId: 1, channelId, content: "" });
export const text: string = serverId;

// GEN-05: UUIDs and snowflakes are not assignable to each other.
declare const interactionId: InteractionId;
// @ts-expect-error
export const delivery: DeliveryId = interactionId;
// @ts-expect-error
export const account: AccountId = interactionId;
declare const appId: AppId;
declare const accountId: AccountId;
declare const roleId: RoleId;
// @ts-expect-error
export const person: AccountId = appId;

// GEN-09: the vocabulary of codes is open: known ones complete, others are allowed.
export const known: ErrorCode = "STALE_REVISION";
export const unknown: ErrorCode = "SOMETHING_NEW";

// GEN-14: extra fields are readable as unknown.
const extra: unknown = unknownField(snapshot.server, "extra");
void extra;
// @ts-expect-error a field that is not described is no field of the type
void snapshot.server.extra;
// @ts-expect-error what is described has a type
void unknownField(snapshot.server, "name");
// @ts-expect-error what is unknown is not text until it was looked at
export const wrong: string = unknownField(snapshot.server, "extra");

// GEN-20, REST-02: absent is not null and not an empty list.
export const managed: readonly unknown[] | undefined = snapshot.managedChannels;
// @ts-expect-error it may be absent
export const always: readonly unknown[] = snapshot.managedChannels;

// REST-15: roles in the member list carry no permissions.
// @ts-expect-error
void members.roles[0]?.permissions;

// GEN-21: the mixes of queries that are no operation do not compile.
declare const mailboxId: MailboxId;
declare const since: MailboxCursor;
void openMailbox(caller, { intents: ["messages"] });
void readMailbox(caller, { mailboxId, since });
// @ts-expect-error a mailbox is read by its position, not by intents
void readMailbox(caller, { mailboxId, since, intents: ["messages"] });
// @ts-expect-error a mailbox is opened with intents
void openMailbox(caller, { mailboxId, since });
// @ts-expect-error a position is needed
void readMailbox(caller, { mailboxId });

// MSG-01: no limit and no cursor.
void listMessages(caller, { serverId, channelId, before: messageId });
// @ts-expect-error
void listMessages(caller, { serverId, channelId, limit: 10 });

// ADM-01: no administrative change without a revision.
void createChannel(caller, { serverId, name: "a", type: "text", revision });
// @ts-expect-error
void createChannel(caller, { serverId, name: "a", type: "text" });
// @ts-expect-error
void editChannel(caller, { serverId, channelId, name: "a" });
// @ts-expect-error
void deleteChannel(caller, { serverId, channelId });
// @ts-expect-error
void createRole(caller, { serverId, name: "a", permissions: [] });
// @ts-expect-error
void editRole(caller, { serverId, roleId, name: "a" });
// @ts-expect-error
void deleteRole(caller, { serverId, roleId });
// @ts-expect-error
void assignMemberRole(caller, { serverId, accountId, roleId });
// @ts-expect-error
void removeMemberRole(caller, { serverId, accountId, roleId });
// @ts-expect-error
void assignAppRole(caller, { serverId, appId, roleId });
// @ts-expect-error
void removeAppRole(caller, { serverId, appId, roleId });

// ADM-10, ADM-14: a move excludes other changes, and something must change.
void editChannel(caller, { serverId, channelId, revision, name: "a" });
declare const categoryId: NonNullable<Parameters<typeof editChannel>[1]["categoryId"]>;
export const moved: Promise<ChannelMoved> = editChannel(caller, { serverId, channelId, revision, categoryId });
// @ts-expect-error
void editChannel(caller, { serverId, channelId, revision, categoryId, name: "a" });
// @ts-expect-error
void editChannel(caller, { serverId, channelId, revision, categoryId, voiceLimit: 1 });
// @ts-expect-error
void editChannel(caller, { serverId, channelId, revision, categoryId, ageRestricted: true });
// @ts-expect-error
void editChannel(caller, { serverId, channelId, revision });

// CMD-01: only chat commands have options.
export const chat: CommandDefinition = { type: "chat", name: "a", description: "", options: [] };
// @ts-expect-error
export const onUser: CommandDefinition = { type: "user", name: "a", description: "", options: [] };
// CMD-18: bounds are numbers.
export const bounded: CommandOption = { type: "integer", name: "a", description: "", minValue: 1, maxValue: 2 };
// @ts-expect-error
export const lowest: CommandOption = { type: "integer", name: "a", description: "", minValue: "1" };
// @ts-expect-error
export const highest: CommandOption = { type: "integer", name: "a", description: "", maxValue: "2" };
// CMD-24: the id is only ever read.
declare const definition: CommandDefinition;
declare const commandId: CommandId;
void editCommand(caller, { commandId, command: definition });
// @ts-expect-error
export const withId: CommandDefinition = { type: "chat", name: "a", description: "", publicId: "1" };
