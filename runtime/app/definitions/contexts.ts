import type {
  AccountId,
  ChannelId,
  Choice,
  Interaction,
  InteractionId,
  MessageId,
  ServerId,
} from "../../../generated/types.js";
import type { InteractionSource } from "../../diagnostics/interaction.js";
import { any, flag, ms, needed, oneOf, option, type OptionsOf, options, usually } from "../../base/options.js";
import type { BoundApi } from "../api.js";
import type { ComponentTarget } from "./components.js";
import type { FormValues, ModalDefinition } from "./modal.js";
import type { TemplateParams, TemplateValues } from "./ids.js";
import type { MatchParams } from "./matcher.js";
import type { Logger } from "../logger.js";
import type { InteractionState } from "../../interaction/machine.js";
import type { Answered } from "../../interaction/session.js";

/** What every handler and middleware has at hand. */
export interface HandlerContext {
  /** The route functions, bound to the App's client. A write made through it carries a `clientRef` that a redelivery repeats. */
  readonly api: BoundApi;
  readonly log: Logger;
  /** Aborts when the App stops and its grace time has passed, or when the handler may not go on. */
  readonly signal: AbortSignal;
  readonly source: InteractionSource;
}

/** A text for the person who acted, or for the channel. */
export interface AnswerInput extends OptionsOf<typeof answerFields> {}

/** Every field of a text: one that is passed over would make a private text public. */
export const answerFields = /* @__PURE__ */ options(() => ({
  /** Not empty. */
  content: needed(any<string>()), // checked where it is read, for a text alone as well
  /** Shown to the person who acted alone: in no history, gone on reload, not to be found again. Default: false. */
  private: flag(false),
  /** Passed on as they are; the platform does not state their shape. */
  components: option<readonly unknown[]>("a list", Array.isArray),
}));

/** Part of every interaction's context. */
export interface InteractionContext extends HandlerContext {
  readonly id: InteractionId;
  readonly type: Interaction["type"];
  readonly serverId: ServerId;
  readonly channelId: ChannelId;
  /** The person who acted: the only one who sees private answers. */
  readonly userId: AccountId;
  /** As it came, fields unknown here included. */
  readonly interaction: Interaction;
  /** Where it stands: confirmed or not, by whom, follow-ups spent. */
  readonly state: InteractionState;
  /** Milliseconds left to confirm, time spent in queues and a margin for the way taken off. Zero when past. */
  readonly remainingMs: () => number;
}

/** What can be waited for: a component, or the submission of a form. */
export type WaitTarget = ComponentTarget | ModalDefinition;

/** The context of what was waited for. */
export type WaitedContext<Target extends WaitTarget> = Target extends ComponentTarget
  ? TargetContext<Target>
  : Target extends ModalDefinition
    ? ModalContext<Target>
    : never;

/** Whom to wait for, and how long. */
export interface WaitOptions extends OptionsOf<typeof waitOptions> {}

export const waitOptions = /* @__PURE__ */ options(() => ({
  /** `same`: the person of this interaction. `anyone`: any user of the channel. Default: `same`. */
  by: usually(oneOf("same", "anyone"), "same"),
  /** Milliseconds. Default: 300,000. */
  timeoutMs: ms(300_000),
}));

/** What a form's id needs, and for whom to wait: nothing at all where its id has no names. */
export type AskArguments<Modal extends ModalDefinition> =
  Modal extends ModalDefinition<infer Id>
    ? TemplateValues<Id> extends []
      ? [values?: undefined, options?: WaitOptions]
      : [values: TemplateValues<Id>[0], options?: WaitOptions]
    : never;

/** What may be done with every interaction but `autocomplete`. */
export interface ConfirmableContext extends InteractionContext {
  readonly type: Exclude<Interaction["type"], "autocomplete">;
  /**
   * Confirms with a text. After a `defer`, the App's own included, it is sent as the answer instead. The platform
   * documents privacy and components for answers and follow-ups alone: under the assumptions `privateReply` and
   * `replyComponents`, a text that has them is sent as it is, as a defer and an answer, or not at all. By default a private
   * one goes as a defer and an answer, and one with components as it is.
   *
   * @throws ArgumentError when `content` is empty, or an assumption refuses what stands beside it; InteractionClosedError when it was confirmed otherwise or the
   *   windows are past; InteractionExpiredError when the service refused after the deadline.
   */
  readonly reply: (answer: string | AnswerInput) => Promise<Answered>;
  /** Confirms now; the text follows by `answer()` within 60 s. */
  readonly defer: () => Promise<Answered>;
  /** Confirms by declining: the person sees the platform's own sentence. */
  readonly decline: () => Promise<Answered>;
  /** Confirms by opening a form. */
  readonly modal: <Id extends string>(form: ModalDefinition<Id>, ...values: TemplateValues<Id>) => Promise<Answered>;
  /**
   * Sends the text that a `defer` promised. Once for each interaction: it is repeated for up to 45 s where it cannot be
   * said twice, and otherwise the person gets `failureText`.
   */
  readonly answer: (answer: string | AnswerInput) => Promise<Answered>;
  /** Sends a further text: up to 5 within 10 minutes of the confirmation. Repeated only where it was certainly not carried out. */
  readonly followUp: (answer: string | AnswerInput) => Promise<Answered>;
  /**
   * Says a text whichever way is still open: as the answer until 60 s after a defer, as a follow-up until 10 minutes
   * after the confirmation, and after that as a message of its own in the channel, which carries a `clientRef` made of
   * the interaction. `replyId` is the public reply that it goes on from, where there was one.
   *
   * @throws ArgumentError when the text is private or has components, and only a message is left; InteractionClosedError
   *   when it may still be confirmed: `reply()` or `defer()` comes first.
   */
  readonly extend: (answer: string | AnswerInput) => Promise<Answered & { readonly replyId?: MessageId }>;
  /**
   * Waits in this channel for a component or a form, of this person or of anyone, and gives the context of the
   * interaction that came: confirm that one, too. It does not come to its own handler then. For processes that stay.
   *
   * Rejects with a NoAnswerError without an answer in time (`timeout`), or the App stopped or the handler ended (`aborted`).
   */
  readonly waitFor: <Target extends WaitTarget>(
    target: Target,
    options?: WaitOptions,
  ) => Promise<WaitedContext<Target>>;
  /** Opens a form, waits for what is filled in, and gives its context. Rejects like {@link waitFor} and `modal()`. */
  readonly ask: <Modal extends ModalDefinition>(
    form: Modal,
    ...rest: AskArguments<Modal>
  ) => Promise<ModalContext<Modal>>;
  /** Follow-ups that may still be sent. */
  readonly followUpsLeft: number;
}

/** A chat command was run. */
export interface ChatContext<Args = Readonly<Record<string, unknown>>> extends ConfirmableContext {
  readonly type: "command";
  /** Checked against the definition: required ones are there, whole numbers are within their bounds. */
  readonly args: Args;
}

/** A command was used on a person. */
export interface UserContext<Target = unknown> extends ConfirmableContext {
  readonly type: "command_on_user";
  /** The interaction's `data`, or what the definition's `target` made of it. */
  readonly target: Target;
}

/** A command was used on a message. */
export interface MessageContext<Target = unknown> extends ConfirmableContext {
  readonly type: "command_on_message";
  /** The interaction's `data`, or what the definition's `target` made of it. */
  readonly target: Target;
}

/** A button was pressed or something selected. */
export interface ComponentContext<
  Params = Readonly<Record<string, string | undefined>>,
  Value extends string = string,
> extends ConfirmableContext {
  readonly type: "component";
  readonly componentId: string | undefined;
  /** What was chosen, where the decoder finds such a list; of a {@link select} nothing else than its options. */
  readonly values: readonly Value[];
  /** What the id says, by the template, prefix or expression of the route. */
  readonly params: Params;
  /** As it came; the platform does not state its shape. */
  readonly data: unknown;
}

/** A form was submitted. */
export interface FormContext<
  Values = Readonly<Record<string, unknown>>,
  Params = Readonly<Record<string, string | undefined>>,
> extends ConfirmableContext {
  readonly type: "form";
  readonly formId: string | undefined;
  readonly params: Params;
  /** By field id. */
  readonly values: Values;
}

/** The context of a component: what its id says, and of a select what was chosen, which is one of its options. */
export type TargetContext<Target extends ComponentTarget> =
  Target extends ComponentTarget<infer Matcher, infer Value> ? ComponentContext<MatchParams<Matcher>, Value> : never;

/** The context of a form's handler: `ModalContext<typeof report>`. */
export type ModalContext<Modal extends ModalDefinition> =
  Modal extends ModalDefinition<infer Id, infer Field> ? FormContext<FormValues<Field>, TemplateParams<Id>> : never;

/** The option a person is typing in. */
export interface Focused<Name extends string = string, Value = unknown> {
  readonly name: Name;
  /** What stands there so far; absent when it is not of the option's type (yet). */
  readonly value?: Value;
  /** As it came. */
  readonly typed: unknown;
  /** A limit that came with it; the platform does not state what it limits, so nothing is cut unless you do. */
  readonly maxLength?: number;
}

/** What a suggestion may fill an option with. */
export type SuggestionValue = Choice["value"];

/** A suggestion. */
export interface Suggestion<Value> {
  readonly name: string;
  readonly value: Value;
}

/** A person types in an option with `autocomplete: true`. */
export interface AutocompleteContext<
  Args = Readonly<Record<string, unknown>>,
  Name extends string = string,
  Value = SuggestionValue,
> extends InteractionContext {
  readonly type: "autocomplete";
  readonly focused: Focused<Name, Value>;
  /** What the other options hold so far; none is promised to be there. */
  readonly args: Partial<Args>;
  /** Confirms with suggestions. The service waits one second. Rejects with an `ArgumentError` when one is malformed. */
  readonly suggest: (choices: readonly Suggestion<Value>[]) => Promise<Answered>;
}
