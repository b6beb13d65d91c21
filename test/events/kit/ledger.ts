/** What the App was told of a gap: what is lost was sent in this time, and after this id. */
export interface ToldGap {
  readonly reason: string;
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly afterId: number;
}

/** An event as the service sent it. */
interface Sent {
  readonly channel: string;
  readonly atMs: number;
  /** Its id on the stream. */
  readonly id: number;
}

/** Milliseconds by which an event may be older for its receiver than for its sender: its way over the socket. */
const WAY_MS = 2_000;

/** What became of every event, by its number: 1 for the first one written. */
export class Ledger {
  readonly #sent: Sent[] = [];
  readonly #handled = new Set<number>();
  readonly #gaps: ToldGap[] = [];
  /** Rules that were broken, in words. */
  readonly broken: string[] = [];
  #startedNow = new Set<number>();
  #lastInChannel = new Map<string, number>();
  /** Events up to this one were written before the last start-over. */
  #mayRepeat = 0;

  /** An event was written. Returns its number. */
  posted(sent: Sent): number {
    return this.#sent.push(sent);
  }

  get count(): number {
    return this.#sent.length;
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
  gap(told: ToldGap): void {
    this.#gaps.push(told);
    // Ids start anew with the stream: what it repeats from before cannot be recognised any more.
    this.#mayRepeat = this.count;
  }

  #covered(number: number): boolean {
    const { atMs, id } = this.#sent[number - 1] ?? { atMs: NaN, id: NaN };
    return this.#gaps.some(
      ({ sinceMs, untilMs, afterId }) => atMs >= sinceMs - WAY_MS && atMs <= untilMs && id > afterId,
    );
  }

  /** Events that were never handled. */
  get lost(): readonly number[] {
    return this.#sent.map((_, index) => index + 1).filter((number) => !this.#handled.has(number));
  }

  /** Events that were never handled and of which the App was not told. */
  get lostSilently(): readonly number[] {
    return this.lost.filter((number) => !this.#covered(number));
  }
}
