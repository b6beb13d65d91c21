import { moveEndpoint, probeEndpoint, requireEndpoint, saveEndpoint } from "../delivery/endpoint.js";
import { sendBody } from "../delivery/send.js";
import { finishRotation, rotateInEmergency, rotateKeys } from "../delivery/sign.js";
import { drop } from "../gateway/connections.js";
import { liveCredentials, revokeCredentials } from "../rules/credentials.js";
import type { EndpointRecord } from "../world/records.js";
import { AppActions } from "./apps.js";

/** Endpoints, signing keys, and what the platform's moderation does to Apps and accounts. */
export class PlatformActions extends AppActions {
  /** Saves the address of the endpoint, whose name resolved to `addresses`. */
  saveEndpoint({
    appId,
    url,
    addresses,
  }: {
    readonly appId: string;
    readonly url: string;
    readonly addresses: readonly string[];
  }): EndpointRecord {
    this.note("saveEndpoint", { appId, url });
    return saveEndpoint(this.tx, appId, url, addresses);
  }

  /** Sends a probe to the saved address; gives the id of that delivery. */
  probeEndpoint({ appId }: { readonly appId: string }): string {
    this.note("probeEndpoint", { appId });
    return probeEndpoint(this.tx, appId, "probing");
  }

  /** Sends a probe to a suspended endpoint; gives the id of that delivery. */
  retestEndpoint({ appId }: { readonly appId: string }): string {
    this.note("retestEndpoint", { appId });
    return probeEndpoint(this.tx, appId, "suspended");
  }

  /** Sends any body to the endpoint, signed now. Nothing comes of the answer: it is only noted. */
  deliver({ appId, body }: { readonly appId: string; readonly body: string }): { readonly deliveryId: string } {
    requireEndpoint(this.tx, appId);
    this.note("deliver", { appId });
    return { deliveryId: sendBody(this.tx, appId, body) };
  }

  /** Moderation switches the endpoint off, from any state: interactions go to the gateway again. */
  disableEndpoint({ appId }: { readonly appId: string }): void {
    this.app(appId);
    this.note("disableEndpoint", { appId });
    moveEndpoint(this.tx, appId, "off");
  }

  /** Suspends the endpoint as repeated failures would. */
  suspendEndpoint({ appId }: { readonly appId: string }): void {
    requireEndpoint(this.tx, appId);
    this.note("suspendEndpoint", { appId });
    moveEndpoint(this.tx, appId, "suspended");
  }

  /** Where the endpoint stands. */
  endpointOf({ appId }: { readonly appId: string }): EndpointRecord | undefined {
    return this.app(appId).endpoint;
  }

  /** The platform suspends an App for a term; it ends by itself. */
  suspendApp({ appId, termMs }: { readonly appId: string; readonly termMs: number }): void {
    this.app(appId);
    this.note("suspendApp", { appId, termMs });
    this.tx.world.apps.patch(appId, { sanction: { untilMs: this.tx.nowMs + termMs } });
    drop(this.tx, (taken) => taken.appId === appId, "APP_SANCTIONED");
  }

  /** The platform bans an App: its credentials die too. */
  banApp({ appId }: { readonly appId: string }): void {
    this.app(appId);
    this.note("banApp", { appId });
    this.tx.world.apps.patch(appId, { sanction: {} });
    drop(this.tx, (taken) => taken.appId === appId, "APP_SANCTIONED");
    revokeCredentials(this.tx, liveCredentials(this.tx.world, appId), "APP_SANCTIONED");
  }

  /** Lifts a sanction of an App before its time. Credentials that died stay dead. */
  releaseApp({ appId }: { readonly appId: string }): void {
    const { sanction: _sanction, ...app } = this.app(appId);
    this.tx.world.apps.put(app);
    this.note("releaseApp", { appId });
  }

  /** Suspends (with a term) or bans an account. Its Apps are switched off for as long. */
  sanctionPerson({ personId, termMs }: { readonly personId: string; readonly termMs?: number }): void {
    this.tx.world.people.require(personId, "person");
    const { world, nowMs } = this.tx;
    world.people.patch(personId, { sanction: termMs === undefined ? {} : { untilMs: nowMs + termMs } });
    drop(this.tx, ({ appId }) => world.apps.get(appId)?.ownerId === personId, "OWNER_SANCTIONED");
    this.note("sanctionPerson", { personId, termMs });
  }

  /** Lifts the sanction of an account. */
  releasePerson({ personId }: { readonly personId: string }): void {
    const { sanction: _sanction, ...person } = this.tx.world.people.require(personId, "person");
    this.tx.world.people.put(person);
    this.note("releasePerson", { personId });
  }

  /** Starts a rotation of the signing key: deliveries carry two signatures until it is finished. */
  rotateKeys(): { readonly keyId: string } {
    const { id } = rotateKeys(this.tx);
    this.note("rotateKeys", { keyId: id });
    return { keyId: id };
  }

  /** Finishes a rotation: previous keys are withdrawn. */
  finishRotation(): void {
    finishRotation(this.tx);
    this.note("finishRotation", {});
  }

  /** Replaces the signing key at once, and forgives failures of endpoints for a while. */
  rotateKeysInEmergency(): { readonly keyId: string } {
    const { id } = rotateInEmergency(this.tx);
    this.note("rotateKeysInEmergency", { keyId: id });
    return { keyId: id };
  }
}
