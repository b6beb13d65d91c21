/**
 * Finds what does not fit; loaded on first use.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

import { schemas } from "./schemas.js";
import { isObject } from "./support.js";

/** One thing that does not fit. */
export interface Issue {
  /** JSON Pointer to the value; empty for the whole. */
  readonly path: string;
  /** What was expected there. */
  readonly message: string;
  /** JSON Schema keyword that was not satisfied. */
  readonly keyword: string;
}

/** Unions that a constant tells apart: only the branch that was meant is worth explaining. */
const branches: Readonly<Record<string, { readonly property: string; readonly cases: Readonly<Record<string, string>> }>> = {
  CommandDefinition: { property: "type", cases: { chat: "ChatCommandDefinition", user: "UserCommandDefinition", message: "MessageCommandDefinition" } },
  Confirmation: { property: "type", cases: { reply: "ReplyConfirmation", defer: "DeferConfirmation", decline: "DeclineConfirmation", modal: "ModalConfirmation", suggest: "SuggestConfirmation" } },
  ControlEvent: { property: "type", cases: { connection_open: "ConnectionOpenEvent", connection_resume: "ConnectionResumeEvent", connection_close: "ConnectionCloseEvent" } },
  DeliveryBody: { property: "type", cases: { interaction: "InteractionDelivery", probe: "ProbeDelivery" } },
  GatewayEvent: { property: "type", cases: { message_create: "MessageCreateEvent", reaction_update: "ReactionUpdateEvent", interaction_create: "InteractionCreateEvent" } },
  Interaction: { property: "type", cases: { command: "CommandInteraction", command_on_user: "CommandOnUserInteraction", command_on_message: "CommandOnMessageInteraction", autocomplete: "AutocompleteInteraction", component: "ComponentInteraction", form: "FormInteraction" } },
};

/** What does not fit, in the order of the schema. */
export async function issuesOf(name: string, value: unknown): Promise<readonly Issue[]> {
  let branch = name;
  for (let union = branches[branch]; union !== undefined; union = branches[branch]) {
    if (!isObject(value)) return [{ path: "", message: "must be an object", keyword: "type" }];
    const chosen = value[union.property];
    const next = typeof chosen === "string" && Object.hasOwn(union.cases, chosen) ? union.cases[chosen] : undefined;
    if (next === "") break; // a branch without a name is explained with its union
    if (next === undefined) {
      const known = Object.keys(union.cases).join(", ");
      return [{ path: `/${union.property}`, message: `must be one of ${known}`, keyword: "const" }];
    }
    branch = next;
  }
  const { Errors } = await import("typebox/schema");
  const [, errors] = Errors({ $defs: schemas, $ref: `#/$defs/${branch}` }, value);
  return errors.map((error) => ({ path: error.instancePath, message: error.message, keyword: error.keyword }));
}
