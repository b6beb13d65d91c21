import type { Interaction } from "../../generated/types.js";
import { isRecord, typeName } from "../http/answer.js";
import { checkOptions, type Kind, oneOf, TIME } from "../http/check-options.js";
import { ArgumentError } from "../http/errors/index.js";
import type { Conversation, WrittenMatcher } from "./conversation.js";
import { checkDefinition, refuseDefinition } from "./definitions/check.js";
import type { ComponentTarget, SelectOption, TargetContext } from "./definitions/components.js";
import type { ModalDefinition } from "./definitions/modal.js";
import type { ModalContext } from "./handlers.js";
import type { IdMatcher, ReadId } from "./routing/matcher.js";
import type { Run } from "./routing/middleware.js";
import type { Waiter } from "./waiter.js";

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

/** What the types refuse, for those who come without them: a time that is none would never be up. */
export function checkWait(method: string, options: unknown): void {
  if (!isRecord(options)) refuseDefinition(`${method}()`, `takes its options as an object, not ${typeName(options)}`);
  checkOptions(options, WAIT_OPTIONS, { of: `${method}()`, prefix: `${method}(): ` });
}

export function checkWaitTarget(target: unknown): void {
  const fields = Reflect.get(Object(target), "component") === undefined ? ["id", "fields"] : ["component"];
  checkDefinition("waitFor", target, fields, "button(), select(), component() or modal()");
}

export interface Wait {
  readonly label: string;
  readonly type: "component" | "form";
  readonly fields: ModalDefinition["fields"] | undefined;
  readonly options: readonly SelectOption[] | undefined;
  readonly read: ReadId;
  readonly channelId: string;
  /** Undefined: anyone. */
  readonly userId: string | undefined;
  /** Monotonic. */
  readonly sinceMs: number;
  /** What it is part of, where conversations are kept. */
  readonly conversation: Conversation | undefined;
  readonly settle: (context: object, interaction: Interaction) => void;
  /** `isLate`: nobody had come in time. */
  readonly fail: (error: unknown, isLate?: boolean) => void;
}

/** What is waited for beyond what its author said. */
export interface WaitGiven extends WaitOptions {
  /** The form that is opened for this. */
  readonly form?: OpenedForm;
}

export interface OpenedForm {
  readonly id: string;
  readonly open: () => Promise<unknown>;
}

/** Who asks for a wait: from which interaction, and in which conversation, where they are kept. */
export interface Asking {
  readonly interaction: Interaction;
  readonly conversation: Conversation | undefined;
  readonly waiter: Waiter;
  /** Makes the context of an interaction that was heard before a restart. */
  readonly contextOf: (
    interaction: Interaction,
    wait: Pick<Wait, "fields" | "label" | "options" | "read" | "type">,
  ) => object;
}

/** What a handler gets that is run again after a restart, and waits for something else where it was answered. */
export const waitsElsewhere = ({ label }: Pick<Wait, "label">): ArgumentError =>
  new ArgumentError(`The handler waits for ${label} now, where before the restart it waited for what has come.`);

export function routeToWait({ label, fields, options }: Pick<Wait, "fields" | "label" | "options">, run: Run) {
  const particulars = { ...(fields === undefined ? {} : { fields }), ...(options === undefined ? {} : { options }) };
  return { route: { label: `conversation ${label}`, run, ...particulars }, isWaitedFor: true } as const;
}

/** Ids that are waited for, as data. */
export function written(matcher: IdMatcher): WrittenMatcher {
  return matcher instanceof RegExp ? { expression: matcher.source, flags: matcher.flags } : matcher;
}

export function readBack(matcher: WrittenMatcher): IdMatcher {
  const isExpression = typeof matcher === "object" && "expression" in matcher;
  return isExpression ? new RegExp(matcher.expression, matcher.flags) : matcher;
}
