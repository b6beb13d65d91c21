import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface MenuItem {
  readonly label: string;
  readonly act: () => void;
  readonly isDanger?: boolean;
}

/** Room between a list and the edge of the window, pixels. */
const edgePx = 8;

/** Puts a list beside its button, on the side where it fits, and never out of the window. */
function placeBeside(list: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left } = button.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const [above, below] = [top - edgePx, innerHeight - bottom - edgePx];
  const isBelow = height <= below || below >= above;
  const room = isBelow ? below : above;
  list.style.maxHeight = `${room}px`;
  list.style.top = `${isBelow ? bottom + 2 : Math.max(edgePx, top - Math.min(height, room) - 2)}px`;
  list.style.left = `${Math.max(edgePx, Math.min(left, innerWidth - width - edgePx))}px`;
}

/** A button that opens a list of things to do; arrow keys move, Escape closes. */
export function Menu({
  label,
  items,
  isQuiet = false,
  children,
}: {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** The button is a picture. */
  readonly isQuiet?: boolean;
  readonly children: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLSpanElement>(null);
  const button = (): HTMLElement | null | undefined => place.current?.querySelector("button");
  useLayoutEffect(() => {
    const at = button();
    if (!isOpen || list.current === null || at === null || at === undefined) return undefined;
    placeBeside(list.current, at);
    list.current.querySelector<HTMLElement>("[role=menuitem]")?.focus({ preventScroll: true });
    const away = ({ target }: Event): void => {
      if (!(target instanceof Node) || place.current?.contains(target) !== true) setOpen(false);
    };
    const leave = (): void => setOpen(false);
    addEventListener("pointerdown", away);
    addEventListener("resize", leave);
    return () => {
      removeEventListener("pointerdown", away);
      removeEventListener("resize", leave);
    };
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    button()?.focus({ preventScroll: true });
  };
  const press = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (!isOpen) return;
    if (event.key === "Escape" || event.key === "Tab") close(); // Tab goes on from the button
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = all.findIndex((one) => one === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    event.stopPropagation();
    if (to === undefined) return;
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  };
  return (
    <span class="menu" ref={place} onKeyDown={press}>
      <button
        type="button"
        class={isQuiet ? "quiet only-icon" : "quiet"}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={isQuiet ? label : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <span role="menu" aria-label={label} ref={list}>
          {items.map((item, at) => (
            <button
              key={at}
              type="button"
              role="menuitem"
              class={item.isDanger === true ? "danger" : undefined}
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
