import { permissionSet } from "../rules/permissions.js";
import * as people from "./community.js";
import { PlatformGestures } from "./endpoints.js";

/**
 * Everything that people do in the portal and in the product outside of chatting: Apps, credentials, installations,
 * endpoints, keys, sanctions, servers. A refusal is thrown as {@link SandboxRefusal} with its `code`.
 *
 * @see SandboxRefusal
 */
export class Portal extends PlatformGestures {
  /** Creates a person. */
  createPerson({ name }: { readonly name: string }): { readonly personId: string } {
    const personId = people.createPerson(this.platform, name);
    this.note("createPerson", { personId, name });
    return { personId };
  }

  /** Creates a server with one text channel. */
  createServer({ name, ownerId }: { readonly name: string; readonly ownerId: string }): {
    readonly serverId: string;
    readonly channelId: string;
  } {
    const made = people.createServer(this.platform, name, ownerId);
    this.note("createServer", { ...made, name, ownerId });
    return made;
  }

  /** Lets a person into a server. */
  join({ serverId, personId }: { readonly serverId: string; readonly personId: string }): void {
    people.join(this.platform, serverId, personId);
    this.note("join", { serverId, personId });
  }

  /** Creates a category; Apps cannot. */
  createCategory({ serverId, name }: { readonly serverId: string; readonly name: string }): {
    readonly categoryId: string;
  } {
    const categoryId = people.createCategory(this.platform, serverId, name);
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
    const channelId = people.createChannel(this.platform, input);
    this.note("createChannel", { ...input, channelId });
    return { channelId };
  }

  /** Restricts a channel to some roles, or, without any, opens it to all. */
  restrictChannel({
    channelId,
    onlyRoleIds,
  }: {
    readonly channelId: string;
    readonly onlyRoleIds?: readonly string[];
  }): void {
    people.restrictChannel(this.platform, channelId, onlyRoleIds);
    this.note("restrictChannel", { channelId, onlyRoleIds });
    this.platform.hub.drop(people.affectedBy(this.platform, channelId), "AUTHORIZATION_LOST");
  }

  /** Creates a role as the owner would, with any rank. `permissions` are names; the readings decide their shape. */
  createRole(input: {
    readonly serverId: string;
    readonly name: string;
    readonly rank?: number;
    readonly permissions?: readonly string[];
  }): { readonly roleId: string } {
    const { world, settings } = this.platform;
    const permissions = permissionSet(world, input.permissions ?? [], settings.readings.permissionsShape);
    const roleId = people.createRole(this.platform, { ...input, permissions });
    this.note("createRole", { ...input, roleId });
    return { roleId };
  }

  /** Gives a role to a person or an App, whatever the ranks. */
  giveRole(input: {
    readonly serverId: string;
    readonly roleId: string;
    readonly personId?: string;
    readonly appId?: string;
  }): void {
    people.setRole(this.platform, input, true);
    this.note("giveRole", input);
  }

  /** Takes a role from a person or an App. */
  takeRole(input: {
    readonly serverId: string;
    readonly roleId: string;
    readonly personId?: string;
    readonly appId?: string;
  }): void {
    people.setRole(this.platform, input, false);
    this.note("takeRole", input);
  }

  /** Adds an attachment that messages can refer to by its key. */
  addAttachment({ serverId, name }: { readonly serverId: string; readonly name: string }): { readonly key: string } {
    const key = people.addAttachment(this.platform, serverId, name);
    this.note("addAttachment", { serverId, name, key });
    return { key };
  }

  /** The service learns a permission name. */
  learnPermission({ name }: { readonly name: string }): void {
    this.platform.world.permissions.put({ id: name });
    this.note("learnPermission", { name });
  }

  /** The service forgets a permission name: commands that require it can be triggered by nobody. */
  forgetPermission({ name }: { readonly name: string }): void {
    this.platform.world.permissions.delete(name);
    this.note("forgetPermission", { name });
  }

  /** From now on messages that contain `text` are stored with this remark. */
  warnAbout({ text, remark }: { readonly text: string; readonly remark: string }): void {
    this.platform.world.remarks.put({ id: text, remark });
    this.note("warnAbout", { text, remark });
  }

  /** The service restarts: every stream gets its farewell, mailboxes are gone. */
  restartService(): void {
    this.note("restartService", {});
    this.platform.hub.drop(() => true, "SERVER_RESTARTING");
  }
}
