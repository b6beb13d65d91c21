import type { RefusalReason } from "../core/refusal.js";

/** An HTTP answer as plain data; every adapter writes it in its framework's way. */
export interface DeliveryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; empty where there is no body. */
  readonly body: string;
  /** True when the request was not read to its end: the connection must not be used again. */
  readonly close?: true;
}

const bare = { "content-length": "0" };
const json = { "content-type": "application/json" };

/** 2xx that confirms nothing: the interaction is being confirmed elsewhere, or is none of the handler's business. */
export const neutralAnswer: DeliveryAnswer = { status: 204, headers: {}, body: "" };

/** The same 401 for every cause: no reason, not even by its length. */
const unauthorized: DeliveryAnswer = { status: 401, headers: bare, body: "" };

const requestRefusals: Partial<Record<RefusalReason, DeliveryAnswer>> = {
  method: { status: 405, headers: { ...bare, allow: "POST" }, body: "" },
  "content-type": { status: 415, headers: bare, body: "" },
  "body-too-large": { status: 413, headers: bare, body: "" },
  "body-timeout": { status: 408, headers: bare, body: "" },
  "body-aborted": { status: 400, headers: bare, body: "" },
};

/** The answer to a refused request. `unread`: its body was not read to the end. */
export function refusalAnswer(reason: RefusalReason, unread: boolean): DeliveryAnswer {
  const answer = requestRefusals[reason] ?? unauthorized;
  return unread ? { ...answer, close: true } : answer;
}

/** A 200 with a JSON body. */
export function jsonAnswer(value: unknown): DeliveryAnswer {
  return { status: 200, headers: json, body: JSON.stringify(value) };
}

/** The App is set up wrongly: nothing can be verified until a line of it moves. */
export const misconfiguredAnswer: DeliveryAnswer = { status: 500, headers: bare, body: "", close: true };
