import { skewMs, strike } from "../faults/rules.js";
import type { DeliveryFault } from "../faults/shapes.js";
import type { Tx } from "../machine/tx.js";
import { interactionView } from "../rest/views.js";
import { confirmationWindows, limits } from "../spec.js";
import { checkDelivery } from "../validation.js";
import type { DeliveryRecord } from "../world/live.js";
import type { InteractionRecord } from "../world/records.js";
import { type MissignedEffect, signDelivery, type Unsigned } from "./sign.js";
import type { Signed } from "../wire.js";

/** Delivers an interaction to its App's endpoint. There is no second attempt and no other way. */
export function deliver(tx: Tx, interaction: InteractionRecord): void {
  const { appId, id, windowMs } = interaction;
  const faults = strike(tx, { on: "delivery", appId });
  const unsigned = unsignedOf(tx, "interaction", appId, bodyOf(tx, interaction, faults));
  const bad = faults.map(({ effect }) => effect).find(isMissigned);
  const signed = signDelivery(tx, unsigned, bad);
  const again = faults.some((fault) => fault.effect === "replay") ? { again: signed } : {};
  send(tx, { id: unsigned.deliveryId, appId, interactionId: id, ...again }, signed, windowMs);
}

/** Sends a probe with a challenge; gives the id of that delivery. */
export function sendProbe(tx: Tx, appId: string, from: "probing" | "suspended"): string {
  const challenge = tx.world.secret("challenge");
  const unsigned = unsignedOf(tx, "probe", appId, JSON.stringify({ type: "probe", challenge }));
  const probe = { challenge, from };
  send(tx, { id: unsigned.deliveryId, appId, probe }, signDelivery(tx, unsigned), limits.probeMs);
  return unsigned.deliveryId;
}

/** Sends any body, signed now, as a delivery that confirms nothing; gives its id. */
export function sendBody(tx: Tx, appId: string, body: string): string {
  const unsigned = unsignedOf(tx, "interaction", appId, body);
  const windowMs = limits[confirmationWindows.command];
  send(tx, { id: unsigned.deliveryId, appId, replay: true }, signDelivery(tx, unsigned), windowMs);
  return unsigned.deliveryId;
}

/** Posts a signed body to the App's endpoint, to wait for as long as the platform would. */
export function send(
  { world, effects }: Tx,
  delivery: Omit<DeliveryRecord, "url">,
  signed: Signed,
  timeoutMs: number,
): void {
  const { url = "", address } = world.apps.get(delivery.appId)?.endpoint ?? {};
  world.deliveries.put({ ...delivery, url });
  effects.push({ type: "deliver", delivery: { id: delivery.id, url, address, signed, timeoutMs } });
}

/** A delivery about to be signed, at the service's own time. */
function unsignedOf(tx: Tx, kind: Unsigned["kind"], appId: string, body: string): Unsigned {
  const seconds = Math.floor((tx.nowMs + skewMs(tx.world)) / 1000);
  return { kind, appId, deliveryId: tx.world.uuid("delivery"), timestamp: String(seconds), body };
}

function bodyOf(tx: Tx, interaction: InteractionRecord, faults: readonly DeliveryFault[]): string {
  if (faults.some((fault) => fault.effect === "unknown-type")) {
    return JSON.stringify({ type: "sandbox_unknown", payload: {} });
  }
  const body = { type: "interaction", interaction: interactionView(interaction, tx.nowMs) };
  checkDelivery(body);
  return JSON.stringify(body);
}

const isMissigned = (effect: DeliveryFault["effect"]): effect is MissignedEffect =>
  effect !== "replay" && effect !== "unknown-type";
