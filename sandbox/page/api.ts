import type { PageAnswer, PageChannel, PageInteraction, PageMessage } from "../control/page/types.js";

/** A refusal of the sandbox, in words. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** What a refusal carries: a sentence, and mostly a code. */
interface Refusal {
  readonly message?: string;
  readonly code?: string;
}

async function answerOf<T>(response: Response): Promise<T> {
  const body: unknown = await response.json();
  // The control interface answers with JSON of the shape that the page asks for, or with a refusal.
  if (response.ok) return body as T;
  const { message = `the sandbox answered ${response.status}`, code } = body as Refusal;
  throw new Refused(code === undefined ? message : `${message} (${code})`);
}

/** Asks the sandbox. @throws Refused where it is not there, too: browsers say of that that they "failed to fetch" */
async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init).catch(() => undefined);
  if (response === undefined) throw new Refused("The sandbox does not answer: is it still running?");
  return answerOf<T>(response);
}

/** Reads something. @throws Refused */
export const get = async <T>(path: string): Promise<T> => ask<T>(path);

/** Does something. @throws Refused */
export async function post<T = unknown>(path: string, body: object = {}): Promise<T> {
  const headers = { "content-type": "application/json" };
  return ask<T>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Sends a file. @throws Refused */
export async function send<T>(method: "PUT" | "POST", path: string, text: string): Promise<T> {
  return ask<T>(path, { method, headers: { "content-type": "text/plain" }, body: text });
}

/** What a person does, with arguments in order. */
export const act = async <T = { readonly id: string }>(
  personId: string,
  name: string,
  ...args: readonly unknown[]
): Promise<T> => post<T>(`/people/${encodeURIComponent(personId)}/${name}`, { args });

export const portal = async <T = unknown>(name: string, fields: object = {}): Promise<T> =>
  post<T>(`/portal/${name}`, fields);

/** A part of a channel: the newest, or what came before a message. */
export async function readChannel(personId: string, channelId: string, before?: string): Promise<PageChannel> {
  const query = new URLSearchParams({
    person: personId,
    channel: channelId,
    ...(before === undefined ? {} : { before }),
  });
  return get<PageChannel>(`/page/channel?${query.toString()}`);
}

/** Those messages as a person sees them now; one that is gone is not among them. */
export async function readMessages(personId: string, ids: readonly string[]): Promise<readonly PageMessage[]> {
  const query = new URLSearchParams({ person: personId, ids: ids.join(",") });
  return get<readonly PageMessage[]>(`/page/messages?${query.toString()}`);
}

export const readInteraction = async (id: string): Promise<PageInteraction> =>
  get<PageInteraction>(`/page/interactions/${encodeURIComponent(id)}`);

/** Calls a route as an App. @throws Refused */
export const callRoute = async (call: {
  readonly appId: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}): Promise<PageAnswer> => post<PageAnswer>("/page/call", call);

/** What people did from an entry on, as a file for vitest. @throws Refused */
export async function readTest(since: number): Promise<string> {
  const response = await fetch(`/test?since=${since}`).catch(() => undefined);
  if (response?.ok !== true) throw new Refused("The sandbox does not answer: is it still running?");
  return response.text();
}
