import { REWIRE } from "../../../runtime/app/environment.js";
import type { Rewiring, StartOptions, StopOptions } from "../../../runtime/app/options.js";
import { ArgumentError } from "../../../runtime/base/errors.js";
import type { KeyValue } from "../../../runtime/store/contract.js";
import { decodeKey } from "../../../runtime/store/keys.js";
import { memoryStore } from "../../../runtime/store/memory.js";
import type { Testable } from "../app.js";
import { Life, type Points } from "./life.js";
import type { Process } from "./seen.js";

/** Makes the App of one process. What it keeps over a death is in the store. */
export type MakeApp = (store: KeyValue) => Testable | Promise<Testable>;

/** Keys of conversations, cursors, claims and the like begin so. */
const OURS = /^(?:claim|conversation|cursor|dead-?letter|lease|why)\b/;

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

  /** What the App keeps for its users: without what this package keeps for itself, which differs from run to run. */
  async kept(): Promise<readonly string[]> {
    const lines: string[] = [];
    for await (const key of keysOf(this.#store)) {
      const found = OURS.test(key) ? undefined : await this.#store.get(key);
      if (found) lines.push(...linesOf(key, found.value));
    }
    return lines;
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

/** One line for each value, since a record may hold those of many users. Without ids, which differ from run to run. */
function linesOf(key: string, text: string): readonly string[] {
  const named = decodeKey("session", key);
  const value = parsed(text);
  const lines =
    named === undefined ? leaves(key, value) : leaves(`session ${named}`, Reflect.get(Object(value), "data"));
  return lines.map((line) => `store: ${line}`.replaceAll(/\d{17,20}|[0-9a-f-]{36}/g, "<id>"));
}

function leaves(name: string, value: unknown): readonly string[] {
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (inside.length === 0) return [`${name} = ${JSON.stringify(value)}`];
  return inside.flatMap(([field, one]: [string, unknown]) => leaves(`${name}.${field}`, one));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function* keysOf(store: KeyValue): AsyncGenerator<string, void, undefined> {
  yield* await store.list("");
}

function rewire(app: object, rewiring: Rewiring | undefined): void {
  const method: unknown = Reflect.get(app, REWIRE);
  if (typeof method !== "function") throw new ArgumentError("crashes() takes a function that makes an App");
  Reflect.apply(method, app, [rewiring]);
}
