import type { Clock } from "svc-apps/rest";
import { createDispatcher, type EventsDiagnostic, laneOf, openEvents, orderKeyOf } from "svc-apps/events";
import type { StreamEvent } from "svc-apps/events";
import { type Sandbox, startSandbox, type VirtualClock } from "svc-apps/sandbox";
import { createClient } from "../../../runtime/http/index.js";
import { Ledger } from "./ledger.js";
import { randomFrom } from "./random.js";
import { type Cursors, cursorsThat, memoryCursors } from "./cursors.js";

/** What a run does to the App. */
export interface RunOptions {
  readonly seed: number;
  readonly transport: "gateway" | "mailbox" | "auto";
  /** Nothing that breaks the window: whatever happens then, no event may be lost and no gap told. */
  readonly mild: boolean;
  readonly steps?: number;
}

type World = Sandbox<VirtualClock>;

/** One process of the App: events into slow handlers that keep their order per channel, until it is killed. */
class Incarnation {
  readonly #clock: Clock;
  readonly ledger: Ledger;
  killed = false;
  readonly #close: () => Promise<unknown>;
  error: unknown;

  constructor(
    world: World,
    options: RunOptions,
    ledger: Ledger,
    store: ReturnType<typeof memoryCursors>,
    chance: () => number,
  ) {
    this.ledger = ledger;
    this.#clock = world.clock;
    ledger.begin();
    const client = createClient({
      baseUrl: world.baseUrl,
      token: world.defaults.token,
      transport: world.request.bind(world),
      streamTransport: world.openStream.bind(world),
      clock: world.clock,
      random: chance,
    });
    // Killed: what the old process would still have saved, it no longer can.
    const cursorStore = cursorsThat({
      load: store.load,
      save: (...args: Parameters<typeof store.save>) => (this.killed ? Promise.resolve() : store.save(...args)),
    });
    const stream = openEvents(client, {
      intents: ["messages"],
      transport: options.transport,
      cursorStore,
      cursorKey: "run",
      saveIntervalMs: 500,
      returnAfterMs: 60_000,
      onDiagnostic: (notice) => this.#hear(notice),
    });
    const dispatcher = createDispatcher<StreamEvent>({
      concurrency: 3,
      queueLimit: 40,
      order: "channel",
      laneOf,
      orderKeyOf,
      clock: world.clock,
      handlerTimeoutMs: 0,
      handle: (event) => {
        if (this.killed || event.type !== "message_create") return undefined;
        ledger.started(Number(event.message.content), event.message.channelId);
        const takesMs = chance() < 0.8 ? 0 : chance() * 400;
        if (takesMs === 0) return void ledger.handled(Number(event.message.content));
        return new Promise<void>((resolve) => {
          world.clock.schedule(() => {
            if (!this.killed) ledger.handled(Number(event.message.content));
            resolve();
          }, takesMs);
        });
      },
    });
    this.#close = () => stream.close({ graceMs: 0 });
    stream.run(dispatcher).catch((error: unknown) => {
      this.error = error;
    });
  }

  #hear(notice: EventsDiagnostic): void {
    if (this.killed) return;
    if (notice.type !== "events.gap") return;
    const untilMs = this.#clock.monotonicMs();
    // The ids are the service's own: the ledger does not know them.
    this.ledger.gap({ reason: notice.reason, sinceMs: untilMs - notice.offlineMs, untilMs, afterId: 0 });
  }

  /** As by `kill -9`: nothing it would still do has any effect. Its connections break. */
  kill(): void {
    this.killed = true;
    void this.#close();
  }
}

/** Sends the App through a random life and returns what became of every event. Same options, same life. */
export async function faultRun(options: RunOptions): Promise<Ledger & { error?: unknown }> {
  const chance = randomFrom(options.seed);
  const world = await startSandbox({ clock: "virtual", seed: options.seed, port: null });
  const ledger = new Ledger();
  const store = memoryCursors();
  const { appId } = world.defaults;
  const post = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const channel = `710200000000000000${Math.floor(chance() * 4)}`;
      const content = String(ledger.posted({ channel, atMs: world.clock.monotonicMs(), id: Infinity }));
      const publicId = `7103${content.padStart(15, "0")}`;
      const message = { publicId, channelId: channel, content };
      world.faults.streams.event({ type: "message_create", serverId: world.defaults.serverId, message }, { appId });
    }
  };
  let app = new Incarnation(world, options, ledger, store, chance);
  await world.clock.advance(1000);
  post(3);
  await world.clock.advance(6000);
  const acts = actsOn(world, options, chance, {
    post,
    restart: (load = store.load) => {
      app.kill();
      app = new Incarnation(world, options, ledger, { ...store, load }, chance);
    },
  });
  for (let step = 0; step < (options.steps ?? 14); step += 1) {
    const act = acts[Math.floor(chance() * acts.length)];
    await act?.();
    post(Math.floor(chance() * 6));
    await world.clock.advance(chance() * 4000);
  }
  world.faults.clear();
  await world.clock.advance(200_000);
  post(2);
  await world.clock.advance(20_000);
  const result = Object.assign(ledger, { error: app.error });
  app.kill();
  await world.clock.advance(0);
  await world.stop();
  return result;
}

/** What may happen, each as likely as the other. */
function actsOn(
  { faults, clock, portal }: World,
  { mild, transport }: RunOptions,
  chance: () => number,
  { post, restart }: { post: (count: number) => void; restart: (load?: Cursors["load"]) => void },
): (() => void | Promise<void>)[] {
  const { streams } = faults;
  const refuse = (status: number, headers = {}) => faults.add({ on: "stream", effect: "answer", status, headers });
  const rest = [
    () => void faults.serverError({ operation: "readMailbox" }),
    () => void faults.reset({ operation: "readMailbox", when: "after" }),
    () => void faults.truncate({ operation: "readMailbox" }),
    () => void faults.slow({ operation: "readMailbox", ms: 5000 }),
    () => void faults.rateLimit({ operation: "readMailbox", retryAfter: 3 }),
    () => void faults.notJson({ operation: "openMailbox" }),
  ];
  const always = [
    () => post(30),
    () => streams.cut(),
    () => streams.cut({ midFrame: true }),
    () => streams.end(),
    () => streams.halfOpen(),
    () => streams.closeFrame("TRANSIENT_FAILURE"),
    () => streams.closeFrame("AUTHORIZATION_LOST"),
    () => streams.strangeCloseFrame({ code: "NEW_CODE", reconnect: true }),
    () => streams.raw(": noise\n\nevent: x\n"),
    () => void refuse(503),
    () => void refuse(429, { "retry-after": "2" }),
    () => void faults.add({ on: "stream", effect: "reset" }),
    () => void faults.add({ on: "stream", effect: "duplicate", events: 10 }),
    () => void faults.add({ on: "stream", effect: "cut-after", bytes: 200 + Math.floor(chance() * 2000) }),
    () => void faults.add({ on: "stream", effect: "stall" }),
    ...(transport === "gateway" ? [() => restart()] : rest),
  ];
  if (mild) return always;
  return [
    ...always,
    () => post(600),
    () => restart(),
    () => restart(() => Promise.reject(new Error("no disk"))),
    async () => {
      // Nobody can be reached for longer than the service keeps events.
      const down = faults.add({ on: "stream", effect: "reset", times: Infinity });
      const downToo = faults.reset({ times: Infinity });
      streams.cut();
      await clock.advance(100_000 + chance() * 60_000);
      down.remove();
      downToo.remove();
    },
    () => portal.restartService(),
    () => void faults.add({ on: "stream", effect: "out-of-window" }),
    () => void faults.add({ on: "stream", effect: "silent", times: 1 + Math.floor(chance() * 3) }),
    () => streams.stall(),
    // An id from long ago, which is the one to resume from until another comes.
    () => streams.raw("id: 1\nevent: x\n"),
  ];
}
