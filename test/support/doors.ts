import { createClient, fetchTransport } from "svc-apps";
import { type Caller, createFetchClient, type FetchClientOptions } from "svc-apps/rest";
import { fakeFetch, type FetchReply } from "./fake-fetch.js";
import { canaryToken } from "./test-client.js";
import { createVirtualClock } from "./virtual-clock.js";

/** What `fetch` of Node throws when a connection broke. */
export const lost = new TypeError("fetch failed", { cause: new Error("read ECONNRESET") });

export type DoorOptions = Partial<Omit<FetchClientOptions, "fetch">>;

/** Both clients over the same `fetch`: what holds for one has to hold for the other. */
export const doors: Readonly<Record<string, (options: FetchClientOptions) => Caller>> = {
  createFetchClient,
  "createClient over fetch": ({ fetch, ...options }) =>
    createClient({
      ...options,
      userAgent: false,
      transport: fetchTransport({ ...(fetch && { fetch }), ...(options.clock && { clock: options.clock }) }),
    }),
};

/** A client over a `fetch` that plays `replies`, the last one for ever, on a clock of its own, without jitter. */
export const over = (
  make: (options: FetchClientOptions) => Caller,
  replies: readonly FetchReply[],
  options: DoorOptions = {},
) => {
  const clock = createVirtualClock();
  const { fetch, requests } = fakeFetch(...replies);
  const base = {
    allowInsecure: true,
    baseUrl: "http://chat.example/base/",
    token: canaryToken,
    clock,
    random: () => 0,
  };
  return { client: make({ ...base, fetch, ...options }), clock, requests };
};
