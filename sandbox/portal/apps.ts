import { drop } from "../gateway/connections.js";
import { conflict, forbidden, notFound, SandboxRefusal } from "../refusal.js";
import { createCommand } from "../rules/commands.js";
import { issueCredential, liveCredentials, revokeCredentials, tokenOf } from "../rules/credentials.js";
import { capabilityOf } from "../rules/permissions.js";
import type { AppRecord, CommandRecord, CredentialRecord, InstallRecord } from "../world/records.js";
import { redact } from "../log.js";
import { log, type Tx } from "../machine/tx.js";

const wordOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

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

/** Apps, their credentials, and where they are installed; and what all actions of the portal stand on. */
export class AppActions {
  protected readonly tx: Tx;

  constructor(tx: Tx) {
    this.tx = tx;
  }

  protected note(action: string, detail: Readonly<Record<string, unknown>>): void {
    const words = Object.entries(detail).map(([name, value]) => `${name}=${wordOf(value)}`);
    log(this.tx, "portal", redact([action, ...words].join(" ")), { action, ...detail });
  }

  protected app(appId: string): AppRecord {
    return this.tx.world.apps.require(appId, "App");
  }

  /** Creates an App. It is born private, without credential and without endpoint. */
  createApp({ name, ownerId }: { readonly name: string; readonly ownerId: string }): AppRecord {
    const { world } = this.tx;
    this.tx.world.people.require(ownerId, "person");
    const app = world.apps.put({ id: world.snowflake(), name, ownerId, open: false });
    this.note("createApp", { appId: app.id, name, ownerId });
    return app;
  }

  /** Opens an App for installation by others, or closes it again. */
  setOpen({ appId, open }: { readonly appId: string; readonly open: boolean }): void {
    this.app(appId);
    this.tx.world.apps.patch(appId, { open });
    this.note("setOpen", { appId, open });
  }

  /** Deletes an App for good. */
  deleteApp({ appId }: { readonly appId: string }): void {
    const { world } = this.tx;
    this.app(appId);
    this.note("deleteApp", { appId });
    drop(this.tx, (taken) => taken.appId === appId, "APP_DELETED");
    revokeCredentials(this.tx, liveCredentials(this.tx.world, appId), "APP_DELETED");
    for (const command of world.commands.list(appId)) world.commands.delete(command.id);
    for (const install of world.installs.list()) if (install.appId === appId) world.installs.delete(install.id);
    world.apps.delete(appId);
  }

  /** @internal Registers a command as its App would. */
  addCommand({
    appId,
    command,
  }: {
    readonly appId: string;
    readonly command: CommandRecord["definition"];
  }): CommandRecord {
    return createCommand(this.tx, appId, { command });
  }

  /** Issues a credential into a free slot of the two. */
  issueCredential({ appId }: { readonly appId: string }): IssuedCredential {
    return this.#issued("issueCredential", issueCredential(this.tx, appId));
  }

  #issued(action: string, credential: CredentialRecord): IssuedCredential {
    const { appId, slot } = credential;
    this.note(action, { appId, slot });
    return { token: tokenOf(this.tx.world, credential), slot, appId };
  }

  /** Replaces what the App has: every live credential dies at once, and one new one is issued. */
  swapCredential({ appId }: { readonly appId: string }): IssuedCredential {
    this.app(appId);
    revokeCredentials(this.tx, liveCredentials(this.tx.world, appId), "CREDENTIAL_REVOKED");
    return this.#issued("swapCredential", issueCredential(this.tx, appId));
  }

  /** Revokes one slot; only connections that it opened are dropped. */
  revokeCredential({ appId, slot }: { readonly appId: string; readonly slot: number }): void {
    const credential = liveCredentials(this.tx.world, appId).find((candidate) => candidate.slot === slot);
    if (credential === undefined) throw conflict("SANDBOX_EMPTY_SLOT", `Slot ${slot} holds no live credential.`);
    this.note("revokeCredential", { appId, slot });
    revokeCredentials(this.tx, [credential], "CREDENTIAL_REVOKED");
  }

  /** The platform revokes without a sanction: the App stays installed and needs another credential. */
  revokeByPlatform({ appId }: { readonly appId: string }): void {
    this.app(appId);
    this.note("revokeByPlatform", { appId });
    revokeCredentials(this.tx, liveCredentials(this.tx.world, appId), "CREDENTIAL_REVOKED");
  }

  /** What a person sees who opens the install link. A private App is not found there, by its owner either. */
  openInstallLink({ appId }: { readonly appId: string; readonly personId: string }): InstallScreen {
    const app = this.#installable(appId);
    return { appId, name: app.name, developer: this.tx.world.people.get(app.ownerId)?.name ?? "" };
  }

  /** An App that is open, or belongs to `ownerId`. */
  #installable(appId: string, ownerId?: string): AppRecord {
    const app = this.tx.world.apps.get(appId);
    if (app === undefined || (!app.open && app.ownerId !== ownerId))
      throw new SandboxRefusal(404, "APP_NOT_FOUND", "There is no App to install here.");
    return app;
  }

  /**
   * A person authorizes an App in a server, with the scopes chosen. Installing again replaces the scopes. A short cut of
   * the sandbox: owners install their private Apps without opening them first.
   */
  install(input: {
    readonly appId: string;
    readonly serverId: string;
    readonly scopes?: readonly string[];
    /** Default: the owner of the server. */
    readonly personId?: string;
  }): InstallRecord {
    const { appId, serverId, scopes = [] } = input;
    const { world } = this.tx;
    const personId = input.personId ?? this.tx.world.servers.require(serverId, "server").ownerId;
    this.#installable(appId, personId);
    this.tx.world.servers.require(serverId, "server");
    const { can } = capabilityOf(world, { kind: "person", id: personId }, serverId);
    if (!can.has("gerenciar_apps")) throw forbidden("This needs gerenciar_apps.");
    const id = `${serverId}/${appId}`;
    const before = world.installs.get(id);
    const install = world.installs.put({ id, serverId, appId, scopes, roleIds: before?.roleIds ?? [] });
    this.note("install", { appId, serverId, scopes });
    if (before !== undefined) drop(this.tx, (taken) => taken.appId === appId, "AUTHORIZATION_LOST");
    return install;
  }

  /** Takes an App out of a server. Its streams are told to come back for the new view. */
  uninstall({ appId, serverId }: { readonly appId: string; readonly serverId: string }): void {
    if (!this.tx.world.installs.delete(`${serverId}/${appId}`)) throw notFound("installed App");
    this.note("uninstall", { appId, serverId });
    drop(this.tx, (taken) => taken.appId === appId, "AUTHORIZATION_LOST");
  }
}
