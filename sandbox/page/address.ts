import { useEffect, useState } from "preact/hooks";
import { keep, recall } from "./memory.js";

/** What is chosen on the first screen: an entry of the timeline, a message, or an interaction. */
export interface Selection {
  readonly kind: "entry" | "message" | "interaction";
  readonly id: string;
}

const views = ["live", "portal", "calls", "trouble", "reference"] as const;
export type ViewId = (typeof views)[number];

export interface Address {
  readonly view: ViewId;
  readonly selection: Selection | undefined;
  /** The term of the reference that is asked for. */
  readonly term: string;
}

const isView = (text: string): text is ViewId => views.some((view) => view === text);
const isKind = (text: string): text is Selection["kind"] => ["entry", "message", "interaction"].includes(text);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody wrote it by hand
  }
}

/** What an address says behind its `#`: `#live/entry/12`, `#reference/createMessage`. */
export function addressOf(hash: string): Address {
  const [view = "", kind = "", id = ""] = hash.slice(1).split("/");
  return {
    view: isView(view) ? view : "live",
    selection: view === "live" && isKind(kind) && id !== "" ? { kind, id } : undefined,
    term: view === "reference" ? decoded(hash.slice("#reference/".length)) : "",
  };
}

export function useAddress(): Address {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const address = addressOf(hash);
  // Whoever comes back to the first screen finds there what was chosen before.
  useEffect(() => {
    if (address.view === "live") keep("live", hash);
  }, [hash]);
  return address;
}

export const hashOf = ({ kind, id }: Selection): string => `#live/${kind}/${id}`;

/** Chooses something on the first screen, or nothing. Moving through a list leaves no trail of addresses. */
export function select(selection: Selection | undefined, isMove = false): void {
  const hash = selection === undefined ? "#live" : hashOf(selection);
  if (!isMove) location.hash = hash;
  else {
    history.replaceState(null, "", hash);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

/** Goes to a view, as it was left. */
export function goTo(view: ViewId): void {
  location.hash = view === "live" ? recall("live", "#live") || "#live" : `#${view}`;
}
