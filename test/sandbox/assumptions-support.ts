import { call, type VirtualSandbox } from "./support.js";

/** How a point on which the documentation is silent can be seen, and what each reading then looks like. */
export interface Observation {
  readonly see: (sandbox: VirtualSandbox) => Promise<unknown>;
  /** Reading and what is seen under it; `undefined` is the sandbox that was told nothing. */
  readonly assumptions: readonly (readonly [unknown, unknown])[];
}

/** Just the status of an answer. */
export const statusOf = async (answer: Promise<{ readonly status: number }>): Promise<number> => (await answer).status;

/** An interaction of a command that the sandbox did not know before: triggered, or being typed. */
export async function opened(sandbox: VirtualSandbox, trigger: "run" | "type" = "run") {
  const options = [{ type: "string", name: "city", description: "", autocomplete: true }];
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "", options } });
  const { person } = sandbox.defaults;
  return trigger === "run" ? person.run("roll", { city: "x" }) : person.type("roll", "city", "x");
}
