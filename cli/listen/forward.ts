import type { Confirmation, Interaction } from "../../generated/types.js";
import { isConfirmation } from "../../generated/validators/guards.js";
import type { SigningPair } from "../../runtime/delivery/sign.js";
import { signDelivery } from "../../runtime/delivery/sign.js";

/** Where interactions are delivered, and with which key they are signed. */
export interface Target {
  readonly url: string;
  readonly appId: string;
  readonly key: SigningPair;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

/** What became of a forwarded interaction. */
export type Forwarded =
  | { readonly to: "confirm"; readonly status: number; readonly confirmation: Confirmation }
  /** 2xx without a confirmation: the endpoint confirms by REST, or not at all. */
  | { readonly to: "nobody"; readonly status: number }
  | { readonly to: "failed"; readonly why: string };

/** Delivers an interaction as the platform would, signed by a key of this machine, and reads what comes back. */
export async function forward(interaction: Interaction, target: Target): Promise<Forwarded> {
  const { method, headers, body } = await signDelivery({
    keys: target.key,
    appId: target.appId,
    body: { type: "interaction", interaction },
  });
  try {
    const signal = AbortSignal.timeout(target.timeoutMs);
    const response = await target.fetch(target.url, { method, headers, body: Buffer.from(body), signal });
    const text = await response.text();
    if (!response.ok)
      return { to: "failed", why: `it answered ${response.status}${distrust(response.status, target)}` };
    return answerOf(response.status, text);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { to: "failed", why: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** How an App is made to trust the key that this command signs with. */
export const trusting = ({ published }: SigningPair): string =>
  `new App({ …, delivery: { keys: fixedKeys([${JSON.stringify(published)}]) } })`;

/** 401 is the answer of an endpoint that does not know who signed. */
function distrust(status: number, { key }: Target): string {
  return status === 401 ? `: does it trust ${key.published.key_id}? An App does with ${trusting(key)}` : "";
}

function answerOf(status: number, text: string): Forwarded {
  if (text === "") return { to: "nobody", status };
  const confirmation = parsed(text);
  if (isConfirmation(confirmation)) return { to: "confirm", status, confirmation };
  return { to: "failed", why: "its answer is not a confirmation, so the platform would let the interaction expire" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
