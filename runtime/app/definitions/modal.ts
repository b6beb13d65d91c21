import { refuse } from "./check.js";
import { idReader } from "./ids.js";

interface FieldBase {
  /** Key under which the text arrives in `interaction.values`. */
  readonly id: string;
  readonly label: string;
  /** Only a literal `true` makes the value non-optional in the handler. Default: false. */
  readonly required?: boolean;
}

/** A one-line (`text`) or many-line (`paragraph`) field. */
export interface TextField extends FieldBase {
  readonly type: "text" | "paragraph";
  /** Greatest length the form lets a person type. */
  readonly maxLength?: number;
}

/** A field type the description does not name: kept as written, its value handed on as `unknown`. */
export interface OtherField extends FieldBase {
  readonly type: string & {};
  readonly [field: string]: unknown;
}

/** One field of a form. */
export type FieldSpec = TextField | OtherField;

/** A form that a confirmation opens. */
export interface ModalDefinition<Id extends string = string, Field extends FieldSpec = FieldSpec> {
  /** A plain id, or a template such as `"report:{messageId}"`. */
  readonly id: Id;
  readonly title: string;
  readonly fields: readonly Field[];
}

type FieldValue<Field> = Field extends { readonly type: "text" | "paragraph" } ? string : unknown;

/** What a submitted form holds, by the union of its fields: required ones always there, the others optional. */
export type FormValues<Field extends FieldSpec> = {
  readonly [One in Field as One extends { readonly required: true } ? One["id"] : never]: FieldValue<One>;
} & {
  readonly [One in Field as One extends { readonly required: true } ? never : One["id"]]?: FieldValue<One>;
};

export interface ModalInput<Id extends string, Field extends FieldSpec> {
  /** A plain id, or a template such as `"report:{messageId}"`. Not empty. */
  readonly id: Id;
  readonly title: string;
  /** In the order shown. */
  readonly fields: readonly Field[];
}

/**
 * Defines a form. Its handler's `interaction.values` follow from `fields`.
 *
 * @throws TypeError when an id is empty or used twice, or `maxLength` is not a whole number above zero.
 */
export function modal<const Id extends string, const Field extends FieldSpec = never>(
  input: ModalInput<Id, Field>,
): ModalDefinition<Id, Field> {
  const what = `Modal "${input.id}"`;
  idReader(input.id);
  const fields: readonly FieldSpec[] = input.fields;
  const seen = new Set<string>();
  for (const field of fields) {
    if (typeof field.id !== "string" || field.id === "") refuse(what, "has a field without an id");
    if (seen.has(field.id)) refuse(what, `has two fields with the id "${field.id}"`);
    seen.add(field.id);
    checkLength(`Field "${field.id}" of modal "${input.id}"`, field["maxLength"]);
  }
  return Object.freeze({ id: input.id, title: input.title, fields: input.fields });
}

function checkLength(what: string, maxLength: unknown): void {
  if (maxLength === undefined) return;
  if (!Number.isSafeInteger(maxLength) || Number(maxLength) < 1) {
    refuse(what, `has maxLength ${String(maxLength)}, not a whole number above zero`);
  }
}
