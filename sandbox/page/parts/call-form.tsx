import { useId, useState } from "preact/hooks";
import { labelOf } from "../names.js";
import { Button, type Weight } from "./button.js";
import { type Choice, Choose } from "./controls.js";
import { Problem } from "./show.js";

/** A field of something that can be called. */
export interface CallField {
  readonly name: string;
  readonly isNeeded: boolean;
  /** What is said beside it. Default: its name, as a user would say it. */
  readonly title?: string;
  /** `flag`, `number`, `list`, `object`, one of these texts, or anything that is text or JSON. */
  readonly kind: string | readonly string[];
  /** What it is for. */
  readonly says?: string;
}

/** What a text in a field stands for; what does not fit stays text, and is refused as it was written. */
export function valueOf({ kind }: CallField, text: string): unknown {
  if (kind === "number") return Number.isFinite(Number(text)) ? Number(text) : text;
  if (kind === "flag") return text === "true";
  if (kind === "list")
    return text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  if (kind !== "any" && kind !== "object") return text;
  if (/^\d{16,}$/.test(text)) return text; // an id
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export type Texts = Readonly<Record<string, string>>;

/** The values of the fields that were filled in. */
export const valuesOf = (fields: readonly CallField[], texts: Texts): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields
      .filter(({ name }) => (texts[name] ?? "") !== "")
      .map((field) => [field.name, valueOf(field, texts[field.name] ?? "")]),
  );

/** One field with its label; what is wrong with it stands below it. */
export function FormField({
  field: { name, title = labelOf(name), isNeeded, kind, says = "" },
  text,
  listed,
  problem = "",
  onText,
}: {
  readonly field: CallField;
  readonly text: string;
  /** Values to choose from. */
  readonly listed?: readonly Choice[] | undefined;
  readonly problem?: string;
  readonly onText: (text: string) => void;
}) {
  const id = useId();
  const values = kind === "flag" ? ["true", "false"] : typeof kind === "string" ? undefined : kind;
  const choices = listed ?? values?.map((value) => ({ value, text: value }));
  const shared = {
    id,
    required: isNeeded,
    value: text,
    "aria-describedby": says === "" ? undefined : `${id}-says`,
    "aria-invalid": problem === "" ? undefined : true,
  };
  return (
    <span class={problem === "" ? "field" : "field wrong"}>
      <label for={id}>
        {title}
        {isNeeded ? "" : " (optional)"}
      </label>
      {choices !== undefined ? (
        <Choose {...shared} options={[{ value: "", text: "—" }, ...choices]} onChoose={onText} />
      ) : kind === "object" || kind === "any" ? (
        <textarea {...shared} rows={2} class="code" onInput={({ currentTarget }) => onText(currentTarget.value)} />
      ) : (
        <input
          {...shared}
          inputMode={kind === "number" ? "decimal" : "text"}
          placeholder={kind === "list" ? "a, b" : ""}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
      )}
      {says !== "" && (
        <small class="soft" id={`${id}-says`}>
          {says}
        </small>
      )}
      {problem !== "" && <Problem>{problem}</Problem>}
    </span>
  );
}

/** The field that a refusal names, if it names one. */
export const fieldIn = (problem: string, fields: readonly CallField[]): string | undefined =>
  fields.find(({ name }) => new RegExp(`\\b${name}\\b`).test(problem))?.name;

/** A form for something that can be called, made of its fields; gives the values that were filled in. */
export function CallForm({
  fields,
  label,
  choices = {},
  initial = {},
  weight,
  onCall,
}: {
  readonly fields: readonly CallField[];
  readonly label: string;
  /** Values to choose from, by field. */
  readonly choices?: Readonly<Record<string, readonly Choice[]>>;
  /** What stands in fields before anybody writes there. */
  readonly initial?: Texts;
  readonly weight?: Weight;
  /** Does it; gives why it was refused, if it was. */
  readonly onCall: (values: Readonly<Record<string, unknown>>) => Promise<string | undefined>;
}) {
  const [texts, setTexts] = useState(initial);
  const [problem, setProblem] = useState("");
  const at = fieldIn(problem, fields);
  const call = (event: Event): void => {
    event.preventDefault();
    void onCall(valuesOf(fields, texts)).then((why = "") => setProblem(why));
  };
  return (
    <form class="call" onSubmit={call}>
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          text={texts[field.name] ?? ""}
          listed={choices[field.name]}
          problem={field.name === at ? problem : ""}
          onText={(text) => setTexts({ ...texts, [field.name]: text })}
        />
      ))}
      <Button isSubmit {...(weight === undefined ? {} : { weight })}>
        {label}
      </Button>
      {problem !== "" && at === undefined && <Problem>{problem}</Problem>}
    </form>
  );
}
