/** A stretch of events that the App was told may be missing. */
interface Gap {
  readonly reason: string;
  /** Events up to this one were settled when it was told. */
  readonly after: number;
  /** The last event written before the next connection stood. */
  upTo: number | undefined;
}

/** What became of every event, by its number: 1 for the first one written. */
export class Ledger {
  readonly #channels: string[] = [];
  readonly #handled = new Set<number>();
  readonly #gaps: Gap[] = [];
  /** Rules that were broken, in words. */
  readonly broken: string[] = [];
  #startedNow = new Set<number>();
  #lastInChannel = new Map<string, number>();
  /** Events up to this one were written before the last start-over. */
  #mayRepeat = 0;

  /** An event was written. Returns its number. */
  posted(channel: string): number {
    return this.#channels.push(channel);
  }

  get count(): number {
    return this.#channels.length;
  }

  get gaps(): readonly string[] {
    return this.#gaps.map(({ reason }) => reason);
  }

  /** A process of the App starts. */
  begin(): void {
    this.#startedNow = new Set();
    this.#lastInChannel = new Map();
  }

  /** A handler has been given an event. */
  started(number: number, channel: string): void {
    if (number > this.#mayRepeat && this.#startedNow.has(number))
      this.broken.push(`event ${number} was handed out twice by one process`);
    this.#startedNow.add(number);
    // What a former process has handled, or a gap was told for, may come in any place: it is new to this process.
    if (this.#handled.has(number) || this.#covered(number)) return;
    const last = this.#lastInChannel.get(channel) ?? 0;
    if (number < last) this.broken.push(`event ${number} came after event ${last} of its channel`);
    this.#lastInChannel.set(channel, number);
  }

  handled(number: number): void {
    this.#handled.add(number);
  }

  /** The App was told of a gap. */
  gap(reason: string): void {
    let after = 0;
    while (after < this.count && (this.#handled.has(after + 1) || this.#covered(after + 1))) after += 1;
    this.#gaps.push({ reason, after, upTo: undefined });
    // Ids start anew with the stream: what it repeats from before cannot be recognised any more.
    this.#mayRepeat = this.count;
  }

  /** A connection stands: what is written from here on reaches it. */
  connected(): void {
    for (const gap of this.#gaps) gap.upTo ??= this.count;
  }

  #covered(number: number): boolean {
    return this.#gaps.some(({ after, upTo }) => number > after && number <= (upTo ?? Infinity));
  }

  /** Events that were never handled. */
  get lost(): readonly number[] {
    return this.#channels.map((_, index) => index + 1).filter((number) => !this.#handled.has(number));
  }

  /** Events that were never handled and of which the App was not told. */
  get lostSilently(): readonly number[] {
    return this.lost.filter((number) => !this.#covered(number));
  }
}
