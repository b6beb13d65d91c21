import type { TargetedKeyboardEvent } from "preact";

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

/** Tabs, moved through with the arrow keys. */
export function Tabs<Id extends string>({
  tabs,
  chosen,
  onChoose,
  label,
}: {
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  readonly label: string;
}) {
  const move = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const at = tabs.findIndex(({ id }) => id === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    document.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
    onChoose(next.id);
  };
  return (
    <div role="tablist" aria-label={label} class="tabs" onKeyDown={move}>
      {tabs.map(({ id, label: text }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={id === chosen}
          aria-controls={`panel-${id}`}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
