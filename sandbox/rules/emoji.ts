/** Matches one emoji of the Unicode RGI set in its fully qualified spelling. The data is the engine's own. */
const fullyQualified = new RegExp("^\\p{RGI_Emoji}$", "v");
const textByDefault = /^(?=\p{Emoji})\P{Emoji_Presentation}$/u;
const skinTone = /^\p{Emoji_Modifier}$/u;
const variationSelector = "\uFE0F";

/**
 * The canonical spelling of an emoji, or `undefined` for what is none. A missing or surplus variation selector is
 * repaired, as the platform does for spellings that it recognizes.
 */
export function canonicalEmoji(text: string): string | undefined {
  if (text.length > 64) return undefined;
  if (fullyQualified.test(text)) return text;
  const points = Array.from(text.replaceAll(variationSelector, ""));
  const repaired = points.map((point, at) => point + (needsSelector(point, points[at + 1]) ? variationSelector : ""));
  const candidate = repaired.join("");
  return fullyQualified.test(candidate) ? candidate : undefined;
}

function needsSelector(point: string, next: string | undefined): boolean {
  return textByDefault.test(point) && !(next !== undefined && skinTone.test(next));
}
