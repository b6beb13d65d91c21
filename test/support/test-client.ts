import { type Client, type ClientOptions, createClient } from "svc-apps";
import { fakeTransport, type Reply } from "./fake-transport.js";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.js";

/** A token whose secret must never be seen anywhere. */
export const CANARY = "canary-3f9c1d";
export const canaryToken = `svc_app.7100000000000000001.${CANARY}`;

export interface TestClient {
  readonly client: Client;
  readonly clock: VirtualClock;
  readonly requests: ReturnType<typeof fakeTransport>["requests"];
}

/** A client over a fake transport that plays `replies`, on a clock of its own, without jitter. */
export function testClient(replies: readonly Reply[], options: Partial<ClientOptions> = {}): TestClient {
  const clock = createVirtualClock();
  const { transport, requests } = fakeTransport(...replies);
  const client = createClient({
    baseUrl: "http://chat.example",
    token: canaryToken,
    transport,
    allowInsecure: true,
    clock,
    random: () => 0,
    userAgent: false, // named where it is what the test is about
    ...options,
  });
  return { client, clock, requests };
}

/** What a promise comes to: its value, or what it was rejected with. */
export const outcomeOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);
