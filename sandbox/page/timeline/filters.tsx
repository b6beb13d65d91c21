import type { PageEntry, PageState, Tone } from "../../control/page/types.js";
import { useKept } from "../memory.js";
import { Choose, named } from "../parts/controls.js";
import { Icon, type IconName } from "../parts/icon.js";

/** What entries are about, in groups that are shown or left out together. */
export const groups = [
  { id: "request", label: "Requests", icon: "in", kinds: ["request"] },
  { id: "event", label: "Events", icon: "out", kinds: ["event"] },
  { id: "stream", label: "Streams", icon: "plug", kinds: ["connection", "mailbox"] },
  { id: "interaction", label: "Interactions", icon: "command", kinds: ["interaction"] },
  { id: "delivery", label: "Deliveries", icon: "send", kinds: ["delivery"] },
  { id: "portal", label: "Portal", icon: "gear", kinds: ["portal", "notice"] },
  { id: "fault", label: "Faults", icon: "bolt", kinds: ["fault", "bug"] },
] as const satisfies readonly {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly kinds: readonly PageEntry["kind"][];
}[];

const groupsByKind = new Map<PageEntry["kind"], (typeof groups)[number]>(
  groups.flatMap((group) => group.kinds.map((kind) => [kind, group] as const)),
);

/** The group that an entry belongs to; each kind is in one. */
export const groupOf = ({ kind }: PageEntry): (typeof groups)[number] => groupsByKind.get(kind) ?? groups[0];

/** What is looked for. Empty texts and an empty list leave nothing out. */
export interface Wanted {
  readonly appId: string;
  readonly tone: string;
  readonly text: string;
  /** Groups that are left out. */
  readonly hidden: readonly string[];
}

const nothing: Wanted = { appId: "", tone: "", text: "", hidden: [] };

const searched = new WeakMap<PageEntry, string>();

/** What a text is looked for in, made once an entry. */
function searchable(entry: PageEntry, appNames: ReadonlyMap<string, string>): string {
  const known = searched.get(entry);
  if (known !== undefined) return known;
  const { kind, text, title, outcome, interactionId = "", messageId = "", appId = "" } = entry;
  const made = [kind, title, outcome, appNames.get(appId), text, interactionId, messageId].join(" ").toLowerCase();
  searched.set(entry, made);
  return made;
}

/** The entries that are looked for. */
export function found(
  entries: readonly PageEntry[],
  { appId, tone, text, hidden }: Wanted,
  { apps }: PageState,
): readonly PageEntry[] {
  if (appId === "" && tone === "" && text === "" && hidden.length === 0) return entries;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const names = new Map(apps.map(({ id, name }) => [id, name]));
  const hiddenGroups = new Set(hidden);
  return entries.filter(
    (entry) =>
      !hiddenGroups.has(groupOf(entry).id) &&
      (appId === "" || entry.appId === appId) &&
      (tone === "" || entry.tone === tone) &&
      words.every((word) => searchable(entry, names).includes(word)),
  );
}

export const useWanted = (): readonly [Wanted, (wanted: Wanted) => void] => {
  const [kept, keep] = useKept<Wanted>("filters", nothing);
  return [{ ...nothing, ...kept }, keep];
};

const tones: readonly { readonly value: Tone | ""; readonly text: string }[] = [
  { value: "", text: "Any status" },
  { value: "good", text: "Succeeded" },
  { value: "warn", text: "To look at" },
  { value: "bad", text: "Failed" },
];

export const isFiltering = ({ appId, tone, text, hidden }: Wanted): boolean =>
  appId !== "" || tone !== "" || text !== "" || hidden.length > 0;

/** By App, status, text and type. */
export function Filters({
  state,
  wanted,
  onWanted,
}: {
  readonly state: PageState;
  readonly wanted: Wanted;
  readonly onWanted: (wanted: Wanted) => void;
}) {
  const { appId, tone, text, hidden } = wanted;
  const toggle = (id: string): void =>
    onWanted({ ...wanted, hidden: hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id] });
  return (
    <div class="filters" role="group" aria-label="Filters">
      <span class="search">
        <Icon name="search" />
        <input
          type="search"
          aria-label="Find in the timeline"
          placeholder="Find: name, id, code"
          value={text}
          onInput={({ currentTarget }) => onWanted({ ...wanted, text: currentTarget.value })}
        />
      </span>
      <label class="hidden" for="filter-app">
        App
      </label>
      <Choose
        id="filter-app"
        value={appId}
        options={[{ value: "", text: "All Apps" }, ...named(state.apps)]}
        onChoose={(chosen) => onWanted({ ...wanted, appId: chosen })}
      />
      <label class="hidden" for="filter-status">
        Status
      </label>
      <Choose
        id="filter-status"
        value={tone}
        options={tones}
        onChoose={(chosen) => onWanted({ ...wanted, tone: chosen })}
      />
      <span class="types" role="group" aria-label="Types">
        {groups.map(({ id, label, icon }) => (
          <button key={id} type="button" class="quiet" aria-pressed={!hidden.includes(id)} onClick={() => toggle(id)}>
            <Icon name={icon} />
            {label}
          </button>
        ))}
      </span>
    </div>
  );
}

/** Filters that leave nothing out. */
export const unfiltered = nothing;
