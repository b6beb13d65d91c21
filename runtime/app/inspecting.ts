/** Set on the global object by commands that load modules to inspect their Apps. Other copies of this package see it. */
const INSPECTING = Symbol.for("svc-apps.inspecting");

/** Whether modules are only looked at: no App may start then. */
export const isInspecting = (): boolean => Reflect.get(globalThis, INSPECTING) === true;

/**
 * Runs `work`, in which modules are loaded for what they define. The Apps in them do not start meanwhile: `start()`
 * does nothing, so that a bot can be asked for its commands without a second one going to work.
 */
export async function inspect<Result>(work: () => Promise<Result>): Promise<Result> {
  Reflect.set(globalThis, INSPECTING, true);
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(globalThis, INSPECTING);
  }
}
