import { startSandbox, type Sandbox, type SandboxOptions } from "svc-apps/sandbox";
import { createVirtualClock, type VirtualClock } from "../../support/virtual-clock.js";
import type { Peer, PeerAnswer, Sent } from "./peer.js";
import { cut, type WireEvent } from "./transcript.js";

/** The sandbox as the other end of the wire; notes what crosses it. */
export class Platform implements Peer {
  readonly origin = "http://sandbox.invalid";
  readonly events: WireEvent[] = [];
  readonly clock: VirtualClock;
  readonly sandbox: Sandbox;

  constructor(sandbox: Sandbox, clock: VirtualClock) {
    this.sandbox = sandbox;
    this.clock = clock;
  }

  static async start(options: SandboxOptions = {}): Promise<Platform> {
    const clock = createVirtualClock();
    const resolve = async (): Promise<string[]> => Promise.resolve(["93.184.216.34"]);
    return new Platform(await startSandbox({ seed: 1, port: null, resolve, ...options, clock }), clock);
  }

  connects(): boolean {
    return true;
  }

  /** Something that the scenario does. */
  tell(line: string): void {
    this.events.push({ atMs: this.clock.monotonicMs(), line });
  }

  note(answer: string): void {
    this.events.push({ atMs: this.clock.monotonicMs(), answer });
  }

  async serve(sent: Sent, signal: AbortSignal): Promise<PeerAnswer> {
    const { method, target, headers, body } = sent;
    this.events.push({ atMs: this.clock.monotonicMs(), sent });
    const request = { method, url: this.origin + target, headers: Object.fromEntries(headers), signal };
    try {
      const answer = await this.sandbox.openStream({ ...request, ...(body === "" ? {} : { body }) });
      if (answer.headers["content-type"]?.startsWith("text/event-stream"))
        return { ...answer, body: this.#watched(answer, signal) };
      const chunks: Uint8Array[] = [];
      for await (const chunk of answer.body) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString("utf8");
      const retryAfter = answer.headers["retry-after"];
      this.note(`${answer.status}${retryAfter === undefined ? "" : ` retry-after: ${retryAfter}`} ${cut(text, 160)}`);
      return { ...answer, body: once(text) };
    } catch (error) {
      this.note(signal.aborted ? "the client left" : "lost");
      throw error;
    }
  }

  /** The body of a stream, noted frame by frame. */
  async *#watched({ status, body }: PeerAnswer, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    this.note(`${status} stream`);
    let how = "the client left the stream";
    try {
      for await (const chunk of body) {
        // Heartbeats are what every stream carries all the time.
        for (const frame of Buffer.from(chunk).toString("utf8").split("\n\n"))
          if (frame !== "" && !frame.startsWith(":")) this.note(shown(frame));
        yield chunk;
      }
      how = signal.aborted ? how : "the stream ends";
    } catch (error) {
      if (!signal.aborted) how = "the stream breaks";
      throw error;
    } finally {
      this.note(how);
    }
  }
}

const shown = (frame: string): string =>
  `| ${frame
    .split("\n")
    .map((line) => (line.startsWith("data:") ? cut(line, 60) : line))
    .join(" ")}`;

async function* once(text: string): AsyncGenerator<Uint8Array> {
  if (text !== "") yield new TextEncoder().encode(text);
}
