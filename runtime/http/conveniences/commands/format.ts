import { describeKey } from "./key.js";
import type { CommandPlan, CommandStep } from "./plan.js";

const SIGNS = { create: "+", update: "~", delete: "-", blocked: "!", leave: " ", keep: " " } as const;

const detail = (step: CommandStep): string => {
  switch (step.action) {
    case "update":
      return `  changes ${step.changed.join(", ")}`;
    case "blocked":
      return `  ${step.problem}`;
    case "leave":
      return "  not defined here; stays";
    default:
      return "";
  }
};

const count = (plan: CommandPlan, ...actions: readonly CommandStep["action"][]) =>
  plan.steps.filter(({ action }) => actions.includes(action)).length;

/** A plan for people, one line a command that something happens to, and a sum at the end. */
export function formatPlan(plan: CommandPlan): string {
  const shown = plan.steps.filter(({ action }) => action !== "keep");
  const lines = shown.map((step) => `  ${SIGNS[step.action]} ${describeKey(step.key)}${detail(step)}`);
  const blocked = count(plan, "blocked");
  const sum = [
    `${count(plan, "create")} to create`,
    `${count(plan, "update")} to change`,
    `${count(plan, "delete")} to delete`,
    `${count(plan, "keep")} unchanged`,
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
  ].join(", ");
  const head = plan.truncated ? ["The list of registered commands was cut off by the service."] : [];
  return [...head, ...lines, `Plan: ${sum}.`].join("\n");
}
