import { type Caller, createCaller, createFetchClient } from "svc-apps/rest";
import { createRawClient } from "svc-apps/raw";
import {
  asChannelId,
  asServerId,
  type Clock,
  createClient,
  createMessage,
  fetchTransport,
  getMe,
  type HttpMiddleware,
  type RateLimitMemory,
  type RetryBudget,
} from "svc-apps";
import { fakeFetch, type Fetched, type FetchReply } from "./fake-fetch.js";
import { canaryToken } from "./test-client.js";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.js";

/** Options that every way of calling takes. */
export interface WayOptions {
  readonly middleware?: readonly HttpMiddleware[];
  readonly random?: () => number;
  readonly clock?: Clock;
  readonly createClientRef?: () => string;
  readonly retry?: false;
  /** Only of `createClient()`. */
  readonly retryBudget?: RetryBudget;
  readonly rateLimits?: RateLimitMemory;
  readonly onDiagnostic?: () => void;
}

/** One way of calling the service, over a `fetch` that plays replies. */
export interface Way {
  /** Reads the App. */
  readonly read: (options?: WayCall) => Promise<unknown>;
  /** Writes a message; repeating it needs its key. */
  readonly write: (options?: WayCall) => Promise<unknown>;
  readonly requests: readonly Fetched[];
  readonly clock: VirtualClock;
}

interface WayCall {
  readonly signal?: AbortSignal;
  readonly deadlineMs?: number;
}

type Make = (replies: readonly FetchReply[], options?: WayOptions) => Way;

const BASE_URL = "http://chat.test/base";
const serverId = asServerId("7101000000000000001");
const channelId = asChannelId("7102000000000000001");

const overCaller =
  (make: (options: WayOptions, fetch: ReturnType<typeof fakeFetch>["fetch"]) => Caller): Make =>
  (replies, options = {}) => {
    const clock = createVirtualClock();
    const { fetch, requests } = fakeFetch(...replies);
    const client = make({ clock, random: () => 0, ...options }, fetch);
    return {
      clock,
      requests,
      read: async (limits) => getMe(client, {}, limits),
      write: async (limits) => createMessage(client, { serverId, channelId, content: "hello" }, limits),
    };
  };

const whole = ({ middleware, ...options }: WayOptions, fetch: ReturnType<typeof fakeFetch>["fetch"]) =>
  createClient({
    baseUrl: BASE_URL,
    token: canaryToken,
    userAgent: false,
    transport: fetchTransport({ fetch, ...(options.clock && { clock: options.clock }) }),
    ...(middleware && { middleware }),
    ...options,
  });

/** All ways of calling: what holds for one has to hold for the others. */
export const ways: Readonly<Record<"createClient" | "createFetchClient" | "createCaller" | "createRawClient", Make>> = {
  createClient: overCaller(whole),
  createFetchClient: overCaller((options, fetch) =>
    createFetchClient({ baseUrl: BASE_URL, token: canaryToken, fetch, ...options }),
  ),
  createCaller: overCaller(({ createClientRef: _unknown, ...options }, fetch) =>
    createCaller({
      baseUrl: BASE_URL,
      auth: canaryToken,
      fetch: async (url, init) => fetch(String(url), init ?? {}),
      ...options,
    }),
  ),
  createRawClient: (replies, options = {}) => {
    const clock = createVirtualClock();
    const { fetch, requests } = fakeFetch(...replies);
    const raw = createRawClient(whole({ clock, random: () => 0, ...options }, fetch));
    const path = { servidor: serverId, canal: channelId };
    return {
      clock,
      requests,
      read: async ({ signal } = {}) => raw.GET("/api/apps/me", signal && { signal }),
      write: async ({ signal } = {}) =>
        raw.POST("/api/servidores/{servidor}/canais/{canal}/mensagens", {
          params: { path },
          body: { content: "hello", clientRef: "key-1" },
          ...(signal && { signal }),
        }),
    };
  },
};
