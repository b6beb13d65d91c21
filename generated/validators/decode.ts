/**
 * Readers of the open unions of Bot App Platform: they never throw.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import type * as T from "../types.js";
import {
  isAutocompleteInteraction,
  isCommandInteraction,
  isCommandOnMessageInteraction,
  isCommandOnUserInteraction,
  isComponentInteraction,
  isConnectionCloseEvent,
  isConnectionOpenEvent,
  isConnectionResumeEvent,
  isFormInteraction,
  isInteractionCreateEvent,
  isInteractionDelivery,
  isMessageCreateEvent,
  isProbeDelivery,
  isReactionUpdateEvent,
} from "./guards.js";
import { isObject as isObject$ } from "./support.js";

/** Reads a {@link T.DeliveryBody}. What is not known, or does not fit, comes back whole as {@link T.UnknownDeliveryBody}. */
export function decodeDeliveryBody(value: unknown): T.DeliveryBody | T.UnknownDeliveryBody {
  const wireType = isObject$(value) ? value["type"] : undefined;
  switch (wireType) {
    case "interaction":
      if (isInteractionDelivery(value)) return value;
      break;
    case "probe":
      if (isProbeDelivery(value)) return value;
      break;
    default:
      return {
        type: "unknown",
        wireType: typeof wireType === "string" ? wireType : "",
        reason: "type",
        payload: value,
      };
  }
  return { type: "unknown", wireType, reason: "shape", payload: value };
}

/** Reads a {@link T.GatewayEvent} or {@link T.ControlEvent}. What is not known, or does not fit, comes back whole as {@link T.UnknownEvent}. */
export function decodeGatewayEvent(value: unknown): T.GatewayEvent | T.ControlEvent | T.UnknownEvent {
  const wireType = isObject$(value) ? value["type"] : undefined;
  switch (wireType) {
    case "message_create":
      if (isMessageCreateEvent(value)) return value;
      break;
    case "reaction_update":
      if (isReactionUpdateEvent(value)) return value;
      break;
    case "interaction_create":
      if (isInteractionCreateEvent(value)) return value;
      break;
    case "connection_open":
      if (isConnectionOpenEvent(value)) return value;
      break;
    case "connection_resume":
      if (isConnectionResumeEvent(value)) return value;
      break;
    case "connection_close":
      if (isConnectionCloseEvent(value)) return value;
      break;
    default:
      return {
        type: "unknown",
        wireType: typeof wireType === "string" ? wireType : "",
        reason: "type",
        payload: value,
      };
  }
  return { type: "unknown", wireType, reason: "shape", payload: value };
}

/** Reads a {@link T.Interaction}. What is not known, or does not fit, comes back whole as {@link T.UnknownInteraction}. */
export function decodeInteraction(value: unknown): T.Interaction | T.UnknownInteraction {
  const wireType = isObject$(value) ? value["type"] : undefined;
  switch (wireType) {
    case "command":
      if (isCommandInteraction(value)) return value;
      break;
    case "command_on_user":
      if (isCommandOnUserInteraction(value)) return value;
      break;
    case "command_on_message":
      if (isCommandOnMessageInteraction(value)) return value;
      break;
    case "autocomplete":
      if (isAutocompleteInteraction(value)) return value;
      break;
    case "component":
      if (isComponentInteraction(value)) return value;
      break;
    case "form":
      if (isFormInteraction(value)) return value;
      break;
    default:
      return {
        type: "unknown",
        wireType: typeof wireType === "string" ? wireType : "",
        reason: "type",
        payload: value,
      };
  }
  return { type: "unknown", wireType, reason: "shape", payload: value };
}
