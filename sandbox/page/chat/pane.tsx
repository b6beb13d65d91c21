import { useId } from "preact/hooks";
import type { Selection } from "../address.js";
import { Choose, named } from "../parts/controls.js";
import { Icon } from "../parts/icon.js";
import { Menu } from "../parts/menu.js";
import { attempt, useKnown } from "../store.js";
import { Composer } from "./composer.js";
import { History } from "./history.js";
import { copied, type Seat } from "./seat.js";
import { useChannel } from "./use-channel.js";

/** A channel as one person sees it, and that person's keyboard. */
export function Pane({
  at,
  seat,
  selection,
  onSeat,
}: {
  readonly at: number;
  readonly seat: Seat;
  readonly selection: Selection | undefined;
  readonly onSeat: (seat: Seat) => void;
}) {
  const state = useKnown((known) => known.state);
  const id = useId();
  const channel = useChannel(seat);
  if (state === undefined) return null;
  const serverOf = (serverId: string): string => state.servers.find((one) => one.id === serverId)?.name ?? "";
  const places = state.channels
    .filter(({ archivedAtMs }) => archivedAtMs === undefined)
    .map(({ id: value, name, serverId }) => ({ value, text: `${serverOf(serverId)} #${name}` }));
  const here = state.channels.find((one) => one.id === seat.channelId)?.serverId ?? "";
  const ids = { person: seat.personId, channel: seat.channelId, server: here };
  return (
    <section class="pane" aria-label={`Pane ${at + 1}`}>
      <div class="seat">
        <label for={`${id}-who`}>Acting as</label>
        <Choose
          id={`${id}-who`}
          value={seat.personId}
          options={named(state.people)}
          onChoose={(personId) => onSeat({ ...seat, personId })}
        />
        <label for={`${id}-where`}>in</label>
        <Choose
          id={`${id}-where`}
          value={seat.channelId}
          options={places}
          onChoose={(channelId) => onSeat({ ...seat, channelId })}
        />
        <Menu
          label="Copy an id"
          items={Object.entries(ids).map(([what, value]) => ({
            label: `Copy id of the ${what}: ${value}`,
            act: () => void attempt(async () => copied(value), `Copied the id of the ${what}`),
          }))}
        >
          <Icon name="copy" /> Copy an id
        </Menu>
      </div>
      <History state={state} seat={seat} channel={channel} selection={selection} />
      <Composer key={`${seat.personId}/${seat.channelId}`} state={state} seat={seat} serverId={here} />
    </section>
  );
}
