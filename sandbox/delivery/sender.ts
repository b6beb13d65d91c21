import type { DeliveryFault } from "../faults/faults.js";
import type { Platform } from "../platform.js";
import { confirm } from "../rules/confirmation.js";
import { interactionView } from "../rules/interactions.js";
import { limits } from "../spec.js";
import { checkDelivery, isConfirmation } from "../validation.js";
import type { InteractionRecord, Json } from "../world/records.js";
import { missigned } from "./missign.js";
import type { EndpointAnswer, EndpointPost } from "./post.js";
import { signProperly, type Signed, type Unsigned } from "./sign.js";
import { noteFailure, noteSuccess } from "./standing.js";

/** How one sending went. */
export type SendResult =
  | { readonly kind: "answered"; readonly answer: EndpointAnswer; readonly latencyMs: number }
  | { readonly kind: "timeout"; readonly latencyMs: number }
  | { readonly kind: "failed"; readonly reason: string; readonly latencyMs: number };

/** Sends signed deliveries to the endpoints of Apps, and draws the consequences. */
export class EndpointSender {
  readonly #post: EndpointPost;
  readonly #inProcess = new Map<string, EndpointPost>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(post: EndpointPost) {
    this.#post = post;
  }

  /** The function that stands for an address when the endpoint lives in this process. */
  remember(url: string, inProcess: EndpointPost | undefined): void {
    if (inProcess === undefined) this.#inProcess.delete(url);
    else this.#inProcess.set(url, inProcess);
  }

  /** Resolves once no delivery is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Delivers an interaction to its App's endpoint. There is no second attempt and no other way. */
  deliver(platform: Platform, interaction: InteractionRecord): void {
    const work = this.#deliver(platform, interaction).catch((error: unknown) => {
      platform.log.add("bug", `delivering failed inside the sandbox: ${String(error)}`, { error });
    });
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  async #deliver(platform: Platform, interaction: InteractionRecord): Promise<void> {
    const { appId, id, windowMs } = interaction;
    const faults = platform.faults.idle ? [] : platform.faults.takeDelivery({ appId });
    const unsigned = unsignedOf(platform, "interaction", appId, bodyOf(platform, interaction, faults));
    const signed = signWith(platform, unsigned, faults);
    const result = await this.send(platform, appId, signed, windowMs);
    settle(platform, interaction, unsigned.deliveryId, result);
    if (!faults.some((fault) => fault.effect === "replay")) return;
    const replayed = await this.send(platform, appId, signed, windowMs);
    logDelivery(platform, appId, id, `replay: ${describe(replayed)}`, {
      deliveryId: unsigned.deliveryId,
      result: replayed,
      replay: true,
    });
  }

  /** Posts a signed body to the App's endpoint, and waits for as long as the platform would. */
  async send(platform: Platform, appId: string, signed: Signed, timeoutMs: number): Promise<SendResult> {
    const { url = "", address } = platform.world.apps.get(appId)?.endpoint ?? {};
    const startedMs = platform.clock.monotonicMs();
    const abort = new AbortController();
    const latency = (): number => platform.clock.monotonicMs() - startedMs;
    let cancel = (): void => undefined;
    const timeout = new Promise<SendResult>((resolve) => {
      cancel = platform.clock.schedule(() => {
        resolve({ kind: "timeout", latencyMs: latency() });
        abort.abort();
      }, timeoutMs);
    });
    const post = this.#inProcess.get(url) ?? this.#post;
    const request = { url, ...signed, address, signal: abort.signal };
    const note = platform.tape?.delivery(signed.headers, signed.body);
    const answered = Promise.resolve()
      .then(() => post(request))
      .then(
        (answer) => {
          note?.({ answer });
          return answer;
        },
        (error: unknown) => {
          note?.({ error: reasonOf(error) });
          throw error;
        },
      )
      .then(
        (answer): SendResult => ({ kind: "answered", answer, latencyMs: latency() }),
        (error: unknown): SendResult => ({ kind: "failed", reason: reasonOf(error), latencyMs: latency() }),
      );
    try {
      return await Promise.race([answered, timeout]);
    } finally {
      cancel();
    }
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A delivery about to be signed, at the service's own time. */
export function unsignedOf(platform: Platform, kind: Unsigned["kind"], appId: string, body: string): Unsigned {
  const seconds = Math.floor((platform.clock.now() + platform.faults.skewMs) / 1000);
  return { kind, appId, deliveryId: platform.world.uuid("delivery"), timestamp: String(seconds), body };
}

function bodyOf(platform: Platform, interaction: InteractionRecord, faults: readonly DeliveryFault[]): string {
  if (faults.some((fault) => fault.effect === "unknown-type")) {
    return JSON.stringify({ type: "sandbox_unknown", payload: {} });
  }
  const body = { type: "interaction", interaction: interactionView(interaction, platform.clock.now()) };
  checkDelivery(body);
  return JSON.stringify(body);
}

function signWith(platform: Platform, unsigned: Unsigned, faults: readonly DeliveryFault[]): Signed {
  for (const { effect } of faults) {
    if (effect !== "replay" && effect !== "unknown-type") return missigned[effect](platform, unsigned);
  }
  return signProperly(platform, unsigned);
}

/** Any 2xx in time is a success for the endpoint, whatever its body; only a proper body confirms the interaction. */
function settle(platform: Platform, interaction: InteractionRecord, deliveryId: string, result: SendResult): void {
  const { appId, id } = interaction;
  const success = result.kind === "answered" && result.answer.status >= 200 && result.answer.status < 300;
  if (!success) {
    logDelivery(platform, appId, id, describe(result), { deliveryId, result });
    noteFailure(platform, appId);
    return;
  }
  noteSuccess(platform, appId);
  const outcome = confirmByBody(platform, interaction, result.answer.body);
  logDelivery(platform, appId, id, `${describe(result)}, ${outcome}`, { deliveryId, result, outcome });
}

function confirmByBody(platform: Platform, { appId, id }: InteractionRecord, text: string): string {
  const body = parse(text);
  if (!isConfirmation(body)) return "unconfirmed";
  try {
    // The guard has just checked that it is a JSON object.
    confirm(platform, appId, id, body as { readonly [key: string]: Json });
    return "confirmed";
  } catch (error) {
    return `not confirmed: ${reasonOf(error)}`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(result: SendResult): string {
  const latency = `${Math.round(result.latencyMs)} ms`;
  if (result.kind === "answered") return `${result.answer.status} in ${latency}`;
  return result.kind === "timeout" ? `no answer in ${latency}` : `failed after ${latency}: ${result.reason}`;
}

function logDelivery(platform: Platform, appId: string, interactionId: string, text: string, detail: object): void {
  platform.log.add("delivery", `App ${appId}: ${text}`, { appId, interactionId, ...detail });
}

/** Time a probe has. */
export const probeTimeoutMs: number = limits.probeMs;
