import { REWIRE } from "../../../runtime/app/environment.js";
import type { Rewiring, StartOptions, StopOptions } from "../../../runtime/app/options.js";
import { ArgumentError } from "../../../runtime/base/errors.js";
import type { KeyValue } from "../../../runtime/store/contract.js";
import { memoryStore } from "../../../runtime/store/memory.js";
import type { Testable } from "../app.js";
import { Life, type Points } from "./life.js";
import type { Process } from "./seen.js";

/** Makes the App of one process. What it keeps over a death is in the store. */
export type MakeApp = (store: KeyValue) => Testable | Promise<Testable>;

/** A process that is started again when it dies, as an App for `testApp()`. */
export class Restarted implements Testable, Process {
  deaths = 0;
  readonly #make: MakeApp;
  readonly #points: Points;
  readonly #store: KeyValue;
  #rewiring: Rewiring | undefined;
  #life: Life;
  #app: Testable | undefined;
  #next: Promise<Testable> | undefined;

  private constructor(make: MakeApp, points: Points) {
    this.#make = make;
    this.#points = points;
    this.#life = this.#begin();
    this.#store = memoryStore({
      clock: {
        now: () => this.#rewiring?.clock?.now() ?? 0,
        monotonicMs: () => this.#rewiring?.clock?.monotonicMs() ?? 0,
        schedule: () => () => {},
      },
    });
  }

  static async begin(make: MakeApp, points: Points): Promise<Restarted> {
    const process = new Restarted(make, points);
    process.#app = await process.#made();
    return process;
  }

  readonly fetch = async (request: Request): Promise<Response> =>
    this.#life.answering(async () => (await this.#running()).fetch(request));

  async start(options?: StartOptions): Promise<void> {
    return (await this.#running()).start(options);
  }

  async stop(options?: StopOptions): Promise<void> {
    return (await this.#running()).stop(options);
  }

  async idle(act: string): Promise<void> {
    if (this.#next) await this.#running();
    if (this.#life.idle(act)) await this.#running();
  }

  /** `testApp()` puts its platform in place of the world; each process reaches it through its own life. */
  [REWIRE](rewiring: Rewiring | undefined): void {
    this.#rewiring = rewiring ?? this.#rewiring;
    if (this.#app) rewire(this.#app, rewiring && this.#life.rewired(rewiring));
  }

  #begin(): Life {
    return new Life(this.#points, () => {
      this.deaths += 1;
      this.#app = undefined;
      this.#life = this.#begin();
      this.#next = this.#restart();
      this.#next.catch(() => undefined); // whoever uses it next is told
    });
  }

  async #made(): Promise<Testable> {
    return this.#make(this.#life.store(this.#store));
  }

  async #running(): Promise<Testable> {
    const app = this.#app ?? (await this.#next);
    if (!app) throw new ArgumentError("crashes() has no App to run");
    return app;
  }

  async #restart(): Promise<Testable> {
    const app = await this.#made();
    if (this.#rewiring) rewire(app, this.#life.rewired(this.#rewiring));
    await app.start({ signals: false });
    return (this.#app = app);
  }
}

function rewire(app: object, rewiring: Rewiring | undefined): void {
  const method: unknown = Reflect.get(app, REWIRE);
  if (typeof method !== "function") throw new ArgumentError("crashes() takes a function that makes an App");
  Reflect.apply(method, app, [rewiring]);
}
