export { applyCommands, type ApplyOptions, savedCommandId, type StepResult } from "./apply.js";
export { type ChangedField, type PermissionReading, readPermission } from "./compare.js";
export { formatPlan } from "./format.js";
export { type CommandKey, describeKey, type DesiredCommand } from "./key.js";
export { type CommandPlan, type CommandStep, planCommands, type PlanOptions } from "./plan.js";
