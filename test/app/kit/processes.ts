import type { AppOptions, ConversationOptions } from "svc-apps";
import type { PersonInteraction, Sandbox, VirtualClock } from "svc-apps/sandbox";
import type { KeyValue } from "svc-apps/stores";
import { order, poll, type Handler } from "./polls.js";
import { conversationsIn, storesRest } from "./stores.js";
import { appOn, pass } from "./world.js";

/** Runs an App of the handler on the platform until it is stopped; the next one takes its place. */
export async function process(
  sandbox: Sandbox<VirtualClock>,
  handle: Handler | undefined,
  conversations: ConversationOptions,
  more: AppOptions = {},
) {
  const { app, notices, start } = appOn(sandbox, { ...more, conversations });
  if (handle) app.command(poll, handle);
  else app.command(order, async ({ decline }) => decline());
  const { person } = await start();
  const stop = async () => app.stop({ graceMs: 0 });
  return { person, notices, settled: async (one: PersonInteraction) => settled(sandbox, one), stop };
}

/** Waits until the App has dealt with it; a store in files takes its own time for that. */
export async function settled(sandbox: Sandbox<VirtualClock>, one: PersonInteraction): Promise<PersonInteraction> {
  do {
    await pass(sandbox, 1, 1);
    await storesRest();
  } while (one.state === "open");
  return one;
}

/** Waits until so many conversations are kept. */
export async function kept(store: KeyValue, count: number): Promise<void> {
  while ((await conversationsIn(store).ids()).length !== count) await new Promise((resolve) => setImmediate(resolve));
}
