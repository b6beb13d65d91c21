import { fillIn } from "./fill-in.js";
import type { Transport, TransportAnswer, TransportRequest } from "svc-apps/rest";

/** What a fake transport does with one request: an answer, or an error it rejects with. */
export type Reply = Partial<TransportAnswer> | Error | ((request: TransportRequest) => Promise<TransportAnswer>);

export interface FakeTransport {
  readonly transport: Transport;
  readonly requests: TransportRequest[];
}

/** A success with this JSON body. */
export const ok = (body: unknown, status = 200): TransportAnswer => ({
  status,
  headers: {},
  body: JSON.stringify(body),
});

/** A refusal with this code. */
export const refused = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
  extras: object = {},
): TransportAnswer => ({
  status,
  headers,
  body: JSON.stringify({ code, ...extras }),
});

/** An error as `node:net` makes it. */
export const netError = (code: string): Error => Object.assign(new Error(`${code} happened`), { code });

/**
 * Plays the replies in order, the last one for ever. Fields that the description requires of an answer and that the test
 * left out are filled in; what a function answers stays as it is.
 */
export function fakeTransport(...replies: Reply[]): FakeTransport {
  const requests: TransportRequest[] = [];
  return {
    requests,
    transport: async (request) => {
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      requests.push(request);
      if (reply instanceof Error) throw reply;
      if (typeof reply === "function") return reply(request);
      const answer = { status: 200, headers: {}, body: "{}", ...reply };
      return { ...answer, body: fillIn(request.method, request.url, answer.status, answer.body) };
    },
  };
}
