import { useEffect, useState } from "preact/hooks";

/** Where this browser keeps what was chosen: person, channel, drafts, filters, theme. */
const place = "sandbox-page";

function read(): Map<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(place) ?? "{}");
    return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map(); // nothing is kept where storage is off, or was written by hand
  }
}

const kept = read();
const listeners = new Set<() => void>();

/** Whether a value that was read can stand where `initial` does. */
const isLike = (value: unknown, initial: unknown): boolean =>
  typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial);

export function recall<T>(name: string, initial: T): T {
  const value = kept.get(name);
  return isLike(value, initial) ? (value as T) : initial; // this page alone writes there, one shape a name
}

export function keep(name: string, value: unknown): void {
  kept.set(name, value);
  try {
    localStorage.setItem(place, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage is off or full: what was chosen holds until the page is left.
  }
  for (const listener of listeners) listener();
}

/** A value that survives every change of view, and a reload. */
export function useKept<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const [, setValue] = useState<{ readonly value: T }>({ value: recall(name, initial) });
  useEffect(() => {
    const look = (): void =>
      setValue((before) => {
        const value = recall(name, initial);
        return Object.is(before.value, value) ? before : { value };
      });
    listeners.add(look);
    return () => void listeners.delete(look);
  }, [name]);
  return [recall(name, initial), (value) => keep(name, value)];
}
