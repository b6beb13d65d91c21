/**
 * What a list in a definition is checked against.
 *
 * While the compiler still infers `Item`, the union of the list's items, it must see nothing here but a list of it whose
 * literal types are to be kept. That is the first branch, which never comes true. Once `Item` is inferred, it fits its
 * constraint, and only a field can be wrong that the constraint does not name. Items of a list written in place have each
 * other's fields, as absent ones, so that `keyof Item` has all there are: with none but `Field` among them the list is
 * `fine`, and is not compared a second time. That second time would be a fifth of what a bot costs the compiler
 * (`bench/app/types.ts`).
 */
export type CheckedList<
  Item extends { readonly type: string },
  Field,
  Outcome extends CheckOutcome,
> = unknown extends Item
  ? NoInfer<Item> | readonly Item[]
  : Outcome[keyof Item extends Field ? (string extends Item["type"] ? "unlisted" : "fine") : "unlisted"];

/** An interface of its own for each kind of list: reached by an index, it is left alone until that index is known. */
interface CheckOutcome {
  readonly fine: unknown;
  /** The list to compare with, and to name in errors. */
  readonly unlisted: unknown;
}
