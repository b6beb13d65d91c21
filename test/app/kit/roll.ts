import { chatCommand } from "../../../runtime/app/definitions/commands.js";
import type { ConfirmableInteraction } from "../../../runtime/app/contexts/context.js";
import { bench } from "./bench-app.js";
import type { BenchOptions } from "./bench-app.js";

export const command = chatCommand({
  name: "roll",
  description: "Roll a die",
  options: [{ type: "integer", name: "sides", description: "Sides", required: true, minValue: 2, maxValue: 100 }],
});
export const plain = chatCommand({ name: "roll", description: "Roll a die" });

export type Handle = (context: ConfirmableInteraction & { readonly args: { sides?: number } }) => unknown;

/** A bench whose `/roll` is handled so. */
export function withRoll(
  handle: Handle,
  options: BenchOptions = {},
  definition: typeof plain | typeof command = plain,
) {
  const app = bench(options);
  app.registry.addCommand(definition, handle as (context: object) => unknown, {}); // contexts are made to fit
  return app;
}
