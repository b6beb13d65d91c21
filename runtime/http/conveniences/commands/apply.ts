import { createCommand, deleteCommand, editCommand, listCommands } from "../../../../generated/routes.js";
import type { CommandId } from "../../../../generated/types.js";
import type { Caller, CallOptions } from "../../../abi/index.js";
import { type AppsError, ArgumentError, isAppsError } from "../../../base/errors.js";
import { isMissingCredential, isRefusal } from "../../errors/index.js";
import { changedFields, describeKey, scopesOf } from "./compare.js";
import type { CommandPlan, CommandStep } from "./plan.js";

/** A step that writes. */
type WritingStep = Extract<CommandStep, { readonly action: "create" | "update" | "delete" }>;

/** How one step went. */
export type StepResult =
  | { readonly step: WritingStep; readonly ok: true }
  | { readonly step: WritingStep; readonly ok: false; readonly error: AppsError };

/** Options of {@link applyCommands}. */
export interface ApplyOptions extends CallOptions {
  /** Called after every step. */
  readonly onStep?: (result: StepResult) => void;
}

/**
 * Carries out a plan, step after step; goes on after a step that fails, but deletes nothing after that: it might be all
 * that is left of a command that was renamed. Resolves with the result of each step; rejects when the credential is
 * refused, since all others would fail too.
 */
export async function applyCommands(
  caller: Caller,
  plan: CommandPlan,
  { onStep, ...options }: ApplyOptions = {},
): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const step of plan.steps) {
    if (step.action !== "create" && step.action !== "update" && step.action !== "delete") continue;
    const isKept = step.action === "delete" && results.some(({ ok, step: { action } }) => !ok && action !== "delete");
    const error = new ArgumentError("deleteCommand: not sent, because an earlier command could not be written");
    const result = isKept ? ({ step, ok: false, error } as const) : await carryOut(caller, step, options);
    results.push(result);
    onStep?.(result);
  }
  return results;
}

async function carryOut(caller: Caller, step: WritingStep, options: CallOptions): Promise<StepResult> {
  try {
    await write(caller, step, options);
    return { step, ok: true };
  } catch (error) {
    if (!isAppsError(error) || isMissingCredential(error)) throw error;
    return (await isDone(caller, step, { error, options })) ? { step, ok: true } : { step, ok: false, error };
  }
}

async function write(caller: Caller, step: WritingStep, options: CallOptions): Promise<void> {
  if (step.action === "create") {
    const { serverId } = step.key;
    await createCommand(
      caller,
      { command: step.definition, ...(typeof serverId === "string" && { serverId }) },
      options,
    );
  } else if (step.action === "update") {
    await editCommand(caller, { commandId: step.listed.publicId, command: step.definition }, options);
  } else {
    await deleteCommand(caller, { commandId: step.listed.publicId }, options);
  }
}

/** Statuses of refusals that do not depend on what is registered. */
const DENIED: ReadonlySet<unknown> = new Set([401, 403, 429]);

/**
 * Whether the step is done although its call failed: its answer was lost, or another process that started at the same
 * time was faster. The list of commands says so.
 */
async function isDone(
  caller: Caller,
  step: WritingStep,
  { error, options }: { readonly error: AppsError; readonly options: CallOptions },
): Promise<boolean> {
  if (step.action === "delete" && error.status === 404) return true;
  if (
    step.action === "update" ||
    !(error.ambiguous || (step.action === "create" && isRefusal(error) && !DENIED.has(error.status)))
  )
    return false;
  try {
    const { commands, truncated } = await listCommands(caller, {}, options);
    if (step.action === "delete") {
      return truncated === false && commands.every(({ publicId }) => publicId !== step.listed.publicId);
    }
    const scopes = scopesOf(commands);
    return commands.some((listed) => {
      const isSame = step.key.type === listed.type && step.key.name === listed.name;
      const scope = scopes.get(listed);
      const isHere = scope === undefined || scope === step.key.serverId;
      return isSame && isHere && changedFields(step.definition, listed, true).length === 0;
    });
  } catch (failed) {
    if (!isAppsError(failed) || isMissingCredential(failed)) throw failed;
    return false; // unknown, as the error of the step says
  }
}

/** The id in the answer of `createCommand`, at the top level or under `command`. */
export function savedCommandId(answer: unknown): CommandId | undefined {
  const { publicId, command } = (answer ?? {}) as { publicId?: unknown; command?: { publicId?: unknown } }; // read by shape
  const id = publicId ?? command?.publicId;
  return typeof id === "string" ? (id as CommandId) : undefined;
}

const SIGNS = { create: "+", update: "~", delete: "-", blocked: "!", leave: " ", keep: " " } as const;

const detail = (step: CommandStep): string => {
  switch (step.action) {
    case "update":
      return `  changes ${step.changed.join(", ")}`;
    case "blocked":
      return `  ${step.problem}`;
    case "keep":
      return `  ${step.note}`;
    case "leave":
      return "  not defined here; stays";
    default:
      return "";
  }
};

const count = (plan: CommandPlan, ...actions: readonly CommandStep["action"][]) =>
  plan.steps.filter(({ action }) => actions.includes(action)).length;

/** A plan for people: one line per command that is not left unchanged, and a sum at the end. */
export function formatPlan(plan: CommandPlan): string {
  const shown = plan.steps.filter((step) => step.action !== "keep" || step.note !== undefined);
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
