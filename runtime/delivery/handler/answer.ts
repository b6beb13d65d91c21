import type { RefusalReason } from "../core/refusal.js";

/** An HTTP answer as plain data, which each adapter writes for its framework. */
export interface DeliveryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; empty where there is no body. */
  readonly body: string;
  /** Set when the connection must be closed, because the request may not have been read to its end. */
  readonly close?: true;
}

const bare = { "content-length": "0" };
const json = { "content-type": "application/json" };

/** A 2xx that confirms nothing. */
export const neutralAnswer: DeliveryAnswer = { status: 204, headers: {}, body: "" };

/** The same 401 for every reason. */
const unauthorized: DeliveryAnswer = { status: 401, headers: bare, body: "", close: true };

const requestRefusals: Partial<Record<RefusalReason, DeliveryAnswer>> = {
  method: { status: 405, headers: { ...bare, allow: "POST" }, body: "", close: true },
  "content-type": { status: 415, headers: bare, body: "", close: true },
  "body-too-large": { status: 413, headers: bare, body: "", close: true },
  "body-timeout": { status: 408, headers: bare, body: "", close: true },
  "body-aborted": { status: 400, headers: bare, body: "", close: true },
};

/**
 * The answer to a refused request. It always closes the connection, so that it does not show whether the body was read
 * before.
 */
export function refusalAnswer(reason: RefusalReason): DeliveryAnswer {
  return requestRefusals[reason] ?? unauthorized;
}

/** A 200 with a JSON body. */
export function jsonAnswer(body: string): DeliveryAnswer {
  return { status: 200, headers: json, body };
}

/** The answer of an endpoint that is set up wrongly. */
export const misconfiguredAnswer: DeliveryAnswer = { status: 500, headers: bare, body: "", close: true };
