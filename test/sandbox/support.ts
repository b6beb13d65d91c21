import { createParser } from "eventsource-parser";
import { afterEach } from "vitest";
import { startSandbox, type Sandbox, type SandboxOptions, type VirtualClock } from "svc-apps/sandbox";
import { operations } from "svc-apps/rest";

export type VirtualSandbox = Sandbox<VirtualClock>;

const running = new Set<Sandbox>();

/** Starts a sandbox on a virtual clock, without a port unless asked for; the end of the test stops it. */
export async function start(options: Omit<SandboxOptions, "clock"> = {}): Promise<VirtualSandbox> {
  const sandbox = await startSandbox({ seed: 1, port: null, ...options, clock: "virtual" });
  running.add(sandbox);
  return sandbox;
}

/** Stops what a test started. A mistake that the sandbox noticed in itself fails the test here. */
afterEach(async () => {
  const started = [...running];
  running.clear();
  for (const sandbox of started) await sandbox.stop();
});

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // Tests look into answers of every shape; what they find they compare.
  readonly body: unknown;
}

export type Params = Readonly<Record<string, unknown>>;

/** Calls an operation by its id with flat parameters, the way the description says, in process. */
export async function call(
  sandbox: Sandbox,
  id: keyof typeof operations,
  params: Params = {},
  token = sandbox.defaults.token,
): Promise<Answer> {
  const operation = operations[id];
  const rest = new Map(Object.entries(params));
  const take = (name: string): string => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, wire: string) => take(operation.pathParams?.[wire] ?? wire));
  const query = Object.entries(operation.queryParams ?? {}).flatMap(([wire, name]) =>
    rest.has(name) ? [`${wire}=${take(name)}`] : [],
  );
  const constant = Object.entries(operation.queryConst ?? {}).map(([name, value]) => `${name}=${value}`);
  const search = [...constant, ...query].join("&");
  const body = rest.size === 0 ? undefined : JSON.stringify(Object.fromEntries(rest));
  return send(sandbox, operation.method, `${path}${search === "" ? "" : `?${search}`}`, body, token);
}

/** Sends anything, in process. */
export async function send(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: string,
  token = sandbox.defaults.token,
): Promise<Answer> {
  const answer = await sandbox.request({
    method,
    url: sandbox.baseUrl + path,
    headers: headersOf(token, body),
    ...(body === undefined ? {} : { body }),
  });
  return { ...answer, body: answer.body === "" ? undefined : (JSON.parse(answer.body) as unknown) };
}

export function headersOf(token: string, body?: string): Record<string, string> {
  const common = { authorization: `Bearer ${token}`, "x-svc-api-version": "1" };
  return body === undefined ? common : { ...common, "content-type": "application/json" };
}

/** A frame as a public SSE parser reads it. */
export interface Frame {
  readonly id?: string | undefined;
  readonly event: { readonly type: string; readonly [key: string]: unknown };
}

/** A stream that collects what arrives. */
export interface Listener {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly frames: Frame[];
  readonly comments: string[];
  /** Body of a refusal. */
  readonly text: () => string;
  /** Why reading ended, once it has: "end" for a proper end, else the error. */
  readonly ended: () => unknown;
  readonly types: () => readonly string[];
  readonly close: () => void;
}

/** Opens the stream in process and reads it with eventsource-parser. */
export async function listen(
  sandbox: VirtualSandbox,
  options: { readonly intents?: string; readonly token?: string; readonly lastEventId?: string } = {},
): Promise<Listener> {
  const { intents = "messages,interactions", token = sandbox.defaults.token, lastEventId } = options;
  const headers = { ...headersOf(token), ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }) };
  const stream = await sandbox.openStream({
    method: "GET",
    url: `${sandbox.baseUrl}/api/apps/eventos?intents=${intents}`,
    headers,
  });
  const frames: Frame[] = [];
  const comments: string[] = [];
  let raw = "";
  let ended: unknown;
  const parser = createParser({
    onEvent: ({ id, data }) => frames.push({ id, event: JSON.parse(data) as Frame["event"] }),
    onComment: (comment) => comments.push(comment),
  });
  void (async () => {
    try {
      const decoder = new TextDecoder();
      for await (const chunk of stream.body) {
        const text = decoder.decode(chunk, { stream: true });
        raw += text;
        parser.feed(text);
      }
      ended = "end";
    } catch (error) {
      ended = error;
    }
  })();
  await sandbox.clock.settle();
  return {
    status: stream.status,
    headers: stream.headers,
    frames,
    comments,
    text: () => raw,
    ended: () => ended,
    types: () => frames.map(({ event }) => event.type),
    close: () => stream.close(),
  };
}

/** Where messages of the defaults go. */
export const here = ({ defaults: { serverId, channelId } }: Sandbox) => ({ serverId, channelId });
