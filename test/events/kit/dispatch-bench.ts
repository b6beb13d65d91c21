import { createDispatcher } from "../../../runtime/events/dispatch/dispatcher.js";
import type { DispatcherOptions } from "../../../runtime/events/dispatch/options.js";
import type { DispatchContext } from "../../../runtime/events/dispatch/context.js";
import { settle, VirtualClock } from "./virtual-clock.js";

export interface Item {
  readonly n: number;
  readonly channel?: string;
  readonly interaction?: boolean;
}

/** A dispatcher whose handlers end when told to. */
export function bench(options: Partial<DispatcherOptions<Item>> = {}) {
  const clock = new VirtualClock();
  const started: number[] = [];
  const settled: number[] = [];
  const errors: unknown[] = [];
  const contexts = new Map<number, DispatchContext>();
  const open = new Map<number, { end: () => void; fail: (error: unknown) => void }>();
  const dispatcher = createDispatcher<Item>({
    handle: (item, context) => {
      started.push(item.n);
      contexts.set(item.n, context);
      return new Promise<void>((end, fail) => open.set(item.n, { end, fail }));
    },
    onError: (error) => void errors.push(error),
    laneOf: (item) => (item.interaction === true ? "interactions" : "events"),
    orderKeyOf: (item) => item.channel,
    clock,
    ...options,
  });
  const offer = (item: Item) =>
    dispatcher.offer({
      event: item,
      receivedAtMs: clock.monotonicMs(),
      identity: `item-${item.n}`,
      settled: () => void settled.push(item.n),
    });
  const end = async (n: number) => {
    open.get(n)?.end();
    open.delete(n);
    await settle();
  };
  return { clock, dispatcher, offer, end, open, started, settled, errors, contexts };
}

export const items = (count: number, more: Partial<Item> = {}): Item[] =>
  Array.from({ length: count }, (_, n) => ({ n, ...more }));
