import { useEffect } from "preact/hooks";
import { useKept } from "../memory.js";
import { Pane } from "../chat/pane.js";
import { useSeats } from "../chat/seat.js";
import { Button } from "../parts/button.js";
import { Tabs } from "../parts/tabs.js";
import type { ViewProps } from "../shell.js";
import { useKnown } from "../store.js";
import { Timeline } from "../timeline/timeline.js";

const sides = [
  { id: "chat", label: "Chat" },
  { id: "timeline", label: "Timeline" },
] as const;

/** The main loop on one screen: the chat, and beside it what crossed the wire because of it. */
export function Live({ address: { selection } }: ViewProps) {
  const state = useKnown((known) => known.state);
  const [kept, setSide] = useKept<string>("side", "chat");
  // Where both do not fit beside each other, what is chosen is seen.
  useEffect(() => {
    if (selection !== undefined) setSide("timeline");
  }, [selection?.kind, selection?.id]);
  if (state === undefined) return null;
  const side = kept === "timeline" ? "timeline" : "chat";
  return (
    <>
      <h2 class="hidden">Chat and timeline</h2>
      <div class="sides">
        <Tabs tabs={sides} chosen={side} onChoose={setSide} label="Chat or timeline" />
      </div>
      <div class={`live shows-${side}`}>
        <div id="panel-chat" role="group" aria-label="Chat" class="side chat-side">
          <Panes selection={selection} />
        </div>
        <div id="panel-timeline" role="group" aria-label="Timeline" class="side timeline-side">
          <Timeline selection={selection} />
        </div>
      </div>
    </>
  );
}

/** One pane, or two beside each other: the same channel from the side of two people, or two channels. */
function Panes({ selection }: Pick<ViewProps["address"], "selection">) {
  const state = useKnown((known) => known.state);
  if (state === undefined) return null;
  return <PanesOf state={state} selection={selection} />;
}

function PanesOf({
  state,
  selection,
}: Pick<ViewProps["address"], "selection"> & { readonly state: Parameters<typeof useSeats>[0] }) {
  const [seats, setSeats] = useSeats(state);
  const [first] = seats;
  const toggle = (): void =>
    setSeats(
      seats.length > 1 || first === undefined
        ? seats.slice(0, 1)
        : [first, { personId: state.defaults.ownerId, channelId: first.channelId }],
    );
  return (
    <>
      <div class={`panes panes-${seats.length}`}>
        {seats.map((seat, at) => (
          <Pane
            key={at}
            at={at}
            seat={seat}
            selection={selection}
            onSeat={(next) => setSeats(seats.map((one, other) => (other === at ? next : one)))}
          />
        ))}
      </div>
      <p class="below">
        <Button weight="quiet" icon="columns" isPressed={seats.length > 1} onClick={toggle}>
          {seats.length > 1 ? "One pane" : "Second pane"}
        </Button>
      </p>
    </>
  );
}
