import { drop } from "../gateway/connections.js";
import { given } from "../json.js";
import { raiseRevision, requireRole, setRole, standingChannel } from "../rules/administration.js";
import { tellingLosses } from "../rules/authorization.js";
import { permissionSet } from "../rules/permissions.js";
import type { EndpointPost } from "../edge/sender.js";
import type { EndpointRecord } from "../world/records.js";
import { PlatformActions } from "./endpoints.js";

/** A role, and the person or the App that gets or loses it. */
interface RoleOf {
  readonly serverId: string;
  readonly roleId: string;
  readonly personId?: string;
  readonly appId?: string;
}

/**
 * Everything that people do in the portal and in the product outside of chatting: Apps, credentials, installations,
 * endpoints, keys, sanctions, servers. A refusal is thrown as {@link SandboxRefusal} with its `code`.
 *
 * @see SandboxRefusal
 */
export class PortalRules extends PlatformActions {
  /** Creates a person. */
  createPerson({ name }: { readonly name: string }): { readonly personId: string } {
    const personId = this.tx.world.snowflake();
    this.tx.world.people.put({ id: personId, name });
    this.note("createPerson", { personId, name });
    return { personId };
  }

  /** Creates a server with one text channel. */
  createServer({ name, ownerId }: { readonly name: string; readonly ownerId: string }): {
    readonly serverId: string;
    readonly channelId: string;
  } {
    this.tx.world.people.require(ownerId, "person");
    const serverId = this.tx.world.snowflake();
    this.tx.world.servers.put({ id: serverId, name, ownerId, notificationDefault: "all", revision: 1 });
    this.#join(serverId, ownerId);
    const channelId = this.#createChannel({ serverId, name: "general" });
    this.note("createServer", { serverId, channelId, name, ownerId });
    return { serverId, channelId };
  }

  /** Lets a person into a server. */
  join({ serverId, personId }: { readonly serverId: string; readonly personId: string }): void {
    this.tx.world.people.require(personId, "person");
    this.tx.world.servers.require(serverId, "server");
    this.#join(serverId, personId);
    this.note("join", { serverId, personId });
  }

  #join(serverId: string, personId: string): void {
    const { members } = this.tx.world;
    const id = `${serverId}/${personId}`;
    if (members.get(id) === undefined) members.put({ id, serverId, personId, roleIds: [] });
  }

  /** Creates a category; Apps cannot. */
  createCategory({ serverId, name }: { readonly serverId: string; readonly name: string }): {
    readonly categoryId: string;
  } {
    this.tx.world.servers.require(serverId, "server");
    const categoryId = this.tx.world.snowflake();
    this.tx.world.categories.put({ id: categoryId, serverId, name });
    raiseRevision(this.tx.world, serverId);
    this.note("createCategory", { serverId, categoryId, name });
    return { categoryId };
  }

  /** Creates a channel as the owner would. With `onlyRoleIds` it is out of reach for everybody else. */
  createChannel(input: {
    readonly serverId: string;
    readonly name: string;
    readonly type?: string;
    readonly onlyRoleIds?: readonly string[];
  }): { readonly channelId: string } {
    const channelId = this.#createChannel(input);
    this.note("createChannel", { ...input, channelId });
    return { channelId };
  }

  #createChannel({ serverId, name, type = "text", ...only }: Parameters<PortalRules["createChannel"]>[0]): string {
    this.tx.world.servers.require(serverId, "server");
    for (const roleId of only.onlyRoleIds ?? []) requireRole(this.tx.world, serverId, roleId);
    const { id } = this.tx.world.channels.put({ id: this.tx.world.snowflake(), serverId, name, type, ...given(only) });
    raiseRevision(this.tx.world, serverId);
    return id;
  }

  /** Restricts a channel to some roles, or, without any, opens it to all. Apps that it is out of reach for are told. */
  restrictChannel({
    channelId,
    ...only
  }: {
    readonly channelId: string;
    readonly onlyRoleIds?: readonly string[];
  }): void {
    const { world } = this.tx;
    const { onlyRoleIds: _before, ...open } = standingChannel(world, channelId);
    for (const roleId of only.onlyRoleIds ?? []) requireRole(world, open.serverId, roleId);
    tellingLosses(this.tx, open.serverId, () => {
      world.channels.put({ ...open, ...given(only) });
      raiseRevision(world, open.serverId);
      this.note("restrictChannel", { channelId, onlyRoleIds: only.onlyRoleIds });
    });
  }

  /** Creates a role as the owner would, with any rank. `permissions` are names; the assumptions decide their shape. */
  createRole(input: {
    readonly serverId: string;
    readonly name: string;
    readonly rank?: number;
    readonly permissions?: readonly string[];
  }): { readonly roleId: string } {
    const { world, settings } = this.tx;
    const { serverId, name, rank = 1 } = input;
    const permissions = permissionSet(world, input.permissions ?? [], settings.assumptions.permissionsShape);
    world.servers.require(serverId, "server");
    const { id: roleId } = world.roles.put({ id: world.snowflake(), serverId, name, rank, permissions });
    raiseRevision(world, serverId);
    this.note("createRole", { ...input, roleId });
    return { roleId };
  }

  /** Gives a role to a person or an App, whatever the ranks. */
  giveRole(input: RoleOf): void {
    this.#setRole(input, true);
    this.note("giveRole", { ...input });
  }

  /** Takes a role from a person or an App. An App that reaches less without it is told. */
  takeRole(input: RoleOf): void {
    tellingLosses(this.tx, input.serverId, () => {
      this.#setRole(input, false);
      this.note("takeRole", { ...input });
    });
  }

  #setRole({ serverId, roleId, personId = "", appId }: RoleOf, give: boolean): void {
    const holder =
      appId === undefined ? ({ kind: "person", id: personId } as const) : ({ kind: "app", id: appId } as const);
    setRole(this.tx.world, serverId, { holder, roleId, give });
    raiseRevision(this.tx.world, serverId);
  }

  /** Adds an attachment that messages can refer to by its key. */
  addAttachment({ serverId, name }: { readonly serverId: string; readonly name: string }): { readonly key: string } {
    const { world } = this.tx;
    this.tx.world.servers.require(serverId, "server");
    const { id: key } = world.attachments.put({ id: world.secret("attachment"), serverId, name });
    this.note("addAttachment", { serverId, name, key });
    return { key };
  }

  /** The service learns a permission name. */
  learnPermission({ name }: { readonly name: string }): void {
    this.tx.world.permissions.put({ id: name });
    this.note("learnPermission", { name });
  }

  /** The service forgets a permission name: commands that require it can be triggered by nobody. */
  forgetPermission({ name }: { readonly name: string }): void {
    this.tx.world.permissions.delete(name);
    this.note("forgetPermission", { name });
  }

  /** From now on messages that contain `text` are stored with this remark. */
  warnAbout({ text, remark }: { readonly text: string; readonly remark: string }): void {
    this.tx.world.remarks.put({ id: text, remark });
    this.note("warnAbout", { text, remark });
  }

  /** The service restarts: every stream gets its close frame, mailboxes are gone. */
  restartService(): void {
    this.note("restartService", {});
    drop(this.tx, () => true, "SERVER_RESTARTING");
  }
}

/** The methods that wait for something outside: a name that resolves, an endpoint that answers. */
interface Waiting {
  /** Saves the address of the endpoint; `inProcess` stands for an endpoint that lives in this process. */
  saveEndpoint(endpoint: {
    readonly appId: string;
    readonly url: string;
    readonly inProcess?: EndpointPost;
  }): Promise<EndpointRecord>;
  /** Proves the saved address. */
  probeEndpoint(endpoint: { readonly appId: string }): Promise<EndpointRecord>;
  /** Tests a suspended endpoint again. */
  retestEndpoint(endpoint: { readonly appId: string }): Promise<EndpointRecord>;
}

/** The portal as people use it. Each call is one input of the platform. */
export type Portal = Omit<PortalRules, keyof Waiting | "addCommand"> & Waiting;
