/** Interactions that this window set off: a form that one of them opens is shown at once. */
const own = new Set<string>();

/** Notes what somebody did here; gives it back. */
export function opened<Done extends { readonly id: string }>(done: Done): Done {
  own.add(done.id);
  return done;
}

/** Whether this window set it off, and has not shown its form yet. */
export const isToOpen = (id: string): boolean => own.delete(id);
