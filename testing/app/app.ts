import { REWIRE } from "../../runtime/app/environment.js";
import type { Diagnostic } from "../../runtime/diagnostics/index.js";
import type { Logger } from "../../runtime/app/logger.js";
import { silentLogger } from "../../runtime/app/logger.js";
import type { Rewiring, StartOptions, StopOptions } from "../../runtime/app/options.js";
import { hasMethods } from "../../runtime/base/values.js";
import {
  checkOptions,
  numeric,
  object,
  oneOf,
  type OptionsOf,
  options as defineOptions,
  usually,
} from "../../runtime/base/options.js";
import { ArgumentError } from "../../runtime/base/errors.js";
import { startSandbox } from "../../sandbox/index.js";
import type { EndpointPost, Sandbox, SandboxOptions, VirtualClock } from "../../sandbox/index.js";
import { EndpointOrder } from "./endpoint-order.js";
import { asked } from "./asked.js";
import { TestChannel } from "./channel.js";
import { Pace } from "./pace.js";
import { TestPerson } from "./person.js";

/** Any App, whatever its middleware adds. */
export interface Testable {
  start(options?: StartOptions): Promise<void>;
  stop(options?: StopOptions): Promise<void>;
  readonly fetch: (request: Request, ...environment: readonly unknown[]) => Promise<Response>;
}

export interface TestAppOptions extends OptionsOf<typeof testAppOptions> {}

const testAppOptions = /* @__PURE__ */ defineOptions(() => ({
  /** How interactions and events reach the App. `endpoint`: as signed deliveries to `app.fetch`. Default: `gateway`. */
  via: usually(oneOf("gateway", "mailbox", "endpoint"), "gateway"),
  /** Of the sandbox: seed, assumptions, parameters and so on. Its clock is virtual and it opens no port. */
  sandbox: object<Omit<SandboxOptions, "clock" | "port" | "controlPort">>(),
  /** Default: none, so that test reports stay readable. */
  logger: object<Logger>(),
  /** Milliseconds of real time that handlers may spend on things outside the clock before a step returns. Default: 100. */
  patienceMs: numeric(100),
}));

const ENDPOINT = "https://app.example/interactions";

/** An App under test, on a platform of its own. Made by {@link testApp}. */
export class TestApp {
  /** Somebody in the server who is not its owner. */
  readonly person: TestPerson;
  /** The owner of the server, who may do everything. */
  readonly owner: TestPerson;
  /** The first channel. */
  readonly channel: TestChannel;
  /** The platform: faults, portal actions, more people, its log. */
  readonly sandbox: Sandbox<VirtualClock>;
  /** What the App told about itself. */
  readonly diagnostics: readonly Diagnostic[];
  #app: Testable;
  readonly #attach: Attach;
  readonly #pace: Pace;
  #stopping: Promise<void> | undefined;

  /** @internal */
  constructor(app: Testable, { sandbox, pace, attach }: Platform) {
    const { defaults } = sandbox;
    this.#app = app;
    this.#attach = attach;
    this.#pace = pace;
    this.sandbox = sandbox;
    this.diagnostics = pace.diagnostics;
    this.channel = new TestChannel(defaults.owner, defaults.channelId);
    this.person = new TestPerson(defaults.person, this.channel, pace);
    this.owner = new TestPerson(defaults.owner, this.channel, pace);
  }

  /** The clock of the platform and the App. Stands still until {@link advance}. */
  get clock(): VirtualClock {
    return this.sandbox.clock;
  }

  /** Somebody else in the server. */
  readonly newPerson = (name: string): TestPerson =>
    new TestPerson(this.sandbox.newPerson(name), this.channel, this.#pace);

  /** Moves time on, and lets the App do what falls due. */
  readonly advance = async (ms: number): Promise<void> =>
    asked(async () => {
      await this.clock.advance(ms);
      await this.#pace.settle();
    });

  /** Waits until the App has nothing more to do at this moment. Rejects with what a handler threw. */
  readonly settle = async (): Promise<void> => asked(async () => this.#pace.settle());

  /**
   * Stops the App, and starts another one in its place on the same platform, as a deploy does: people, messages and time
   * stay. What the next one knows is what is in its stores.
   *
   * @example
   * ```ts
   * await using world = await testApp(ticketsApp(store));
   * const opened = await world.person.run(ticket);
   * await world.restart(ticketsApp(store));
   * await world.person.press(opened, take);
   * ```
   */
  readonly restart = async (next: Testable): Promise<void> =>
    asked(async () => {
      checkApp("restart()", next);
      await leave(this.#app);
      await this.#attach(next);
      this.#app = next;
      await this.#pace.settle();
    });

  /** Stops the App and the platform; again, it does nothing. Rejects when the platform itself made a mistake. */
  readonly stop = async (): Promise<void> => (this.#stopping ??= this.#stop());

  /** `await using world = await testApp(app)` stops it at the end of the block, whatever the test came to. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #stop(): Promise<void> {
    await leave(this.#app);
    await this.sandbox.stop();
  }
}

async function leave(app: Testable): Promise<void> {
  await app.stop({ graceMs: 0 });
  rewire(app, undefined);
}

/** Connects an App to the platform, and starts it. */
type Attach = (app: Testable) => Promise<void>;

interface Platform {
  readonly sandbox: Sandbox<VirtualClock>;
  readonly pace: Pace;
  readonly attach: Attach;
}

const watchers: ((world: TestApp) => void)[] = [];

/** Hears of every App under test, so that a test runner can stop those a test leaves behind. */
export function onTestApp(watcher: (world: TestApp) => void): void {
  watchers.push(watcher);
}

/**
 * Runs an App against a platform in this process, on a clock that stands still: nothing waits, and nothing is left to
 * chance. The App is the one your program exports; its address, credential and clock are replaced until it is stopped,
 * and its commands are registered. `svc-apps/testing/vitest` stops it after the test; elsewhere `await using` or
 * `stop()` does.
 *
 * @throws ArgumentError when the App is under test already, and for options that do not exist or cannot be.
 *
 * @example
 * ```ts
 * await using world = await testApp(app);
 * const { person, channel } = world;
 * const rolled = await person.run(roll, { sides: 6 });
 * expect(channel).toHaveMessage(/of 6/);
 * ```
 */
export async function testApp(app: Testable, options: TestAppOptions = {}): Promise<TestApp> {
  checkApp("testApp()", app);
  checkOptions(options, testAppOptions, { of: "testApp()" });
  const sandbox = await startSandbox({
    seed: 1,
    resolve: async () => Promise.resolve(["203.0.113.7"]),
    ...options.sandbox,
    clock: "virtual",
    port: null,
  });
  const pace = new Pace(sandbox, options.patienceMs ?? 100, options.via === "mailbox");
  const attach = attaching(sandbox, pace, options);
  try {
    await attach(app);
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
  const world = new TestApp(app, { sandbox, pace, attach });
  for (const watcher of watchers) watcher(world);
  return world;
}

function attaching(sandbox: Sandbox<VirtualClock>, pace: Pace, options: TestAppOptions): Attach {
  const { via = "gateway", logger = silentLogger } = options;
  return async (app) => {
    const order = new EndpointOrder();
    const rewiring: Rewiring = {
      baseUrl: sandbox.baseUrl,
      token: sandbox.defaults.token,
      transport: order.after(sandbox.request),
      streamTransport: sandbox.openStream,
      clock: sandbox.clock,
      random: () => 0.5,
      logger,
      events: via === "endpoint" ? false : via,
      syncCommands: true,
      onDiagnostic: (diagnostic) => pace.note(diagnostic),
    };
    rewire(app, rewiring); // throws where another test has it
    try {
      await app.start({ signals: false });
      if (via === "endpoint") await connectEndpoint(sandbox, app, order);
    } catch (error) {
      await leave(app);
      throw error;
    }
  };
}

function checkApp(of: string, app: Testable): void {
  if (!hasMethods(app, "start", "stop", "fetch")) throw new ArgumentError(`${of} takes an App`);
}

async function connectEndpoint(
  { portal, defaults }: Sandbox<VirtualClock>,
  app: Testable,
  order: EndpointOrder,
): Promise<void> {
  const { appId } = defaults;
  const inProcess: EndpointPost = async ({ url, headers, body }) =>
    order.responding(async () => {
      const response = await app.fetch(new Request(url, { method: "POST", headers, body }));
      return { status: response.status, body: await response.text() };
    });
  await portal.saveEndpoint({ appId, url: ENDPOINT, inProcess });
  const { state } = await portal.probeEndpoint({ appId });
  if (state !== "active") throw new Error(`the endpoint did not answer the probe: it is ${state}`);
}

function rewire(app: object, rewiring: Rewiring | undefined): void {
  const method: unknown = Reflect.get(app, REWIRE);
  if (typeof method !== "function") throw new ArgumentError("testApp() takes an App of this package");
  Reflect.apply(method, app, [rewiring]);
}
