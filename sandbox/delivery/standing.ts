import type { Platform } from "../platform.js";
import type { EndpointRecord, EndpointState } from "../world/records.js";
import { inGrace } from "./keys.js";

/** Replaces the endpoint of an App, and says so. */
export function putEndpoint(platform: Platform, appId: string, endpoint: EndpointRecord): EndpointRecord {
  const before = platform.world.apps.get(appId)?.endpoint?.state ?? "off";
  platform.world.apps.patch(appId, { endpoint });
  if (before !== endpoint.state) {
    platform.log.add("delivery", `App ${appId}: endpoint ${before} -> ${endpoint.state}`, {
      appId,
      from: before,
      to: endpoint.state,
    });
  }
  return endpoint;
}

/** Moves an endpoint to another state and forgets its failures. */
export function moveEndpoint(platform: Platform, appId: string, state: EndpointState): EndpointRecord | undefined {
  const endpoint = platform.world.apps.get(appId)?.endpoint;
  return endpoint === undefined ? undefined : putEndpoint(platform, appId, { ...endpoint, state, failuresMs: [] });
}

/** A 2xx in time clears the record of failures. */
export function noteSuccess(platform: Platform, appId: string): void {
  const endpoint = platform.world.apps.get(appId)?.endpoint;
  if (endpoint !== undefined && endpoint.failuresMs.length > 0)
    putEndpoint(platform, appId, { ...endpoint, failuresMs: [] });
}

/** Anything else is counted; enough of them in the period suspend an active endpoint. */
export function noteFailure(platform: Platform, appId: string): void {
  const endpoint = platform.world.apps.get(appId)?.endpoint;
  if (endpoint === undefined) return;
  const { suspensionFailures, suspensionPeriodMs } = platform.settings.readings;
  const nowMs = platform.clock.now();
  const recent = endpoint.failuresMs.filter((atMs) => atMs > nowMs - suspensionPeriodMs);
  const failuresMs = inGrace(platform) ? recent : [...recent, nowMs];
  const suspended = endpoint.state === "active" && failuresMs.length >= suspensionFailures;
  const failuresTotal = endpoint.failuresTotal + 1;
  putEndpoint(platform, appId, {
    ...endpoint,
    failuresMs,
    failuresTotal,
    state: suspended ? "suspended" : endpoint.state,
  });
  if (suspended)
    platform.log.add("notice", `e-mail to the owner of App ${appId}: your endpoint was suspended`, { appId });
}
