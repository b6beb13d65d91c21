import { useId, useState } from "preact/hooks";
import type { PageState } from "../../control/page/types.js";
import { Choose, named } from "../parts/controls.js";
import { useKnown } from "../store.js";
import { Composer } from "./composer.js";
import { History } from "./history.js";
import { useChannel } from "./use-channel.js";

/** Who looks, and where. */
export interface Seat {
  readonly personId: string;
  readonly channelId: string;
}

/** What a part of the chat shows: the state, from the side of whoever looks. */
export interface Seen {
  readonly state: PageState;
  readonly seat: Seat;
}

/** A channel as one person sees it, and that person's keyboard. */
export function Pane({
  at,
  seat,
  onSeat,
}: {
  readonly at: number;
  readonly seat: Seat;
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
      </div>
      <History state={state} seat={seat} channel={channel} />
      <Composer key={`${seat.personId}/${seat.channelId}`} state={state} seat={seat} serverId={here} />
    </section>
  );
}

/** A seat whose person and channel are there; another world, put in place of this one, may know neither. */
const kept = ({ people, channels, defaults }: PageState, { personId, channelId }: Seat): Seat => ({
  personId: people.some(({ id }) => id === personId) ? personId : defaults.personId,
  channelId: channels.some(({ id }) => id === channelId) ? channelId : defaults.channelId,
});

/** One pane, or two beside each other: the same channel from the side of two people, or two channels. */
export function Chat() {
  const state = useKnown((known) => known.state);
  const [seats, setSeats] = useState<readonly Seat[]>([]);
  if (state === undefined) return null;
  const { channelId, personId, ownerId } = state.defaults;
  const shown = seats.length === 0 ? [{ personId, channelId }] : seats.map((seat) => kept(state, seat));
  const change = (at: number, seat: Seat): void => setSeats(shown.map((one, other) => (other === at ? seat : one)));
  const toggle = (): void =>
    setSeats(
      shown.length > 1
        ? shown.slice(0, 1)
        : [...shown, { personId: ownerId, channelId: shown[0]?.channelId ?? channelId }],
    );
  return (
    <>
      <h2 class="hidden">Chat</h2>
      <div class={`panes panes-${shown.length}`}>
        {shown.map((seat, at) => (
          <Pane key={at} at={at} seat={seat} onSeat={(next) => change(at, next)} />
        ))}
      </div>
      <button type="button" class="split" onClick={toggle} aria-pressed={shown.length > 1}>
        {shown.length > 1 ? "One pane" : "Second pane"}
      </button>
    </>
  );
}
