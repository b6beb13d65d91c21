import { redactIn } from "../log.js";
import { log, type Tx, type SendResult } from "../machine/tx.js";
import { type Fields, fieldsOf, given, parseJson } from "../json.js";
import type { EndpointRecord, EndpointState } from "../world/records.js";
import { inGrace } from "./sign.js";
import { conflict, SandboxRefusal } from "../refusal.js";
import { checkAddress } from "./address.js";
import { sendProbe, send } from "./send.js";
import { confirm } from "../rules/confirmation.js";
import { isConfirmation } from "../validation.js";
import type { DeliveryRecord } from "../world/live.js";

/** Replaces the endpoint of an App, and says so. */
export function putEndpoint(tx: Tx, appId: string, endpoint: EndpointRecord): EndpointRecord {
  const before = tx.world.apps.get(appId)?.endpoint?.state ?? "off";
  tx.world.apps.patch(appId, { endpoint });
  const { state } = endpoint;
  const detail = { appId, from: before, to: state };
  if (before !== state) log(tx, "delivery", `App ${appId}: endpoint ${before} -> ${state}`, detail);
  return endpoint;
}

/** Moves an endpoint to another state and forgets its failures. */
export function moveEndpoint(tx: Tx, appId: string, state: EndpointState): EndpointRecord | undefined {
  const endpoint = tx.world.apps.get(appId)?.endpoint;
  return endpoint === undefined ? undefined : putEndpoint(tx, appId, { ...endpoint, state, failuresMs: [] });
}

/** The endpoint that a delivery was sent to, unless its App has another address by now. */
function endpointOf(tx: Tx, { appId, url }: DeliveryRecord): EndpointRecord | undefined {
  const endpoint = tx.world.apps.get(appId)?.endpoint;
  return endpoint?.url === url ? endpoint : undefined;
}

/** A 2xx in time clears the record of failures. */
function noteSuccess(tx: Tx, delivery: DeliveryRecord): void {
  const endpoint = endpointOf(tx, delivery);
  if (endpoint !== undefined && endpoint.failuresMs.length > 0)
    putEndpoint(tx, delivery.appId, { ...endpoint, failuresMs: [] });
}

/** Anything else is counted; enough of them in the period suspend an active endpoint. */
function noteFailure(tx: Tx, delivery: DeliveryRecord): void {
  const { appId } = delivery;
  const endpoint = endpointOf(tx, delivery);
  if (endpoint === undefined) return;
  const { suspensionFailures, suspensionPeriodMs } = tx.settings.assumptions;
  const nowMs = tx.nowMs;
  const recent = endpoint.failuresMs.filter((atMs) => atMs > nowMs - suspensionPeriodMs);
  const failuresMs = inGrace(tx) ? recent : [...recent, nowMs];
  const suspended = endpoint.state === "active" && failuresMs.length >= suspensionFailures;
  const failed = { failuresMs, failuresTotal: endpoint.failuresTotal + 1 };
  putEndpoint(tx, appId, { ...endpoint, ...failed, state: suspended ? "suspended" : endpoint.state });
  if (suspended) log(tx, "notice", `e-mail to the owner of App ${appId}: your endpoint was suspended`, { appId });
}

/** Saves the address of an App's endpoint. It is not used for interactions before it has been proven. */
export function saveEndpoint(tx: Tx, appId: string, url: string, addresses: readonly string[]): EndpointRecord {
  tx.world.apps.require(appId, "App");
  const address = checkAddress(url, addresses, tx.settings.allowLoopbackEndpoints);
  return putEndpoint(tx, appId, { url, ...given({ address }), state: "probing", failuresMs: [], failuresTotal: 0 });
}

/** Probes a saved address, or a suspended endpoint, whose only way back it is. Gives the id of the delivery. */
export function probeEndpoint(tx: Tx, appId: string, from: "probing" | "suspended"): string {
  const { state } = requireEndpoint(tx, appId);
  if (from === "probing" && state !== from)
    throw conflict("SANDBOX_NOTHING_TO_PROBE", "Only a saved address is probed.");
  if (from === "suspended" && state !== from)
    throw conflict("SANDBOX_NOT_SUSPENDED", "Only a suspended endpoint is tested again.");
  return sendProbe(tx, appId, from);
}

export function requireEndpoint(tx: Tx, appId: string): EndpointRecord {
  const { endpoint } = tx.world.apps.require(appId, "App");
  if (endpoint === undefined || endpoint.state === "off")
    throw conflict("SANDBOX_NO_ENDPOINT", "Save an address first.");
  return endpoint;
}

/** Draws the consequences of what became of a delivery. Of a probe it gives the endpoint, or throws the refusal. */
export function settle(tx: Tx, deliveryId: string, result: SendResult): EndpointRecord | undefined {
  const delivery = tx.world.deliveries.get(deliveryId);
  if (delivery === undefined) return undefined;
  tx.world.deliveries.delete(deliveryId);
  if (delivery.probe !== undefined) return settleProbe(tx, delivery, delivery.probe, result);
  const { appId, interactionId = "", again, replay } = delivery;
  if (replay === true) {
    logDelivery(tx, delivery, `replay: ${describe(result)}`, { result, replay });
    return undefined;
  }
  const success = result.kind === "answered" && result.answer.status >= 200 && result.answer.status < 300;
  // Any 2xx in time is a success for the endpoint, whatever its body; only a proper body confirms the interaction.
  if (success) noteSuccess(tx, delivery);
  const outcome = success ? confirmByBody(tx, appId, interactionId, result.answer.body) : undefined;
  const words = outcome === undefined ? describe(result) : `${describe(result)}, ${outcome}`;
  const interaction = tx.world.interactions.get(interactionId);
  if (interaction !== undefined) tx.world.interactions.patch(interactionId, { delivered: words });
  logDelivery(tx, delivery, words, outcome === undefined ? { result } : { result, outcome });
  if (!success) noteFailure(tx, delivery);
  if (again !== undefined)
    send(tx, { id: deliveryId, appId, interactionId, replay: true }, again, interaction?.windowMs ?? 0);
  return undefined;
}

function confirmByBody(tx: Tx, appId: string, id: string, text: string): string {
  const body = parseJson(text);
  if (!isConfirmation(body)) return "unconfirmed";
  try {
    // The guard has just checked that it is a JSON object.
    confirm(tx, appId, id, body as Fields);
    return "confirmed";
  } catch (error) {
    return `not confirmed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function describe(result: SendResult): string {
  const latency = `${Math.round(result.latencyMs)} ms`;
  if (result.kind === "answered") return `${result.answer.status} in ${latency}`;
  return result.kind === "timeout" ? `no answer in ${latency}` : `failed after ${latency}: ${result.reason}`;
}

function logDelivery(
  tx: Tx,
  { id: deliveryId, appId, interactionId }: DeliveryRecord,
  text: string,
  more: object,
): void {
  log(tx, "delivery", `App ${appId}: ${text}`, { appId, interactionId, deliveryId, ...redactIn(more) });
}

/**
 * The challenge must come back in time; from then on interactions go to the endpoint and only there. A result changes
 * nothing where another address was saved meanwhile, or another probe or moderation moved the endpoint.
 */
function settleProbe(
  tx: Tx,
  delivery: DeliveryRecord,
  { challenge, from }: NonNullable<DeliveryRecord["probe"]>,
  result: SendResult,
): EndpointRecord {
  const { failedProbeState, retestState } = tx.settings.assumptions;
  const { appId } = delivery;
  const isCurrent = endpointOf(tx, delivery)?.state === from;
  const code = verdict(result, challenge);
  const status = result.kind === "answered" ? result.answer.status : null;
  const latencyMs = Math.round(result.latencyMs);
  log(tx, "delivery", `App ${appId}: probe ${code}`, { appId, probe: { code, status, latencyMs } });
  if (code === "OK") {
    if (isCurrent) moveEndpoint(tx, appId, from === "probing" ? "active" : retestState);
    return requireEndpoint(tx, appId);
  }
  if (isCurrent && from === "probing") moveEndpoint(tx, appId, failedProbeState);
  throw new SandboxRefusal(422, "ENDPOINT_UNREACHABLE", `The probe did not close: ${whyNot(result)}.`, {
    probe: { code, status, latencyMs },
  });
}

/** Why a probe did not close, without a word of what the endpoint's body held. */
function whyNot(result: SendResult): string {
  const isTaken = result.kind === "answered" && result.answer.status >= 200 && result.answer.status < 300;
  return isTaken ? `${describe(result)}, without the challenge as it was sent` : describe(result);
}

function verdict(result: SendResult, challenge: string): string {
  if (result.kind === "timeout") return "TIMEOUT";
  if (result.kind === "failed") return "NO_CONNECTION";
  if (result.answer.status < 200 || result.answer.status >= 300) return "BAD_STATUS";
  return fieldsOf(parseJson(result.answer.body))["challenge"] === challenge ? "OK" : "WRONG_CHALLENGE";
}
