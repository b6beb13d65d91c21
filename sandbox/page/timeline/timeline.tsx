import { useMemo } from "preact/hooks";
import type { PageEntry } from "../../control/page/types.js";
import { select, type Selection } from "../address.js";
import { readTest } from "../api.js";
import { counted } from "../names.js";
import { Button, Copy } from "../parts/button.js";
import { Empty } from "../parts/show.js";
import { useKnown } from "../store.js";
import { Detail } from "./detail.js";
import { Filters, found, isFiltering, unfiltered, useWanted } from "./filters.js";
import { Rows } from "./rows.js";

/** Whether an entry belongs to what is chosen: to a message, or to an interaction. */
export function isAbout({ kind, id }: Selection, entry: PageEntry): boolean {
  if (kind === "message") return entry.messageId === id;
  return kind === "interaction" ? entry.interactionId === id : String(entry.number) === id;
}

/** What crossed the wire, newest first; what is chosen is opened below. */
export function Timeline({ selection }: { readonly selection: Selection | undefined }) {
  const { state, entries, oldest } = useKnown((known) => known);
  const [wanted, setWanted] = useWanted();
  const { appId, tone, text, hidden } = wanted;
  const shown = useMemo(
    () => (state === undefined ? [] : found(entries, wanted, state)),
    [entries, appId, tone, text, hidden, state?.apps.length],
  );
  if (state === undefined) return null;
  const isReading = (entries[0]?.number ?? 0) > oldest;
  const gone = Math.max(0, oldest - 1);
  const chosen = selection?.kind === "entry" ? Number(selection.id) : undefined;
  const toOldest = (): void => {
    const [first] = shown;
    if (first !== undefined) select({ kind: "entry", id: String(first.number) });
  };
  return (
    <section class="timeline" aria-label="What crossed the wire">
      <Filters state={state} wanted={wanted} onWanted={setWanted} />
      <p class="count">
        <span>
          {isFiltering(wanted)
            ? `${shown.length.toLocaleString("en")} of ${counted(entries.length, "entry").replace("entrys", "entries")}`
            : counted(entries.length, "entry").replace("entrys", "entries")}
          {isReading && ", reading older ones…"}
          {gone > 0 && !isReading && `; ${gone.toLocaleString("en")} older ones are gone`}
        </span>
        {isFiltering(wanted) && (
          <Button weight="quiet" onClick={() => setWanted(unfiltered)}>
            Show all
          </Button>
        )}
        <Copy
          label={chosen === undefined ? "Copy as test" : "Copy as test from here"}
          text={async () => readTest(chosen ?? 0)}
        />
        <Button weight="quiet" icon="end" disabled={shown.length === 0} onClick={toOldest}>
          Oldest
        </Button>
      </p>
      {shown.length === 0 ? (
        <Nothing isFiltered={isFiltering(wanted)} />
      ) : (
        <Rows
          state={state}
          entries={shown}
          chosen={chosen}
          isLinked={(entry) => selection !== undefined && selection.kind !== "entry" && isAbout(selection, entry)}
        />
      )}
      {selection !== undefined && <Detail key={`${selection.kind} ${selection.id}`} selection={selection} />}
    </section>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No entry fits these filters">
        <p>Show all entries, or look for something else.</p>
      </Empty>
    );
  return (
    <Empty title="Nothing crossed the wire yet">
      <p>
        Write a message in the chat, or start your App: every request, event, interaction and delivery appears here.
      </p>
    </Empty>
  );
}
