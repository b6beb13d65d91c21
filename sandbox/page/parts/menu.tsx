import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface MenuItem {
  readonly label: string;
  readonly act: () => void;
}

/** A button that opens a list of things to do; arrow keys move, Escape closes. */
export function Menu({
  label,
  items,
  children,
}: {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly children: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    place.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const away = ({ target }: Event): void => {
      if (!(target instanceof Node) || place.current?.contains(target) !== true) setOpen(false);
    };
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    place.current?.querySelector("button")?.focus();
  };
  const press = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.key === "Escape" || event.key === "Tab") close(); // Tab goes on from the button
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...(place.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = all.findIndex((one) => one === document.activeElement);
    all[(at + step + all.length) % all.length]?.focus();
  };
  return (
    <span class="menu" ref={place} onKeyDown={press}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <span role="menu" aria-label={label}>
          {items.map((item, at) => (
            <button
              key={at}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                item.act();
              }}
            >
              {item.label}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
