import { useId, useState } from "preact/hooks";
import { portal } from "../api.js";
import { attempt, tryTo, type Done } from "../store.js";
import { Button, type Weight } from "./button.js";
import { Problem } from "./show.js";

export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** What has a name, to be chosen by its id. */
export const named = (all: readonly { readonly id: string; readonly name: string }[]): readonly Choice[] =>
  all.map(({ id, name }) => ({ value: id, text: name }));

/** What can be called, to be chosen by what it does. */
export const saying = (all: Readonly<Record<string, { readonly says: string }>>): readonly Choice[] =>
  Object.entries(all).map(([value, { says }]) => ({ value, text: `${value}: ${says}` }));

export function Choose({
  options,
  onChoose,
  ...select
}: {
  readonly id: string;
  readonly value: string;
  readonly required?: boolean;
  readonly options: readonly Choice[];
  readonly onChoose: (value: string) => void;
}) {
  return (
    <select {...select} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A labelled choice. */
export function Labelled({
  label,
  value,
  options,
  onChoose,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Choice[];
  readonly onChoose: (value: string) => void;
}) {
  const id = useId();
  return (
    <span class="field">
      <label for={id}>{label}</label>
      <Choose id={id} value={value} options={options} onChoose={onChoose} />
    </span>
  );
}

/** A button for an action of the portal, which says what it did. */
export function PortalButton({
  label,
  action,
  fields = {},
  done,
  weight,
  disabled = false,
}: {
  readonly label: string;
  readonly action: string;
  readonly fields?: object;
  readonly done: string;
  readonly weight?: Weight;
  readonly disabled?: boolean;
}) {
  return (
    <Button
      disabled={disabled}
      onClick={() => void attempt(async () => portal(action, fields), done)}
      {...(weight === undefined ? {} : { weight })}
    >
      {label}
    </Button>
  );
}

/** Something that is done by a form: runs one at a time, and knows why the last one was refused. */
export function useDoing(): {
  readonly problem: string;
  readonly forget: () => void;
  readonly run: <Result>(work: () => Promise<Result>, done?: Done<Result>) => Promise<boolean>;
} {
  const [problem, setProblem] = useState("");
  const [busy] = useState({ now: false });
  const run = async <Result,>(work: () => Promise<Result>, done: Done<Result> = ""): Promise<boolean> => {
    if (busy.now) return false; // pressed twice
    busy.now = true;
    const why = await tryTo(work, done);
    busy.now = false;
    setProblem(why ?? "");
    return why === undefined;
  };
  return { problem, forget: () => setProblem(""), run };
}

/** Why a form was refused, where it was. */
export const Refusal = ({ of }: { readonly of: string }) => (of === "" ? null : <Problem>{of}</Problem>);
