import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { goTo, useAddress, type Address, type ViewId } from "./address.js";
import { Calls } from "./calls/calls.js";
import { Live } from "./live/live.js";
import { useKept } from "./memory.js";
import { IconButton } from "./parts/button.js";
import { Clock } from "./parts/clock.js";
import { Icon } from "./parts/icon.js";
import { Tabs } from "./parts/tabs.js";
import { Portal } from "./portal/portal.js";
import { Reference } from "./reference/reference.js";
import { notify, useKnown } from "./store.js";
import { Trouble } from "./trouble/trouble.js";

const views = [
  { id: "live", label: "Live", show: Live },
  { id: "portal", label: "Portal", show: Portal },
  { id: "calls", label: "Calls", show: Calls },
  { id: "trouble", label: "Faults", show: Trouble },
  { id: "reference", label: "Reference", show: Reference },
] as const;

/** Views are chosen by Alt and the place of a digit. */
function useViewKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // By the key's place: Alt makes other characters of the digits on a Mac, and AltGr, which some systems call both, does elsewhere.
      const isAlone = event.altKey && !event.ctrlKey && !event.getModifierState("AltGraph");
      const chosen = isAlone ? views[Number(/^Digit(\d)$/.exec(event.code)?.[1]) - 1] : undefined;
      if (chosen === undefined) return;
      event.preventDefault();
      goTo(chosen.id);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Whoever comes back to a view finds the keyboard where it was there; who chose its tab stays at the tab. */
function useFocusOf(view: ViewId): { readonly onFocus: (at: HTMLElement) => void } {
  const last = useRef(new Map<ViewId, HTMLElement>());
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement?.getAttribute("role") === "tab") return;
    const at = last.current.get(view);
    if (at?.isConnected === true) at.focus({ preventScroll: true });
    else document.querySelector<HTMLElement>(`#panel-${view}`)?.focus({ preventScroll: true });
  }, [view]);
  return { onFocus: (at) => void last.current.set(view, at) };
}

/** The whole page: what is always there, and its views, of which one is shown. */
export function Shell() {
  const address = useAddress();
  const { view } = address;
  const isKnown = useKnown(({ state }) => state !== undefined);
  const shown = useRef(new Set<ViewId>());
  shown.current.add(view);
  useViewKeys();
  const { onFocus } = useFocusOf(view);
  return (
    <>
      <header class="top">
        <h1>Sandbox</h1>
        <Tabs tabs={views} chosen={view} onChoose={goTo} label="Views" />
        <Readers />
        <Clock />
        <ThemeButton />
      </header>
      <main onFocusCapture={({ target }) => target instanceof HTMLElement && onFocus(target)}>
        {views.map(({ id, show: View }) => (
          <div
            key={id}
            id={`panel-${id}`}
            role="tabpanel"
            tabIndex={0}
            hidden={id !== view}
            aria-labelledby={`tab-${id}`}
            class={`view view-${id}`}
          >
            {!isKnown && id === view && <p class="loading">Waiting for the sandbox…</p>}
            {isKnown && shown.current.has(id) && <View address={address} />}
          </div>
        ))}
      </main>
      <Toast />
    </>
  );
}

/** What every view is told. */
export interface ViewProps {
  readonly address: Address;
}

/** Whether the Apps listen, and the sandbox is there. */
function Readers() {
  const { state, isOnline } = useKnown((known) => known);
  if (!isOnline)
    return (
      <p class="readers lost" role="status">
        The sandbox does not answer
      </p>
    );
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

/** How long a sentence about what was done stays, milliseconds. What was refused stays until it is put away. */
const shownMs = 5000;

function Toast() {
  const notice = useKnown((known) => known.notice);
  const { text, isBad } = notice;
  useEffect(() => {
    if (text === "" || isBad) return undefined;
    const timer = setTimeout(() => notify(""), shownMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div class={`toast${text === "" ? " away" : ""}${isBad ? " bad" : ""}`}>
      <p role="status">
        {text !== "" && <Icon name={isBad ? "warn" : "check"} />}
        {text}
      </p>
      {text !== "" && <IconButton label="Dismiss" icon="close" onClick={() => notify("")} />}
    </div>
  );
}

const schemes = ["light dark", "light", "dark"] as const;
const schemeIcons = { "light dark": "auto", light: "sun", dark: "moon" } as const;

function ThemeButton() {
  const [kept, setKept] = useKept<string>("theme", "light dark");
  const scheme = schemes.find((one) => one === kept) ?? "light dark";
  useLayoutEffect(() => {
    document.documentElement.dataset["scheme"] = scheme;
  }, [scheme]);
  const next = schemes[(schemes.indexOf(scheme) + 1) % schemes.length] ?? "light dark";
  const says = scheme === "light dark" ? "as the system" : scheme;
  return <IconButton label={`Colours: ${says}`} icon={schemeIcons[scheme]} onClick={() => setKept(next)} />;
}
