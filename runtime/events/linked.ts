/**
 * A controller that follows `signal`, and can be fired alone. Fire it when its work is over: it then leaves nothing
 * behind on `signal`, whatever listeners others have put on its own.
 */
export function linkedTo(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  const follow = () => controller.abort();
  signal.addEventListener("abort", follow, { once: true });
  controller.signal.addEventListener("abort", () => signal.removeEventListener("abort", follow), { once: true });
  return controller;
}
