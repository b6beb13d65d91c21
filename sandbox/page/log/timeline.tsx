import { useState } from "preact/hooks";
import type { PageEntry } from "../../control/page/types.js";
import { useAddress } from "../parts/controls.js";
import { useKnown } from "../store.js";
import { EntryDetail, Line } from "./entry.js";
import { Machine } from "./machine.js";

/** Lines drawn at a time. */
const drawn = 400;

const groups = [
  { name: "Requests", kinds: ["request"] },
  { name: "Events and streams", kinds: ["event", "connection", "mailbox"] },
  { name: "Interactions", kinds: ["interaction"] },
  { name: "Deliveries", kinds: ["delivery"] },
  { name: "Portal", kinds: ["portal", "notice"] },
  { name: "Faults", kinds: ["fault", "bug"] },
] as const;

/** What an address behind # asks to see: a line, or an interaction. */
const asked = (): string => /^#log\/(.+)$/.exec(location.hash)?.[1] ?? "";

/** Every request, answer, event and delivery, with filters; what is chosen is opened beside it. */
export function Timeline() {
  const entries = useKnown((known) => known.entries);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState("");
  const chosen = useAddress(asked);
  const hiddenKinds = new Set<string>(groups.filter(({ name }) => hidden.has(name)).flatMap(({ kinds }) => kinds));
  const words = wanted.toLowerCase();
  const fits = ({ kind, text, interactionId = "" }: PageEntry): boolean =>
    !hiddenKinds.has(kind) && (words === "" || `${kind} ${text} ${interactionId}`.toLowerCase().includes(words));
  const found = entries.filter(fits);
  const shown = found.slice(-drawn).reverse();
  const entry = entries.find(({ number }) => String(number) === chosen);
  const interactionId = entry?.interactionId ?? (chosen.includes("-") ? chosen : undefined);
  const toggle = (name: string): void => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  return (
    <>
      <h2 class="hidden">What happened</h2>
      <div class="filters" role="group" aria-label="Filters">
        {groups.map(({ name }) => (
          <button key={name} type="button" aria-pressed={!hidden.has(name)} onClick={() => toggle(name)}>
            {name}
          </button>
        ))}
        <input
          type="search"
          aria-label="Find in the lines"
          placeholder="Find"
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <span class="count">
          {found.length} of {entries.length}
        </span>
      </div>
      <div class="log">
        <ol class="lines" aria-label="What happened, newest first" tabIndex={0}>
          {shown.map((line) => (
            <li key={line.number}>
              <Line entry={line} isChosen={String(line.number) === chosen} />
            </li>
          ))}
        </ol>
        <section class="detail" aria-label="Opened" tabIndex={0}>
          {chosen === "" && <p class="empty">Choose a line to see all of it.</p>}
          {interactionId !== undefined && <Machine key={interactionId} id={interactionId} />}
          {entry !== undefined && <EntryDetail key={entry.number} entry={entry} />}
        </section>
      </div>
    </>
  );
}
