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
export interface ModalDefinition<
  Id extends string = string,
  Fields extends readonly FieldSpec[] = readonly FieldSpec[],
> {
  /** A plain id, or a template such as `"report:{messageId}"`. */
  readonly id: Id;
  readonly title: string;
  readonly fields: Fields;
}

type Flatten<Shape> = { [Key in keyof Shape]: Shape[Key] };
type FieldValue<Field> = Field extends { readonly type: "text" | "paragraph" } ? string : unknown;

/** What a submitted form holds: required fields always there, the others optional. */
export type FormValues<Fields extends readonly FieldSpec[]> = Flatten<
  {
    readonly [Field in Fields[number] as Field extends { readonly required: true }
      ? Field["id"]
      : never]: FieldValue<Field>;
  } & {
    readonly [Field in Fields[number] as Field extends { readonly required: true }
      ? never
      : Field["id"]]?: FieldValue<Field>;
  }
>;

type CheckedFields<Fields extends readonly FieldSpec[]> = {
  readonly [Index in keyof Fields]: Fields[Index] extends { readonly type: "text" | "paragraph" }
    ? Exclude<keyof Fields[Index], keyof TextField> extends never
      ? unknown
      : { readonly [Extra in Exclude<keyof Fields[Index], keyof TextField>]: never }
    : unknown;
};

/**
 * Defines a form. Its handler's `interaction.values` follow from `fields`.
 *
 * @throws TypeError when an id is empty or used twice, or `maxLength` is not a whole number above zero.
 */
export function modal<const Id extends string, const Fields extends readonly FieldSpec[]>(input: {
  readonly id: Id;
  readonly title: string;
  readonly fields: Fields & CheckedFields<Fields>;
}): ModalDefinition<Id, Fields> {
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
