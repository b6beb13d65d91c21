import type { Platform } from "../platform.js";
import { conflict, notFound, SandboxRefusal } from "../refusal.js";
import type { EndpointRecord, Json } from "../world/records.js";
import { checkAddress, type AddressRules, type Resolve } from "./address.js";
import type { EndpointPost } from "./post.js";
import { probeTimeoutMs, unsignedOf, type SendResult } from "./sender.js";
import { signProperly } from "./sign.js";
import { moveEndpoint, putEndpoint } from "./standing.js";

/** Saves the address of an App's endpoint. It is not used for interactions before it has been proven. */
export async function saveEndpoint(
  platform: Platform,
  appId: string,
  url: string,
  { rules, inProcess }: { readonly rules: AddressRules; readonly inProcess?: EndpointPost | undefined },
): Promise<EndpointRecord> {
  requireApp(platform, appId);
  const resolve = noting(platform, inProcess === undefined ? rules.resolve : standIn);
  const address = await checkAddress(url, { ...rules, resolve });
  platform.sender.remember(url, inProcess);
  const pinned = address === undefined ? {} : { address };
  return putEndpoint(platform, appId, { url, ...pinned, state: "probing", failuresMs: [], failuresTotal: 0 });
}

/** An endpoint in this process needs no name that resolves; any public address stands for it. */
const standIn: Resolve = () => Promise.resolve(["1.1.1.1"]);

/** The same resolver; what it answers is part of a recording. */
function noting(platform: Platform, resolve: Resolve): Resolve {
  return async (host) => {
    const addresses = await resolve(host).catch((): readonly string[] => []);
    platform.tape?.resolved.push(addresses);
    return addresses;
  };
}

/** Proves a saved endpoint: it must give the challenge back. From then on interactions go there and only there. */
export async function probeEndpoint(platform: Platform, appId: string): Promise<EndpointRecord> {
  const endpoint = requireEndpoint(platform, appId);
  if (endpoint.state !== "probing") throw conflict("SANDBOX_NOTHING_TO_PROBE", "Only a saved address is probed.");
  const refusal = await probe(platform, appId);
  if (refusal !== undefined) {
    moveEndpoint(platform, appId, platform.settings.readings.failedProbeState);
    throw refusal;
  }
  return moveEndpoint(platform, appId, "active") ?? endpoint;
}

/** Tests a suspended endpoint again, the only way back. */
export async function retestEndpoint(platform: Platform, appId: string): Promise<EndpointRecord> {
  const endpoint = requireEndpoint(platform, appId);
  if (endpoint.state !== "suspended")
    throw conflict("SANDBOX_NOT_SUSPENDED", "Only a suspended endpoint is tested again.");
  const refusal = await probe(platform, appId);
  if (refusal !== undefined) throw refusal;
  return moveEndpoint(platform, appId, platform.settings.readings.retestState) ?? endpoint;
}

function requireApp(platform: Platform, appId: string): void {
  if (platform.world.apps.get(appId) === undefined) throw notFound("App");
}

function requireEndpoint(platform: Platform, appId: string): EndpointRecord {
  requireApp(platform, appId);
  const endpoint = platform.world.apps.get(appId)?.endpoint;
  if (endpoint === undefined || endpoint.state === "off")
    throw conflict("SANDBOX_NO_ENDPOINT", "Save an address first.");
  return endpoint;
}

/** Sends one probe. Gives the refusal, or nothing when the challenge came back in time. */
async function probe(platform: Platform, appId: string): Promise<SandboxRefusal | undefined> {
  const challenge = platform.world.secret("challenge");
  const unsigned = unsignedOf(platform, "probe", appId, JSON.stringify({ type: "probe", challenge }));
  const result = await platform.sender.send(platform, appId, signProperly(platform, unsigned), probeTimeoutMs);
  const code = verdict(result, challenge);
  const status = result.kind === "answered" ? result.answer.status : null;
  const latencyMs = Math.round(result.latencyMs);
  platform.log.add("delivery", `App ${appId}: probe ${code}`, { appId, probe: { code, status, latencyMs } });
  if (code === "OK") return undefined;
  return new SandboxRefusal(422, "ENDPOINT_UNREACHABLE", "The endpoint did not give the challenge back in time.", {
    probe: { code, status, latencyMs },
  });
}

function verdict(result: SendResult, challenge: string): string {
  if (result.kind === "timeout") return "TIMEOUT";
  if (result.kind === "failed") return "NO_CONNECTION";
  if (result.answer.status < 200 || result.answer.status >= 300) return "BAD_STATUS";
  return echoed(result.answer.body) === challenge ? "OK" : "WRONG_CHALLENGE";
}

const fieldsOf = (value: Json): { readonly [name: string]: Json } => value as { readonly [name: string]: Json };

function echoed(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? fieldsOf(value)["challenge"]
      : undefined;
  } catch {
    return undefined;
  }
}
