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
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChoose(next.id);
    document.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} class="tabs" onKeyDown={move}>
      {tabs.map(({ id, label: text }, at) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={id === chosen}
          aria-controls={id === chosen ? `panel-${id}` : undefined}
          tabIndex={id === chosen ? 0 : -1}
          title={`Alt+${at + 1}`}
          onClick={() => onChoose(id)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
