import type { Interaction } from "../../../generated/types.js";
import { isRecord, typeName } from "../../http/answer.js";
import { checkOptions, type Kind, oneOf, TIME } from "../../http/check-options.js";
import { ArgumentError } from "../../http/errors/index.js";
import type { Conversation } from "./conversation.js";
import type { StoredMatcher } from "./record.js";
import { checkDefinition, refuseDefinition } from "../definitions/check.js";
import type { ComponentTarget, SelectOption, TargetContext } from "../definitions/components.js";
import type { ModalDefinition } from "../definitions/modal.js";
import type { ModalContext } from "../handlers.js";
import type { IdMatcher, ReadId } from "../routing/matcher.js";
import type { Run } from "../routing/middleware.js";
import type { HandlerWaits } from "./handler-waits.js";
import type { Runner } from "./races.js";

/** What can be waited for: a component, or the submission of a form. */
export type WaitTarget = ComponentTarget | ModalDefinition;

/** The context of what was waited for. */
export type WaitedContext<Target extends WaitTarget> = Target extends ComponentTarget
  ? TargetContext<Target>
  : Target extends ModalDefinition
    ? ModalContext<Target>
    : never;

/** Whom to wait for, and how long. */
export interface WaitOptions {
  /** `same`: the person of this interaction. `anyone`: whoever is in the channel. Default: `same`. */
  readonly by?: "same" | "anyone";
  /** Default: 300,000. */
  readonly timeoutMs?: number;
}

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

/** What a handler waits for. */
export interface PendingWait {
  readonly label: string;
  /** The handler that waits, for messages. */
  readonly handler: string;
  readonly type: "component" | "form";
  readonly fields: ModalDefinition["fields"] | undefined;
  readonly options: readonly SelectOption[] | undefined;
  readonly read: ReadId;
  readonly channelId: string;
  /** Undefined: anyone. */
  readonly userId: string | undefined;
  /** Stands on what its conversation sent: what has another mark is for another one. */
  readonly mark: string;
  /** When it began, monotonic milliseconds. */
  readonly sinceMs: number;
  /** The stored conversation that it belongs to. */
  readonly conversation: Conversation | undefined;
  readonly settle: (context: object, interaction: Interaction) => void;
  readonly fail: (error: unknown, timedOut?: boolean) => void;
  /** Ends it without an outcome: its handler does not go on in this process. */
  readonly pause: () => void;
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

/** The handler that waits. */
export interface WaitOwner {
  /** The interaction whose context it called. */
  readonly interaction: Interaction;
  /** Undefined where conversations are not stored. */
  readonly conversation: Conversation | undefined;
  readonly waits: HandlerWaits;
  /** Stands on what its conversation sends. */
  readonly mark: string;
  readonly handler: string;
  /** Builds the context of an answer that was received before a restart. */
  readonly contextOf: (answer: Interaction, wait: WaitDefinition) => object;
}

/** Rejects a wait of a handler that runs again after a restart and asks for something else than it did before. */
export const waitChanged = ({ label }: Pick<PendingWait, "label">): ArgumentError =>
  new ArgumentError(`The handler waits for ${label} now, where before the restart it waited for what has come.`);

/** The route of an interaction that answers a wait. */
export function routeToWait({ label, fields, options }: Pick<PendingWait, "fields" | "label" | "options">, run: Run) {
  const particulars = { ...(fields === undefined ? {} : { fields }), ...(options === undefined ? {} : { options }) };
  return { route: { label: `conversation ${label}`, run, ...particulars }, isWaitedFor: true } as const;
}

export function storedMatcher(matcher: IdMatcher): StoredMatcher {
  return matcher instanceof RegExp ? { expression: matcher.source, flags: matcher.flags } : matcher;
}

export function restoredMatcher(matcher: StoredMatcher): IdMatcher {
  const isExpression = typeof matcher === "object" && "expression" in matcher;
  return isExpression ? new RegExp(matcher.expression, matcher.flags) : matcher;
}
