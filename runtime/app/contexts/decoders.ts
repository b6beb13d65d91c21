import { func, type OptionsOf, options } from "../../base/options.js";
import type { Interaction } from "../../../generated/types.js";
import type { RouteKey } from "../routing/router.js";
import { property } from "../../interaction/read.js";
import { unmarked } from "../definitions/marks.js";
import { readArguments, readValues, type ArgumentsPath, type RawArgs } from "./args.js";

/** What a component interaction says. */
export interface ComponentData {
  /** The id the App gave the component; routes are found by it. */
  readonly id?: string | undefined;
  /** What was chosen in a select. */
  readonly values?: readonly string[] | undefined;
}

/** What a form interaction says. */
export interface FormData {
  /** The id of the modal; routes are found by it. */
  readonly id?: string | undefined;
  /** By field id. */
  readonly values: RawArgs;
}

/**
 * Readers of what the platform leaves undocumented in an interaction's `data`. Give your own where the defaults do not
 * fit what you receive.
 */
export interface Decoders extends OptionsOf<typeof decoderOptions> {}

export const decoderOptions = /* @__PURE__ */ options(() => ({
  /** Arguments of a triggered chat command. Default: where the assumption `commandArguments` says. */
  command: func<(data: unknown) => RawArgs>(),
  /** Name of the command used on a user or message. Default: `command.name`. */
  targetCommand: func<(data: unknown) => string | undefined>(),
  /** Id and values of a component that was used. Default: `id` and `values`, or the same of `component`. */
  component: func<(data: unknown) => ComponentData>(),
  /** Id and values of a submitted form. Default: id in `id`, `modal.id` or `form.id`; values in `values` or `fields`, as a map or as records. */
  form: func<(data: unknown) => FormData>(),
}));

/** Whose conversation sent what was pressed or filled in, where its id says so. */
interface Owned {
  readonly owner?: string | undefined;
}

/** Readers whose ids have no marks any more: neither a matcher nor a handler sees them. */
export interface AllDecoders extends Required<Pick<Decoders, "command" | "targetCommand">> {
  readonly component: (data: unknown) => ComponentData & Owned;
  readonly form: (data: unknown) => FormData & Owned;
}

/** Decoders may be the App's own: an id that is not a string is left to those who read it. */
function withoutMark<Data extends ComponentData | FormData>(data: Data): Data & Owned {
  return typeof data.id === "string" ? { ...data, ...unmarked(data.id) } : data;
}

export function allDecoders(own: Decoders, argumentsPath: ArgumentsPath): AllDecoders {
  const component = own.component ?? ((data) => ({ id: idIn(data, ["component"]), values: chosenIn(data) }));
  const form = own.form ?? ((data) => ({ id: idIn(data, ["modal", "form"]), values: fieldsIn(data) }));
  return {
    command: own.command ?? ((data) => readArguments(data, argumentsPath)),
    targetCommand: own.targetCommand ?? ((data) => text(property(property(data, "command"), "name"))),
    component: (data) => withoutMark(component(data)),
    form: (data) => withoutMark(form(data)),
  };
}

function idIn(data: unknown, nested: readonly string[]): string | undefined {
  const candidates = [property(data, "id"), ...nested.map((name) => property(property(data, name), "id"))];
  return candidates.map(text).find((id) => id !== undefined);
}

function chosenIn(data: unknown): readonly string[] | undefined {
  const found = property(data, "values") ?? property(property(data, "component"), "values");
  return Array.isArray(found) ? found.filter((value) => typeof value === "string") : undefined;
}

function fieldsIn(data: unknown): RawArgs {
  return readValues(property(data, "values") ?? property(data, "fields"), "id");
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Decoders may be the App's own: an id or a name that is not a string counts as missing. */
export function routeKey(interaction: Interaction, decoders: AllDecoders): RouteKey {
  const { type } = interaction;
  switch (type) {
    case "command":
      return { type, command: interaction.data.command.name };
    case "autocomplete":
      return { type, command: interaction.data.command.name, focused: interaction.data.focused };
    case "command_on_user":
    case "command_on_message":
      return { type, command: text(decoders.targetCommand(interaction.data)) };
    case "component":
    case "form": {
      const { id, owner } = decoders[type](interaction.data);
      return { type, id: text(id), owner };
    }
  }
}

/** Decoders may be the App's own: one that throws is reported like a handler that throws, and the interaction is declined. */
export function keyOfInteraction(
  interaction: Interaction,
  decoders: AllDecoders,
): { readonly key: RouteKey; readonly unreadable?: { readonly cause: unknown } } {
  try {
    return { key: routeKey(interaction, decoders) };
  } catch (cause) {
    return { key: { type: interaction.type }, unreadable: { cause } };
  }
}
