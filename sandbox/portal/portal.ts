import type { AddressRules } from "../delivery/address.js";
import { probeEndpoint, retestEndpoint, saveEndpoint } from "../delivery/endpoint.js";
import { finishRotation, rotateInEmergency, rotateKeys } from "../delivery/keys.js";
import type { EndpointPost } from "../delivery/post.js";
import { moveEndpoint } from "../delivery/standing.js";
import { redact } from "../log.js";
import type { Platform } from "../platform.js";
import { SandboxRefusal } from "../refusal.js";
import { issueCredential, liveCredentials, revokeCredentials, tokenOf } from "../rules/credentials.js";
import { conflict, notFound } from "../refusal.js";
import { permissionSet } from "../rules/permissions.js";
import type { AppRecord, CredentialRecord, EndpointRecord, InstallRecord, Json } from "../world/records.js";
import * as people from "./community.js";

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

/**
 * Everything that people do in the portal and in the product outside of chatting: Apps, credentials, installations,
 * endpoints, keys, sanctions, servers. A refusal is thrown as {@link SandboxRefusal} with its `code`.
 */
export class Portal {
  readonly #platform: Platform;
  readonly #rules: AddressRules;

  constructor(platform: Platform, rules: AddressRules) {
    this.#platform = platform;
    this.#rules = rules;
  }

  #note(gesture: string, detail: Readonly<Record<string, unknown>>): void {
    const words = Object.entries(detail).map(
      ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
    this.#platform.log.add("gesture", redact([gesture, ...words].join(" ")), { gesture, ...detail });
  }

  /** Creates an App. It is born private, without credential and without endpoint. */
  createApp({ name, ownerId }: { readonly name: string; readonly ownerId: string }): AppRecord {
    const { world } = this.#platform;
    if (world.people.get(ownerId) === undefined) throw notFound("person");
    const app = world.apps.put({ id: world.snowflake(), name, ownerId, open: false });
    this.#note("createApp", { appId: app.id, name, ownerId });
    return app;
  }

  /** Opens an App for installation by others, or closes it again. */
  setOpen({ appId, open }: { readonly appId: string; readonly open: boolean }): void {
    this.#app(appId);
    this.#platform.world.apps.patch(appId, { open });
    this.#note("setOpen", { appId, open });
  }

  /** Deletes an App for good. */
  deleteApp({ appId }: { readonly appId: string }): void {
    const { world, hub } = this.#platform;
    this.#app(appId);
    this.#note("deleteApp", { appId });
    hub.drop((taken) => taken.appId === appId, "APP_DELETED");
    revokeCredentials(this.#platform, liveCredentials(this.#platform, appId), "APP_DELETED");
    for (const command of world.commands.list(appId)) world.commands.delete(command.id);
    for (const install of world.installs.list()) if (install.appId === appId) world.installs.delete(install.id);
    world.apps.delete(appId);
  }

  /** Issues a credential into a free slot of the two. */
  issueCredential({ appId }: { readonly appId: string }): IssuedCredential {
    return this.#issued("issueCredential", issueCredential(this.#platform, appId));
  }

  #issued(gesture: string, credential: CredentialRecord): IssuedCredential {
    const { appId, slot } = credential;
    this.#note(gesture, { appId, slot });
    return { token: tokenOf(credential), slot, appId };
  }

  /** Replaces what the App has: every live credential dies at once, and one new one is issued. */
  swapCredential({ appId }: { readonly appId: string }): IssuedCredential {
    this.#app(appId);
    revokeCredentials(this.#platform, liveCredentials(this.#platform, appId), "CREDENTIAL_REVOKED");
    return this.#issued("swapCredential", issueCredential(this.#platform, appId));
  }

  /** Revokes one slot; only connections that it opened are dropped. */
  revokeCredential({ appId, slot }: { readonly appId: string; readonly slot: number }): void {
    const credential = liveCredentials(this.#platform, appId).find((candidate) => candidate.slot === slot);
    if (credential === undefined) throw conflict("SANDBOX_EMPTY_SLOT", `Slot ${slot} holds no live credential.`);
    this.#note("revokeCredential", { appId, slot });
    revokeCredentials(this.#platform, [credential], "CREDENTIAL_REVOKED");
  }

  /** The platform revokes without a sanction: the App stays installed and needs another credential. */
  revokeByPlatform({ appId }: { readonly appId: string }): void {
    this.#app(appId);
    this.#note("revokeByPlatform", { appId });
    revokeCredentials(this.#platform, liveCredentials(this.#platform, appId), "CREDENTIAL_REVOKED");
  }

  /** What somebody sees who opens the install link. A private App is there for its owner alone. */
  openInstallLink({ appId, personId }: { readonly appId: string; readonly personId: string }): InstallScreen {
    const app = this.#platform.world.apps.get(appId);
    if (app === undefined || (!app.open && app.ownerId !== personId)) {
      throw new SandboxRefusal(404, "APP_NOT_FOUND", "There is no App to install here.");
    }
    return { appId, name: app.name, developer: this.#platform.world.people.get(app.ownerId)?.name ?? "" };
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
    const { world, hub } = this.#platform;
    const personId = input.personId ?? people.ownerOf(this.#platform, serverId);
    this.openInstallLink({ appId, personId });
    people.requirePermissionOf(this.#platform, personId, serverId, "gerenciar_apps");
    const id = `${serverId}/${appId}`;
    const before = world.installs.get(id);
    const install = world.installs.put({ id, serverId, appId, scopes, roleIds: before?.roleIds ?? [] });
    this.#note("install", { appId, serverId, scopes });
    if (before !== undefined) hub.drop((taken) => taken.appId === appId, "AUTHORIZATION_LOST");
    return install;
  }

  /** Takes an App out of a server. Its streams are told to come back for the new view. */
  uninstall({ appId, serverId }: { readonly appId: string; readonly serverId: string }): void {
    if (!this.#platform.world.installs.delete(`${serverId}/${appId}`)) throw notFound("installed App");
    this.#note("uninstall", { appId, serverId });
    this.#platform.hub.drop((taken) => taken.appId === appId, "AUTHORIZATION_LOST");
  }

  /** Saves the address of the endpoint; `inProcess` stands for an endpoint that lives in this process. */
  async saveEndpoint({
    appId,
    url,
    inProcess,
  }: {
    readonly appId: string;
    readonly url: string;
    readonly inProcess?: EndpointPost;
  }): Promise<EndpointRecord> {
    this.#note("saveEndpoint", { appId, url });
    return saveEndpoint(this.#platform, appId, url, { rules: this.#rules, inProcess });
  }

  /** Proves the saved address. */
  async probeEndpoint({ appId }: { readonly appId: string }): Promise<EndpointRecord> {
    this.#note("probeEndpoint", { appId });
    return probeEndpoint(this.#platform, appId);
  }

  /** Tests a suspended endpoint again. */
  async retestEndpoint({ appId }: { readonly appId: string }): Promise<EndpointRecord> {
    this.#note("retestEndpoint", { appId });
    return retestEndpoint(this.#platform, appId);
  }

  /** Moderation switches the endpoint off, from any state: interactions go to the gateway again. */
  disableEndpoint({ appId }: { readonly appId: string }): void {
    this.#app(appId);
    this.#note("disableEndpoint", { appId });
    moveEndpoint(this.#platform, appId, "off");
  }

  /** Suspends the endpoint as repeated failures would. */
  suspendEndpoint({ appId }: { readonly appId: string }): void {
    this.#app(appId);
    this.#note("suspendEndpoint", { appId });
    moveEndpoint(this.#platform, appId, "suspended");
  }

  /** Where the endpoint stands. */
  endpointOf({ appId }: { readonly appId: string }): EndpointRecord | undefined {
    return this.#app(appId).endpoint;
  }

  /** The platform suspends an App for a term; it ends by itself. */
  suspendApp({ appId, termMs }: { readonly appId: string; readonly termMs: number }): void {
    this.#app(appId);
    this.#note("suspendApp", { appId, termMs });
    this.#platform.world.apps.patch(appId, { sanction: { untilMs: this.#platform.clock.now() + termMs } });
    this.#platform.hub.drop((taken) => taken.appId === appId, "APP_SANCTIONED");
  }

  /** The platform bans an App: its credentials die too. */
  banApp({ appId }: { readonly appId: string }): void {
    this.#app(appId);
    this.#note("banApp", { appId });
    this.#platform.world.apps.patch(appId, { sanction: {} });
    this.#platform.hub.drop((taken) => taken.appId === appId, "APP_SANCTIONED");
    revokeCredentials(this.#platform, liveCredentials(this.#platform, appId), "APP_SANCTIONED");
  }

  /** Lifts a sanction of an App before its time. Credentials that died stay dead. */
  releaseApp({ appId }: { readonly appId: string }): void {
    const { sanction: _sanction, ...app } = this.#app(appId);
    this.#platform.world.apps.put(app);
    this.#note("releaseApp", { appId });
  }

  /** Suspends (with a term) or bans an account. Its Apps are switched off for as long. */
  sanctionPerson({ personId, termMs }: { readonly personId: string; readonly termMs?: number }): void {
    people.sanction(this.#platform, personId, termMs);
    this.#note("sanctionPerson", { personId, termMs });
  }

  /** Lifts the sanction of an account. */
  releasePerson({ personId }: { readonly personId: string }): void {
    people.release(this.#platform, personId);
    this.#note("releasePerson", { personId });
  }

  /** Starts a rotation of the signing key: deliveries carry two signatures until it is finished. */
  rotateKeys(): { readonly keyId: string } {
    const { id } = rotateKeys(this.#platform);
    this.#note("rotateKeys", { keyId: id });
    return { keyId: id };
  }

  /** Finishes a rotation: previous keys are withdrawn. */
  finishRotation(): void {
    finishRotation(this.#platform);
    this.#note("finishRotation", {});
  }

  /** Replaces the signing key at once, and forgives failures of endpoints for a while. */
  rotateKeysInEmergency(): { readonly keyId: string } {
    const { id } = rotateInEmergency(this.#platform);
    this.#note("rotateKeysInEmergency", { keyId: id });
    return { keyId: id };
  }

  /** Creates a person. */
  createPerson({ name }: { readonly name: string }): { readonly personId: string } {
    const personId = people.createPerson(this.#platform, name);
    this.#note("createPerson", { personId, name });
    return { personId };
  }

  /** Creates a server with one text channel. */
  createServer({ name, ownerId }: { readonly name: string; readonly ownerId: string }): {
    readonly serverId: string;
    readonly channelId: string;
  } {
    const made = people.createServer(this.#platform, name, ownerId);
    this.#note("createServer", { ...made, name, ownerId });
    return made;
  }

  /** Lets a person into a server. */
  join({ serverId, personId }: { readonly serverId: string; readonly personId: string }): void {
    people.join(this.#platform, serverId, personId);
    this.#note("join", { serverId, personId });
  }

  /** Creates a category; Apps cannot. */
  createCategory({ serverId, name }: { readonly serverId: string; readonly name: string }): {
    readonly categoryId: string;
  } {
    const categoryId = people.createCategory(this.#platform, serverId, name);
    this.#note("createCategory", { serverId, categoryId, name });
    return { categoryId };
  }

  /** Creates a channel as the owner would. With `onlyRoleIds` it is out of reach for everybody else. */
  createChannel(input: {
    readonly serverId: string;
    readonly name: string;
    readonly type?: string;
    readonly onlyRoleIds?: readonly string[];
  }): { readonly channelId: string } {
    const channelId = people.createChannel(this.#platform, input);
    this.#note("createChannel", { ...input, channelId });
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
    people.restrictChannel(this.#platform, channelId, onlyRoleIds);
    this.#note("restrictChannel", { channelId, onlyRoleIds });
    this.#platform.hub.drop(people.affectedBy(this.#platform, channelId), "AUTHORIZATION_LOST");
  }

  /** Creates a role as the owner would, with any rank. `permissions` are names; the readings decide their shape. */
  createRole(input: {
    readonly serverId: string;
    readonly name: string;
    readonly rank?: number;
    readonly permissions?: readonly string[];
  }): { readonly roleId: string } {
    const { world, settings } = this.#platform;
    const permissions: Json = permissionSet(world, input.permissions ?? [], settings.readings.permissionsShape);
    const roleId = people.createRole(this.#platform, { ...input, permissions });
    this.#note("createRole", { ...input, roleId });
    return { roleId };
  }

  /** Gives a role to a person or an App, whatever the ranks. */
  giveRole(input: {
    readonly serverId: string;
    readonly roleId: string;
    readonly personId?: string;
    readonly appId?: string;
  }): void {
    people.setRole(this.#platform, input, true);
    this.#note("giveRole", input);
  }

  /** Takes a role from a person or an App. */
  takeRole(input: {
    readonly serverId: string;
    readonly roleId: string;
    readonly personId?: string;
    readonly appId?: string;
  }): void {
    people.setRole(this.#platform, input, false);
    this.#note("takeRole", input);
  }

  /** Adds an attachment that messages can refer to by its key. */
  addAttachment({ serverId, name }: { readonly serverId: string; readonly name: string }): { readonly key: string } {
    const key = people.addAttachment(this.#platform, serverId, name);
    this.#note("addAttachment", { serverId, name, key });
    return { key };
  }

  /** The service learns a permission name. */
  learnPermission({ name }: { readonly name: string }): void {
    this.#platform.world.permissions.put({ id: name });
    this.#note("learnPermission", { name });
  }

  /** The service forgets a permission name: commands that require it can be triggered by nobody. */
  forgetPermission({ name }: { readonly name: string }): void {
    this.#platform.world.permissions.delete(name);
    this.#note("forgetPermission", { name });
  }

  /** From now on messages that contain `text` are stored with this remark. */
  warnAbout({ text, remark }: { readonly text: string; readonly remark: string }): void {
    this.#platform.moderation.warnAbout(text, remark);
    this.#note("warnAbout", { text, remark });
  }

  /** The service restarts: every stream gets its farewell, mailboxes are gone. */
  restartService(): void {
    this.#note("restartService", {});
    this.#platform.hub.drop(() => true, "SERVER_RESTARTING");
  }

  #app(appId: string): AppRecord {
    const app = this.#platform.world.apps.get(appId);
    if (app === undefined) throw notFound("App");
    return app;
  }
}
