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
