import { checkOptions } from "../../base/options.js";
import { checkDefinition } from "../definitions/check.js";
import { type WaitOptions, waitOptions } from "../definitions/contexts.js";
import type { PendingWait } from "./conversation.js";
import type { Run } from "../routing/middleware.js";
import type { Runner } from "./races.js";

/** Refuses in plain JavaScript what the types refuse: with a `timeoutMs` that is not a number, a wait would never end. */
export function checkWait(method: string, options: unknown): void {
  checkOptions(options, waitOptions, { of: `${method}()`, prefix: `${method}(): ` });
}

export function checkWaitTarget(target: unknown): void {
  const fields = Reflect.get(Object(target), "component") === undefined ? ["id", "fields"] : ["component"];
  checkDefinition("waitFor", target, fields, "button(), select(), component() or modal()");
}

/** The part of a wait that follows from the definition of its component or form. */
export type WaitDefinition = Pick<PendingWait, "fields" | "label" | "options" | "read" | "type">;

/** Options of a wait, and the form that `ask()` opens for it. */
export interface WaitRequest extends WaitOptions {
  readonly form?: { readonly id: string; readonly open: () => Promise<unknown> };
  /** Ends it where it loses a race. */
  readonly runner?: Runner;
}

/** What is done when a handler begins to wait, and before it goes on. */
export interface WaitHook {
  readonly before: () => Promise<void>;
  readonly after: () => Promise<void>;
}

/** The route of an interaction that answers a wait. */
export function routeToWait({ label, fields, options }: Pick<PendingWait, "fields" | "label" | "options">, run: Run) {
  const particulars = { ...(fields === undefined ? {} : { fields }), ...(options === undefined ? {} : { options }) };
  return { route: { label: `conversation ${label}`, run, ...particulars }, isWaitedFor: true } as const;
}
