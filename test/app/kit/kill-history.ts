import { deepEqual } from "node:assert/strict";
import type { Person, Sandbox, VirtualClock } from "svc-apps/sandbox";
import { memoryStore, type KeyValue } from "svc-apps/stores";

import { order, Process, type Ledger } from "./killable.js";
import { all } from "./stores.js";

/** A number from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state / 2 ** 32;
  };
}

interface Conversation {
  readonly id: string;
  readonly messageId: string | undefined;
  /** The ids of its buttons, as they were sent. */
  readonly buttons: readonly string[];
}

/** One history: two conversations of one person, over as many processes as it takes. */
export class History {
  readonly #sandbox: Sandbox<VirtualClock>;
  readonly #random: () => number;
  readonly #person: Person;
  readonly #store: KeyValue = memoryStore();
  readonly #ledger: Ledger = new Set();
  #process!: Process;
  /** Kills and stops of the history. */
  ends = 0;

  constructor(sandbox: Sandbox<VirtualClock>, seed: number) {
    this.#sandbox = sandbox;
    this.#random = randomOf(seed);
    this.#person = sandbox.newPerson(`person ${seed}`);
  }

  async play(): Promise<void> {
    await this.#start(1 + Math.floor(this.#random() * 30));
    const conversations: Conversation[] = [];
    for (let tries = 0; conversations.length < 2 && tries < 6; tries += 1) {
      const begun = await this.#begin();
      if (begun.messageId !== undefined) conversations.push(begun);
    }
    const isCalm = this.#random() < 0.3;
    if (isCalm && !this.#process.isDead) await this.#stop();
    // Presses in any order, until both conversations are through; each of a live process is answered by its own.
    for (let tries = 0; tries < 16; tries += 1) {
      const open = conversations.filter((one) => !this.#isThrough(one));
      const one = open[Math.floor(this.#random() * open.length)];
      if (one === undefined) break;
      await this.#press(one, this.#random() < 0.5 ? "tea" : "cake");
    }
    await this.#check(conversations);
  }

  async #settle(): Promise<void> {
    await this.#sandbox.clock.advance(60);
  }

  async #start(steps = Infinity): Promise<void> {
    const [store, ledger, isLastDone] = [this.#store, this.#ledger, this.#random() < 0.5];
    this.#process = new Process(this.#sandbox, { store, ledger, steps, isLastDone });
    const starting = this.#process.app.start({ signals: false });
    starting.catch(() => undefined);
    await this.#settle();
    if (this.#process.isDead) await this.#again();
    else await starting;
  }

  async #again(): Promise<void> {
    this.ends += 1;
    await this.#start();
  }

  async #stop(): Promise<void> {
    const stopping = this.#process.app.stop({ graceMs: 0 });
    await this.#settle();
    if (!this.#process.isDead) await stopping;
    this.#process.kill();
    await this.#again();
  }

  async #begin(): Promise<Conversation> {
    const run = this.#person.run(order);
    await this.#settle();
    const wasKilled = this.#process.isDead;
    if (wasKilled) await this.#again();
    const messageId = run.texts[0]?.messageId;
    if (!wasKilled) deepEqual(run.texts.length, 1);
    const isStored = (await all(this.#store)).some((key) => key.includes(run.id));
    const components = (run.texts[0]?.components ?? []) as readonly { readonly id: string }[]; // as the App made them
    return { id: run.id, messageId: isStored ? messageId : undefined, buttons: components.map(({ id }) => id) };
  }

  async #press({ id, messageId = "", buttons }: Conversation, what: string): Promise<void> {
    const shown = buttons.find((one) => one.startsWith(`pick:${what}`)) ?? "";
    const pressed = this.#person.press(messageId, shown);
    await this.#settle();
    if (this.#process.isDead) return this.#again();
    deepEqual(
      pressed.texts.map(({ content }) => content),
      [`${id} heard ${what}`],
    );
  }

  #messages(): readonly string[] {
    return this.#person.read(this.#sandbox.defaults.channelId).map(({ content }) => content);
  }

  #isThrough({ id }: Conversation): boolean {
    return this.#messages().includes(`${id} 2`);
  }

  async #check(conversations: readonly Conversation[]): Promise<void> {
    await this.#settle();
    const messages = this.#messages();
    for (const { id } of conversations) {
      const own = messages.filter((content) => content.startsWith(`${id} `));
      deepEqual(own.toSorted(), [`${id} 1`, `${id} 2`]);
    }
    const keys = await all(this.#store);
    const sessionKey = keys.find((key) => key.includes(this.#person.id)) ?? "";
    const { value = '{"count":0}' } = (await this.#store.get(sessionKey)) ?? {};
    const count = Number(/"count":(\d+)/.exec(value)?.[1]);
    // An update before which the process was killed is made by the next one; one may be made again where the process was
    // killed before the wait behind it was stored. What was made before a wait is not made again.
    const [least, most] = [this.#ledger.size, this.#ledger.size + this.ends];
    deepEqual([least <= count, count <= most], [true, true], `${least} <= ${count} <= ${most}`);
    const stopping = this.#process.app.stop({ graceMs: 0 });
    await this.#settle();
    await stopping;
    this.#process.kill();
  }
}
