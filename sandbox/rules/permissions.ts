import { fieldsOf, listOf } from "../json.js";
import { forbidden, notFound } from "../refusal.js";
import type { Actor, ChannelRecord, Json, RoleRecord, ServerRecord } from "../world/records.js";
import type { World } from "../world/world.js";

/**
 * Permission names that a new world knows and the sandbox gives a meaning. The first three are documented; administering roles must need
 * something, and that name is the sandbox's own.
 */
export const permissionNames = [
  "gerenciar_apps",
  "gerenciar_canais",
  "gerenciar_mensagens",
  "gerenciar_cargos",
] as const;

export interface Capability {
  readonly can: ReadonlySet<string>;
  /** Rank of the highest role; zero without roles; the owner outranks everybody. */
  readonly rank: number;
  readonly isOwner: boolean;
}

/**
 * Names granted by a permission set: a list of names, a map whose true entries count, or a bit set as decimal text
 * over the names the service knows, in their order. Anything else grants nothing.
 */
export function namesIn(world: World, permissions: Json): readonly string[] {
  const list = listOf(permissions);
  if (list !== undefined) return list.filter((name) => typeof name === "string");
  if (typeof permissions === "string" && /^[0-9]{1,30}$/.test(permissions)) {
    const bits = BigInt(permissions);
    return knownNames(world).filter((_, at) => ((bits >> BigInt(at)) & 1n) === 1n);
  }
  return Object.entries(fieldsOf(permissions)).flatMap(([name, granted]) => (granted === true ? [name] : []));
}

/** The same set in the shape that the assumptions ask for. */
export function permissionSet(world: World, names: readonly string[], shape: "list" | "map" | "bits"): Json {
  if (shape === "list") return [...names];
  if (shape === "map") return Object.fromEntries(names.map((name) => [name, true]));
  const bits = knownNames(world).map((name, at) => (names.includes(name) ? 1n << BigInt(at) : 0n));
  return bits.reduce((sum, bit) => sum | bit, 0n).toString();
}

const knownNames = (world: World): readonly string[] => world.permissions.list().map(({ id }) => id);

/** The server, if the actor is in it. An App is where it is installed; what it cannot see does not exist for it. */
export function serverFor(world: World, actor: Actor, serverId: string): ServerRecord {
  const server = world.servers.get(serverId);
  const inside = actor.kind === "app" ? world.installs : world.members;
  if (server === undefined || inside.get(`${serverId}/${actor.id}`) === undefined) throw notFound("server");
  return server;
}

export function rolesOf(world: World, actor: Actor, serverId: string): readonly RoleRecord[] {
  const place = `${serverId}/${actor.id}`;
  const record = actor.kind === "app" ? world.installs.get(place) : world.members.get(place);
  return (record?.roleIds ?? []).flatMap((id) => world.roles.get(id) ?? []);
}

/** Roles give; for an App the scopes of its installation are the ceiling of what they can give. */
export function capabilityOf(world: World, actor: Actor, serverId: string): Capability {
  const roles = rolesOf(world, actor, serverId);
  const rank = roles.reduce((highest, role) => Math.max(highest, role.rank), 0);
  const granted = new Set(roles.flatMap((role) => namesIn(world, role.permissions)));
  if (actor.kind === "app") {
    const scopes = new Set(world.installs.get(`${serverId}/${actor.id}`)?.scopes);
    return { can: new Set([...granted].filter((name) => scopes.has(name))), rank, isOwner: false };
  }
  const isOwner = world.servers.get(serverId)?.ownerId === actor.id;
  if (!isOwner) return { can: granted, rank, isOwner };
  return { can: new Set([...knownNames(world), ...granted]), rank: Number.MAX_SAFE_INTEGER, isOwner };
}

/** Throws unless the actor can; the sentence names what both the roles and the scopes must allow. */
export function requirePermission(world: World, actor: Actor, serverId: string, name: string): void {
  if (capabilityOf(world, actor, serverId).can.has(name)) return;
  const scopes = world.installs.get(`${serverId}/${actor.id}`)?.scopes ?? [];
  const why = actor.kind === "app" && !scopes.includes(name) ? "the scopes of the installation" : "the roles held here";
  throw forbidden(`This needs ${name}, which ${why} do not grant.`);
}

/** Whether the actor reaches the channel. Administering channels lets one see that they exist, not enter them. */
export function reaches(world: World, actor: Actor, channel: ChannelRecord): boolean {
  if (channel.archivedAtMs !== undefined) return false;
  if (channel.onlyRoleIds === undefined) return true;
  if (actor.kind === "person" && world.servers.get(channel.serverId)?.ownerId === actor.id) return true;
  const held = rolesOf(world, actor, channel.serverId);
  return held.some((role) => channel.onlyRoleIds?.includes(role.id) === true);
}

/**
 * Whether a channel that the App once heard of is out of its reach now. A channel that was archived is gone for
 * everybody: nothing was taken from the App.
 */
export function isBarred(world: World, appId: string, channelId: string): boolean {
  const channel = world.channels.get(channelId);
  if (channel === undefined) return false;
  if (world.installs.get(`${channel.serverId}/${appId}`) === undefined) return true;
  return channel.archivedAtMs === undefined && !reaches(world, { kind: "app", id: appId }, channel);
}

export function channelFor(world: World, actor: Actor, serverId: string, channelId: string): ChannelRecord {
  serverFor(world, actor, serverId);
  const channel = world.channels.get(channelId);
  if (channel?.serverId !== serverId || !reaches(world, actor, channel)) throw notFound("channel");
  return channel;
}

interface Sanctionable {
  readonly sanction?: { readonly untilMs?: number };
}

/** A sanction with a term ends by itself; one without does not. */
export function sanctionHolds(subject: Sanctionable | undefined, nowMs: number): boolean {
  const sanction = subject?.sanction;
  return sanction !== undefined && (sanction.untilMs === undefined || nowMs < sanction.untilMs);
}

/** Whether an App is out of service: sanctioned itself, or through the account that owns it. */
export function isSanctioned(world: World, appId: string, nowMs: number): boolean {
  const app = world.apps.get(appId);
  return app === undefined || sanctionHolds(app, nowMs) || sanctionHolds(world.people.get(app.ownerId), nowMs);
}
