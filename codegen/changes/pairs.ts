/** Makes the same of what stands before and of what stands after. */
export const each = <Item, Made>(
  [before, after]: readonly [before: Item, after: Item],
  make: (item: Item, side: 0 | 1) => Made,
): readonly [before: Made, after: Made] => [make(before, 0), make(after, 1)];

/** What only the one list has, and what only the other, in their order. */
export const differing = <Item>([before, after]: readonly [before: readonly Item[], after: readonly Item[]]): {
  readonly gone: readonly Item[];
  readonly come: readonly Item[];
} => ({
  gone: before.filter((item) => !after.includes(item)),
  come: after.filter((item) => !before.includes(item)),
});

/** Pairs entries by name and reports those that came or went; the others are handed on. */
export function byName<Item>(
  lists: readonly [before: readonly Item[], after: readonly Item[]],
  nameOf: (item: Item) => string,
  take: {
    readonly gone: (name: string, item: Item) => void;
    readonly come: (name: string, item: Item) => void;
    readonly both: (name: string, before: Item, after: Item) => void;
  },
): void {
  const before = new Map(lists[0].map((item) => [nameOf(item), item]));
  const after = new Map(lists[1].map((item) => [nameOf(item), item]));
  for (const [name, old] of before) {
    const now = after.get(name);
    if (now === undefined) take.gone(name, old);
    else take.both(name, old, now);
  }
  for (const [name, item] of after) if (!before.has(name)) take.come(name, item);
}
