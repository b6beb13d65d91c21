import { invalidInput } from "../refusal.js";
import type { Json } from "../world/records.js";

/** What a submitted form carries for each field that was filled in. */
export interface FilledField {
  readonly id: string;
  readonly value: string;
  readonly [extra: string]: Json;
}

/** The fields as they are submitted, checked as the product's own form would check them. */
export function fieldsFor(form: Json, values: Readonly<Record<string, string>>): readonly FilledField[] {
  const fields = fieldsOf(form);
  const stranger = Object.keys(values).find((id) => !fields.some((field) => field["id"] === id));
  if (stranger !== undefined) throw invalidInput(`The form has no field ${stranger}.`);
  for (const { id, required, maxLength } of fields) {
    const name = String(id);
    const value = values[name] ?? "";
    if (required === true && value === "") throw invalidInput(`The field ${name} is required.`);
    if (typeof maxLength === "number" && value.length > maxLength)
      throw invalidInput(`${name} takes at most ${maxLength} characters.`);
  }
  return Object.entries(values).map(([id, value]) => ({ id, value }));
}

/** Whatever stands in the list that an App sent; what is no object has no place for a value. */
function fieldsOf(form: Json): readonly { readonly [key: string]: Json }[] {
  const { fields } = form as { readonly [key: string]: Json }; // a form is an object with a list, or never opens
  return (fields as readonly Json[]).filter((field) => typeof field === "object" && field !== null) as readonly {
    readonly [key: string]: Json;
  }[];
}
