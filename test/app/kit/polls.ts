import { chatCommand, fillId, modal } from "svc-apps";
import type { ChatContext } from "svc-apps";

/** What conversations are tested with: a poll by buttons, and an order that asks for an address by a form. */
export const poll = chatCommand({ name: "poll", description: "Yes or no" });
export const order = chatCommand({ name: "order", description: "Order something" });
export const address = modal({
  id: "address:{order}",
  title: "Where to?",
  fields: [{ type: "text", id: "street", label: "Street", required: true }],
});
const vote = (choice: string) => ({ type: "button", id: fillId("vote:{choice}", { choice }), label: choice });
export const question = { content: "Well?", components: [vote("yes"), vote("no")] };

export type Handler = (interaction: ChatContext<object>) => Promise<unknown>;
