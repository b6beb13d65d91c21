import { drop } from "../gateway/connections.js";
import type { Tx } from "../machine/tx.js";
import type { ChannelRecord } from "../world/records.js";
import type { World } from "../world/world.js";
import { isBarred, reaches } from "./permissions.js";

/**
 * Makes a change of roles or channels of a server, and tells every App that reaches less than before: its streams get
 * AUTHORIZATION_LOST, its mailboxes end without a word.
 */
export function tellingLosses(tx: Tx, serverId: string, change: () => void): void {
  const { world } = tx;
  const before = world.installs.list(serverId).map(({ appId }) => ({ appId, within: reachOf(world, appId, serverId) }));
  change();
  const losers = before.filter(({ appId, within }) => within.some((channel) => isBarred(world, appId, channel.id)));
  const appIds = new Set(losers.map(({ appId }) => appId));
  if (appIds.size > 0) drop(tx, ({ appId }) => appIds.has(appId), "AUTHORIZATION_LOST");
}

const reachOf = (world: World, appId: string, serverId: string): readonly ChannelRecord[] =>
  world.channels.list(serverId).filter((channel) => reaches(world, { kind: "app", id: appId }, channel));
