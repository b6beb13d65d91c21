import { probeEndpoint, retestEndpoint, saveEndpoint } from "../delivery/endpoint.js";
import { finishRotation, rotateInEmergency, rotateKeys } from "../delivery/keys.js";
import type { EndpointPost } from "../delivery/post.js";
import { moveEndpoint } from "../delivery/standing.js";
import { liveCredentials, revokeCredentials } from "../rules/credentials.js";
import type { EndpointRecord } from "../world/records.js";
import { AppGestures } from "./apps.js";
import { release, sanction } from "./community.js";

/** Endpoints, signing keys, and what the platform's moderation does to Apps and accounts. */
export class PlatformGestures extends AppGestures {
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
    this.note("saveEndpoint", { appId, url });
    return saveEndpoint(this.platform, appId, url, { rules: this.rules, inProcess });
  }

  /** Proves the saved address. */
  async probeEndpoint({ appId }: { readonly appId: string }): Promise<EndpointRecord> {
    this.note("probeEndpoint", { appId });
    return probeEndpoint(this.platform, appId);
  }

  /** Tests a suspended endpoint again. */
  async retestEndpoint({ appId }: { readonly appId: string }): Promise<EndpointRecord> {
    this.note("retestEndpoint", { appId });
    return retestEndpoint(this.platform, appId);
  }

  /** Moderation switches the endpoint off, from any state: interactions go to the gateway again. */
  disableEndpoint({ appId }: { readonly appId: string }): void {
    this.app(appId);
    this.note("disableEndpoint", { appId });
    moveEndpoint(this.platform, appId, "off");
  }

  /** Suspends the endpoint as repeated failures would. */
  suspendEndpoint({ appId }: { readonly appId: string }): void {
    this.app(appId);
    this.note("suspendEndpoint", { appId });
    moveEndpoint(this.platform, appId, "suspended");
  }

  /** Where the endpoint stands. */
  endpointOf({ appId }: { readonly appId: string }): EndpointRecord | undefined {
    return this.app(appId).endpoint;
  }

  /** The platform suspends an App for a term; it ends by itself. */
  suspendApp({ appId, termMs }: { readonly appId: string; readonly termMs: number }): void {
    this.app(appId);
    this.note("suspendApp", { appId, termMs });
    this.platform.world.apps.patch(appId, { sanction: { untilMs: this.platform.clock.now() + termMs } });
    this.platform.hub.drop((taken) => taken.appId === appId, "APP_SANCTIONED");
  }

  /** The platform bans an App: its credentials die too. */
  banApp({ appId }: { readonly appId: string }): void {
    this.app(appId);
    this.note("banApp", { appId });
    this.platform.world.apps.patch(appId, { sanction: {} });
    this.platform.hub.drop((taken) => taken.appId === appId, "APP_SANCTIONED");
    revokeCredentials(this.platform, liveCredentials(this.platform, appId), "APP_SANCTIONED");
  }

  /** Lifts a sanction of an App before its time. Credentials that died stay dead. */
  releaseApp({ appId }: { readonly appId: string }): void {
    const { sanction: _sanction, ...app } = this.app(appId);
    this.platform.world.apps.put(app);
    this.note("releaseApp", { appId });
  }

  /** Suspends (with a term) or bans an account. Its Apps are switched off for as long. */
  sanctionPerson({ personId, termMs }: { readonly personId: string; readonly termMs?: number }): void {
    sanction(this.platform, personId, termMs);
    this.note("sanctionPerson", { personId, termMs });
  }

  /** Lifts the sanction of an account. */
  releasePerson({ personId }: { readonly personId: string }): void {
    release(this.platform, personId);
    this.note("releasePerson", { personId });
  }

  /** Starts a rotation of the signing key: deliveries carry two signatures until it is finished. */
  rotateKeys(): { readonly keyId: string } {
    const { id } = rotateKeys(this.platform);
    this.note("rotateKeys", { keyId: id });
    return { keyId: id };
  }

  /** Finishes a rotation: previous keys are withdrawn. */
  finishRotation(): void {
    finishRotation(this.platform);
    this.note("finishRotation", {});
  }

  /** Replaces the signing key at once, and forgives failures of endpoints for a while. */
  rotateKeysInEmergency(): { readonly keyId: string } {
    const { id } = rotateInEmergency(this.platform);
    this.note("rotateKeysInEmergency", { keyId: id });
    return { keyId: id };
  }
}
