/** What the compiler must know about messages, servers, administration and commands. Nothing here runs. */
import type * as everything from "svc-apps";
import {
  assignAppRole,
  assignMemberRole,
  type AttachmentRef,
  type Channel,
  type ChannelMoved,
  type ChannelsChanged,
  type Client,
  type Command,
  type CommandDefinition,
  createCommand,
  createMessage,
  createRole,
  type deleteMessage,
  editChannel,
  editMessage,
  editRole,
  getServer,
  listMembers,
  listMessages,
  type Message,
  openStream,
  type ReactionSummary,
  readPermission,
  toggleReaction,
} from "svc-apps";

declare const client: Client;
declare const serverId: everything.ServerId;
declare const channelId: everything.ChannelId;
declare const messageId: everything.MessageId;
declare const accountId: everything.AccountId;
declare const appId: everything.AppId;
declare const roleId: everything.RoleId;
declare const categoryId: everything.CategoryId;
declare const revision: everything.Revision;

/** Fails to compile unless both types are the same. */
type Has<Type, Name extends string> = Name extends keyof Type ? true : false;
const same = <A, B>(..._proof: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? [] : [never]) =>
  undefined;

export async function servers(): Promise<void> {
  const snapshot = await getServer(client, { serverId });
  // REST-01: every documented key is there; the managed channels alone may be absent.
  const { server, channels, categories, roles, can, myRank, isOwner } = snapshot;
  void [server, channels, categories, roles, can];
  same<undefined extends (typeof snapshot)["managedChannels"] ? true : false, true>();
  // REST-03: a managed channel is not a channel that can be reached.
  const [managed] = snapshot.managedChannels ?? [];
  // @ts-expect-error it says only that a channel exists
  const reachable: Channel | undefined = managed;
  void reachable;
  // REST-08: the rank is of the snapshot it came with, and of a type nobody stated.
  same<typeof myRank, unknown>();
  // REST-09: for Apps too it is yes or no.
  same<typeof isOwner, boolean>();
  // REST-10: an open text.
  same<typeof server.notificationDefault, string | undefined>();
  // REST-11: beyond what is documented, records are open.
  same<Has<(typeof channels)[number], "anything">, false>();
  // REST-06, REST-07: what the actor can do is not known in its shape.
  same<typeof can, unknown>();
  // REST-12: the list comes whole; there is nothing to page with.
  const list = await listMembers(client, { serverId });
  // @ts-expect-error
  void listMembers(client, { serverId, before: accountId });
  // REST-14: being an App may be left unsaid.
  same<(typeof list.members)[number]["isApp"], boolean | null | undefined>();
  // REST-16: there is no list of servers.
  same<Extract<keyof typeof everything, "listServers">, never>();
}

export async function messages(): Promise<void> {
  const page = await listMessages(client, { serverId, channelId });
  // MSG-06: a message may have no entry.
  const reactions = page.reactions[messageId];
  same<undefined extends typeof reactions ? true : false, true>();
  // MSG-07: emoji and count for certain, the rest open.
  const [reaction] = Array.isArray(reactions) ? (reactions as readonly ReactionSummary[]) : [];
  same<NonNullable<typeof reaction>["emoji"], string>();
  same<NonNullable<typeof reaction>["count"], number>();
  same<Has<NonNullable<typeof reaction>, "by">, false>();
  // MSG-08: content is needed, with attachments too.
  // @ts-expect-error
  void createMessage(client, { serverId, channelId, attachments: [{}] });
  // MSG-14: a reference to what exists, of unknown shape; there is no place for a file.
  same<AttachmentRef, unknown>();
  // MSG-16: an edit has the new text, and nothing else.
  void editMessage(client, { serverId, channelId, messageId, content: "x" });
  // MSG-17: a deletion answers that it is so.
  same<Awaited<ReturnType<typeof deleteMessage>>["ok"], true>();
  // MSG-22: the answer to a toggle has no emoji.
  const toggled = await toggleReaction(client, { serverId, channelId, messageId, emoji: "👍" });
  same<typeof toggled.count, number>();
  same<typeof toggled.reacted, boolean>();
  same<Has<typeof toggled, "emoji">, false>();
  // MSG-26: a message that is read need not carry its reference.
  same<Message["clientRef"], string | null | undefined>();
}

export async function administration(): Promise<void> {
  // ADM-09: one type is documented, others are taken.
  same<Channel["type"], "text" | (string & {})>();
  // ADM-12: categories come exactly when the channel was moved.
  const moved = await editChannel(client, { serverId, channelId, revision, categoryId });
  same<typeof moved, ChannelMoved>();
  same<(typeof moved)["categories"] extends readonly unknown[] ? true : false, true>();
  const edited = await editChannel(client, { serverId, channelId, revision, name: "x" });
  same<typeof edited, ChannelsChanged>();
  same<Has<typeof edited, "categories">, false>();
  // ADM-13: taking a channel out of its category cannot be said.
  // @ts-expect-error
  void editChannel(client, { serverId, channelId, revision, categoryId: null });
  // ADM-18: name, permissions and revision; colour and separate display may be left out.
  void createRole(client, { serverId, revision, name: "x", permissions: [] });
  void createRole(client, { serverId, revision, name: "x", permissions: "7", color: 3, displaySeparately: true });
  // @ts-expect-error
  void createRole(client, { serverId, revision, name: "x" });
  // ADM-19: a permission set is whatever the service says it is; known names are only offered.
  same<everything.Permissions, unknown>();
  same<everything.KnownPermissionName, "gerenciar_apps" | "gerenciar_canais" | "gerenciar_mensagens">();
  // ADM-20: a colour is whatever came.
  same<everything.RoleColor, unknown>();
  // ADM-21: the revision alone is needed.
  void editRole(client, { serverId, roleId, revision });
  // ADM-22: a member is named by the account.
  const changed = await assignMemberRole(client, { serverId, accountId, roleId, revision });
  same<(typeof changed)["roles"] extends readonly everything.Role[] ? true : false, true>();
  // @ts-expect-error
  void assignMemberRole(client, { serverId, accountId: appId, roleId, revision });
  // ADM-23: giving a role to an App answers with Apps.
  const apps = await assignAppRole(client, { serverId, appId, roleId, revision });
  same<(typeof apps)["apps"] extends readonly unknown[] ? true : false, true>();
  // @ts-expect-error what is not described is unknown, not roles
  const roles: readonly everything.Role[] = apps["roles"];
  void roles;
}

export async function commands(): Promise<void> {
  const command: CommandDefinition = { type: "chat", name: "a", description: "b" };
  // CMD-03: the definition has a key of its own.
  // @ts-expect-error
  void createCommand(client, command);
  // CMD-04: global means that no server is named; null is not sent.
  // @ts-expect-error
  void createCommand(client, { command, serverId: null });
  const created = await createCommand(client, { command });
  const saved = "command" in created ? created.command : created; // not documented: bare or wrapped
  same<typeof saved.publicId, everything.CommandId>();
  // CMD-12: what is read has three readings, and the type keeps them apart.
  const reading = readPermission({} as Command);
  same<(typeof reading)["kind"], "none" | "permission" | "unknown" | "not-stated">();
  if (reading.kind === "permission") same<typeof reading.name, string>();
  // CMD-15: it may be written, or left out.
  const restricted: CommandDefinition = { ...command, requiredPermission: "gerenciar_canais" };
  const open: CommandDefinition = { ...command, requiredPermission: null };
  void [restricted, open];
  // VER-08, CMD-25: nothing requires a version; a description is needed for every type.
  same<Has<Command, "version">, false>();
  // @ts-expect-error
  const silent: CommandDefinition = { type: "user", name: "a" };
  void silent;
}

// VER-02: no operation takes a version as a parameter.
// @ts-expect-error
void getServer(client, { serverId, apiVersion: "1" });
// @ts-expect-error
void openStream(client, { intents: ["messages"], version: "1" });

// AUTH-20, AUTH-24, ADM-26: no function for what is not an App's to do.
type NotOurs = "issueCredential" | "refreshToken" | "createCategory" | "uploadAttachment" | "activateEndpoint";
same<Extract<keyof typeof everything, NotOurs>, never>();

// ERR-03: refusal codes and close codes are two vocabularies.
declare const closeCode: everything.CloseCode;
// @ts-expect-error
const known: everything.KnownErrorCode = closeCode;
void known;
