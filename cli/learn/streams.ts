import type { TransportRequest } from "../../runtime/abi/index.js";
import { Framer } from "../../runtime/events/sse/framer.js";
import { hashOf, Recent } from "./memory.js";
import type { Gathering } from "./recording.js";

const MAX_FRAME_BYTES = 16_777_216;

/** An event as it came by one stream. */
interface Came {
  readonly id: string | undefined;
  readonly hash: string;
  /** Its kind, where the description has it. */
  readonly type: string;
}

interface Open {
  readonly address: string;
  /** Events that came while another stream with the same address was open. */
  readonly beside: Set<string>;
}

/** Compares the streams of a client: whether each gets every event, what their ids count, what resuming gives. */
export class Streams {
  readonly #gathering: Gathering;
  readonly #open = new Set<Open>();
  /** By the hash of an id: the address of the stream that it came by. */
  readonly #ids = new Recent<string>();
  /** By the hash of an event: the id with which it came, and by which stream. */
  readonly #events = new Recent<{ readonly id: string | undefined; readonly stream: Open }>();

  constructor(gathering: Gathering) {
    this.#gathering = gathering;
  }

  open({ url, headers }: TransportRequest) {
    const framer = new Framer({ maxFrameBytes: MAX_FRAME_BYTES, skipTooLarge: true });
    const stream: Open = { address: url, beside: new Set() };
    const resumed = headers["last-event-id"];
    const from = resumed === undefined ? undefined : this.#ids.get(hashOf(resumed));
    let first = true;
    this.#open.add(stream);
    return {
      take: (chunk: Uint8Array) => framer.feed(chunk),
      came: (event: Came): void => {
        if (first && from !== undefined && from !== url)
          this.#gathering.fact(`resume other intents, then ${event.type}`);
        first = false;
        if (event.id !== undefined) this.#ids.set(hashOf(event.id), url);
        if (event.type.startsWith("connection_")) return;
        this.#compare(event, stream);
      },
      end: (): void => void this.#open.delete(stream),
    };
  }

  #compare({ id, hash, type }: Came, stream: Open): void {
    const others = [...this.#open].filter((one) => one !== stream && one.address === stream.address);
    const before = this.#events.get(hash);
    if (before !== undefined && before.stream !== stream && this.#open.has(before.stream)) {
      this.#gathering.fact(`two streams, one ${type}`);
      if (id !== undefined) this.#gathering.fact(`two streams, ids ${before.id === id ? "same" : "different"}`);
      before.stream.beside.delete(hash);
      return;
    }
    this.#events.set(hash, { id, stream });
    if (others.length === 0) return;
    stream.beside.add(hash);
    // Each stream keeps its order: what came by one and not by the other, both ways, was divided among them.
    if (others.some(({ beside }) => beside.size > 0)) this.#gathering.fact("two streams, events divided");
  }
}
