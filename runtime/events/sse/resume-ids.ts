/**
 * Follows the id buffer of WHATWG HTML 9.2.6 through whole lines: an `id` counts when its block ends, even when that
 * block has no data and nothing is handed on. Parsers that report events alone cannot show this, so the few stretches
 * of text where it matters are read a second time, here.
 */
export class ResumeIds {
  #settled: string;
  #buffer: string;
  #hasData = false;

  constructor(lastEventId: string) {
    this.#settled = lastEventId;
    this.#buffer = lastEventId;
  }

  /** What `Last-Event-ID` would be now; empty when there is nothing to send. */
  get settled(): string {
    return this.#settled;
  }

  /** Takes for granted that a block has just ended and left `id` in force. */
  jumpTo(id: string): void {
    this.#settled = id;
    this.#buffer = id;
    this.#hasData = false;
  }

  /** Reads whole lines. Returns the id in force at each block with data, in order: those that a parser hands on. */
  read(lines: string): readonly string[] {
    const atEvents: string[] = [];
    for (let from = 0, to = lines.indexOf("\n"); to !== -1; from = to + 1, to = lines.indexOf("\n", from)) {
      if (from !== to) {
        this.#readField(lines.slice(from, to));
        continue;
      }
      this.#settled = this.#buffer;
      if (this.#hasData) atEvents.push(this.#settled);
      this.#hasData = false;
    }
    return atEvents;
  }

  #readField(line: string): void {
    if (line === "data" || line.startsWith("data:")) this.#hasData = true;
    else if (line === "id") this.#buffer = "";
    else if (line.startsWith("id:")) {
      const value = line.slice(line.charCodeAt(3) === 32 ? 4 : 3);
      if (!value.includes("\0")) this.#buffer = value;
    }
  }
}
