import type { InteractionId } from "svc-apps/types";
import {
  createDeliveryHandler,
  createVerifier,
  type DeliveryContext,
  type DeliveryHandle,
  fixedKeys,
  type VerifiedDelivery,
  type VerifiedInteraction,
} from "svc-apps/delivery";

const keys = fixedKeys([]);
declare const context: DeliveryContext;
declare const verified: VerifiedInteraction;
declare const handle: DeliveryHandle;

// SIG-31 What looks like a verified delivery is none.
const facts = {
  appId: "1",
  deliveryId: "d",
  timestampS: 1,
  keyId: "k",
  label: "interaction",
  type: "interaction",
  json: {},
} as const;
// @ts-expect-error a literal is no verified delivery
const literal: VerifiedDelivery = facts;
const { appId: _appId, ...rest } = verified;
// @ts-expect-error a copy of one is none either
const copy: VerifiedDelivery = { ...rest };
// @ts-expect-error a handler takes what the verifier made, not a parsed body
void handle({ ...facts, interaction: verified.interaction, interactionId: verified.interactionId }, context);
void handle(verified, context);

// SIG-31 The facts cannot be written.
// @ts-expect-error read only
verified.appId = "2";

// The interaction narrows by its type.
if (verified.interaction.type === "command") {
  const id: InteractionId = verified.interaction.id;
  void id;
  // @ts-expect-error a command has no focused option
  void verified.interaction.data.focused.length;
}

// What a handler gives back.
const good: readonly DeliveryHandle[] = [
  () => ({ type: "defer" }),
  async () => ({ type: "reply", content: "x", private: true }),
  () => "handled-by-rest",
  () => undefined,
  async ({ interaction }) =>
    interaction.type === "autocomplete" ? { type: "suggest", choices: [] } : { type: "decline" },
];
// @ts-expect-error a reply needs its content
const noContent: DeliveryHandle = () => ({ type: "reply" });
// @ts-expect-error a text is not a confirmation
const text: DeliveryHandle = () => "ok";
// @ts-expect-error nor is another type
const other: DeliveryHandle = () => ({ type: "shout" });

// What is needed to make the parts.
// @ts-expect-error no keys
createVerifier({ apps: "1" });
// @ts-expect-error no handler
createDeliveryHandler({ apps: "1", keys });
// @ts-expect-error a number is no Application ID: it loses digits
createDeliveryHandler({ apps: 7301, keys, handle: () => undefined });
// @ts-expect-error no such policy
createDeliveryHandler({ apps: "1", keys, handle: () => undefined, onThrow: "crash" });

void [literal, copy, good, noContent, text, other];
