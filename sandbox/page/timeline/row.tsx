import type { PageEntry, PageState } from "../../control/page/types.js";
import { appName, timeOf, tookOf } from "../names.js";
import { Icon } from "../parts/icon.js";
import { Chip } from "../parts/show.js";
import { groupOf } from "./filters.js";

/** What a line shows of an entry: when, what, whose, how it went, and how long it took. */
export function Row({ state, entry }: { readonly state: PageState; readonly entry: PageEntry }) {
  const { atMs, title, appId, outcome, tone, tookMs } = entry;
  const { icon, label } = groupOf(entry);
  const time = timeOf(atMs, true);
  return (
    <>
      <time dateTime={new Date(atMs).toISOString()}>
        <span class="hours">{time.slice(0, 3)}</span>
        {time.slice(3)}
      </time>
      <span class="what" title={label}>
        <Icon name={icon} />
        <span class="hidden">{label}</span>
        <span class="title">{title}</span>
      </span>
      <span class="whose">{appId === undefined ? "" : appName(state, appId)}</span>
      <span class="how">
        <Chip tone={tone}>{outcome}</Chip>
      </span>
      <span class="took">{tookMs === undefined ? "" : tookOf(tookMs)}</span>
    </>
  );
}
