import { didYouMean } from "../../base/nearest.js";
import type { AppCommand } from "./commands.js";
import type { FieldSpec, TextField } from "./modal.js";
import type { IntegerOption, StringOption } from "./options.js";

/** What this version knows of a list in a definition: the types of its items, and the fields that those have. */
interface Known {
  readonly types: readonly string[];
  readonly fields: readonly string[];
}

const OPTIONS: Known = {
  types: ["string", "integer"] satisfies (StringOption | IntegerOption)["type"][],
  fields: Object.keys({
    type: true,
    name: true,
    description: true,
    required: true,
    autocomplete: true,
    minValue: true,
    maxValue: true,
  } satisfies Record<keyof IntegerOption, true>),
};

const FIELDS: Known = {
  types: ["text", "paragraph"] satisfies TextField["type"][],
  fields: Object.keys({
    type: true,
    id: true,
    label: true,
    required: true,
    maxLength: true,
  } satisfies Record<keyof TextField, true>),
};

/**
 * What in a command was probably meant otherwise, in sentences. The platform may know types and fields that this version
 * does not, so only what is nearly a known one is doubted, and nothing is refused.
 */
export function commandWarnings({ name, options = [] }: AppCommand): readonly string[] {
  return options.flatMap((option) => warningsAbout(`Option "${option.name}" of command "${name}"`, option, OPTIONS));
}

export function formWarnings(id: string, fields: readonly FieldSpec[]): readonly string[] {
  return fields.flatMap((field) => warningsAbout(`Field "${field.id}" of form "${id}"`, field, FIELDS));
}

function warningsAbout(what: string, item: object & { readonly type: string }, known: Known): readonly string[] {
  const { type } = item;
  if (!known.types.includes(type)) {
    const meant = didYouMean(String(type), known.types);
    return meant === "" ? [] : [`${what} has the type "${type}", which this version does not know.${meant}`];
  }
  return Object.keys(item)
    .filter((field) => !known.fields.includes(field))
    .map((field) => [field, didYouMean(field, known.fields)] as const)
    .filter(([, meant]) => meant !== "")
    .map(([field, meant]) => `${what} has a field "${field}", which no ${type} is known to have.${meant}`);
}
