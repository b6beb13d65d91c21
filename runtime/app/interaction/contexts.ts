import type {
  AccountId,
  ChannelId,
  Confirmation,
  Interaction,
  InteractionId,
  ServerId,
} from "../../../generated/types.js";
import { firstReply } from "../../delivery/handler/first-reply.js";
import type { FirstReplyPolicy } from "../../delivery/handler/first-reply.js";
import { ArgumentError } from "../../http/errors/index.js";
import type { BoundApi } from "../api.js";
import { fillId } from "../definitions/ids.js";
import type { TemplateValues } from "../definitions/ids.js";
import type { ModalDefinition } from "../definitions/modal.js";
import type { Logger } from "../logger.js";
import type { Texts } from "./door.js";
import type { InteractionState } from "./machine.js";
import type { Session } from "./session.js";
import type {
  AnswerInput,
  AutocompleteContext,
  ConfirmableContext,
  Focused,
  InteractionContext,
  Source,
  SuggestionValue,
} from "./types.js";

/** What the platform leaves open about confirmations, decided by the App's assumptions. */
export interface ConfirmPolicy extends FirstReplyPolicy {
  /** Writes the confirmation that opens a form. */
  modal(form: ModalDefinition): Confirmation;
}

/** What a context is made of. */
export interface ContextParts {
  readonly interaction: Interaction;
  readonly session: Session;
  readonly policy: ConfirmPolicy;
  readonly source: Source;
  readonly log: Logger;
  readonly signal: () => AbortSignal;
  /** Made when first asked for: most handlers only confirm. */
  readonly api: () => BoundApi;
}

/** Common to all interactions. */
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
  get source(): Source {
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

/** Everything but autocomplete. What is particular to a type is put on it by the factory. */
export class ConfirmableInteraction extends BaseContext implements ConfirmableContext {
  declare readonly type: ConfirmableContext["type"];
  readonly #session: Session;
  readonly #policy: ConfirmPolicy;

  constructor(parts: ContextParts) {
    super(parts);
    this.#session = parts.session;
    this.#policy = parts.policy;
  }

  get followUpsLeft(): number {
    return this.#session.followUpsLeft;
  }

  get reply(): ConfirmableContext["reply"] {
    return async (answer) => {
      const texts = textsOf("reply", answer);
      if (this.#repliesAtOnce(texts)) {
        return this.#session.confirm({ type: "reply", ...texts }, texts);
      }
      if (this.#session.state.phase.at === "open") await this.#session.confirm({ type: "defer" });
      return this.#session.answer(texts, "reply");
    };
  }

  get defer(): ConfirmableContext["defer"] {
    return async () => this.#session.confirm({ type: "defer" });
  }

  get decline(): ConfirmableContext["decline"] {
    return async () => this.#session.confirm({ type: "decline" });
  }

  get modal(): ConfirmableContext["modal"] {
    return async <Id extends string>(form: ModalDefinition<Id>, ...values: TemplateValues<Id>) =>
      this.#session.confirm(this.#policy.modal({ ...form, id: fillId<Id>(form.id, ...values) }));
  }

  get answer(): ConfirmableContext["answer"] {
    return async (answer) => this.#session.answer(textsOf("answer", answer));
  }

  get followUp(): ConfirmableContext["followUp"] {
    return async (answer) => this.#session.followUp(textsOf("followUp", answer));
  }

  #repliesAtOnce(texts: Texts): boolean {
    const first = firstReply(texts, this.#policy);
    if (first.is === "refused") {
      throw new ArgumentError(
        `reply() cannot ${first.what} under the assumption ${first.assumption}: "refused". Use defer() and answer().`,
      );
    }
    return first.is === "sent" && (texts.private !== true || this.#session.door.takesPrivate);
  }
}

/** Autocomplete: suggestions are its only answer. */
export class SuggestingInteraction extends BaseContext implements AutocompleteContext {
  declare readonly type: "autocomplete";
  readonly #session: Session;
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

/** What the types refuse, for those who come without them: the service would say no without a reason. */
function checkChoices(choices: unknown): void {
  const refuse = (why: string) =>
    new ArgumentError(
      `suggest() takes a list of { name, value }, such as [{ name: "Porto", value: "porto" }]; ${why}.`,
    );
  if (!Array.isArray(choices)) throw refuse("it was given no list");
  for (const [index, choice] of choices.entries()) {
    if (typeof choice !== "object" || choice === null) throw refuse(`choices[${index}] is no object`);
    const { name, value } = choice as Readonly<Record<string, unknown>>; // an object, looked at field by field
    if (typeof name !== "string") throw refuse(`choices[${index}].name is no text`);
    const fits = typeof value === "string" || typeof value === "number";
    if (!fits) throw refuse(`choices[${index}].value is neither text nor a number`);
  }
}

function textsOf(action: string, answer: string | AnswerInput): Texts {
  const given: unknown = answer; // without the types it may be anything
  if (typeof given !== "string" && (typeof given !== "object" || given === null)) {
    const what = given === null ? "null" : typeof given;
    throw new ArgumentError(`${action}() takes a text, or { content, private, components }; it was given ${what}.`);
  }
  const { content, private: hidden, components } = typeof answer === "string" ? { content: answer } : answer;
  if (typeof content !== "string" || content === "") {
    throw new ArgumentError(`${action}() needs a content that is not empty.`);
  }
  return {
    content,
    ...(hidden === undefined ? {} : { private: hidden }),
    ...(components === undefined ? {} : { components }),
  };
}
