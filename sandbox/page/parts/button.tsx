import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon, type IconName } from "./icon.js";

/** `primary`: what one came for; `danger`: what takes something away; `quiet`: what stands beside something else. */
export type Weight = "primary" | "danger" | "quiet";

interface Shared {
  readonly weight?: Weight;
  readonly icon?: IconName;
  readonly disabled?: boolean;
  readonly onClick?: () => void;
}

/** A button with words, and a picture where it helps. */
export function Button({
  weight,
  icon,
  children,
  onClick,
  isSubmit = false,
  isPressed,
  disabled = false,
}: Shared & { readonly children: ComponentChildren; readonly isSubmit?: boolean; readonly isPressed?: boolean }) {
  return (
    <button
      type={isSubmit ? "submit" : "button"}
      class={weight}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={onClick}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A button that is only a picture; its name is read out, and shown when one rests on it. */
export function IconButton({
  label,
  icon,
  onClick,
  disabled = false,
}: Shared & { readonly label: string; readonly icon: IconName }) {
  return (
    <button
      type="button"
      class="quiet only-icon"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Copies a text, and says so for a moment. */
export function Copy({ text, label }: { readonly text: () => string | Promise<string>; readonly label: string }) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setDone(false), 1500);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = (): void =>
    void Promise.resolve(text())
      .then(async (copied) => navigator.clipboard.writeText(copied))
      .then(
        () => setDone(true),
        () => undefined,
      );
  return (
    <button type="button" class="quiet" onClick={copy}>
      <Icon name={isDone ? "check" : "copy"} />
      <span aria-live="polite">{isDone ? "Copied" : label}</span>
    </button>
  );
}
