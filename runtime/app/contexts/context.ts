import type {
  AccountId,
  ChannelId,
  Confirmation,
  Interaction,
  InteractionId,
  ServerId,
} from "../../../generated/types.js";
import { ArgumentError } from "../../base/errors.js";
import { isRefusal } from "../../http/errors/index.js";
import type { Texts } from "../../interaction/channel.js";
import { InteractionClosedError, isInteractionClosed } from "../../interaction/errors.js";
import type { InteractionState } from "../../interaction/machine.js";
import type { BoundApi } from "../api.js";
import type { ContextSession } from "../conversations/conversation.js";
import { withoutUnhandled } from "../conversations/handler-waits.js";
import { inRaces, Runner } from "../conversations/races.js";
import { checkWait, checkWaitTarget, type WaitHook, type WaitRequest } from "../conversations/waits.js";
import type { Answered } from "../../interaction/session.js";
import { definedIn, markedIn, type DefinedComponent } from "../definitions/components.js";
import { checkDefinition } from "../definitions/check.js";
import { fillId, idReader, type TemplateValues } from "../definitions/ids.js";
import type { ModalDefinition } from "../definitions/modal.js";
import type { ModalContext, WaitedContext, WaitOptions, WaitTarget } from "../definitions/contexts.js";
import type { InteractionSource } from "../../diagnostics/interaction.js";
import type { Logger } from "../logger.js";
import { checkChoices, refuseOptions, textsOf } from "./said.js";
import {
  type AnswerInput,
  type AskArguments,
  type AutocompleteContext,
  type ConfirmableContext,
  type Focused,
  type InteractionContext,
  type SuggestionValue,
} from "../definitions/contexts.js";

/** Writes the confirmation that opens a form, whose place the platform leaves open. */
export type ModalWriter = (form: ModalDefinition) => Confirmation;

export interface ContextParts {
  readonly interaction: Interaction;
  readonly session: ContextSession;
  readonly writeModal: ModalWriter;
  readonly source: InteractionSource;
  readonly log: Logger;
  readonly signal: () => AbortSignal;
  /** Waits for a component or a form, and gives its context. */
  readonly wait: (target: WaitTarget, request: WaitRequest) => Promise<object>;
  /** Takes note of components that a definition has made, when they are sent. */
  readonly shown: DefinedComponent[];
  /** Adds what is done around each wait of the handler. */
  readonly onWait: (hook: WaitHook) => void;
  /** Whether the handler runs again after a restart and has not yet come to where it was. */
  readonly isReplay: () => boolean;
  /** Puts the mark of the conversation on the id of a component or form that is sent. */
  readonly mark: (id: string) => string;
  /** Made when first asked for: most handlers only confirm. */
  readonly api: () => BoundApi;
}

class BaseContext implements InteractionContext {
  readonly #parts: ContextParts;
  #api: BoundApi | undefined;
  readonly id: InteractionId;
  readonly type: Interaction["type"];
  readonly serverId: ServerId;
  readonly channelId: ChannelId;
  readonly userId: AccountId;
  readonly interaction: Interaction;

  constructor(parts: ContextParts) {
    const { interaction } = parts;
    this.#parts = parts;
    this.interaction = interaction;
    this.id = interaction.id;
    this.type = interaction.type;
    this.serverId = interaction.serverId;
    this.channelId = interaction.channelId;
    this.userId = interaction.userId;
  }

  get api(): BoundApi {
    return (this.#api ??= this.#parts.api());
  }
  get log(): Logger {
    return this.#parts.log;
  }
  get signal(): AbortSignal {
    return this.#parts.signal();
  }
  get source(): InteractionSource {
    return this.#parts.source;
  }
  get state(): InteractionState {
    return this.#parts.session.state;
  }
  // Functions come from getters, so that they can be taken out of the context and called alone.
  get remainingMs(): InteractionContext["remainingMs"] {
    return () => this.#parts.session.remainingMs();
  }
}

/** What only a form has. */
const FORM = ["id", "fields"];

/** Everything but autocomplete. What is particular to a type is put on it by the factory. */
export class ConfirmableInteraction extends BaseContext implements ConfirmableContext {
  declare readonly type: ConfirmableContext["type"];
  readonly #parts: ContextParts;

  constructor(parts: ContextParts) {
    super(parts);
    this.#parts = parts;
  }

  /** @internal */
  onWait(hook: WaitHook): void {
    this.#parts.onWait(hook);
  }

  /** @internal */
  isReplay(): boolean {
    return this.#parts.isReplay();
  }

  get followUpsLeft(): number {
    return this.#parts.session.followUpsLeft;
  }

  get reply(): ConfirmableContext["reply"] {
    return (answer) => this.#say("reply", answer, (texts) => this.#parts.session.reply(texts));
  }

  get defer(): ConfirmableContext["defer"] {
    return async (...given: readonly unknown[]) => {
      refuseOptions(given[0]);
      return this.#parts.session.confirm({ type: "defer" });
    };
  }

  get decline(): ConfirmableContext["decline"] {
    return () => this.#parts.session.confirm({ type: "decline" });
  }

  get modal(): ConfirmableContext["modal"] {
    return async <Id extends string>(form: ModalDefinition<Id>, ...values: TemplateValues<Id>) => {
      checkDefinition("modal", form, FORM, "modal()");
      const [given] = values as readonly [object?]; // of any form: typed where it is called
      return this.#parts.session.confirm(
        this.#parts.writeModal({ ...form, id: this.#parts.mark(fillId<string>(form.id, given as never)) }),
      );
    };
  }

  get answer(): ConfirmableContext["answer"] {
    return (answer) => this.#say("answer", answer, (texts) => this.#parts.session.answer(texts));
  }

  get followUp(): ConfirmableContext["followUp"] {
    return (answer) => this.#say("followUp", answer, (texts) => this.#parts.session.followUp(texts));
  }

  get extend(): ConfirmableContext["extend"] {
    return async (answer) => {
      const texts = this.#texts("extend", answer);
      let refused: unknown;
      for (const say of [
        async () => this.#parts.session.answer(texts),
        async () => this.#parts.session.followUp(texts),
      ]) {
        try {
          return await say();
        } catch (error) {
          // Too late for this way, or so the service says: the next one lasts longer.
          if (!isInteractionClosed(error) && !(isRefusal(error) && !error.ambiguous)) throw error;
          refused = error;
        }
      }
      // By what was said then, not by how it stands now: a conversation that is run again is past that.
      if (isInteractionClosed(refused, "not-confirmed")) {
        throw new InteractionClosedError("extend", "not-confirmed");
      }
      if (texts.private === true || texts.components !== undefined) {
        const what = texts.private === true ? "private" : "with components";
        throw new ArgumentError(
          `extend() cannot send a text ${what} any more: only a message in the channel is possible`,
        );
      }
      const { serverId, channelId } = this;
      const { message } = await this.api.createMessage({ serverId, channelId, content: texts.content });
      const { messageId: replyId } = this.#parts.session;
      return { by: "us", via: "rest", messageId: message.publicId, ...(replyId === undefined ? {} : { replyId }) };
    };
  }

  /** Not async: a promise around a promise, for each of them. */
  #say(action: string, answer: string | AnswerInput, send: (texts: Texts) => Promise<Answered>): Promise<Answered> {
    try {
      return send(this.#texts(action, answer));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #texts(action: string, answer: string | AnswerInput): Texts {
    const texts = textsOf(action, answer);
    const { components } = texts;
    if (components === undefined) return texts;
    this.#parts.shown.push(...definedIn(components));
    return { ...texts, components: components.map((one) => markedIn(one, this.#parts.mark)) };
  }

  get waitFor(): ConfirmableContext["waitFor"] {
    const wait = async <Target extends WaitTarget>(target: Target, options: WaitOptions, runner: Runner) => {
      checkWaitTarget(target);
      checkWait("waitFor", options);
      const context = await this.#parts.wait(target, { ...options, runner });
      return context as WaitedContext<Target>; // made by the definition that was waited for
    };
    return (target, options = {}) => {
      const runner = new Runner();
      return inRaces(withoutUnhandled(wait(target, options, runner)), runner);
    };
  }

  get ask(): ConfirmableContext["ask"] {
    const wait = async <Modal extends ModalDefinition>(form: Modal, ...rest: AskArguments<Modal>) => {
      const [values, options = {}] = rest as readonly [object?, WaitOptions?]; // of any form: typed where it is called
      checkDefinition("ask", form, FORM, "modal()");
      checkWait("ask", options);
      if (values !== undefined && idReader(form.id).names.length === 0) {
        const what = `ask(): the id "${form.id}" has no names to fill`;
        throw new ArgumentError(`${what}; options come after that, ask(form, undefined, { timeoutMs })`);
      }
      const id = fillId<string>(form.id, values as never);
      const open = async () =>
        this.#parts.session.confirm(this.#parts.writeModal({ ...form, id: this.#parts.mark(id) }));
      const context = await this.#parts.wait(form, { ...options, form: { id, open } });
      return context as ModalContext<Modal>; // its fields are those of the form
    };
    return (...given) => withoutUnhandled(wait(...given));
  }
}

/** Autocomplete: suggestions are its only answer. */
export class SuggestingInteraction extends BaseContext implements AutocompleteContext {
  declare readonly type: "autocomplete";
  readonly #session: ContextSession;
  readonly focused: Focused<string, SuggestionValue>;
  readonly args: Readonly<Record<string, unknown>>;

  constructor(parts: ContextParts, focused: Focused<string, SuggestionValue>, args: Readonly<Record<string, unknown>>) {
    super(parts);
    this.#session = parts.session;
    this.focused = focused;
    this.args = args;
  }

  get suggest(): AutocompleteContext["suggest"] {
    return async (choices) => {
      checkChoices(choices);
      return this.#session.confirm({ type: "suggest", choices });
    };
  }
}
