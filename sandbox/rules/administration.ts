import { given } from "../json.js";
import type { Tx } from "../machine/tx.js";
import { forbidden, invalidInput, notFound, SandboxRefusal } from "../refusal.js";
import { revisionOf } from "../rest/views.js";
import type { Actor, ChannelRecord, Json, RoleRecord } from "../world/records.js";
import type { World } from "../world/world.js";
import { tellingLosses } from "./authorization.js";
import { capabilityOf, requirePermission, serverFor } from "./permissions.js";

/** Who administers which server, having last read which revision. */
export interface Administration {
  readonly actor: Actor;
  readonly serverId: string;
  readonly revision: unknown;
}

/** Checks membership, permission and revision, in that order: nobody learns a revision without the right to use it. */
function begin(tx: Tx, { actor, serverId, revision }: Administration, permission: string): void {
  serverFor(tx.world, actor, serverId);
  requirePermission(tx.world, actor, serverId, permission);
  const current = revisionOf(tx, serverId);
  if (revision === undefined) throw invalidInput("revision is required.");
  if (String(revision) !== String(current)) {
    throw new SandboxRefusal(409, "STALE_REVISION", "The server changed since that revision.", {
      currentRevision: current,
    });
  }
}

/** Every administrative change, of people and of Apps, gives the server another revision. */
export function raiseRevision(world: World, serverId: string): void {
  world.servers.patch(serverId, { revision: (world.servers.get(serverId)?.revision ?? 0) + 1 });
}

export interface ChannelFields {
  readonly name?: string | undefined;
  readonly voiceLimit?: number | undefined;
  readonly ageRestricted?: boolean | undefined;
  readonly categoryId?: string | null | undefined;
}

export function createChannel(
  tx: Tx,
  admin: Administration,
  fields: { readonly name: string; readonly type: string; readonly voiceLimit?: number | undefined },
): ChannelRecord {
  const { world } = tx;
  begin(tx, admin, "gerenciar_canais");
  const channel = world.channels.put({
    id: world.snowflake(),
    serverId: admin.serverId,
    name: fields.name,
    type: fields.type,
    ...given({ voiceLimit: fields.voiceLimit }),
  });
  raiseRevision(world, admin.serverId);
  return channel;
}

/** Edits a channel, or moves it into a category: the description of the request does not allow both at once. */
export function editChannel(tx: Tx, admin: Administration, channelId: string, fields: ChannelFields): void {
  const { world } = tx;
  const { categoryId } = fields;
  begin(tx, admin, "gerenciar_canais");
  requireChannel(world, admin.serverId, channelId);
  const known = typeof categoryId === "string" && world.categories.get(categoryId)?.serverId === admin.serverId;
  if (typeof categoryId === "string" && !known) throw notFound("category");
  world.channels.patch(channelId, given(fields));
  raiseRevision(world, admin.serverId);
}

/** Archives: the channel stays for moderation and disappears from everything an App can read. */
export function deleteChannel(tx: Tx, admin: Administration, channelId: string): void {
  begin(tx, admin, "gerenciar_canais");
  requireChannel(tx.world, admin.serverId, channelId);
  tx.world.channels.patch(channelId, { archivedAtMs: tx.nowMs });
  raiseRevision(tx.world, admin.serverId);
}

/** A channel to administer need not be reachable: whoever administers channels knows all that exist. */
function requireChannel(world: World, serverId: string, channelId: string): void {
  if (standingChannel(world, channelId).serverId !== serverId) throw notFound("channel");
}

/** A channel that is there: not archived. */
export function standingChannel(world: World, channelId: string): ChannelRecord {
  const channel = world.channels.get(channelId);
  if (channel === undefined || channel.archivedAtMs !== undefined) throw notFound("channel");
  return channel;
}

export interface RoleFields {
  readonly name?: string | undefined;
  readonly permissions?: Json | undefined;
  readonly color?: Json | undefined;
  readonly displaySeparately?: boolean | undefined;
}

/** A new role stands lowest: it outranks nobody. */
export function createRole(
  tx: Tx,
  admin: Administration,
  { name, permissions, ...look }: RoleFields & { readonly name: string; readonly permissions: Json },
): RoleRecord {
  const { world } = tx;
  begin(tx, admin, "gerenciar_cargos");
  const role = world.roles.put({
    id: world.snowflake(),
    serverId: admin.serverId,
    name,
    rank: 1,
    permissions,
    ...given(look),
  });
  raiseRevision(world, admin.serverId);
  return role;
}

/** Changes the fields given; a permission set replaces the old one whole. */
export function editRole(tx: Tx, admin: Administration, roleId: string, fields: RoleFields): void {
  begin(tx, admin, "gerenciar_cargos");
  requireRole(tx.world, admin.serverId, roleId);
  tx.world.roles.patch(roleId, given(fields));
  raiseRevision(tx.world, admin.serverId);
}

export function deleteRole(tx: Tx, admin: Administration, roleId: string): void {
  const { world } = tx;
  begin(tx, admin, "gerenciar_cargos");
  requireRole(world, admin.serverId, roleId);
  tellingLosses(tx, admin.serverId, () => {
    world.roles.delete(roleId);
    for (const table of [world.members, world.installs])
      for (const { id, roleIds } of table.list(admin.serverId))
        if (roleIds.includes(roleId)) table.patch(id, { roleIds: roleIds.filter((one) => one !== roleId) });
  });
  raiseRevision(world, admin.serverId);
}

export function requireRole(world: World, serverId: string, roleId: string): void {
  if (world.roles.get(roleId)?.serverId !== serverId) throw notFound("role");
}

/** One role given to, or taken from, a person or an App. */
export interface Assignment {
  readonly holder: Actor;
  readonly roleId: string;
  readonly give: boolean;
}

/** Gives or takes a role. Both need a rank higher than the holder's; doing it twice changes nothing more. */
export function assignRole(tx: Tx, admin: Administration, { holder, roleId, give }: Assignment): void {
  const { world } = tx;
  begin(tx, admin, "gerenciar_cargos");
  const rankOf = (actor: Actor): number => capabilityOf(world, actor, admin.serverId).rank;
  if (rankOf(admin.actor) <= rankOf(holder)) {
    throw forbidden("Giving or taking a role needs a rank higher than that of its holder.");
  }
  tellingLosses(tx, admin.serverId, () => setRole(world, admin.serverId, { holder, roleId, give }));
  raiseRevision(world, admin.serverId);
}

/** Gives or takes a role, whatever the ranks. */
export function setRole(world: World, serverId: string, { holder, roleId, give }: Assignment): void {
  requireRole(world, serverId, roleId);
  const [table, what] = holder.kind === "app" ? [world.installs, "installed App"] : [world.members, "member"];
  const { id, roleIds } = table.require(`${serverId}/${holder.id}`, what);
  const without = roleIds.filter((one) => one !== roleId);
  table.patch(id, { roleIds: give ? [...without, roleId] : without });
}
