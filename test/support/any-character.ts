import fc from "fast-check";

/**
 * Any Unicode character, for `fc.string({ unit })`. The library's own unit, `binary`, makes a table of all of them for
 * each such text, which takes a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff) // halves of surrogate pairs are none
  .map((point) => String.fromCodePoint(point));
