import type { PageEntry } from "../../control/page/types.js";
import { hashOf } from "../address.js";
import { useKnown } from "../store.js";
import { Row } from "./row.js";

/** The entries that something is about, oldest first, each as a link to all of it. */
export function Related({ label, of }: { readonly label: string; readonly of: (entry: PageEntry) => boolean }) {
  const { state, entries } = useKnown((known) => known);
  const about = entries.filter(of);
  if (state === undefined) return null;
  if (about.length === 0) return <p class="soft">No entry about it is kept any more.</p>;
  return (
    <ol class="related" aria-label={label}>
      {about.map((entry) => (
        <li key={entry.number}>
          <a class="row" href={hashOf({ kind: "entry", id: String(entry.number) })}>
            <Row state={state} entry={entry} />
          </a>
        </li>
      ))}
    </ol>
  );
}
