/** A process of an App that can be killed at any step, on a platform and a store that survive it. */
import { App, type AppOptions, button, chatCommand, sessions, silentLogger } from "svc-apps";
import type { Sandbox, VirtualClock } from "svc-apps/sandbox";
import type { KeyValue } from "svc-apps/stores";

export const order = chatCommand({ name: "order", description: "Order two things" });
export const pick = button({ id: "pick:{what}" });

/** Updates of the session that returned, over all processes of one history, each by its conversation and turn. */
export type Ledger = Set<string>;

/** Asks twice, writes each choice down in the session and in the channel, and answers each press. */
export function ordering(options: AppOptions, store: KeyValue, ledger: Ledger = new Set()): App {
  const app = new App(options);
  app
    .use(sessions({ store, initial: () => ({ count: 0 }) }))
    .command(order, async ({ id, api, serverId, channelId, reply, waitFor, session }) => {
      const components = ["tea", "cake"].map((what) => pick.of({ what }, { label: what }));
      await reply({ content: `order ${id}`, components });
      for (const turn of [1, 2]) {
        const picked = await waitFor(pick, { timeoutMs: 900_000 });
        await session.update((data) => void (data.count += 1));
        ledger.add(`${id} ${turn}`);
        await api.createMessage({ serverId, channelId, content: `${id} ${turn}` });
        await picked.reply({ content: `${id} heard ${picked.params.what}`, private: true });
      }
    });
  return app;
}

const never = async (): Promise<never> => new Promise(() => {});

/** One process: the calls, writes and timers of an App, which end at the step at which it is killed. */
export class Process {
  readonly app: App;
  readonly #sandbox: Sandbox<VirtualClock>;
  /** Steps until the kill; Infinity: it lives on. */
  #left: number;
  /** Whether the last step is still carried out. */
  readonly #isLastDone: boolean;
  isDead = false;

  constructor(
    sandbox: Sandbox<VirtualClock>,
    { store, ledger, steps, isLastDone }: { store: KeyValue; ledger: Ledger; steps: number; isLastDone: boolean },
  ) {
    this.#sandbox = sandbox;
    this.#left = steps;
    this.#isLastDone = isLastDone;
    const { clock } = sandbox;
    const own: KeyValue = {
      get: async (...given) => this.#step(async () => store.get(...given)),
      put: async (...given) => this.#step(async () => store.put(...given)),
      delete: async (...given) => this.#step(async () => store.delete(...given)),
      list: async (prefix) =>
        this.#step(async () => {
          const keys: string[] = [];
          const listed = store.list(prefix);
          for await (const key of Symbol.asyncIterator in listed ? listed : await listed) keys.push(key);
          return keys;
        }),
    };
    const options: AppOptions = {
      baseUrl: sandbox.baseUrl,
      token: sandbox.defaults.token,
      transport: async (request) => this.#step(async () => sandbox.request(request)),
      streamTransport: async (request) => (this.isDead ? never() : sandbox.openStream(request)),
      clock: {
        now: () => clock.now(),
        monotonicMs: () => clock.monotonicMs(),
        schedule: (run, ms) => clock.schedule(() => void (this.isDead || run()), ms),
      },
      random: () => 0.5,
      logger: silentLogger,
      events: "gateway",
      conversations: { store: own },
    };
    this.app = ordering(options, own, ledger);
  }

  async #step<Value>(act: () => Promise<Value>): Promise<Value> {
    if (this.isDead) return never();
    this.#left -= 1;
    if (this.#left > 0) {
      const value = await act();
      return this.isDead ? never() : value;
    }
    if (this.#isLastDone) await act().catch(() => undefined);
    this.kill();
    return never();
  }

  /** The process is gone, and its connection with it. */
  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.#sandbox.faults.streams.cut({ appId: this.#sandbox.defaults.appId });
  }
}
