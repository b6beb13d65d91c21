import { isRecord, typeName } from "../../base/values.js";
import { checkOptions, type Kind, oneOf, TIME } from "../../http/check-options.js";
import { checkDefinition, refuseDefinition } from "../definitions/check.js";
import type { WaitOptions } from "../contexts/types.js";
import type { PendingWait } from "./conversation.js";
import type { Run } from "../routing/middleware.js";
import type { Runner } from "./races.js";

const WAIT_OPTIONS = {
  by: oneOf("same", "anyone"),
  timeoutMs: TIME,
} satisfies Record<keyof WaitOptions, Kind>;

/** Refuses in plain JavaScript what the types refuse: with a `timeoutMs` that is no number, a wait would never end. */
export function checkWait(method: string, options: unknown): void {
  if (!isRecord(options)) refuseDefinition(`${method}()`, `takes its options as an object, not ${typeName(options)}`);
  checkOptions(options, WAIT_OPTIONS, { of: `${method}()`, prefix: `${method}(): ` });
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
