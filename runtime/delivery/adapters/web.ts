import type { DeliveryAnswer } from "../handler/answer.js";
import type { BodyPump, BodyTicket } from "../handler/intake.js";
import type { DeliveryRequest } from "../handler/request.js";

/** What to say when somebody read the web request before us. */
export const bodyUsedMessage =
  "The body of this request was read before the delivery handler could see its bytes. Call the handler before any " +
  "request.json(), request.text() or body-parsing middleware of this route, and hand it the request itself.";

type WaitUntil = (work: Promise<unknown>) => void;

/** A web request as plain data; its body is read piece by piece, within the limits. */
export function fromWebRequest(request: Request, waitUntil: WaitUntil | undefined): DeliveryRequest {
  const { method, headers, body } = request;
  return { method, headers, body: body === null ? new Uint8Array(0) : pumpFrom(body), waitUntil };
}

function pumpFrom(stream: ReadableStream<Uint8Array>): BodyPump {
  return (ticket) => {
    const reader = stream.getReader();
    void pump(reader, ticket);
    return () => void reader.cancel().catch(() => undefined);
  };
}

async function pump(reader: ReadableStreamDefaultReader<Uint8Array>, ticket: BodyTicket): Promise<void> {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return ticket.end();
      if (!ticket.take(value)) return;
    }
  } catch {
    ticket.fail();
  }
}

/** The answer as the web has it. */
export function toWebResponse({ status, headers, body, close }: DeliveryAnswer): Response {
  return new Response(body === "" ? null : body, {
    status,
    headers: close ? { ...headers, connection: "close" } : headers,
  });
}

/** `waitUntil` of whatever the runtime passes beside the request: a Worker's third argument, an edge function's second. */
export function waitUntilOf(environment: readonly unknown[]): WaitUntil | undefined {
  for (const value of environment) {
    if (typeof value !== "object" || value === null || !("waitUntil" in value)) continue;
    const { waitUntil } = value;
    if (typeof waitUntil === "function") return (work) => void waitUntil.call(value, work);
  }
  return undefined;
}
