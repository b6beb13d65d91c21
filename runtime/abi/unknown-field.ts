/** Every field that a type describes; of a union, those of all its members. */
type Described<Value> = Value extends unknown ? keyof Value : never;

/**
 * A field that the description does not know: such fields are kept and passed on, and have no place in the types.
 * undefined where there is none.
 *
 * @example
 * ```ts
 * const colour = unknownField(message, "colour");
 * if (typeof colour === "string") paint(colour);
 * ```
 */
export function unknownField<Value extends object, Name extends string>(
  value: Value,
  // A field that is described has a type, and is read as such.
  name: Name extends Described<Value> ? never : Name,
): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
