import type { TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageEntry, PageState } from "../../control/page/types.js";
import { select } from "../address.js";
import { Row } from "./row.js";

/** How high a line is, pixels: as the look has it. */
const rowPx = 32;
/** Lines drawn beyond what is seen, on either side. */
const beyond = 6;

/**
 * A list of any length, newest first, of which only what is seen is drawn. It is one stop of Tab: arrow keys choose, and
 * what is chosen opens.
 */
export function Rows({
  state,
  entries,
  chosen,
  isLinked,
}: {
  readonly state: PageState;
  /** Oldest first. */
  readonly entries: readonly PageEntry[];
  /** Number of the entry that is chosen. */
  readonly chosen: number | undefined;
  /** Whether an entry belongs to what is chosen in the chat. */
  readonly isLinked: (entry: PageEntry) => boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [heightPx, setHeight] = useState(600);
  const newest = useRef(entries.at(-1)?.number);
  const count = entries.length;
  const entryAt = (row: number): PageEntry | undefined => entries[count - 1 - row];
  const rowOf = (number: number | undefined): number =>
    number === undefined ? -1 : count - 1 - entries.findIndex((entry) => entry.number === number);

  // Whoever scrolled away from the newest keeps what is seen where it is.
  useLayoutEffect(() => {
    const before = newest.current;
    newest.current = entries.at(-1)?.number;
    if (box.current === null || box.current.scrollTop < rowPx || before === newest.current) return;
    const added = rowOf(before);
    if (added > 0 && added < count) box.current.scrollTop += added * rowPx;
  }, [entries]);
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const watch = new ResizeObserver(([size]) => setHeight(size?.contentRect.height ?? 600));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const show = (row: number): void => {
    if (box.current === null || row < 0) return;
    const { scrollTop, clientHeight } = box.current;
    if (row * rowPx < scrollTop) box.current.scrollTop = row * rowPx;
    else if ((row + 1) * rowPx > scrollTop + clientHeight) box.current.scrollTop = (row + 1) * rowPx - clientHeight;
  };
  // Of several that belong to what is chosen in the chat as many are seen as fit, the newest of them in any case.
  const linked = entries.findLast(isLinked)?.number;
  useLayoutEffect(() => {
    if (chosen === undefined) show(rowOf(entries.find(isLinked)?.number));
    show(rowOf(chosen ?? linked));
  }, [chosen, linked]);

  const press = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const at = Math.max(-1, rowOf(chosen));
    const page = Math.max(1, Math.floor(heightPx / rowPx) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: count - 1,
    };
    if (event.key === "Escape") select(undefined);
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = entryAt(Math.min(count - 1, Math.max(0, to)));
    if (next !== undefined) select({ kind: "entry", id: String(next.number) }, chosen !== undefined);
  };
  const first = Math.max(0, Math.floor(top / rowPx) - beyond);
  const last = Math.min(count, Math.ceil((top + heightPx) / rowPx) + beyond);
  const seen = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  const isSeen = chosen !== undefined && seen.some((row) => entryAt(row)?.number === chosen);
  return (
    <div
      class="rows"
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label="Timeline, newest first"
      aria-activedescendant={isSeen ? `entry-${chosen}` : undefined}
      onKeyDown={press}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div role="presentation" class="all-rows" style={{ height: `${count * rowPx}px` }}>
        {seen.map((row) => {
          const entry = entryAt(row);
          if (entry === undefined) return null;
          const { number } = entry;
          return (
            <div
              key={number}
              id={`entry-${number}`}
              role="option"
              aria-selected={number === chosen}
              aria-setsize={count}
              aria-posinset={row + 1}
              class={`row${isLinked(entry) ? " linked" : ""}`}
              style={{ transform: `translateY(${row * rowPx}px)` }}
              onClick={() => select({ kind: "entry", id: String(number) })}
            >
              <Row state={state} entry={entry} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
