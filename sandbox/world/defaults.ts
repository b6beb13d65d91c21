import type { Tx } from "../machine/tx.js";
import { PortalRules } from "../portal/portal.js";
import { liveCredentials, tokenOf } from "../rules/credentials.js";
import { permissionNames } from "../rules/permissions.js";
import type { World } from "./world.js";
import { addKey } from "../delivery/sign.js";

export interface DefaultIds {
  readonly serverId: string;
  readonly channelId: string;
  readonly appId: string;
  readonly ownerId: string;
  readonly personId: string;
}

/**
 * Fills a new world: a server with one channel, its owner Ana and a member Bruno, and Ana's App "Dice", installed with
 * every scope and a role that has every permission, with one credential. Ids are the first ones of the seed.
 */
export function populate(tx: Tx): void {
  const { world, nowMs } = tx;
  const portal = new PortalRules(tx);
  addKey(world, nowMs);
  for (const id of permissionNames) world.permissions.put({ id });
  const { personId: ownerId } = portal.createPerson({ name: "Ana" });
  const { personId } = portal.createPerson({ name: "Bruno" });
  const { serverId } = portal.createServer({ name: "Sandbox", ownerId });
  portal.join({ serverId, personId });
  const { id: appId } = portal.createApp({ name: "Dice", ownerId });
  portal.install({ appId, serverId, scopes: [...permissionNames] });
  const { roleId } = portal.createRole({ serverId, name: "Apps", rank: 10, permissions: [...permissionNames] });
  portal.giveRole({ serverId, roleId, appId });
  portal.issueCredential({ appId });
}

/** The same ids, found again in a world that came from a file: whatever arrived first. An App may have been deleted. */
export function findDefaults(world: World): DefaultIds {
  const [app] = world.apps.all();
  const [server] = world.servers.all();
  const channels = server === undefined ? [] : world.channels.list(server.id);
  const [owner, member] = world.people.list();
  if (server === undefined || owner === undefined || channels[0] === undefined) {
    throw new Error("the restored world lacks a server, a channel or a person");
  }
  return {
    serverId: server.id,
    channelId: channels[0].id,
    appId: app?.id ?? "",
    ownerId: owner.id,
    personId: (member ?? owner).id,
  };
}

export function liveToken(world: World, appId: string): string | undefined {
  const [credential] = liveCredentials(world, appId);
  return credential === undefined ? undefined : tokenOf(world, credential);
}
