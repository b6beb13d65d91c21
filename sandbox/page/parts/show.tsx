import type { ComponentChildren } from "preact";
import type { Tone } from "../../control/page/types.js";
import { hueOf, initialsOf } from "../names.js";
import { tokensOf } from "../text.js";
import { Icon } from "./icon.js";

/** A part of a view, under its title; what it is for in a sentence. */
export function Card({
  id,
  title,
  says,
  isWide = false,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly says?: ComponentChildren;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <section class={isWide ? "card wide" : "card"} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{title}</h3>
      {says !== undefined && <p class="soft">{says}</p>}
      {children}
    </section>
  );
}

/** How something went, in a word on a colour. */
export function Chip({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`chip ${tone}`}>{children}</span>;
}

/** What was refused, where one looks. */
export function Problem({ id, children }: { readonly id?: string | undefined; readonly children: ComponentChildren }) {
  return (
    <p class="problem" role="alert" id={id}>
      <Icon name="warn" />
      <span>{children}</span>
    </p>
  );
}

/** What to do where there is nothing yet. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** JSON, laid out and coloured; other text as it is. */
export function Json({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <pre class="json" tabIndex={0} aria-label={label} role="region">
      {tokensOf(text).map(({ text: piece, kind }, at) =>
        kind === "plain" ? (
          piece
        ) : (
          <span key={at} class={`j-${kind}`}>
            {piece}
          </span>
        ),
      )}
    </pre>
  );
}

/** Who somebody is, at a glance. */
export function Avatar({
  id,
  name,
  isApp = false,
}: {
  readonly id: string;
  readonly name: string;
  readonly isApp?: boolean;
}) {
  return (
    <span class={`avatar hue-${hueOf(id)}${isApp ? " app" : ""}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
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
