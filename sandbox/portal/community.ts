import type { Platform } from "../platform.js";
import { forbidden, notFound } from "../refusal.js";
import { capabilityOf, reaches } from "../rules/permissions.js";
import type { Json } from "../world/records.js";

/*
 * Acts of people that no App can do: making servers, joining, restricting channels, being sanctioned.
 */

export function createPerson({ world }: Platform, name: string): string {
  return world.people.put({ id: world.snowflake(), name }).id;
}

function requirePerson({ world }: Platform, personId: string): void {
  if (world.people.get(personId) === undefined) throw notFound("person");
}

function requireServer({ world }: Platform, serverId: string): void {
  if (world.servers.get(serverId) === undefined) throw notFound("server");
}

export function ownerOf({ world }: Platform, serverId: string): string {
  const server = world.servers.get(serverId);
  if (server === undefined) throw notFound("server");
  return server.ownerId;
}

export function requirePermissionOf(platform: Platform, personId: string, serverId: string, name: string): void {
  requireServer(platform, serverId);
  const { can } = capabilityOf(platform.world, { kind: "person", id: personId }, serverId);
  if (!can.has(name)) throw forbidden(`This needs ${name}.`);
}

export function createServer(
  platform: Platform,
  name: string,
  ownerId: string,
): { readonly serverId: string; readonly channelId: string } {
  const { world } = platform;
  requirePerson(platform, ownerId);
  const serverId = world.snowflake();
  world.servers.put({ id: serverId, name, ownerId, notificationDefault: "all", revision: 1 });
  join(platform, serverId, ownerId);
  const channelId = createChannel(platform, { serverId, name: "general" });
  return { serverId, channelId };
}

export function join(platform: Platform, serverId: string, personId: string): void {
  requirePerson(platform, personId);
  requireServer(platform, serverId);
  const id = `${serverId}/${personId}`;
  if (platform.world.members.get(id) === undefined) platform.world.members.put({ id, serverId, personId, roleIds: [] });
}

/** Administrative acts of people change the revision as those of Apps do. */
function touch({ world }: Platform, serverId: string): void {
  world.servers.patch(serverId, { revision: (world.servers.get(serverId)?.revision ?? 0) + 1 });
}

export function createCategory(platform: Platform, serverId: string, name: string): string {
  requireServer(platform, serverId);
  const { id } = platform.world.categories.put({ id: platform.world.snowflake(), serverId, name });
  touch(platform, serverId);
  return id;
}

export function createChannel(
  platform: Platform,
  input: {
    readonly serverId: string;
    readonly name: string;
    readonly type?: string;
    readonly onlyRoleIds?: readonly string[];
  },
): string {
  const { serverId, name, type = "text", onlyRoleIds } = input;
  requireServer(platform, serverId);
  const restricted = onlyRoleIds === undefined ? {} : { onlyRoleIds };
  const { id } = platform.world.channels.put({ id: platform.world.snowflake(), serverId, name, type, ...restricted });
  touch(platform, serverId);
  return id;
}

export function restrictChannel(
  platform: Platform,
  channelId: string,
  onlyRoleIds: readonly string[] | undefined,
): void {
  const channel = platform.world.channels.get(channelId);
  if (channel === undefined) throw notFound("channel");
  const { onlyRoleIds: _before, ...open } = channel;
  platform.world.channels.put(onlyRoleIds === undefined ? open : { ...open, onlyRoleIds });
  touch(platform, channel.serverId);
}

/** Chooses the connections of Apps that a channel is out of reach for. */
export function affectedBy({ world }: Platform, channelId: string): (taken: { readonly appId: string }) => boolean {
  const channel = world.channels.get(channelId);
  return ({ appId }) =>
    channel !== undefined &&
    world.installs.get(`${channel.serverId}/${appId}`) !== undefined &&
    !reaches(world, { kind: "app", id: appId }, channel);
}

export function createRole(
  platform: Platform,
  {
    serverId,
    name,
    rank = 1,
    permissions,
  }: { readonly serverId: string; readonly name: string; readonly rank?: number; readonly permissions: Json },
): string {
  requireServer(platform, serverId);
  const { id } = platform.world.roles.put({ id: platform.world.snowflake(), serverId, name, rank, permissions });
  touch(platform, serverId);
  return id;
}

export function setRole(
  platform: Platform,
  input: { readonly serverId: string; readonly roleId: string; readonly personId?: string; readonly appId?: string },
  give: boolean,
): void {
  const { serverId, roleId, personId, appId } = input;
  const { world } = platform;
  if (world.roles.get(roleId)?.serverId !== serverId) throw notFound("role");
  const table = appId === undefined ? world.members : world.installs;
  const holder = table.get(`${serverId}/${appId ?? personId ?? ""}`);
  if (holder === undefined) throw notFound("holder");
  const without = holder.roleIds.filter((id) => id !== roleId);
  table.patch(holder.id, { roleIds: give ? [...without, roleId] : without });
  touch(platform, serverId);
}

export function addAttachment(platform: Platform, serverId: string, name: string): string {
  requireServer(platform, serverId);
  return platform.world.attachments.put({ id: platform.world.secret("attachment"), serverId, name }).id;
}

/** Sanctions an account: its Apps are switched off, and their connections told so. */
export function sanction(platform: Platform, personId: string, termMs: number | undefined): void {
  requirePerson(platform, personId);
  const { world, hub, clock } = platform;
  world.people.patch(personId, { sanction: termMs === undefined ? {} : { untilMs: clock.now() + termMs } });
  const owned = new Set(
    world.apps
      .list()
      .filter((app) => app.ownerId === personId)
      .map((app) => app.id),
  );
  hub.drop((taken) => owned.has(taken.appId), "OWNER_SANCTIONED");
}

export function release(platform: Platform, personId: string): void {
  requirePerson(platform, personId);
  const person = platform.world.people.get(personId);
  if (person === undefined) return;
  const { sanction: _sanction, ...free } = person;
  platform.world.people.put(free);
}
