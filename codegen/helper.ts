import { Worker } from "node:worker_threads";
import { perform, type Task } from "./tasks.js";
import type { Question, Reply } from "./worker.js";

/** Whether this is the built program: a thread can only be started from what Node runs as it is. */
const BUILT = import.meta.url.endsWith(".js");

interface Waiting {
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A second thread for slow work. Tasks go to whoever is free first, this thread or the other; the second is started
 * with the first task, and only where there is one to spare.
 */
export class Helper {
  readonly #queue: { readonly task: Task; readonly waiting: Waiting }[] = [];
  readonly #waiting = new Map<number, Waiting>();
  readonly #threads: boolean;
  #worker: Worker | undefined;
  #busy = false;
  #next = 0;

  constructor(threads = BUILT) {
    this.#threads = threads;
  }

  /** Does a task in the other thread, or in this one when there is no other. */
  aside(task: Task): Promise<string> {
    return this.#threads ? this.#ask(task) : perform(task);
  }

  /** Lets the other thread load what it will need while this one still reads. Nothing depends on it. */
  prepare(): void {
    if (this.#threads) void this.#ask({ kind: "prepare" }).catch(() => undefined);
  }

  /** Does a task in whichever thread is free first. */
  run(task: Task): Promise<string> {
    if (!this.#threads) return perform(task);
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, waiting: { resolve, reject } });
      this.#dispatch();
    });
  }

  /** Ends the other thread. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #dispatch(): void {
    if (this.#waiting.size === 0) void this.#hand((task) => this.#ask(task));
    if (!this.#busy) {
      this.#busy = true;
      const taken = this.#hand(perform);
      if (taken === undefined) this.#busy = false;
      else {
        void taken.finally(() => {
          this.#busy = false;
          this.#dispatch();
        });
      }
    }
  }

  /** Hands the next task out. Gives back when it is done, whichever way it ends. */
  #hand(to: (task: Task) => Promise<string>): Promise<void> | undefined {
    const item = this.#queue.shift();
    if (item === undefined) return undefined;
    return to(item.task).then(item.waiting.resolve, item.waiting.reject);
  }

  #ask(task: Task): Promise<string> {
    this.#worker ??= this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, task } satisfies Question);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL("./worker.js", import.meta.url));
    worker.on("message", ({ id, text, error }: Reply) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (text !== undefined) waiting?.resolve(text);
      else waiting?.reject(new Error(error));
      this.#dispatch();
    });
    worker.on("error", (error) => {
      this.#worker = undefined; // whoever asks next gets another
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
    return worker;
  }
}
