import type { PageState } from "../../control/page/types.js";
import { useKept } from "../memory.js";

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

/** A seat whose person and channel are there; another world, put in place of this one, may know neither. */
const known = ({ people, channels, defaults }: PageState, { personId, channelId }: Seat): Seat => ({
  personId: people.some(({ id }) => id === personId) ? personId : defaults.personId,
  channelId: channels.some(({ id }) => id === channelId) ? channelId : defaults.channelId,
});

/** The panes of the chat, one or two, as they were left. */
export function useSeats(state: PageState): readonly [readonly Seat[], (seats: readonly Seat[]) => void] {
  const { channelId, personId } = state.defaults;
  const [kept, setKept] = useKept<readonly Seat[]>("seats", []);
  const shown = kept.length === 0 ? [{ personId, channelId }] : kept.map((seat) => known(state, seat));
  return [shown, setKept];
}

/** Commands of a type that can be used where somebody is. */
export function commandsHere(state: PageState, { channelId }: Seat, type: string): PageState["commands"] {
  const serverId = state.channels.find(({ id }) => id === channelId)?.serverId;
  const isInstalled = (appId: string): boolean =>
    state.installs.some((install) => install.serverId === serverId && install.appId === appId);
  return state.commands.filter(
    (command) =>
      command.type === type &&
      (command.serverId === undefined || command.serverId === serverId) &&
      isInstalled(command.appId),
  );
}

/** Copies an id, and says so. */
export const copied = async (id: string): Promise<void> => navigator.clipboard.writeText(id);
