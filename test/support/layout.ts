/** Scripts for a page of the site: what its layout does wrong. */

/** Blocks of code that are wider than their place. */
export const CLIPPED = `[...document.querySelectorAll(".vp-doc div[class*=language-] pre")]
  .filter((block) => block.scrollWidth > block.clientWidth + 1)
  .map((block) => block.textContent.split("\\n").reduce((a, b) => (a.length > b.length ? a : b)))`;

/** Words in tables that stand on more than one line. A path may be broken. */
export const BROKEN = `[...document.querySelectorAll(".vp-doc td")].flatMap((cell) => {
  const words = [];
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const { 0: word, index } of node.data.matchAll(/(?<!\\S)[\\w]+(?!\\S)/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word);
    }
  return words;
})`;
