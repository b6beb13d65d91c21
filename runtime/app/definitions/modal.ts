import type { CheckedList } from "./checked.js";
import { isRecord } from "../../base/values.js";
import { checkInput, refuseDefinition } from "./check.js";
import { idReader, type CheckedTemplate } from "./ids.js";

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
export interface OtherField<Type extends string = string & {}> extends FieldBase {
  readonly type: Type;
  /** Of the type it has in fields that are named: a field of those with a wrong one must not pass as some other. */
  readonly maxLength?: number;
  readonly [field: string]: unknown;
}

/** One field of a form. */
export type FieldSpec = TextField | OtherField;

/** A list of fields: known types with what they have, other types with anything. */
type CheckedFields<Field extends FieldSpec> = CheckedList<Field, keyof TextField, FieldsOutcome<Field["type"]>>;

interface FieldsOutcome<Type extends string> {
  readonly fine: unknown;
  readonly unlisted: readonly (TextField | OtherField<Exclude<Type, TextField["type"]>>)[];
}

/** A form that a confirmation opens. */
export interface ModalDefinition<Id extends string = string, Field extends FieldSpec = FieldSpec> {
  /** A plain id, or a template such as `"report:{messageId}"`. */
  readonly id: Id;
  readonly title: string;
  readonly fields: readonly Field[];
}

interface FieldValues {
  readonly text: string;
  readonly paragraph: string;
  readonly [other: string]: unknown;
}

/** What a submitted form holds, by the union of its fields: required ones always there, the others optional. */
export type FormValues<Field extends FieldSpec> = {
  readonly [One in Field as One["required"] extends true ? One["id"] : never]: FieldValues[One["type"]];
} & {
  readonly [One in Field as One["required"] extends true ? never : One["id"]]?: FieldValues[One["type"]];
};

export interface ModalInput<Id extends string, Field extends FieldSpec> {
  /** A plain id, or a template such as `"report:{messageId}"`. Not empty. */
  readonly id: Id & CheckedTemplate<Id>;
  readonly title: string;
  /** In the order shown. */
  readonly fields: CheckedFields<Field>;
}

/**
 * Defines a form. Its handler's `interaction.values` follow from `fields`.
 *
 * @throws ArgumentError when an id is empty or used twice, `title` or `fields` is misspelled, or `maxLength` is not a
 *   whole number above zero.
 */
export function modal<const Id extends string, const Field extends FieldSpec = never>(
  input: ModalInput<Id, Field>,
): ModalDefinition<Id, Field>;
export function modal(input: ModalDefinition): ModalDefinition {
  checkInput("modal", input, "{ id, title, fields }", ["id", "title", "fields"]);
  const { id, title, fields } = input;
  const what = `Modal "${id}"`;
  idReader(id);
  if (!Array.isArray(fields)) refuseDefinition(what, "needs a list of fields");
  const given: readonly unknown[] = fields; // without the types they may be anything
  if (!given.every(isRecord)) refuseDefinition(what, "has a field that is not an object");
  const seen = new Set<string>();
  for (const field of fields) {
    if (typeof field.id !== "string" || field.id === "") refuseDefinition(what, "has a field without an id");
    if (seen.has(field.id)) refuseDefinition(what, `has two fields with the id "${field.id}"`);
    seen.add(field.id);
    checkLength(`Field "${field.id}" of modal "${id}"`, field.maxLength);
  }
  return Object.freeze({ id, title, fields });
}

function checkLength(what: string, maxLength: unknown): void {
  if (maxLength === undefined) return;
  if (!Number.isSafeInteger(maxLength) || Number(maxLength) < 1) {
    refuseDefinition(what, `has maxLength ${String(maxLength)}, not a whole number above zero`);
  }
}
