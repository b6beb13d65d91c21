import { useId, useState } from "preact/hooks";
import { type Choice, Choose } from "./controls.js";

/** A field of something that can be called. */
export interface CallField {
  readonly name: string;
  readonly isNeeded: boolean;
  /** What is said beside it. Default: its name. */
  readonly title?: string;
  /** `flag`, `number`, `list`, `object`, one of these texts, or anything that is text or JSON. */
  readonly kind: string | readonly string[];
}

function valueOf({ kind }: CallField, text: string): unknown {
  if (kind === "number") return Number.isFinite(Number(text)) ? Number(text) : text; // which is refused as it was written
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

/** A form for something that can be called, made of its fields; gives the values that were filled in. */
export function CallForm({
  fields,
  label,
  choices = {},
  initial = {},
  onCall,
}: {
  readonly fields: readonly CallField[];
  readonly label: string;
  /** Values to choose from, by field. */
  readonly choices?: Readonly<Record<string, readonly Choice[]>>;
  /** What stands in fields before anybody writes there. */
  readonly initial?: Readonly<Record<string, string>>;
  readonly onCall: (values: Readonly<Record<string, unknown>>) => void;
}) {
  const id = useId();
  const [texts, setTexts] = useState(initial);
  const call = (event: Event): void => {
    event.preventDefault();
    const filled = fields.filter(({ name }) => (texts[name] ?? "") !== "");
    onCall(Object.fromEntries(filled.map((field) => [field.name, valueOf(field, texts[field.name] ?? "")])));
  };
  return (
    <form class="call" onSubmit={call}>
      {fields.map(({ name, title = name, isNeeded, kind }) => {
        const set = (value: string): void => setTexts({ ...texts, [name]: value });
        const values = kind === "flag" ? ["true", "false"] : typeof kind === "string" ? undefined : kind;
        const listed = choices[name] ?? values?.map((value) => ({ value, text: value }));
        return (
          <span key={name} class="field">
            <label for={`${id}-${name}`}>
              {title}
              {isNeeded ? "" : " (optional)"}
            </label>
            {listed === undefined ? (
              <input
                id={`${id}-${name}`}
                required={isNeeded}
                placeholder={kind === "list" ? "a, b" : ""}
                value={texts[name] ?? ""}
                onInput={({ currentTarget }) => set(currentTarget.value)}
              />
            ) : (
              <Choose
                id={`${id}-${name}`}
                required={isNeeded}
                value={texts[name] ?? ""}
                options={[{ value: "", text: "—" }, ...listed]}
                onChoose={set}
              />
            )}
          </span>
        );
      })}
      <button type="submit">{label}</button>
    </form>
  );
}
