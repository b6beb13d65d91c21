import { createDispatcher, laneOf, orderKeyOf, type StreamEvent } from "svc-apps/events";
import { type FakeService, settle } from "./fake-service.js";
import { nameOf, prepare } from "./start.js";

/** A stream into handlers that end when told to. */
export function slowly(service: FakeService, concurrency = 16, options = {}, clientOptions = {}) {
  const prepared = prepare(service, options, clientOptions);
  const open = new Map<string, () => void>();
  const handled: string[] = [];
  const dispatcher = createDispatcher<StreamEvent>({
    concurrency,
    laneOf,
    orderKeyOf,
    clock: service.clock,
    handlerTimeoutMs: 0,
    handle: (event) =>
      new Promise<void>((resolve) =>
        open.set(nameOf(event), () => {
          handled.push(nameOf(event));
          resolve();
        }),
      ),
  });
  const running = prepared.stream.run(dispatcher);
  running.catch(() => undefined);
  const end = async (...names: string[]) => {
    for (const name of names) {
      open.get(name)?.();
      open.delete(name);
    }
    await settle(2);
  };
  return { ...prepared, dispatcher, running, open, handled, end };
}
