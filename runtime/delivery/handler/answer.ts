import type { RefusalReason } from "../core/refusal.js";

/** An HTTP answer as plain data; every adapter writes it in its framework's way. */
export interface DeliveryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; empty where there is no body. */
  readonly body: string;
  /** True when the connection must not be used again: the request may not have been read to its end. */
  readonly close?: true;
}

const bare = { "content-length": "0" };
const json = { "content-type": "application/json" };

/** 2xx that confirms nothing: the interaction is being confirmed elsewhere, or is none of the handler's business. */
export const neutralAnswer: DeliveryAnswer = { status: 204, headers: {}, body: "" };

/** The same 401 for every cause: no reason, not even by its length. */
const unauthorized: DeliveryAnswer = { status: 401, headers: bare, body: "", close: true };

const requestRefusals: Partial<Record<RefusalReason, DeliveryAnswer>> = {
  method: { status: 405, headers: { ...bare, allow: "POST" }, body: "", close: true },
  "content-type": { status: 415, headers: bare, body: "", close: true },
  "body-too-large": { status: 413, headers: bare, body: "", close: true },
  "body-timeout": { status: 408, headers: bare, body: "", close: true },
  "body-aborted": { status: 400, headers: bare, body: "", close: true },
};

/**
 * The answer to a refused request. Its headers are the same whether the body was read before it was refused or not:
 * the connection is never used again.
 */
export function refusalAnswer(reason: RefusalReason): DeliveryAnswer {
  return requestRefusals[reason] ?? unauthorized;
}

/** A 200 with a body of JSON. */
export function jsonAnswer(body: string): DeliveryAnswer {
  return { status: 200, headers: json, body };
}

/** The App is set up wrongly: nothing can be verified until a line of it moves. */
export const misconfiguredAnswer: DeliveryAnswer = { status: 500, headers: bare, body: "", close: true };
