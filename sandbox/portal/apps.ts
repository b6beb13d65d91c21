import { conflict, notFound, SandboxRefusal } from "../refusal.js";
import { issueCredential, liveCredentials, revokeCredentials, tokenOf } from "../rules/credentials.js";
import type { AppRecord, CredentialRecord, InstallRecord } from "../world/records.js";
import { ownerOf, requirePermissionOf } from "./community.js";
import { Gestures } from "./gestures.js";

/** A credential at the one moment when it is shown. */
export interface IssuedCredential {
  readonly token: string;
  /** 1 or 2. */
  readonly slot: number;
  readonly appId: string;
}

/** What the install link shows to whoever opens it. */
export interface InstallScreen {
  readonly appId: string;
  readonly name: string;
  readonly developer: string;
}

/** Apps, their credentials, and where they are installed. */
export class AppGestures extends Gestures {
  /** Creates an App. It is born private, without credential and without endpoint. */
  createApp({ name, ownerId }: { readonly name: string; readonly ownerId: string }): AppRecord {
    const { world } = this.platform;
    if (world.people.get(ownerId) === undefined) throw notFound("person");
    const app = world.apps.put({ id: world.snowflake(), name, ownerId, open: false });
    this.note("createApp", { appId: app.id, name, ownerId });
    return app;
  }

  /** Opens an App for installation by others, or closes it again. */
  setOpen({ appId, open }: { readonly appId: string; readonly open: boolean }): void {
    this.app(appId);
    this.platform.world.apps.patch(appId, { open });
    this.note("setOpen", { appId, open });
  }

  /** Deletes an App for good. */
  deleteApp({ appId }: { readonly appId: string }): void {
    const { world, hub } = this.platform;
    this.app(appId);
    this.note("deleteApp", { appId });
    hub.drop((taken) => taken.appId === appId, "APP_DELETED");
    revokeCredentials(this.platform, liveCredentials(this.platform, appId), "APP_DELETED");
    for (const command of world.commands.list(appId)) world.commands.delete(command.id);
    for (const install of world.installs.list()) if (install.appId === appId) world.installs.delete(install.id);
    world.apps.delete(appId);
  }

  /** Issues a credential into a free slot of the two. */
  issueCredential({ appId }: { readonly appId: string }): IssuedCredential {
    return this.#issued("issueCredential", issueCredential(this.platform, appId));
  }

  #issued(gesture: string, credential: CredentialRecord): IssuedCredential {
    const { appId, slot } = credential;
    this.note(gesture, { appId, slot });
    return { token: tokenOf(credential), slot, appId };
  }

  /** Replaces what the App has: every live credential dies at once, and one new one is issued. */
  swapCredential({ appId }: { readonly appId: string }): IssuedCredential {
    this.app(appId);
    revokeCredentials(this.platform, liveCredentials(this.platform, appId), "CREDENTIAL_REVOKED");
    return this.#issued("swapCredential", issueCredential(this.platform, appId));
  }

  /** Revokes one slot; only connections that it opened are dropped. */
  revokeCredential({ appId, slot }: { readonly appId: string; readonly slot: number }): void {
    const credential = liveCredentials(this.platform, appId).find((candidate) => candidate.slot === slot);
    if (credential === undefined) throw conflict("SANDBOX_EMPTY_SLOT", `Slot ${slot} holds no live credential.`);
    this.note("revokeCredential", { appId, slot });
    revokeCredentials(this.platform, [credential], "CREDENTIAL_REVOKED");
  }

  /** The platform revokes without a sanction: the App stays installed and needs another credential. */
  revokeByPlatform({ appId }: { readonly appId: string }): void {
    this.app(appId);
    this.note("revokeByPlatform", { appId });
    revokeCredentials(this.platform, liveCredentials(this.platform, appId), "CREDENTIAL_REVOKED");
  }

  /** What somebody sees who opens the install link. A private App is there for its owner alone. */
  openInstallLink({ appId, personId }: { readonly appId: string; readonly personId: string }): InstallScreen {
    const app = this.platform.world.apps.get(appId);
    if (app === undefined || (!app.open && app.ownerId !== personId)) {
      throw new SandboxRefusal(404, "APP_NOT_FOUND", "There is no App to install here.");
    }
    return { appId, name: app.name, developer: this.platform.world.people.get(app.ownerId)?.name ?? "" };
  }

  /** A person authorizes an App in a server, with the scopes chosen. Installing again replaces the scopes. */
  install(input: {
    readonly appId: string;
    readonly serverId: string;
    readonly scopes?: readonly string[];
    /** Default: the owner of the server. */
    readonly personId?: string;
  }): InstallRecord {
    const { appId, serverId, scopes = [] } = input;
    const { world, hub } = this.platform;
    const personId = input.personId ?? ownerOf(this.platform, serverId);
    this.openInstallLink({ appId, personId });
    requirePermissionOf(this.platform, personId, serverId, "gerenciar_apps");
    const id = `${serverId}/${appId}`;
    const before = world.installs.get(id);
    const install = world.installs.put({ id, serverId, appId, scopes, roleIds: before?.roleIds ?? [] });
    this.note("install", { appId, serverId, scopes });
    if (before !== undefined) hub.drop((taken) => taken.appId === appId, "AUTHORIZATION_LOST");
    return install;
  }

  /** Takes an App out of a server. Its streams are told to come back for the new view. */
  uninstall({ appId, serverId }: { readonly appId: string; readonly serverId: string }): void {
    if (!this.platform.world.installs.delete(`${serverId}/${appId}`)) throw notFound("installed App");
    this.note("uninstall", { appId, serverId });
    this.platform.hub.drop((taken) => taken.appId === appId, "AUTHORIZATION_LOST");
  }
}
