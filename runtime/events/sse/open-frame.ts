/** Follows, over chunks, whether a frame has begun and not ended. */
export class OpenFrame {
  #isOpen = false;
  /** Whether the rest of the chunk before ended in a frame, and no frame has ended since. */
  #isOlder = false;
  #hadRest = false;

  /** A chunk begins. */
  begin(): void {
    this.#isOlder = this.#isOpen || this.#hadRest;
  }

  /** Takes whole lines of the chunk. */
  read(lines: string): void {
    const end = lines.lastIndexOf("\n\n") + 1;
    const hasEnd = end > 0 || lines.startsWith("\n");
    if (hasEnd) this.#isOpen = this.#isOlder = false;
    // Comments may stand alone.
    if (/^[^:\n]|\n[^:\n]/.test(lines.slice(end))) this.#isOpen = true;
  }

  /** @param hasRest whether the chunk ends within a line */
  rest(hasRest: boolean): "whole" | "begun" | "open" {
    this.#hadRest = hasRest;
    if (!this.#isOpen && !hasRest) return "whole";
    return this.#isOlder ? "open" : "begun";
  }
}
