import { chatCommand, userCommand } from "../../runtime/app/definitions/commands.js";
import type { ArgsOf } from "../../runtime/app/definitions/options.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Equal<A, B>): void {}

const roll = chatCommand({
  name: "roll",
  description: "Roll a die",
  options: [
    { type: "integer", name: "sides", description: "How many sides", required: true, minValue: 2, maxValue: 100 },
    { type: "string", name: "label", description: "x" },
    { type: "duration", name: "other", description: "x", unit: "s" },
  ],
});
same<ArgsOf<typeof roll.options>, { readonly sides: number; readonly label?: string; readonly other?: unknown }>(true);
const bare = chatCommand({ name: "ping", description: "x" });
same<typeof bare.options, readonly []>(true);

chatCommand({
  name: "x",
  description: "x",
  // @ts-expect-error bounds belong to integer options
  options: [{ type: "string", name: "a", description: "a", minValue: 1 }],
});
chatCommand({
  name: "x",
  description: "x",
  // @ts-expect-error a mistyped field
  options: [{ type: "string", name: "a", description: "a", requred: true }],
});
// @ts-expect-error options belong to chat commands
userCommand({ name: "x", description: "x", options: [] });
