import { useState } from "preact/hooks";
import { isFields, listOf } from "../../json.js";
import type { Json } from "../../world/records.js";

/** What the page makes of something that can be pressed or chosen from. */
type Control =
  | { readonly kind: "button"; readonly id: string; readonly label: string; readonly isDisabled: boolean }
  | {
      readonly kind: "select";
      readonly id: string;
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly isMultiple: boolean;
    };

const textOf = (...values: readonly (Json | undefined)[]): string | undefined =>
  values.find((value): value is string => typeof value === "string" && value !== "");

/**
 * Finds what can be used in components. Their shape is not documented: whatever has an `id` and a list of options is
 * taken for a select, whatever has an `id` alone for a button, and everything else is looked into.
 */
export function controlsIn(value: Json): readonly Control[] {
  const list = listOf(value);
  if (list !== undefined) return list.flatMap(controlsIn);
  if (!isFields(value)) return [];
  const { id, options, disabled, maxValues } = value;
  if (typeof id !== "string") return Object.values(value).flatMap(controlsIn);
  const label = textOf(value["label"], value["placeholder"], value["text"], value["name"]) ?? id;
  if (!Array.isArray(options)) return [{ kind: "button", id, label, isDisabled: disabled === true }];
  const choices = (options as readonly Json[]).map((option) => {
    if (!isFields(option)) return { value: String(option), label: String(option) };
    const chosen = textOf(option["value"], option["id"], option["name"], option["label"]) ?? "";
    return { value: chosen, label: textOf(option["label"], option["name"]) ?? chosen };
  });
  return [{ kind: "select", id, label, options: choices, isMultiple: typeof maxValues === "number" && maxValues > 1 }];
}

/** Buttons and selects of a message or a private answer. */
export function Components({
  components,
  onPress,
}: {
  readonly components: readonly Json[];
  readonly onPress: (...pressed: readonly [componentId: string, values?: readonly string[]]) => void;
}) {
  const controls = controlsIn(components);
  if (controls.length === 0) return null;
  return (
    <div class="components">
      {controls.map((control) =>
        control.kind === "button" ? (
          <button key={control.id} type="button" disabled={control.isDisabled} onClick={() => onPress(control.id)}>
            {control.label}
          </button>
        ) : control.isMultiple ? (
          <ChooseSeveral key={control.id} control={control} onChoose={(values) => onPress(control.id, values)} />
        ) : (
          <select
            key={control.id}
            aria-label={control.label}
            onChange={({ currentTarget }) => {
              const { value } = currentTarget;
              currentTarget.value = ""; // or nobody could choose the same once more
              if (value !== "") onPress(control.id, [value]);
            }}
          >
            <option value="">{control.label}</option>
            <Options of={control} />
          </select>
        ),
      )}
    </div>
  );
}

type Select = Extract<Control, { readonly kind: "select" }>;

const Options = ({ of: { options } }: { readonly of: Select }) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

/** A select of which several may be chosen; they are sent together, once all are. */
function ChooseSeveral({
  control,
  onChoose,
}: {
  readonly control: Select;
  readonly onChoose: (values: readonly string[]) => void;
}) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <>
      <select
        aria-label={control.label}
        multiple
        onChange={({ currentTarget }) => setChosen([...currentTarget.selectedOptions].map(({ value }) => value))}
      >
        <Options of={control} />
      </select>
      <button
        type="button"
        aria-label={`Send ${control.label}`}
        disabled={chosen.length === 0}
        onClick={() => onChoose(chosen)}
      >
        Send
      </button>
    </>
  );
}
