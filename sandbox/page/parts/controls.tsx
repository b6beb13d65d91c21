import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { portal } from "../api.js";
import { attempt } from "../store.js";

export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** What has a name, to be chosen by its id. */
export const named = (all: readonly { readonly id: string; readonly name: string }[]): readonly Choice[] =>
  all.map(({ id, name }) => ({ value: id, text: name }));

/** What can be called, to be chosen by its name. */
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

/** A part of a view, under its title. */
export function Card({
  id,
  title,
  isWide = false,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <section class={isWide ? "card wide" : "card"} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      {children}
    </section>
  );
}

/** A button for an action of the portal, which says what it did. */
export function PortalButton({
  label,
  action,
  fields = {},
  done,
  disabled = false,
}: {
  readonly label: string;
  readonly action: string;
  readonly fields?: object;
  readonly done: string;
  readonly disabled?: boolean;
}) {
  return (
    <button type="button" disabled={disabled} onClick={() => void attempt(async () => portal(action, fields), done)}>
      {label}
    </button>
  );
}

/** The states that something can be in, and where it stands. */
export function States({
  names,
  now,
  passed = [],
}: {
  readonly names: readonly string[];
  readonly now: string;
  readonly passed?: readonly string[];
}) {
  return (
    <ol class="states">
      {names.map((name) => (
        <li
          key={name}
          class={name === now ? "now" : passed.includes(name) ? "passed" : ""}
          aria-current={name === now ? "step" : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}

/** What the address asks for behind its #. */
export function useAddress<T>(read: () => T): T {
  const [asked, setAsked] = useState(read);
  useEffect(() => {
    const follow = (): void => setAsked(read);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return asked;
}
