import fc from "fast-check";
import hexcodes from "emojibase-data/meta/hexcodes.json" with { type: "json" };
import { describe, expect, test } from "vitest";
import { isKnownEmoji, qualifyEmoji, reactionKey, sameEmoji } from "svc-apps";

const text = (hexcode: string) => String.fromCodePoint(...hexcode.split("-").map((part) => parseInt(part, 16)));
const TEXT_STYLE = "\ufe0e";

/** Every fully qualified emoji of Unicode with its other spellings, from a package that knows nothing of ours. */
const spellings = Object.entries(hexcodes as Record<string, Record<string, number>>).map(([key, forms]) => {
  // Status 0 means fully qualified. Where the bare code is, U+FE0F after it is one more spelling that means the same.
  const full = forms[key] === 0 ? key : Object.keys(forms).find((form) => forms[form] === 0 && !form.includes("FE0E"));
  const all = Object.keys(forms).map(text);
  return { full: text(full ?? key), all: all.filter((form) => !form.includes(TEXT_STYLE)) };
});

describe("MSG-23 MSG-24 emoji", () => {
  test("every spelling of every emoji of Unicode becomes the fully qualified one", () => {
    expect(spellings.length).toBeGreaterThan(3_700);
    const wrong = spellings.flatMap(({ full, all }) =>
      all.filter((form) => qualifyEmoji(form) !== full).map((form) => [full, form]),
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    ["\u2764", "\u2764\ufe0f"],
    ["1\u20e3", "1\ufe0f\u20e3"],
    ["#\u20e3", "#\ufe0f\u20e3"],
    ["\ud83c\uddf5\ud83c\uddf9", "\ud83c\uddf5\ud83c\uddf9"],
    ["\ud83d\udc4d\ufe0f", "\ud83d\udc4d"],
    ["\u261d\ud83c\udffd", "\u261d\ud83c\udffd"],
    ["\u261d\ufe0f\ud83c\udffd", "\u261d\ud83c\udffd"],
    ["\ud83c\udff3\u200d\ud83c\udf08", "\ud83c\udff3\ufe0f\u200d\ud83c\udf08"],
  ])("%s becomes %s", (from, to) => expect(qualifyEmoji(from)).toBe(to));

  test("text that is no emoji is not made into one", () => {
    for (const plain of ["", "a", "1", "12", "hello 5", "#", "*"]) {
      expect(qualifyEmoji(plain)).toBe(plain);
      expect(isKnownEmoji(plain)).toBe(false);
    }
  });

  test("qualifying twice changes nothing more", () => {
    const mixed = fc.string({
      unit: fc.constantFrom("\u2764", "\ufe0f", "\u200d", "1", "\u20e3", "👍", "a", "\ud83c\udffd", "#"),
    });
    fc.assert(fc.property(mixed, (one) => qualifyEmoji(qualifyEmoji(one)) === qualifyEmoji(one)));
  });

  test("two spellings of one emoji are the same, two emoji are not", () => {
    expect(sameEmoji("\u2764", "\u2764\ufe0f")).toBe(true);
    expect(sameEmoji("👍", "👍🏽")).toBe(false);
  });

  test("MSG-25 a reaction is told apart by message, emoji and person, whatever the spelling", () => {
    expect(reactionKey("1", "\u2764", "2")).toBe(reactionKey("1", "\u2764\ufe0f", "2"));
    const keys = [
      reactionKey("1", "👍", "2"),
      reactionKey("2", "👍", "1"),
      reactionKey("1", "👎", "2"),
      reactionKey("1", "👍", "3"),
    ];
    expect(new Set(keys).size).toBe(4);
  });
});
