import { useEffect, useState } from "preact/hooks";
import { Chat } from "./chat/chat.js";
import { Clock } from "./parts/clock.js";
import { useAddress } from "./parts/controls.js";
import { Tabs } from "./parts/tabs.js";
import { Portal } from "./portal/portal.js";
import { useKnown } from "./store.js";
import { Description } from "./log/description.js";
import { Timeline } from "./log/timeline.js";
import { Trouble } from "./trouble/trouble.js";

const views = [
  { id: "chat", label: "Chat", show: Chat },
  { id: "log", label: "What happened", show: Timeline },
  { id: "portal", label: "Portal", show: Portal },
  { id: "trouble", label: "Time and trouble", show: Trouble },
  { id: "description", label: "Description", show: Description },
] as const;

type ViewId = (typeof views)[number]["id"];

/** The view that the address names behind its #. */
const viewInAddress = (): ViewId => views.find(({ id }) => location.hash.startsWith(`#${id}`))?.id ?? "chat";

/** The whole page: what is always there, and one of its views. */
export function Shell() {
  const view = useAddress(viewInAddress);
  const isKnown = useKnown(({ state }) => state !== undefined);
  const { show: View } = views.find(({ id }) => id === view) ?? views[0];
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // By the key's place: Alt makes other characters of the digits on a Mac, and AltGr, which some systems call both, does elsewhere.
      const isAlone = event.altKey && !event.ctrlKey && !event.getModifierState("AltGraph");
      const chosen = isAlone ? views[Number(/^Digit(\d)$/.exec(event.code)?.[1]) - 1] : undefined;
      if (chosen === undefined) return;
      event.preventDefault();
      location.hash = chosen.id;
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <header class="top">
        <h1>Sandbox</h1>
        <Tabs tabs={views} chosen={view} onChoose={(id) => (location.hash = id)} label="Views" />
        <Readers />
        <Clock />
        <ThemeButton />
      </header>
      <Notice />
      <main>
        <div
          id={`panel-${view}`}
          role="tabpanel"
          tabIndex={0}
          aria-labelledby={`tab-${view}`}
          class={`view view-${view}`}
        >
          {isKnown ? <View /> : <p class="loading">Waiting for the sandbox…</p>}
        </div>
      </main>
    </>
  );
}

/** Whether the Apps listen, and the sandbox is there. */
function Readers() {
  const { state, isOnline } = useKnown((known) => known);
  if (!isOnline) return <p class="readers lost">The sandbox does not answer</p>;
  const lines = state?.apps.map(({ id, name, endpoint }) => {
    const { streams = 0, mailboxes = 0 } = state.readers[id] ?? {};
    const ways = [
      streams > 0 ? "stream" : "",
      mailboxes > 0 ? "mailbox" : "",
      endpoint !== undefined && endpoint.state !== "off" ? `endpoint ${endpoint.state}` : "",
    ].filter((way) => way !== "");
    const isThere = streams + mailboxes > 0 || endpoint?.state === "active";
    return (
      <li key={id} class={isThere ? "there" : "away"}>
        {name}: {ways.length === 0 ? "not listening" : ways.join(", ")}
      </li>
    );
  });
  return (
    <ul class="readers" aria-label="Apps">
      {lines}
    </ul>
  );
}

function Notice() {
  const notice = useKnown((known) => known.notice);
  return (
    <p class="notice" role="status">
      {notice}
    </p>
  );
}

const schemes = ["light dark", "light", "dark"] as const;

function ThemeButton() {
  const [at, setAt] = useState(0);
  const next = (at + 1) % schemes.length;
  const says = { "light dark": "as the system", light: "light", dark: "dark" }[schemes[at] ?? "light dark"];
  const choose = (): void => {
    document.documentElement.dataset["scheme"] = schemes[next] ?? "light dark";
    setAt(next);
  };
  return (
    <button type="button" class="theme" onClick={choose}>
      Colours: {says}
    </button>
  );
}
