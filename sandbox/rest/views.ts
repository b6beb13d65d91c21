import { type Fields, given } from "../json.js";
import type { Tx } from "../machine/tx.js";
import { capabilityOf, reaches } from "../rules/permissions.js";
import type { Settings } from "../settings.js";
import { limits } from "../spec.js";
import type {
  Actor,
  ChannelRecord,
  CommandRecord,
  InteractionRecord,
  Json,
  MessageRecord,
  RoleRecord,
} from "../world/records.js";
import type { World } from "../world/world.js";

/*
 * Records as they cross the wire. Only documented fields, and ids where a record would be useless without one: an App
 * that works here depends on no guess. Undocumented fields can be added by a fault.
 */

export function messageView(message: MessageRecord, { assumptions }: Settings): Fields {
  const { id, channelId, content, clientRef, attachments, author } = message;
  const authorId = assumptions.messageAuthor === "authorId" ? author.id : undefined;
  return given({ publicId: id, channelId, content, clientRef, attachments, authorId });
}

export function channelView(channel: ChannelRecord): Fields {
  const { id, name, type, voiceLimit, ageRestricted, categoryId } = channel;
  return given({ publicId: id, name, type, voiceLimit, ageRestricted, categoryId });
}

export function roleView(role: RoleRecord): Fields {
  const { id, name, permissions, color, displaySeparately } = role;
  return given({ publicId: id, name, permissions, color, displaySeparately });
}

function roleSummaryView(role: RoleRecord): Fields {
  const { id, name, color, displaySeparately } = role;
  return given({ publicId: id, name, color, displaySeparately });
}

export function channelViews(world: World, actor: Actor, serverId: string): readonly Json[] {
  return world.channels
    .list(serverId)
    .filter((channel) => reaches(world, actor, channel))
    .map(channelView);
}

export function categoryViews(world: World, serverId: string): readonly Json[] {
  return world.categories.list(serverId).map(({ id, name }) => ({ publicId: id, name }));
}

export function roleViews(world: World, serverId: string): readonly Json[] {
  return world.roles.list(serverId).map(roleView);
}

export function installedAppViews(world: World, serverId: string): readonly Json[] {
  return world.installs.list(serverId).map(({ appId }) => ({ publicId: appId }));
}

/** The token of the server's administrative state. As text it is made so that nobody is led to count with it. */
export function revisionOf({ world, settings }: Tx, serverId: string): string | number {
  const count = world.servers.get(serverId)?.revision ?? 0;
  return settings.assumptions.revisionShape === "number" ? count : `r${count}`;
}

export function snapshotView(tx: Tx, actor: Actor, serverId: string): Fields {
  const { world } = tx;
  const server = world.servers.get(serverId);
  const { can, rank, isOwner } = capabilityOf(world, actor, serverId);
  const managed = world.channels.list(serverId).filter((channel) => channel.archivedAtMs === undefined);
  return given({
    server: { publicId: serverId, name: server?.name ?? "", notificationDefault: server?.notificationDefault ?? "" },
    channels: channelViews(world, actor, serverId),
    managedChannels: can.has("gerenciar_canais") ? managed.map(({ id, name }) => ({ publicId: id, name })) : undefined,
    categories: categoryViews(world, serverId),
    roles: roleViews(world, serverId),
    revision: revisionOf(tx, serverId),
    can: Object.fromEntries(world.permissions.list().map(({ id }) => [id, can.has(id)])),
    myRank: rank,
    isOwner,
  });
}

/** People first, then installed Apps, which a list at its ceiling has room for all the same. */
export function memberListView({ world }: Tx, serverId: string): Fields {
  const people = world.members.list(serverId).map(({ personId }) => ({
    publicId: personId,
    name: world.people.get(personId)?.name ?? "",
  }));
  const apps = world.installs.list(serverId).map(({ appId }) => ({
    publicId: appId,
    name: world.apps.get(appId)?.name ?? "",
    isApp: true,
  }));
  const room = Math.max(0, limits.memberList - apps.length);
  const members: Json[] = [...people.slice(0, room), ...apps.slice(0, limits.memberList)];
  return {
    members,
    roles: world.roles.list(serverId).map(roleSummaryView),
    truncated: people.length + apps.length > limits.memberList,
  };
}

/** Reactions by message; a message without any is missing from the map. */
export function reactionViews(world: World, messages: readonly MessageRecord[]): Fields {
  const entries = messages.flatMap((message) => {
    const list = world.reactions.list(message.id).map(({ emoji, by }) => ({ emoji, count: by.length }));
    return list.length === 0 ? [] : [[message.id, list] as const];
  });
  return Object.fromEntries(entries);
}

/** The interaction as it is sent at `nowMs`: the time left is a duration, counted here. */
export function interactionView(interaction: InteractionRecord, nowMs: number): { readonly [key: string]: Json } {
  const { id, type, serverId, channelId, userId, data, openedAtMs, windowMs } = interaction;
  const expiresInMs = Math.max(0, Math.ceil(openedAtMs + windowMs - nowMs));
  return { id, type, serverId, channelId, userId, data, expiresInMs };
}

/** A command as its App reads it. A requirement the service does not know reads as such, and no one may trigger it. */
export function commandView(world: World, command: CommandRecord): Fields {
  return {
    publicId: command.id,
    description: "",
    ...command.definition,
    requiredPermission: requirementOf(world, command),
  };
}

/** What a person needs to trigger a command: a permission, nothing (null), or what nobody can have. */
export function requirementOf(world: World, command: CommandRecord): string | null {
  const required = command.definition["requiredPermission"];
  if (typeof required !== "string") return null;
  return world.permissions.get(required) === undefined ? unknownPermission : required;
}

/** What a command's requirement reads as when the service does not know it. */
export const unknownPermission = "desconhecida";
