import { createVirtualClock } from "../clock/virtual.js";
import type { EndpointPost } from "../delivery/post.js";
import type { SandboxOptions } from "../options.js";
import { brand } from "../spec.js";
import type { WireRequest } from "../rest/wire.js";
import type { Sandbox } from "../sandbox.js";
import type { RecordedCall } from "./recorded.js";
import type { TapeDelivery, TapeHeader, TapeInput } from "./tape.js";

/** A recording taken apart. */
export interface Recording {
  readonly header: TapeHeader;
  readonly inputs: readonly TapeInput[];
  readonly deliveries: readonly TapeDelivery[];
  readonly endMs: number;
  readonly resolved: readonly (readonly string[])[];
}

/** Reads the text of a recording. */
export function readRecording(text: string): Recording {
  const [header, ...lines] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  // Written by `Tape.text`, whose lines these are.
  const first = header as unknown as TapeHeader | undefined;
  if (first?.format !== "sandbox-recording") throw new Error("this is not a recording of a sandbox");
  const end = lines.at(-1)?.["end"] as { readonly atMs: number; readonly resolved: readonly (readonly string[])[] };
  return {
    header: first,
    inputs: lines.flatMap((line) => ("input" in line ? [line["input"] as TapeInput] : [])),
    deliveries: lines.flatMap((line) => ("delivery" in line ? [line["delivery"] as TapeDelivery] : [])),
    endMs: end.atMs,
    resolved: end.resolved,
  };
}

/** How `startSandbox` is called, without knowing it. */
export type Start = (options: SandboxOptions) => Promise<Sandbox>;

/**
 * Plays a recording into a new sandbox on a virtual clock, and gives the recording that this makes. The two are equal,
 * byte for byte, unless the sandbox behaves differently than it did.
 */
export async function replayWith(start: Start, text: string): Promise<string> {
  const { header, inputs, deliveries, endMs, resolved } = readRecording(text);
  const clock = createVirtualClock({ startMs: header.startMs });
  const answers = new AnswerDesk(deliveries);
  const names = [...resolved];
  const sandbox = await start({
    seed: header.seed,
    clock,
    port: null,
    record: true,
    assumptions: header.assumptions,
    parameters: header.parameters,
    allowLoopbackEndpoints: header.allowLoopbackEndpoints,
    resolve: () => Promise.resolve(names.shift() ?? []),
    post: answers.post,
  });
  const player = new Player(sandbox);
  const acts = [...inputs.map((input) => ({ ...input, act: () => player.play(input) })), ...answers.acts].sort(
    (left, right) => left.order - right.order,
  );
  for (const { atMs, act } of acts) {
    await clock.advance(header.startMs + atMs - clock.now());
    act();
    await clock.settle();
  }
  await clock.advance(header.startMs + endMs - clock.now());
  const again = sandbox.recording();
  await sandbox.stop();
  return again;
}

/** Stands for all endpoints: each delivery gets the answer that it got then, at the moment it got it. */
class AnswerDesk {
  readonly acts: readonly { readonly atMs: number; readonly order: number; readonly act: () => void }[];
  readonly #release = new Map<number, () => void>();
  readonly #deliveries: readonly TapeDelivery[];
  #sent = 0;

  constructor(deliveries: readonly TapeDelivery[]) {
    this.#deliveries = deliveries;
    this.acts = deliveries.flatMap(({ answer }, number) => {
      if (answer === undefined) return [];
      return [{ atMs: answer.atMs, order: answer.order, act: () => this.#release.get(number)?.() }];
    });
  }

  readonly post: EndpointPost = ({ signal }) => {
    const number = this.#sent++;
    return new Promise((resolve, reject) => {
      this.#release.set(number, () => {
        const outcome = this.#deliveries[number]?.answer;
        if (outcome?.answer !== undefined) resolve(outcome.answer);
        else reject(new Error(outcome?.error));
      });
      signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
    });
  };
}

/** Does again what was recorded. */
class Player {
  readonly #sandbox: Sandbox;
  readonly #streams = new Map<string, { close(): void }>();
  readonly #results = new Map<number, object>();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  play({ kind, content, output, order }: TapeInput): void {
    // Each kind was recorded with content of its own shape.
    switch (kind) {
      case "request":
        void this.#sandbox.request(this.#bearer(content as WireRequest)).catch(() => undefined);
        return;
      case "stream":
        void this.#open(this.#bearer(content as WireRequest), output);
        return;
      case "close":
        this.#streams.get((content as { readonly connectionId: string }).connectionId)?.close();
        return;
      case "call":
        this.#call(content as RecordedCall, order);
        return;
    }
  }

  /** Puts the secret of a credential back in its place. */
  #bearer(request: WireRequest): WireRequest {
    const authorization = request.headers["authorization"];
    if (authorization === undefined) return request;
    const id = /^credential (.+)$/.exec(authorization)?.[1];
    const token = id === undefined ? `${brand.tokenPrefix}.0.unknown` : this.#sandbox.tokenOf(id);
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
  }

  async #open(request: WireRequest, output: unknown): Promise<void> {
    const stream = await this.#sandbox.openStream(request).catch(() => undefined);
    const id =
      typeof output === "object" && output !== null && "connectionId" in output ? output.connectionId : undefined;
    if (stream !== undefined && typeof id === "string") this.#streams.set(id, stream);
  }

  #call({ receiver, method, args }: RecordedCall, order: number): void {
    const target = receiver.on === "result" ? this.#results.get(receiver.order) : this.#sandbox.receiver(receiver);
    if (target === undefined) throw new Error("the recording calls something that an earlier call did not give");
    const called: unknown = Reflect.get(target, method);
    if (typeof called !== "function") throw new Error(`the recording calls ${method}, which is not there`);
    try {
      const result: unknown = Reflect.apply(
        called,
        target,
        args.map((arg) => this.#argument(arg)),
      );
      if (result instanceof Promise) result.catch(() => undefined);
      else if (typeof result === "object" && result !== null) this.#results.set(order, result);
    } catch {
      // A refusal: the recording holds it, and the new one will.
    }
  }

  #argument(arg: unknown): unknown {
    if (typeof arg !== "object" || arg === null || !("interaction" in arg)) return arg;
    return this.#sandbox.interaction(String(arg.interaction));
  }
}
