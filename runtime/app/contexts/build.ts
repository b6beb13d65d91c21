import type { Interaction } from "../../../generated/types.js";
import { targetDecoder } from "../definitions/commands.js";
import { property } from "../../interaction/read.js";
import type { Conversation } from "../conversations/conversation.js";
import { routeToWait, type WaitDefinition } from "../conversations/waits.js";
import type { InteractionRoute } from "../routing/registry.js";
import type { WaitMiss } from "../routing/unrouted.js";
import { checkArgs, checkChosen, checkFields, faultOf, partialArgs } from "./args.js";
import { ConfirmableInteraction, SuggestingInteraction, type ContextParts } from "./context.js";
import { keyOfInteraction, type AllDecoders } from "./decoders.js";
import type { Focused, SuggestionValue } from "../definitions/contexts.js";

export type AnyContext = ConfirmableInteraction | SuggestingInteraction;

/** What a route adds to a context: the part that follows from its definition. */
export interface Match {
  readonly route: InteractionRoute | undefined;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** It answers a wait: the handler that waits confirms it. */
  readonly isWaitedFor?: boolean;
  /** The stored conversation that it belongs to; `begun` where it is the one that began it. */
  readonly conversation?: Conversation | undefined;
  readonly begun?: Conversation | undefined;
  /** Why no conversation takes it, where no route does. */
  readonly miss?: WaitMiss | undefined;
  /** What a decoder threw when it was asked where the interaction belongs. */
  readonly unreadable?: { readonly cause: unknown } | undefined;
}

/** The context without the particulars; always possible, so that a failed reading can still be declined. */
export function buildContext(parts: ContextParts, { route }: Match): AnyContext {
  const { interaction } = parts;
  if (interaction.type !== "autocomplete") return new ConfirmableInteraction(parts);
  const { arguments: list, focused, focusedLimits } = interaction.data;
  const options = route?.command?.options ?? [];
  const raw = new Map(list.map(({ name, value }) => [name, value]));
  const typed = raw.get(focused);
  const option = options.find(({ name }) => name === focused);
  const maxLength = property(focusedLimits, "maxLength");
  const fits = typed !== undefined && typed !== null && (!option || faultOfType(option, typed) === undefined);
  const about: Focused<string, SuggestionValue> = {
    name: focused,
    typed,
    ...(fits && isSuggestionValue(typed) ? { value: typed } : {}),
    ...(typeof maxLength === "number" ? { maxLength } : {}),
  };
  return new SuggestingInteraction(
    parts,
    about,
    partialArgs(
      options.filter(({ name }) => name !== focused),
      raw,
    ),
  );
}

/** While typing, only the type counts: `1` on the way to `12` may well be below the minimum. */
function faultOfType(option: { readonly type: string; readonly name: string }, typed: unknown): string | undefined {
  return faultOf({ type: option.type, name: option.name, description: "" }, typed);
}

function isSuggestionValue(value: unknown): value is SuggestionValue {
  return typeof value === "string" || typeof value === "number";
}

/**
 * The particulars of a type, by the route's definition.
 *
 * @throws ArgumentsMismatchError when what came does not fit it.
 */
export function particularsOf(interaction: Interaction, { route, params }: Match, decoders: AllDecoders): object {
  const { type, data } = interaction;
  switch (type) {
    case "autocomplete":
      return {};
    case "command": {
      const raw = decoders.command(data);
      const options = route?.command?.options;
      return { args: options ? checkArgs(route?.label ?? type, options, raw) : Object.fromEntries(raw) };
    }
    case "command_on_user":
    case "command_on_message": {
      const decode = route?.command && targetDecoder(route.command);
      return { target: decode ? decode(data) : data };
    }
    case "component": {
      const { id, values = [] } = decoders.component(data);
      if (route?.options) checkChosen(route.label, route.options, values);
      return { params, data, componentId: id, values };
    }
    case "form": {
      const { id, values } = decoders.form(data);
      const checked = route?.fields ? checkFields(route.label, route.fields, values) : Object.fromEntries(values);
      return { params, formId: id, values: checked };
    }
  }
}

/** Whether an interaction answers a wait. A handler that runs again after a restart may wait for something else. */
export function isAnswer(
  interaction: Interaction,
  wait: Pick<WaitDefinition, "read" | "type">,
  decoders: AllDecoders,
): boolean {
  const { type, id } = keyOfInteraction(interaction, decoders).key;
  return type === wait.type && id !== undefined && wait.read(id) !== undefined;
}

/** The particulars of the answer to a wait. */
export function answerParticulars(interaction: Interaction, wait: WaitDefinition, decoders: AllDecoders): object {
  const { id } = keyOfInteraction(interaction, decoders).key;
  const params = (id !== undefined && wait.read(id)) || {};
  return particularsOf(interaction, { ...routeToWait(wait, () => {}), params }, decoders);
}
